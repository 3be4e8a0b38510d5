//! Players that move by the clock, each at a table of their own.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use quincunx_table::messages::{
    ClientMessage, Command, Created, NewSeat, NewTable, ServerMessage, Situation,
};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::figures::Times;
use crate::http::Http;
use crate::page::{Page, Watched};

/// The game that is played: its games are long and its luck makes every move draw random numbers.
const GAME: &str = "2048";

/// How many connections set things up.
const HELPERS: usize = 32;

/// How long after its time is up a load waits for what is on its way.
const LATE: Duration = Duration::from_secs(20);

/// A player at a table.
pub(crate) struct Player {
    pub(crate) created: Created,
    page: Page,
    watched: Watched,
    /// The moves that the server has acknowledged.
    pub(crate) acknowledged: usize,
    /// The plies that the table had when this player came.
    plies_before: usize,
}

/// The side of a board on which a game does not end for thousands of moves.
const LONG: &str = "8";

/// Describes a table for one person; on a large board where the game is to be long.
pub(crate) fn table_for_one(long: bool) -> NewTable {
    let sides = ["width", "height"].map(|side| (side.to_owned(), LONG.to_owned()));
    NewTable {
        game: GAME.to_owned(),
        options: sides.into_iter().filter(|_| long).collect(),
        seats: vec![NewSeat::Me {}],
        clock: None,
        from: None,
    }
}

/// Makes tables.
pub(crate) async fn make_tables(address: SocketAddr, count: usize, long: bool) -> Result<Vec<Created>> {
    let mut helpers = JoinSet::new();
    for helper in 0..HELPERS {
        helpers.spawn(async move {
            let mut http = Http::connect(address).await?;
            let mut tables = Vec::new();
            for _ in (helper..count).step_by(HELPERS) {
                tables.push(http.create(&table_for_one(long)).await?);
            }
            anyhow::Ok(tables)
        });
    }
    gather(helpers).await
}

/// Sits players down at tables.
pub(crate) async fn sit_down(address: SocketAddr, tables: Vec<Created>) -> Result<Vec<Player>> {
    let mut helpers = JoinSet::new();
    let share = tables.len().div_ceil(HELPERS).max(1);
    let mut tables = tables.into_iter().peekable();
    while tables.peek().is_some() {
        let tables: Vec<Created> = tables.by_ref().take(share).collect();
        helpers.spawn(async move {
            let mut players = Vec::new();
            for created in tables {
                let mut page = Page::open(address).await?;
                let watched = page.watch(&created).await?;
                players.push(Player {
                    plies_before: watched.situation.ply,
                    created,
                    page,
                    watched,
                    acknowledged: 0,
                });
            }
            anyhow::Ok(players)
        });
    }
    gather(helpers).await
}

/// Collects what tasks have made.
pub(crate) async fn gather<T: 'static>(mut tasks: JoinSet<Result<Vec<T>>>) -> Result<Vec<T>> {
    let mut all = Vec::new();
    while let Some(made) = tasks.join_next().await {
        all.append(&mut made??);
    }
    Ok(all)
}

/// Has players move, so many moves a second together, and returns them with the times from when each move was
/// due to when it was told.
pub(crate) async fn play(players: Vec<Player>, rate: usize, load: Duration) -> Result<(Vec<Player>, Times)> {
    let step = Duration::from_secs(1) / u32::try_from(rate.max(1))?;
    let each = step * u32::try_from(players.len())?;
    let start = Instant::now() + Duration::from_millis(200);
    let mut tasks = JoinSet::new();
    for (place, mut player) in players.into_iter().enumerate() {
        let first = start + step * u32::try_from(place)?;
        tasks.spawn(async move {
            let mut times = Times::default();
            let mut due = first;
            while due < start + load {
                sleep_until(due).await;
                if !player.play(place + player.acknowledged).await? {
                    break;
                }
                times.add(due.elapsed());
                due += each;
            }
            anyhow::Ok((player, times))
        });
    }
    let (mut players, mut all) = (Vec::new(), Times::default());
    while let Some(played) = timeout_at(start + load + LATE, tasks.join_next())
        .await
        .context("moves are missing")?
    {
        let (player, times) = played??;
        players.push(player);
        all.append(times);
    }
    Ok((players, all))
}

impl Player {
    /// Plays a move and waits until it is told to all and acknowledged; false when the game is over.
    pub(crate) async fn play(&mut self, choice: usize) -> Result<bool> {
        let Some(command) = self.watched.next_move(choice) else {
            return Ok(false);
        };
        self.carry_out(command).await?;
        Ok(true)
    }

    async fn carry_out(&mut self, command: Command) -> Result<()> {
        let (table, request) = (self.created.table, self.watched.seq);
        self.page
            .send(&ClientMessage::Command {
                request,
                table,
                command,
            })
            .await?;
        self.hear(request).await
    }

    /// Waits for the update of a move, which must be the next, and for its acknowledgement.
    async fn hear(&mut self, asked: u64) -> Result<()> {
        loop {
            match self.page.receive().await? {
                ServerMessage::Update(update) => {
                    ensure!(
                        update.seq == self.watched.seq + 1,
                        "update {} after {}",
                        update.seq,
                        self.watched.seq
                    );
                    self.watched = Watched {
                        seq: update.seq,
                        situation: update.situation,
                    };
                }
                ServerMessage::Done { request, seq } => {
                    ensure!(
                        request == asked && seq == self.watched.seq,
                        "acknowledged {seq} before it was told"
                    );
                    self.acknowledged += 1;
                    return Ok(());
                }
                ServerMessage::Presence { .. } => {}
                other => bail!("{other:?} in answer to a move"),
            }
        }
    }

    /// Returns how things stand, as it was told last.
    pub(crate) fn situation(&self) -> &Situation {
        &self.watched.situation
    }

    /// Returns the last event that was told.
    pub(crate) fn seq(&self) -> u64 {
        self.watched.seq
    }
}

/// What the server has of what was acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) acknowledged: usize,
    /// Acknowledged and not there.
    pub(crate) lost: usize,
    /// There, and never acknowledged.
    pub(crate) doubled: usize,
}

/// Asks the server for every table and compares.
pub(crate) async fn compare(address: SocketAddr, players: &[Player]) -> Result<Kept> {
    let mut http = Http::connect(address).await?;
    let mut kept = Kept::default();
    for player in players {
        let there = http.snapshot(&player.created).await?.situation.ply;
        let told = player.plies_before + player.acknowledged;
        kept.acknowledged += player.acknowledged;
        kept.lost += told.saturating_sub(there);
        kept.doubled += there.saturating_sub(told);
    }
    Ok(kept)
}
