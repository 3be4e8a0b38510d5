//! The token string: a board of tokens as one line of text.
//!
//! Rows are joined by `;`, a blank is an empty field, nothing follows the last row: `A*s;OX ;+Y=` is
//!
//! ```text
//! A * s
//! O X
//! + Y =
//! ```

use quincunx_core::{Cell, Grid};
use thiserror::Error;

use super::dimension::{DimensionError, token_board_size, too_large};
use super::token::{InvalidToken, NotAToken, Token, TokenSet};

/// A text that is not the token string of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TokenStringError {
    /// The rows or columns are too few or too many.
    #[error("{0}, and rows are separated by semicolons with none at the end")]
    Dimension(#[from] DimensionError),
    /// A row is not as long as the first one.
    #[error("row {row} has {found} fields where row 0 has {expected}: all rows are equally long")]
    UnequalRows {
        /// The row, from 0.
        row: usize,
        /// Its number of fields.
        found: usize,
        /// The number of fields of row 0.
        expected: usize,
    },
    /// A character can be no token, nor is it the blank of an empty field.
    #[error(transparent)]
    NotAToken(#[from] NotAToken),
    /// A token is not valid for the board.
    #[error(transparent)]
    Token(#[from] InvalidToken),
}

/// Parses the fields of a token string.
///
/// # Errors
/// When the rows are not equally long, are too few or too short, or hold something that is not a valid token.
pub(crate) fn parse_fields(text: &str, tokens: &TokenSet) -> Result<Grid<Option<Token>>, TokenStringError> {
    let rows = text.bytes().filter(|&byte| byte == b';').count() + 1;
    let columns = text.split(';').next().map_or(0, |row| row.chars().count());
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let size = token_board_size(side(columns), side(rows))?;
    let mut fields = Grid::try_filled(size, None).map_err(|_| too_large(side(columns), side(rows)))?;
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
            tokens.check(token)?;
            fields[Cell::new(x, y)] = Some(token);
        }
    }
    Ok(fields)
}
