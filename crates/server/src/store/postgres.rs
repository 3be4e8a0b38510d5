//! The log in PostgreSQL, for several servers on one database.
//!
//! Every commit notifies the channel `quincunx`, in the same transaction: `ORIGIN TABLE:SEQ TABLE:SEQ …`,
//! where the origin is a word that each server draws when it starts, by which it knows its own commits.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quincunx_table::{TableId, random_bytes};
use sqlx::pool::PoolOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPool};
use sqlx::{Executor, Row as _};
use thiserror::Error;
use tokio::sync::broadcast;
use tokio::time::{sleep, timeout};

use super::StoreNotification;
use super::entry::{Entry, LAST_EVENTS, Row, Verdict, pending, verdicts};
use super::error::StoreError;

/// Each brings the schema from the version of its place to the next.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/postgres/1.sql"),
    include_str!("migrations/postgres/2.sql"),
];

/// What an event takes beside its text, about: the row and its place in the index. Migration 2 knows it too.
const EVENT_BYTES: i64 = 150;

/// The advisory lock under which a schema is brought up to date, one server at a time: `Quincunx` in ASCII.
const MIGRATION_LOCK: i64 = 0x5175_696e_6375_6e78;

/// How an address begins.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

const CHANNEL: &str = "quincunx";

/// The row of sizes with what was written before the last start. Migration 2 makes it.
const BEFORE: &str = "before";

/// One writes, one listens, the others read.
const CONNECTIONS: u32 = 8;

/// How long to wait for a connection, also to a server that is only starting.
const ACQUIRE: Duration = Duration::from_secs(5);

/// After how much silence the connection that listens is tried, and how long it may take to answer.
const SILENCE: Duration = Duration::from_secs(15);

/// How long to wait before a broken connection is made again.
const PAUSE: Duration = Duration::from_millis(250);

/// A database that a server of its own keeps.
pub(super) struct Postgres {
    pool: PgPool,
    origin: String,
    /// Until it is used to forward notifications. A pool is closed only when it has all connections back.
    listener: Mutex<Option<PgListener>>,
}

/// Why listening ended.
#[derive(Debug, Error)]
enum Broken {
    #[error("the other end closed the connection")]
    Closed,
    #[error("the other end no longer answers")]
    Silent,
    #[error("the connection failed: {0}")]
    Failed(sqlx::Error),
}

impl Postgres {
    /// Connects to a database and begins to listen.
    pub(super) async fn open(address: &str) -> Result<Self, StoreError> {
        if !SCHEMES.iter().any(|scheme| address.starts_with(scheme)) {
            let why = "it begins with neither postgres:// nor postgresql://";
            return Err(StoreError::Address(sqlx::Error::Configuration(why.into())));
        }
        let options: PgConnectOptions = address.parse().map_err(StoreError::Address)?;
        let options = options
            .application_name("quincunx")
            .options([("statement_timeout", "10s"), ("lock_timeout", "10s")]);
        let pool = PoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(ACQUIRE)
            .connect_with(options)
            .await?;
        migrate(&pool).await?;
        let listener = Mutex::new(Some(listen(&pool).await?));
        Ok(Self {
            pool,
            origin: hex::encode(random_bytes::<8>()),
            listener,
        })
    }

    pub(super) async fn commit(&self, entries: &[Entry]) -> Result<Vec<Verdict>, sqlx::Error> {
        let tables: Vec<_> = entries.iter().map(|entry| entry.table.as_str()).collect();
        // In the order of tables, so that two servers never wait for each other.
        let taken: Vec<String> = sqlx::query_scalar(
            "with batch as (
                 select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[])
                     as batch (table_id, seq, at, body, deadline)
             ), taken as (
                 insert into quincunx.events (table_id, seq, at, body)
                 select table_id, seq, at, body from batch
                 where seq = (select coalesce(max(seq) + 1, 0) from quincunx.events as log
                              where log.table_id = batch.table_id)
                 order by table_id
                 on conflict do nothing
                 returning table_id, seq
             ), still as (
                 delete from quincunx.clocks using batch join taken using (table_id)
                 where clocks.table_id = batch.table_id and batch.deadline is null
             ), running as (
                 insert into quincunx.clocks (table_id, deadline)
                 select table_id, deadline from batch join taken using (table_id)
                 where deadline is not null
                 order by table_id
                 on conflict (table_id) do update set deadline = excluded.deadline
             ), counted as (
                 insert into quincunx.sizes (origin, bytes)
                 select $7::text, sum(octet_length(body) + $8::bigint) from batch join taken using (table_id) having count(*) > 0
                 on conflict (origin) do update set bytes = sizes.bytes + excluded.bytes
             ), notified as (
                 select pg_notify($6, $7 || string_agg(' ' || table_id || ':' || seq, '')) from taken having count(*) > 0
             )
             select table_id from taken cross join notified",
        )
        .bind(&tables)
        .bind(entries.iter().map(|entry| entry.seq).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.at).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.body.as_str()).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.deadline).collect::<Vec<_>>())
        .bind(CHANNEL)
        .bind(&self.origin)
        .bind(EVENT_BYTES)
        .fetch_all(&self.pool)
        .await?;
        let taken: HashSet<String> = taken.into_iter().collect();

        let mut heads = HashMap::new();
        if taken.len() < entries.len() {
            let found = sqlx::query(
                "select table_id, max(seq) from quincunx.events where table_id = any($1) group by table_id",
            )
            .bind(&tables)
            .fetch_all(&self.pool)
            .await?;
            heads = found.iter().map(|row| (row.get(0), row.get(1))).collect();
        }
        Ok(verdicts(entries, &taken, &heads))
    }

    pub(super) async fn events(&self, table: TableId, from: i64) -> Result<Vec<Row>, sqlx::Error> {
        sqlx::query_as(
            "select seq, at, body from quincunx.events where table_id = $1 and seq >= $2 order by seq",
        )
        .bind(table.as_str())
        .bind(from)
        .fetch_all(&self.pool)
        .await
    }

    pub(super) async fn tables_with_clocks(&self) -> Result<Vec<String>, sqlx::Error> {
        sqlx::query_scalar("select table_id from quincunx.clocks order by deadline")
            .fetch_all(&self.pool)
            .await
    }

    pub(super) async fn first_daily(
        &self,
        date: &str,
        game: &str,
        visitor: &str,
    ) -> Result<Option<String>, sqlx::Error> {
        sqlx::query_scalar(
            "select table_id from quincunx.dailies where date = $1 and game = $2 and visitor = $3",
        )
        .bind(date)
        .bind(game)
        .bind(visitor)
        .fetch_optional(&self.pool)
        .await
    }

    pub(super) async fn enter_daily(
        &self,
        date: &str,
        game: &str,
        visitor: &str,
        table: &str,
    ) -> Result<(), sqlx::Error> {
        sqlx::query(
            "insert into quincunx.dailies (date, game, visitor, table_id) values ($1, $2, $3, $4)
             on conflict do nothing",
        )
        .bind(date)
        .bind(game)
        .bind(visitor)
        .bind(table)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    pub(super) async fn last_events(&self, after: &str) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
        // One look into the key a table, whatever its number of events.
        sqlx::query_as(
            "with recursive names (name) as (
                 select min(table_id) from quincunx.events where table_id > $1
                 union all
                 select (select min(table_id) from quincunx.events where table_id > name) from names
                 where name is not null
             )
             select name, seq, at from (select name from names limit $2) as names
             cross join lateral
                 (select seq, at from quincunx.events where table_id = name order by seq desc limit 1) as last",
        )
        .bind(after)
        .bind(LAST_EVENTS)
        .fetch_all(&self.pool)
        .await
    }

    pub(super) async fn remove(&self, tables: &[&str], before: i64) -> Result<u64, sqlx::Error> {
        let mut transaction = self.pool.begin().await?;
        // No other server appends to one of them in between.
        transaction
            .execute("set local lock_timeout = '1s'; lock table quincunx.events in share row exclusive mode")
            .await?;
        let removed: i64 = sqlx::query_scalar(
            "with old as (
                 select table_id from unnest($1::text[]) as asked (table_id)
                 where (select at from quincunx.events as log where log.table_id = asked.table_id
                        order by seq desc limit 1) < $2
                     and not exists (select from quincunx.clocks where clocks.table_id = asked.table_id)
             ), gone as (
                 delete from quincunx.events using old where events.table_id = old.table_id
                 returning seq, octet_length(body) as bytes
             ), counted as (
                 insert into quincunx.sizes (origin, bytes)
                 select $3::text, -sum(bytes + $4::bigint) from gone having count(*) > 0
                 on conflict (origin) do update set bytes = sizes.bytes + excluded.bytes
             )
             select count(*) from gone where seq = 0",
        )
        .bind(tables)
        .bind(before)
        .bind(&self.origin)
        .bind(EVENT_BYTES)
        .fetch_one(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(removed.unsigned_abs())
    }

    pub(super) async fn forget_dailies(&self, before: &str) -> Result<(), sqlx::Error> {
        sqlx::query("delete from quincunx.dailies where date < $1")
            .bind(before)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    pub(super) async fn size(&self) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar("select coalesce(sum(bytes), 0)::bigint from quincunx.sizes")
            .fetch_one(&self.pool)
            .await
    }

    pub(super) async fn beat(&self, now: i64) -> Result<(), sqlx::Error> {
        sqlx::query(
            "insert into quincunx.heartbeat (id, at) values (1, $1)
             on conflict (id) do update set at = greatest(heartbeat.at, excluded.at)",
        )
        .bind(now)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    pub(super) async fn last_beat(&self) -> Result<Option<i64>, sqlx::Error> {
        sqlx::query_scalar("select at from quincunx.heartbeat")
            .fetch_optional(&self.pool)
            .await
    }

    /// Writes what is there already, to see whether it can be written.
    pub(super) async fn try_write(&self) -> Result<(), sqlx::Error> {
        self.pool.execute("update quincunx.heartbeat set at = at").await?;
        Ok(())
    }

    /// Forwards what other servers commit, for ever. Reconnects when the connection breaks and reports it
    /// once it listens again.
    pub(super) async fn pass_on(&self, news: &broadcast::Sender<StoreNotification>) {
        let Some(mut listener) = self.take_listener() else {
            return;
        };
        loop {
            let error = self.forward(&mut listener, news).await;
            tracing::warn!(%error, "the connection that listens to the other servers broke");
            listener = loop {
                sleep(PAUSE).await;
                match listen(&self.pool).await {
                    Ok(listener) => break listener,
                    Err(error) => tracing::warn!(%error, "the other servers cannot be reached"),
                }
            };
            tracing::info!("the other servers can be reached again");
            // Nobody may listen here: then nobody has missed anything.
            let _ = news.send(StoreNotification::Missed);
        }
    }

    /// Passes on until the connection breaks. A connection may break without a word: after some silence it is
    /// tried.
    async fn forward(
        &self,
        listener: &mut PgListener,
        news: &broadcast::Sender<StoreNotification>,
    ) -> Broken {
        loop {
            match timeout(SILENCE, listener.try_recv()).await {
                Ok(Ok(Some(notice))) => {
                    for appended in read(notice.payload(), &self.origin) {
                        let _ = news.send(appended);
                    }
                }
                Ok(Ok(None)) => return Broken::Closed,
                Ok(Err(error)) => return Broken::Failed(error),
                Err(_) => match timeout(SILENCE, listener.execute("select 1")).await {
                    Ok(Ok(_)) => {}
                    Ok(Err(error)) => return Broken::Failed(error),
                    Err(_) => return Broken::Silent,
                },
            }
        }
    }

    fn take_listener(&self) -> Option<PgListener> {
        self.listener
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    pub(super) async fn close(&self) {
        drop(self.take_listener());
        self.pool.close().await;
    }
}

async fn listen(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Reads a notice; one's own, and what is no notice of these, hold nothing new.
fn read<'a>(notice: &'a str, own: &str) -> impl Iterator<Item = StoreNotification> + 'a {
    let (origin, appended) = notice.split_once(' ').unwrap_or_default();
    let appended = if origin == own { "" } else { appended };
    appended.split(' ').filter_map(|event| {
        let (table, seq) = event.split_once(':')?;
        Some(StoreNotification::Appended {
            table: table.parse().ok()?,
            seq: seq.parse().ok()?,
        })
    })
}

async fn migrate(pool: &PgPool) -> Result<(), StoreError> {
    let mut transaction = pool.begin().await?;
    sqlx::query("select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)")
        .execute(&mut *transaction)
        .await?;
    sqlx::query("select pg_advisory_xact_lock($1)")
        .bind(MIGRATION_LOCK)
        .execute(&mut *transaction)
        .await?;
    let known: bool = sqlx::query_scalar("select to_regclass('quincunx.version') is not null")
        .fetch_one(&mut *transaction)
        .await?;
    if !known {
        let first = "create schema if not exists quincunx;
                     create table quincunx.version (version bigint not null);
                     insert into quincunx.version (version) values (0)";
        sqlx::raw_sql(first).execute(&mut *transaction).await?;
    }
    let found: i64 = sqlx::query_scalar("select version from quincunx.version")
        .fetch_one(&mut *transaction)
        .await?;
    for (version, migration) in (found + 1..).zip(pending(MIGRATIONS, found)?) {
        sqlx::raw_sql(migration).execute(&mut *transaction).await?;
        sqlx::query("update quincunx.version set version = $1")
            .bind(version)
            .execute(&mut *transaction)
            .await?;
    }
    merge_sizes(&mut transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Adds the sizes that earlier starts have left to one row, as each start has a row of its own. Rows that a
/// running server is changing stay; the others of running servers are made anew.
async fn merge_sizes(transaction: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "with others as (
             delete from quincunx.sizes where origin in (
                 select origin from quincunx.sizes where origin <> $1 for update skip locked
             )
             returning bytes
         )
         insert into quincunx.sizes (origin, bytes)
         select $1, sum(bytes) from others having count(*) > 0
         on conflict (origin) do update set bytes = sizes.bytes + excluded.bytes",
    )
    .bind(BEFORE)
    .execute(transaction)
    .await?;
    Ok(())
}
