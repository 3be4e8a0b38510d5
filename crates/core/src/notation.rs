//! Text for people: actions, chance outcomes and positions.

use std::str::FromStr;

use thiserror::Error;

use crate::game::Game;

/// The text forms of a game's actions, chance outcomes and positions. Reading what was written gives the same
/// value; only a position in which the game is over may be refused.
pub trait Notation: Game {
    /// Writes an action as a person types it; one line, no leading or trailing blank.
    fn action_text(&self, action: Self::Action) -> String;

    /// Reads an action; whether it is legal is another question.
    fn parse_action(&self, text: &str) -> Result<Self::Action, NotationError>;

    /// Returns why an action is not legal on a player's turn, in a few words; `None` where the game has none.
    fn illegal_reason(&self, _state: &Self::State, _action: Self::Action) -> Option<String> {
        None
    }

    /// Writes a chance outcome; one line, no leading or trailing blank.
    fn chance_text(&self, chance: &Self::Chance) -> String;

    /// Reads a chance outcome.
    fn parse_chance(&self, text: &str) -> Result<Self::Chance, NotationError>;

    /// Writes a position on one line, with everything that the rest of the game depends on.
    fn position_text(&self, state: &Self::State) -> String;

    /// Reads a position.
    fn parse_position(&self, text: &str) -> Result<Self::State, NotationError>;
}

/// A text that does not say what it should.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not {expected}")]
pub struct NotationError {
    /// The text, shortened if it is long.
    pub text: String,
    /// What would be right.
    pub expected: String,
}

impl NotationError {
    /// Makes the error for a text, with what would be right (`a column from 1 to 7`).
    pub fn new(text: &str, expected: impl Into<String>) -> Self {
        Self {
            text: shorten(text),
            expected: expected.into(),
        }
    }
}

/// Returns what an error repeats of an offending text: its first 60 characters.
pub fn shorten(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Parses a whole number without sign or leading zeros, so that every number has one text.
pub fn number<N: FromStr>(text: &str) -> Option<N> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// Returns whether a character does nothing to a terminal or to the direction of the text; a line feed and a
/// tab are printable.
#[must_use]
pub fn is_printable(c: char) -> bool {
    let is_mark = matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}');
    let is_direction = is_mark || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !(c.is_control() && c != '\n' && c != '\t' || is_direction)
}

/// Replaces the characters of a text that are not printable by their numbers: `\u{1b}`.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        if is_printable(c) {
            printable.push(c);
        } else {
            printable.extend(c.escape_unicode());
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_but_text() {
        assert_eq!(
            printable("a\u{1b}[2J\r\tb\u{202e}\u{9b}ü\n"),
            "a\\u{1b}[2J\\u{d}\tb\\u{202e}\\u{9b}ü\n"
        );
    }

    #[test]
    fn long_texts_are_repeated_in_part() {
        assert_eq!(shorten("9x"), "9x");
        assert_eq!(shorten(&"é".repeat(60)), "é".repeat(60));
        assert_eq!(shorten(&"é".repeat(61)), "é".repeat(60) + "…");
        let error = NotationError::new("9x", "a column from 1 to 7");
        assert_eq!(error.to_string(), "`9x` is not a column from 1 to 7");
    }
}
