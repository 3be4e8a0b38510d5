//! The positions that threads are searching, so that others defer them (simplified ABDADA by Tom Kerrigan,
//! after Jean-Christophe Weill 1996). Marks change the order of moves and nothing else.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quincunx_search::transposition_table::TranspositionTable;

/// The number of marks, a power of two.
const MARKS: usize = 1 << 12;

/// The positions that threads are searching.
///
/// A mark may be overwritten or taken for another position's; then work is done twice or later, without harm.
pub(super) struct CurrentlySearched {
    marks: Vec<AtomicU64>,
    /// Whether all threads should end: one has the answer, or the shared table should grow.
    ended: AtomicBool,
}

/// Ends all threads when it is dropped, by a panic as well.
pub(super) struct EndOnDrop<'a>(pub(super) &'a CurrentlySearched);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.ended.store(true, Ordering::Relaxed);
    }
}

/// Marks a position until it is dropped.
pub(super) struct Mark<'a>(&'a AtomicU64);

impl CurrentlySearched {
    pub(super) fn new() -> Self {
        Self {
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
            ended: AtomicBool::new(false),
        }
    }

    /// Returns whether a thread is searching the position of a key.
    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Marks a position as being searched.
    pub(super) fn mark(&self, key: u64) -> Mark<'_> {
        let slot = self.slot(key);
        slot.store(key, Ordering::Relaxed);
        Mark(slot)
    }

    /// Returns whether all threads should end.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.marks[(hash >> 52) as usize % MARKS]
    }
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// What one of several threads searches with: what all of them are searching, and its own table for positions
/// that are not shared.
pub(super) type Worker<'a, W> = (&'a CurrentlySearched, &'a TranspositionTable<W>);
