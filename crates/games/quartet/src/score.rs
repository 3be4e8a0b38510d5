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
    use quincunx_core::{Game, Random, Topology, Turn};

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
            let all = || scores.iter().copied().chain([0]);
            let all_but = |number: usize| {
                let others = scores.iter().zip(1..).filter(move |&(_, n)| n != number);
                others.map(|(&score, _)| score).chain([0])
            };
            for (found, expected) in [
                (worst_of(pieces), all().min()),
                (worst_with_safe_piece(pieces), all_but(1).min()),
                (best_of(pieces), all().max()),
                (best_without_win_at_once(pieces), all_but(2).max()),
            ] {
                assert_eq!(Some(found), expected, "{pieces} pieces");
            }
            // A piece that has been selected may win as well.
            let selected = pieces as i32 + 1;
            for score in worst_of(pieces)..=selected {
                let possible = || all().chain([selected]);
                assert_eq!(
                    Some(highest_up_to(score, pieces)),
                    possible().filter(|&other| other <= score).max()
                );
                if score < selected {
                    assert_eq!(
                        Some(next_above(score, pieces)),
                        possible().filter(|&other| other > score).min()
                    );
                }
            }
        }
    }

    #[test]
    fn scores_are_converted_to_plies_and_bounded_in_every_position() {
        let rules = Quartet::new(Topology::Plane);
        let mut most_placed = 0;
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let mut state = rules.initial();
            while let Turn::Player(_) = rules.turn(&state) {
                check_conversions(&state);
                most_placed = most_placed.max(state.placed());
                let action = rules.sample_action(&state, &mut random).expect("a legal action");
                rules.play_unchecked(&mut state, action, &mut ());
            }
        }
        assert_eq!(most_placed, 15, "some game should last until the last piece");
    }

    fn check_conversions(state: &Position) {
        let (placed, bag) = (state.placed(), state.bag_bits().count_ones());
        let is_selected = state.selected().is_some();
        let mut possible = vec![(0, Value::Draw)];
        // Each piece takes two plies, but the selected one is only to be placed.
        for number in 1..=u32::from(Piece::COUNT) - placed {
            let plies = 2 * number - u32::from(is_selected);
            let places = (number % 2 == 1) == is_selected;
            possible.push(if places {
                (win(placed + number), Value::Win(plies))
            } else {
                (-win(placed + number), Value::Loss(plies))
            });
        }
        for &(score, value) in &possible {
            assert_eq!(
                value_of_score(state, score),
                value,
                "{score} behind {placed} pieces"
            );
            assert_eq!(
                score_of_value(state, value),
                Some(score),
                "{value:?} behind {placed} pieces"
            );
        }
        let scores = || possible.iter().map(|&(score, _)| score);
        let found = bounds(state);
        assert_eq!(
            (Some(found.low), Some(found.high)),
            (scores().min(), scores().max()),
            "{bag} pieces in the bag"
        );
        assert_eq!(score_of_value(state, Value::Points(3.0)), None);
    }
}
