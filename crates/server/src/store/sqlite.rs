//! The log in a SQLite file, for one server.
//!
//! The file is in WAL mode with `synchronous=FULL`: a commit has reached the disk when it returns. Next to
//! `NAME` lie `NAME-wal`, what was written last; `NAME-shm`, an index of it; and `NAME.lock`, which keeps a
//! second server away.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quincunx_table::TableId;
use serde::Serialize;
use sqlx::error::DatabaseError;
use sqlx::pool::{PoolConnection, PoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection, Row as _};
use tokio::time::MissedTickBehavior;

use super::entry::{Entry, LAST_EVENTS, Row, Verdict, pending, verdicts};
use super::error::StoreError;

/// Each brings the schema from the version of its place to the next.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/sqlite/1.sql"),
    include_str!("migrations/sqlite/2.sql"),
];

/// Marks the file as one of this program: `Quin` in ASCII, in the file's header.
const APPLICATION_ID: i64 = 0x5175_696e;

/// How long one connection waits for another that writes.
const BUSY: Duration = Duration::from_secs(5);

/// Connections that read at once; each has a thread and some 100 kB.
const READERS: u32 = 4;

/// Pages of 4 KiB in the WAL after which they are moved into the file.
const MAX_WAL_PAGES: i64 = 16_384;

/// How often the length of the WAL is looked at.
const WAL_CHECK: Duration = Duration::from_millis(500);

/// A database in a file, or in memory.
pub(super) struct Sqlite {
    /// One connection, so that writers queue here and not for SQLite's lock.
    writer: SqlitePool,
    readers: SqlitePool,
    /// One connection, which moves the WAL into the file.
    mover: SqlitePool,
    /// The file and its lock; none in memory.
    file: Option<(PathBuf, File)>,
}

impl Sqlite {
    /// Opens a file, making it and its folder where there is none.
    pub(super) async fn open(path: &Path) -> Result<Self, StoreError> {
        let broken = |source| StoreError::File {
            path: path.to_owned(),
            source,
        };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder).map_err(|source| StoreError::File {
                path: folder.to_owned(),
                source: match source.kind() {
                    io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
                    _ => source,
                },
            })?;
        }
        let lock = private()
            .create(true)
            .write(true)
            .truncate(false)
            .open(beside(path, ".lock"));
        let lock = lock.map_err(broken)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::InUse(path.to_owned()),
            TryLockError::Error(source) => broken(source),
        })?;
        // SQLite gives the files beside it the permissions of this one.
        private().create(true).append(true).open(path).map_err(broken)?;

        let options = options(path);
        let writer = pool(1).connect_lazy_with(
            options
                .clone()
                .pragma("wal_autocheckpoint", "0")
                .pragma("cache_size", "-16384"),
        );
        prepare(&writer, &path.display().to_string()).await?;
        let mover = pool(1).connect_lazy_with(options.clone());
        let readers = pool(READERS).connect_lazy_with(options.read_only(true));
        Ok(Self {
            writer,
            readers,
            mover,
            file: Some((path.to_owned(), lock)),
        })
    }

    /// Makes a database in memory, which is gone with the store.
    pub(super) async fn in_memory() -> Result<Self, StoreError> {
        let writer = pool(1).connect_lazy_with(SqliteConnectOptions::new());
        prepare(&writer, "the memory").await?;
        let (readers, mover) = (writer.clone(), writer.clone());
        Ok(Self {
            writer,
            readers,
            mover,
            file: None,
        })
    }

    /// Carries out a transaction that writes.
    ///
    /// When it fails, or is given up half-way, its connection is replaced: SQLite may have ended the
    /// transaction already, as it does when the disk is full, or not, and sqlx would begin no other on that
    /// connection.
    async fn write<T>(
        &self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        let mut writing = Writing {
            connection: self.writer.acquire().await?,
            // A database in memory would go with its connection.
            closes: self.file.is_some(),
        };
        let done = transact(&mut writing.connection, work).await?;
        writing.closes = false;
        Ok(done)
    }

    pub(super) async fn commit(&self, entries: &[Entry]) -> Result<Vec<Verdict>, sqlx::Error> {
        self.write(async |transaction| commit(transaction, entries).await)
            .await
    }

    pub(super) async fn events(&self, table: TableId, from: i64) -> Result<Vec<Row>, sqlx::Error> {
        sqlx::query_as("select seq, at, body from events where table_id = ?1 and seq >= ?2 order by seq")
            .bind(table.as_str())
            .bind(from)
            .fetch_all(&self.readers)
            .await
    }

    pub(super) async fn tables_with_clocks(&self) -> Result<Vec<String>, sqlx::Error> {
        sqlx::query_scalar("select table_id from clocks order by deadline")
            .fetch_all(&self.readers)
            .await
    }

    pub(super) async fn first_daily(
        &self,
        date: &str,
        game: &str,
        visitor: &str,
    ) -> Result<Option<String>, sqlx::Error> {
        sqlx::query_scalar("select table_id from dailies where date = ?1 and game = ?2 and visitor = ?3")
            .bind(date)
            .bind(game)
            .bind(visitor)
            .fetch_optional(&self.readers)
            .await
    }

    pub(super) async fn enter_daily(
        &self,
        date: &str,
        game: &str,
        visitor: &str,
        table: &str,
    ) -> Result<(), sqlx::Error> {
        self.write(async |transaction| {
            sqlx::query(
                "insert into dailies (date, game, visitor, table_id) values (?1, ?2, ?3, ?4)
                 on conflict do nothing",
            )
            .bind(date)
            .bind(game)
            .bind(visitor)
            .bind(table)
            .execute(&mut *transaction)
            .await
        })
        .await
        .map(|_| ())
    }

    pub(super) async fn last_events(&self, after: &str) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
        // One look into the key a table, whatever its number of events.
        sqlx::query_as(
            "with recursive names (name) as (
                 select min(table_id) from events where table_id > ?1
                 union all
                 select (select min(table_id) from events where table_id > name) from names
                 where name is not null limit ?2
             )
             select name, seq, at from names join events on table_id = name
             where seq = (select max(seq) from events where table_id = name)",
        )
        .bind(after)
        .bind(LAST_EVENTS)
        .fetch_all(&self.readers)
        .await
    }

    pub(super) async fn remove(&self, tables: &[&str], before: i64) -> Result<u64, sqlx::Error> {
        self.write(async |transaction| {
            let old: Vec<String> = sqlx::query_scalar(
                "select value from json_each(?1)
                 where (select at from events where table_id = value order by seq desc limit 1) < ?2
                     and not exists (select 1 from clocks where table_id = value)",
            )
            .bind(json(&tables))
            .bind(before)
            .fetch_all(&mut *transaction)
            .await?;
            let old = json(&old);
            let first = "delete from events where table_id in (select value from json_each(?1)) and seq = 0";
            let removed = sqlx::query(first).bind(&old).execute(&mut *transaction).await?;
            sqlx::query("delete from events where table_id in (select value from json_each(?1))")
                .bind(&old)
                .execute(&mut *transaction)
                .await?;
            Ok(removed.rows_affected())
        })
        .await
    }

    pub(super) async fn forget_dailies(&self, before: &str) -> Result<(), sqlx::Error> {
        self.write(async |transaction| {
            sqlx::query("delete from dailies where date < ?1")
                .bind(before)
                .execute(transaction)
                .await
        })
        .await?;
        Ok(())
    }

    pub(super) async fn size(&self) -> Result<i64, sqlx::Error> {
        // Pages count once they are in the WAL.
        sqlx::query_scalar(
            "select (page_count - freelist_count) * page_size
             from pragma_page_count, pragma_freelist_count, pragma_page_size",
        )
        .fetch_one(&self.readers)
        .await
    }

    pub(super) async fn beat(&self, now: i64) -> Result<(), sqlx::Error> {
        self.write(async |transaction| {
            let beat = sqlx::query(
                "insert into heartbeat (id, at) values (1, ?1)
                 on conflict (id) do update set at = max(at, excluded.at)",
            );
            beat.bind(now).execute(transaction).await
        })
        .await?;
        Ok(())
    }

    pub(super) async fn last_beat(&self) -> Result<Option<i64>, sqlx::Error> {
        sqlx::query_scalar("select at from heartbeat")
            .fetch_optional(&self.readers)
            .await
    }

    /// Writes as much as the events of many tables, to see whether that can be written.
    pub(super) async fn try_write(&self) -> Result<(), sqlx::Error> {
        self.write(async |transaction| {
            sqlx::query("insert or replace into health (id, filler) values (1, randomblob(65536))")
                .execute(transaction)
                .await
        })
        .await?;
        Ok(())
    }

    /// Carries out what a test asks for on the connection that writes.
    #[cfg(test)]
    pub(super) async fn execute_on_writer(&self, sql: &'static str) {
        let done = sqlx::raw_sql(sql).execute(&self.writer).await;
        done.expect("it can be carried out");
    }

    /// Keeps the WAL short, for ever. SQLite left alone would do so in the middle of a commit, and that
    /// commit would wait for all of it.
    ///
    /// Two passes: the long one while the writer goes on, then the rest, and while that is moved nobody
    /// writes. The next commit then begins the WAL anew.
    pub(super) async fn keep_wal_short(&self) {
        if self.file.is_none() {
            return;
        }
        let mut ticks = tokio::time::interval(WAL_CHECK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.shorten_wal().await {
                tracing::warn!(%error, "the write-ahead log could not be moved into the database");
            }
        }
    }

    async fn shorten_wal(&self) -> Result<(), sqlx::Error> {
        let row = sqlx::query("pragma wal_checkpoint(noop)")
            .fetch_one(&self.mover)
            .await?;
        let (pages, moved): (i64, i64) = (row.get(1), row.get(2));
        if pages - moved >= MAX_WAL_PAGES {
            for connection in [&self.mover, &self.writer] {
                sqlx::query("pragma wal_checkpoint(passive)")
                    .fetch_one(connection)
                    .await?;
            }
        }
        Ok(())
    }

    pub(super) async fn close(&self) {
        self.readers.close().await;
        self.mover.close().await;
        self.writer.close().await;
        if let Some((path, lock)) = &self.file
            && let Err(error) = lock.unlock()
        {
            tracing::warn!(%error, database = %path.display(), "the lock could not be given back before the end");
        }
    }
}

/// A connection on which something is written.
struct Writing {
    connection: PoolConnection<sqlx::Sqlite>,
    /// Whether it is closed, and not given back, when this is dropped.
    closes: bool,
}

impl Drop for Writing {
    fn drop(&mut self) {
        if self.closes {
            self.connection.close_on_drop();
        }
    }
}

/// Does some work in a transaction.
async fn transact<T>(
    connection: &mut SqliteConnection,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
) -> Result<T, sqlx::Error> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    let done = work(&mut transaction).await?;
    transaction.commit().await?;
    Ok(done)
}

/// Appends the entries that are next at their tables.
async fn commit(transaction: &mut SqliteConnection, entries: &[Entry]) -> Result<Vec<Verdict>, sqlx::Error> {
    let rows: Vec<_> = entries
        .iter()
        .map(|entry| (entry.table.as_str(), entry.seq, entry.at, &entry.body))
        .collect();
    let taken: Vec<String> = sqlx::query_scalar(
        "insert into events (table_id, seq, at, body)
         select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?1)
         where value ->> 1 = (select coalesce(max(seq) + 1, 0) from events where table_id = value ->> 0)
         on conflict do nothing
         returning table_id",
    )
    .bind(json(&rows))
    .fetch_all(&mut *transaction)
    .await?;
    let taken: HashSet<String> = taken.into_iter().collect();

    let (running, still): (Vec<&Entry>, Vec<&Entry>) = entries
        .iter()
        .filter(|entry| taken.contains(entry.table.as_str()))
        .partition(|entry| entry.deadline.is_some());
    if !still.is_empty() {
        let tables: Vec<_> = still.iter().map(|entry| entry.table.as_str()).collect();
        sqlx::query("delete from clocks where table_id in (select value from json_each(?1))")
            .bind(json(&tables))
            .execute(&mut *transaction)
            .await?;
    }
    if !running.is_empty() {
        let rows: Vec<_> = running
            .iter()
            .map(|entry| (entry.table.as_str(), entry.deadline))
            .collect();
        sqlx::query(
            "insert or replace into clocks (table_id, deadline)
             select value ->> 0, value ->> 1 from json_each(?1)",
        )
        .bind(json(&rows))
        .execute(&mut *transaction)
        .await?;
    }

    let mut heads = HashMap::new();
    if taken.len() < entries.len() {
        let tables: Vec<_> = entries.iter().map(|entry| entry.table.as_str()).collect();
        let found = sqlx::query(
            "select table_id, max(seq) from events
             where table_id in (select value from json_each(?1)) group by table_id",
        )
        .bind(json(&tables))
        .fetch_all(&mut *transaction)
        .await?;
        heads = found.iter().map(|row| (row.get(0), row.get(1))).collect();
    }
    Ok(verdicts(entries, &taken, &heads))
}

/// Copies a database into a new file, as of one moment, whether or not a server has it open.
///
/// # Errors
/// When the target is there already, or one of the two cannot be opened, read or written.
pub(super) async fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    let broken = |source| StoreError::File {
        path: to.to_owned(),
        source,
    };
    if to.try_exists().map_err(broken)? {
        return Err(broken(io::ErrorKind::AlreadyExists.into()));
    }
    let name = from.display().to_string();
    let target = std::path::absolute(to).map_err(broken)?;
    let folder = target.parent().unwrap_or(&target);
    // Half a copy must not be taken for a whole one.
    let copy = tempfile::Builder::new()
        .prefix(".quincunx-backup-")
        .tempfile_in(folder)
        .map_err(broken)?;
    let target = copy
        .path()
        .to_str()
        .ok_or_else(|| broken(io::ErrorKind::InvalidFilename.into()))?;
    let mut connection = SqliteConnection::connect_with(&options(from))
        .await
        .map_err(|error| recognise(error, &name))?;
    identify(&mut connection, &name).await?;
    sqlx::query("vacuum into ?1")
        .bind(target)
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    copy.as_file().sync_all().map_err(broken)?;
    copy.persist_noclobber(to).map_err(|error| broken(error.error))?;
    Ok(())
}

/// Makes sure that a database is ours, and brings its schema up to date.
async fn prepare(writer: &SqlitePool, name: &str) -> Result<(), StoreError> {
    let mut connection = writer.acquire().await.map_err(|error| recognise(error, name))?;
    identify(&mut connection, name).await?;
    sqlx::query("pragma journal_mode = wal")
        .execute(&mut *connection)
        .await?;
    migrate(&mut connection).await
}

/// Checks that a database is of this program or empty.
async fn identify(connection: &mut SqliteConnection, name: &str) -> Result<(), StoreError> {
    let row =
        sqlx::query("select (select application_id from pragma_application_id), count(*) from sqlite_schema")
            .fetch_one(connection)
            .await
            .map_err(|error| recognise(error, name))?;
    let (id, objects): (i64, i64) = (row.get(0), row.get(1));
    let ours = id == APPLICATION_ID || (id == 0 && objects == 0);
    ours.then_some(())
        .ok_or_else(|| StoreError::Foreign(name.to_owned()))
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    let found: i64 = sqlx::query_scalar("pragma user_version")
        .fetch_one(&mut *transaction)
        .await?;
    for migration in pending(MIGRATIONS, found)? {
        sqlx::raw_sql(migration).execute(&mut *transaction).await?;
    }
    let marks = format!(
        "pragma user_version = {}; pragma application_id = {APPLICATION_ID}",
        MIGRATIONS.len()
    );
    sqlx::raw_sql(AssertSqlSafe(marks))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(())
}

/// Names the case of a file that is no database; SQLite reports that only when it reads it.
fn recognise(error: sqlx::Error, name: &str) -> StoreError {
    const CORRUPT: &str = "11";
    const NOT_A_DATABASE: &str = "26";
    let code = error.as_database_error().and_then(DatabaseError::code);
    match code.as_deref() {
        Some(CORRUPT | NOT_A_DATABASE) => StoreError::Foreign(name.to_owned()),
        _ => StoreError::Database(error),
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY)
}

/// Makes a pool whose connections stay: a database in memory lives as long as its connection.
fn pool(connections: u32) -> PoolOptions<sqlx::Sqlite> {
    PoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

fn json(rows: &impl Serialize) -> String {
    serde_json::to_string(rows).expect("texts and numbers are JSON")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Opens files that nobody else may read, where the system knows such.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a folder, and those above it, that nobody else may read.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}
