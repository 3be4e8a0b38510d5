//! Places on a board and steps between them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place on a board, counted from zero; the game says where row 0 lies.
///
/// In JSON it is `[column, row]`. The derived order is by column, then by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "(u32, u32)", from = "(u32, u32)")]
pub struct Cell {
    /// The column, from 0 at the left.
    pub column: u32,
    /// The row, from 0.
    pub row: u32,
}

impl Cell {
    /// Makes the cell of a column and a row.
    pub const fn new(column: u32, row: u32) -> Self {
        Self { column, row }
    }
}

impl From<(u32, u32)> for Cell {
    fn from((column, row): (u32, u32)) -> Self {
        Self { column, row }
    }
}

impl From<Cell> for (u32, u32) {
    fn from(cell: Cell) -> Self {
        (cell.column, cell.row)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}, row {}", self.column, self.row)
    }
}

/// A step from one cell to another: columns to the right, rows onward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    /// Columns to the right; negative to the left.
    pub columns: i32,
    /// Rows onward; negative back.
    pub rows: i32,
}

impl Offset {
    /// One step along a row, a column and the two diagonals: the four directions in which lines are looked
    /// for.
    pub const LINES: [Self; 4] = [
        Self::new(1, 0),
        Self::new(0, 1),
        Self::new(1, 1),
        Self::new(1, -1),
    ];

    /// Makes a step.
    pub const fn new(columns: i32, rows: i32) -> Self {
        Self { columns, rows }
    }
}
