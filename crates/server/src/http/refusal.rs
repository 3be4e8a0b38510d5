//! Refusals as HTTP answers: one body for every error, and the status that fits it.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quincunx_table::messages::{Code, Reason, Refusal};
use utoipa::IntoResponses;

use crate::budget::Spent;

/// A refusal as the answer to a request.
#[derive(Debug)]
pub(super) struct HttpError {
    status: StatusCode,
    refusal: Refusal,
    /// After how many seconds the request may be repeated.
    retry_after: Option<u64>,
}

impl HttpError {
    /// Answers with a status that is more exact than the refusal's code.
    pub(super) fn new(status: StatusCode, refusal: impl Into<Refusal>) -> Self {
        Self {
            status,
            refusal: refusal.into(),
            retry_after: None,
        }
    }
}

impl From<Spent> for HttpError {
    fn from(spent: Spent) -> Self {
        Reason::from(spent).into()
    }
}

impl From<Reason> for HttpError {
    fn from(reason: Reason) -> Self {
        Refusal::from(reason).into()
    }
}

impl From<Refusal> for HttpError {
    fn from(refusal: Refusal) -> Self {
        let (status, retry_after) = match refusal.reason {
            // It is the address that asks too much, and not the server that has too much to do.
            Reason::RateLimit { seconds } => (StatusCode::TOO_MANY_REQUESTS, Some(seconds)),
            _ => (status_of(refusal.code), (refusal.code == Code::Busy).then_some(1)),
        };
        Self {
            retry_after,
            ..Self::new(status, refusal)
        }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.refusal)).into_response();
        if let Some(seconds) = self.retry_after {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Returns the HTTP status for a code.
const fn status_of(code: Code) -> StatusCode {
    match code {
        Code::Malformed | Code::Version => StatusCode::BAD_REQUEST,
        Code::Forbidden => StatusCode::FORBIDDEN,
        Code::Unknown => StatusCode::NOT_FOUND,
        Code::Stale | Code::Over | Code::Nothing => StatusCode::CONFLICT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Illegal | Code::Wrong => StatusCode::UNPROCESSABLE_ENTITY,
        Code::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// The refusals that any request may meet, for the OpenAPI document.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "it is there for the document; answers are made of `Refusal`"
)]
pub(super) enum AnyRefusal {
    /// The request is not one of those described here.
    #[response(status = BAD_REQUEST)]
    Malformed(Refusal),
    /// The `Host` is not a name of this server.
    #[response(status = MISDIRECTED_REQUEST)]
    Misdirected(Refusal),
    /// The address has exceeded a rate limit; it may retry after `retry-after` seconds.
    #[response(
        status = TOO_MANY_REQUESTS,
        headers(("retry-after" = u64, description = "Seconds to wait.")),
    )]
    TooMany(Refusal),
    /// The server failed.
    #[response(status = INTERNAL_SERVER_ERROR)]
    Failed(Refusal),
    /// The server is busy; retry after `retry-after` seconds.
    #[response(
        status = SERVICE_UNAVAILABLE,
        headers(("retry-after" = u64, description = "Seconds to wait.")),
    )]
    Busy(Refusal),
}

/// The refusal of those who have no right to ask.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "it is there for the document; answers are made of `Refusal`"
)]
pub(super) enum ForeignRefusal {
    /// The request comes from another server's page, the seat is not the caller's, or analysis is closed
    /// until the game is over.
    #[response(status = FORBIDDEN)]
    Forbidden(Refusal),
}

/// The refusal of what is not there.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "it is there for the document; answers are made of `Refusal`"
)]
pub(super) enum Absent {
    /// There is no such thing.
    #[response(status = NOT_FOUND)]
    Unknown(Refusal),
}

/// The refusals of bodies.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "it is there for the document; answers are made of `Refusal`"
)]
pub(super) enum BodyRefusal {
    /// The body is too large, or the table would be.
    #[response(status = PAYLOAD_TOO_LARGE)]
    TooLarge(Refusal),
    /// The body is not `application/json`.
    #[response(status = UNSUPPORTED_MEDIA_TYPE)]
    Unsupported(Refusal),
}

/// The refusal of what comes too late.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "it is there for the document; answers are made of `Refusal`"
)]
pub(super) enum ConflictRefusal {
    /// The position has changed, the game is over, or there is nothing to undo, redo, answer or grade.
    #[response(status = CONFLICT)]
    Conflict(Refusal),
}

/// The refusal of what the rules do not allow.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "it is there for the document; answers are made of `Refusal`"
)]
pub(super) enum IllegalRefusal {
    /// The rules do not allow it, or it does not solve the puzzle.
    #[response(status = UNPROCESSABLE_ENTITY)]
    Illegal(Refusal),
}
