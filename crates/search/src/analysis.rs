//! What a player thinks of a position.

use std::cmp::Ordering;
use std::fmt;

use quincunx_core::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// What a position or an action is worth to the player who acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Proved: the player wins after this many plies, the player's own next one counted.
    Win(u32),
    /// Proved: the player wins, after so many plies at the latest.
    WinWithin(u32),
    /// Proved: nobody wins.
    Draw,
    /// Proved: the player loses after this many plies.
    Loss(u32),
    /// Proved: the player loses, after so many plies at the earliest.
    LossAfter(u32),
    /// Proved: the player loses, after so many plies at the latest.
    LossWithin(u32),
    /// An estimate from −1 (lost) to 1 (won).
    Estimate(f64),
    /// A single-player game: the points that are expected still to come.
    Points(f64),
    /// A single-player game with goals: how much of the way to them the player is expected to go from here,
    /// from 0 to 1. Half of the way is what is done for the goals, the other half that all are reached.
    Goals(f64),
    /// A single-player game: a number that only orders the actions of one position, the more the better.
    Order(f64),
    /// Proved: a single-player game: the points that perfect play is expected still to collect.
    ExactPoints(f64),
}

impl Value {
    /// Returns the value, for a side, of an action that ends a game of two with this outcome.
    pub fn of_outcome(outcome: Outcome, side: Side) -> Self {
        match outcome.value_for(side) {
            1 => Self::Win(1),
            -1 => Self::Loss(1),
            _ => Self::Draw,
        }
    }

    /// Returns the same with bounds of plies as exact ones, and proved points as points.
    #[must_use]
    pub const fn without_bound(self) -> Self {
        match self {
            Self::WinWithin(plies) => Self::Win(plies),
            Self::LossAfter(plies) | Self::LossWithin(plies) => Self::Loss(plies),
            Self::ExactPoints(points) => Self::Points(points),
            other => other,
        }
    }

    /// Returns whether it is proved and known to the ply and the point.
    pub const fn is_exact(self) -> bool {
        matches!(
            self,
            Self::Win(_) | Self::Draw | Self::Loss(_) | Self::ExactPoints(_)
        )
    }

    /// Returns the value in parts, as programs read it.
    pub const fn parts(self) -> Evaluation {
        let (kind, amount, bound) = match self {
            Self::Win(plies) => (ValueKind::Win, plies as f64, None),
            Self::WinWithin(plies) => (ValueKind::Win, plies as f64, Some(Bound::AtMost)),
            Self::Draw => (ValueKind::Draw, 0.0, None),
            Self::Loss(plies) => (ValueKind::Loss, plies as f64, None),
            Self::LossAfter(plies) => (ValueKind::Loss, plies as f64, Some(Bound::AtLeast)),
            Self::LossWithin(plies) => (ValueKind::Loss, plies as f64, Some(Bound::AtMost)),
            // −0 is 0.
            Self::Estimate(estimate) => (ValueKind::Estimate, estimate.clamp(-1.0, 1.0) + 0.0, None),
            Self::Points(points) => (ValueKind::Points, points + 0.0, None),
            Self::Goals(share) => (ValueKind::Goals, share, None),
            Self::Order(number) => (ValueKind::Order, number + 0.0, None),
            Self::ExactPoints(points) => (ValueKind::Points, points, Some(Bound::Exactly)),
        };
        Evaluation { kind, amount, bound }
    }

    /// Returns 1 for a win, 0 for a draw, −1 for a loss, and else the number.
    pub const fn expected(self) -> f64 {
        match self {
            Self::Win(_) | Self::WinWithin(_) => 1.0,
            Self::Draw => 0.0,
            Self::Loss(_) | Self::LossAfter(_) | Self::LossWithin(_) => -1.0,
            Self::Estimate(value)
            | Self::Points(value)
            | Self::Goals(value)
            | Self::Order(value)
            | Self::ExactPoints(value) => value,
        }
    }

    /// Returns what it comes to as [`Value::expected`] does, an estimate within its range.
    pub const fn clamped(self) -> f64 {
        match self {
            Self::Estimate(estimate) => estimate.clamp(-1.0, 1.0),
            other => other.expected(),
        }
    }

    /// Compares by worth: proved wins, the sooner the better; then what is open or drawn; then losses, the
    /// later the better. Where only a bound of the plies is known it counts as their number.
    pub fn compare(self, other: Self) -> Ordering {
        let (a, b) = (self.rank(), other.rank());
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    }

    fn rank(self) -> (i8, f64) {
        match self {
            Self::Win(plies) | Self::WinWithin(plies) => (1, -f64::from(plies)),
            Self::Draw => (0, 0.0),
            Self::Loss(plies) | Self::LossAfter(plies) | Self::LossWithin(plies) => (-1, f64::from(plies)),
            // Judges that turn a value around for the other side give −0 as well, which is not less than 0
            // here.
            Self::Estimate(value)
            | Self::Points(value)
            | Self::Goals(value)
            | Self::Order(value)
            | Self::ExactPoints(value) => (0, value + 0.0),
        }
    }
}

/// The value of an action or position to the side that acts, in parts, as programs read it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Evaluation {
    /// What the amount is.
    pub kind: ValueKind,
    /// The amount; 0 for a draw.
    pub amount: f64,
    /// How the amount is known; null for an estimate and for the exact plies of a proved end.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub bound: Option<Bound>,
}

/// What the amount of an [`Evaluation`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ValueKind {
    /// The plies until a proved win.
    Win,
    /// Nothing: a proved draw.
    Draw,
    /// The plies until a proved loss.
    Loss,
    /// The expected outcome, from −1 to 1.
    Estimate,
    /// The points still to come.
    Points,
    /// The expected share of the way to the goals, from 0 to 1: half of it is progress, half reaching all.
    Goals,
    /// A number that only orders the actions of one position.
    Order,
}

impl ValueKind {
    /// Returns its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
            Self::Estimate => "estimate",
            Self::Points => "points",
            Self::Goals => "goals",
            Self::Order => "order",
        }
    }
}

/// How the amount of an [`Evaluation`] is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Bound {
    /// Proved: no more plies.
    AtMost,
    /// Proved: no fewer plies.
    AtLeast,
    /// Proved: what perfect play is expected to collect.
    Exactly,
}

impl Bound {
    /// Returns its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AtMost => "at_most",
            Self::AtLeast => "at_least",
            Self::Exactly => "exactly",
        }
    }
}

impl fmt::Display for Value {
    /// Writes `wins in 3`, `wins in at most 9`, `draw`, `loses in 8` (plies), `+0.25`, `1234.5` (points or a
    /// number that orders), `34.5 % of the way` or `exactly 1234.567`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "wins in {plies}"),
            Self::WinWithin(plies) => write!(f, "wins in at most {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Loss(plies) => write!(f, "loses in {plies}"),
            Self::LossAfter(plies) => write!(f, "loses in at least {plies}"),
            Self::LossWithin(plies) => write!(f, "loses in at most {plies}"),
            Self::Estimate(value) => write!(f, "{:+.2}", without_sign_of_0(*value, 2)),
            Self::Points(number) | Self::Order(number) => {
                write!(f, "{:.1}", without_sign_of_0(*number, 1))
            }
            Self::Goals(share) => write!(f, "{} % of the way", percent(*share, 1)),
            Self::ExactPoints(points) => write!(f, "exactly {points:.3}"),
        }
    }
}

/// Returns 0 for a number that is rounded to 0 with so many digits, which has no sign then.
fn without_sign_of_0(number: f64, digits: i32) -> f64 {
    if number.abs() < 0.5 / 10_f64.powi(digits) {
        0.0
    } else {
        number
    }
}

/// Formats a share in per cent with a number of digits: `34.5`, and `< 0.1` rather than a rounded 0.
pub fn percent(share: f64, digits: usize) -> String {
    let least = 0.1_f64.powi(digits as i32);
    if share > 0.0 && 100.0 * share < least / 2.0 {
        format!("< {least:.digits$}")
    } else {
        format!("{:.digits$}", 100.0 * share)
    }
}

/// An action with what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionValue<A> {
    /// The action.
    pub action: A,
    /// Its worth to the player who acts.
    pub value: Value,
}

/// All that a search found out, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<A> {
    /// Every legal action, or as many as were judged, the best first, equals in order. Never empty.
    pub actions: Vec<ActionValue<A>>,
    /// The expected course from here, as far as it is known; the first is the best action.
    pub principal_variation: Vec<A>,
    /// Plies looked ahead; 0 where the word means nothing.
    pub depth: u32,
    /// Positions visited, or simulations.
    pub nodes: u64,
}

impl<A: Copy> Analysis<A> {
    /// Makes an analysis of judged actions in the order of actions; sorts them, equals keep their order.
    ///
    /// # Panics
    /// When there is no action.
    pub fn new(mut actions: Vec<ActionValue<A>>, depth: u32, nodes: u64) -> Self {
        assert!(!actions.is_empty(), "a player who acts has a legal action");
        actions.sort_by(|a, b| b.value.compare(a.value));
        let best = actions[0].action;
        Self {
            actions,
            principal_variation: vec![best],
            depth,
            nodes,
        }
    }

    /// Returns the best action.
    pub fn best(&self) -> A {
        self.actions[0].action
    }

    /// Returns the least and the greatest value, which need not be the last and the first.
    pub fn range(&self) -> (Value, Value) {
        let values = || self.actions.iter().map(|judged| judged.value);
        let order = |a: &Value, b: &Value| a.compare(*b);
        let ends = values().min_by(order).zip(values().max_by(order));
        ends.expect("an analysis is never empty")
    }

    /// Returns the same with every action changed into another name for it.
    pub fn map<B>(&self, mut name: impl FnMut(A) -> B) -> Analysis<B> {
        Analysis {
            actions: self
                .actions
                .iter()
                .map(|judged| ActionValue {
                    action: name(judged.action),
                    value: judged.value,
                })
                .collect(),
            principal_variation: self
                .principal_variation
                .iter()
                .map(|&action| name(action))
                .collect(),
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_order_and_nothing_is_less_than_an_even_one() {
        let ascending = [
            Value::Loss(1),
            Value::Loss(2),
            Value::Estimate(-0.5),
            Value::Draw,
            Value::Estimate(0.5),
            Value::Win(2),
            Value::Win(1),
        ];
        for (a, first) in ascending.iter().enumerate() {
            for (b, second) in ascending.iter().enumerate() {
                assert_eq!(first.compare(*second), a.cmp(&b), "{first} {second}");
            }
        }
        for even in [Value::Draw, Value::Estimate(0.0), Value::Estimate(-0.0)] {
            assert_eq!(even.compare(Value::Estimate(0.0)), Ordering::Equal, "{even:?}");
            assert_eq!(Value::Estimate(-0.0).compare(even), Ordering::Equal, "{even:?}");
        }
    }

    #[test]
    fn what_is_rounded_to_0_has_no_sign_below_it() {
        for (value, words) in [
            (Value::Estimate(-0.0), "+0.00"),
            (Value::Estimate(-0.004), "+0.00"),
            (Value::Estimate(-0.006), "-0.01"),
            (Value::Estimate(0.005), "+0.01"),
            (Value::Points(-0.0), "0.0"),
            (Value::Order(-0.04), "0.0"),
            (Value::Order(-0.06), "-0.1"),
        ] {
            assert_eq!(value.to_string(), words, "{value:?}");
        }
        for value in [Value::Estimate(-0.0), Value::Points(-0.0), Value::Order(-0.0)] {
            assert!(value.parts().amount.is_sign_positive(), "{value:?}");
        }
    }

    #[test]
    fn bounds_of_plies_are_reported_and_count_as_their_number() {
        for (value, exact, words) in [
            (Value::WinWithin(9), Value::Win(9), "wins in at most 9"),
            (Value::LossAfter(4), Value::Loss(4), "loses in at least 4"),
            (Value::LossWithin(6), Value::Loss(6), "loses in at most 6"),
        ] {
            assert_eq!(
                (value.without_bound(), value.to_string().as_str()),
                (exact, words)
            );
            assert_eq!(value.compare(exact), Ordering::Equal);
        }
        assert_eq!(Value::LossAfter(4).compare(Value::Loss(6)), Ordering::Less);
    }

    #[test]
    fn what_is_exact_is_proved_without_a_bound() {
        let of = |value: Value| (value.parts().bound, value.is_exact());
        for (value, bound, exact) in [
            (Value::Win(3), None, true),
            (Value::WinWithin(3), Some(Bound::AtMost), false),
            (Value::Draw, None, true),
            (Value::LossAfter(3), Some(Bound::AtLeast), false),
            (Value::Estimate(0.0), None, false),
            (Value::Points(3.0), None, false),
            (Value::Order(3.0), None, false),
            (Value::ExactPoints(3.0), Some(Bound::Exactly), true),
        ] {
            assert_eq!(of(value), (bound, exact), "{value}");
        }
    }

    #[test]
    fn shares_of_the_way_are_reported_and_something_is_not_reported_as_nothing() {
        for (share, words, short) in [
            (0.0, "0.0 % of the way", "0"),
            (1e-12, "< 0.1 % of the way", "< 1"),
            (0.000_49, "< 0.1 % of the way", "< 1"),
            (0.000_51, "0.1 % of the way", "< 1"),
            (0.345, "34.5 % of the way", "34"),
            (1.0, "100.0 % of the way", "100"),
        ] {
            assert_eq!(Value::Goals(share).to_string(), words);
            assert_eq!(percent(share, 0), short, "{share}");
        }
    }

    #[test]
    fn the_range_is_of_all_actions_however_they_are_listed() {
        let actions = [0.25, 0.5, 0.125].map(Value::Goals).into_iter().zip(0..);
        let analysis = Analysis {
            actions: actions
                .map(|(value, action)| ActionValue { action, value })
                .collect(),
            principal_variation: vec![0],
            depth: 1,
            nodes: 3,
        };
        assert_eq!(analysis.range(), (Value::Goals(0.125), Value::Goals(0.5)));
    }

    #[test]
    fn equals_stay_in_the_order_of_actions() {
        let judged = [0.0, -0.0, 0.0, -0.0].into_iter().map(Value::Estimate);
        let actions = (0..)
            .zip(judged)
            .map(|(action, value)| ActionValue { action, value });
        let analysis = Analysis::new(actions.collect(), 1, 4);
        let order: Vec<i32> = analysis.actions.iter().map(|judged| judged.action).collect();
        assert_eq!(order, [0, 1, 2, 3]);
    }
}
