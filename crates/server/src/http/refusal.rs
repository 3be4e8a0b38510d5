//! Refusals as HTTP answers: one body for every error, and the status that fits it.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa::IntoResponses;

use crate::wire::{Code, Refusal};

impl Code {
    /// Returns the HTTP status that says the same.
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Self::Malformed | Self::Version => StatusCode::BAD_REQUEST,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::Unknown => StatusCode::NOT_FOUND,
            Self::Stale | Self::Over | Self::Nothing => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Illegal | Self::Wrong => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let mut response = with_status(status, self);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            let soon = HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

/// Makes the answer of a refusal whose status says more than its code does.
pub(super) fn with_status(status: StatusCode, refusal: Refusal) -> Response {
    (status, Json(refusal)).into_response()
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
    /// The address asks for too much; later will do.
    #[response(status = TOO_MANY_REQUESTS)]
    TooMany(Refusal),
    /// The server failed.
    #[response(status = INTERNAL_SERVER_ERROR)]
    Failed(Refusal),
    /// The server is too busy; later will do.
    #[response(status = SERVICE_UNAVAILABLE)]
    Busy(Refusal),
}

/// The refusal of those who have no right to ask.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "it is there for the document; answers are made of `Refusal`"
)]
pub(super) enum ForeignRefusal {
    /// The request comes from a page of another server, or it is not the asker's to ask.
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
