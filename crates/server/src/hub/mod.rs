//! The tables in memory: commands are carried out one at a time at each table, written to the log, and only
//! then sent to watchers.
//!
//! ```text
//!   command ─▶ room (one lock a table) ─▶ Table::perform ─▶ Store::append ─▶ every watcher, in bytes made once
//!                                                │ the number is taken: another process was faster
//!                                                ▼
//!                        the table is made again of its log, watchers are sent what they missed
//! ```
//!
//! | module | |
//! | --- | --- |
//! | `room` | one table in memory with those who watch it, and the last updates for those who come back |
//! | `command` | perform, commit, broadcast; follow what other processes log |
//! | `create` | new tables: asked for, of a record, forked, of the day, rematches |
//! | `puzzles` | tables at which puzzles are solved |
//! | `turns` | what happens without anybody asking: computers' moves, flags that fall |
//! | `judging` | analysis and reports |
//! | `disk` | what the log takes, and how long tables are kept |
//! | `memory` | what the games in memory take, and which leave it |
//! | `replays` | who plays records and logs again, and who waits |
//! | `maintenance` | recovery at the start, the heartbeat, news of other processes, tables that leave memory |
//! | `time` | the time that clocks run by, and pauses in it |
//!
//! A table is in memory while somebody watches it, its clock runs or its computer thinks, and for a minute
//! more; when memory is full, not as long.

mod command;
mod create;
mod disk;
mod judging;
mod maintenance;
mod memory;
mod puzzles;
mod replays;
mod room;
#[cfg(test)]
mod tests;
mod time;
mod turns;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use quincunx_table::messages::{Looked, Reason, Refusal, Snapshot};
use quincunx_table::{Millis, SeatToken, TableId, daily};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub(crate) use judging::AnalysisStream;
pub(crate) use room::{WatchId, Watcher, text_of};

use crate::budget::{Budget, ByteBudget};
use crate::engine_pool::{EnginePool, Share};
use crate::store::{Store, StoreError};
use memory::{Memory, Payer};
use replays::Replays;
use room::Room;
use time::HubTime;

/// How a hub goes about its work.
#[derive(Clone)]
pub struct HubOptions {
    /// Reports the system's time, in milliseconds since 1970-01-01 UTC: it says what day it is.
    pub wall: Arc<dyn Fn() -> Millis + Send + Sync>,
    /// Reports the time that clocks run by, which no setting of the system's clock changes.
    pub now: Arc<dyn Fn() -> Millis + Send + Sync>,
    /// How long a computer's move takes at least, so that people see what happens.
    pub min_move_time: Duration,
    /// How long a table that nobody needs stays in memory.
    pub idle: Duration,
    /// The bytes that the games in memory may take together, about; beyond them tables are put away, those
    /// of the address with the most.
    pub memory: usize,
    /// The bytes of events that an address may have written to the log before it makes further tables.
    pub written: Budget,
    /// The bytes that the log may take before no further tables are made; none for any number.
    pub max_disk: Option<u64>,
    /// How long a table is kept after its last event; none for ever.
    pub keep: Option<Duration>,
}

impl Default for HubOptions {
    /// The system's clock as it is at the start and the time since then, 250 ms a move, a minute, 1 GiB;
    /// 64 MiB of events at once and 64 KiB a second; as much in all as there is, kept for ever.
    fn default() -> Self {
        let millis = |time: Duration| Millis::try_from(time.as_millis()).unwrap_or(Millis::MAX);
        let wall = move || millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        let (start, begun) = (wall(), Instant::now());
        Self {
            wall: Arc::new(wall),
            now: Arc::new(move || start.saturating_add(millis(begun.elapsed()))),
            min_move_time: Duration::from_millis(250),
            idle: Duration::from_secs(60),
            memory: 1 << 30,
            written: Budget {
                rate: 64 << 10,
                burst: 64 << 20,
            },
            max_disk: None,
            keep: None,
        }
    }
}

/// Who asks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Requester {
    /// The address, with what it may ask for; none for the server itself.
    pub share: Option<Share>,
    /// The token of a seat.
    pub token: Option<SeatToken>,
}

/// The tables in memory.
pub struct Hub {
    store: Store,
    engines: EnginePool,
    options: HubOptions,
    rooms: Mutex<HashMap<TableId, Arc<Room>>>,
    memory: Memory,
    /// The bytes of events that addresses have had written.
    written: ByteBudget,
    /// Whether the log is as large as it may be.
    disk_full: AtomicBool,
    time: HubTime,
    replays: Replays,
    stopping: CancellationToken,
    /// Commands and moves in progress: they are carried through whoever asked for them goes away.
    tasks: TaskTracker,
}

impl Hub {
    /// Starts the hub: clocks that ran when the servers went away go on from where they stood. They are seen
    /// to in the background, and before anything else happens at their tables.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn start(
        store: Store,
        engines: EnginePool,
        options: HubOptions,
    ) -> Result<Arc<Self>, StoreError> {
        let time = HubTime::new((options.now)(), store.last_beat().await?);
        let hub = Arc::new(Self {
            store,
            engines,
            memory: Memory::new(options.memory),
            written: ByteBudget::new(options.written),
            disk_full: AtomicBool::new(false),
            options,
            rooms: Mutex::default(),
            time,
            replays: Replays::new(),
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
        });
        let news = hub.store.news();
        hub.start_maintenance(news);
        Ok(hub)
    }

    /// Reports all there is to know of a table, to somebody with a token or without.
    ///
    /// # Errors
    /// When there is no such table.
    pub(crate) async fn snapshot(
        self: &Arc<Self>,
        table: TableId,
        requester: Requester,
    ) -> Result<Snapshot, Refusal> {
        let room = self.entered(table, payer(requester.share)).await?;
        let mut state = room.state.lock().await;
        let table = self.loaded(&room, &mut state).await?;
        Ok(table.snapshot(requester.token.map(|token| token.hash()), self.now()))
    }

    /// Shows the position after a ply.
    ///
    /// # Errors
    /// When there is no such table or ply.
    pub(crate) async fn look(
        self: &Arc<Self>,
        table: TableId,
        ply: usize,
        share: Option<Share>,
    ) -> Result<Looked, Refusal> {
        let room = self.entered(table, payer(share)).await?;
        let mut state = room.state.lock().await;
        self.loaded(&room, &mut state).await?.look(ply)
    }

    /// Writes the record of a table up to a ply, or of what has been played and not taken back.
    ///
    /// # Errors
    /// When there is no such table or ply, or its analysis is closed: a record can be analysed anywhere.
    pub(crate) async fn record(
        self: &Arc<Self>,
        table: TableId,
        ply: Option<usize>,
        share: Option<Share>,
    ) -> Result<String, Refusal> {
        let room = self.entered(table, payer(share)).await?;
        let mut state = room.state.lock().await;
        let table = self.loaded(&room, &mut state).await?;
        let present = table.session().ply();
        table.fork(ply.unwrap_or(present))
    }

    /// Returns whether the log takes and gives.
    pub(crate) async fn healthy(&self) -> bool {
        self.store.healthy().await
    }

    /// Ends the thinking, carries commands in progress through and closes the log. Commands that come later
    /// are refused.
    pub(crate) async fn stop(&self) {
        self.stopping.cancel();
        self.engines.stop();
        self.tasks.close();
        self.tasks.wait().await;
        self.beat().await;
        self.store.close().await;
    }

    fn now(&self) -> Millis {
        self.time.see((self.options.now)())
    }

    /// Returns the day, by the system's clock.
    fn date(&self) -> jiff::civil::Date {
        daily::date((self.options.wall)())
    }

    /// Returns the room of a table, which may have to be loaded yet.
    fn room(&self, table: TableId) -> Result<Arc<Room>, Refusal> {
        if self.stopping.is_cancelled() {
            return Err(Reason::ServerStops {}.into());
        }
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(
            rooms.entry(table).or_insert_with(|| Arc::new(Room::new(table))),
        ))
    }

    /// Returns the room of a table that is in memory.
    fn known_room(&self, table: TableId) -> Option<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.get(&table).cloned()
    }

    fn all_rooms(&self) -> Vec<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.values().cloned().collect()
    }
}

/// Returns the address that what is asked for counts for.
fn payer(share: Option<Share>) -> Payer {
    share.map(|share| share.address)
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hub")
    }
}

/// Refuses because storage has failed, which is logged.
fn failed(error: impl std::error::Error, table: TableId) -> Refusal {
    let source = error.source().map(ToString::to_string);
    tracing::error!(%table, %error, source, "the log has failed");
    Reason::StorageFailed {}.into()
}
