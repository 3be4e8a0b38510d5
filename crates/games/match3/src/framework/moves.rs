//! Moves: values that describe how tokens change places, and do nothing until they are applied.

use std::fmt;

use quincunx_core::Cell;

use super::board::Board;
use super::error::BoardError;
use crate::engine::dimension::DimensionError;
use crate::engine::moves::BasicMove;

/// A way in which tokens of a board change places.
///
/// A move and then its reverse restore every board that the move fits.
pub trait Move: fmt::Debug {
    /// Returns whether the board has all fields that the move touches.
    fn fits(&self, board: &dyn Board) -> bool;

    /// Returns every field that the move touches, each once, also where tokens are equal or missing.
    ///
    /// # Errors
    /// When the move does not fit the board.
    fn affected(&self, board: &dyn Board) -> Result<Vec<Cell>, DimensionError>;

    /// Carries the move out.
    ///
    /// # Errors
    /// When the move does not fit the board; then nothing has changed.
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
