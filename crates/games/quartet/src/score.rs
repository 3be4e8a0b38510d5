//! The convention for exact scores; see [`solver`](crate::solver).

use quincunx_search::{Bounds, Value};

use crate::piece::Piece;
use crate::rules::Position;

/// The score of a win by the fourth piece, the earliest there is.
pub(crate) const MAX_SCORE: i32 = win(4);

/// Returns the score of a win by the piece of a number, counted from 1 as they are placed.
pub(crate) const fn win(placed: u32) -> i32 {
    Piece::COUNT as i32 + 1 - placed as i32
}

/// Returns the worst score of who selects from so many pieces: the opponent wins with the first of them.
pub(crate) const fn worst_of(pieces: u32) -> i32 {
    -(pieces as i32)
}

/// Returns the worst score of who selects from so many pieces and does not lose with the first: the opponent
/// wins with the third, if there is one.
pub(crate) const fn worst_with_safe_piece(pieces: u32) -> i32 {
    if pieces < 3 { 0 } else { 2 - pieces as i32 }
}

/// Returns the best score of who selects from so many pieces: a win with the second, if there is one.
pub(crate) const fn best_of(pieces: u32) -> i32 {
    if pieces < 2 { 0 } else { pieces as i32 - 1 }
}

/// Returns the best score of who does not win with the second piece: a win with the fourth.
pub(crate) const fn best_without_win_at_once(pieces: u32) -> i32 {
    if pieces < 4 { 0 } else { pieces as i32 - 3 }
}

/// Returns the least score above one that is possible when so many pieces are in the bag, whether another has
/// been selected or not.
///
/// Whoever selects next wins with the second piece from then on, the fourth and so on, and loses with the
/// first, the third and so on: half the scores are impossible.
#[inline]
pub(crate) const fn next_above(score: i32, pieces: u32) -> i32 {
    let next = score + 1;
    if is_possible(next, pieces) { next } else { next + 1 }
}

/// Returns the highest score that is possible and not above one, as [`next_above`] does.
#[inline]
pub(crate) const fn highest_up_to(score: i32, pieces: u32) -> i32 {
    if is_possible(score, pieces) {
        score
    } else {
        score - 1
    }
}

#[inline]
const fn is_possible(score: i32, pieces: u32) -> bool {
    let is_odd = (score + pieces as i32) % 2 != 0;
    score == 0 || (score > 0) == is_odd
}

/// Returns bounds of a position's score that hold for every board.
pub(crate) fn bounds(state: &Position) -> Bounds {
    let bag = state.bag_bits().count_ones();
    if state.selected().is_some() {
        // Whoever places wins with this piece, or loses with the next.
        Bounds {
            low: worst_of(bag),
            high: bag as i32 + 1,
        }
    } else {
        Bounds {
            low: worst_of(bag),
            high: best_of(bag),
        }
    }
}

/// Converts a score to the plies in which the player to move wins or loses.
pub fn value_of_score(state: &Position, score: i32) -> Value {
    let last = u32::from(Piece::COUNT + 1).saturating_sub(score.unsigned_abs());
    // Every piece takes two plies, but one that has been selected only one more.
    let plies = (2 * last.saturating_sub(state.placed())).saturating_sub(state.selected().is_some().into());
    match score {
        0 => Value::Draw,
        1.. => Value::Win(plies),
        _ => Value::Loss(plies),
    }
}

/// Converts a proved value to a score; `None` for an estimate. The inverse of [`value_of_score`].
pub fn score_of_value(state: &Position, value: Value) -> Option<i32> {
    let score = |plies: u32| win(state.placed() + plies.div_ceil(2));
    match value {
        Value::Win(plies) => Some(score(plies)),
        Value::Draw => Some(0),
        Value::Loss(plies) => Some(-score(plies)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet, Game, Topology, Turn};

    use super::*;
    use crate::rules::Quartet;

    /// Returns the scores of who selects from so many pieces when one of them wins, the first from the first.
    fn scores(pieces: u32) -> Vec<i32> {
        let placed = u32::from(Piece::COUNT) - pieces;
        let score = |number: u32| match number % 2 {
            // The opponent places the first.
            1 => -win(placed + number),
            _ => win(placed + number),
        };
        (1..=pieces).map(score).collect()
    }

    #[test]
    fn scores_count_the_pieces_that_are_left() {
        assert_eq!((MAX_SCORE, win(16)), (13, 1));
        assert_eq!(scores(4), [-4, 3, -2, 1]);
    }

    #[test]
    fn bounds_and_steps_are_those_of_all_scores() {
        for pieces in 0..=u32::from(Piece::COUNT) {
            let scores = scores(pieces);
            let without = |number: usize| {
                let others = scores.iter().enumerate().filter(move |&(at, _)| at != number);
                others.map(|(_, &score)| score).chain([0])
            };
            let nobody = scores.len();
            assert_eq!(Some(worst_of(pieces)), without(nobody).min(), "{pieces} pieces");
            assert_eq!(
                Some(worst_with_safe_piece(pieces)),
                without(0).min(),
                "{pieces} pieces"
            );
            assert_eq!(Some(best_of(pieces)), without(nobody).max(), "{pieces} pieces");
            assert_eq!(
                Some(best_without_win_at_once(pieces)),
                without(1).max(),
                "{pieces} pieces"
            );
            // A piece that has been selected may win as well.
            let selected = pieces as i32 + 1;
            for score in worst_of(pieces)..=selected {
                let all = || without(nobody).chain([selected]);
                assert_eq!(
                    Some(highest_up_to(score, pieces)),
                    all().filter(|&other| other <= score).max()
                );
                if score < selected {
                    assert_eq!(
                        Some(next_above(score, pieces)),
                        all().filter(|&other| other > score).min()
                    );
                }
            }
        }
    }

    #[test]
    fn a_piece_takes_two_plies() {
        let rules = Quartet::new(Topology::Plane);
        let mut state = rules.initial();
        while let Turn::Player(_) = rules.turn(&state) {
            let placed = state.placed();
            let plies = if state.selected().is_some() {
                [1, 3]
            } else {
                [2, 4]
            };
            let [first, second] = [1, 2].map(|number| win(placed + number));
            let bag = state.bag_bits().count_ones();
            let high = if state.selected().is_some() {
                first
            } else {
                best_of(bag)
            };
            let low = worst_of(bag);
            assert_eq!(bounds(&state), Bounds { low, high });
            for (score, value) in [
                (0, Value::Draw),
                (first, Value::Win(plies[0])),
                (-first, Value::Loss(plies[0])),
                (second, Value::Win(plies[1])),
                (-second, Value::Loss(plies[1])),
            ] {
                if score != 0 || value == Value::Draw {
                    assert_eq!(
                        value_of_score(&state, score),
                        value,
                        "{score} behind {placed} pieces"
                    );
                    assert_eq!(
                        score_of_value(&state, value),
                        Some(score),
                        "{value:?} behind {placed} pieces"
                    );
                }
            }
            let action = rules
                .legal_actions(&state)
                .get(0)
                .expect("a player has an action");
            rules.play_unchecked(&mut state, action, &mut ());
        }
        assert_eq!(score_of_value(&state, Value::Points(3.0)), None);
    }
}
