//! What learners see: colours and letters of the elements, and how many swaps are left.

use quincunx_core::Side;
use quincunx_registry::environment::{ObservationShape, Observe};
use quincunx_registry::observe_dense_actions;

use super::game_board::GameBoard;
use super::rules::{Position, Shariki};
use crate::engine::view::{OBSERVATION_PLANES, write_board, write_packed};

impl Observe for Shariki {
    fn observation_shape(&self) -> ObservationShape {
        ObservationShape {
            planes: OBSERVATION_PLANES + usize::from(self.max_swaps.is_some()),
            rows: self.size.rows() as usize,
            columns: self.size.columns() as usize,
            most: if self.max_swaps.is_some() { u8::MAX } else { 6 },
        }
    }

    observe_dense_actions!();

    /// Writes a plane of colours, 1 to 6, and one of letters, from 0: regular, vertical, horizontal, wrapped,
    /// bomb. Where swaps are limited, all of a third plane is the number left, 255 for more.
    fn observe(&self, state: &Position, _: Side, seen: &mut [u8]) {
        let (elements, left) = seen.split_at_mut(OBSERVATION_PLANES * self.size.area());
        match (&state.loaded, &state.board) {
            (Some(board), _) => write_board(board, elements),
            (None, GameBoard::Packed(board)) => write_packed(board, elements),
            (None, GameBoard::Columns(columns)) => write_board(&columns.to_board(), elements),
        }
        if let Some(most) = self.max_swaps {
            left.fill((most - state.swaps).min(u8::MAX.into()) as u8);
        }
    }
}
