//! The mirror image of the game.

use quincunx_core::{Cell, Symmetric};

use super::moves::{BasicMove, MoveKind};
use super::rules::{MatchThree, State};

/// Left and right can be exchanged when the matchers do not tell them apart.
impl Symmetric for MatchThree {
    fn symmetry_count(&self) -> usize {
        let matchers = self.matcher().matchers();
        let is_symmetric = matchers
            .iter()
            .all(|matcher| matchers.contains(&matcher.mirrored()));
        if is_symmetric { 2 } else { 1 }
    }

    fn transform_state(&self, state: &State, symmetry: usize) -> State {
        let mut image = state.clone();
        if symmetry == 1 {
            for row in image
                .board
                .fields_mut()
                .values_mut()
                .chunks_exact_mut(self.size().columns() as usize)
            {
                row.reverse();
            }
            if let Some(cascade) = &mut image.cascade {
                for cell in &mut cascade.fallen {
                    cell.column = self.size().columns() - 1 - cell.column;
                }
                cascade.fallen.sort_unstable();
            }
        }
        image
    }

    fn transform_action(&self, step: BasicMove, symmetry: usize) -> BasicMove {
        if symmetry == 0 {
            return step;
        }
        // A pair of columns is named by its left one, which is the right one of the image.
        let last = self.size().columns() - 1;
        let (kind, turns_round) = match step.kind() {
            MoveKind::FlipRight(at) => (
                MoveKind::FlipRight(Cell::new(last - 1 - at.column, at.row)),
                false,
            ),
            MoveKind::FlipDown(at) => (MoveKind::FlipDown(Cell::new(last - at.column, at.row)), false),
            MoveKind::RotateSquareClockwise(at) => (
                MoveKind::RotateSquareClockwise(Cell::new(last - 1 - at.column, at.row)),
                true,
            ),
            MoveKind::RotateColumnDown(column) => (MoveKind::RotateColumnDown(last - column), false),
            MoveKind::RotateRowRight(row) => (MoveKind::RotateRowRight(row), true),
        };
        let image = BasicMove::new(kind);
        if step.is_reversed() == turns_round {
            image
        } else {
            image.reversed()
        }
    }
}
