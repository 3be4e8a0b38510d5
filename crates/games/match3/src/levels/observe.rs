//! What learners see: the elements, the fields, and what is still to be done in how many moves.

use quincunx_core::{DenseActions, Player};

use super::level::{COLOURS, Field, Goal};
use super::rules::{LevelGame, State};
use crate::framework::BasicMove;
use crate::shariki::observe::{PLANES, write_packed};
use crate::shariki::packed::bit_of;
use quincunx_registry::environment::{Learned, Seen, dense_action, write_dense_mask};

impl Learned for LevelGame {
    fn has_goals(&self) -> bool {
        true
    }

    fn seen(&self) -> Seen {
        let size = self.level().size();
        Seen {
            // Fields, moves, colours, points.
            planes: PLANES + 2 + COLOURS + 1,
            rows: size.rows() as usize,
            columns: size.columns() as usize,
            most: u8::MAX,
        }
    }

    fn actions(&self) -> usize {
        self.action_count()
    }

    fn legal_action(&self, state: &State, number: usize) -> Option<BasicMove> {
        dense_action(self, state, number)
    }

    /// Writes a plane of colours, 1 to 6, and one of letters, from 0; one of fields: 0 for a hole, 1 for a field, 2 for one that is
    /// still to be cleared. Then planes that are the same everywhere, 255 for more: how many moves are left; how many elements of
    /// each of the six colours are still to be collected; and how much of the points that are wanted is missing, in 255ths, rounded
    /// up.
    fn observe(&self, state: &State, _: Player, seen: &mut [u8]) {
        let size = self.level().size();
        let area = size.area();
        let (elements, rest) = seen.split_at_mut(PLANES * area);
        let (fields, rest) = rest.split_at_mut(area);
        write_packed(&state.board, elements);
        for (written, (cell, field)) in fields.iter_mut().zip(self.level().fields.iter()) {
            let is_marked = state.marked >> bit_of(size, cell) & 1 == 1;
            *written = if *field == Field::Hole {
                0
            } else {
                1 + u8::from(is_marked)
            };
        }
        let few = |number: u64| number.min(u8::MAX.into()) as u8;
        let mut same = [0; 1 + COLOURS + 1];
        same[0] = few(self.moves_left(state).into());
        self.for_each_goal(state, |goal| match goal {
            Goal::Collect { colour, .. } => same[1 + colour as usize] = few(goal.left()),
            Goal::Score { wanted, .. } => {
                let missing = u128::from(goal.left()) * u128::from(u8::MAX);
                same[1 + COLOURS] = missing.div_ceil(u128::from(wanted.max(1))) as u8;
            }
            Goal::Clear { .. } => {}
        });
        for (plane, number) in rest.chunks_exact_mut(area).zip(same) {
            plane.fill(number);
        }
    }

    fn write_mask(&self, state: &State, mask: &mut [i8]) {
        write_dense_mask(self, state, mask);
    }
}
