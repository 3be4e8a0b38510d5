//! The loop that takes connections.
//!
//! `axum::serve` waits for ever for the headers of a request and has no limit of connections; this loop has
//! both, and ends in a bounded time.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::Service as _;

use super::AppState;
use super::guard::ANSWER;
use super::rate_limit::{Admission, Full};

/// How much is read of what comes when a connection is closed.
const FORGOTTEN_BYTES: u64 = 64 * 1024;

/// How long the headers of a request may take, and an idle connection may wait for the next.
const HEADERS: Duration = Duration::from_secs(10);

/// How long one connection serves requests before it is asked to go. WebSockets are not meant.
const LIFETIME: Duration = Duration::from_secs(300);

/// How long a connection may take over its last answer when the server stops.
const STOPPING_ANSWER: Duration = Duration::from_secs(20);

/// The most bytes of a request's line and headers.
const HEADER_BYTES: usize = 16 * 1024;

const HEADER_LINES: usize = 64;

/// What the system keeps for a peer that does not read, about. Left to itself it takes up to 4 MB, and a slow
/// reader would be noticed only after that.
const SEND_BYTES: usize = 64 * 1024;

/// How long a connection without a place may take over its refusal.
const REFUSAL: Duration = Duration::from_secs(1);

/// The connections that are being refused, of all servers of the process.
static REFUSALS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(32)));

/// How often what is remembered of addresses is looked through.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(10);

/// Takes connections until the server is stopped; see [`AppState::stop`].
///
/// When this returns, no further connection is taken; those there are may still be ending.
pub async fn serve(listener: TcpListener, state: AppState) {
    let app = super::app(state.clone());
    let stopping = state.stopping.clone();
    let tidying = state.tasks.spawn(tidy(state.clone()));
    let accept = async {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => take(stream, peer, &app, &state),
                Err(error) => wait_after(&error).await,
            }
        }
    };
    stopping.run_until_cancelled(accept).await;
    tidying.abort();
}

fn take(stream: TcpStream, peer: SocketAddr, app: &Router, state: &AppState) {
    let admission = match state.gate.admit(peer) {
        Ok(admission) => admission,
        Err(full) => {
            metrics::counter!("quincunx_connections_refused_total").increment(1);
            // More than these are closed without a word: each needs a file and a task.
            if let Ok(place) = Arc::clone(&REFUSALS).try_acquire_owned() {
                state.tasks.spawn(async move {
                    let _ = timeout(REFUSAL, refuse(stream, full)).await;
                    drop(place);
                });
            }
            return;
        }
    };
    // Moves are small and are waited for. A connection that is gone already will be noticed soon enough.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(SEND_BYTES);
    let (app, state) = (app.clone(), state.clone());
    let task = connection(stream, admission, app, state.clone());
    state.tasks.spawn(task);
}

/// Answers a connection for which there is no place, whatever it asks, and closes it.
async fn refuse(mut stream: TcpStream, full: Full) -> io::Result<()> {
    let (status, text) = match full {
        Full::All => (
            "503 Service Unavailable",
            "the server has too many connections; try again later\n",
        ),
        Full::Address => (
            "429 Too Many Requests",
            "your address has too many connections; close some\n",
        ),
    };
    let length = text.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n\
         Retry-After: 1\r\nConnection: close\r\n\r\n{text}"
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    forget_rest(&mut stream).await
}

/// Reads what still comes, but not without end: a connection that is closed over unread bytes is reset, and
/// the other end may not learn why.
pub(super) async fn forget_rest(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<()> {
    copy(&mut stream.take(FORGOTTEN_BYTES), &mut sink()).await?;
    Ok(())
}

async fn connection(stream: TcpStream, admission: Arc<Admission>, app: Router, state: AppState) {
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        answer(app.clone(), admission.clone(), request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(HEADER_BYTES)
        .max_headers(HEADER_LINES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let last_answer = tokio::select! {
        // Whatever went wrong, the connection has ended and there is nobody to report to.
        _ = connection.as_mut() => return,
        () = sleep(LIFETIME) => ANSWER,
        () = state.stopping.cancelled() => STOPPING_ANSWER,
    };
    connection.as_mut().graceful_shutdown();
    let _ = timeout(last_answer, connection).await;
}

async fn answer(
    mut app: Router,
    admission: Arc<Admission>,
    request: hyper::Request<Incoming>,
) -> Result<Response, Infallible> {
    let mut request: Request = request.map(axum::body::Body::new);
    request.extensions_mut().insert(admission);
    app.call(request).await
}

/// Waits before the next try, when the cause was not the connection itself: there may be no files left to
/// open.
async fn wait_after(error: &io::Error) {
    let of_connection = matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionRefused
    );
    if !of_connection {
        tracing::warn!(%error, "a connection could not be taken");
        sleep(Duration::from_millis(100)).await;
    }
}

async fn tidy(state: AppState) {
    loop {
        sleep(CLEANUP_INTERVAL).await;
        state.gate.tidy();
        super::telemetry::tidy();
    }
}
