//! Kills the server under load again and again: what it acknowledged must still be there.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, ensure};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::Options;
use crate::figures::{Figure, Times, milliseconds};
use crate::http::Http;
use crate::players::{Player, gather, make_tables, sit_down};
#[cfg(target_os = "linux")]
use crate::power::Disk;
use crate::server::{Server, folder};

/// Players that move as fast as they can.
const PLAYERS: usize = 100;

/// The time before the server is killed.
const LOAD: Duration = Duration::from_millis(150);

const GATE: Duration = Duration::from_secs(2);

/// Where the games are.
enum Data {
    Folder(TempDir),
    #[cfg(target_os = "linux")]
    Disk(Disk),
}

impl Data {
    fn path(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder.path(),
            #[cfg(target_os = "linux")]
            Self::Disk(disk) => disk.path(),
        }
    }

    /// Loses power, where that makes a difference.
    fn lose_power(&mut self) -> Result<()> {
        match self {
            Self::Folder(_) => Ok(()),
            #[cfg(target_os = "linux")]
            Self::Disk(disk) => disk.lose_power(),
        }
    }
}

pub(crate) async fn measure(options: &Options) -> Result<Vec<Figure>> {
    kill_again_and_again(
        options,
        Data::Folder(folder()?),
        ["kill −9 under load", "back after kill −9"],
    )
    .await
}

/// Cuts the power of the disk as well.
#[cfg(target_os = "linux")]
pub(crate) async fn lose_power(options: &Options) -> Result<Vec<Figure>> {
    ensure!(
        options.database.is_none(),
        "the disk is one for files: leave --database out"
    );
    kill_again_and_again(
        options,
        Data::Disk(Disk::new()?),
        ["power failure under load", "back after a power failure"],
    )
    .await
}

async fn kill_again_and_again(
    options: &Options,
    mut data: Data,
    names: [&'static str; 2],
) -> Result<Vec<Figure>> {
    let mut server = Server::start(options, data.path()).await?;
    let mut tables = make_tables(server.address, PLAYERS, true).await?;
    let (mut ready, mut acknowledged, mut lost) = (Times::default(), 0, 0);
    for round in 0..options.kills {
        let players = sit_down(server.address, tables).await?;
        let before: u64 = players.iter().map(|player| player.seq).sum();
        let mut playing = JoinSet::new();
        let is_killed = Arc::new(AtomicBool::new(false));
        for player in players {
            playing.spawn(play_to_the_end(player, round, is_killed.clone()));
        }
        sleep(LOAD + Duration::from_millis(u64::try_from(round)? * 3 % 100)).await;
        is_killed.store(true, Ordering::SeqCst);
        server.kill().await?;
        data.lose_power()?;
        let players = gather(playing).await?;
        acknowledged += players.iter().map(|player| player.seq).sum::<u64>() - before;
        let start = Instant::now();
        server = Server::start(options, data.path()).await?;
        let mut http = Http::connect(server.address).await?;
        http.snapshot(&players[0].created).await?;
        ready.add(start.elapsed());
        for player in &players {
            let snapshot = http.snapshot(&player.created).await?;
            let (there, known) = (snapshot.seq, player.seq);
            lost += known.saturating_sub(there);
            let (found, last) = (&snapshot.situation, &player.situation);
            ensure!(
                there != known || (&found.board, &found.last) == (&last.board, &last.last),
                "another position after event {there} than before"
            );
            // At most one move was on its way.
            ensure!(there <= known + 1, "event {there} of a table after {known}");
        }
        tables = players.into_iter().map(|player| player.created).collect();
    }
    server.stop().await?;
    let kept = Figure {
        name: names[0],
        required: format!("{} times: every acknowledged move present", options.kills),
        measured: format!(
            "{} times: {lost} lost of {acknowledged} acknowledged",
            options.kills
        ),
        passed: lost == 0 && acknowledged > 0,
    };
    let back = Figure {
        name: names[1],
        required: "ready again ≤ 2 s".to_owned(),
        measured: format!(
            "p50 {}, slowest {}",
            milliseconds(ready.percentile(50)),
            milliseconds(ready.percentile(100))
        ),
        passed: ready.percentile(100) <= GATE,
    };
    Ok(vec![kept, back])
}

/// Plays until the game is over or the server is gone, which it must not be before it is killed.
async fn play_to_the_end(
    mut player: Player,
    round: usize,
    is_killed: Arc<AtomicBool>,
) -> Result<Vec<Player>> {
    for choice in round.. {
        match player.play(choice).await {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) if is_killed.load(Ordering::SeqCst) => break,
            Err(error) => return Err(error.context("a move failed before the kill")),
        }
    }
    Ok(vec![player])
}
