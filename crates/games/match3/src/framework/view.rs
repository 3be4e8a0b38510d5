//! What a player sees, and how a move is meant with pointer or keys.

use quincunx_core::{Cell, Counter, Direction, Face, Gesture, Numbering, Shape, Topology, View, Visual};

use super::moves::{BasicMove, MoveKind};
use super::rules::{MatchThree, State};

impl Visual for MatchThree {
    fn view(&self, state: &State) -> View {
        View {
            board: state
                .board
                .fields()
                .map(|_, field| field.map(|token| self.shown(token))),
            topology: Topology::Plane,
            numbering: Numbering::default(),
            tray: None,
            lines: Vec::new(),
            holes: Vec::new(),
            marked: Vec::new(),
            counters: vec![
                Counter {
                    name: "points",
                    value: state.points,
                },
                Counter {
                    name: "moves left",
                    value: u64::from(state.moves_left),
                },
            ],
        }
    }

    fn face(&self, token: quincunx_core::Token) -> Face {
        let place = usize::try_from(token.0).unwrap_or(usize::MAX);
        let label = self
            .tokens()
            .as_slice()
            .get(place)
            .map_or(String::new(), ToString::to_string);
        let (tint, colour) = TINTS[place % TINTS.len()];
        let shape = SHAPES[place % SHAPES.len()];
        Face {
            name: format!("{colour} {} {label}", shape.word()),
            label,
            tint,
            shape,
            large: true,
            solid: true,
        }
    }

    fn gesture(&self, step: BasicMove) -> Gesture {
        gesture(step)
    }
}

/// Tells how a move is meant with pointer or keys.
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

/// The tints of the first, second, … valid token, with their names; then again from the first.
const TINTS: [(u8, &str); 8] = [
    (1, "red"),
    (5, "blue"),
    (4, "green"),
    (3, "yellow"),
    (6, "purple"),
    (2, "orange"),
    (7, "light"),
    (0, "dark"),
];

/// The outlines in the same order. One fewer than the tints, so that 56 tokens look different.
const SHAPES: [Shape; 7] = [
    Shape::Disc,
    Shape::Square,
    Shape::Triangle,
    Shape::Diamond,
    Shape::Star,
    Shape::Hexagon,
    Shape::Ring,
];
