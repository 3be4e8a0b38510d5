//! The player's actions: swaps of two neighbours.

use quincunx_core::actions::nth_set_bit;
use quincunx_core::{ActionList, ActionSet, ByNumber, Cell, Size};

use super::packed::{bit_of, cell_of};

/// A swap of two neighbours. Swaps downwards come before those to the right, each in the order of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Swap {
    /// With the square below.
    Down(Cell),
    /// With the square to the right.
    Right(Cell),
}

impl Swap {
    /// Makes the swap of two neighbours, in whichever order; `None` when they are none.
    #[must_use]
    pub fn of(a: Cell, b: Cell) -> Option<Self> {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (b.column - a.column, b.row.wrapping_sub(a.row)) {
            (0, 1) => Some(Self::Down(a)),
            (1, 0) => Some(Self::Right(a)),
            _ => None,
        }
    }

    /// Returns the two squares, the upper or left one first.
    #[must_use]
    pub const fn cells(self) -> [Cell; 2] {
        match self {
            Self::Down(cell) => [cell, Cell::new(cell.column, cell.row + 1)],
            Self::Right(cell) => [cell, Cell::new(cell.column + 1, cell.row)],
        }
    }

    /// Returns the number of swaps on a board.
    pub(super) const fn count(size: Size) -> usize {
        Self::downwards(size) + ((size.columns() - 1) * size.rows()) as usize
    }

    /// Returns the number of a swap in their order.
    pub(super) const fn index(self, size: Size) -> usize {
        match self {
            Self::Down(Cell { column, row }) => (column * (size.rows() - 1) + row) as usize,
            Self::Right(cell) => Self::downwards(size) + bit_of(size, cell) as usize,
        }
    }

    /// Returns the swap of a number; `None` when there is none.
    pub(super) fn at(index: usize, size: Size) -> Option<Self> {
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

/// The legal swaps of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Swaps(Set);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Set {
    /// Of those downwards, then of those to the right.
    Masks(Exchanges),
    /// On boards whose squares do not fit in a mask.
    List(ActionList<Swap>),
}

impl Swaps {
    /// Makes the set of swaps whose upper or left squares are given by their [bits](bit_of).
    pub(super) const fn from_masks(size: Size, down: u128, right: u128) -> Self {
        Self(Set::Masks(Exchanges::new(size, [down, right])))
    }

    /// Makes the set of sorted swaps.
    pub(super) fn from_sorted(swaps: Vec<Swap>) -> Self {
        Self(Set::List(ActionList::from_sorted(swaps)))
    }

    /// Makes the set without swaps.
    pub(super) fn none() -> Self {
        Self::from_sorted(Vec::new())
    }
}

impl ActionSet<Swap> for Swaps {
    fn len(&self) -> usize {
        match &self.0 {
            Set::Masks(masks) => masks.len(),
            Set::List(list) => list.len(),
        }
    }

    fn get(&self, n: usize) -> Option<Swap> {
        match &self.0 {
            Set::Masks(masks) => {
                let (kind, cell) = masks.get(n)?;
                Some(if kind == 0 {
                    Swap::Down(cell)
                } else {
                    Swap::Right(cell)
                })
            }
            Set::List(list) => list.get(n),
        }
    }

    fn contains(&self, swap: Swap) -> bool {
        match &self.0 {
            Set::Masks(masks) => match swap {
                Swap::Down(cell) => masks.contain(0, cell),
                Swap::Right(cell) => masks.contain(1, cell),
            },
            Set::List(list) => list.contains(swap),
        }
    }
}

impl IntoIterator for Swaps {
    type Item = Swap;
    type IntoIter = ByNumber<Self, Swap>;

    fn into_iter(self) -> Self::IntoIter {
        ByNumber::new(self)
    }
}

/// Exchanges of two neighbours on a board whose cells fit in a mask: those of one kind, across or down, and then those of the
/// other, each in the order of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exchanges {
    size: Size,
    /// For each kind one [bit](bit_of) for the upper or left cell of each.
    masks: [u128; 2],
}

impl Exchanges {
    pub(crate) const fn new(size: Size, masks: [u128; 2]) -> Self {
        Self { size, masks }
    }

    pub(crate) const fn len(&self) -> usize {
        (self.masks[0].count_ones() + self.masks[1].count_ones()) as usize
    }

    /// Returns the kind, 0 or 1, and the upper or left cell of the `n`-th.
    #[inline]
    pub(crate) fn get(&self, n: usize) -> Option<(usize, Cell)> {
        let n = u32::try_from(n).ok()?;
        let [one, other] = self.masks;
        let ones = one.count_ones();
        if n < ones {
            Some((0, cell_of(self.size, nth_bit(one, n))))
        } else if n - ones < other.count_ones() {
            Some((1, cell_of(self.size, nth_bit(other, n - ones))))
        } else {
            None
        }
    }

    /// Tells whether one of a kind, 0 or 1, with this upper or left cell is among them.
    #[inline]
    pub(crate) fn contain(&self, kind: usize, cell: Cell) -> bool {
        self.size.contains(cell) && self.masks[kind] >> bit_of(self.size, cell) & 1 == 1
    }
}

/// Returns the position of the `n`-th set bit of a wide mask that has more than `n`.
fn nth_bit(mask: u128, n: u32) -> u32 {
    let low = mask as u64;
    match n.checked_sub(low.count_ones()) {
        None => nth_set_bit(low, n),
        Some(n) => 64 + nth_set_bit((mask >> 64) as u64, n),
    }
}
