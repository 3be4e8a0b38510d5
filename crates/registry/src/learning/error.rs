//! Why a network cannot be made or read.

use std::error::Error;

use quincunx_core::OptionError;
use quincunx_ntuple::{FileError, NoMemory};
use thiserror::Error;

use super::LARGEST_VALUE;
use super::description::FORM;

/// Why a network cannot be made or read.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum LearningError {
    /// An option is not right.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The game has no such network for these rules, in the game's words.
    #[error(transparent)]
    Network(Box<dyn Error + Send + Sync>),
    /// The file is not one of weights.
    #[error(transparent)]
    File(#[from] FileError),
    /// Memory is insufficient.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The file's description cannot be read.
    #[error("its description cannot be read: {0}")]
    Description(serde_json::Error),
    /// A value is no points of a game.
    #[error("expected values of at most {LARGEST_VALUE:e} points, found {0:e}")]
    Value(f32),
    /// The file is of a later form.
    #[error("expected form {FORM}, found {0}")]
    Form(u32),
    /// The file is of another game.
    #[error("expected weights of {wanted}, found weights of {of}")]
    Other { of: String, wanted: String },
    /// A number of the description is one that no training has.
    #[error("expected 0 to {most} under `{field}` of its description, found {number}")]
    Number {
        field: String,
        number: String,
        most: String,
    },
    /// The file knows nothing of a table.
    #[error("expected values for table `{0}` of the network, found none")]
    Unknown(String),
    /// The network has no table for what the file knows.
    #[error("expected only tables of the network, found table `{0}`")]
    NoPlace(String),
    /// The file has the values alone, with which training cannot go on.
    #[error("it holds the values of a network without what training needs to go on: it is for players")]
    ValuesOnly,
    /// Entries are to stay dropped, and none of the file's were.
    #[error("nothing was dropped of it: it is no file of rounded values")]
    Whole,
}

impl LearningError {
    /// Returns whether the only failure was insufficient memory.
    pub const fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::Memory(_) | Self::File(FileError::Memory(_)))
    }

    /// Makes the error of what is wrong with the file.
    pub fn other(reason: impl Error + Send + Sync + 'static) -> Self {
        Self::Network(Box::new(reason))
    }
}
