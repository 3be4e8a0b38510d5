//! A plain HTTP connection.

use std::net::SocketAddr;

use anyhow::{Context as _, Result, bail};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use quincunx_table::messages::{Created, NewTable, Snapshot};
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;

/// A connection on which one request follows the other.
pub(crate) struct Http {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

impl Http {
    pub(crate) async fn connect(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // It ends with the sender; errors come out there.
        tokio::spawn(connection);
        Ok(Self {
            sender,
            host: address.to_string(),
        })
    }

    /// Sends a request and reads the answer.
    pub(crate) async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<(StatusCode, Bytes)> {
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

    /// Reads what is at an address.
    pub(crate) async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T> {
        let (status, body) = self.send(Method::GET, path, String::new()).await?;
        if !status.is_success() {
            bail!("{path}: {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok(serde_json::from_slice(&body)?)
    }

    /// Makes a table.
    pub(crate) async fn create(&mut self, table: &NewTable) -> Result<Created> {
        let body = serde_json::to_string(table)?;
        let (status, body) = self.send(Method::POST, "/api/v1/tables", body).await?;
        if status != StatusCode::CREATED {
            bail!("no table: {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok(serde_json::from_slice(&body)?)
    }

    /// Reads all there is to know of a table.
    pub(crate) async fn snapshot(&mut self, created: &Created) -> Result<Snapshot> {
        self.get(&format!("/api/v1/tables/{}", created.table)).await
    }
}
