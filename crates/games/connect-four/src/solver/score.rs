//! The field's convention for exact scores.

use quincunx_search::Value;

/// Returns the worth of a win by a stone dropped when `stones` are on a board of `area` cells: the sooner, the more.
///
/// The quickest win on 7×6, by the seventh stone, is worth 18; one by either player's very last stone 1. For stones
/// that the board has no room for it is 0, the worth of a draw.
pub(crate) const fn win(area: u32, stones: u32) -> i32 {
    ((area + 1).saturating_sub(stones) / 2) as i32
}

/// Says when the game ends that a score priors: in how many plies the mover of a position with `stones` stones on
/// a board of `area` cells wins or loses.
#[must_use]
pub fn value_of_score(area: u32, stones: u32, score: i32) -> Value {
    // The last stone drops when `at` or one fewer stones are on the board, whichever makes it the winner's turn.
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

/// Writes what is proved of a position with `stones` stones on a board of `area` cells as a score; `None` for an
/// estimate. The other way round than [`value_of_score`].
#[must_use]
pub fn score_of_value(area: u32, stones: u32, value: Value) -> Option<i32> {
    let worth = |plies: u32| win(area, (stones + plies).saturating_sub(1));
    match value {
        Value::Win(plies) => Some(worth(plies)),
        Value::Draw => Some(0),
        Value::Loss(plies) => Some(-worth(plies)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_on_seven_by_six_are_worth_what_the_convention_says() {
        assert_eq!(win(42, 6), 18);
        assert_eq!(win(42, 7), 18);
        assert_eq!(win(42, 40), 1);
        assert_eq!(win(42, 41), 1);
        assert_eq!(win(42, 42), 0);
    }

    #[test]
    fn scores_tell_in_how_many_plies() {
        for area in [16, 25, 42] {
            for stones in 0..area {
                for plies in 1..=area - stones {
                    let worth = win(area, stones + plies - 1);
                    let score = if plies % 2 == 1 { worth } else { -worth };
                    let value = value_of_score(area, stones, score);
                    let want = if plies % 2 == 1 {
                        Value::Win(plies)
                    } else {
                        Value::Loss(plies)
                    };
                    assert_eq!(value, want, "{stones} of {area} stones");
                    assert_eq!(score_of_value(area, stones, value), Some(score));
                }
            }
        }
        assert_eq!(value_of_score(42, 0, 0), Value::Draw);
        assert_eq!(score_of_value(42, 0, Value::Draw), Some(0));
        assert_eq!(score_of_value(42, 0, Value::Estimate(0.5)), None);
        // No position is worth so much; the answer is the soonest there is.
        assert_eq!(value_of_score(42, 0, 1000), Value::Win(1));
    }
}
