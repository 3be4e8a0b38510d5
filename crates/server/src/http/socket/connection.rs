//! One WebSocket: what comes in, what goes out, and when it ends.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use governor::DefaultDirectRateLimiter;
use quincunx_table::messages::ServerMessage;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite;

use super::end::End;
use super::session::{Session, written};
use crate::http::AppState;
use crate::http::rate_limit::{Admission, Kind};

/// How long a page may be silent before it is pinged.
const QUIET: Duration = Duration::from_secs(30);

/// How long a page may be silent at all, pings unanswered.
const SILENCE: Duration = Duration::from_secs(75);

/// How long the first message may take.
const GREETING: Duration = Duration::from_secs(10);

/// How long a page may take to make room for a message.
const SLOWNESS: Duration = Duration::from_secs(10);

/// How long a page may take to close its side.
const GOODBYE: Duration = Duration::from_secs(1);

/// How many messages may wait for a page; one that lets more wait is dropped.
const WAITING: usize = 64;

/// One WebSocket.
pub(super) struct Connection {
    state: AppState,
    /// The place among all connections, held to the end.
    admission: Arc<Admission>,
    budget: DefaultDirectRateLimiter,
    session: Session,
    outgoing: mpsc::Receiver<Utf8Bytes>,
    last_received: Instant,
}

impl Connection {
    pub(super) fn new(state: AppState, admission: Arc<Admission>) -> Self {
        let (sender, outgoing) = mpsc::channel(WAITING);
        Self {
            budget: state.gate.socket_meter(),
            session: Session::new(state.hub.clone(), Arc::clone(&admission), sender),
            state,
            admission,
            outgoing,
            last_received: Instant::now(),
        }
    }

    /// Talks with the page until one of the two ends it.
    pub(super) async fn run(mut self, mut socket: WebSocket) {
        metrics::gauge!("quincunx_sockets_open").increment(1.0);
        let end = self.talk(&mut socket).await;
        metrics::gauge!("quincunx_sockets_open").decrement(1.0);
        if end == End::Stopping {
            // Pending messages go out before the close. The tables need no notice: they end as well.
            let _ = self.send_waiting(&mut socket).await;
            let _ = send(&mut socket, written(&ServerMessage::Stopping {})).await;
        } else {
            self.session.end().await;
        }
        if let Some(frame) = end.frame() {
            let _ = timeout(SLOWNESS, socket.send(Message::Close(Some(frame)))).await;
            // What is still on its way here is read and forgotten: a connection that is closed over unread
            // bytes is reset, and the page would not learn why.
            let _ = timeout(GOODBYE, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
        }
    }

    async fn talk(&mut self, socket: &mut WebSocket) -> End {
        let stopping = self.state.stopping.clone();
        let mut overrun = pin!(self.session.overrun());
        let mut look = self.last_received + GREETING;
        loop {
            let ended = tokio::select! {
                message = socket.recv() => {
                    self.last_received = Instant::now();
                    match message {
                        // Boxed, so that an idle connection does not hold room for the handling of every
                        // message.
                        Some(Ok(message)) => Box::pin(self.take(message, socket)).await,
                        Some(Err(error)) => Err(end_of(error)),
                        None => Err(End::Gone),
                    }
                }
                Some(text) = self.outgoing.recv() => send(socket, text).await,
                text = self.session.judged() => send(socket, text).await,
                () = &mut overrun => Err(End::TooMuch),
                () = sleep_until(look) => {
                    look = Instant::now() + QUIET;
                    self.check(socket).await
                }
                () = stopping.cancelled() => Err(End::Stopping),
            };
            if let Err(end) = ended {
                return end;
            }
        }
    }

    /// Answers a message.
    async fn take(&mut self, message: Message, socket: &mut WebSocket) -> Result<(), End> {
        // Pings and pongs count as well: whatever is sent makes work.
        if self.budget.check().is_err() || self.admission.spend(Kind::Message).is_err() {
            metrics::counter!("quincunx_sockets_flooding_total").increment(1);
            return Err(End::TooMuch);
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(End::NotOurs),
            Message::Close(_) => return Err(End::Gone),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
        };
        let answer = self.session.take(&text).await;
        // Updates caused by the message go out before its answer.
        self.send_waiting(socket).await?;
        if let Some(text) = answer.text {
            send(socket, text).await?;
        }
        answer.end.map_or(Ok(()), Err)
    }

    /// Asks a quiet page whether it is there; gives up one that does not answer.
    async fn check(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let quiet = self.last_received.elapsed();
        if !self.session.has_greeted() {
            return Err(End::NotOurs);
        }
        if quiet >= SILENCE {
            return Err(End::Gone);
        }
        if quiet < QUIET {
            return Ok(());
        }
        put(socket, Message::Ping(axum::body::Bytes::new())).await
    }

    async fn send_waiting(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        while let Ok(text) = self.outgoing.try_recv() {
            send(socket, text).await?;
        }
        Ok(())
    }
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), End> {
    put(socket, Message::Text(text)).await
}

/// Sends a message; gives up a page that makes no room for it.
async fn put(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match timeout(SLOWNESS, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => {
            metrics::counter!("quincunx_sockets_slow_total").increment(1);
            Err(End::Gone)
        }
    }
}

/// Reports what an error of the WebSocket means.
fn end_of(error: axum::Error) -> End {
    match error.into_inner().downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => End::TooLarge,
        _ => End::Gone,
    }
}
