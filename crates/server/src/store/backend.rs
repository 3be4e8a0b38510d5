//! The two kinds of database behind one face.

use tokio::sync::broadcast;

use super::StoreNotification;
#[cfg(feature = "postgres")]
use super::postgres::Postgres;
use super::sqlite::Sqlite;

/// A database.
pub(super) enum Backend {
    Sqlite(Sqlite),
    #[cfg(feature = "postgres")]
    Postgres(Postgres),
}

/// Evaluates an expression about a database of either kind.
macro_rules! either {
    ($backend:expr, $database:ident => $call:expr) => {
        match &*$backend {
            Backend::Sqlite($database) => $call,
            #[cfg(feature = "postgres")]
            Backend::Postgres($database) => $call,
        }
    };
}
pub(super) use either;

impl Backend {
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
}
