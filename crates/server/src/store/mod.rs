//! The log of events, in a SQLite file or in PostgreSQL.
//!
//! What happened at a table is in the log before anybody sees it. Its events are numbered from 0 without
//! gaps, and no two of a table have the same number, whichever process writes: of two that try, one gets
//! a conflict and reads what the other wrote.
//!
//! One task writes, everything that waits in one transaction: a flush to the disk takes milliseconds, and
//! thousands of moves a second share one. Several servers may share a PostgreSQL database, and each notifies
//! the others of its commits; a SQLite file is one server's alone.

mod backend;
mod entry;
mod error;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quincunx_table::{Event, Logged, Millis, SeatTokenHash, TableId};
use tokio::sync::{Mutex, broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};

use self::backend::{Backend, either};
use self::entry::Entry;
pub(crate) use self::error::AppendError;
pub use self::error::StoreError;
#[cfg(feature = "postgres")]
use self::postgres::Postgres;
use self::sqlite::Sqlite;
use self::writer::Request;

/// Notifications that wait for a receiver; one that falls behind learns that it missed some.
const NEWS_CAPACITY: usize = 4096;

/// How long the database may take to answer a health check.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(2);

/// How long an answer to a health check holds.
const HEALTH_INTERVAL: Duration = Duration::from_secs(1);

/// How long the database may take to close, when everything is written.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Where the log is kept. It prints without the password that the address of a database may hold.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// In a SQLite file, which is made, with its folder, where there is none.
    File(PathBuf),
    /// In memory, and gone with the store.
    Memory,
    /// In the PostgreSQL database of this address, `postgres://…`.
    Postgres(String),
}

/// The last event of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastEvent {
    /// The table.
    pub table: TableId,
    /// The event's number.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
}

/// What other processes did to the log.
#[cfg_attr(
    not(feature = "postgres"),
    expect(dead_code, reason = "only a PostgreSQL database has several processes")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreNotification {
    /// An event was appended to the log of a table.
    Appended {
        /// The table.
        table: TableId,
        /// The event's number.
        seq: u64,
    },
    /// The connection to the database broke and is back: anything may have been appended meanwhile.
    Missed,
}

/// The log. It is cheap to clone; all clones are the same store.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    backend: Arc<Backend>,
    queue: mpsc::Sender<Request>,
    news: broadcast::Sender<StoreNotification>,
    /// When it was last tried to write, and whether that went well.
    health: Mutex<Option<(Instant, bool)>>,
    stop: CancellationToken,
    writer: Mutex<Option<JoinHandle<()>>>,
    _stops_when_dropped: DropGuard,
}

impl Store {
    /// Opens a log, making it where there is none, and brings its schema up to date.
    ///
    /// # Errors
    /// When the place cannot be reached, written or locked, belongs to something else, or was written by a
    /// later version of the program.
    pub async fn open(location: &Location) -> Result<Self, StoreError> {
        let (news, _) = broadcast::channel(NEWS_CAPACITY);
        let stop = CancellationToken::new();
        let backend = match location {
            Location::File(path) => Backend::Sqlite(Sqlite::open(path).await?),
            Location::Memory => Backend::Sqlite(Sqlite::in_memory().await?),
            #[cfg(feature = "postgres")]
            Location::Postgres(address) => Backend::Postgres(Postgres::open(address).await?),
            #[cfg(not(feature = "postgres"))]
            Location::Postgres(_) => return Err(StoreError::NoPostgres),
        };
        let backend = Arc::new(backend);
        let (queue, requests) = mpsc::channel(writer::QUEUE);
        let write = writer::write(Arc::clone(&backend), requests, stop.clone());
        let shared = Shared {
            queue,
            news,
            health: Mutex::new(None),
            writer: Mutex::new(Some(tokio::spawn(write))),
            _stops_when_dropped: stop.clone().drop_guard(),
            stop,
            backend,
        };
        let (backend, news) = (Arc::clone(&shared.backend), shared.news.clone());
        let stopped = shared.stop.clone();
        tokio::spawn(async move { stopped.run_until_cancelled(backend.maintain(&news)).await });
        Ok(Self {
            shared: Arc::new(shared),
        })
    }

    /// Appends an event to the log of a table, and returns its bytes when it is there for good.
    ///
    /// `deadline` is when the time of the side to move is up, as of this event; none while no clock runs. It
    /// is what [`Self::tables_with_clocks`] goes by. An append that is given up while it waits may still be
    /// carried out.
    ///
    /// # Errors
    /// When the number is not the next of the table, the database fails, or the store is closed.
    pub(crate) async fn append(
        &self,
        table: TableId,
        seq: u64,
        at: Millis,
        event: &Event,
        deadline: Option<Millis>,
    ) -> Result<usize, AppendError> {
        let body =
            serde_json::to_string(event).map_err(|error| AppendError::Unwritable(error.to_string()))?;
        let bytes = body.len();
        let entry = Entry {
            table,
            seq: stored(seq),
            at: stored(at),
            body,
            deadline: deadline.map(stored),
        };
        let (answer, answered) = oneshot::channel();
        self.shared
            .queue
            .send(Request { entry, answer })
            .await
            .map_err(|_| AppendError::Closed)?;
        answered.await.map_err(|_| AppendError::Closed)??;
        Ok(bytes)
    }

    /// Reads the events of a table from a number on, in order; none of a table that there is not.
    ///
    /// # Errors
    /// When the database fails, or holds an event that this program does not know.
    pub(crate) async fn events(&self, table: TableId, from: u64) -> Result<Vec<Logged>, StoreError> {
        let rows = either!(self.shared.backend, database => database.events(table, stored(from)).await)?;
        rows.into_iter()
            .map(|(seq, at, body)| {
                let event = serde_json::from_str(&body);
                let event = event.map_err(|source| StoreError::Unreadable { table, seq, source })?;
                Ok(Logged {
                    seq: seq.unsigned_abs(),
                    at: at.unsigned_abs(),
                    event,
                })
            })
            .collect()
    }

    /// Begins to listen to what other processes append.
    #[must_use]
    pub(crate) fn news(&self) -> broadcast::Receiver<StoreNotification> {
        self.shared.news.subscribe()
    }

    /// Returns the tables whose clock runs, the most urgent first.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn tables_with_clocks(&self) -> Result<Vec<TableId>, StoreError> {
        let tables = either!(self.shared.backend, database => database.tables_with_clocks().await)?;
        tables.into_iter().map(|table| named(&table)).collect()
    }

    /// Returns the table of a visitor's first attempt at a game of the day (`date` as in `2026-11-21`, UTC).
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn first_daily(
        &self,
        date: &str,
        game: &str,
        visitor: SeatTokenHash,
    ) -> Result<Option<TableId>, StoreError> {
        let visitor = String::from(visitor);
        let first =
            either!(self.shared.backend, database => database.first_daily(date, game, &visitor).await)?;
        first.as_deref().map(named).transpose()
    }

    /// Notes a visitor's attempt at a game of the day, unless they have made one, and returns the table of
    /// their first.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn enter_daily(
        &self,
        date: &str,
        game: &str,
        visitor: SeatTokenHash,
        table: TableId,
    ) -> Result<TableId, StoreError> {
        let (name, table) = (String::from(visitor), table.as_str());
        either!(self.shared.backend, database => database.enter_daily(date, game, &name, table).await)?;
        let first = self.first_daily(date, game, visitor).await?;
        Ok(first.ok_or(sqlx::Error::RowNotFound)?)
    }

    /// Returns the last events of the tables after one, in the order of their names, a thousand at most; of
    /// the first tables if there is none to be after.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn last_events(&self, after: Option<TableId>) -> Result<Vec<LastEvent>, StoreError> {
        let after = after.as_ref().map_or("", TableId::as_str);
        let rows = either!(self.shared.backend, database => database.last_events(after).await)?;
        rows.into_iter()
            .map(|(table, seq, at)| {
                Ok(LastEvent {
                    table: named(&table)?,
                    seq: seq.unsigned_abs(),
                    at: at.unsigned_abs(),
                })
            })
            .collect()
    }

    /// Removes those of some tables whose last event was before a time, whole, and returns how many there
    /// were. Who has one in memory all the same cannot append to it any more: that is an
    /// [`AppendError::Gap`].
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn remove(&self, tables: &[TableId], before: Millis) -> Result<u64, StoreError> {
        let tables: Vec<&str> = tables.iter().map(TableId::as_str).collect();
        Ok(either!(self.shared.backend, database => database.remove(&tables, stored(before)).await)?)
    }

    /// Forgets the attempts at games of days before one.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn forget_dailies(&self, before: &str) -> Result<(), StoreError> {
        Ok(either!(self.shared.backend, database => database.forget_dailies(before).await)?)
    }

    /// Returns about how many bytes the log takes on disk, without what is free in a file and will be
    /// written again.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn size(&self) -> Result<u64, StoreError> {
        Ok(either!(self.shared.backend, database => database.size().await)?.unsigned_abs())
    }

    /// Notes that a server is alive.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn beat(&self, now: Millis) -> Result<(), StoreError> {
        Ok(either!(self.shared.backend, database => database.beat(stored(now)).await)?)
    }

    /// Returns when any server was last known to be alive.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn last_beat(&self) -> Result<Option<Millis>, StoreError> {
        Ok(either!(self.shared.backend, database => database.last_beat().await)?.map(i64::unsigned_abs))
    }

    /// Returns whether the database can be written, which is tried at most once a second.
    pub(crate) async fn healthy(&self) -> bool {
        let mut health = self.shared.health.lock().await;
        if let Some((at, healthy)) = *health
            && at.elapsed() < HEALTH_INTERVAL
        {
            return healthy;
        }
        let written =
            either!(self.shared.backend, database => timeout(HEALTH_TIMEOUT, database.try_write()).await);
        if let Ok(Err(error)) = &written {
            tracing::warn!(%error, "the database cannot be written");
        }
        let healthy = matches!(written, Ok(Ok(())));
        *health = Some((Instant::now(), healthy));
        healthy
    }

    /// Writes what still waits, and closes the database. Appends that come later are refused.
    pub(crate) async fn close(&self) {
        self.shared.stop.cancel();
        let mut writer = self.shared.writer.lock().await;
        if let Some(writer) = writer.take()
            && let Err(error) = writer.await
        {
            tracing::error!(%error, "the task that writes the log ended badly");
        }
        let closed = either!(self.shared.backend, database => timeout(CLOSE_TIMEOUT, database.close()).await);
        if closed.is_err() {
            tracing::warn!(
                "the database did not let go in time; everything acknowledged is in it all the same"
            );
        }
    }
}

/// Copies a database in a file into a new file, as of one moment, whether or not a server has it open.
///
/// # Errors
/// When the target exists, or one of them cannot be opened, read or written.
pub async fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    sqlite::backup(from, to).await
}

/// Databases count in 64 bits with a sign; no table and no time comes near.
fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn named(table: &str) -> Result<TableId, StoreError> {
    table.parse().map_err(|_| StoreError::Misnamed(table.to_owned()))
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Memory => f.write_str("Memory"),
            Self::Postgres(_) => f.write_str("Postgres(…)"),
        }
    }
}

#[cfg(test)]
mod tests;
