//! Scores of alpha-beta search: proved wins and losses with their distance, and estimates between them.

use quincunx_core::Outcome;
use quincunx_core::Side;

use crate::analysis::Value;

/// The worth of a position to the side that acts, counted from that position.
///
/// ```text
/// −WIN + n   lost in n plies       0   drawn or even       WIN − n   won in n plies
/// ├───────┤            ├──────── estimates ────────┤            ├───────┤
/// ```
pub(super) type Score = i32;

/// A win in no plies.
pub(super) const WIN: Score = 1 << 30;

/// Greater than every score, and still far from overflow when it is moved by a ply at each depth.
pub(super) const INFINITE: Score = WIN + (1 << 20);

/// Scores beyond this, up or down, are proved wins and losses.
const DECIDED: Score = 1 << 24;

/// An estimate of 1.
const UNIT: Score = 1 << 20;

/// Returns whether it is a proved win or loss.
pub(super) const fn is_decided(score: Score) -> bool {
    score.abs() > DECIDED
}

/// Returns the plies to a proved win or loss.
pub(super) const fn plies_to_end(score: Score) -> u32 {
    (WIN - score.abs()) as u32
}

/// Returns the score, one ply before the end, of the side that brought it about.
pub(super) fn of_end(outcome: Outcome, side: Side) -> Score {
    outcome.value_for(side) * (WIN - 1)
}

/// Returns the score of an estimate from −1 to 1.
pub(super) fn of_estimate(estimate: f64) -> Score {
    (estimate.clamp(-1.0, 1.0) * f64::from(UNIT)) as Score
}

/// Returns the score as it is one ply before: the end is one ply farther.
pub(super) const fn one_ply_before(score: Score) -> Score {
    if is_decided(score) {
        score - score.signum()
    } else {
        score
    }
}

/// Returns a bound on scores as it is one ply on, so that for every score `s` and bound `b`:
/// `one_ply_before(s) ≥ b ⇔ s ≥ one_ply_on(b)`, and the same with `≤`.
pub(super) const fn one_ply_on(bound: Score) -> Score {
    if is_decided(bound) {
        bound + bound.signum()
    } else {
        bound
    }
}

/// Returns the score as a value; a score that is complete rests on nothing but ends of the game.
pub(super) fn to_value(score: Score, complete: bool) -> Value {
    if is_decided(score) {
        let plies = plies_to_end(score);
        if score > 0 {
            Value::Win(plies)
        } else {
            Value::Loss(plies)
        }
    } else if complete {
        Value::Draw
    } else {
        Value::Estimate(f64::from(score) / f64::from(UNIT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_move_with_scores() {
        let interesting = [0, 1, UNIT, WIN - 300, WIN - 299, WIN - 2, WIN - 1];
        let both: Vec<Score> = interesting.iter().flat_map(|&score| [score, -score]).collect();
        for &score in &both {
            for &bound in &both {
                assert_eq!(
                    one_ply_before(score) >= bound,
                    score >= one_ply_on(bound),
                    "{score} {bound}"
                );
                assert_eq!(
                    one_ply_before(score) <= bound,
                    score <= one_ply_on(bound),
                    "{score} {bound}"
                );
            }
        }
    }

    #[test]
    fn values_tell_the_distance() {
        let won = of_end(Outcome::Win(Side::Two), Side::Two);
        assert_eq!(to_value(won, true), Value::Win(1));
        assert_eq!(to_value(-one_ply_before(won), true), Value::Loss(2));
        assert_eq!(to_value(0, true), Value::Draw);
        assert_eq!(to_value(of_estimate(0.5), false), Value::Estimate(0.5));
        assert!(!is_decided(of_estimate(f64::INFINITY)) && of_estimate(f64::NAN) == 0);
    }
}
