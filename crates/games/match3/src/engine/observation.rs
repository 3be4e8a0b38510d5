//! What learners see of elements: a plane of colours and one of letters.

use super::board::Board;
use super::combination::Colours as _;
use super::element::Element;
use super::packed::PackedBoard;

/// The number of planes.
pub(crate) const PLANES: usize = 2;

/// Writes a plane of colours, 1 to 6, and one of letters from 0; both are 0 where a square is empty.
pub(crate) fn write_packed(board: &PackedBoard, seen: &mut [u8]) {
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

/// Writes the same planes of a readable board.
pub(crate) fn write_board(board: &Board, seen: &mut [u8]) {
    let size = board.size();
    let (colours, letters) = seen.split_at_mut(size.area());
    for (cell, square) in board.squares() {
        let code = square.0.map_or(0, Element::code);
        let at = size.index(cell);
        colours[at] = code & 0b111;
        letters[at] = code >> Element::COLOUR_BITS;
    }
}
