//! The order in which moves are tried: the likely refutation first.

use std::marker::PhantomData;

use crate::connect_four::bits::BitBoard;
use quincunx_core::grid::bits::{Geometry, Word};

/// The most columns of a board in the widest word: 25×4 in 128 bits.
const MOST_MOVES: usize = 25;

/// The bits of a cell's number.
const CELL_BITS: u32 = 7;

/// The cells of a board, each with its worth by its place alone: the middle columns before those at the rim.
///
/// Counting the lines through each cell instead, which also prefers the middle rows, costs a third more nodes.
pub(super) struct Centrality {
    of_cell: [u8; 1 << CELL_BITS],
}

impl Centrality {
    /// Ranks the cells of a board.
    pub(super) fn new<G: Geometry>(geometry: G) -> Self {
        let mut of_cell = [0; 1 << CELL_BITS];
        for column in 0..geometry.columns() {
            let from_rim = column.min(geometry.columns() - 1 - column);
            for row in 0..geometry.rows() {
                of_cell[(column * geometry.stride() + row) as usize] = from_rim as u8;
            }
        }
        Self { of_cell }
    }
}

/// Moves with the most promising first.
///
/// Promising is what leaves the mover the most cells that would complete a four, then what lies near the middle.
pub(super) struct MoveList<W> {
    /// Threats, centrality (8 bits) and cell ([`CELL_BITS`]) in one number, so that the sort compares once.
    moves: [u32; MOST_MOVES],
    len: usize,
    word: PhantomData<W>,
}

impl<W: Word> MoveList<W> {
    /// Sorts the landing cells `moves`, by insertion as there are few.
    #[inline]
    pub(super) fn new<G: Geometry<Word = W>>(board: &BitBoard<G>, moves: W, centrality: &Centrality) -> Self {
        let mut list = Self {
            moves: [0; MOST_MOVES],
            len: 0,
            word: PhantomData,
        };
        let mut left = moves;
        while left != W::ZERO {
            let landing = left.lowest();
            left = left.without_lowest();
            let cell = landing.trailing_zeros();
            let threats = board.threats_after(landing).count_ones();
            let central = u32::from(centrality.of_cell[cell as usize]);
            list.insert(((threats << 8) | central) << CELL_BITS | cell);
        }
        list
    }

    #[inline]
    fn insert(&mut self, promise: u32) {
        let mut at = self.len;
        while at > 0 && self.moves[at - 1] < promise {
            self.moves[at] = self.moves[at - 1];
            at -= 1;
        }
        self.moves[at] = promise;
        self.len += 1;
    }

    /// Lists the landing cells in their order.
    #[inline]
    pub(super) fn landings(&self) -> impl Iterator<Item = W> {
        self.moves[..self.len]
            .iter()
            .map(|promise| W::ONE << (promise & ((1 << CELL_BITS) - 1)))
    }
}
