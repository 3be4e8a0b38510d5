//! How much memory a table may take.

use quincunx_core::session::SNAPSHOT_INTERVAL;
use quincunx_core::{DynSession, Effect};

/// The most bytes that one game may take, about: 64 MiB.
///
/// A game of 2048 on its usual board comes to the [most events](MAX_EVENTS) before, one on 64×64 fields
/// too.
pub const MAX_BYTES: usize = 64 << 20;

/// The most events in the log of one table.
pub const MAX_EVENTS: u64 = 250_000;

/// About how much memory a session takes: what was decided in each ply, a position now and then, and the
/// effects of the present ply.
pub(crate) struct Weight {
    /// The bytes of a position.
    position: usize,
    /// For each ply, the bytes of all plies up to it.
    sums: Vec<usize>,
    /// The bytes of the present ply's effects.
    effects: usize,
}

impl Weight {
    /// What a cell takes in a state, at most, about.
    const CELL: usize = 16;
    /// What a ply takes beside what chance decided in it.
    const PLY: usize = 128;

    /// Weighs a session that is at its opening.
    pub(crate) fn new(session: &dyn DynSession) -> Self {
        let mut weight = Self {
            position: Self::CELL * session.view().board.values().len(),
            sums: Vec::new(),
            effects: 0,
        };
        weight.played(session);
        weight
    }

    /// Adds the ply that a session has played last.
    pub(crate) fn played(&mut self, session: &dyn DynSession) {
        let ply = session.ply();
        self.sums.truncate(ply);
        let before = self.sums.last().copied().unwrap_or(0);
        let chances: usize = session.chances_of(ply).iter().map(String::len).sum();
        self.sums.push(before + self.min_bytes_per_ply() + chances);
        let effects: usize = session.steps_of(ply).iter().map(Vec::len).sum();
        self.effects = effects * size_of::<Effect>();
    }

    /// Returns the bytes of the whole session.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.position + self.effects + self.sums.last().copied().unwrap_or(0)
    }

    /// Takes all the memory there is.
    #[cfg(test)]
    pub(crate) fn fill(&mut self) {
        self.sums.fill(MAX_BYTES);
    }

    /// Returns whether there is room for another ply after this one.
    pub(crate) fn has_room_after(&self, ply: usize) -> bool {
        self.sums[ply] + self.min_bytes_per_ply() <= MAX_BYTES
    }

    /// What a ply takes in which chance decides nothing.
    const fn min_bytes_per_ply(&self) -> usize {
        Self::PLY + self.position / SNAPSHOT_INTERVAL
    }
}
