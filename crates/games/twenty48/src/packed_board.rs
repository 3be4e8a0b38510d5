//! The 4×4 board in one 64-bit word.

use quincunx_core::actions::nth_of_bits;
use quincunx_core::{ActionMask, Direction, Size};
use thiserror::Error;

use super::position::Position;

/// A 4×4 board of powers of two, four bits a cell: 0 for a free cell, else the exponent, from 1 for a 2 to 15
/// for 32768.
///
/// ```text
/// bit  0    4    8   12        a row is 16 bits, left to right from the lowest
///     16   20   24   28
///     32   36   40   44
///     48   52   56   60
/// ```
/// Two 32768s do not merge. A board with any other value does not convert, but [`PackedBoard::scaled`]
/// returns one that plays alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PackedBoard(pub(super) u64);

/// Why a board has no packed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PackError {
    /// The board is not 4×4.
    #[error("expected a 4×4 board, found {0}")]
    Size(Size),
    /// A value is not a power of two from 2 to 32768.
    #[error("expected a power of two from 2 to 32768, found {0}")]
    Value(u64),
}

/// The lowest bit of every cell.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The same without the last column, and without the last row: the first cells of pairs of neighbours.
const ACROSS: u64 = 0x0111_0111_0111_0111;
const DOWN: u64 = 0x0000_1111_1111_1111;

impl PackedBoard {
    /// The largest exponent of a cell.
    pub const LARGEST: u32 = 15;

    /// Returns the exponent on a cell, 0 to 15 in reading order; 0 for a free one.
    pub const fn exponent(self, index: u32) -> u32 {
        (self.0 >> (4 * index) & 15) as u32
    }

    /// Returns the board with an exponent, 1 to 15, on a free cell, 0 to 15 in reading order. That the cell
    /// is free is checked with debug assertions only.
    #[must_use]
    #[inline]
    pub const fn with(self, index: u32, exponent: u32) -> Self {
        debug_assert!(self.exponent(index) == 0, "pieces are added to free cells");
        Self(self.0 | (exponent as u64) << (4 * index))
    }

    /// Returns the lowest bit of every cell with a piece.
    #[inline]
    const fn occupied(self) -> u64 {
        let pairs = self.0 | self.0 >> 2;
        (pairs | pairs >> 1) & ONES
    }

    /// Returns the lowest bit of every free cell.
    #[inline]
    pub(crate) const fn free_mask(self) -> u64 {
        !self.occupied() & ONES
    }

    /// Returns the exponents of the upper two rows (0) or of the lower two (1), in reading order.
    #[inline]
    pub(super) const fn half(self, half: usize) -> [u8; 8] {
        let x = self.0 >> (32 * half) & 0xffff_ffff;
        let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
        let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
        let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        x.to_le_bytes()
    }

    /// Returns the number of free cells.
    #[inline]
    pub const fn free(self) -> u32 {
        self.free_mask().count_ones()
    }

    /// Returns the lowest bit of the `n`-th free cell in reading order, counted from 0; `n` is less than
    /// their number.
    #[inline]
    pub(crate) fn nth_free(self, n: u32) -> u64 {
        nth_of_bits(self.free_mask(), n)
    }

    /// Returns the board with the pieces of another one, which are on free cells of this one.
    #[must_use]
    #[inline]
    pub(crate) const fn with_all(self, others: Self) -> Self {
        debug_assert!(
            self.occupied() & others.occupied() == 0,
            "pieces are added to free cells"
        );
        Self(self.0 | others.0)
    }

    /// Returns the board with columns and rows exchanged.
    #[inline]
    pub(crate) const fn transpose(self) -> Self {
        // First inside each square of 2×2 cells, then the squares.
        let x = self.0;
        let x =
            x & 0xf0f0_0f0f_f0f0_0f0f | (x & 0x0000_f0f0_0000_f0f0) << 12 | (x & 0x0f0f_0000_0f0f_0000) >> 12;
        Self(
            x & 0xff00_ff00_00ff_00ff | (x & 0x0000_0000_ff00_ff00) << 24 | (x & 0x00ff_00ff_0000_0000) >> 24,
        )
    }

    /// Returns the directions whose slide changes the board.
    #[inline]
    pub const fn possible(self) -> ActionMask<Direction> {
        let occupied = self.occupied();
        let free = !occupied & ONES;
        // Pieces below the largest merge with an equal neighbour.
        let x = self.0;
        let largest = x & x >> 1 & x >> 2 & x >> 3;
        let merging = occupied & !largest;
        let across = ACROSS & merging & Self(x ^ x >> 4).free_mask();
        let down = DOWN & merging & Self(x ^ x >> 16).free_mask();
        let up = down | DOWN & free & occupied >> 16;
        let left = across | ACROSS & free & occupied >> 4;
        let right = across | ACROSS & occupied & free >> 4;
        let down = down | DOWN & occupied & free >> 16;
        ActionMask::new(
            (up != 0) as u64
                | ((down != 0) as u64) << 1
                | ((left != 0) as u64) << 2
                | ((right != 0) as u64) << 3,
        )
    }

    /// Returns the lowest bit of every cell with a piece beyond an exponent of at most 15.
    #[inline]
    pub(super) const fn above(self, exponent: u32) -> u64 {
        // Every other cell at a time, so that what exceeds the exponent carries into a fifth bit.
        const CELLS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let carrying = (Self::LARGEST - exponent) as u64 * 0x0101_0101_0101_0101;
        let even = (self.0 & CELLS) + carrying;
        let odd = (self.0 >> 4 & CELLS) + carrying;
        (even & !CELLS) >> 4 | odd & !CELLS
    }

    /// Returns a bit for every exponent on the board, that of free cells included.
    pub(super) const fn exponent_set(self) -> u64 {
        let (mut met, mut fields) = (0, self.0);
        while fields != 0 {
            met |= 1 << (fields & 15);
            fields >>= 4;
        }
        met
    }

    pub(super) fn from_exponents(exponents: &[u32]) -> Self {
        let mut board = Self::default();
        for (index, &exponent) in (0..).zip(exponents) {
            board = board.with(index, exponent);
        }
        board
    }
}

impl TryFrom<&Position> for PackedBoard {
    type Error = PackError;

    fn try_from(position: &Position) -> Result<Self, PackError> {
        let exponents = exponents(position)?;
        match exponents.iter().find(|&&exponent| exponent > Self::LARGEST) {
            Some(exponent) => Err(PackError::Value(1 << exponent)),
            None => Ok(Self::from_exponents(&exponents)),
        }
    }
}

/// Returns the exponents of a 4×4 board of powers of two.
pub(super) fn exponents(position: &Position) -> Result<Vec<u32>, PackError> {
    let size = position.size();
    if (size.columns(), size.rows()) != (4, 4) {
        return Err(PackError::Size(size));
    }
    position
        .cells()
        .values()
        .iter()
        .map(|&value| match value {
            0 => Ok(0),
            value if value.is_power_of_two() && value > 1 => Ok(value.ilog2()),
            value => Err(PackError::Value(value)),
        })
        .collect()
}
