//! One step of a cascade on a packed board.

use quincunx_core::{Cell, EffectSink};

use super::combination::Combination;
use super::effects;
use super::element::Element;
use super::mask::{cells_of, holds, mask_of};
use super::packed::{Layout, PackedBoard};
use super::scoring::{POINTS_PER_ELEMENT, match_points};

/// What one step of a cascade removes, before specials take more along.
pub(crate) enum Step {
    /// One combination.
    Combination(Combination),
    /// Matches that are removed together, each with its squares.
    Matches(Vec<u128>),
}

impl Step {
    /// Returns what the step removes from a board: the squares that match, and all that specials take along.
    pub(crate) fn removed(&self, board: &PackedBoard, layout: &Layout) -> u128 {
        board.removed_with(layout, self.squares(layout))
    }

    fn squares(&self, layout: &Layout) -> u128 {
        match self {
            Self::Combination(combination) => mask_of(layout.size(), combination.removal_order()),
            Self::Matches(matches) => matches.iter().fold(0, |all, found| all | found),
        }
    }

    /// Returns the points of the step with a number in its cascade that removes some elements.
    pub(crate) fn points(&self, number: u32, count: u32) -> u64 {
        match self {
            Self::Combination(_) => POINTS_PER_ELEMENT * u64::from(number) * u64::from(count),
            Self::Matches(matches) => {
                let sizes = matches.iter().map(|found| found.count_ones() as usize);
                match_points(number.into(), sizes)
            }
        }
    }

    /// Carries out the step with a number in its cascade: empties what it [removes](Self::removed), puts the
    /// special that is made, and lets the rest fall.
    pub(crate) fn carry_out<S: EffectSink>(
        &self,
        board: &mut PackedBoard,
        layout: &Layout,
        number: u32,
        removed: u128,
        made: Option<(Cell, Element)>,
        sink: &mut S,
    ) {
        if !S::LISTENS {
            return board.remove(layout, removed, made);
        }
        let size = layout.size();
        let cells: Vec<Cell> = match self {
            Self::Combination(combination) => combination.removal_order().collect(),
            Self::Matches(_) => cells_of(size, self.squares(layout)).collect(),
        };
        let is_field = |cell| holds(size, layout.fields(), cell);
        let points = |count| self.points(number, count);
        board.with_board(|board| effects::remove(board, cells.into_iter(), made, points, is_field, sink));
    }
}
