//! What judges boards of other sizes than 4×4 tells no points.

use quincunx_core::Direction;
use quincunx_search::{Analysis, Limits, Player, Value};

use super::position::Position;
use super::rules::Twenty48;

/// A player whose points put moves into an order and tell nothing else: the look of the lines is scaled for
/// 4×4 boards.
pub(super) struct InOrder(pub(super) Box<dyn Player<Twenty48>>);

impl Player<Twenty48> for InOrder {
    fn analyze(
        &mut self,
        rules: &Twenty48,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        let report = &mut |analysis: &Analysis<Direction>| report(&in_order(analysis.clone()));
        in_order(self.0.analyze(rules, state, limits, report))
    }

    fn choose(&mut self, rules: &Twenty48, state: &Position, limits: &Limits) -> Direction {
        self.0.choose(rules, state, limits)
    }
}

/// Takes the points away from values that are not proved.
fn in_order(mut analysis: Analysis<Direction>) -> Analysis<Direction> {
    for judged in &mut analysis.actions {
        if let Value::Points(number) = judged.value {
            judged.value = Value::Order(number);
        }
    }
    analysis
}
