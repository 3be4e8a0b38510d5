//! A null-window search on the readable rules, for boards beyond two words.

use quincunx_core::{Game, Outcome, Turn};
use quincunx_search::{Bounds, SearchBudget, Strength};

use crate::rules::{ConnectFour, Position};
use crate::score;

/// The most turns of both players that are searched. It bounds the stack, as a board has up to 4096 cells.
const MAX_TURNS: u32 = 32;

/// Bounds the score of a position, exactly when the end is near or somebody wins soon.
///
/// α moves inwards from both ends: a win with the next stone, a loss with the one after, then one turn later
/// each. A search about the n-th turn looks no further than that.
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
    for _ in 0..MAX_TURNS {
        for from_above in [true, false] {
            if bounds.is_settled(strength) {
                return bounds;
            }
            let alpha = if from_above { bounds.high - 1 } else { bounds.low };
            match search(rules, position, alpha, budget) {
                None => return bounds,
                Some(bound) if bound <= alpha => bounds.high = bound,
                Some(bound) => bounds.low = bound,
            }
        }
    }
    bounds
}

/// Decides whether a position scores more than `alpha`; `None` when the budget runs out.
pub(super) fn exceeds(
    rules: &ConnectFour,
    position: &Position,
    alpha: i32,
    budget: &mut SearchBudget,
) -> Option<bool> {
    Some(search(rules, position, alpha, budget)? > alpha)
}

/// Bounds the score of a position: returns r ≤ alpha when score ≤ r, and r > alpha when score ≥ r.
fn search(rules: &ConnectFour, position: &Position, alpha: i32, budget: &mut SearchBudget) -> Option<i32> {
    if !budget.count() {
        return None;
    }
    let (area, stones) = (rules.size().area() as u32, position.stones());
    let upper = score::win(area, stones);
    if upper <= alpha {
        return Some(upper);
    }
    let mut best = -score::win(area, stones + 1);
    if best > alpha {
        return Some(best);
    }
    let mut open = Vec::new();
    for column in rules.legal_actions(position) {
        let after = rules.after(position, column);
        match after.turn() {
            Turn::Over(Outcome::Draw) => best = best.max(0),
            Turn::Over(_) => return Some(upper),
            _ => open.push(after),
        }
    }
    for after in open {
        if best > alpha {
            break;
        }
        best = best.max(-search(rules, &after, -alpha - 1, budget)?);
    }
    Some(best)
}
