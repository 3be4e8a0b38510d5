//! A server to try things on: in process, or listening on a port of its own.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures_util::{SinkExt as _, StreamExt as _};
use quincunx_table::messages::VERSION;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use tower::ServiceExt as _;

use crate::engine_pool::{EnginePool, EnginePoolOptions};
use crate::http::{AppState, Budgets, Settings, app, serve};
use crate::hub::{Hub, HubOptions};
use crate::store::{Location, Store};

/// Longer than anything here takes; a test that waits this long has failed.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// A server without connections.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) state: AppState,
    app: Router,
    peer: SocketAddr,
}

/// An answer, all of it.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Answer {
    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the body is text")
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }
}

/// The `Host` under which [`Site`] is asked.
pub(super) const HOST: &str = "127.0.0.1:8080";

impl Site {
    pub(super) async fn new() -> Self {
        Self::with(Budgets::default()).await
    }

    pub(super) async fn with(budgets: Budgets) -> Self {
        Self::of(state(([127, 0, 0, 1], 8080).into(), budgets).await)
    }

    pub(super) fn of(state: AppState) -> Self {
        Self {
            app: app(state.clone()),
            state,
            peer: ([127, 0, 0, 1], 5).into(),
        }
    }

    /// Lets all requests come from another address.
    pub(super) fn from(mut self, ip: [u8; 4]) -> Self {
        self.peer = (ip, 5).into();
        self
    }

    /// Sends a request as it is, but for a `Host` where it has none.
    pub(super) async fn send(&self, mut request: Request<Body>) -> Answer {
        let host = HOST.parse().expect("a value");
        request.headers_mut().entry(header::HOST).or_insert(host);
        let admission = self.state.gate.admit(self.peer).expect("there is a place");
        request.extensions_mut().insert(admission);
        let app = self.app.clone();
        let response = timeout(PATIENCE, app.oneshot(request)).await.expect("it answers");
        let (parts, body) = response.expect("it never fails").into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.expect("a body");
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    pub(super) async fn get(&self, path: &str) -> Answer {
        self.send(get(path)).await
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(post(path, body.to_string())).await
    }
}

pub(super) fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).expect("a request")
}

pub(super) fn post(path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.into())
        .expect("a request")
}

/// Makes the state of a server with an empty log.
pub(in crate::http) async fn state(listen: SocketAddr, budgets: Budgets) -> AppState {
    let settings = Settings {
        listen,
        names: Vec::new(),
        budgets,
        connections: 100,
        engine: None,
    };
    let store = Store::open(&Location::Memory).await.expect("memory is there");
    let engines = EnginePool::start(EnginePoolOptions {
        players: 1,
        analysts: 1,
    })
    .expect("there are threads");
    let hub = Hub::start(store, engines.clone(), HubOptions::default())
        .await
        .expect("an empty log");
    AppState::new(hub, engines, settings)
}

/// A server that listens.
pub(super) struct Listening {
    pub(super) state: AppState,
    pub(super) address: SocketAddr,
}

impl Listening {
    pub(super) async fn new() -> Self {
        Self::with(Budgets::default()).await
    }

    pub(super) async fn with(budgets: Budgets) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = state(address, budgets).await;
        tokio::spawn(serve(listener, state.clone()));
        Self { state, address }
    }

    /// Sends bytes over a connection of their own and returns all that comes until the server closes it.
    pub(super) async fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        stream.write_all(bytes).await.expect("it reads");
        let mut answer = Vec::new();
        let read = timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        // A reset is an end as well.
        let _ = read.expect("it closes the connection");
        String::from_utf8_lossy(&answer).into_owned()
    }
}

/// A WebSocket of a page.
pub(super) struct Page {
    socket: WebSocketStream<TcpStream>,
}

impl Listening {
    /// Opens a WebSocket as a page of an origin does, or as a program without one.
    pub(super) async fn open(&self, origin: Option<&str>) -> Result<Page, StatusCode> {
        let stream = TcpStream::connect(self.address).await.expect("it listens");
        let mut request = format!("ws://{}/ws", self.address)
            .into_client_request()
            .expect("a request");
        if let Some(origin) = origin {
            let origin = origin.parse().expect("a value");
            request.headers_mut().insert(header::ORIGIN, origin);
        }
        match timeout(PATIENCE, client_async(request, stream))
            .await
            .expect("it answers")
        {
            Ok((socket, _)) => Ok(Page { socket }),
            Err(tungstenite::Error::Http(response)) => Err(response.status()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a WebSocket and says hello.
    pub(super) async fn page(&self) -> Page {
        let mut page = self.open(None).await.expect("it is let in");
        page.say(&json!({"type": "hello", "version": VERSION})).await;
        assert_eq!(page.hear().await["type"], "welcome");
        page
    }

    /// Makes a table over HTTP.
    pub(super) async fn create(&self, table: &Value) -> Value {
        let body = table.to_string();
        let request = format!(
            "POST /api/v1/tables HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let answer = self.raw(request.as_bytes()).await;
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        assert!(head.starts_with("HTTP/1.1 201"), "{answer}");
        serde_json::from_str(body).expect("the body is JSON")
    }
}

impl Page {
    pub(super) async fn say(&mut self, message: &Value) {
        self.send(Message::text(message.to_string())).await;
    }

    /// Sends anything; the answer shows whether it is taken.
    pub(super) async fn send(&mut self, message: Message) {
        let _ = timeout(PATIENCE, self.socket.send(message))
            .await
            .expect("it reads");
    }

    /// Sends bytes below the WebSocket; the answer shows whether they are taken.
    pub(super) async fn send_raw(&mut self, bytes: &[u8]) {
        let _ = timeout(PATIENCE, self.socket.get_mut().write_all(bytes))
            .await
            .expect("it reads");
    }

    /// Returns the next message that is not about presence.
    pub(super) async fn hear(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("it is open");
            if message["type"] != "presence" {
                return message;
            }
        }
    }

    /// Returns the next message of a kind.
    pub(super) async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("it is open");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Reads until the server closes the WebSocket, and returns what it says of it; none when it just hangs
    /// up.
    pub(super) async fn end(&mut self) -> Option<u16> {
        loop {
            match self.next().await {
                Ok(_) => {}
                Err(code) => return code,
            }
        }
    }

    async fn next(&mut self) -> Result<Value, Option<u16>> {
        loop {
            match timeout(PATIENCE, self.socket.next())
                .await
                .expect("it says something")
            {
                Some(Ok(Message::Text(text))) => {
                    return Ok(serde_json::from_str(&text).expect("a message is JSON"));
                }
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }
}
