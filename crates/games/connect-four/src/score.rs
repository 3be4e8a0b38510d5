//! The convention for exact scores; see [`solver`](crate::solver).

use quincunx_search::Value;

/// Returns the score of a win by a stone dropped when `stones` are on a board of `area` cells.
///
/// The quickest win on 7×6, by the seventh stone, scores 18; one by either player's last stone 1. On a full
/// board it is 0.
pub(crate) const fn win(area: u32, stones: u32) -> i32 {
    ((area + 1).saturating_sub(stones) / 2) as i32
}

/// Converts a score to the plies in which the mover of a position with `stones` stones on `area` cells wins
/// or loses.
pub fn value_of_score(area: u32, stones: u32, score: i32) -> Value {
    // The last stone drops when `at` or one fewer stones are on the board, whichever makes it the winner's
    // turn.
    let at = (area + 1).saturating_sub(2 * score.unsigned_abs());
    let plies_to = |parity: u32| {
        at.saturating_sub(u32::from(at % 2 != parity))
            .saturating_sub(stones)
            + 1
    };
    match score {
        0 => Value::Draw,
        1.. => Value::Win(plies_to(stones % 2)),
        _ => Value::Loss(plies_to((stones + 1) % 2)),
    }
}

/// Converts a proved value to a score; `None` for an estimate. The inverse of [`value_of_score`].
pub fn score_of_value(area: u32, stones: u32, value: Value) -> Option<i32> {
    let score = |plies: u32| win(area, (stones + plies).saturating_sub(1));
    match value {
        Value::Win(plies) => Some(score(plies)),
        Value::Draw => Some(0),
        Value::Loss(plies) => Some(-score(plies)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_on_seven_by_six_score_by_the_convention() {
        assert_eq!(win(42, 6), 18);
        assert_eq!(win(42, 7), 18);
        assert_eq!(win(42, 40), 1);
        assert_eq!(win(42, 41), 1);
        assert_eq!(win(42, 42), 0);
    }

    #[test]
    fn scores_convert_to_plies_and_back() {
        for area in [16, 25, 42] {
            for stones in 0..area {
                for plies in 1..=area - stones {
                    let win_score = win(area, stones + plies - 1);
                    let score = if plies % 2 == 1 { win_score } else { -win_score };
                    let value = value_of_score(area, stones, score);
                    let expected = if plies % 2 == 1 {
                        Value::Win(plies)
                    } else {
                        Value::Loss(plies)
                    };
                    assert_eq!(value, expected, "{stones} of {area} stones");
                    assert_eq!(score_of_value(area, stones, value), Some(score));
                }
            }
        }
        assert_eq!(value_of_score(42, 0, 0), Value::Draw);
        assert_eq!(score_of_value(42, 0, Value::Draw), Some(0));
        assert_eq!(score_of_value(42, 0, Value::Estimate(0.5)), None);
        // An impossible score converts to the soonest win.
        assert_eq!(value_of_score(42, 0, 1000), Value::Win(1));
    }
}
