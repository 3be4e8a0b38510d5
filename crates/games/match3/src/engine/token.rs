//! Tokens and the set of them that is valid on a board.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// The content of a field: one character, neither `;` nor white space, which the token string uses itself.
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
    /// When the character is `;` or white space.
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

/// The tokens that are valid on a board: at least two, each once, in the order of their characters.
///
/// Cloning shares the tokens, so that a copy of a board costs nothing for them.
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
    /// When a character is no token, or fewer than two different ones are left.
    pub fn new(characters: &str) -> Result<Self, TokenSetError> {
        let mut tokens = characters
            .chars()
            .map(Token::new)
            .collect::<Result<Vec<_>, _>>()?;
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

    /// Returns the place of a token in the set; `None` when it is not valid.
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
        if self.contains(token) {
            Ok(())
        } else {
            Err(InvalidToken {
                token,
                valid: self.clone(),
            })
        }
    }
}

impl fmt::Display for TokenSet {
    /// Writes the tokens one after the other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|token| token.fmt(f))
    }
}

/// A token that is not among the valid tokens of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{token} is not a valid token of this board, which takes {}", listed(valid))]
pub struct InvalidToken {
    /// The token.
    pub token: Token,
    /// The tokens that are valid.
    pub valid: TokenSet,
}

/// Lists the tokens for a message, the first of them if they are many.
fn listed(valid: &TokenSet) -> String {
    const SHOWN: usize = 30;
    let mut text: String = valid
        .as_slice()
        .iter()
        .take(SHOWN)
        .map(ToString::to_string)
        .collect();
    if valid.as_slice().len() > SHOWN {
        text.push('…');
    }
    text
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
    fn a_set_needs_two_different_tokens() {
        assert_eq!(TokenSet::new(""), Err(TokenSetError::TooFew(0)));
        assert_eq!(TokenSet::new("aaa"), Err(TokenSetError::TooFew(1)));
        assert_eq!(TokenSet::new("a;"), Err(TokenSetError::NotAToken(NotAToken(';'))));
        let tokens = TokenSet::new("bab").expect("two different tokens");
        assert_eq!(tokens.as_slice(), [Token('a'), Token('b')]);
        assert_eq!(
            (tokens.index(Token('b')), tokens.contains(Token('c'))),
            (Some(1), false)
        );
    }
}
