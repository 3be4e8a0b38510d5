//! Two servers on one database, a page at each, one game: both pages see every move, wherever it was played,
//! and of two moves at the same time one is taken.

use std::net::SocketAddr;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use quincunx_table::messages::{ClientMessage, Code, Created, NewSeat, NewTable, ServerMessage};
use tokio::task::JoinSet;

use crate::Options;
use crate::figures::{Figure, Times};
use crate::http::Http;
use crate::page::{Page, Watched};
use crate::players::gather;
use crate::server::{Server, folder};

/// Games that are played at the same time.
const GAMES: usize = 20;

/// What is played: a short game whose moves can be told apart.
const GAME: &str = "connect-four";

/// A game that has been played at both servers.
struct Played {
    moves: usize,
    /// How often both pages moved at once.
    races: usize,
    /// From when a move was sent to the one server to when the other told it.
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
        gate: "both sides see every move".to_owned(),
        measured: format!(
            "{GAMES} games, {moves} moves, {races} of them raced for; told at the other server in {}",
            times.in_words()
        ),
        passed: moves > 0 && races > 0,
    }])
}

/// Plays a game to its end, from one page, from the other, and from both at once in turn.
async fn play(here: SocketAddr, there: SocketAddr) -> Result<Played> {
    let table = NewTable {
        game: GAME.to_owned(),
        options: [].into(),
        seats: vec![NewSeat::Me {}, NewSeat::Me {}],
        clock: None,
        from: None,
    };
    let created = Http::connect(here).await?.create(&table).await?;
    let mut one = Side::sit_down(here, &created).await?;
    let mut other = Side::sit_down(there, &created).await?;
    let mut played = Played {
        moves: 0,
        races: 0,
        times: Times::default(),
    };
    loop {
        let (asks_one, asks_other) = [(true, false), (false, true), (true, true)][played.moves % 3];
        let start = Instant::now();
        // Different moves, where there are two.
        if asks_one && !one.ask(&created, played.moves).await?
            || asks_other && !other.ask(&created, played.moves + 1).await?
        {
            return Ok(played);
        }
        let (taken_here, taken_there) = tokio::try_join!(one.hear(asks_one), other.hear(asks_other))?;
        ensure!(
            taken_here != taken_there,
            "of two moves at once both or none were taken"
        );
        let (a, b) = (&one.watched, &other.watched);
        ensure!(
            (a.seq, &a.situation.board, &a.situation.last) == (b.seq, &b.situation.board, &b.situation.last),
            "the two servers tell different stories of event {}",
            a.seq
        );
        played.moves += 1;
        if asks_one && asks_other {
            played.races += 1;
        } else {
            played.times.add(start.elapsed());
        }
    }
}

/// A page at one of the servers.
struct Side {
    page: Page,
    watched: Watched,
}

impl Side {
    async fn sit_down(address: SocketAddr, created: &Created) -> Result<Self> {
        let mut page = Page::open(address).await?;
        let watched = page.watch(created).await?;
        Ok(Self { page, watched })
    }

    /// Sends a move; false when the game is over.
    async fn ask(&mut self, created: &Created, choice: usize) -> Result<bool> {
        let Some(command) = self.watched.next_move(choice) else {
            return Ok(false);
        };
        let (table, request) = (created.table, self.watched.seq);
        let message = ClientMessage::Command {
            request,
            table,
            command,
        };
        self.page.send(&message).await?;
        Ok(true)
    }

    /// Waits for the next update, and where it asked for the answer; tells whether its own move was taken.
    async fn hear(&mut self, asked: bool) -> Result<bool> {
        let (mut told, mut answer) = (false, (!asked).then_some(false));
        loop {
            if told && let Some(taken) = answer {
                return Ok(taken);
            }
            match self.page.receive().await.context("a move was not told")? {
                ServerMessage::Update(update) => {
                    let seq = self.watched.seq;
                    ensure!(
                        !told && update.seq == seq + 1,
                        "update {} after {seq}",
                        update.seq
                    );
                    self.watched = Watched {
                        seq: update.seq,
                        situation: update.situation,
                    };
                    told = true;
                }
                ServerMessage::Done { .. } => answer = Some(true),
                ServerMessage::Refused { refusal, .. } if refusal.code == Code::Stale => answer = Some(false),
                ServerMessage::Presence { .. } => {}
                other => bail!("{other:?} in answer to a move"),
            }
        }
    }
}
