//! Sizes, positions and moves that do not fit a board of tokens.

use quincunx_core::{Cell, Size};
use thiserror::Error;

/// The most fields of a board of tokens: larger ones are rejected before anything is allocated.
///
/// A field takes four bytes, and a step of a cascade keeps up to three lists of positions beside a copy of
/// the board, so the largest board is played in well under a gibibyte.
pub(crate) const MOST_FIELDS: usize = 1 << 24;

/// A position, a size or a move that does not fit a board.
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
    /// The board would have more fields than are held.
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

/// Returns the error of a board that is too large.
pub(crate) const fn too_large(columns: u32, rows: u32) -> DimensionError {
    DimensionError::TooLarge {
        columns,
        rows,
        most: MOST_FIELDS,
    }
}

/// Returns the size of a board of tokens: at least two columns and rows, at most [`MOST_FIELDS`].
pub(crate) fn token_board_size(columns: u32, rows: u32) -> Result<Size, DimensionError> {
    if columns < 2 || rows < 2 {
        return Err(DimensionError::TooSmall { columns, rows });
    }
    let size = Size::new(columns, rows).ok();
    size.filter(|size| size.area() <= MOST_FIELDS)
        .ok_or(too_large(columns, rows))
}
