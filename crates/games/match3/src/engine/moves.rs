//! Basic moves: cycles of fields along which tokens or elements move.

use std::fmt;

use quincunx_core::{Cell, Size};

use super::swaps::Exchange;

/// The five kinds of basic moves, each with the field, column or row where it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// Exchanges a field with the one to its right.
    FlipRight(Cell),
    /// Exchanges a field with the one below.
    FlipDown(Cell),
    /// Turns the square whose top left field is given:
    ///
    /// ```text
    /// a b     c a
    /// c d  →  d b
    /// ```
    RotateSquareClockwise(Cell),
    /// Moves every token of a column one row down; the bottom one comes in at the top.
    RotateColumnDown(u32),
    /// Moves every token of a row one column to the right; the last one comes in at the left.
    RotateRowRight(u32),
}

/// A basic move or the reverse of one.
///
/// Each is one cycle of fields, and each field's token moves on to the next field of the cycle. A flip is a
/// cycle of two fields and so its own reverse; it is kept in one form only, which makes equal moves equal
/// values.
///
/// ```
/// use quincunx_match3::framework::{BasicMove, GridBoard, Move, MoveKind, TokenSet};
///
/// let mut board = GridBoard::parse("AB;CD", TokenSet::new("ABCD")?)?;
/// let turn = BasicMove::new(MoveKind::RotateColumnDown(0));
/// turn.apply(&mut board)?;
/// assert_eq!(board.to_string(), "CB;AD");
/// turn.reversed().apply(&mut board)?;
/// assert_eq!(board.to_string(), "AB;CD");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BasicMove {
    kind: MoveKind,
    is_reversed: bool,
}

impl BasicMove {
    /// Creates the move of a kind.
    #[must_use]
    pub const fn new(kind: MoveKind) -> Self {
        Self {
            kind,
            is_reversed: false,
        }
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// Returns whether this is the reverse of its kind.
    #[must_use]
    pub const fn is_reversed(self) -> bool {
        self.is_reversed
    }

    /// Returns the move that undoes this one; a flip undoes itself.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let is_flip = matches!(self.kind, MoveKind::FlipRight(_) | MoveKind::FlipDown(_));
        Self {
            kind: self.kind,
            is_reversed: !is_flip && !self.is_reversed,
        }
    }

    /// Returns whether a board of a size has all fields that the move touches.
    #[must_use]
    pub fn fits_size(self, size: Size) -> bool {
        let (columns, rows) = (size.columns(), size.rows());
        match self.kind {
            MoveKind::FlipRight(at) => at.column < columns - 1 && at.row < rows,
            MoveKind::FlipDown(at) => at.column < columns && at.row < rows - 1,
            MoveKind::RotateSquareClockwise(at) => at.column < columns - 1 && at.row < rows - 1,
            MoveKind::RotateColumnDown(column) => column < columns,
            MoveKind::RotateRowRight(row) => row < rows,
        }
    }

    /// Iterates over the fields of the cycle, from the field where the move is made, in the order in which
    /// tokens move on.
    ///
    /// # Panics
    /// When the move does not fit the size.
    pub fn cycle(self, size: Size) -> impl ExactSizeIterator<Item = Cell> + Clone {
        assert!(self.fits_size(size), "{self} does not fit a {size} board");
        let length = match self.kind {
            MoveKind::FlipRight(_) | MoveKind::FlipDown(_) => 2,
            MoveKind::RotateSquareClockwise(_) => 4,
            MoveKind::RotateColumnDown(_) => size.rows(),
            MoveKind::RotateRowRight(_) => size.columns(),
        };
        (0..length).map(move |step| match (self.is_reversed, step) {
            (false, _) | (true, 0) => self.kind.field(step),
            (true, _) => self.kind.field(length - step),
        })
    }
}

impl MoveKind {
    /// Returns the field after some steps along the cycle.
    const fn field(self, step: u32) -> Cell {
        match self {
            Self::FlipRight(at) => Cell::new(at.column + step, at.row),
            Self::FlipDown(at) => Cell::new(at.column, at.row + step),
            Self::RotateSquareClockwise(at) => {
                // Right, down, left: the steps 1 and 2 lie in the right column, 2 and 3 in the lower row.
                Cell::new(
                    at.column + (step == 1 || step == 2) as u32,
                    at.row + (step >= 2) as u32,
                )
            }
            Self::RotateColumnDown(column) => Cell::new(column, step),
            Self::RotateRowRight(row) => Cell::new(step, row),
        }
    }
}

impl Exchange for BasicMove {
    const IS_RIGHT: [bool; 2] = [true, false];

    fn exchange(upper_left: Cell, is_right: bool) -> Self {
        Self::new(if is_right {
            MoveKind::FlipRight(upper_left)
        } else {
            MoveKind::FlipDown(upper_left)
        })
    }

    fn parts(self) -> Option<(Cell, bool)> {
        match self.kind {
            MoveKind::FlipRight(cell) => Some((cell, true)),
            MoveKind::FlipDown(cell) => Some((cell, false)),
            _ => None,
        }
    }
}

impl fmt::Display for BasicMove {
    /// Writes the move in the console's words, `reverse rotateColumnDown 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_reversed {
            f.write_str("reverse ")?;
        }
        match self.kind {
            MoveKind::FlipRight(at) => write!(f, "flipRight {},{}", at.column, at.row),
            MoveKind::FlipDown(at) => write!(f, "flipDown {},{}", at.column, at.row),
            MoveKind::RotateSquareClockwise(at) => {
                write!(f, "rotateSquareClockwise {},{}", at.column, at.row)
            }
            MoveKind::RotateColumnDown(column) => write!(f, "rotateColumnDown {column}"),
            MoveKind::RotateRowRight(row) => write!(f, "rotateRowRight {row}"),
        }
    }
}
