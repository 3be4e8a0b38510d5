//! Text for people and records.
//!
//! | what | example | meaning |
//! | --- | --- | --- |
//! | action | `left` | the direction |
//! | chance | `2@1;3` | a piece's value, its column and its row |
//! | position | `0,2/4,2 12 7 0` | rows from the top, points, moves, and pieces that chance still adds |
//!
//! A position may also be given by its rows alone, `0,2/4,2`, or as consoles print it, with blanks between
//! the values. Its points and moves are then 0. Either way each row may be on a line of its own.

use std::fmt::Write as _;

use quincunx_core::notation::number;
use quincunx_core::{Cell, Direction, Grid, Notation, NotationError, Size};

use super::position::{LARGEST, Piece, PieceTooLarge, Position};
use super::rules::Twenty48;

impl Notation for Twenty48 {
    fn action_text(&self, direction: Direction) -> String {
        direction.word().to_owned()
    }

    fn parse_action(&self, text: &str) -> Result<Direction, NotationError> {
        Direction::ALL
            .into_iter()
            .find(|direction| direction.word() == text)
            .ok_or_else(|| NotationError::new(text, "one of up, down, left, right"))
    }

    fn illegal_reason(&self, state: &Position, direction: Direction) -> Option<String> {
        Some(if state.passes_largest(direction) {
            PieceTooLarge(direction).to_string()
        } else {
            format!("no piece can move {}", direction.word())
        })
    }

    fn chance_text(&self, piece: &Piece) -> String {
        format!("{}@{};{}", piece.value, piece.cell.column, piece.cell.row)
    }

    fn parse_chance(&self, text: &str) -> Result<Piece, NotationError> {
        parse_piece(text)
            .filter(|piece| matches!(piece.value, 2 | 4) && self.size().contains(piece.cell))
            .ok_or_else(|| {
                NotationError::new(
                    text,
                    format!(
                        "a new piece on a {} board, as `2@1;0`: 2 or 4, column, row",
                        self.size()
                    ),
                )
            })
    }

    fn position_text(&self, state: &Position) -> String {
        let mut text = String::new();
        for (index, row) in state.cells().rows().enumerate() {
            for (column, value) in row.iter().enumerate() {
                let before = match (index, column) {
                    (0, 0) => "",
                    (_, 0) => "/",
                    _ => ",",
                };
                write!(text, "{before}{value}").expect("writing to a string succeeds");
            }
        }
        write!(text, " {} {} {}", state.points(), state.moves(), state.pending())
            .expect("writing to a string succeeds");
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.read_position(text.trim()).ok_or_else(|| {
            let size = self.size();
            let expected = match size_of_rows(text.trim()) {
                Some(other) if other != size => {
                    format!(
                        "a position on a {size} board: its rows are those of a {other} one, with other \
                         `width` or `height`"
                    )
                }
                _ => format!(
                    "a position as `0,2/4,2` or `0,2/4,2 12 7 0` on a {size} board: rows of values up to \
                     {LARGEST}, then points, moves, and at most {} pieces to be added for which there is room",
                    Self::OPENING_PIECES
                ),
            };
            NotationError::new(&text.trim().replace(['\n', '\r'], "/"), expected)
        })
    }
}

impl Twenty48 {
    fn read_position(&self, text: &str) -> Option<Position> {
        if !text.contains(',') {
            let rows = text.split(['/', '\n']);
            let cells = self.read_rows(rows.map(str::split_ascii_whitespace))?;
            return Position::from_parts(cells, 0, 0, 0);
        }
        let mut parts = text.split(' ');
        let rows = parts.next()?.split(['/', '\n']);
        let cells = self.read_rows(rows.map(|row| row.trim_end_matches('\r').split(',')))?;
        let Some(points) = parts.next() else {
            return Position::from_parts(cells, 0, 0, 0);
        };
        let (points, moves, pending) = (number(points)?, number(parts.next()?)?, number(parts.next()?)?);
        if parts.next().is_some() || pending > Self::OPENING_PIECES {
            return None;
        }
        Position::from_parts(cells, points, moves, pending)
    }

    /// Parses the values of as many rows as the board has, each as long as the board is wide.
    fn read_rows<'a>(&self, rows: impl Iterator<Item = impl Iterator<Item = &'a str>>) -> Option<Grid<u64>> {
        let (columns, mut values) = (self.size().columns() as usize, Vec::new());
        for row in rows {
            let start = values.len();
            for value in row {
                values.push(number(value).filter(|&value| value <= LARGEST)?);
            }
            if values.len() != start + columns {
                return None;
            }
        }
        Grid::from_values(self.size(), values)
    }
}

/// Returns the size of the board that a text shows, if its rows are numbers and equally long. The rules may
/// be of another size.
fn size_of_rows(text: &str) -> Option<Size> {
    let (rows, between): (_, fn(char) -> bool) = if text.contains(',') {
        (text.split(' ').next()?, |c| c == ',')
    } else {
        (text, |c| c.is_ascii_whitespace())
    };
    let mut lengths = rows.split(['/', '\n']).map(|row| {
        let values = row.trim_end_matches('\r').split(between);
        let mut values = values.filter(|value| !value.is_empty());
        values.try_fold(0, |count: u32, value| number::<u64>(value).map(|_| count + 1))
    });
    let columns = lengths.next()??;
    let others = lengths.try_fold(1, |rows, length| (length == Some(columns)).then_some(rows + 1))?;
    Size::new(columns, others).ok()
}

fn parse_piece(text: &str) -> Option<Piece> {
    let (value, cell) = text.split_once('@')?;
    let (column, row) = cell.split_once(';')?;
    Some(Piece {
        value: number(value)?,
        cell: Cell::new(number(column)?, number(row)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::Size;

    fn two_by_two() -> Twenty48 {
        Twenty48::new(
            Size::new(2, 2).expect("a possible size"),
            super::super::Scoring::Standard,
            0.1,
        )
        .expect("rules")
    }

    #[test]
    fn text_and_position_are_inverse() {
        let rules = two_by_two();
        for text in [
            "0,2/4,2 12 7 0",
            "0,0/0,0 0 0 2",
            "4611686018427387904,7/1,0 340282366920938463463374607431768211455 18446744073709551615 1",
        ] {
            let position = rules.parse_position(text).expect("a position");
            assert_eq!(rules.position_text(&position), text);
        }
    }

    #[test]
    fn rows_alone_and_drawn_boards_are_positions() {
        let rules = two_by_two();
        for text in [
            "0,2/4,2",
            " 0,2/4,2\n",
            "0 2/4 2",
            "0 2\n4 2\n",
            "  0   2\r\n  4   2\r\n",
            "0,2\n4,2",
            "0,2\r\n4,2\r\n",
        ] {
            let position = rules.parse_position(text).expect("a position");
            assert_eq!(rules.position_text(&position), "0,2/4,2 0 0 0", "{text:?}");
        }
    }

    #[test]
    fn invalid_positions_are_refused() {
        let rules = two_by_two();
        for text in [
            "",
            "0 2 4 2",
            "0 2\n4",
            "0 2\n4 -2",
            "0 2\n\n4 2",
            "0,2/4,2 12",
            "0,2/4,2 12 7",
            "0,2/4,2  12 7 0",
            "0,2,4/2 12 7 0",
            "0,2/4,2/0,0 12 7 0",
            "0,2/4,-2 12 7 0",
            "0,02/4,2 12 7 0",
            "0,2/4,4611686018427387905 12 7 0",
            "0,2/4,2 12 7 3",
            "2,2/4,2 12 7 1",
            "0,2/4,2 340282366920938463463374607431768211456 7 0",
        ] {
            assert!(rules.parse_position(text).is_err(), "{text}");
        }
        for (text, right) in [
            ("0,2/4,2/0,0 12 7 0", "its rows are those of a 2×3 one"),
            ("0 2 4\r\n4 2 8", "its rows are those of a 3×2 one"),
            ("0,2,4/4,2", "a position as"),
            ("0,2/4,3,4", "a position as"),
            ("0,2/4,x/0,0", "a position as"),
            ("left", "a position as"),
            ("0,2", "its rows are those of a 2×1 one"),
        ] {
            let error = rules.parse_position(text).expect_err("no position").to_string();
            assert!(error.contains(right), "{error}");
        }
        for text in ["2", "2@1", "3@1;1", "2@2;1", "2@1;2", "2@+1;1", "2@1;1 ", "@1;1"] {
            assert!(rules.parse_chance(text).is_err(), "{text}");
        }
        assert_eq!(
            rules.parse_action("Left").expect_err("not a word").to_string(),
            "`Left` is not one of up, down, left, right"
        );
    }
}
