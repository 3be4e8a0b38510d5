//! Players that move by the clock for long, at a server that is killed after every load: what it
//! acknowledged must still be there, and its memory and log must not grow faster at the end than at the
//! beginning.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use hyper::Method;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::Options;
use crate::figures::{Figure, Times, milliseconds};
use crate::http::Http;
use crate::players::{Player, compare, make_tables, own_table, sit_down};
use crate::server::{Server, folder};

/// The part of the moves asked for that must be made while the server runs.
const MADE: f64 = 0.99;

/// How much more the last third may take than the first.
const GROWTH: f64 = 1.1;

/// A load and its end.
#[derive(Default)]
struct Round {
    acknowledged: usize,
    lost: usize,
    /// The server's memory before it was killed, in bytes.
    memory: u64,
    /// The log's bytes after it was killed.
    log: u64,
}

pub(crate) async fn measure(options: &Options) -> Result<Vec<Figure>> {
    let data = folder()?;
    let (mut rounds, mut all, mut ready) = (Vec::new(), Times::default(), Times::default());
    let mut server = Server::start(options, data.path()).await?;
    let before = log_size(server.address).await?;
    let mut tables = Vec::new();
    for number in 1..=options.kills {
        tables.extend(make_tables(server.address, options.players - tables.len(), false).await?);
        let players = sit_down(server.address, tables).await?;
        let (mut round, games, times) = play_and_kill(server, players, options).await?;
        all.append(times);
        let start = Instant::now();
        server = Server::start(options, data.path()).await?;
        ready.add(start.elapsed());
        let kept = compare(server.address, &games).await?;
        // A move of each player was on its way.
        ensure!(
            kept.doubled <= options.players,
            "{} moves were played twice",
            kept.doubled
        );
        (round.acknowledged, round.lost) = (kept.acknowledged, kept.lost);
        round.log = log_size(server.address).await? - before;
        eprintln!(
            "{number} of {}: {} moves, {} lost, {:.0} MB of memory, a log of {:.0} MB",
            options.kills,
            round.acknowledged,
            round.lost,
            round.memory as f64 / 1e6,
            round.log as f64 / 1e6
        );
        rounds.push(round);
        let open = games.into_iter().filter(Player::can_move);
        tables = open.map(|player| player.created).collect();
    }
    server.stop().await?;
    Ok(figures(options, &rounds, all, ready))
}

fn figures(options: &Options, rounds: &[Round], mut all: Times, mut ready: Times) -> Vec<Figure> {
    let sum = |value: fn(&Round) -> usize| rounds.iter().map(value).sum::<usize>();
    let (acknowledged, lost) = (sum(|round| round.acknowledged), sum(|round| round.lost));
    let seconds = options.load().as_secs_f64() * rounds.len() as f64;
    let rate = all.count() as f64 / seconds;
    let kept = Figure {
        name: "soak with kill −9",
        required: format!(
            "{}/s, killed {} times, every acknowledged move present",
            options.rate, options.kills
        ),
        measured: format!(
            "{rate:.0}/s for {seconds:.0} s, {lost} lost of {acknowledged}, {}, back after {}",
            all.summary(),
            milliseconds(ready.percentile(100))
        ),
        passed: lost == 0 && rate >= options.rate as f64 * MADE,
    };
    let third = rounds.len().div_ceil(3);
    let (first, last) = (&rounds[..third], &rounds[rounds.len() - third..]);
    let max_memory = |rounds: &[Round]| rounds.iter().map(|round| round.memory).max().unwrap_or(0) as f64;
    let memory = [first, last].map(max_memory);
    let memory = Figure {
        name: "memory in the soak",
        required: format!("the most of the last third ≤ {GROWTH} × that of the first"),
        measured: format!("{:.0} MB, then {:.0} MB", memory[0] / 1e6, memory[1] / 1e6),
        passed: memory[1] <= memory[0] * GROWTH,
    };
    let per_move = |rounds: &[Round], before: u64| {
        let moves: usize = rounds.iter().map(|round| round.acknowledged).sum();
        rounds
            .last()
            .map_or(0.0, |last| (last.log - before) as f64 / moves.max(1) as f64)
    };
    let before_last = rounds[..rounds.len() - third].last().map_or(0, |round| round.log);
    let log = [per_move(first, 0), per_move(last, before_last)];
    let log = Figure {
        name: "log in the soak",
        required: format!("bytes a move in the last third ≤ {GROWTH} × those in the first"),
        measured: format!("{:.0} B a move, then {:.0} B", log[0], log[1]),
        passed: log[1] <= log[0] * GROWTH,
    };
    vec![kept, memory, log]
}

/// Lets players move at a common rate, kills the server, and returns all the games they played.
async fn play_and_kill(
    server: Server,
    players: Vec<Player>,
    options: &Options,
) -> Result<(Round, Vec<Player>, Times)> {
    let step = Duration::from_secs(1) / u32::try_from(options.rate.max(1))?;
    let each = step * u32::try_from(players.len())?;
    let start = Instant::now();
    let mut playing = JoinSet::new();
    for (place, player) in players.into_iter().enumerate() {
        let first = start + step * u32::try_from(place)?;
        playing.spawn(play_to_the_end(server.address, player, first, each));
    }
    sleep_until(start + options.load()).await;
    let memory = server.memory()?;
    let end = Instant::now();
    server.kill().await?;
    let (mut games, mut all) = (Vec::new(), Times::default());
    while let Some(played) = playing.join_next().await {
        let (mut played, times, error) = played?;
        if let Some((when, error)) = error
            && when < end
        {
            return Err(error.context("a player could not go on"));
        }
        games.append(&mut played);
        all.append(times);
    }
    let round = Round {
        memory,
        ..Round::default()
    };
    Ok((round, games, all))
}

/// Plays by the clock, one game after the other, until the server is gone.
async fn play_to_the_end(
    address: SocketAddr,
    mut player: Player,
    mut due: Instant,
    each: Duration,
) -> (Vec<Player>, Times, Option<(Instant, anyhow::Error)>) {
    let (mut games, mut times, mut moves) = (Vec::new(), Times::default(), 0);
    let error = loop {
        sleep_until(due).await;
        match player.play(moves).await {
            Ok(true) => {
                times.add(due.elapsed());
                moves += 1;
                due += each;
            }
            Ok(false) => match next_game(address).await {
                Ok(next) => games.push(std::mem::replace(&mut player, next)),
                Err(error) => break error,
            },
            Err(error) => break error,
        }
    };
    games.push(player);
    (games, times, Some((Instant::now(), error)))
}

async fn next_game(address: SocketAddr) -> Result<Player> {
    let table = own_table("2048", 1);
    let created = Http::connect(address).await?.create(&table).await?;
    Player::sit_down(address, created).await
}

/// Returns the size of the log as the server sees it, in bytes.
async fn log_size(address: SocketAddr) -> Result<u64> {
    let mut http = Http::connect(address).await?;
    for _ in 0..100 {
        let (_, body) = http.send(Method::GET, "/metrics", String::new()).await?;
        let metrics = String::from_utf8_lossy(&body);
        let size = metrics
            .lines()
            .find_map(|line| line.strip_prefix("quincunx_log_bytes "));
        if let Some(bytes) = size {
            return Ok(bytes.parse::<f64>().context("a size is a number")? as u64);
        }
        sleep(Duration::from_millis(50)).await;
    }
    bail!("the server does not say how large its log is")
}
