//! Sets of squares as bits of one word: a column is a stretch of bits, its top square first.

use quincunx_core::actions::nth_set_bit;
use quincunx_core::{Cell, Size};

pub(crate) const fn bit_of(size: Size, cell: Cell) -> u32 {
    cell.column * size.rows() + cell.row
}

pub(crate) const fn cell_of(size: Size, bit: u32) -> Cell {
    Cell::new(bit / size.rows(), bit % size.rows())
}

/// Iterates over the set bits, the lowest first.
pub(crate) fn bits(mut mask: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < u128::BITS).then_some(bit)
    })
}

/// Iterates over the cells of a mask: column by column, each from the top.
pub(crate) fn cells_of(size: Size, mask: u128) -> impl Iterator<Item = Cell> {
    bits(mask).map(move |bit| cell_of(size, bit))
}

pub(crate) fn mask_of(size: Size, cells: impl Iterator<Item = Cell>) -> u128 {
    cells.fold(0, |mask, cell| mask | 1 << bit_of(size, cell))
}

/// Returns whether a mask holds a cell of the board.
pub(crate) const fn holds(size: Size, mask: u128, cell: Cell) -> bool {
    mask >> bit_of(size, cell) & 1 == 1
}

/// Returns the `n`-th set bit of a mask that has more than `n`.
pub(crate) fn nth_bit(mask: u128, n: u32) -> u32 {
    let low = mask as u64;
    match n.checked_sub(low.count_ones()) {
        None => nth_set_bit(low, n),
        Some(n) => 64 + nth_set_bit((mask >> 64) as u64, n),
    }
}
