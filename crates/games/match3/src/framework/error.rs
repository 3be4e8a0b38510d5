//! The errors of the framework, one small type for each kind of mistake.

use quincunx_core::Cell;
use thiserror::Error;

use crate::engine::dimension::DimensionError;
use crate::engine::token::InvalidToken;

/// A change that a board rejects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A position or a move does not fit the board.
    #[error(transparent)]
    Dimension(#[from] DimensionError),
    /// A token is not valid for the board.
    #[error(transparent)]
    Token(#[from] InvalidToken),
}

/// A fill that is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FillError {
    /// The board has no filling strategy.
    #[error("no filling strategy is set")]
    NoStrategy,
    /// A column has more empty fields than its sequence has tokens left.
    #[error("the sequence of column {column} is exhausted: {needed} tokens are needed and {left} are left")]
    Exhausted {
        /// The column.
        column: u32,
        /// The number of its empty fields.
        needed: usize,
        /// The number of tokens left.
        left: usize,
    },
    /// A column with an empty field has no sequence.
    #[error("column {column} has no sequence: there must be one for each column")]
    MissingSequence {
        /// The column.
        column: u32,
    },
    /// The strategy left a field empty.
    #[error("the filling strategy left {},{} empty", .0.column, .0.row)]
    LeftEmpty(Cell),
    /// The board rejected a token of the strategy.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// A start or a move that a game rejects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The board rejected a change; a move that does not fit is among these.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The board could not be filled.
    #[error(transparent)]
    Fill(#[from] FillError),
    /// The cascade did not come to rest; see [`most_steps`](super::most_steps) and
    /// [`most_positions`](super::most_positions).
    #[error("the cascade did not come to rest within {steps} steps")]
    Endless {
        /// The steps made.
        steps: u64,
    },
}

impl From<DimensionError> for FillError {
    fn from(error: DimensionError) -> Self {
        Self::Board(error.into())
    }
}

impl From<DimensionError> for GameError {
    fn from(error: DimensionError) -> Self {
        Self::Board(error.into())
    }
}
