//! Observations for learners: the pieces on the board by their properties, and the selected piece.

use quincunx_core::Side;

use crate::piece::{SIDE, Square};
use crate::rules::{Position, Quartet};
use quincunx_registry::environment::{ObservationShape, Observe};
use quincunx_registry::observe_dense_actions;

/// A plane of occupied squares, and one for each property.
const PLANES: usize = 5;

impl Observe for Quartet {
    fn observation_shape(&self) -> ObservationShape {
        ObservationShape {
            planes: 2 * PLANES,
            rows: SIDE as usize,
            columns: SIDE as usize,
            most: 1,
        }
    }

    observe_dense_actions!();

    /// Writes a plane of occupied squares and one for each bit of a piece's number, from 1 to 8; then five
    /// constant planes: whether a piece is selected, and the bits of its number. Both sides see the same.
    fn observe(&self, state: &Position, _: Side, seen: &mut [u8]) {
        let [ones, twos, fours, eights] = state.planes();
        let on_board = [state.occupied(), ones, twos, fours, eights];
        let (board, beside) = seen.split_at_mut(PLANES * usize::from(Square::COUNT));
        for (plane, squares) in board.chunks_exact_mut(usize::from(Square::COUNT)).zip(on_board) {
            for (square, field) in plane.iter_mut().enumerate() {
                *field = (squares >> square & 1) as u8;
            }
        }
        let selected = state.selected().map_or(0, |piece| 1 | piece.number() << 1);
        for (bit, plane) in beside.chunks_exact_mut(usize::from(Square::COUNT)).enumerate() {
            plane.fill(selected >> bit & 1);
        }
    }
}
