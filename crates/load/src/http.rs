//! A plain HTTP connection.

use std::net::SocketAddr;

use anyhow::{Context as _, Result, bail};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use quincunx_table::messages::{Created, NewTable, Snapshot};
use tokio::net::TcpStream;

/// The status and the body.
type Answer = (StatusCode, Bytes);

pub(crate) struct Http {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

impl Http {
    pub(crate) async fn connect(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // It ends with the sender, which returns its errors.
        tokio::spawn(connection);
        Ok(Self {
            sender,
            host: address.to_string(),
        })
    }

    pub(crate) async fn send(&mut self, method: Method, path: &str, body: String) -> Result<Answer> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, &self.host)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::from(body))?;
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        Ok((status, body))
    }

    pub(crate) async fn create(&mut self, table: &NewTable) -> Result<Created> {
        let body = serde_json::to_string(table)?;
        let (status, body) = self.send(Method::POST, "/api/v1/tables", body).await?;
        if status != StatusCode::CREATED {
            bail!("no table: {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok(serde_json::from_slice(&body)?)
    }

    pub(crate) async fn snapshot(&mut self, created: &Created) -> Result<Snapshot> {
        let path = format!("/api/v1/tables/{}", created.table);
        let (status, body) = self.send(Method::GET, &path, String::new()).await?;
        if !status.is_success() {
            bail!("{path}: {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok(serde_json::from_slice(&body)?)
    }
}
