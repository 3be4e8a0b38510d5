//! How elements look, and how moves are made with pointer or keys.

use quincunx_core::{Cell, Direction, Face, Gesture, Shape, Token};

use super::element::{Colour, Element, Letter};
use super::moves::{BasicMove, MoveKind};

/// Describes an element: an outline and a tint for each colour, a letter for each special.
///
/// # Panics
/// When no element has the token.
pub(crate) fn face(token: Token) -> Face {
    let element = u8::try_from(token.0).ok().and_then(Element::from_code);
    let Element { letter, colour } = element.expect("the tokens of this game are its thirty elements");
    let shape = match colour {
        Colour::Red => Shape::Disc,
        Colour::Orange => Shape::Diamond,
        Colour::Yellow => Shape::Star,
        Colour::Green => Shape::Triangle,
        Colour::Blue => Shape::Square,
        Colour::Purple => Shape::Hexagon,
    };
    let special = match letter {
        Letter::Regular => None,
        Letter::Vertical => Some("column special"),
        Letter::Horizontal => Some("row special"),
        Letter::Wrapped => Some("wrapped special"),
        Letter::Bomb => Some("bomb"),
    };
    Face {
        label: special.map_or_else(String::new, |_| letter.character().to_string()),
        name: special.map_or_else(|| colour.to_string(), |special| format!("{colour} {special}")),
        tint: colour.number(),
        shape,
        large: true,
        solid: true,
    }
}

/// Returns how a move is made with pointer or keys.
pub(crate) fn gesture(step: BasicMove) -> Gesture {
    let towards = |there, back| if step.is_reversed() { back } else { there };
    match step.kind() {
        MoveKind::FlipRight(at) => Gesture::Swap(at, Cell::new(at.column + 1, at.row)),
        MoveKind::FlipDown(at) => Gesture::Swap(at, Cell::new(at.column, at.row + 1)),
        MoveKind::RotateSquareClockwise(corner) => Gesture::Rotate {
            corner,
            clockwise: !step.is_reversed(),
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
