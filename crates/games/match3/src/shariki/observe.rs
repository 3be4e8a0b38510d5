//! What learners see: colours and letters of the elements, and how many swaps are left.

use quincunx_core::{DenseActions, Player};

use super::Board;
use super::combination::Colours as _;
use super::element::Element;
use super::packed::Packed;
use super::rules::{Shariki, State};
use super::squares::Squares;
use super::swaps::Swap;
use quincunx_registry::environment::{Learned, Seen, dense_action, write_dense_mask};

/// Planes of colours and letters.
pub(crate) const PLANES: usize = 2;

impl Learned for Shariki {
    fn seen(&self) -> Seen {
        Seen {
            planes: PLANES + usize::from(self.most_swaps().is_some()),
            rows: self.size().rows() as usize,
            columns: self.size().columns() as usize,
            most: if self.most_swaps().is_some() { u8::MAX } else { 6 },
        }
    }

    fn actions(&self) -> usize {
        self.action_count()
    }

    fn legal_action(&self, state: &State, number: usize) -> Option<Swap> {
        dense_action(self, state, number)
    }

    /// Writes a plane of colours, 1 to 6, and one of letters, from 0: regular, vertical, horizontal, wrapped, bomb. Where swaps are
    /// limited a third has everywhere how many are left, 255 for more.
    fn observe(&self, state: &State, _: Player, seen: &mut [u8]) {
        let area = self.size().area();
        let (elements, left) = seen.split_at_mut(PLANES * area);
        match &state.squares {
            Squares::Packed(board) => write_packed(board, elements),
            Squares::Columns(columns) => write_board(&columns.to_board(), elements),
        }
        if let Some(most) = self.most_swaps() {
            left.fill((most - state.swaps()).min(u8::MAX.into()) as u8);
        }
    }

    fn write_mask(&self, state: &State, mask: &mut [i8]) {
        write_dense_mask(self, state, mask);
    }
}

/// Writes a plane of colours and one of letters.
pub(crate) fn write_packed(board: &Packed, seen: &mut [u8]) {
    let (columns, rows) = (board.size().columns() as usize, board.size().rows() as usize);
    let (colours, letters) = seen.split_at_mut(columns * rows);
    for column in 0..columns {
        let planes = board.column_planes(column as u32);
        for row in 0..rows {
            let code =
                (0..Element::CODE_BITS).fold(0, |code, bit| code | (planes[bit] >> row & 1) << bit) as u8;
            let at = row * columns + column;
            colours[at] = code & 0b111;
            letters[at] = code >> Element::COLOUR_BITS;
        }
    }
}

fn write_board(board: &Board, seen: &mut [u8]) {
    let size = board.size();
    let (colours, letters) = seen.split_at_mut(size.area());
    for (cell, square) in board.squares() {
        let code = square.0.map_or(0, Element::code);
        let at = size.index(cell);
        colours[at] = code & 0b111;
        letters[at] = code >> Element::COLOUR_BITS;
    }
}
