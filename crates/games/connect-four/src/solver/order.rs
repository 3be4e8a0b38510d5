//! Move ordering: the likely refutation first.

use quincunx_core::grid::bits::{Geometry, Word};

use crate::bitboard::{BitBoard, completing};

/// The moves of a position on a board of at most `WIDTH` columns, ordered by the number of cells that would
/// complete a four of the mover, then by nearness to the middle.
pub(super) struct Moves<W, const WIDTH: usize> {
    /// Threats, centrality (8 bits) and column (8 bits) in one number, compared at once.
    order: [u32; WIDTH],
    /// The mover's threats after the move in each column.
    threats: [W; WIDTH],
    len: usize,
}

/// A move, and the mover's threats after it.
#[derive(Clone, Copy)]
pub(super) struct Move<W> {
    /// The cell where the stone comes to rest.
    pub(super) landing: W,
    pub(super) threats: W,
}

impl<W: Word, const WIDTH: usize> Moves<W, WIDTH> {
    /// Sorts the landing cells `moves` by insertion.
    ///
    /// The threats of all columns are computed in one loop without a branch, which the compiler vectorizes.
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
                // Of two equal columns the left one comes first.
                list.insert(threats << 16 | central << 8 | (u32::from(u8::MAX) - column));
            }
        }
        list
    }

    #[inline]
    fn insert(&mut self, priority: u32) {
        let mut at = self.len;
        while at > 0 && self.order[at - 1] < priority {
            self.order[at] = self.order[at - 1];
            at -= 1;
        }
        self.order[at] = priority;
        self.len += 1;
    }

    /// Iterates over the moves in their order.
    #[inline]
    pub(super) fn iter<G: Geometry<Word = W>>(
        &self,
        geometry: G,
        moves: W,
    ) -> impl Iterator<Item = Move<W>> + Clone {
        self.order[..self.len].iter().map(move |priority| {
            let column = u32::from(u8::MAX) - (priority & u32::from(u8::MAX));
            Move {
                landing: moves & geometry.column(column),
                threats: self.threats[column as usize],
            }
        })
    }
}
