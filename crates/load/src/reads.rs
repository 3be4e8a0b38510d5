//! Reading over plain HTTP.

use std::time::Duration;

use anyhow::{Result, ensure};
use hyper::{Method, StatusCode};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::Options;
use crate::figures::{Figure, Times};
use crate::http::Http;
use crate::players::make_tables;
use crate::server::{Server, folder};

const READERS: usize = 64;

const GATE: Duration = Duration::from_millis(20);

pub(crate) async fn measure(options: &Options) -> Result<Vec<Figure>> {
    let data = folder()?;
    let server = Server::start(options, data.path()).await?;
    let (address, load) = (server.address, options.load());
    let tables = make_tables(address, READERS, false).await?;
    let mut reading = JoinSet::new();
    for created in tables {
        let path = format!("/api/v1/tables/{}", created.table);
        reading.spawn(async move {
            let mut http = Http::connect(address).await?;
            let mut times = Times::default();
            let end = Instant::now() + load;
            while Instant::now() < end {
                let start = Instant::now();
                let (status, body) = http.send(Method::GET, &path, String::new()).await?;
                ensure!(status == StatusCode::OK && !body.is_empty(), "{path}: {status}");
                times.add(start.elapsed());
            }
            anyhow::Ok(times)
        });
    }
    let mut all = Times::default();
    while let Some(times) = reading.join_next().await {
        all.append(times??);
    }
    let rate = all.count() as f64 / load.as_secs_f64();
    Ok(vec![Figure {
        name: "reads of a table over HTTP",
        required: "≥ 10,000/s, p99 ≤ 20 ms".to_owned(),
        measured: format!("{rate:.0}/s on {READERS} connections, {}", all.summary()),
        passed: rate >= 10_000.0 && all.percentile(99) <= GATE,
    }])
}
