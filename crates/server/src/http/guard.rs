//! What every request has to pass before anything is done for it.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use quincunx_table::messages::Reason;
use tokio::time::timeout;

use super::AppState;
use super::access::{is_changing, is_own, is_plain_path};
use super::extract::admission;
use super::rate_limit::Kind;
use super::refusal::HttpError;

/// How long an answer may take, the request's body included.
pub(super) const ANSWER: Duration = Duration::from_secs(60);

/// Lets a request through to its route, or answers why not.
pub(super) async fn guard(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if let Err(error) = check(&state, &request) {
        return error.into_response();
    }
    let answer = timeout(ANSWER, next.run(request)).await;
    answer.unwrap_or_else(|_| {
        let seconds = ANSWER.as_secs();
        let refusal = Reason::NoAnswer { seconds };
        HttpError::from(refusal).into_response()
    })
}

fn check(state: &AppState, request: &Request) -> Result<(), HttpError> {
    let (uri, headers) = (request.uri(), request.headers());
    // Counted before anything is looked at: refusals make work as well.
    admission(request.extensions())?.spend(Kind::Request)?;
    if let Err(message) = state.access.check_host(uri, headers) {
        let message = message.to_owned();
        let refusal = Reason::UnknownHost { message };
        return Err(HttpError::new(StatusCode::MISDIRECTED_REQUEST, refusal));
    }
    if !is_plain_path(uri.path()) {
        return Err(Reason::UnknownAddress {}.into());
    }
    if uri.query().is_some() && !is_page(request.method(), uri.path()) {
        let reason = "there are no parameters behind `?` here; a token goes into the header `Authorization`";
        return Err(Reason::malformed(reason).into());
    }
    if is_changing(request.method(), headers) && !is_own(headers) {
        return Err(Reason::ForeignPage {}.into());
    }
    Ok(())
}

/// Returns whether an address is one that people open; links to pages are given parameters by many a program
/// on the way.
fn is_page(method: &Method, path: &str) -> bool {
    let of_programs = ["/api/", "/ws", "/metrics", "/healthz"];
    method.is_safe() && !of_programs.iter().any(|prefix| path.starts_with(prefix))
}
