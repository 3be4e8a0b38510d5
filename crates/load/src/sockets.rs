//! Idle pages: their memory, and how fast they are gone.

use std::time::Duration;

use anyhow::{Context as _, Result};
use quincunx_table::messages::ServerMessage;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::Options;
use crate::figures::Figure;
use crate::page::Page;
use crate::players::{gather, make_tables};
use crate::server::{Server, folder};

const TABLES: usize = 100;

/// Pages opened concurrently.
const HELPERS: usize = 50;

const MEGABYTE: f64 = 1e6;

pub(crate) async fn measure(options: &Options) -> Result<Vec<Figure>> {
    let data = folder()?;
    let server = Server::start(options, data.path()).await?;
    let address = server.address;
    let mut tables = make_tables(address, TABLES, false).await?;
    for table in &mut tables {
        table.token = None;
    }
    let before = server.memory()?;
    let mut opening = JoinSet::new();
    for helper in 0..HELPERS {
        let tables = tables.clone();
        let places = (helper..options.sockets).step_by(HELPERS);
        opening.spawn(async move {
            let mut pages = Vec::new();
            for place in places {
                let mut page = Page::open(address).await?;
                page.watch(&tables[place % tables.len()]).await?;
                pages.push(page);
            }
            anyhow::Ok(pages)
        });
    }
    let pages = gather(opening).await?;
    let all = pages.len();
    let listening = listen(pages);
    tokio::time::sleep(options.load()).await;
    let with = server.memory()?;
    let open = Figure {
        name: "open WebSockets",
        required: format!("{} in ≤ 300 MB", options.sockets),
        measured: format!(
            "{all} in {:.0} MB, {:.1} kB each",
            with as f64 / MEGABYTE,
            with.saturating_sub(before) as f64 / 1000.0 / all as f64
        ),
        passed: with <= 300_000_000,
    };
    Ok(vec![open, stop(server, listening).await?])
}

/// Lets pages answer pings until the server stops; whether they were notified.
fn listen(pages: Vec<Page>) -> JoinSet<bool> {
    let mut listening = JoinSet::new();
    for mut page in pages {
        listening.spawn(async move {
            while let Ok(message) = page.receive().await {
                if message == (ServerMessage::Stopping {}) {
                    return true;
                }
            }
            false
        });
    }
    listening
}

/// Stops the server while all pages listen.
async fn stop(server: Server, mut listening: JoinSet<bool>) -> Result<Figure> {
    let all = listening.len();
    let (time, status) = server.stop().await?;
    let mut notified = 0;
    while let Some(heard) = timeout(Duration::from_secs(20), listening.join_next())
        .await
        .context("pages were left hanging")?
    {
        notified += usize::from(heard?);
    }
    Ok(Figure {
        name: "SIGTERM with these sockets",
        required: "flushed and gone ≤ 5 s".to_owned(),
        measured: format!(
            "gone in {:.2} s, {notified} of {all} pages notified, {status}",
            time.as_secs_f64()
        ),
        passed: time <= Duration::from_secs(5) && notified == all && status.code() == Some(143),
    })
}
