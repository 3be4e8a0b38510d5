//! The interfaces of boards, of moves and of the strategies that fill boards, and their errors.

use std::fmt;

use quincunx_core::{Cell, Size};
use thiserror::Error;

use crate::engine::{BasicMove, DimensionError, InvalidToken, Token, TokenSet};

/// A board of tokens, as the other parts of the framework see it.
///
/// Field 0,0 is top left; x is the column and grows to the right, y is the row and grows down. After an error
/// nothing has changed; every operation fails when a field lies off the board. It prints as its token string.
///
/// Any type that is `Clone` can be one: a game goes back to a copy.
pub trait Board: CloneBoard + fmt::Debug + fmt::Display {
    /// Returns the number of columns and rows; at least two of each, and always the same.
    fn size(&self) -> Size;

    /// Returns the tokens that are valid on this board.
    fn tokens(&self) -> &TokenSet;

    /// Returns the token of a field; `None` when the field is empty.
    fn get(&self, at: Cell) -> Result<Option<Token>, DimensionError>;

    /// Puts a valid token on a field in place of what was there; `None` empties it.
    fn set(&mut self, at: Cell, token: Option<Token>) -> Result<(), BoardError>;

    /// Returns whether a position lies on the board.
    fn contains(&self, at: Cell) -> bool {
        self.size().contains(at)
    }

    /// Exchanges what two fields hold, be it a token or nothing.
    fn swap(&mut self, a: Cell, b: Cell) -> Result<(), DimensionError>;

    /// Empties fields.
    fn remove(&mut self, cells: &[Cell]) -> Result<(), DimensionError>;

    /// Sets how [`Board::fill`] fills the board from now on.
    fn set_filling_strategy(&mut self, strategy: Box<dyn FillingStrategy>);

    /// Gives every empty field a token by the filling strategy, and returns the fields that it changed.
    ///
    /// # Errors
    /// When no strategy was set, or it cannot fill all fields.
    fn fill(&mut self) -> Result<Vec<Cell>, FillError>;

    /// Lets every token fall as far as it can inside its column.
    ///
    /// Returns the old and the new position of every token that moved, by column, then by row, each once.
    fn move_to_bottom(&mut self) -> Vec<Cell>;
}

/// Copies a board of unknown type; implemented for every board that is `Clone`.
pub trait CloneBoard {
    /// Returns a copy with the same fields and the same progress of the filling strategy.
    fn boxed_clone(&self) -> Box<dyn Board>;
}

impl<B: Board + Clone + 'static> CloneBoard for B {
    fn boxed_clone(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

impl<B: Board + 'static> From<B> for Box<dyn Board> {
    fn from(board: B) -> Self {
        Box::new(board)
    }
}

/// Checks that a position lies on a board of a size.
pub fn on_board(size: Size, cell: Cell) -> Result<(), DimensionError> {
    if size.contains(cell) {
        Ok(())
    } else {
        Err(DimensionError::OffBoard { cell, size })
    }
}

/// Returns the empty fields of a board: columns from the left, each from the bottom up.
#[must_use]
pub fn empty_fields(board: &dyn Board) -> Vec<Cell> {
    let cells = filling_order(board.size());
    cells.filter(|&cell| board.get(cell) == Ok(None)).collect()
}

/// Lists cells in the order in which they are filled: columns from the left, each from the bottom up.
pub(super) fn filling_order(size: Size) -> impl Iterator<Item = Cell> {
    let column = move |column| (0..size.rows()).rev().map(move |row| Cell::new(column, row));
    (0..size.columns()).flat_map(column)
}

/// A source of tokens for empty fields.
///
/// A strategy keeps its progress and can be copied, so that a game can go back to a copy. Any type that is
/// `Clone` can be one.
pub trait FillingStrategy: CloneStrategy + fmt::Debug + Send + Sync {
    /// Gives every empty field of a board a token.
    ///
    /// # Errors
    /// When that is not possible; then neither strategy nor board has changed.
    fn fill(&mut self, board: &mut dyn Board) -> Result<(), FillError>;
}

/// Copies a strategy of unknown type; implemented for every strategy that is `Clone`.
pub trait CloneStrategy {
    /// Returns a copy with the same progress.
    fn boxed_clone(&self) -> Box<dyn FillingStrategy>;
}

impl<S: FillingStrategy + Clone + 'static> CloneStrategy for S {
    fn boxed_clone(&self) -> Box<dyn FillingStrategy> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn FillingStrategy> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// A way in which tokens of a board change places; it does nothing until it is applied.
///
/// A move and then its reverse restore every board that the move fits.
pub trait Move: fmt::Debug {
    /// Returns whether the board has all fields that the move touches.
    fn fits(&self, board: &dyn Board) -> bool;

    /// Returns every field that the move touches, each once, also where tokens are equal or missing.
    fn affected(&self, board: &dyn Board) -> Result<Vec<Cell>, DimensionError>;

    /// Carries the move out.
    fn apply(&self, board: &mut dyn Board) -> Result<(), BoardError>;

    /// Returns the move that undoes this one.
    fn reverse(&self) -> Box<dyn Move>;
}

impl Move for BasicMove {
    fn fits(&self, board: &dyn Board) -> bool {
        self.fits_size(board.size())
    }

    fn affected(&self, board: &dyn Board) -> Result<Vec<Cell>, DimensionError> {
        if !self.fits(board) {
            return Err(DimensionError::MoveDoesNotFit { size: board.size() });
        }
        Ok(self.cycle(board.size()).collect())
    }

    fn apply(&self, board: &mut dyn Board) -> Result<(), BoardError> {
        // Each swap with the first field puts its token one field further on.
        if let [first, rest @ ..] = self.affected(board)?.as_slice() {
            for &next in rest {
                board.swap(*first, next)?;
            }
        }
        Ok(())
    }

    fn reverse(&self) -> Box<dyn Move> {
        Box::new(self.reversed())
    }
}

/// A change that a board rejects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
#[non_exhaustive]
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

impl From<DimensionError> for FillError {
    fn from(error: DimensionError) -> Self {
        Self::Board(error.into())
    }
}
