//! What learners see: the elements, the fields, the moves left, and what is left of the goals.

use quincunx_core::Side;
use quincunx_registry::environment::{ObservationShape, Observe};
use quincunx_registry::observe_dense_actions;

use super::level::{COLOURS, Field, GoalKind};
use super::position::Position;
use super::rules::LevelGame;
use crate::engine::holds;
use crate::engine::view::{OBSERVATION_PLANES, write_packed};

impl Observe for LevelGame {
    fn has_goals(&self) -> bool {
        true
    }

    fn observation_shape(&self) -> ObservationShape {
        let size = self.level().size();
        ObservationShape {
            // Fields, moves, colours, points.
            planes: OBSERVATION_PLANES + 2 + COLOURS + 1,
            rows: size.rows() as usize,
            columns: size.columns() as usize,
            most: u8::MAX,
        }
    }

    observe_dense_actions!();

    /// Writes a plane of colours, 1 to 6, and one of letters, from 0; one of fields: 0 for a hole, 1 for a
    /// field, 2 for one that is still to be cleared. Then planes of one number each, 255 for more: the
    /// moves left; the elements of each of the six colours still to be collected; and the share of the
    /// points still to be won, in 255ths, rounded up.
    fn observe(&self, state: &Position, _: Side, seen: &mut [u8]) {
        let size = self.level().size();
        let area = size.area();
        let (elements, rest) = seen.split_at_mut(OBSERVATION_PLANES * area);
        let (fields, rest) = rest.split_at_mut(area);
        write_packed(&state.board, elements);
        for (written, (cell, field)) in fields.iter_mut().zip(self.level().fields.iter()) {
            let is_marked = holds(size, state.marked, cell);
            *written = if *field == Field::Hole {
                0
            } else {
                1 + u8::from(is_marked)
            };
        }
        let few = |number: u64| number.min(u8::MAX.into()) as u8;
        let mut same = [0; 1 + COLOURS + 1];
        same[0] = few(self.moves_left(state).into());
        self.for_each_goal(state, |goal| match goal.kind {
            GoalKind::Collect(colour) => same[1 + colour as usize] = few(goal.left()),
            GoalKind::Score => {
                let missing = u128::from(goal.left()) * u128::from(u8::MAX);
                same[1 + COLOURS] = missing.div_ceil(u128::from(goal.wanted)) as u8;
            }
            GoalKind::Clear => {}
        });
        for (plane, number) in rest.chunks_exact_mut(area).zip(same) {
            plane.fill(number);
        }
    }
}
