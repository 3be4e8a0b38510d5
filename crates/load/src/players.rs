//! Players at tables of their own, which move by the clock.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use quincunx_table::messages::{
    ClientMessage, Command, Created, NewSeat, NewTable, ServerMessage, Situation, TurnInfo, Update,
};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::figures::Times;
use crate::http::Http;
use crate::page::Page;

/// Connections that set things up.
const HELPERS: usize = 32;

/// How long a load waits for late answers.
const LATE: Duration = Duration::from_secs(20);

/// A player at a table.
pub(crate) struct Player {
    pub(crate) created: Created,
    pub(crate) page: Page,
    /// The last known event, and the situation after it.
    pub(crate) seq: u64,
    pub(crate) situation: Situation,
    /// The acknowledged moves.
    acknowledged: usize,
    /// The plies of the table before this player.
    plies_before: usize,
}

/// The side of a board on which a game lasts thousands of moves.
const LONG: &str = "8";

/// Returns a table of a game all of whose seats are one person's.
pub(crate) fn own_table(game: &str, seats: usize) -> NewTable {
    NewTable {
        game: game.to_owned(),
        options: [].into(),
        seats: vec![NewSeat::Me {}; seats],
        clock: None,
        from: None,
    }
}

/// Creates tables of 2048, whose every move draws random numbers; on a large board for long games.
pub(crate) async fn make_tables(address: SocketAddr, count: usize, long: bool) -> Result<Vec<Created>> {
    let mut helpers = JoinSet::new();
    for helper in 0..HELPERS {
        helpers.spawn(async move {
            let mut table = own_table("2048", 1);
            let sides = ["width", "height"].map(|side| (side.to_owned(), LONG.to_owned()));
            table.options.extend(sides.into_iter().filter(|_| long));
            let mut http = Http::connect(address).await?;
            let mut tables = Vec::new();
            for _ in (helper..count).step_by(HELPERS) {
                tables.push(http.create(&table).await?);
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
    for tables in tables.chunks(share).map(<[_]>::to_vec) {
        helpers.spawn(async move {
            let mut players = Vec::new();
            for created in tables {
                players.push(Player::sit_down(address, created).await?);
            }
            anyhow::Ok(players)
        });
    }
    gather(helpers).await
}

pub(crate) async fn gather<T: 'static>(mut tasks: JoinSet<Result<Vec<T>>>) -> Result<Vec<T>> {
    let mut all = Vec::new();
    while let Some(made) = tasks.join_next().await {
        all.append(&mut made??);
    }
    Ok(all)
}

/// Plays moves at a common rate, and returns the times from when each was due to its update.
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
    pub(crate) async fn sit_down(address: SocketAddr, created: Created) -> Result<Self> {
        let mut page = Page::open(address).await?;
        let snapshot = page.watch(&created).await?;
        Ok(Self {
            created,
            page,
            seq: snapshot.seq,
            plies_before: snapshot.situation.ply,
            situation: snapshot.situation,
            acknowledged: 0,
        })
    }

    /// Plays a move and waits for its update and acknowledgement; false when the game is over.
    pub(crate) async fn play(&mut self, choice: usize) -> Result<bool> {
        let asked = self.seq;
        if !self.ask(choice).await? {
            return Ok(false);
        }
        loop {
            match self.page.receive().await? {
                ServerMessage::Update(update) => self.update(*update)?,
                ServerMessage::Done { request, seq } => {
                    ensure!(
                        request == asked && seq == self.seq,
                        "acknowledged {seq} before its update"
                    );
                    self.acknowledged += 1;
                    return Ok(true);
                }
                ServerMessage::Presence { .. } => {}
                other => bail!("{other:?} in answer to a move"),
            }
        }
    }

    /// Sends one of the legal actions; false when the game is over.
    pub(crate) async fn ask(&mut self, choice: usize) -> Result<bool> {
        if !self.can_move() {
            return Ok(false);
        }
        let mut legal = self.situation.legal.iter().flat_map(|run| run.0..=run.1);
        let count = legal.clone().count();
        let command = Command::Play {
            at: self.situation.position,
            action: legal.nth(choice % count.max(1)),
            text: None,
        };
        let (table, request) = (self.created.table, self.seq);
        let message = ClientMessage::Command {
            request,
            table,
            command,
        };
        self.page.send(&message).await?;
        Ok(true)
    }

    /// Whether the game goes on.
    pub(crate) const fn can_move(&self) -> bool {
        matches!(self.situation.turn, TurnInfo::Player { .. })
    }

    /// Takes an update, which must be the next.
    pub(crate) fn update(&mut self, update: Update) -> Result<()> {
        let (seq, before) = (update.seq, self.seq);
        ensure!(seq == before + 1, "update {seq} after {before}");
        (self.seq, self.situation) = (seq, update.situation);
        Ok(())
    }
}

/// Counts of acknowledged moves.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) acknowledged: usize,
    /// Acknowledged and missing.
    pub(crate) lost: usize,
    /// Present and never acknowledged.
    pub(crate) doubled: usize,
}

pub(crate) async fn compare(address: SocketAddr, players: &[Player]) -> Result<Kept> {
    let mut http = Http::connect(address).await?;
    let mut kept = Kept::default();
    for player in players {
        let there = http.snapshot(&player.created).await?.situation.ply;
        let known = player.plies_before + player.acknowledged;
        kept.acknowledged += player.acknowledged;
        kept.lost += known.saturating_sub(there);
        kept.doubled += there.saturating_sub(known);
    }
    Ok(kept)
}
