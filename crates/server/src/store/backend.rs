//! The two kinds of database behind one face.

use quincunx_table::{SeatTokenHash, TableId};
use tokio::sync::broadcast;

use super::StoreNotification;
use super::entry::{Entry, Row, Verdict};
#[cfg(feature = "postgres")]
use super::postgres::Postgres;
use super::sqlite::Sqlite;

/// A database.
pub(super) enum Backend {
    Sqlite(Sqlite),
    #[cfg(feature = "postgres")]
    Postgres(Postgres),
}

macro_rules! either {
    ($self:expr, $database:ident => $call:expr) => {
        match $self {
            Backend::Sqlite($database) => $call,
            #[cfg(feature = "postgres")]
            Backend::Postgres($database) => $call,
        }
    };
}

impl Backend {
    /// Appends entries of different tables in one transaction and returns the verdict on each.
    pub(super) async fn commit(&self, entries: &[Entry]) -> Result<Vec<Verdict>, sqlx::Error> {
        either!(self, database => database.commit(entries).await)
    }

    pub(super) async fn events(&self, table: TableId, from: i64) -> Result<Vec<Row>, sqlx::Error> {
        either!(self, database => database.events(table, from).await)
    }

    pub(super) async fn tables_with_clocks(&self) -> Result<Vec<String>, sqlx::Error> {
        either!(self, database => database.tables_with_clocks().await)
    }

    /// Notes an attempt unless there is one, and returns the table of the one there is.
    pub(super) async fn daily(
        &self,
        date: &str,
        game: &str,
        visitor: SeatTokenHash,
        table: TableId,
    ) -> Result<String, sqlx::Error> {
        either!(self, database => database.daily(date, game, &String::from(visitor), table.as_str()).await)
    }

    /// Returns name, number and time of the last events of the next tables.
    pub(super) async fn last_events(&self, after: &str) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
        either!(self, database => database.last_events(after).await)
    }

    pub(super) async fn remove(&self, tables: &[&str], before: i64) -> Result<u64, sqlx::Error> {
        either!(self, database => database.remove(tables, before).await)
    }

    pub(super) async fn forget_dailies(&self, before: &str) -> Result<(), sqlx::Error> {
        either!(self, database => database.forget_dailies(before).await)
    }

    pub(super) async fn size(&self) -> Result<i64, sqlx::Error> {
        either!(self, database => database.size().await)
    }

    pub(super) async fn beat(&self, now: i64) -> Result<(), sqlx::Error> {
        either!(self, database => database.beat(now).await)
    }

    pub(super) async fn last_beat(&self) -> Result<Option<i64>, sqlx::Error> {
        either!(self, database => database.last_beat().await)
    }

    /// Tries to write.
    pub(super) async fn try_write(&self) -> Result<(), sqlx::Error> {
        either!(self, database => database.try_write().await)
    }

    /// Does what a database needs done now and then, for ever.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(unused_variables, reason = "a file has no other writer")
    )]
    pub(super) async fn maintain(&self, news: &broadcast::Sender<StoreNotification>) {
        match self {
            Self::Sqlite(database) => database.keep_wal_short().await,
            #[cfg(feature = "postgres")]
            Self::Postgres(database) => database.pass_on(news).await,
        }
    }

    pub(super) async fn close(&self) {
        either!(self, database => database.close().await);
    }
}
