//! What every request has to pass before anything is done for it.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::time::timeout;

use super::AppState;
use super::access::{is_changing, is_own, is_plain_path};
use super::extract::admission;
use super::rate_limit::Kind;
use super::refusal::with_status;
use crate::wire::{Code, Refusal};

/// How long an answer may take, the request's body included.
const ANSWER: Duration = Duration::from_secs(60);

/// Lets a request through to its route, or answers why not.
pub(super) async fn guard(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if let Err(response) = check(&state, &request) {
        return *response;
    }
    let answer = timeout(ANSWER, next.run(request)).await;
    answer.unwrap_or_else(|_| {
        let seconds = ANSWER.as_secs();
        Refusal::new(Code::Busy, format!("there was no answer in {seconds} s")).into_response()
    })
}

fn check(state: &AppState, request: &Request) -> Result<(), Box<Response>> {
    let (uri, headers) = (request.uri(), request.headers());
    let admission = admission(request.extensions()).map_err(|refusal| Box::new(refusal.into_response()))?;
    // Counted before anything is looked at: refusals make work as well.
    admission
        .spend(Kind::Request)
        .map_err(|wait| Box::new(too_many(wait)))?;
    if let Err(reason) = state.access.check_host(uri, headers) {
        let refusal = Refusal::new(Code::Forbidden, reason);
        return Err(Box::new(with_status(StatusCode::MISDIRECTED_REQUEST, refusal)));
    }
    if !is_plain_path(uri.path()) {
        let refusal = Refusal::new(Code::Unknown, "there is nothing at this address");
        return Err(Box::new(refusal.into_response()));
    }
    if uri.query().is_some() && !is_page(request.method(), uri.path()) {
        let reason = "there are no parameters behind `?` here; a token goes into the header `Authorization`";
        return Err(Box::new(Refusal::new(Code::Malformed, reason).into_response()));
    }
    if is_changing(request.method(), headers) && !is_own(headers) {
        let reason = "the request comes from a page of another server";
        return Err(Box::new(Refusal::new(Code::Forbidden, reason).into_response()));
    }
    Ok(())
}

/// Tells whether an address is one that people open; links to pages are given parameters by many a program on
/// the way.
fn is_page(method: &Method, path: &str) -> bool {
    let of_programs = ["/api/", "/ws", "/metrics", "/healthz"];
    method.is_safe() && !of_programs.iter().any(|prefix| path.starts_with(prefix))
}

/// Refuses a request of an address that has asked too much.
pub(super) fn too_many(wait: Duration) -> Response {
    let mut response = with_status(StatusCode::TOO_MANY_REQUESTS, too_much());
    let headers: &mut HeaderMap = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
    response
}

/// Says that an address has asked too much.
pub(super) fn too_much() -> Refusal {
    Refusal::new(Code::Busy, "that was too much at once; later will do")
}
