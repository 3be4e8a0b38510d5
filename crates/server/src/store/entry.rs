//! What goes into the log and comes out of it, the same for every database.

use std::collections::{HashMap, HashSet};

use quincunx_table::TableId;

use super::error::StoreError;

/// A row of the log: number, time, event.
pub(super) type Row = (i64, i64, String);

/// How many tables' last events are read at once.
pub(super) const LAST_EVENTS: i64 = 1000;

/// An event on its way into the log.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) table: TableId,
    pub(super) seq: i64,
    pub(super) at: i64,
    pub(super) body: String,
    pub(super) deadline: Option<i64>,
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Committed,
    Conflict,
    Gap,
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
