//! What handlers read of a request, each with a limit of its own and a [`Refusal`] when it is not there.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::LengthLimitError;
use quincunx_table::SeatToken;
use quincunx_table::messages::{Reason, Refusal};
use serde::de::DeserializeOwned;

use super::rate_limit::Admission;
use super::refusal::HttpError;

/// The most bytes of a JSON body.
pub(super) const JSON_LIMIT: usize = 64 * 1024;

/// The most bytes of the body that makes a table: a record of 1 MiB as it is written in JSON, and what stands
/// around it.
pub(super) const IMPORT_LIMIT: usize = 1024 * 1024 + JSON_LIMIT;

/// A JSON body of at most `LIMIT` bytes.
pub(super) struct Input<T, const LIMIT: usize = JSON_LIMIT>(pub(super) T);

impl<T, S, const LIMIT: usize> FromRequest<S> for Input<T, LIMIT>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = HttpError;

    async fn from_request(request: Request, _: &S) -> Result<Self, HttpError> {
        if !is_json(request.headers()) {
            let refusal = Reason::malformed("the body must be application/json");
            return Err(HttpError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, refusal));
        }
        let bytes = read(request, LIMIT).await?;
        let value = serde_json::from_slice(&bytes).map_err(|error| malformed(&error))?;
        Ok(Self(value))
    }
}

/// Refuses a message that is not one of the types.
pub(super) fn malformed(error: &serde_json::Error) -> Refusal {
    Reason::malformed(format!("not a message of this server: {error}")).into()
}

/// Refuses what is too large, with the limit.
pub(super) fn too_large(limit: usize) -> Refusal {
    Reason::RequestTooLarge { most: limit }.into()
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(Ok(kind)) = headers.get(header::CONTENT_TYPE).map(|value| value.to_str()) else {
        return false;
    };
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

async fn read(request: Request, limit: usize) -> Result<Bytes, Refusal> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<usize>().ok());
    if length.is_some_and(|length| length > limit) {
        return Err(too_large(limit));
    }
    // Without a length it is counted as it comes.
    axum::body::to_bytes(request.into_body(), limit)
        .await
        .map_err(|error| {
            if error.into_inner().is::<LengthLimitError>() {
                too_large(limit)
            } else {
                Reason::malformed("the body ends before its end").into()
            }
        })
}

/// The secret of a seat, from `Authorization: Bearer TOKEN`; none when there is no such header.
pub(super) struct Bearer(pub(super) Option<SeatToken>);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpError> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else {
            return Ok(Self(None));
        };
        let token = value
            .to_str()
            .ok()
            .and_then(|text| text.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .and_then(|(_, token)| token.trim().parse().ok());
        // The header's value is a secret, or was meant as one: it is not repeated.
        let refusal = || Reason::malformed("Authorization must be `Bearer` and 32 hexadecimal digits");
        Ok(Self(Some(token.ok_or_else(refusal)?)))
    }
}

/// The parts of the address that a route names.
pub(super) struct InPath<T>(pub(super) T);

impl<T, S> FromRequestParts<S> for InPath<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
{
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        let axum::extract::Path(value) = path.map_err(|_| Reason::UnknownAddress {})?;
        Ok(Self(value))
    }
}

/// Who asks: the connection's place among all.
pub(super) struct Caller(pub(super) Arc<Admission>);

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpError> {
        Ok(Self(admission(&parts.extensions)?))
    }
}

/// Finds the connection that a request came over.
pub(super) fn admission(extensions: &axum::http::Extensions) -> Result<Arc<Admission>, Reason> {
    let unknown = || Reason::ServerFailed {};
    extensions.get::<Arc<Admission>>().cloned().ok_or_else(unknown)
}
