//! For those who run the server.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use quincunx_table::messages::Reason;

use crate::http::AppState;
use crate::http::access::is_direct_and_local;
use crate::http::extract::Caller;
use crate::http::refusal::{AnyRefusal, ForeignRefusal, HttpError};
use crate::http::telemetry;

/// Returns whether the server can do its work: its store answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses(
    (status = OK, description = "The server is healthy.", body = String, content_type = "text/plain"),
    AnyRefusal,
))]
pub(in crate::http) async fn healthz(State(state): State<AppState>) -> Result<&'static str, HttpError> {
    if state.hub.healthy().await {
        Ok("ok\n")
    } else {
        Err(Reason::StorageUnavailable {}.into())
    }
}

/// Reports what the server has measured, for Prometheus; to programs on this machine alone.
#[utoipa::path(get, path = "/metrics", tag = "operations", responses(
    (status = OK, description = "Measurements, a line each.", body = String, content_type = "text/plain"),
    AnyRefusal, ForeignRefusal,
))]
pub(in crate::http) async fn metrics(
    Caller(caller): Caller,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    if !caller.peer.ip().to_canonical().is_loopback() || !is_direct_and_local(&headers) {
        return Err(Reason::MeasurementsAreLocal {}.into());
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((kind, telemetry::render()).into_response())
}
