//! The view of a position: four properties in four visual channels.

use quincunx_core::{Face, Gesture, Grid, Shape, Token, Tray, View, Visual};

use crate::piece::{Action, Piece, Square};
use crate::rules::{Position, Quartet};

/// The tint of black pieces.
const DARK: u8 = 0;

/// The tint of white pieces.
const LIGHT: u8 = 7;

impl Visual for Quartet {
    fn view(&self, state: &Position) -> View {
        let lines = self.lines.all.iter().zip(&self.lines.cells);
        let board = Grid::from_fn(Square::board(), |cell| {
            let piece = state.piece_on(Square::of(cell)?)?;
            Some(piece.token())
        });
        View {
            topology: self.topology(),
            tray: Some(Tray {
                tokens: state.bag().map(Piece::token).collect(),
                selected: state.selected().map(Piece::token),
            }),
            lines: lines
                .filter(|&(&line, _)| state.is_quartet(line))
                .map(|(_, cells)| cells.clone())
                .collect(),
            ..View::new(board, &[("pieces placed", u64::from(state.placed()))])
        }
    }

    fn face(&self, token: Token) -> Face {
        let piece = u8::try_from(token.0)
            .ok()
            .and_then(Piece::new)
            .expect("the tokens of this game are its sixteen pieces");
        let word = |has: bool, yes: &'static str, no: &'static str| if has { yes } else { no };
        Face {
            label: piece.to_string(),
            name: format!(
                "{} {} {} {}",
                word(piece.is_white(), "white", "black"),
                word(piece.is_large(), "large", "small"),
                word(piece.is_solid(), "solid", "hollow"),
                word(piece.is_cylinder(), "cylinder", "box"),
            ),
            tint: if piece.is_white() { LIGHT } else { DARK },
            shape: if piece.is_cylinder() {
                Shape::Disc
            } else {
                Shape::Square
            },
            large: piece.is_large(),
            solid: piece.is_solid(),
        }
    }

    fn gesture(&self, action: Action) -> Gesture {
        match action {
            Action::Select(piece) => Gesture::Take { token: piece.token() },
            Action::Place(square) => Gesture::Point { cell: square.cell() },
        }
    }
}
