//! The two kinds of database behind one face.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use quincunx_table::{SeatTokenHash, TableId};
use tokio::sync::broadcast;

use super::News;
use super::error::StoreError;
#[cfg(feature = "postgres")]
use super::postgres::Postgres;
use super::sqlite::Sqlite;
use super::writer::{Entry, Verdict};

/// A row of the log: number, time, event.
pub(super) type Row = (i64, i64, String);

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

    pub(super) async fn clocked(&self) -> Result<Vec<String>, sqlx::Error> {
        either!(self, database => database.clocked().await)
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

    pub(super) async fn beat(&self, now: i64) -> Result<(), sqlx::Error> {
        either!(self, database => database.beat(now).await)
    }

    pub(super) async fn last_beat(&self) -> Result<Option<i64>, sqlx::Error> {
        either!(self, database => database.last_beat().await)
    }

    pub(super) async fn ping(&self) -> Result<(), sqlx::Error> {
        either!(self, database => database.ping().await)
    }

    pub(super) async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(database) => database.backup(to).await,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => Err(StoreError::NoFile),
        }
    }

    /// Does what a database needs done now and then, for ever.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(unused_variables, reason = "a file has no other writer")
    )]
    pub(super) async fn maintain(&self, news: &broadcast::Sender<News>) {
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

/// Reports what became of each entry: those taken are committed, the others taken before or out of turn.
///
/// `heads` has the last number of each table of which an entry was not taken, if it has any event.
pub(super) fn verdicts(
    entries: &[Entry],
    taken: &HashSet<String>,
    heads: &HashMap<String, i64>,
) -> Vec<Verdict> {
    entries
        .iter()
        .map(|entry| {
            let table = entry.table.as_str();
            if taken.contains(table) {
                Verdict::Committed
            } else if heads.get(table).is_some_and(|head| entry.seq <= *head) {
                Verdict::Conflict
            } else {
                Verdict::Gap
            }
        })
        .collect()
}

/// Returns the migrations that a database of a version still needs.
///
/// # Errors
/// When the database is of a version later than all of them.
pub(super) fn pending(migrations: &[&'static str], found: i64) -> Result<Vec<&'static str>, StoreError> {
    usize::try_from(found)
        .ok()
        .and_then(|done| migrations.get(done..))
        .map(<[_]>::to_vec)
        .ok_or(StoreError::Newer {
            found,
            known: i64::try_from(migrations.len()).unwrap_or(i64::MAX),
        })
}
