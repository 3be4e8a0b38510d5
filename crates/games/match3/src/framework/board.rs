//! The interfaces of boards and of the strategies that fill them.

use std::fmt;

use quincunx_core::{Cell, Size};

use super::error::{BoardError, FillError};
use crate::engine::dimension::DimensionError;
use crate::engine::token::{Token, TokenSet};

/// A board of tokens, as the other parts of the framework see it.
///
/// Field 0,0 is top left; x is the column and grows to the right, y is the row and grows down. After an error
/// nothing has changed.
pub trait Board: fmt::Debug {
    /// Returns the number of columns and rows; at least two of each, and always the same.
    fn size(&self) -> Size;

    /// Returns the tokens that are valid on this board.
    fn tokens(&self) -> &TokenSet;

    /// Returns the token of a field; `None` when the field is empty.
    ///
    /// # Errors
    /// When the field lies off the board.
    fn get(&self, at: Cell) -> Result<Option<Token>, DimensionError>;

    /// Puts a token on a field in place of what was there; `None` empties it.
    ///
    /// # Errors
    /// When the field lies off the board or the token is not valid.
    fn set(&mut self, at: Cell, token: Option<Token>) -> Result<(), BoardError>;

    /// Returns whether a position lies on the board.
    fn contains(&self, at: Cell) -> bool {
        self.size().contains(at)
    }

    /// Exchanges what two fields hold, be it a token or nothing.
    ///
    /// # Errors
    /// When a field lies off the board.
    fn swap(&mut self, a: Cell, b: Cell) -> Result<(), DimensionError>;

    /// Empties fields.
    ///
    /// # Errors
    /// When one of them lies off the board; then none is emptied.
    fn remove(&mut self, cells: &[Cell]) -> Result<(), DimensionError>;

    /// Sets how [`Board::fill`] fills the board from now on.
    fn set_filling_strategy(&mut self, strategy: Box<dyn FillingStrategy>);

    /// Gives every empty field a token by the filling strategy, and returns the fields that were empty.
    ///
    /// # Errors
    /// When no strategy was set, or it cannot fill all fields.
    fn fill(&mut self) -> Result<Vec<Cell>, FillError>;

    /// Lets every token fall as far as it can inside its column.
    ///
    /// Returns the old and the new position of every token that moved, by column, then by row, each once.
    fn move_to_bottom(&mut self) -> Vec<Cell>;
}

/// Checks that a position lies on a board of a size.
///
/// # Errors
/// When it does not.
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
    let size = board.size();
    (0..size.columns())
        .flat_map(|column| (0..size.rows()).rev().map(move |row| Cell::new(column, row)))
        .filter(|&cell| board.get(cell) == Ok(None))
        .collect()
}

/// A source of tokens for empty fields.
///
/// A strategy keeps its progress and can be copied, so that a game can go back to a copy. Any type that is
/// `Clone` can be one.
pub trait FillingStrategy: CloneStrategy + fmt::Debug + Send + Sync {
    /// Gives every empty field of a board a token.
    ///
    /// # Errors
    /// When that is not possible; then the strategy is as before, and so is the board.
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
