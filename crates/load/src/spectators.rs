//! One game with many spectators, one of whom never reads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use quincunx_table::messages::{Created, ServerMessage};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::Options;
use crate::figures::{Figure, Times};
use crate::page::Page;
use crate::players::{make_tables, sit_down};
use crate::server::{Server, folder};

/// Moves per second.
const RATE: u32 = 20;

const GATE: Duration = Duration::from_millis(100);

/// When each event was due.
type Sent = Arc<Mutex<Vec<(u64, Instant)>>>;

pub(crate) async fn measure(options: &Options) -> Result<Vec<Figure>> {
    let data = folder()?;
    let server = Server::start(options, data.path()).await?;
    let address = server.address;
    let tables = make_tables(address, 1, true).await?;
    let public = Created {
        token: None,
        ..tables[0].clone()
    };
    let mut player = sit_down(address, tables).await?.pop().context("one sits down")?;
    // Never reads after this.
    let mut slow = Page::open_narrow(address).await?;
    slow.watch(&public).await?;
    let sent = Sent::default();
    let mut watching = JoinSet::new();
    for _ in 0..options.spectators {
        let mut page = Page::open(address).await?;
        page.watch(&public).await?;
        watching.spawn(spectate(page, sent.clone()));
    }
    let start = Instant::now();
    let mut due = start;
    let mut moves = 0;
    while start.elapsed() < options.load() {
        tokio::time::sleep_until(due).await;
        let next = player.seq + 1;
        lock(&sent).push((next, due));
        if !player.play(moves).await? {
            break;
        }
        moves += 1;
        due += Duration::from_secs(1) / RATE;
    }
    // Late updates arrive; then the server ends, and with it the spectators.
    sleep(Duration::from_secs(1)).await;
    server.stop().await?;
    let (mut all, mut fewest) = (Times::default(), usize::MAX);
    while let Some(times) = watching.join_next().await {
        let times = times?;
        fewest = fewest.min(times.count());
        all.append(times);
    }
    let heard = timeout(Duration::from_secs(10), count_updates(&mut slow)).await;
    let heard = heard.context("the slow reader was left hanging")?;
    Ok(vec![Figure {
        name: "spectators",
        required: format!(
            "1 game × {}: p99 ≤ 100 ms; a slow reader is dropped",
            options.spectators
        ),
        measured: format!(
            "{moves} moves at {RATE}/s, {}; all spectators heard {fewest}, the slow reader was sent {heard}",
            all.summary()
        ),
        passed: all.percentile(99) <= GATE && fewest == moves && heard < moves,
    }])
}

/// Times every update until the server ends.
async fn spectate(mut page: Page, sent: Sent) -> Times {
    let mut times = Times::default();
    while let Ok(text) = page.receive_text().await {
        let now = Instant::now();
        // A thousand of them: only what is needed.
        let Some(seq) = seq_of_update(&text) else {
            continue;
        };
        if let Some((_, due)) = lock(&sent).iter().rev().find(|(event, _)| *event == seq) {
            times.add(now.saturating_duration_since(*due));
        }
    }
    times
}

fn lock(sent: &Sent) -> MutexGuard<'_, Vec<(u64, Instant)>> {
    sent.lock().unwrap_or_else(PoisonError::into_inner)
}

fn seq_of_update(text: &str) -> Option<u64> {
    let rest = text.strip_prefix("{\"type\":\"update\"")?;
    let (_, rest) = rest.split_once("\"seq\":")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

async fn count_updates(page: &mut Page) -> usize {
    let mut count = 0;
    while let Ok(message) = page.receive().await {
        count += usize::from(matches!(message, ServerMessage::Update(_)));
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_update_is_found() {
        let text = "{\"type\":\"update\",\"table\":\"0123456789ab\",\"seq\":17,\"change\":{}}";
        assert_eq!(seq_of_update(text), Some(17));
        assert_eq!(
            seq_of_update("{\"type\":\"done\",\"request\":1,\"seq\":17}"),
            None
        );
    }
}
