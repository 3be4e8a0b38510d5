//! The readable board: a grid of squares, row 0 on top, and gravity.

use std::fmt;

use quincunx_core::{Cell, Grid, Size};
use thiserror::Error;

use super::combination::Colours;
use super::element::{Colour, Element, ParseElementError, Square};

/// A board of squares; row 0 is the top, elements fall towards the last row.
///
/// ```
/// use quincunx_match3::shariki::Board;
///
/// let mut board: Board = "R1 V2 R3 / -- R5 R6 / R1 R2 R3".parse()?;
/// assert!(board.settle());
/// assert_eq!(board.to_string(), "-- V2 R3\nR1 R5 R6\nR1 R2 R3\n");
/// # Ok::<(), quincunx_match3::shariki::ParseBoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    grid: Grid<Square>,
}

impl Board {
    /// The shortest side of a board in play.
    pub const MIN_SIDE: u32 = 3;

    /// Creates a board of squares.
    #[must_use]
    pub const fn new(grid: Grid<Square>) -> Self {
        Self { grid }
    }

    /// Creates a board without elements.
    #[must_use]
    pub fn empty(size: Size) -> Self {
        Self::new(Grid::filled(size, Square::EMPTY))
    }

    /// Returns the size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.grid.size()
    }

    /// Returns the element at a cell, if any.
    #[must_use]
    pub fn element(&self, cell: Cell) -> Option<Element> {
        self.grid.get(cell)?.0
    }

    /// Puts an element on a cell, or empties it.
    ///
    /// # Panics
    /// When the cell lies off the board.
    pub fn set(&mut self, cell: Cell, element: Option<Element>) {
        self.grid[cell] = Square(element);
    }

    /// Exchanges what two cells hold.
    ///
    /// # Panics
    /// When a cell lies off the board.
    pub fn swap(&mut self, a: Cell, b: Cell) {
        self.grid.swap(a, b);
    }

    /// Iterates over the cells with their squares in reading order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = (Cell, Square)> {
        self.grid.iter().map(|(cell, &square)| (cell, square))
    }

    /// Iterates over the elements in reading order.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Element> {
        self.grid.values().iter().filter_map(|square| square.0)
    }

    /// Formats the rows joined by ` / `.
    pub(crate) fn on_one_line(&self) -> String {
        self.to_string().trim_end().replace('\n', " / ")
    }

    /// Lets every element fall as far as it can inside its column; returns whether any moved.
    pub fn settle(&mut self) -> bool {
        let mut moved = false;
        self.settle_with(|_| true, |_, _, _| moved = true);
        moved
    }

    /// Lets every element fall past cells that are no fields, and calls `moved` with the old and the new cell
    /// of each.
    pub(crate) fn settle_with(
        &mut self,
        is_field: impl Fn(Cell) -> bool,
        mut moved: impl FnMut(Cell, Cell, Element),
    ) {
        let is_occupied = |square: Square| square.0.is_some();
        drop_all(&mut self.grid, is_occupied, is_field, |from, to, square| {
            moved(from, to, square.0.expect("elements fall"));
        });
    }
}

impl Colours for Board {
    fn size(&self) -> Size {
        self.size()
    }

    fn colour(&self, cell: Cell) -> Option<Colour> {
        self.element(cell).map(|element| element.colour)
    }
}

impl fmt::Display for Board {
    /// Writes one line for each row, squares separated by one blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt(f)
    }
}

/// A text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// A square is malformed.
    #[error("row {row}, column {column}: {source}")]
    Element {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong with it.
        source: ParseElementError,
    },
    /// A row has another number of squares than the first.
    #[error("row {row} has {found} squares, the first has {expected}: all rows must be equally long")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// Its squares.
        found: usize,
        /// The squares of the first row.
        expected: usize,
    },
    /// There is no square at all, or there are too many.
    #[error("a board needs at least one square and at most {} in all", Size::MAX_CELLS)]
    Size,
}

impl std::str::FromStr for Board {
    type Err = ParseBoardError;

    /// Parses rows separated by `/` or line ends, squares separated by white space; empty lines are ignored.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut squares = Vec::new();
        let (mut row, mut expected) = (0, 0);
        for line in text.split(['/', '\n']).filter(|line| !line.trim().is_empty()) {
            let before = squares.len();
            row += 1;
            for (column, square) in (1..).zip(line.split_whitespace()) {
                let square = square.parse::<Square>();
                squares.push(square.map_err(|source| ParseBoardError::Element { row, column, source })?);
            }
            let found = squares.len() - before;
            if row == 1 {
                expected = found;
            }
            if found != expected {
                return Err(ParseBoardError::Ragged { row, found, expected });
            }
        }
        let side = |count: usize| u32::try_from(count).map_err(|_| ParseBoardError::Size);
        let size = Size::new(side(expected)?, side(row)?).map_err(|_| ParseBoardError::Size)?;
        let grid = Grid::from_values(size, squares);
        grid.map(Self::new).ok_or(ParseBoardError::Size)
    }
}

/// Lets everything fall as far as it can inside its column, past cells that are no fields.
///
/// Calls `moved` with the old and the new cell of each value that falls: columns from the left, each from the
/// bottom up. Values must stand on fields.
pub(crate) fn drop_all<T: Copy>(
    grid: &mut Grid<T>,
    is_occupied: impl Fn(T) -> bool,
    is_field: impl Fn(Cell) -> bool,
    mut moved: impl FnMut(Cell, Cell, T),
) {
    let (size, columns) = (grid.size(), grid.size().columns() as usize);
    let values = grid.values_mut();
    for column in 0..size.columns() {
        let mut floor = size.rows();
        for row in (0..size.rows()).rev() {
            let from = row as usize * columns + column as usize;
            let value = values[from];
            if !is_occupied(value) {
                continue;
            }
            floor -= 1;
            while !is_field(Cell::new(column, floor)) {
                floor -= 1;
            }
            if floor != row {
                let to = floor as usize * columns + column as usize;
                (values[from], values[to]) = (values[to], value);
                moved(Cell::new(column, row), Cell::new(column, floor), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_goes_in_and_out() {
        let text = "R1 -- V3\nH4 W5 B6\n";
        assert_eq!(
            text.parse::<Board>().map(|board| board.to_string()),
            Ok(text.to_owned())
        );
    }

    #[test]
    fn damaged_text_is_rejected() {
        assert_eq!("".parse::<Board>(), Err(ParseBoardError::Size));
        assert_eq!(
            "R1 R2 / R3".parse::<Board>(),
            Err(ParseBoardError::Ragged {
                row: 2,
                found: 1,
                expected: 2
            })
        );
        assert!(matches!(
            "R1 R9".parse::<Board>(),
            Err(ParseBoardError::Element {
                row: 1,
                column: 2,
                ..
            })
        ));
    }

    #[test]
    fn elements_fall_and_keep_their_order() {
        let mut board: Board = "R1 R2 / -- H3 / V4 -- / -- --".parse().expect("a board");
        assert!(board.settle());
        assert_eq!(board.to_string(), "-- --\n-- --\nR1 R2\nV4 H3\n");
        assert!(!board.settle());
    }
}
