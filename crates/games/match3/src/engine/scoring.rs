//! Points.

use super::deltas::LEAST_MATCH;
use super::packed::{Layout, PackedBoard};

/// The points for an element that the first combination of a cascade removes; the second counts twice, and so
/// on.
pub(crate) const POINTS_PER_ELEMENT: u64 = 10;

/// The part of its points that counts of what the board may bring later: it need not come to that.
const SPECIALS_VALUE_PART: u64 = 4;

/// Returns the points of one step of a cascade that removes matches of some sizes together.
///
/// They are `factor × number of matches × Σ (3 + 2·(size − 3))`, where the factor is the number of the step.
pub(crate) fn match_points(factor: u64, sizes: impl ExactSizeIterator<Item = usize>) -> u64 {
    let count = sizes.len() as u64;
    let sum: u64 = sizes
        .map(|size| 3 + 2 * size.saturating_sub(LEAST_MATCH) as u64)
        .sum();
    factor.saturating_mul(count).saturating_mul(sum)
}

/// Returns the value of a board beyond the points won: a quarter of what each special would win if it alone
/// took effect at once, and of the points of the best next move.
pub(crate) fn specials_value(board: &PackedBoard, layout: &Layout, best_next: u64) -> u64 {
    let effects = board.effects_of_specials(layout);
    let specials = effects.map(|hit| u64::from(hit.count_ones())).sum::<u64>();
    (POINTS_PER_ELEMENT * specials + best_next) / SPECIALS_VALUE_PART
}
