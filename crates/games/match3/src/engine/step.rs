//! One step of a cascade on a packed board, and its points.

use quincunx_core::{Cell, EffectSink};

use super::combination::Combination;
use super::deltas::MIN_MATCH;
use super::effects;
use super::element::Element;
use super::mask::{cells_of, holds, mask_of};
use super::packed::{Layout, PackedBoard};

/// The points of an element in the first step of a cascade; in the second it counts twice, and so on.
pub(crate) const POINTS_PER_ELEMENT: u64 = 10;

/// Returns the points of a step that removes elements of one combination.
pub(crate) fn combination_points(step: u32, count: u32) -> u64 {
    POINTS_PER_ELEMENT * u64::from(step) * u64::from(count)
}

/// Returns the points of a step that removes matches of some sizes together:
/// `step × number of matches × Σ (3 + 2·(size − 3))`.
pub(crate) fn match_points(step: u64, sizes: impl ExactSizeIterator<Item = usize>) -> u64 {
    let count = sizes.len() as u64;
    let sum: u64 = sizes
        .map(|size| 3 + 2 * size.saturating_sub(MIN_MATCH) as u64)
        .sum();
    step.saturating_mul(count).saturating_mul(sum)
}

/// Returns the value of a board beyond the points won: a quarter of what each special would win if it alone
/// took effect at once, and of the points of the best next move.
pub(crate) fn specials_value(board: &PackedBoard, layout: &Layout, best_next: u64) -> u64 {
    let effects = board.effects_of_specials(layout);
    let specials = effects.map(|hit| u64::from(hit.count_ones())).sum::<u64>();
    (POINTS_PER_ELEMENT * specials + best_next) / 4
}

/// The matches of one step of a cascade.
pub(crate) enum Step {
    Combination(Combination),
    /// Matches that are removed together, each with its squares.
    Matches(Vec<u128>),
}

impl Step {
    /// Returns what the step removes: the squares that match, and all that specials remove with them.
    pub(crate) fn removed(&self, board: &PackedBoard, layout: &Layout) -> u128 {
        board.removed_with(layout, self.squares(layout))
    }

    fn squares(&self, layout: &Layout) -> u128 {
        match self {
            Self::Combination(combination) => mask_of(layout.size, combination.removal_order()),
            Self::Matches(matches) => matches.iter().fold(0, |all, found| all | found),
        }
    }

    /// Returns the points of the step with a number in its cascade that removes some elements.
    pub(crate) fn points(&self, number: u32, count: u32) -> u64 {
        match self {
            Self::Combination(_) => combination_points(number, count),
            Self::Matches(matches) => {
                let sizes = matches.iter().map(|found| found.count_ones() as usize);
                match_points(number.into(), sizes)
            }
        }
    }

    /// Carries out the step: empties what it [removes](Self::removed), puts the special that is made, and
    /// lets the rest fall.
    pub(crate) fn carry_out<S: EffectSink>(
        &self,
        board: &mut PackedBoard,
        layout: &Layout,
        number: u32,
        removed: u128,
        made: Option<(Cell, Element)>,
        sink: &mut S,
    ) {
        if !S::ENABLED {
            return board.remove(layout, removed, made);
        }
        let size = layout.size;
        let cells: Vec<Cell> = match self {
            Self::Combination(combination) => combination.removal_order().collect(),
            Self::Matches(_) => cells_of(size, self.squares(layout)).collect(),
        };
        let is_field = |cell| holds(size, layout.fields, cell);
        let points = |count| self.points(number, count);
        board.with_board(|board| effects::remove(board, cells.into_iter(), made, points, is_field, sink));
    }
}

#[cfg(test)]
mod tests {
    use quincunx_core::Size;

    use super::*;

    #[test]
    fn a_square_of_two_matches_is_removed_as_well() {
        let size = Size::new(3, 3).expect("a size");
        let layout = Layout::new(size, |_| true).expect("it can be packed");
        let step = Step::Matches(vec![0b000_000_111, 0b001_001_001]);
        assert_eq!(step.squares(&layout), 0b001_001_111);
    }
}
