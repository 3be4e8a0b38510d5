//! Boards of the readable rules in packed form, and what their directions are there.

use std::fmt;

use quincunx_core::{Cell, Direction, Grid, Size};

use super::shape::{Kernel, LARGEST, MOST_CELLS, Merges, kernel};

/// How boards of a size are packed: with at least as many columns as rows, so that a high board lies on its
/// side.
pub(super) struct Packing {
    pub(super) kernel: Box<dyn Kernel>,
    size: Size,
    /// Whether columns and rows change places.
    on_its_side: bool,
}

impl Packing {
    /// Tells whether boards of a size are packed: those that are not too large.
    pub(super) fn fits(size: Size) -> bool {
        size.area() <= MOST_CELLS
    }

    /// Tells whether all values are such as a packed board has: powers of two from 2 to 2^14.
    pub(super) fn has(cells: &Grid<u64>) -> bool {
        cells.values().iter().all(|&value| exponent(value).is_some())
    }

    /// Makes the packing for a size; `None` for boards that are too large.
    pub(super) fn of(size: Size) -> Option<Self> {
        let (columns, rows) = (size.columns(), size.rows());
        Some(Self {
            kernel: kernel(columns.max(rows), columns.min(rows))?,
            size,
            on_its_side: columns < rows,
        })
    }

    /// Returns the packing of the same boards with columns and rows exchanged: of those that are alike one
    /// stands for all, also for those that lie on their side.
    pub(super) fn turned(self, size: Size) -> Self {
        debug_assert_eq!(
            (size.columns(), size.rows()),
            (self.size.rows(), self.size.columns())
        );
        Self {
            size,
            on_its_side: size.columns() < size.rows(),
            ..self
        }
    }

    /// Returns how many cells a board has.
    pub(super) fn cells(&self) -> u32 {
        self.size.area() as u32
    }

    /// Packs a board; `None` when a value is no power of two from 2 to 2^14.
    pub(super) fn pack(&self, cells: &Grid<u64>) -> Option<u64> {
        cells.iter().try_fold(0, |packed, (cell, &value)| {
            Some(packed | u64::from(exponent(value)?) << self.shift(cell))
        })
    }

    /// Puts a piece on a free cell.
    pub(super) fn with(&self, board: u64, cell: Cell, exponent: u64) -> u64 {
        board | exponent << self.shift(cell)
    }

    /// Returns where the bits of a cell begin.
    fn shift(&self, cell: Cell) -> u32 {
        let index = if self.on_its_side {
            cell.column * self.size.rows() + cell.row
        } else {
            cell.row * self.size.columns() + cell.column
        };
        4 * index
    }

    /// Returns the board that stands for all that are alike by symmetry.
    pub(super) fn canonical(&self, board: u64) -> u64 {
        self.kernel.canonical(board)
    }

    /// Returns the canonical board that a slide leads to, with what it merges; none when nothing changes.
    pub(super) fn slide(&self, board: u64, direction: Direction) -> Option<(u64, Merges)> {
        use Direction::{Down, Left, Right, Up};
        let number = match (direction, self.on_its_side) {
            (Left, false) | (Up, true) => 0,
            (Right, false) | (Down, true) => 1,
            (Up, false) | (Left, true) => 2,
            (Down, false) | (Right, true) => 3,
        };
        self.kernel.slides(board)[number]
    }
}

impl fmt::Debug for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packing")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// Returns the exponent by which a value is packed; `None` for one that is not.
fn exponent(value: u64) -> Option<u32> {
    match value {
        0 => Some(0),
        _ => {
            Some(value.ilog2()).filter(|exponent| value.is_power_of_two() && (1..=LARGEST).contains(exponent))
        }
    }
}

/// Returns the layer of a packed board: half the sum of its pieces.
pub(super) fn layer_of(board: u64) -> usize {
    (0..16)
        .map(|cell| board >> (4 * cell) & 15)
        .filter(|exponent| *exponent != 0)
        .map(|exponent| 1 << (exponent - 1))
        .sum()
}

/// Returns the largest exponent on a packed board, 0 for an empty one.
pub(super) fn largest(board: u64) -> u32 {
    let exponents = (0..16).map(|cell| (board >> (4 * cell) & 15) as u32);
    exponents.max().expect("there are cells")
}
