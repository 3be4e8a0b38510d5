//! Two servers on one database with a page at each: both see every move, and of two moves at once one is
//! taken.

use std::net::SocketAddr;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use quincunx_table::messages::{Code, ServerMessage};
use tokio::task::JoinSet;

use crate::Options;
use crate::figures::{Figure, Times};
use crate::http::Http;
use crate::players::{Player, gather, own_table};
use crate::server::{Server, folder};

const GAMES: usize = 20;

struct Played {
    moves: usize,
    /// How often both pages moved at once.
    races: usize,
    /// From a move at one server to its update at the other.
    times: Times,
}

pub(crate) async fn measure(options: &Options) -> Result<Vec<Figure>> {
    ensure!(
        options.database.is_some(),
        "two servers need --database postgres://…"
    );
    let data = folder()?;
    let here = Server::start(options, data.path()).await?;
    let there = Server::start(options, data.path()).await?;
    let mut games = JoinSet::new();
    for _ in 0..GAMES {
        let (here, there) = (here.address, there.address);
        games.spawn(async move { Ok(vec![play(here, there).await?]) });
    }
    let (mut moves, mut races, mut times) = (0, 0, Times::default());
    for played in gather(games).await? {
        moves += played.moves;
        races += played.races;
        times.append(played.times);
    }
    here.stop().await?;
    there.stop().await?;
    Ok(vec![Figure {
        name: "two servers, one game",
        required: "both sides see every move".to_owned(),
        measured: format!(
            "{GAMES} games, {moves} moves, {races} of them raced for; seen at the other server in {}",
            times.summary()
        ),
        passed: moves > 0 && races > 0,
    }])
}

/// Plays a game from one page, from the other, and from both at once, in turn.
async fn play(here: SocketAddr, there: SocketAddr) -> Result<Played> {
    let created = Http::connect(here)
        .await?
        .create(&own_table("connect-four", 2))
        .await?;
    let mut one = Player::sit_down(here, created.clone()).await?;
    let mut other = Player::sit_down(there, created).await?;
    let mut played = Played {
        moves: 0,
        races: 0,
        times: Times::default(),
    };
    loop {
        let (asks_one, asks_other) = [(true, false), (false, true), (true, true)][played.moves % 3];
        let start = Instant::now();
        // Different moves, if there are two.
        if asks_one && !one.ask(played.moves).await? || asks_other && !other.ask(played.moves + 1).await? {
            return Ok(played);
        }
        let (taken_here, taken_there) =
            tokio::try_join!(hear(&mut one, asks_one), hear(&mut other, asks_other))?;
        ensure!(
            taken_here != taken_there,
            "of two moves at once both or none were taken"
        );
        ensure!(
            (one.seq, &one.situation.board, &one.situation.last)
                == (other.seq, &other.situation.board, &other.situation.last),
            "the two servers differ about event {}",
            one.seq
        );
        played.moves += 1;
        if asks_one && asks_other {
            played.races += 1;
        } else {
            played.times.add(start.elapsed());
        }
    }
}

/// Waits for the next update and the answer; returns whether its move was taken.
async fn hear(player: &mut Player, asked: bool) -> Result<bool> {
    let (mut updated, mut answer) = (false, (!asked).then_some(false));
    loop {
        if updated && let Some(taken) = answer {
            return Ok(taken);
        }
        match player.page.receive().await.context("a move has no update")? {
            ServerMessage::Update(update) => {
                ensure!(!updated, "two updates of a move");
                player.update(*update)?;
                updated = true;
            }
            ServerMessage::Done { .. } => answer = Some(true),
            ServerMessage::Refused { refusal, .. } if refusal.code == Code::Stale => answer = Some(false),
            ServerMessage::Presence { .. } => {}
            other => bail!("{other:?} in answer to a move"),
        }
    }
}
