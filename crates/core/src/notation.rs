//! Text for people: actions, chance outcomes and positions.

use thiserror::Error;

use crate::game::Game;

/// The text forms of a game's actions, chance outcomes and positions. Reading what was written gives the same value.
pub trait Notation: Game {
    /// Writes an action as a person types it; one line, no leading or trailing blank.
    fn action_text(&self, action: Self::Action) -> String;

    /// Reads an action; whether it is legal is another question.
    ///
    /// # Errors
    /// When the text is not an action of these rules.
    fn parse_action(&self, text: &str) -> Result<Self::Action, NotationError>;

    /// Writes a chance outcome; one line, no leading or trailing blank.
    fn chance_text(&self, chance: &Self::Chance) -> String;

    /// Reads a chance outcome.
    ///
    /// # Errors
    /// When the text is not an outcome under these rules.
    fn parse_chance(&self, text: &str) -> Result<Self::Chance, NotationError>;

    /// Writes a position on one line, with everything that the rest of the game depends on.
    fn position_text(&self, state: &Self::State) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// When the text is not a position that can be played on under these rules.
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
    /// How much of an offending text is repeated.
    const SHOWN: usize = 60;

    /// Makes the error for a text, with what would be right (`a column from 1 to 7`).
    #[must_use]
    pub fn new(text: &str, expected: impl Into<String>) -> Self {
        let mut shown: String = text.chars().take(Self::SHOWN).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Self {
            text: shown,
            expected: expected.into(),
        }
    }
}
