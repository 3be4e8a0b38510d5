//! What a board holds in store for the moves to come: what a player who looks for specials sees beyond the points at once.

use quincunx_core::{Cell, Game as _};

use super::combination::Colours as _;
use super::packed::{Layout, Packed, bit_of};
use super::rules::{Shariki, State};
use super::squares::Squares;
use super::swaps::Swap;

/// What is in store counts this part of what it would bring: it need not come to that.
///
/// In Shariki 1,500 games win 15,820 ± 440 points with a quarter, 14,600 ± 415 where only the next move counts, by half, and
/// 9,780 ± 330 where specials count half and the next move all: then specials are kept for ever. Who looks at the points
/// at once alone wins 13,000 ± 405.
const PART: u64 = 4;

/// Returns what a position is worth to a player who looks for specials: the points won, and what the board has in store.
///
/// Of boards too large to be packed nothing but the points is seen.
pub(super) fn with_store(rules: &Shariki, state: &State) -> u64 {
    let is_last = rules.most_swaps() == Some(state.swaps());
    let store = match (&state.squares, &rules.layout) {
        (Squares::Packed(board), Some(layout)) if !is_last => store(board, layout, best_gain(board, layout)),
        _ => 0,
    };
    rules.points(state).saturating_add(store)
}

/// Returns what a board has in store: part of what each special would win if it alone took effect at once, and of the
/// points that the best next move wins.
pub(crate) fn store(board: &Packed, layout: &Layout, best_gain: u64) -> u64 {
    let effects = board.effects_of_specials(layout);
    let specials = Shariki::POINTS_EACH * effects.map(|gone| u64::from(gone.count_ones())).sum::<u64>();
    (specials + best_gain) / PART
}

/// Returns the points of the first combination that the best swap makes, before gaps are filled.
fn best_gain(board: &Packed, layout: &Layout) -> u64 {
    let size = board.size();
    let occupied = board.occupied();
    let holds = |cell: Cell| occupied >> bit_of(size, cell) & 1 == 1;
    let gain = |[a, b]: [Cell; 2]| {
        let mut after = *board;
        after.swap(a, b);
        let combination = after.next_combination(layout)?;
        Some(after.taken(layout, after.squares_of(combination)).count_ones())
    };
    let swaps = board.swaps(layout).into_iter().map(Swap::cells);
    let gains = swaps
        .filter(|cells| cells.iter().all(|&cell| holds(cell)))
        .filter_map(gain);
    Shariki::POINTS_EACH * u64::from(gains.max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use quincunx_core::Size;

    use super::super::supply::Supply;
    use super::super::{Board, WhenStuck};
    use super::*;

    fn worth(rows: &str) -> u64 {
        let board: Board = rows.parse().expect("a board");
        let size = board.size();
        let supply = Supply {
            colours: 6,
            specials: [0; 4],
        };
        let rules = Shariki::new(size, supply, WhenStuck::End);
        let state = rules.position(&board, 0, 0, 0).expect("a position");
        with_store(&rules, &state)
    }

    #[test]
    fn specials_and_the_best_swap_are_in_store() {
        let quiet = "R1 R2 R3 R4 / R2 R3 R4 R1 / R3 R4 R1 R2 / R4 R1 R2 R3";
        assert_eq!(worth(quiet), 0);
        // A row of four squares.
        assert_eq!(worth(&quiet.replacen("R2", "H2", 1)), 10);
        // A column and a row, though together they take but seven squares.
        assert_eq!(worth(&quiet.replacen("R2 R3", "V2 H3", 1)), 20);
        // One swap makes three in a row, for 30 points.
        assert_eq!(
            worth(&quiet.replacen("R1 R2 R3 R4 / R2 R3 R4 R1", "R1 R1 R3 R4 / R2 R3 R1 R4", 1)),
            7
        );
    }

    #[test]
    fn nothing_is_in_store_behind_the_last_swap() {
        let size = Size::new(4, 4).expect("a size");
        let supply = Supply {
            colours: 6,
            specials: [0; 4],
        };
        let rules = Shariki::new(size, supply, WhenStuck::End).with_most_swaps(1);
        let board: Board = "R1 R1 R3 R4 / R2 H3 R1 R4 / R3 R4 R2 R2 / R4 R1 R5 R3"
            .parse()
            .expect("a board");
        let worth = |swaps| with_store(&rules, &rules.position(&board, 50, swaps, 0).expect("a position"));
        assert!(worth(0) > 50);
        assert_eq!(worth(1), 50);
    }
}
