//! The token string: a board as one line of text.
//!
//! Rows are joined by `;`, a blank is an empty field, nothing follows the last row: `A*s;OX ;+Y=` is
//!
//! ```text
//! A * s
//! O X
//! + Y =
//! ```

use std::fmt::{self, Write};

use quincunx_core::Cell;

use super::board::{Board, GridBoard};
use super::error::TokenStringError;
use super::token::{Token, TokenSet};

impl GridBoard {
    /// Reads a board from its token string; printing it gives the same string again.
    ///
    /// # Errors
    /// When the rows are not equally long, are too few or too short, or hold what is no valid token.
    pub fn parse(text: &str, tokens: TokenSet) -> Result<Self, TokenStringError> {
        let rows = text.bytes().filter(|&byte| byte == b';').count() + 1;
        let columns = text.split(';').next().map_or(0, |row| row.chars().count());
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let mut board = Self::new(side(columns), side(rows), tokens)?;
        for (y, row) in (0..).zip(text.split(';')) {
            let found = row.chars().count();
            if found != columns {
                return Err(TokenStringError::UnequalRows {
                    row: y as usize,
                    found,
                    expected: columns,
                });
            }
            for (x, character) in (0..).zip(row.chars()).filter(|&(_, character)| character != ' ') {
                let token = Token::new(character)?;
                board.tokens().check(token)?;
                board.fields_mut()[Cell::new(x, y)] = Some(token);
            }
        }
        Ok(board)
    }
}

impl fmt::Display for GridBoard {
    /// Writes the token string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.fields().rows().enumerate() {
            if y > 0 {
                f.write_char(';')?;
            }
            for field in row {
                f.write_char(field.map_or(' ', Token::character))?;
            }
        }
        Ok(())
    }
}
