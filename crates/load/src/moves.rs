//! Durable moves: none is lost or doubled.

use std::time::Duration;

use anyhow::Result;

use crate::Options;
use crate::figures::Figure;
use crate::players::{compare, make_tables, play, sit_down};
use crate::server::{Server, folder};

const GATE: Duration = Duration::from_millis(50);

pub(crate) async fn measure(options: &Options) -> Result<Vec<Figure>> {
    let data = folder()?;
    let server = Server::start(options, data.path()).await?;
    let tables = make_tables(server.address, options.players, true).await?;
    let players = sit_down(server.address, tables).await?;
    let (players, mut times) = play(players, options.rate, options.load()).await?;
    let kept = compare(server.address, &players).await?;
    let rate = times.count() as f64 / options.load().as_secs_f64();
    Ok(vec![Figure {
        name: "durable moves",
        required: format!(
            "{}/s on {} connections, p99 ≤ 50 ms, none lost, none doubled",
            options.rate, options.players
        ),
        measured: format!(
            "{rate:.0}/s, {}, {} lost and {} doubled of {}",
            times.summary(),
            kept.lost,
            kept.doubled,
            kept.acknowledged
        ),
        passed: rate >= options.rate as f64 * 0.99
            && times.percentile(99) <= GATE
            && kept.lost + kept.doubled == 0,
    }])
}
