//! A page as the server sees it: a WebSocket that watches a table.

use std::net::SocketAddr;

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use quincunx_table::messages::{
    ClientMessage, Command, Created, ServerMessage, Situation, TurnInfo, VERSION,
};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A WebSocket.
pub(crate) struct Page {
    socket: WebSocketStream<TcpStream>,
}

impl Page {
    /// Opens the WebSocket and says hello.
    pub(crate) async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        Self::open_on(stream, address).await
    }

    /// Opens the WebSocket of a page whose system keeps next to nothing for it: what it does not read waits
    /// at the server.
    pub(crate) async fn open_narrow(address: SocketAddr) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        let stream = socket.connect(address).await.context("cannot connect")?;
        Self::open_on(stream, address).await
    }

    async fn open_on(stream: TcpStream, address: SocketAddr) -> Result<Self> {
        let mut config = WebSocketConfig::default();
        // Ten thousand of them are here, too.
        config.read_buffer_size = 4096;
        config.write_buffer_size = 0;
        let url = format!("ws://{address}/ws");
        let (socket, _) = client_async_with_config(url, stream, Some(config)).await?;
        let mut page = Self { socket };
        page.send(&ClientMessage::Hello { version: VERSION }).await?;
        match page.receive().await? {
            ServerMessage::Welcome { .. } => Ok(page),
            other => bail!("{other:?} instead of a welcome"),
        }
    }

    /// Begins to watch a table, with the token where there is one, and returns how things stand.
    pub(crate) async fn watch(&mut self, created: &Created) -> Result<Watched> {
        let watch = ClientMessage::Watch {
            table: created.table,
            token: created.token,
            since: None,
        };
        self.send(&watch).await?;
        loop {
            match self.receive().await? {
                ServerMessage::Snapshot(snapshot) => {
                    return Ok(Watched {
                        seq: snapshot.seq,
                        situation: snapshot.situation,
                    });
                }
                ServerMessage::Presence { .. } => {}
                other => bail!("{other:?} instead of a snapshot"),
            }
        }
    }

    pub(crate) async fn send(&mut self, message: &ClientMessage) -> Result<()> {
        let text = serde_json::to_string(message)?;
        Ok(self.socket.send(Message::text(text)).await?)
    }

    pub(crate) async fn receive(&mut self) -> Result<ServerMessage> {
        let text = self.receive_text().await?;
        serde_json::from_str(&text).with_context(|| format!("not a message: {text}"))
    }

    /// Receives a message as it is; those who only count need not read it.
    pub(crate) async fn receive_text(&mut self) -> Result<tokio_tungstenite::tungstenite::Utf8Bytes> {
        loop {
            match self
                .socket
                .next()
                .await
                .context("the server closed the connection")??
            {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => bail!("the server closed the connection: {frame:?}"),
                _ => {}
            }
        }
    }
}

/// How things stand at a table.
pub(crate) struct Watched {
    pub(crate) seq: u64,
    pub(crate) situation: Situation,
}

impl Watched {
    /// Makes the command that plays one of the legal actions; none when the game is over.
    pub(crate) fn next_move(&self, choice: usize) -> Option<Command> {
        let TurnInfo::Player { .. } = self.situation.turn else {
            return None;
        };
        let legal = &self.situation.legal;
        let count: usize = legal.iter().map(|run| run.1 + 1 - run.0).sum();
        let mut left = choice.checked_rem(count)?;
        let action = legal.iter().find_map(|run| {
            let length = run.1 + 1 - run.0;
            let found = (left < length).then_some(run.0 + left);
            left = left.saturating_sub(length);
            found
        });
        Some(Command::Play {
            at: self.situation.position,
            action,
            text: None,
        })
    }
}
