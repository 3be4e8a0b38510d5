//! The server is killed under load again and again, on the same data: what it acknowledged is there
//! afterwards.

use std::time::Duration;

use anyhow::{Result, ensure};
use quincunx_table::messages::{Created, Situation};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::Options;
use crate::figures::{Figure, Times, milliseconds};
use crate::http::Http;
use crate::players::{Player, gather, make_tables, sit_down};
use crate::server::{Server, folder};

/// Players that move as fast as they can.
const PLAYERS: usize = 100;

/// How long they move before the server is killed; each time a little longer.
const LOAD: Duration = Duration::from_millis(150);

const GATE: Duration = Duration::from_secs(2);

/// A table and what of it is certain.
struct Known {
    created: Created,
    /// The last event that was told.
    seq: u64,
    /// How things stood after it, once something was told.
    situation: Option<Situation>,
}

pub(crate) async fn measure(options: &Options) -> Result<Vec<Figure>> {
    let data = folder()?;
    let mut server = Server::start(options, data.path()).await?;
    let tables = make_tables(server.address, PLAYERS, true).await?;
    let mut known: Vec<Known> = tables
        .into_iter()
        .map(|created| Known {
            created,
            seq: 0,
            situation: None,
        })
        .collect();
    let (mut ready, mut acknowledged, mut lost) = (Times::default(), 0, 0);
    for round in 0..options.kills {
        let tables = known.into_iter().map(|table| table.created).collect();
        let players = sit_down(server.address, tables).await?;
        let before: u64 = players.iter().map(Player::seq).sum();
        let mut playing = JoinSet::new();
        for player in players {
            playing.spawn(play_to_the_end(player, round));
        }
        sleep(LOAD + Duration::from_millis(u64::try_from(round)? * 3 % 100)).await;
        server.kill().await?;
        known = gather(playing).await?;
        acknowledged += known.iter().map(|table| table.seq).sum::<u64>() - before;
        let start = Instant::now();
        server = Server::start(options, data.path()).await?;
        let mut http = Http::connect(server.address).await?;
        http.snapshot(&known[0].created).await?;
        ready.add(start.elapsed());
        for table in &known {
            let snapshot = http.snapshot(&table.created).await?;
            let there = snapshot.seq;
            lost += table.seq.saturating_sub(there);
            if there == table.seq
                && let Some(told) = &table.situation
            {
                let found = &snapshot.situation;
                ensure!(
                    (&found.board, &found.last) == (&told.board, &told.last),
                    "another position after event {there} than was told"
                );
            }
            // At most one move was on its way.
            ensure!(
                there <= table.seq + 1,
                "event {there} of a table after {}",
                table.seq
            );
        }
    }
    server.stop().await?;
    let kept = Figure {
        name: "kill −9 under load",
        gate: format!("{} times: every acknowledged move present", options.kills),
        measured: format!(
            "{} times: {lost} lost of {acknowledged} acknowledged",
            options.kills
        ),
        passed: lost == 0 && acknowledged > 0,
    };
    let back = Figure {
        name: "back after kill −9",
        gate: "ready again ≤ 2 s".to_owned(),
        measured: format!(
            "p50 {}, slowest {}",
            milliseconds(ready.percentile(50)),
            milliseconds(ready.percentile(100))
        ),
        passed: ready.percentile(100) <= GATE,
    };
    Ok(vec![kept, back])
}

/// Plays as fast as the server answers, for as long as it does.
async fn play_to_the_end(mut player: Player, round: usize) -> Result<Vec<Known>> {
    let mut moves = round;
    // Until the game is over or the server is gone.
    while let Ok(true) = player.play(moves).await {
        moves += 1;
    }
    Ok(vec![Known {
        seq: player.seq(),
        situation: Some(player.situation().clone()),
        created: player.created,
    }])
}
