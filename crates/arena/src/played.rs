//! What the results of runs, tournaments and level reports have in common: they are saved and merged.

use std::io;

use thiserror::Error;

use crate::difference::Difference;
use crate::format::{FileError, FileFormat};

/// Results, complete or partial, that can be saved, continued and merged.
pub trait Played: Sized {
    /// The header of its text.
    const FORMAT: FileFormat;

    /// Returns the number of games played.
    fn played(&self) -> u64;

    /// Returns whether the other part is of the same work, and all its games are here too.
    fn contains(&self, other: &Self) -> bool;

    /// Merges parts of the same work, in any order.
    ///
    /// # Errors
    /// When there are no parts, some are of different work, a game is in two, or a game cannot be with those
    /// of the others.
    fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, MergeError>;

    /// Writes the text, game by game to save memory.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn write(&self, output: &mut dyn io::Write) -> io::Result<()>;

    /// Returns the text.
    fn to_text(&self) -> String {
        let mut text = Vec::new();
        self.write(&mut text).expect("memory can be written");
        String::from_utf8(text).expect("it is written as text")
    }

    /// Parses the text, and checks that all that it says agrees.
    ///
    /// # Errors
    /// When the text is of another format or version, damaged, or contradicts itself.
    fn parse(text: &str) -> Result<Self, FileError>;
}

/// Parts that are not of the same work, or not once of each game; they are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum MergeError {
    /// There are no parts; the field is what they would be, in the plural.
    #[error("there are no {0} to merge")]
    Nothing(&'static str),
    /// A part is of other work than the first.
    #[error("the parts are from different {of}: {difference}")]
    Other {
        part: usize,
        of: &'static str,
        difference: Difference,
    },
    /// Of a part and the first, one has rows and the other only counters.
    #[error("of this and the first, one has rows and the other only counters")]
    Rows {
        part: usize,
        /// Whether it is the part that has rows.
        has_rows: bool,
    },
    /// A part cannot be with those before it, as a game that is in both.
    #[error("{reason}")]
    Part { part: usize, reason: String },
}

impl MergeError {
    /// Returns the part that cannot be merged with those before it.
    pub const fn part(&self) -> Option<usize> {
        match self {
            Self::Nothing(_) => None,
            Self::Other { part, .. } | Self::Rows { part, .. } | Self::Part { part, .. } => Some(*part),
        }
    }
}
