//! The errors in the text of a level.

use std::fmt;

use thiserror::Error;

/// An error in a level's text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct LevelError {
    /// The line, from 1.
    pub line: usize,
    /// The field's full name, as in `goals.score`; empty where the error is not of one field.
    pub field: String,
    /// The field, what was found, and what is accepted.
    pub what: String,
}

/// The errors in a level's text, in the order of lines; at least one.
///
/// Where the text is not TOML, only that is reported. Else all wrong fields are, and the level as a whole,
/// its goals and whether it can be played, is checked when each field is right. Errors after the fiftieth are
/// counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct LevelErrors(pub Vec<LevelError>);

impl fmt::Display for LevelErrors {
    /// Writes one line for each error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, error) in self.0.iter().enumerate() {
            let between = if number > 0 { "\n" } else { "" };
            write!(f, "{between}{error}")?;
        }
        Ok(())
    }
}
