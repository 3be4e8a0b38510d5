//! The WebSocket of a page: one a page, for all tables that it shows.
//!
//! A connection is one task with a channel of what is to be sent. Ten thousand of them are idle most of the
//! time, so that what counts is what an idle one holds: buffers of 4 KiB for reading and none for writing,
//! and a future that keeps nothing that only a message needs.

mod connection;
mod end;
mod frames;
mod session;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use hyper_util::rt::TokioIo;
use quincunx_table::messages::{Reason, Refusal};

use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use connection::Connection;
use frames::CountedFrames;

use super::AppState;
use super::extract::Caller;
use super::refusal::{AnyRefusal, ForeignRefusal, HttpError};

/// The most bytes of a message from a page; no message of ours comes near.
pub(super) const MESSAGE_BYTES: usize = 4096;

/// What the WebSocket reads at a time. The default costs 100 kB a connection.
const READ_BYTES: usize = 4096;

/// Opens a WebSocket, over which each side sends messages in JSON, a `ClientMessage` or a `ServerMessage`.
/// The client's first is `hello` with `version` 1.
#[utoipa::path(get, path = "/ws", tag = "tables", responses(
    (status = SWITCHING_PROTOCOLS, description = "A WebSocket of JSON messages."),
    (status = UPGRADE_REQUIRED, description = "The request does not ask for a WebSocket.", body = Refusal),
    AnyRefusal, ForeignRefusal,
))]
pub(super) async fn open(
    State(state): State<AppState>,
    Caller(admission): Caller,
    request: Request,
) -> Response {
    let mut handshake = axum::http::Request::new(());
    *handshake.method_mut() = request.method().clone();
    *handshake.version_mut() = request.version();
    handshake.headers_mut().clone_from(request.headers());
    let Ok(response) = create_response(&handshake) else {
        let refusal = Reason::malformed("this address is for WebSockets, version 13");
        let mut response = HttpError::new(StatusCode::UPGRADE_REQUIRED, refusal).into_response();
        let websocket = HeaderValue::from_static("websocket");
        response.headers_mut().insert(header::UPGRADE, websocket);
        return response;
    };
    // Held from here on, so that the server waits for a connection that is just being opened.
    let task = state.tasks.token();
    tokio::spawn(async move {
        // Whatever went wrong, the connection has ended and there is nobody to report to.
        if let Ok(upgraded) = hyper::upgrade::on(request).await {
            let budget = state.gate.socket_meter();
            let stream = CountedFrames::new(TokioIo::new(upgraded), budget, admission.clone());
            let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config())).await;
            Connection::new(state, admission).run(socket).await;
        }
        drop(task);
    });
    response.map(|()| Body::empty())
}

/// Returns what a WebSocket takes and holds.
fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(0)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES))
}
