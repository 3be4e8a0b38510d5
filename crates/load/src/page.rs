//! A page as the server sees it: a WebSocket that watches a table.

use std::net::SocketAddr;

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use quincunx_table::messages::{ClientMessage, Created, ServerMessage, Snapshot, VERSION};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

pub(crate) struct Page {
    socket: WebSocketStream<TcpStream>,
}

impl Page {
    /// Opens the WebSocket and sends hello.
    pub(crate) async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        Self::open_on(stream, address).await
    }

    /// Opens the WebSocket of a page with a small receive buffer: the server must keep what it does not read.
    pub(crate) async fn open_narrow(address: SocketAddr) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        let stream = socket.connect(address).await.context("cannot connect")?;
        Self::open_on(stream, address).await
    }

    async fn open_on(stream: TcpStream, address: SocketAddr) -> Result<Self> {
        let mut config = WebSocketConfig::default();
        // Ten thousand of them are open.
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

    /// Watches a table and returns its state.
    pub(crate) async fn watch(&mut self, created: &Created) -> Result<Box<Snapshot>> {
        let watch = ClientMessage::Watch {
            table: created.table,
            token: created.token,
            since: None,
        };
        self.send(&watch).await?;
        loop {
            match self.receive().await? {
                ServerMessage::Snapshot(snapshot) => return Ok(snapshot),
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

    /// Receives a message without parsing it.
    pub(crate) async fn receive_text(&mut self) -> Result<Utf8Bytes> {
        loop {
            let message = self.socket.next().await;
            match message.context("the server closed the connection")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => bail!("the server closed the connection: {frame:?}"),
                _ => {}
            }
        }
    }
}
