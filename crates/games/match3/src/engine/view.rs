//! How elements and moves are shown, and what learners see of elements.

use quincunx_core::{Cell, Direction, Face, Gesture, Grid, Shape, Token};

use super::board::Board;
use super::combination::Colours as _;
use super::element::Element;
use super::moves::{BasicMove, MoveKind};
use super::packed::PackedBoard;

/// Describes an element: an outline and a tint for each colour, a letter for each special.
///
/// # Panics
/// When no element has the token.
pub(crate) fn face(token: Token) -> Face {
    let element = u8::try_from(token.0).ok().and_then(Element::from_code);
    let Element { letter, colour } = element.expect("the tokens of this game are its thirty elements");
    let shapes = [
        Shape::Disc,
        Shape::Diamond,
        Shape::Star,
        Shape::Triangle,
        Shape::Square,
        Shape::Hexagon,
    ];
    let specials = ["", "column special", "row special", "wrapped special", "bomb"];
    let special = Some(specials[letter as usize]).filter(|_| letter.is_special());
    Face {
        label: special.map_or_else(String::new, |_| letter.character().to_string()),
        name: special.map_or_else(|| colour.to_string(), |special| format!("{colour} {special}")),
        tint: colour.number(),
        shape: shapes[colour as usize],
        large: true,
        solid: true,
    }
}

/// Returns how a move is made with pointer or keys.
pub(crate) fn gesture(step: BasicMove) -> Gesture {
    let towards = |there, back| if step.is_reversed { back } else { there };
    match step.kind {
        MoveKind::FlipRight(at) => Gesture::Swap {
            from: at,
            to: Cell::new(at.column + 1, at.row),
        },
        MoveKind::FlipDown(at) => Gesture::Swap {
            from: at,
            to: Cell::new(at.column, at.row + 1),
        },
        MoveKind::RotateSquareClockwise(corner) => Gesture::Rotate {
            corner,
            clockwise: !step.is_reversed,
        },
        MoveKind::RotateColumnDown(column) => Gesture::Shift {
            cell: Cell::new(column, 0),
            towards: towards(Direction::Down, Direction::Up),
        },
        MoveKind::RotateRowRight(row) => Gesture::Shift {
            cell: Cell::new(0, row),
            towards: towards(Direction::Right, Direction::Left),
        },
    }
}

/// Returns the tokens of a board of elements.
pub(crate) fn tokens(board: &Board) -> Grid<Option<Token>> {
    Grid::from_fn(board.size(), |cell| board.element(cell).map(Element::token))
}

/// The number of planes that learners see of elements.
pub(crate) const OBSERVATION_PLANES: usize = 2;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gestures_lead_where_moves_do() {
        let at = Cell::new(2, 3);
        let gesture = |kind| gesture(BasicMove::new(kind));
        let swap = |to| Gesture::Swap { from: at, to };
        assert_eq!(gesture(MoveKind::FlipRight(at)), swap(Cell::new(3, 3)));
        assert_eq!(gesture(MoveKind::FlipDown(at)), swap(Cell::new(2, 4)));
        let turn = BasicMove::new(MoveKind::RotateSquareClockwise(at));
        for (step, clockwise) in [(turn, true), (turn.reversed(), false)] {
            assert_eq!(
                super::gesture(step),
                Gesture::Rotate {
                    corner: at,
                    clockwise
                }
            );
        }
    }
}
