//! Tokens, and the token string: a board of tokens as one line of text.
//!
//! Rows are joined by `;`, a blank is an empty field, nothing follows the last row: `A*s;OX ;+Y=` is
//!
//! ```text
//! A * s
//! O X
//! + Y =
//! ```

use std::fmt;
use std::sync::Arc;

use quincunx_core::{Cell, Grid, Size};
use thiserror::Error;

/// The content of a field: one character, neither `;` nor white space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(char);

/// A character that cannot be a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no token: a token is one character, neither a semicolon nor white space")]
pub struct NotAToken(pub char);

impl Token {
    /// Creates a token from a character.
    ///
    /// # Errors
    /// When it is a semicolon or white space.
    pub fn new(character: char) -> Result<Self, NotAToken> {
        if character == ';' || character.is_whitespace() {
            return Err(NotAToken(character));
        }
        Ok(Self(character))
    }

    /// Returns the character.
    #[must_use]
    pub const fn character(self) -> char {
        self.0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// The valid tokens of a board: at least two, each once, in the order of their characters. Clones share them.
///
/// ```
/// use quincunx_match3::framework::TokenSet;
///
/// let tokens = TokenSet::new("OX*O")?;
/// assert_eq!(tokens.to_string(), "*OX");
/// # Ok::<(), quincunx_match3::framework::TokenSetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenSet(Arc<[Token]>);

/// Characters that are not a set of valid tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TokenSetError {
    /// One of the characters cannot be a token.
    #[error(transparent)]
    NotAToken(#[from] NotAToken),
    /// There are fewer than two different tokens.
    #[error("a board needs at least 2 different valid tokens, not {0}")]
    TooFew(usize),
}

impl TokenSet {
    /// Creates the set of the characters of a text; a repeated character counts once.
    ///
    /// # Errors
    /// When a character is no token, or there are fewer than two different ones.
    pub fn new(characters: &str) -> Result<Self, TokenSetError> {
        let tokens = characters.chars().map(Token::new);
        let mut tokens = tokens.collect::<Result<Vec<_>, _>>()?;
        tokens.sort_unstable();
        tokens.dedup();
        if tokens.len() < 2 {
            return Err(TokenSetError::TooFew(tokens.len()));
        }
        Ok(Self(tokens.into()))
    }

    /// Returns the tokens in the order of their characters.
    #[must_use]
    pub fn as_slice(&self) -> &[Token] {
        &self.0
    }

    /// Returns the index of a token; `None` when it is not valid.
    #[must_use]
    pub fn index(&self, token: Token) -> Option<usize> {
        self.0.binary_search(&token).ok()
    }

    /// Returns whether a token is valid.
    #[must_use]
    pub fn contains(&self, token: Token) -> bool {
        self.index(token).is_some()
    }

    /// Checks that a token is valid.
    ///
    /// # Errors
    /// When it is not.
    pub fn check(&self, token: Token) -> Result<(), InvalidToken> {
        let invalid = || InvalidToken {
            token,
            valid: self.clone(),
        };
        self.index(token).map(|_| ()).ok_or_else(invalid)
    }
}

impl fmt::Display for TokenSet {
    /// Writes the tokens one after the other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|token| token.fmt(f))
    }
}

/// A token that is not valid on a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{token} is not a valid token of this board, which takes {}", first_of(valid))]
#[non_exhaustive]
pub struct InvalidToken {
    /// The token.
    pub token: Token,
    /// The valid tokens.
    pub valid: TokenSet,
}

/// Formats the tokens for a message, the first thirty if they are many.
fn first_of(valid: &TokenSet) -> String {
    let text = valid.to_string();
    match text.char_indices().nth(30) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The most fields of a board of tokens. A field takes four bytes, and a cascade keeps up to three lists of
/// positions beside a copy of the board, so the largest board takes less than a gibibyte.
pub(crate) const MAX_FIELDS: usize = 1 << 24;

/// A position, a size or a move that does not fit a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DimensionError {
    /// A board of these columns and rows is too small.
    #[error("a board of {0} columns and {1} rows is too small: at least 2 of each")]
    TooSmall(u32, u32),
    /// A board of these columns and rows is too large.
    #[error("a board of {0} columns and {1} rows is too large: at most {MAX_FIELDS} fields")]
    TooLarge(u32, u32),
    /// The position lies off the board.
    #[error("{},{} is off the {size} board", cell.column, cell.row)]
    OffBoard {
        /// The position.
        cell: Cell,
        /// The size of the board.
        size: Size,
    },
    /// The move touches fields that the board does not have.
    #[error("the move does not fit the {size} board")]
    MoveDoesNotFit {
        /// The size of the board.
        size: Size,
    },
}

/// Creates empty fields: at least two columns and rows, at most [`MAX_FIELDS`].
pub(crate) fn empty_grid(columns: u32, rows: u32) -> Result<Grid<Option<Token>>, DimensionError> {
    if columns < 2 || rows < 2 {
        return Err(DimensionError::TooSmall(columns, rows));
    }
    let size = Size::new(columns, rows).ok();
    let size = size.filter(|size| size.area() <= MAX_FIELDS);
    size.and_then(|size| Grid::try_filled(size, None).ok())
        .ok_or(DimensionError::TooLarge(columns, rows))
}

/// A text that is not the token string of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
pub(crate) fn parse_fields(text: &str, tokens: &TokenSet) -> Result<Grid<Option<Token>>, TokenStringError> {
    let rows = text.bytes().filter(|&byte| byte == b';').count() + 1;
    let expected = text.split(';').next().map_or(0, |row| row.chars().count());
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let mut fields = empty_grid(side(expected), side(rows))?;
    for (y, line) in (0..).zip(text.split(';')) {
        let (row, found) = (y as usize, line.chars().count());
        if found != expected {
            return Err(TokenStringError::UnequalRows { row, found, expected });
        }
        for (x, character) in (0..).zip(line.chars()).filter(|&(_, character)| character != ' ') {
            let token = Token::new(character)?;
            tokens.check(token)?;
            fields[Cell::new(x, y)] = Some(token);
        }
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_and_white_space_are_no_tokens() {
        for character in [';', ' ', '\t', '\n', '\r', '\u{a0}', '\u{2003}', '\u{3000}'] {
            assert_eq!(Token::new(character), Err(NotAToken(character)));
        }
        assert_eq!(Token::new('🍒').map(Token::character), Ok('🍒'));
    }

    #[test]
    fn an_error_names_the_valid_tokens_that_come_first() {
        let error = |valid: &str| {
            let valid = TokenSet::new(valid).expect("tokens");
            let refused = valid.check(Token('!')).expect_err("it is not among them");
            refused.to_string()
        };
        assert!(error("ab").ends_with("which takes ab"), "{}", error("ab"));
        let many = error("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        assert!(
            many.ends_with("which takes 0123456789ABCDEFGHIJKLMNOPQRST…"),
            "{many}"
        );
    }

    #[test]
    fn a_set_needs_two_different_tokens() {
        assert_eq!(TokenSet::new(""), Err(TokenSetError::TooFew(0)));
        assert_eq!(TokenSet::new("aaa"), Err(TokenSetError::TooFew(1)));
        assert_eq!(TokenSet::new("a;"), Err(TokenSetError::NotAToken(NotAToken(';'))));
        let tokens = TokenSet::new("bab").expect("two different tokens");
        assert_eq!(tokens.as_slice(), [Token('a'), Token('b')]);
        assert_eq!(tokens.to_string(), "ab");
        assert_eq!(
            (tokens.index(Token('b')), tokens.contains(Token('c'))),
            (Some(1), false)
        );
    }
}
