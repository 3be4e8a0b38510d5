//! The order in which moves are tried: the likely refutation first.

use quincunx_core::grid::bits::{Geometry, Word};

use crate::bits::{BitBoard, completing};

/// The moves of a position with the most promising first, on a board of at most `WIDTH` columns.
///
/// Promising is what leaves the mover the most cells that would complete a four, then what lies near the middle. What
/// else was tried cost nodes on easy positions, hard ones or both: counting the opponent's threats that a move spoils
/// (+70 %), preferring higher rows (+4 %), lower rows (+50 %), rows whose threats outlast the others (+2 %), the cell
/// above the last stone (+10 %), and scores of past cut-offs by cell (two to five times as many).
pub(super) struct Moves<W, const WIDTH: usize> {
    /// Threats, centrality (8 bits) and column (8 bits) in one number, so that the sort compares once.
    order: [u32; WIDTH],
    /// For each column the cells that would complete a four of the mover after the move there.
    threats: [W; WIDTH],
    len: usize,
}

/// A move, and what the mover threatens then.
#[derive(Clone, Copy)]
pub(super) struct Move<W> {
    /// The cell where the stone comes to rest.
    pub(super) landing: W,
    /// The empty cells that would complete a four of the player who has moved.
    pub(super) threats: W,
}

impl<W: Word, const WIDTH: usize> Moves<W, WIDTH> {
    /// Sorts the landing cells `moves`, by insertion as there are few.
    ///
    /// The threats of all columns are computed in one loop without a branch, which the compiler turns into operations on
    /// four words at a time.
    #[inline]
    pub(super) fn new<G: Geometry<Word = W>>(board: &BitBoard<G>, moves: W) -> Self {
        let geometry = board.geometry();
        let columns = (geometry.columns() as usize).min(WIDTH);
        let mut list = Self {
            order: [0; WIDTH],
            threats: [W::ZERO; WIDTH],
            len: 0,
        };
        let empty = geometry.cells() ^ board.mask();
        for (column, threats) in list.threats[..columns].iter_mut().enumerate() {
            let landing = moves & geometry.column(column as u32);
            *threats = completing(geometry, board.mover() | landing) & empty & !landing;
        }
        for column in 0..columns as u32 {
            if moves & geometry.column(column) != W::ZERO {
                let threats = list.threats[column as usize].count_ones();
                let central = column.min(geometry.columns() - 1 - column);
                // Of two alike the left one comes first.
                list.insert(threats << 16 | central << 8 | (u32::from(u8::MAX) - column));
            }
        }
        list
    }

    #[inline]
    fn insert(&mut self, promise: u32) {
        let mut at = self.len;
        while at > 0 && self.order[at - 1] < promise {
            self.order[at] = self.order[at - 1];
            at -= 1;
        }
        self.order[at] = promise;
        self.len += 1;
    }

    /// Lists the moves in their order.
    #[inline]
    pub(super) fn iter<G: Geometry<Word = W>>(
        &self,
        geometry: G,
        moves: W,
    ) -> impl Iterator<Item = Move<W>> + Clone {
        self.order[..self.len].iter().map(move |promise| {
            let column = u32::from(u8::MAX) - (promise & u32::from(u8::MAX));
            Move {
                landing: moves & geometry.column(column),
                threats: self.threats[column as usize],
            }
        })
    }
}
