//! The size of a board and whether its edges are joined.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Cell, Offset};

/// The number of columns and rows of a board; at least one each, and an area that fits in 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    columns: u32,
    rows: u32,
}

/// A size that no board can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a board of {columns} columns and {rows} rows is not possible: at least 1 by 1 and at most {} cells",
    Size::MAX_CELLS
)]
pub struct SizeError {
    /// The columns asked for.
    pub columns: u64,
    /// The rows asked for.
    pub rows: u64,
}

/// How the edges of a board are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub enum Topology {
    /// The board ends at its edges.
    #[default]
    Plane,
    /// Left and right edge are joined, and so are top and bottom.
    Torus,
}

impl Size {
    /// The largest area of a board: every cell's index fits in an `u32` with room for sentinels.
    pub const MAX_CELLS: u64 = 1 << 31;

    /// Makes a size.
    ///
    /// # Errors
    /// When a side is 0 or the area is more than [`Size::MAX_CELLS`].
    pub const fn new(columns: u32, rows: u32) -> Result<Self, SizeError> {
        if columns == 0 || rows == 0 || columns as u64 * rows as u64 > Self::MAX_CELLS {
            return Err(SizeError {
                columns: columns as u64,
                rows: rows as u64,
            });
        }
        Ok(Self { columns, rows })
    }

    /// Returns the number of columns.
    pub const fn columns(self) -> u32 {
        self.columns
    }

    /// Returns the number of rows.
    pub const fn rows(self) -> u32 {
        self.rows
    }

    /// Returns the number of cells.
    pub const fn area(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Returns whether the cell lies on the board.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.column < self.columns && cell.row < self.rows
    }

    /// Returns the index of a cell in reading order. Off the board the answer is meaningless.
    ///
    /// # Panics
    /// In debug builds, when the cell lies off the board.
    pub const fn index(self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell), "the cell is off the board");
        cell.row as usize * self.columns as usize + cell.column as usize
    }

    /// Returns the cell of an index in reading order; the inverse of [`Size::index`]. The answer is
    /// meaningless unless the index is less than [`Size::area`].
    pub const fn cell(self, index: usize) -> Cell {
        Cell::new(
            (index % self.columns as usize) as u32,
            (index / self.columns as usize) as u32,
        )
    }

    /// Lists all cells in reading order.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> + DoubleEndedIterator + Clone {
        (0..self.area()).map(move |index| self.cell(index))
    }

    /// Takes a step; `None` when it leaves a plane.
    pub fn step(self, topology: Topology, from: Cell, by: Offset) -> Option<Cell> {
        let column = i64::from(from.column) + i64::from(by.columns);
        let row = i64::from(from.row) + i64::from(by.rows);
        match topology {
            Topology::Plane => {
                let cell = Cell::new(u32::try_from(column).ok()?, u32::try_from(row).ok()?);
                self.contains(cell).then_some(cell)
            }
            Topology::Torus => Some(self.wrap(column, row)),
        }
    }

    /// Brings coordinates of a torus onto the board, each by itself, by the true modulus: −1 is the last
    /// column.
    pub fn wrap(self, column: i64, row: i64) -> Cell {
        let wrapped = |at: i64, side: u32| {
            u32::try_from(at.rem_euclid(i64::from(side)))
                .expect("a remainder is less than its 32-bit divisor")
        };
        Cell::new(wrapped(column, self.columns), wrapped(row, self.rows))
    }

    /// Lists every straight line of `length` different cells: rows, columns and both diagonals.
    ///
    /// ```text
    ///   plane          torus
    ///   . . . a . .    . . a . . .    On a plane a line is listed from the one end from which one of the four
    ///   . . a . . .    . a . . . .    directions leads to the other; on a torus it runs on across the edge, so
    ///   . a . . . .    a . . . . .    that every cell begins a line in every direction.
    ///   a . . . . .    . . . . . a
    /// ```
    /// A 6×6 plane has 54 lines of four, a 6×6 torus 4 × 36. A line that goes all the way around a torus is
    /// listed once for each of its cells as the first.
    ///
    /// # Panics
    /// When the length is below 2: one cell has no direction.
    pub fn lines(self, topology: Topology, length: u32) -> impl Iterator<Item = Vec<Cell>> {
        assert!(length >= 2, "a line has at least two cells, not {length}");
        self.cells().flat_map(move |start| {
            Offset::LINES
                .into_iter()
                .filter_map(move |by| self.line(topology, start, by, length))
        })
    }

    /// Returns the line of `length` different cells from a start, when it fits.
    fn line(self, topology: Topology, start: Cell, by: Offset, length: u32) -> Option<Vec<Cell>> {
        let mut line = vec![start];
        while (line.len() as u64) < u64::from(length) {
            let next = self.step(topology, line[line.len() - 1], by)?;
            if line.contains(&next) {
                return None;
            }
            line.push(next);
        }
        Some(line)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.columns, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(columns: u32, rows: u32) -> Size {
        Size::new(columns, rows).expect("a possible size")
    }

    #[test]
    fn lines_of_four_are_counted() {
        assert_eq!(size(7, 6).lines(Topology::Plane, 4).count(), 69);
        assert_eq!(size(6, 6).lines(Topology::Plane, 4).count(), 54);
        assert_eq!(size(6, 6).lines(Topology::Torus, 4).count(), 144);
    }

    #[test]
    #[should_panic(expected = "at least two cells")]
    fn one_cell_is_no_line() {
        let _ = size(7, 6).lines(Topology::Plane, 1);
    }

    #[test]
    fn torus_wraps_by_the_true_modulus() {
        let board = size(6, 6);
        assert_eq!(board.wrap(-1, -6), Cell::new(5, 0));
        assert_eq!(board.wrap(7, 13), Cell::new(1, 1));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(Size::new(0, 3).is_err());
        assert!(Size::new(u32::MAX, 2).is_err());
        assert!(Size::new(1 << 16, 1 << 15).is_ok());
    }
}
