//! The symmetries of the rules, which the contract tests check.

use quincunx_core::testkit::Symmetric;

use quincunx_core::{Cell, Direction, Grid};

use crate::position::Position;
use crate::rules::Twenty48;

/// A square board has eight symmetries, another four. As bits of their number: 4 exchanges columns and rows
/// first, on a square only; 1 exchanges left and right, 2 up and down.
impl Symmetric for Twenty48 {
    fn symmetry_count(&self) -> usize {
        if self.size().columns() == self.size().rows() {
            8
        } else {
            4
        }
    }

    fn transform_state(&self, state: &Position, symmetry: usize) -> Position {
        let size = self.size();
        // This maps a cell to the one that it comes from, so the exchange comes last.
        let cells = Grid::from_fn(size, |cell| {
            let mut from = cell;
            if symmetry & 1 != 0 {
                from.column = size.columns() - 1 - from.column;
            }
            if symmetry & 2 != 0 {
                from.row = size.rows() - 1 - from.row;
            }
            if symmetry & 4 != 0 {
                from = Cell::new(from.row, from.column);
            }
            state.cells()[from]
        });
        Position::from_parts(cells, state.points(), state.moves(), state.pending())
            .expect("an image has as many free cells")
    }

    fn transform_action(&self, direction: Direction, symmetry: usize) -> Direction {
        use Direction::{Down, Left, Right, Up};
        let exchanged = match direction {
            Up => Left,
            Left => Up,
            Down => Right,
            Right => Down,
        };
        match if symmetry & 4 != 0 { exchanged } else { direction } {
            Left if symmetry & 1 != 0 => Right,
            Right if symmetry & 1 != 0 => Left,
            Up if symmetry & 2 != 0 => Down,
            Down if symmetry & 2 != 0 => Up,
            unchanged => unchanged,
        }
    }
}
