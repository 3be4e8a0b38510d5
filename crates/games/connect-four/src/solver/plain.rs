//! A search on the readable rules, for boards too large for two words.

use quincunx_core::{Game, Outcome, Turn};
use quincunx_search::SearchBudget;

use super::{Bounds, Stopped, Strength, score};
use crate::rules::{ConnectFour, Position};

/// How far ahead it looks at most, in turns of both players; it bounds the stack, as a board has up to 4096 cells.
const MOST_TURNS: u32 = 32;

/// Bounds the score of a position, exactly when the end is near or somebody wins soon.
///
/// The questions come from both ends: is there a win with the next stone, a loss with the one after, then one turn
/// later each. A question about the n-th turn looks no further than that, since later wins cannot change its answer.
pub(super) fn solve(
    rules: &ConnectFour,
    position: &Position,
    strength: Strength,
    budget: &mut SearchBudget,
) -> Bounds {
    let (area, stones) = (rules.size().area() as u32, position.stones());
    let mut bounds = Bounds {
        low: -score::win(area, stones + 1),
        high: score::win(area, stones),
    };
    for _ in 0..MOST_TURNS {
        for from_above in [true, false] {
            if bounds.is_settled(strength) {
                return bounds;
            }
            let alpha = if from_above { bounds.high - 1 } else { bounds.low };
            match search(rules, position, alpha, budget) {
                Err(Stopped) => return bounds,
                Ok(found) if found <= alpha => bounds.high = found,
                Ok(found) => bounds.low = found,
            }
        }
    }
    bounds
}

/// Decides whether a position scores more than `alpha`.
pub(super) fn exceeds(
    rules: &ConnectFour,
    position: &Position,
    alpha: i32,
    budget: &mut SearchBudget,
) -> Result<bool, Stopped> {
    Ok(search(rules, position, alpha, budget)? > alpha)
}

/// Bounds the score of a position: returns r ≤ alpha when score ≤ r, and r > alpha when score ≥ r.
fn search(
    rules: &ConnectFour,
    position: &Position,
    alpha: i32,
    budget: &mut SearchBudget,
) -> Result<i32, Stopped> {
    if !budget.count() {
        return Err(Stopped);
    }
    let (area, stones) = (rules.size().area() as u32, position.stones());
    let upper = score::win(area, stones);
    if upper <= alpha {
        return Ok(upper);
    }
    let mut best = -score::win(area, stones + 1);
    if best > alpha {
        return Ok(best);
    }
    let mut open = Vec::new();
    for column in rules.legal_actions(position) {
        let mut after = position.clone();
        rules.play_unchecked(&mut after, column, &mut ());
        match after.turn() {
            Turn::Over(Outcome::Draw) => best = best.max(0),
            Turn::Over(_) => return Ok(upper),
            _ => open.push(after),
        }
    }
    for after in open {
        if best > alpha {
            break;
        }
        best = best.max(-search(rules, &after, -alpha - 1, budget)?);
    }
    Ok(best)
}
