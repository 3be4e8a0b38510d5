//! How much memory a table may take.

use quincunx_core::{DynSession, Effect};

/// The most bytes that the positions and effects of one game may take, about: 64 MiB.
///
/// A game of 2048 on its usual board comes to some 40,000 moves, one on 64×64 fields to about 400.
pub const MAX_BYTES: usize = 64 << 20;

/// The most events in the log of one table.
pub const MAX_EVENTS: u64 = 250_000;

/// About how much memory the plies of a session take.
pub(crate) struct Weight {
    /// The bytes that a position takes whatever happened.
    position: usize,
    /// For each ply, the bytes of all plies up to it.
    sums: Vec<usize>,
}

impl Weight {
    /// What a cell takes in a state, at most, about.
    const CELL: usize = 16;
    /// What a ply takes beside its cells and effects.
    const PLY: usize = 256;

    /// Weighs a session that is at its opening.
    pub(crate) fn new(session: &dyn DynSession) -> Self {
        let position = Self::PLY + Self::CELL * session.view().board.values().len();
        Self {
            position,
            sums: vec![position + effects(session, 0)],
        }
    }

    /// Adds the ply that a session has played last.
    pub(crate) fn played(&mut self, session: &dyn DynSession) {
        let ply = session.ply();
        self.sums.truncate(ply);
        let before = self.sums.last().copied().unwrap_or(0);
        self.sums.push(before + self.position + effects(session, ply));
    }

    /// Returns the bytes of all plies.
    pub(crate) fn bytes(&self) -> usize {
        self.sums.last().copied().unwrap_or(0)
    }

    /// Takes all the memory there is.
    #[cfg(test)]
    pub(crate) fn fill(&mut self) {
        self.sums.fill(MAX_BYTES);
    }

    /// Returns whether there is room for another ply after this one.
    pub(crate) fn has_room_after(&self, ply: usize) -> bool {
        self.sums[ply] + self.position <= MAX_BYTES
    }
}

fn effects(session: &dyn DynSession, ply: usize) -> usize {
    session.steps_of(ply).iter().map(Vec::len).sum::<usize>() * size_of::<Effect>()
}
