//! The symmetries of the board: turns and reflections, and on the torus every shift as well.
//!
//! Tests hold the rules and the solver to them. A search gains nothing from them, as it hardly ever meets a
//! position and its image.

use quincunx_core::testkit::Symmetric;

use quincunx_core::{Cell, Topology};

use crate::piece::{Action, SIDE, Square};
use crate::rules::{Position, Quartet};

/// The turns and reflections of a square.
const TURNS: usize = 8;

/// Symmetry `8·s + t` is turn `t` followed by shift `s`, which brings the upper left corner to cell `s` in
/// reading order. The plane has only shift 0, the torus all 36.
impl Symmetric for Quartet {
    fn symmetry_count(&self) -> usize {
        match self.topology() {
            Topology::Plane => TURNS,
            Topology::Torus => TURNS * usize::from(Square::COUNT),
        }
    }

    fn transform_state(&self, position: &Position, symmetry: usize) -> Position {
        let pieces =
            Square::all().filter_map(|square| Some((image(square, symmetry), position.piece_on(square)?)));
        self.position(pieces, position.selected())
            .expect("a symmetry keeps a position possible")
    }

    fn transform_action(&self, action: Action, symmetry: usize) -> Action {
        match action {
            Action::Select(_) => action,
            Action::Place(square) => Action::Place(image(square, symmetry)),
        }
    }
}

fn image(square: Square, symmetry: usize) -> Square {
    let (turn, shift) = (symmetry % TURNS, symmetry / TURNS);
    let Cell { mut column, mut row } = square.cell();
    if turn & 1 != 0 {
        column = SIDE - 1 - column;
    }
    if turn & 2 != 0 {
        row = SIDE - 1 - row;
    }
    if turn & 4 != 0 {
        (column, row) = (row, column);
    }
    let origin = Square::board().cell(shift);
    let wrapped = Square::board().wrap(i64::from(column + origin.column), i64::from(row + origin.row));
    Square::of(wrapped).expect("a wrapped cell is on the board")
}
