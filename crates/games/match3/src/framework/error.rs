//! What the parts of the framework refuse, one small type per kind of mistake.

use quincunx_core::{Cell, Size};
use thiserror::Error;

use super::token::{InvalidToken, NotAToken};

/// A position, a size or a move that does not go with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DimensionError {
    /// A board has at least two columns and two rows.
    #[error("a board of {columns} columns and {rows} rows is too small: at least 2 of each")]
    TooSmall {
        /// The columns asked for.
        columns: u32,
        /// The rows asked for.
        rows: u32,
    },
    /// The board would have more fields than are held; see [`GridBoard::MOST_FIELDS`](super::GridBoard::MOST_FIELDS).
    #[error("a board of {columns} columns and {rows} rows is too large: at most {most} fields")]
    TooLarge {
        /// The columns asked for.
        columns: u32,
        /// The rows asked for.
        rows: u32,
        /// The most fields a board may have.
        most: usize,
    },
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

/// A change that a board refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A position or a move does not go with the board.
    #[error(transparent)]
    Dimension(#[from] DimensionError),
    /// A token is not valid for the board.
    #[error(transparent)]
    Token(#[from] InvalidToken),
}

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
    /// The board refused what the strategy gave it.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// A start or a move that a game refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The board refused a change; a move that does not fit is among these.
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
