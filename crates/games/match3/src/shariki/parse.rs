//! Boards from a stream of tokens.

use std::io::{self, BufRead};

use quincunx_core::{Grid, Size};
use thiserror::Error;

use crate::engine::{Board, Square};

/// A reader of boards: two dimensions, then the squares row by row, all separated by white space.
///
/// Nothing is read beyond the byte that ends a board, so that it can be answered before the next is written.
/// Memory grows with the squares read, not with the dimensions.
#[derive(Debug)]
pub(crate) struct Boards<R> {
    input: R,
    /// The answer where what is being read turns out to be wrong.
    reading: InvalidInput,
}

/// An input that holds something that is not a board; reading cannot continue behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum InvalidInput {
    #[error("expected the rows and the columns, from {} on", Board::MIN_SIDE)]
    Dimensions,
    /// The row and the column, from 1, of what is no square or missing.
    #[error("row {row}, column {column}: expected an element or -- for an empty square")]
    Square { row: u32, column: u32 },
}

impl<R: BufRead> Boards<R> {
    /// Creates a reader of an input.
    pub(crate) const fn new(input: R) -> Self {
        Self {
            input,
            reading: InvalidInput::Dimensions,
        }
    }

    /// Reads the next board; `Ok(None)` at the end of the input.
    pub(crate) fn next_board(&mut self) -> io::Result<Option<Result<Board, InvalidInput>>> {
        match self.board() {
            Ok(board) => Ok(board.map(Ok)),
            Err(Stop::Invalid) => Ok(Some(Err(self.reading))),
            Err(Stop::Io(error)) => Err(error),
        }
    }

    fn board(&mut self) -> Result<Option<Board>, Stop> {
        self.reading = InvalidInput::Dimensions;
        let Some(first) = self.token_start()? else {
            return Ok(None);
        };
        let rows = self.side(first)?;
        let first = self.token_start()?.ok_or(Stop::Invalid)?;
        let columns = self.side(first)?;
        let size = Size::new(columns, rows).map_err(|_| Stop::Invalid)?;
        let mut squares: Vec<Square> = Vec::new();
        for row in 1..=rows {
            for column in 1..=columns {
                self.reading = InvalidInput::Square { row, column };
                let square = self.square()?;
                squares.try_reserve(1).map_err(|_| Stop::Invalid)?;
                squares.push(square);
            }
        }
        Ok(Grid::from_values(size, squares).map(Board::new))
    }

    /// Reads the rest of a dimension from its first byte on, without its text, as leading zeros are
    /// unlimited.
    fn side(&mut self, first: u8) -> Result<u32, Stop> {
        let negative = first == b'-';
        let mut next = if negative || first == b'+' {
            self.token_rest()?
        } else {
            Some(first)
        };
        if next.is_none() {
            return Err(Stop::Invalid);
        }
        let mut value: u32 = 0;
        while let Some(byte) = next {
            if !byte.is_ascii_digit() {
                return Err(Stop::Invalid);
            }
            value = value.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
            next = self.token_rest()?;
        }
        if negative || value < Board::MIN_SIDE {
            Err(Stop::Invalid)
        } else {
            Ok(value)
        }
    }

    fn square(&mut self) -> Result<Square, Stop> {
        let first = self.token_start()?.ok_or(Stop::Invalid)?;
        let second = self.token_rest()?.ok_or(Stop::Invalid)?;
        let square = Square::from_bytes(&[first, second]).ok_or(Stop::Invalid)?;
        match self.token_rest()? {
            None => Ok(square),
            Some(_) => Err(Stop::Invalid),
        }
    }

    /// Skips white space; returns the first byte of the next token.
    fn token_start(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.byte()? {
                Some(byte) if is_white_space(byte) => {}
                other => return Ok(other),
            }
        }
    }

    /// Returns the next byte of the token that is being read; `None` when it has ended.
    fn token_rest(&mut self) -> io::Result<Option<u8>> {
        Ok(self.byte()?.filter(|&byte| !is_white_space(byte)))
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(&[]) => return Ok(None),
                Ok(&[byte, ..]) => {
                    self.input.consume(1);
                    return Ok(Some(byte));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// White space as in C; `u8::is_ascii_whitespace` leaves out the vertical tab.
const fn is_white_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0b'
}

/// Why reading a board ends early.
enum Stop {
    Invalid,
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARES: &str = "R1 -- R3 H4 V5 W6 B1 R2 R3";

    fn read(input: impl AsRef<[u8]>) -> Option<Result<Board, InvalidInput>> {
        Boards::new(input.as_ref())
            .next_board()
            .expect("reading from memory")
    }

    fn is_invalid(input: impl AsRef<[u8]>) -> bool {
        matches!(read(input), Some(Err(_)))
    }

    #[test]
    fn signs_leading_zeros_and_all_white_space_are_accepted() {
        let expected = SQUARES.parse::<Board>().err();
        assert_eq!(expected, None);
        let board: Board = "R1 -- R3 / H4 V5 W6 / B1 R2 R3".parse().expect("a board");
        for header in [
            "3 3",
            "+3 03",
            "\x0b\x0c\r\n+0003\t3",
            &format!("{}3 3", "0".repeat(100_000)),
        ] {
            assert_eq!(read(format!("{header}\n{SQUARES}")), Some(Ok(board.clone())));
        }
        assert_eq!(
            read(format!("3 3 {}", SQUARES.replace(' ', "\r\n\t"))),
            Some(Ok(board))
        );
        assert_eq!(read(" \n\t"), None);
    }

    #[test]
    fn anything_else_is_invalid() {
        let headers = [
            "3",
            "3 +",
            "- 3",
            "2 9",
            "9 2",
            "-3 3",
            "3.0 3",
            "3x 3",
            "3 0",
            "4294967299 3",
        ];
        for header in headers {
            assert!(is_invalid(format!("{header} {SQUARES}")), "{header:?}");
        }
        for bad in ["R", "R1x", "r1", "R7", "-", "---", "\u{1f600}", "\0\0"] {
            assert!(
                is_invalid(format!("3 3 {}", SQUARES.replace("R1", bad))),
                "{bad:?}"
            );
        }
        for (text, wrong) in [
            ("3 2 R1 R2 R3".to_owned(), InvalidInput::Dimensions),
            (
                format!("3 3 {}", SQUARES.replace("V5", "V9")),
                InvalidInput::Square { row: 2, column: 2 },
            ),
            (
                format!("3 4 {SQUARES}"),
                InvalidInput::Square { row: 3, column: 2 },
            ),
        ] {
            assert_eq!(read(&text), Some(Err(wrong)), "{text}");
        }
    }

    #[test]
    fn large_dimensions_take_no_memory() {
        for header in [
            "2000000000 2000000000",
            "1000000 1000000",
            "40000 40000",
            "3 99999999999999999999999999",
        ] {
            assert!(is_invalid(format!("{header} {SQUARES}")), "{header}");
        }
    }

    #[test]
    fn a_board_is_read_no_further_than_the_byte_behind_it() {
        let text = format!("3 3 {SQUARES}\nrest");
        let mut input = text.as_bytes();
        Boards::new(&mut input)
            .next_board()
            .expect("reading from memory")
            .expect("a board")
            .expect("valid");
        assert_eq!(input, b"rest");
    }
}
