//! Why storage refuses or fails.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use quincunx_table::TableId;
use thiserror::Error;

/// Why a database cannot be opened, read or copied.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file or its folder cannot be made or opened.
    #[error("the database {} cannot be opened", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A server that runs has the file.
    #[error(
        "the database {} is in use by another server; give this one a folder of its own with --data, or both the same \
         PostgreSQL with --database",
        .0.display()
    )]
    InUse(PathBuf),
    /// A file or database of something else, or one that is damaged beyond recognition.
    #[error("{0} is not a database of this program, or is damaged; restore a backup, or name another place")]
    Foreign(String),
    /// Written by a later version of the program.
    #[error(
        "the database is of version {found}, and this program knows versions up to {known}; run a newer program"
    )]
    Newer {
        /// The version of the database.
        found: i64,
        /// The last version that the program knows.
        known: i64,
    },
    /// The program was built without PostgreSQL.
    #[error("this program was built without PostgreSQL; build it with `--features postgres`")]
    NoPostgres,
    /// The address of a PostgreSQL database cannot be read. It is not repeated: it may hold a password.
    #[error(
        "the address of the database cannot be read; it reads postgres://USER:PASSWORD@HOST:PORT/DATABASE"
    )]
    Address(#[source] sqlx::Error),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// An event in the log is not one that this program knows.
    #[error("event {seq} of table {table} cannot be read")]
    Unreadable {
        /// The table.
        table: TableId,
        /// The event's number.
        seq: i64,
        /// Why.
        source: serde_json::Error,
    },
    /// A row names no table.
    #[error("the database names a table `{0}`, and no table is named so")]
    Misnamed(String),
}

/// Why an event is not in the log.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub(crate) enum AppendError {
    /// Another event of the table has the number: another process was first.
    #[error("the table has an event of this number already")]
    Conflict,
    /// The event before it is not in the log.
    #[error("the table has no event before this one")]
    Gap,
    /// The event does not become text.
    #[error("the event cannot be written: {0}")]
    Unwritable(String),
    /// The database failed. Whether the event is in the log is not known: a connection may break after the
    /// commit.
    #[error("the database failed")]
    Failed(#[source] Arc<sqlx::Error>),
    /// The database did not answer in time. Whether the event is in the log is not known.
    #[error("the database did not answer in time")]
    Late,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}
