//! Ordinal values: on boards other than 4×4 heuristic values only order moves.

use quincunx_core::Direction;
use quincunx_search::{Analysis, Limits, Player, Value};

use super::position::Position;
use super::rules::Twenty48;

/// Reports another player's points as ordinal values: the heuristic is scaled to points for 4×4 boards only.
pub(super) struct OrdinalPlayer(pub(super) Box<dyn Player<Twenty48>>);

impl Player<Twenty48> for OrdinalPlayer {
    fn analyze(
        &mut self,
        rules: &Twenty48,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        let report = &mut |analysis: &Analysis<Direction>| report(&ordinal(analysis.clone()));
        ordinal(self.0.analyze(rules, state, limits, report))
    }

    fn choose(&mut self, rules: &Twenty48, state: &Position, limits: &Limits) -> Direction {
        self.0.choose(rules, state, limits)
    }
}

/// Turns points that are not exact into ordinal values.
fn ordinal(mut analysis: Analysis<Direction>) -> Analysis<Direction> {
    for judged in &mut analysis.actions {
        if let Value::Points(number) = judged.value {
            judged.value = Value::Order(number);
        }
    }
    analysis
}
