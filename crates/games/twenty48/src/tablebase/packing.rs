//! Boards of the readable rules in packed form.

use quincunx_core::{Cell, Direction, Grid, Size};

use super::kernel::{BoardKernel, LARGEST, MAX_CELLS, Merges, kernel};

/// The packing of boards of one size, with at least as many columns as rows: a high board is transposed.
pub(super) struct Packing {
    pub(super) kernel: Box<dyn BoardKernel>,
    size: Size,
    /// Whether columns and rows are exchanged.
    transposed: bool,
}

impl Packing {
    /// Returns whether boards of a size can be packed.
    pub(super) fn fits(size: Size) -> bool {
        size.area() <= MAX_CELLS
    }

    /// Returns whether all values can be packed: powers of two from 2 to 2^14.
    pub(super) fn has(cells: &Grid<u64>) -> bool {
        cells.values().iter().all(|&value| exponent(value).is_some())
    }

    /// Creates the packing for a size; `None` for boards that are too large.
    pub(super) fn of(size: Size) -> Option<Self> {
        let (columns, rows) = (size.columns(), size.rows());
        Some(Self {
            kernel: kernel(columns.max(rows), columns.min(rows))?,
            size,
            transposed: columns < rows,
        })
    }

    /// Returns the packing of the same boards with columns and rows exchanged, which have the same canonical
    /// forms.
    pub(super) fn transposed(self, size: Size) -> Self {
        debug_assert_eq!(
            (size.columns(), size.rows()),
            (self.size.rows(), self.size.columns())
        );
        Self {
            size,
            transposed: size.columns() < size.rows(),
            ..self
        }
    }

    /// Packs a board; `None` when a value is not a power of two from 2 to 2^14.
    pub(super) fn pack(&self, cells: &Grid<u64>) -> Option<u64> {
        cells.iter().try_fold(0, |packed, (cell, &value)| {
            Some(packed | u64::from(exponent(value)?) << self.shift(cell))
        })
    }

    /// Returns a board with a piece on a free cell.
    pub(super) fn with(&self, board: u64, cell: Cell, exponent: u64) -> u64 {
        board | exponent << self.shift(cell)
    }

    /// Returns the lowest bit of a cell.
    fn shift(&self, cell: Cell) -> u32 {
        let index = if self.transposed {
            cell.column * self.size.rows() + cell.row
        } else {
            cell.row * self.size.columns() + cell.column
        };
        4 * index
    }

    /// Returns the least board that is equal by symmetry.
    pub(super) fn canonical(&self, board: u64) -> u64 {
        self.kernel.canonical(board)
    }

    /// Returns the canonical board after a slide, with its merges; `None` when nothing changes.
    pub(super) fn slide(&self, board: u64, direction: Direction) -> Option<(u64, Merges)> {
        use Direction::{Down, Left, Right, Up};
        let number = match (direction, self.transposed) {
            (Left, false) | (Up, true) => 0,
            (Right, false) | (Down, true) => 1,
            (Up, false) | (Left, true) => 2,
            (Down, false) | (Right, true) => 3,
        };
        self.kernel.slides(board)[number]
    }
}

/// Returns the exponent that packs a value; `None` for a value that cannot be packed.
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

/// Returns the largest exponent on a packed board; 0 for an empty one.
pub(super) fn largest(board: u64) -> u32 {
    let exponents = (0..16).map(|cell| (board >> (4 * cell) & 15) as u32);
    exponents.max().expect("there are cells")
}
