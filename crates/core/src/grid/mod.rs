//! Boards: cells, sizes, grids of values, and how their edges are joined.

pub mod bits;
mod cell;
mod diagram;
mod json;
mod size;

use std::fmt;
use std::ops::{Index, IndexMut};

use thiserror::Error;

pub use cell::{Cell, Offset};
pub use diagram::DiagramError;
#[cfg(feature = "openapi")]
pub(crate) use json::GridJson;
pub use size::{Size, SizeError, Topology};

/// A board full of values, kept row by row.
///
/// It prints as it is drawn and reads what it printed, if its values do: see
/// [`Grid::from_str`](std::str::FromStr).
///
/// ```
/// use quincunx_core::{Cell, Grid, Size};
///
/// let mut grid = Grid::filled(Size::new(3, 2)?, '.');
/// grid[Cell::new(2, 0)] = '#';
/// assert_eq!(grid.to_string(), ". . #\n. . .\n");
/// # Ok::<(), quincunx_core::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    size: Size,
    values: Vec<T>,
}

/// A board that does not fit in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a {0} board does not fit in memory")]
pub struct GridTooLarge(pub Size);

impl<T> Grid<T> {
    /// Makes a grid with the same value everywhere.
    pub fn filled(size: Size, value: T) -> Self
    where
        T: Clone,
    {
        Self {
            size,
            values: vec![value; size.area()],
        }
    }

    /// Makes a grid with the same value everywhere, or refuses it before anything is allocated.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn try_filled(size: Size, value: T) -> Result<Self, GridTooLarge>
    where
        T: Clone,
    {
        let mut values = Vec::new();
        values
            .try_reserve_exact(size.area())
            .map_err(|_| GridTooLarge(size))?;
        values.resize(size.area(), value);
        Ok(Self { size, values })
    }

    /// Makes a grid of the values that a function gives for each cell, asked in reading order.
    pub fn from_fn(size: Size, mut value: impl FnMut(Cell) -> T) -> Self {
        Self {
            size,
            values: size.cells().map(&mut value).collect(),
        }
    }

    /// Makes a grid of values in reading order; `None` when their number is not the area.
    pub fn from_values(size: Size, values: Vec<T>) -> Option<Self> {
        (values.len() == size.area()).then_some(Self { size, values })
    }

    /// Returns the size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the value at a cell; `None` when it lies off the board.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.size
            .contains(cell)
            .then(|| &self.values[self.size.index(cell)])
    }

    /// Returns the value at a cell for change; `None` when it lies off the board.
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        self.size
            .contains(cell)
            .then(|| &mut self.values[self.size.index(cell)])
    }

    /// Returns all values in reading order.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Returns all values in reading order, for change.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Lists the rows from row 0.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> + DoubleEndedIterator {
        self.values.chunks_exact(self.size.columns() as usize)
    }

    /// Lists cells with their values in reading order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Cell, &T)> {
        self.size.cells().zip(&self.values)
    }

    /// Makes a grid of the same size from what a function makes of each value.
    pub fn map<U>(&self, mut value: impl FnMut(Cell, &T) -> U) -> Grid<U> {
        Grid {
            size: self.size,
            values: self.iter().map(|(cell, old)| value(cell, old)).collect(),
        }
    }

    /// Exchanges the values of two cells; panics when one lies off the board.
    pub fn swap(&mut self, a: Cell, b: Cell) {
        let (a, b) = (self.checked_index(a), self.checked_index(b));
        self.values.swap(a, b);
    }

    fn checked_index(&self, cell: Cell) -> usize {
        assert!(self.size.contains(cell), "{cell} is off a {} board", self.size);
        self.size.index(cell)
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    /// # Panics
    /// When the cell lies off the board.
    fn index(&self, cell: Cell) -> &T {
        &self.values[self.checked_index(cell)]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    /// # Panics
    /// When the cell lies off the board.
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        let index = self.checked_index(cell);
        &mut self.values[index]
    }
}

impl<T: fmt::Debug> fmt::Debug for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Grid {}", self.size)?;
        for row in self.rows() {
            writeln!(f, "{row:?}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Grid<u32> {
        "1 2 3\n4 5 6".parse().expect("a board")
    }

    #[test]
    fn values_are_kept_in_reading_order() {
        let board = board();
        assert_eq!(board.values(), [1, 2, 3, 4, 5, 6]);
        assert_eq!(board.rows().rev().map(|row| row[0]).collect::<Vec<_>>(), [4, 1]);
        assert!(board.iter().is_sorted_by_key(|(cell, _)| (cell.row, cell.column)));
        for (cell, &value) in board.iter() {
            assert_eq!((board[cell], board.get(cell)), (value, Some(&value)));
            assert_eq!(board.size().cell(board.size().index(cell)), cell);
        }
        assert_eq!(
            Grid::from_values(board.size(), board.values().to_vec()),
            Some(board.clone())
        );
        assert_eq!(Grid::from_values(board.size(), vec![1, 2, 3, 4, 5]), None);
        assert_eq!(
            board.map(|cell, value| value - cell.column).values(),
            [1, 1, 1, 4, 4, 4]
        );
    }

    #[test]
    fn nothing_lies_off_the_board() {
        let mut board = board();
        for cell in [Cell::new(3, 0), Cell::new(0, 2), Cell::new(u32::MAX, u32::MAX)] {
            assert_eq!(board.get(cell), None);
            assert_eq!(board.get_mut(cell), None);
        }
        board.swap(Cell::new(0, 0), Cell::new(2, 1));
        *board.get_mut(Cell::new(1, 0)).expect("on the board") = 9;
        board[Cell::new(1, 1)] = 8;
        assert_eq!(board.to_string(), "6 9 3\n4 8 1\n");
    }

    #[test]
    #[should_panic(expected = "column 3, row 0 is off a 3×2 board")]
    fn an_index_off_the_board_panics_with_the_cell() {
        let _ = board()[Cell::new(3, 0)];
    }

    #[test]
    fn a_board_beyond_memory_is_refused() {
        let size = Size::new(1 << 16, 1 << 15).expect("a size in numbers");
        // 2^31 values of 2^17 bytes: more than any machine can address.
        let error = Grid::try_filled(size, [0u64; 1 << 14]).map(|_| ());
        assert_eq!(error, Err(GridTooLarge(size)));
        let size = Size::new(2, 2).expect("a possible size");
        assert_eq!(Grid::try_filled(size, 7), Ok(Grid::filled(size, 7)));
    }
}
