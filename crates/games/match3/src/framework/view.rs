//! How the game is shown.

use quincunx_core::{Face, Gesture, Shape, View, Visual};

use super::rules::{MatchThree, Position};
use crate::engine::{BasicMove, view};

impl Visual for MatchThree {
    fn view(&self, state: &Position) -> View {
        let fields = state.board.fields();
        let board = fields.map(|_, field| field.map(|token| self.shown(token)));
        let moves_left = ("moves left", u64::from(state.moves_left));
        View::new(board, &[("points", state.points), moves_left])
    }

    fn face(&self, token: quincunx_core::Token) -> Face {
        let place = usize::try_from(token.0).unwrap_or(usize::MAX);
        let known = self.tokens.as_slice().get(place);
        let label = known.map_or(String::new(), ToString::to_string);
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
        view::gesture(step)
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
