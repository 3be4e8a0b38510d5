//! Text for actions, `select 11` and `place 1;4`, and for positions on one line.

use std::convert::Infallible;

use quincunx_core::notation::number;
use quincunx_core::{Notation, NotationError, Topology};

use crate::piece::{Action, Piece, SIDE, Square};
use crate::rules::{Position, Quartet};

/// A position is its rows from the top joined by `/`, a blank, and the selected piece. Pieces are hexadecimal
/// digits, `.` is an empty square, `-` no piece: `....../....b./....../7...../....../...... 5`.
impl Notation for Quartet {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Select(piece) => format!("select {piece}"),
            Action::Place(square) => format!("place {square}"),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, NotationError> {
        self.action_of(text).ok_or_else(|| {
            let squares = match self.topology() {
                Topology::Plane => "row and column from 0 to 5",
                Topology::Torus => "row and column, wrapped around the edges",
            };
            NotationError::new(
                text,
                format!(
                    "`select` and a piece from 0 to 15 or `place` and a square as in `place 1;4`, {squares}"
                ),
            )
        })
    }

    fn illegal_reason(&self, state: &Position, action: Action) -> Option<String> {
        let reason = match (action, state.selected()) {
            (Action::Select(_), Some(_)) => "a piece has been selected, and is to be placed",
            (Action::Select(_), None) => "the piece is on the board",
            (Action::Place(_), None) => "a piece is to be selected first",
            (Action::Place(_), Some(_)) => "the square is taken",
        };
        Some(reason.to_owned())
    }

    fn chance_text(&self, chance: &Infallible) -> String {
        match *chance {}
    }

    fn parse_chance(&self, text: &str) -> Result<Infallible, NotationError> {
        Err(NotationError::new(
            text,
            "an outcome: chance never acts in this game",
        ))
    }

    fn position_text(&self, state: &Position) -> String {
        let digit = |piece: Option<Piece>, none| {
            piece
                .and_then(|piece| char::from_digit(u32::from(piece.number()), 16))
                .unwrap_or(none)
        };
        let mut text = String::new();
        for square in Square::all() {
            if square.number() > 0 && square.cell().column == 0 {
                text.push('/');
            }
            text.push(digit(state.piece_on(square), '.'));
        }
        text.push(' ');
        text.push(digit(state.selected(), '-'));
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.position_of(text).ok_or_else(|| {
            NotationError::new(
                text,
                "a position: six rows of six fields joined by `/`, each a hexadecimal digit for a piece or `.`, no piece \
                 twice, at most one placement's quartets, then a blank and the selected piece or `-`",
            )
        })
    }
}

impl Quartet {
    fn action_of(&self, text: &str) -> Option<Action> {
        match text.split_once(' ')? {
            ("select", piece) => Piece::new(number(piece)?).map(Action::Select),
            ("place", square) => {
                let (row, column) = square.split_once(';')?;
                self.square(coordinate(row)?, coordinate(column)?)
                    .map(Action::Place)
            }
            _ => None,
        }
    }

    fn position_of(&self, text: &str) -> Option<Position> {
        let piece = |digit: char| Piece::new(digit.to_digit(16)? as u8);
        let (board, selected) = text.split_once(' ')?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != SIDE as usize || rows.iter().any(|row| row.chars().count() != SIDE as usize) {
            return None;
        }
        let mut pieces = Vec::new();
        for (square, field) in Square::all().zip(rows.into_iter().flat_map(str::chars)) {
            if field != '.' {
                pieces.push((square, piece(field)?));
            }
        }
        let selected = match selected {
            "-" => None,
            digit => {
                let mut digits = digit.chars();
                Some(piece(digits.next()?).filter(|_| digits.next().is_none())?)
            }
        };
        self.position(pieces, selected)
    }
}

/// Parses a row or a column, which may be negative on a torus.
fn coordinate(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(distance) => number(distance)
            .filter(|&distance: &i64| distance > 0)
            .map(|distance| -distance),
        None => number(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_text() {
        let torus = Quartet::new(Topology::Torus);
        for text in [
            "select +5",
            "select 05",
            "place +1;0",
            "place 1;00",
            "place --1;0",
            "place -0;0",
            "place ;0",
        ] {
            assert!(torus.parse_action(text).is_err(), "{text}");
        }
        let place = |text| torus.parse_action(text).expect("a square");
        assert_eq!(place("place -1;7"), place("place 5;1"));
    }
}
