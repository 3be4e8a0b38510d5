//! The WebSocket of a page: one a page, for all tables that it shows.
//!
//! A connection is one task with a channel of what is to be sent. Ten thousand of them are idle most of the
//! time, so that what counts is what an idle one holds: buffers of 4 KiB for reading and none for writing,
//! and a future that keeps nothing that only a message needs.

mod connection;
mod end;
mod session;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use quincunx_table::messages::{Reason, Refusal};

use connection::Connection;

use super::AppState;
use super::extract::Caller;
use super::refusal::{AnyRefusal, ForeignRefusal, HttpError};

/// The most bytes of a message from a page; no message of ours comes near.
pub(super) const MESSAGE_BYTES: usize = 4096;

/// What the WebSocket reads at a time. The default costs 100 kB a connection.
const READ_BYTES: usize = 4096;

/// Opens the WebSocket; what is said over it is in `quincunx_table::messages`.
#[utoipa::path(get, path = "/ws", tag = "tables", responses(
    (status = SWITCHING_PROTOCOLS, description = "A WebSocket of JSON messages."),
    (status = UPGRADE_REQUIRED, description = "The request does not ask for a WebSocket.", body = Refusal),
    AnyRefusal, ForeignRefusal,
))]
pub(super) async fn open(
    State(state): State<AppState>,
    Caller(admission): Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        let refusal = Reason::malformed("this address is for WebSockets, version 13");
        let mut response = HttpError::new(StatusCode::UPGRADE_REQUIRED, refusal).into_response();
        let websocket = HeaderValue::from_static("websocket");
        response.headers_mut().insert(header::UPGRADE, websocket);
        return response;
    };
    // Held from here on, so that the server waits for a connection that is just being opened.
    let task = state.tasks.token();
    upgrade
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(0)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .on_upgrade(async move |socket| {
            Connection::new(state, admission).run(socket).await;
            drop(task);
        })
}
