//! One WebSocket: what comes in, what goes out, and when it ends.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use quincunx_table::messages::ServerMessage;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

use super::end::End;
use super::frames::{CountedFrames, TooManyFrames};
use super::session::Session;
use crate::http::rate_limit::Admission;
use crate::http::{AppState, accept};
use crate::hub::text_of;

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

type Socket<S> = WebSocketStream<CountedFrames<S>>;

/// One WebSocket.
pub(super) struct Connection {
    state: AppState,
    admission: Arc<Admission>,
    session: Session,
    outgoing: mpsc::Receiver<Utf8Bytes>,
    opened: Instant,
    last_received: Instant,
    /// Whether a ping has been sent since.
    has_pinged: bool,
}

impl Connection {
    pub(super) fn new(state: AppState, admission: Arc<Admission>) -> Self {
        let (sender, outgoing) = mpsc::channel(WAITING);
        Self {
            session: Session::new(state.hub.clone(), Arc::clone(&admission), sender),
            admission,
            state,
            outgoing,
            opened: Instant::now(),
            last_received: Instant::now(),
            has_pinged: false,
        }
    }

    /// Talks with the page until one of the two ends it.
    pub(super) async fn run<S: AsyncRead + AsyncWrite + Unpin>(mut self, mut socket: Socket<S>) {
        metrics::gauge!("quincunx_sockets_open").increment(1.0);
        let end = self.talk(&mut socket).await;
        metrics::gauge!("quincunx_sockets_open").decrement(1.0);
        if end == End::Stopping {
            // Pending messages go out before the close. The tables need no notice: they end as well.
            let _ = self.send_waiting(&mut socket).await;
            let _ = send(&mut socket, text_of(&ServerMessage::Stopping {})).await;
        } else {
            self.session.end().await;
        }
        if let Some(frame) = end.frame() {
            let _ = timeout(SLOWNESS, socket.send(Message::Close(Some(frame)))).await;
            let _ = timeout(GOODBYE, forget_rest(&mut socket)).await;
        }
    }

    async fn talk<S: AsyncRead + AsyncWrite + Unpin>(&mut self, socket: &mut Socket<S>) -> End {
        let stopping = self.state.stopping.clone();
        let mut overrun = pin!(self.session.overrun());
        loop {
            let check_time = self.check_time();
            let ended = tokio::select! {
                message = socket.next() => {
                    (self.last_received, self.has_pinged) = (Instant::now(), false);
                    match message {
                        // Boxed, so that an idle connection does not hold room for the handling of every
                        // message.
                        Some(Ok(message)) => Box::pin(self.take(message, socket)).await,
                        Some(Err(error)) => Err(end_of(&error)),
                        None => Err(End::Gone),
                    }
                }
                Some(text) = self.outgoing.recv() => send(socket, text).await,
                text = self.session.judged() => send(socket, text).await,
                () = &mut overrun => Err(End::TooMuch),
                () = sleep_until(check_time) => self.check(socket).await,
                () = stopping.cancelled() => Err(End::Stopping),
            };
            if let Err(end) = ended {
                return end;
            }
        }
    }

    /// Answers a message.
    async fn take<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        message: Message,
        socket: &mut Socket<S>,
    ) -> Result<(), End> {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(End::NotOurs),
            Message::Close(_) => return Err(End::Gone),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return Ok(()),
        };
        let answer = self.session.take(&text).await;
        // Updates caused by the message go out before its answer.
        self.send_waiting(socket).await?;
        if let Some(text) = answer.text {
            self.admission.charge_answer(text.len());
            send(socket, text).await?;
        }
        answer.end.map_or(Ok(()), Err)
    }

    /// Returns when the page is to be checked next, if it says nothing until then.
    fn check_time(&self) -> Instant {
        if !self.session.has_greeted() {
            self.opened + GREETING
        } else if self.has_pinged {
            self.last_received + SILENCE
        } else {
            self.last_received + QUIET
        }
    }

    /// Asks a quiet page whether it is there; gives up one that has not answered.
    async fn check<S: AsyncRead + AsyncWrite + Unpin>(&mut self, socket: &mut Socket<S>) -> Result<(), End> {
        if !self.session.has_greeted() {
            return Err(End::NotOurs);
        }
        if self.has_pinged {
            return Err(End::Gone);
        }
        self.has_pinged = true;
        put(socket, Message::Ping(Bytes::new())).await
    }

    async fn send_waiting<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        socket: &mut Socket<S>,
    ) -> Result<(), End> {
        while let Ok(text) = self.outgoing.try_recv() {
            self.admission.charge_answer(text.len());
            send(socket, text).await?;
        }
        Ok(())
    }
}

async fn send<S: AsyncRead + AsyncWrite + Unpin>(socket: &mut Socket<S>, text: Utf8Bytes) -> Result<(), End> {
    put(socket, Message::Text(text)).await
}

/// Sends a message; gives up a page that makes no room for it.
async fn put<S: AsyncRead + AsyncWrite + Unpin>(socket: &mut Socket<S>, message: Message) -> Result<(), End> {
    match timeout(SLOWNESS, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => {
            metrics::counter!("quincunx_sockets_slow_total").increment(1);
            Err(End::Gone)
        }
    }
}

/// Reads what a page still sends, until it closes its side or has sent enough.
async fn forget_rest<S: AsyncRead + AsyncWrite + Unpin>(socket: &mut Socket<S>) {
    while let Some(Ok(message)) = socket.next().await {
        if message.is_close() {
            return;
        }
    }
    // After an error it is no WebSocket any more.
    let _ = accept::forget_rest(socket.get_mut().uncounted()).await;
}

/// Reports what an error of the WebSocket means.
fn end_of(error: &Error) -> End {
    match error {
        Error::Capacity(_) => End::TooLarge,
        Error::Utf8(_) => End::NotText,
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => End::Gone,
        Error::Protocol(_) => End::Protocol,
        Error::Io(error)
            if error
                .get_ref()
                .is_some_and(<dyn std::error::Error + Send + Sync>::is::<TooManyFrames>) =>
        {
            metrics::counter!("quincunx_sockets_flooding_total").increment(1);
            End::TooMuch
        }
        _ => End::Gone,
    }
}

#[cfg(test)]
mod tests {
    use quincunx_table::messages::VERSION;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::*;
    use crate::http::Budgets;
    use crate::http::tests::site::state;

    /// Opens a WebSocket without a network under it, and returns the page's end.
    async fn open() -> (AppState, WebSocketStream<DuplexStream>) {
        let state = state(([127, 0, 0, 1], 8080).into(), Budgets::default()).await;
        let admission = state.gate.admit(([127, 0, 0, 1], 5).into()).expect("a place");
        let (page, server) = duplex(4096);
        let stream = CountedFrames::new(server, state.gate.socket_meter(), admission.clone());
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, None).await;
        tokio::spawn(Connection::new(state.clone(), admission).run(socket));
        let page = WebSocketStream::from_raw_socket(page, Role::Client, None).await;
        (state, page)
    }

    #[tokio::test]
    async fn a_page_is_pinged_after_30_s_and_given_up_after_75() {
        let (_state, mut page) = open().await;
        tokio::time::pause();
        let hello = format!(r#"{{"type": "hello", "version": {}}}"#, VERSION);
        for pause in [0, 20] {
            tokio::time::advance(Duration::from_secs(pause)).await;
            page.send(Message::text(hello.clone())).await.expect("it reads");
            assert!(matches!(page.next().await, Some(Ok(Message::Text(_)))));
        }
        // Read below the WebSocket, which would answer the ping.
        let (said, mut bytes) = (Instant::now(), [0; 2]);
        page.get_mut().read_exact(&mut bytes).await.expect("a ping");
        assert_eq!((bytes, said.elapsed().as_secs()), ([0x89, 0], 30));
        assert_eq!(page.get_mut().read(&mut bytes).await.expect("an end"), 0);
        assert_eq!(said.elapsed().as_secs(), 75);
    }

    #[tokio::test]
    async fn who_is_closed_and_sends_on_is_not_heard_for_long() {
        let (_state, mut page) = open().await;
        tokio::time::pause();
        let began = Instant::now();
        page.send(Message::binary("no text")).await.expect("it reads");
        // No frames any more.
        let more = [0xff; 4096];
        let mut sent = 0;
        while page.get_mut().write_all(&more).await.is_ok() {
            sent += more.len();
        }
        assert!(sent < 128 << 10 && began.elapsed() < GOODBYE, "{sent}");
    }

    #[tokio::test]
    async fn who_says_no_hello_in_10_s_is_closed_however_often_it_pings() {
        let (_state, mut page) = open().await;
        tokio::time::pause();
        let opened = Instant::now();
        for _ in 0..3 {
            tokio::time::advance(Duration::from_secs(3)).await;
            page.send(Message::Ping(Bytes::new())).await.expect("it reads");
            assert!(matches!(page.next().await, Some(Ok(Message::Pong(_)))));
        }
        assert!(matches!(page.next().await, Some(Ok(Message::Close(Some(_))))));
        assert_eq!(opened.elapsed().as_secs(), 10);
    }
}
