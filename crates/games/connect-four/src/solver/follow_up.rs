//! Static proofs by follow-up: one player answers every stone by the next one in the same column.
//!
//! The *follower* is the player who is not to move. The strategy decides who gets which cell, so a look at
//! the board proves a bound without a search. (Victor Allis, *A Knowledge-Based Approach of Connect-Four*,
//! 1988: claimeven; its wins are James Allen's odd and even threats.) The follower may deviate to do better;
//! the bounds hold because they need not.
//!
//! **An even number of empty cells.** In a column with an even number of them, the mover gets the lower cell
//! of each pair and the follower the upper one. Counted from the top, the mover gets every second row: the
//! *lower rows* (on 7×6 rows 1, 3 and 5 from the bottom). Columns with an odd number come in pairs: when the
//! mover takes the landing cell of one, the follower takes that of another, and both are even from then on.
//! So the mover gets at most
//!
//! * the stones already there,
//! * the empty cells of lower rows,
//! * the landing cells of odd columns.
//!
//! If these hold no four, the mover cannot win and the score is at most 0. If the follower also threatens a
//! cell t of an upper row, the follower wins:
//!
//! ```text
//!   . . . t . . .   the follower (o, second to play) threatens t, in the fourth row;
//!   . . . u . . .   the mover (x) must not play u, but all other columns fill up in pairs
//! ```
//!
//! * Below t lies a lower cell u that only the mover would take. If the mover takes it, the follower answers
//!   on t. So no stone of the mover comes to lie on t or above; those cells drop out of what the mover gets.
//! * t is not a landing cell, so its column is even before anybody plays below t.
//! * From u to the top there is an even number of cells, so the others are filled in pairs. Then the mover is
//!   to move and must play u: the follower wins at the latest with the stone after.
//!
//! **An odd number of empty cells.** There is one odd column too many, unless the follower wins there: let t
//! be a threat in a *lower* row (the first player's odd threat on 7×6) of an odd column. From the landing
//! cell up, the mover takes the cells of upper rows there, the follower those between, and the mover comes to
//! stand below t. From below t to the top the number of cells is odd, as on the board, so all others are
//! filled in pairs. The other columns hold an even number of odd ones, and the argument is the same.

use quincunx_core::grid::bits::{Geometry, Word};

use crate::bitboard::{BitBoard, has_four};
use crate::score;

/// The proofs on one size of board.
#[derive(Clone, Copy)]
pub(super) struct FollowUp<G: Geometry> {
    geometry: G,
    /// The rows with an even number of cells from them to the top, themselves included.
    lower_rows: G::Word,
}

impl<G: Geometry> FollowUp<G> {
    pub(super) fn new(geometry: G) -> Self {
        let mut lower_rows = G::Word::ZERO;
        let mut row = geometry.rows() % 2;
        while row < geometry.rows() {
            lower_rows |= geometry.bottom() << row;
            row += 2;
        }
        Self { geometry, lower_rows }
    }

    /// Returns a proved upper bound of the mover's score that is at most `alpha`; `None` when there is no
    /// proof.
    ///
    /// `threats` are the empty cells where the follower would complete a four. None of them is a landing
    /// cell, and the mover cannot win with the next stone.
    #[inline]
    pub(super) fn at_most(
        &self,
        board: &BitBoard<G>,
        threats: G::Word,
        stones: u32,
        alpha: i32,
    ) -> Option<i32> {
        debug_assert!(threats == board.opponent_threats() && !board.can_win_now());
        debug_assert!(threats & board.landings() == G::Word::ZERO);
        if (self.geometry.area() - stones).is_multiple_of(2) {
            self.with_even_columns(board, threats, stones, alpha)
        } else if threats & self.lower_rows != G::Word::ZERO {
            self.with_an_odd_column(board, threats, stones, alpha)
        } else {
            None
        }
    }

    #[inline]
    fn with_even_columns(
        &self,
        board: &BitBoard<G>,
        threats: G::Word,
        stones: u32,
        alpha: i32,
    ) -> Option<i32> {
        let (empty, landings) = (self.geometry.cells() ^ board.mask(), board.landings());
        let winning = threats & !self.lower_rows;
        let unreached = self.upwards_of(winning);
        let bound = if winning == G::Word::ZERO {
            0
        } else {
            self.lost_when_filled(empty, unreached, stones)
        };
        let gained = (empty & self.lower_rows) | (landings & !self.lower_rows);
        let cannot_win = || !has_four(self.geometry, board.mover() | (gained & !unreached));
        (bound <= alpha && cannot_win()).then_some(bound)
    }

    #[inline]
    fn with_an_odd_column(
        &self,
        board: &BitBoard<G>,
        threats: G::Word,
        stones: u32,
        alpha: i32,
    ) -> Option<i32> {
        let (empty, landings) = (self.geometry.cells() ^ board.mask(), board.landings());
        let odd_landings = landings & !self.lower_rows;
        let unreached_elsewhere = self.upwards_of(threats & !self.lower_rows);
        let mut winning = threats & self.lower_rows & self.upwards_of(odd_landings) & !unreached_elsewhere;
        while winning != G::Word::ZERO {
            let cell = winning.lowest();
            winning = winning.without_lowest();
            let unreached = unreached_elsewhere | self.upwards_of(cell);
            let bound = self.lost_when_filled(empty, unreached, stones);
            if bound > alpha {
                continue;
            }
            let column = self
                .geometry
                .column(cell.trailing_zeros() / self.geometry.stride());
            let here = empty & !self.lower_rows & column;
            let elsewhere = ((empty & self.lower_rows) | odd_landings) & !column;
            if !has_four(self.geometry, board.mover() | ((here | elsewhere) & !unreached)) {
                return Some(bound);
            }
        }
        None
    }

    /// Returns the mover's score if the follower wins after all cells are filled except those not reached and
    /// those right below them.
    #[inline]
    fn lost_when_filled(&self, empty: G::Word, unreached: G::Word, stones: u32) -> i32 {
        let filled = (empty & !(unreached | (unreached >> 1))).count_ones();
        -score::win(self.geometry.area(), stones + filled + 1)
    }

    /// Returns, for each column with a cell of the set, all cells from the lowest such up.
    ///
    /// Without the set, adding the bottom row to the full board carries as far as the lowest hole.
    #[inline]
    fn upwards_of(&self, set: G::Word) -> G::Word {
        let holed = self.geometry.cells() ^ set;
        set | (self.geometry.cells() & !(holed ^ holed.plus(self.geometry.bottom())))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;
    use quincunx_core::grid::bits::AnySize;

    use super::super::tests::{late_position, negamax, rules};
    use super::*;
    use crate::packed::pack;

    /// Compares the proved bound of a random position with negamax, and returns it.
    fn check_bound(seed: u64, columns: u32, rows: u32) -> Option<i32> {
        let rules = rules(columns, rows);
        let position = late_position(&rules, seed, 5 + (seed % 9) as u32)?;
        let geometry = AnySize::<u64>::new(rules.size()).expect("a board of one word");
        let board = pack(geometry, &position);
        let threats = board.opponent_threats();
        if board.can_win_now() || threats & board.landings() != 0 {
            return None;
        }
        let follow_up = FollowUp::new(geometry);
        let proved = (-20..20).find_map(|alpha| {
            let bound = follow_up.at_most(&board, threats, board.stones(), alpha)?;
            assert!(bound <= alpha);
            Some(bound)
        })?;
        let score = negamax(&rules, &position, &mut HashMap::new());
        assert!(
            score <= proved,
            "{score} > {proved}\n{}",
            rules.diagram(&position)
        );
        Some(proved)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn proved_bounds_hold(seed: u64, columns in 4u32..=8, rows in 4u32..=7) {
            check_bound(seed, columns, rows);
        }
    }

    #[test]
    fn draws_and_wins_are_proved_on_even_and_odd_boards() {
        for (columns, rows) in [(7, 6), (5, 5), (6, 5)] {
            let proved: Vec<i32> = (0..6000)
                .filter_map(|seed| check_bound(seed, columns, rows))
                .collect();
            assert!(
                proved.contains(&0) && proved.iter().any(|bound| *bound < 0),
                "{columns}×{rows}"
            );
        }
    }

    #[test]
    fn a_column_is_taken_from_its_lowest_cell_up() {
        let geometry = quincunx_core::grid::bits::Fixed::<7, 6>;
        let follow_up = FollowUp::new(geometry);
        assert_eq!(
            follow_up.lower_rows,
            geometry.bottom() | geometry.bottom() << 2 | geometry.bottom() << 4
        );
        assert_eq!(follow_up.upwards_of(0), 0);
        assert_eq!(follow_up.upwards_of(0b001_0100 << 7), 0b011_1100 << 7);
        assert_eq!(follow_up.upwards_of(geometry.bottom()), geometry.cells());
        assert_eq!(
            follow_up.upwards_of(1 << 5 | 1 << 47),
            1 << 5 | 1 << 47,
            "the tops of the outer columns"
        );
    }
}
