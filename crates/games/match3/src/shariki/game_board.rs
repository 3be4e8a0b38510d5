//! The board of the interactive game: packed where it fits, else as columns.

use quincunx_core::{ActionSet, EffectSink, RandomSource};

use super::spawning::refill_calmly;
use crate::engine::{
    Board, ColumnBoard, Combination, Element, Layout, PackedBoard, SpawnRates, Step, Swap, Swaps,
    combination_points, effects, packed_swaps,
};

/// A board in one of the two fast representations. They report no effects: where a sink listens, the readable
/// board does the step instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum GameBoard {
    Packed(PackedBoard),
    Columns(Box<ColumnBoard>),
}

const PACKED: &str = "rules whose boards are packed have a layout";

impl GameBoard {
    /// Creates it from a settled board, packed if there is a layout for it.
    pub(super) fn new(board: &Board, layout: Option<&Layout>) -> Self {
        match layout {
            Some(_) => Self::Packed(PackedBoard::new(board)),
            None => Self::Columns(Box::new(ColumnBoard::new(board))),
        }
    }

    pub(super) fn to_board(&self) -> Board {
        match self {
            Self::Packed(packed) => packed.to_board(),
            Self::Columns(columns) => columns.to_board(),
        }
    }

    /// Changes the board as a readable one.
    fn with_board<R>(&mut self, act: impl FnOnce(&mut Board) -> R) -> R {
        let mut board = self.to_board();
        let result = act(&mut board);
        match self {
            Self::Packed(packed) => *packed = PackedBoard::new(&board),
            Self::Columns(columns) => **columns = ColumnBoard::new(&board),
        }
        result
    }

    pub(super) fn empty_count(&self) -> usize {
        match self {
            Self::Packed(packed) => packed.empty_count(),
            Self::Columns(columns) => columns.empty_count(),
        }
    }

    /// Finds the combination that is resolved next.
    pub(super) fn next_combination(&mut self, layout: Option<&Layout>) -> Option<Combination> {
        match self {
            Self::Packed(packed) => packed.next_combination(layout.expect(PACKED)),
            Self::Columns(columns) => columns.next_combination(),
        }
    }

    /// Removes the combination of a number in its cascade with all that its specials remove, puts the special
    /// that it makes, and lets the rest fall; returns the number of elements removed.
    pub(super) fn remove<S: EffectSink>(
        &mut self,
        layout: Option<&Layout>,
        combination: Combination,
        number: u32,
        sink: &mut S,
    ) -> u32 {
        match self {
            Self::Packed(packed) => {
                let (layout, step) = (layout.expect(PACKED), Step::Combination(combination));
                let (removed, special) = (step.removed(packed, layout), combination.special(packed));
                step.carry_out(packed, layout, number, removed, special, sink);
                removed.count_ones()
            }
            Self::Columns(columns) if !S::ENABLED => columns.remove(combination),
            Self::Columns(_) => self.with_board(|board| {
                let (cells, special) = (combination.removal_order(), combination.special(board));
                let points = |count| combination_points(number, count);
                effects::remove(board, cells, special, points, |_| true, sink)
            }),
        }
    }

    /// Draws elements for the empty squares that make no combination, if such are found.
    pub(super) fn draw_calmly(&self, rates: &SpawnRates, random: &mut impl RandomSource) -> Vec<Element> {
        match self {
            Self::Packed(packed) => refill_calmly(packed, rates, random),
            Self::Columns(columns) => refill_calmly(&**columns, rates, random),
        }
    }

    /// Drops elements onto the empty squares, which are filled in the order of cells.
    pub(super) fn fill<S: EffectSink>(
        &mut self,
        layout: Option<&Layout>,
        elements: &[Element],
        sink: &mut S,
    ) {
        match self {
            Self::Packed(packed) if !S::ENABLED => packed.fill(layout.expect(PACKED), elements),
            Self::Columns(columns) if !S::ENABLED => columns.fill(elements),
            _ => self.with_board(|board| effects::fill(board, |_| true, elements, sink)),
        }
    }

    pub(super) fn swap<S: EffectSink>(&mut self, swap: Swap, sink: &mut S) {
        let [a, b] = swap.cells();
        if S::ENABLED {
            let board = self.to_board();
            for (from, to) in [(a, b), (b, a)] {
                if let Some(element) = board.element(from) {
                    effects::report_move(from, to, element, sink);
                }
            }
            sink.end_step();
        }
        match self {
            Self::Packed(packed) => packed.swap(a, b),
            Self::Columns(columns) => columns.swap(a, b),
        }
    }

    /// Returns the swaps that make a combination, given that there is none on a full board.
    pub(super) fn swaps(&mut self, layout: Option<&Layout>) -> Swaps {
        match self {
            Self::Packed(packed) => packed_swaps(packed, layout.expect(PACKED)),
            Self::Columns(columns) => columns.swaps(),
        }
    }

    /// Returns whether no combination stands and a swap can make one.
    pub(super) fn is_playable(&mut self, layout: Option<&Layout>) -> bool {
        self.next_combination(layout).is_none() && !self.swaps(layout).is_empty()
    }
}
