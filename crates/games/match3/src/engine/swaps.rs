//! Exchanges of two neighbours: single ones, and the sets of them that are legal.

use std::sync::Arc;

use quincunx_core::actions::nth_set_bit;
use quincunx_core::{ActionList, ActionSet, Cell, IndexIter, Size};

use super::mask::{bit_of, cell_of, holds, nth_bit};
use super::packed::{Layout, PackedBoard};

/// A swap of two neighbours. Swaps downwards come before those to the right, each in the order of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Swap {
    /// With the square below.
    Down(Cell),
    /// With the square to the right.
    Right(Cell),
}

impl Swap {
    /// Returns the swap of two neighbours, in either order; `None` when they are none.
    pub(crate) fn of(a: Cell, b: Cell) -> Option<Self> {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (b.column - a.column, b.row.wrapping_sub(a.row)) {
            (0, 1) => Some(Self::Down(a)),
            (1, 0) => Some(Self::Right(a)),
            _ => None,
        }
    }

    /// Returns the two squares, the upper or left one first.
    pub const fn cells(self) -> [Cell; 2] {
        match self {
            Self::Down(cell) => [cell, Cell::new(cell.column, cell.row + 1)],
            Self::Right(cell) => [cell, Cell::new(cell.column + 1, cell.row)],
        }
    }

    pub(crate) const fn count(size: Size) -> usize {
        Self::downwards(size) + ((size.columns() - 1) * size.rows()) as usize
    }

    pub(crate) const fn index(self, size: Size) -> usize {
        match self {
            Self::Down(Cell { column, row }) => (column * (size.rows() - 1) + row) as usize,
            Self::Right(cell) => Self::downwards(size) + bit_of(size, cell) as usize,
        }
    }

    /// Returns the swap of a number; `None` when there is none.
    pub(crate) fn at(index: usize, size: Size) -> Option<Self> {
        if index >= Self::count(size) {
            return None;
        }
        let downwards = Self::downwards(size);
        let number = u32::try_from(index).expect("boards have less than 2^32 squares");
        Some(if index < downwards {
            Self::Down(Cell::new(number / (size.rows() - 1), number % (size.rows() - 1)))
        } else {
            Self::Right(cell_of(size, number - downwards as u32))
        })
    }

    const fn downwards(size: Size) -> usize {
        (size.columns() * (size.rows() - 1)) as usize
    }
}

/// An action that may be an exchange of two neighbours.
pub trait Exchange: Copy + Ord {
    /// The directions in the order of the actions: whether each is to the right, else down.
    const IS_RIGHT: [bool; 2];

    /// Returns the exchange of a cell with its right or lower neighbour.
    fn exchange(upper_left: Cell, is_right: bool) -> Self;

    /// Returns the upper or left cell, and whether the other is to the right; `None` for any other action.
    fn parts(self) -> Option<(Cell, bool)>;
}

impl Exchange for Swap {
    const IS_RIGHT: [bool; 2] = [false, true];

    fn exchange(upper_left: Cell, is_right: bool) -> Self {
        if is_right {
            Self::Right(upper_left)
        } else {
            Self::Down(upper_left)
        }
    }

    fn parts(self) -> Option<(Cell, bool)> {
        Some(match self {
            Self::Down(cell) => (cell, false),
            Self::Right(cell) => (cell, true),
        })
    }
}

/// The legal actions of a position, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExchangeSet<A>(Set<A>);

/// The legal swaps of a position.
pub type Swaps = ExchangeSet<Swap>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Set<A> {
    /// Exchanges on a packed board: the upper or left cells of each direction, in
    /// [order](Exchange::IS_RIGHT).
    Masks(Size, [u128; 2]),
    /// Exchanges on a board of at most 64 rows: the rows of the upper or left cells, column by column for the
    /// first direction and again for the second.
    Columns(Arc<[u64]>),
    /// Any actions, on any board.
    List(ActionList<A>),
}

impl<A: Exchange> ExchangeSet<A> {
    /// Creates the set of the exchanges with the right and lower neighbours of the cells in two masks.
    pub(crate) const fn from_masks(size: Size, right: u128, down: u128) -> Self {
        let [is_right, _] = A::IS_RIGHT;
        let masks = if is_right { [right, down] } else { [down, right] };
        Self(Set::Masks(size, masks))
    }

    /// Creates the set of the exchanges with the right and lower neighbours of some cells, from one word per
    /// column, whose bit `n` stands for the cell of row `n`.
    pub(crate) fn from_columns(right: impl Iterator<Item = u64>, down: impl Iterator<Item = u64>) -> Self {
        let [is_right, _] = A::IS_RIGHT;
        Self(Set::Columns(if is_right {
            right.chain(down).collect()
        } else {
            down.chain(right).collect()
        }))
    }

    pub(crate) fn from_sorted(actions: Vec<A>) -> Self {
        Self(Set::List(ActionList::from_sorted(actions)))
    }

    pub(crate) const fn none(size: Size) -> Self {
        Self(Set::Masks(size, [0; 2]))
    }
}

impl<A: Exchange> ActionSet<A> for ExchangeSet<A> {
    fn len(&self) -> usize {
        match &self.0 {
            Set::Masks(_, [first, second]) => (first.count_ones() + second.count_ones()) as usize,
            Set::Columns(words) => words.iter().map(|word| word.count_ones() as usize).sum(),
            Set::List(list) => list.len(),
        }
    }

    #[inline]
    fn get(&self, n: usize) -> Option<A> {
        let n = u32::try_from(n).ok()?;
        let (size, [first, second]) = match &self.0 {
            Set::Masks(size, masks) => (*size, *masks),
            Set::Columns(words) => return nth_of_columns(words, n),
            Set::List(list) => return list.get(n as usize),
        };
        let count = first.count_ones();
        let (bit, direction) = if n < count {
            (nth_bit(first, n), 0)
        } else if n - count < second.count_ones() {
            (nth_bit(second, n - count), 1)
        } else {
            return None;
        };
        Some(A::exchange(cell_of(size, bit), A::IS_RIGHT[direction]))
    }

    #[inline]
    fn contains(&self, action: A) -> bool {
        match &self.0 {
            Set::Masks(size, masks) => action.parts().is_some_and(|(cell, is_right)| {
                let mask = masks[usize::from(is_right != A::IS_RIGHT[0])];
                size.contains(cell) && holds(*size, mask, cell)
            }),
            Set::Columns(words) => action.parts().is_some_and(|(cell, is_right)| {
                let (first, second) = words.split_at(words.len() / 2);
                let words = if is_right == A::IS_RIGHT[0] { first } else { second };
                let word = words.get(cell.column as usize).copied().unwrap_or(0);
                word.checked_shr(cell.row).unwrap_or(0) & 1 == 1
            }),
            Set::List(list) => list.contains(action),
        }
    }
}

impl<A: Exchange> IntoIterator for ExchangeSet<A> {
    type Item = A;
    type IntoIter = IndexIter<Self, A>;

    fn into_iter(self) -> Self::IntoIter {
        IndexIter::new(self)
    }
}

/// Returns the `n`-th exchange of a set by columns.
fn nth_of_columns<A: Exchange>(words: &[u64], mut n: u32) -> Option<A> {
    let columns = words.len() / 2;
    for (index, &word) in words.iter().enumerate() {
        let count = word.count_ones();
        if n < count {
            let cell = Cell::new((index % columns) as u32, nth_set_bit(word, n));
            return Some(A::exchange(cell, A::IS_RIGHT[index / columns]));
        }
        n -= count;
    }
    None
}

/// Returns the swaps that make a combination on a board that has none, and some of empty squares that do not.
pub(crate) fn packed_swaps(board: &PackedBoard, layout: &Layout) -> Swaps {
    let [down, right] = board.swap_masks(layout);
    Swaps::from_masks(layout.size, right, down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swaps_are_numbered_downwards_first() {
        for (columns, rows) in [(3, 5), (4, 2), (1, 6), (6, 1)] {
            let size = Size::new(columns, rows).expect("a size");
            let swaps: Vec<Swap> = (0..Swap::count(size))
                .filter_map(|index| Swap::at(index, size))
                .collect();
            assert_eq!(swaps.len(), Swap::count(size));
            assert_eq!(Swap::at(swaps.len(), size), None);
            assert!(swaps.is_sorted(), "{swaps:?}");
            let down = swaps.iter().filter(|swap| matches!(swap, Swap::Down(_))).count();
            assert_eq!(down, (columns * (rows - 1)) as usize);
            for (index, swap) in swaps.iter().enumerate() {
                assert_eq!(swap.index(size), index);
                assert!(swap.cells().iter().all(|&cell| size.contains(cell)), "{swap:?}");
            }
        }
    }
}
