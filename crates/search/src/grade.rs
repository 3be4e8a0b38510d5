//! Grades of moves: what was lost by them, in words that people know.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::analysis::{ActionValue, Analysis, Value};

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// There was no better one.
    Best,
    /// It gave away next to nothing.
    Good,
    /// It gave away a little.
    Inaccuracy,
    /// It gave away much.
    Mistake,
    /// It changed who wins, or nearly.
    Blunder,
}

impl Grade {
    /// All of them, the best first.
    pub const ALL: [Self; 5] = [
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        })
    }
}

/// A move beside the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradedMove<A> {
    /// How good it was.
    pub grade: Grade,
    /// The move.
    pub chosen: ActionValue<A>,
    /// The best one.
    pub best: ActionValue<A>,
}

impl<A: Copy + PartialEq> Analysis<A> {
    /// Grades an action; `None` when it was not judged.
    pub fn grade(&self, action: A) -> Option<GradedMove<A>> {
        let (worst, _) = self.range();
        let chosen = *self.actions.iter().find(|judged| judged.action == action)?;
        let best = self.actions[0];
        let grade = if best.action == action {
            Grade::Best
        } else {
            grade(best.value, chosen.value, worst)
        };
        Some(GradedMove { grade, chosen, best })
    }
}

/// The part of a single-player game's expected points, or of the way to its goals, that counts as nothing.
const NEXT_TO_NOTHING: f64 = 0.0005;

/// By how many plies a win may be put off, or a loss hastened, without a word.
const A_LITTLE_LATER: u32 = 4;

/// Grades an action by what it is worth beside the best and the worst one.
///
/// | | game of two: loss of the expected value, from −1 to 1 | one player: lost share of the stake |
/// | --- | --- | --- |
/// | best | nothing | nothing |
/// | good | up to 0.1 | up to 0.15 |
/// | inaccuracy | up to 0.3 | up to 0.4 |
/// | mistake | up to 1: a draw for a win, a loss for a draw | up to 0.75 |
/// | blunder | more: a loss for a win | more |
///
/// At stake is the distance from the best to the worst action: of 2048's points still to come even a bad push
/// loses one in a hundred. By these shares half the swaps that take the first combination in sight are
/// mistakes or worse in Shariki, and one in thirty pushes of level 4 in 2048. What is less than
/// [`NEXT_TO_NOTHING`] of the points, or of the whole way to the goals, is good whatever else was possible:
/// moves that do nothing for the goals and differ in points are alike. Of numbers that only put actions into
/// an order no amount means anything. A later win or a sooner loss than possible is good as well, and more
/// than [`A_LITTLE_LATER`] an inaccuracy.
fn grade(best: Value, chosen: Value, worst: Value) -> Grade {
    if best.compare(chosen).is_le() {
        return Grade::Best;
    }
    let lost = best.clamped() - chosen.clamped();
    let (lost, bounds) =
        if let Value::Points(most) | Value::Goals(most) | Value::Order(most) = best.without_bound() {
            let whole = match best {
                Value::Goals(_) => 1.0,
                // How large the number is means nothing.
                Value::Order(_) => 0.0,
                _ => most.abs(),
            };
            if lost <= NEXT_TO_NOTHING * whole {
                return Grade::Good;
            }
            (lost / (most - worst.clamped()).max(lost), [0.15, 0.4, 0.75])
        } else if let (Value::Win(best), Value::Win(chosen)) | (Value::Loss(best), Value::Loss(chosen)) =
            (best.without_bound(), chosen.without_bound())
        {
            return if chosen.abs_diff(best) <= A_LITTLE_LATER {
                Grade::Good
            } else {
                Grade::Inaccuracy
            };
        } else {
            (lost, [0.1, 0.3, 1.0])
        };
    match bounds.iter().position(|bound| lost <= *bound) {
        Some(0) => Grade::Good,
        Some(1) => Grade::Inaccuracy,
        Some(_) => Grade::Mistake,
        None => Grade::Blunder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_go_by_what_was_lost() {
        use Value::{Draw, Estimate, Goals, Loss, Points, Win};
        let of_two = |best, chosen| grade(best, chosen, Loss(1));
        for (best, chosen, expected) in [
            (Win(3), Win(3), Grade::Best),
            (Win(3), Win(7), Grade::Good),
            (Win(3), Win(9), Grade::Inaccuracy),
            (Loss(6), Loss(2), Grade::Good),
            (Loss(34), Loss(2), Grade::Inaccuracy),
            (Win(3), Draw, Grade::Mistake),
            (Draw, Loss(20), Grade::Mistake),
            (Win(3), Loss(20), Grade::Blunder),
            (Win(41), Loss(2), Grade::Blunder),
            (Win(3), Estimate(0.95), Grade::Good),
            (Win(3), Estimate(0.5), Grade::Mistake),
            (Win(3), Estimate(-0.1), Grade::Blunder),
            (Estimate(0.5), Estimate(0.35), Grade::Inaccuracy),
            (Estimate(0.2), Loss(4), Grade::Blunder),
            (Estimate(0.0), Estimate(-0.0), Grade::Best),
        ] {
            assert_eq!(of_two(best, chosen), expected, "{best} {chosen}");
        }
        let alone = |chosen| grade(Points(1000.0), Points(chosen), Points(900.0));
        for (chosen, expected) in [
            (1000.0, Grade::Best),
            (999.6, Grade::Good),
            (995.0, Grade::Good),
            (980.0, Grade::Inaccuracy),
            (950.0, Grade::Mistake),
            (900.0, Grade::Blunder),
        ] {
            assert_eq!(alone(chosen), expected, "{chosen}");
        }
        let of_the_way = |chosen| grade(Goals(0.04), Goals(chosen), Goals(0.0));
        for (chosen, expected) in [
            (0.039_6, Grade::Good),
            (0.035, Grade::Good),
            (0.03, Grade::Inaccuracy),
            (0.0, Grade::Blunder),
        ] {
            assert_eq!(of_the_way(chosen), expected, "{chosen}");
        }
        let in_order = |chosen| grade(Value::Order(1e6), Value::Order(chosen), Value::Order(1e6 - 10.0));
        for (chosen, expected) in [
            (1e6, Grade::Best),
            (1e6 - 1.0, Grade::Good),
            (1e6 - 3.0, Grade::Inaccuracy),
            (1e6 - 10.0, Grade::Blunder),
        ] {
            assert_eq!(in_order(chosen), expected, "{chosen}");
        }
        let in_points_alone = grade(Goals(1e-9), Goals(0.0), Goals(0.0));
        assert_eq!(in_points_alone, Grade::Good);
        let nothing_left = grade(Points(0.0), Points(0.0), Points(0.0));
        assert_eq!(nothing_left, Grade::Best);
        let by_visits = grade(Points(10.0), Points(20.0), Points(5.0));
        assert_eq!(by_visits, Grade::Best, "a search may prefer what it knows better");
    }
}
