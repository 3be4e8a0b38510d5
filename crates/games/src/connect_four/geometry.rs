//! Where the cells of a board lie in a word.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use quincunx_core::Size;

use super::word::Word;

/// The shape of a board in a word: column after column, each from its bottom, and one bit between columns that
/// stays empty (the *sentinel* row), so that no line of four runs on from one column's top into the next one's
/// bottom. The bits of a 7×6 board:
///
/// ```text
///   6 13 20 27 34 41 48   sentinels
/// +---------------------+
/// | 5 12 19 26 33 40 47 |  top row
/// | 4 11 18 25 32 39 46 |
/// | 3 10 17 24 31 38 45 |
/// | 2  9 16 23 30 37 44 |
/// | 1  8 15 22 29 36 43 |
/// | 0  7 14 21 28 35 42 |  bottom row
/// +---------------------+
/// ```
///
/// One step up is one bit, one step to the right [`Geometry::stride`] bits, so every line is an arithmetic
/// progression and shifts look for it everywhere at once.
pub trait Geometry: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The word that holds the board.
    type Word: Word;

    /// Returns the number of columns.
    fn columns(self) -> u32;

    /// Returns the number of rows.
    fn rows(self) -> u32;

    /// Returns the lowest cell of every column.
    fn bottom(self) -> Self::Word;

    /// Returns all cells of the board, the sentinels left out.
    fn cells(self) -> Self::Word;

    /// Returns the distance from a cell to the one on its right.
    #[inline]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// Returns the number of cells.
    #[inline]
    fn area(self) -> u32 {
        self.columns() * self.rows()
    }

    /// Returns the cells of one column.
    #[inline]
    fn column(self, column: u32) -> Self::Word {
        self.first_column() << (column * self.stride())
    }

    /// Returns the cells of the leftmost column.
    #[inline]
    fn first_column(self) -> Self::Word {
        (Self::Word::ONE << self.rows()).minus(Self::Word::ONE)
    }

    /// Reflects a set of cells left to right.
    #[inline]
    fn mirrored(self, cells: Self::Word) -> Self::Word {
        let mut mirrored = Self::Word::ZERO;
        let with_sentinel = (Self::Word::ONE << self.stride()).minus(Self::Word::ONE);
        for column in 0..self.columns() {
            let stones = (cells >> (column * self.stride())) & with_sentinel;
            mirrored |= stones << ((self.columns() - 1 - column) * self.stride());
        }
        mirrored
    }
}

/// The geometry of a size known to the compiler, so that shifts and masks are constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fixed<const COLUMNS: u32, const ROWS: u32>;

/// The board as it is sold: seven columns, six rows.
pub type Standard = Fixed<7, 6>;

impl<const COLUMNS: u32, const ROWS: u32> Fixed<COLUMNS, ROWS> {
    const BOTTOM: u64 = {
        assert!(
            COLUMNS >= 4 && ROWS >= 4 && COLUMNS * (ROWS + 1) <= u64::BITS,
            "the board must fit in 64 bits"
        );
        let mut bottom = 0;
        let mut column = 0;
        while column < COLUMNS {
            bottom |= 1 << (column * (ROWS + 1));
            column += 1;
        }
        bottom
    };
}

impl<const COLUMNS: u32, const ROWS: u32> Geometry for Fixed<COLUMNS, ROWS> {
    type Word = u64;

    #[inline]
    fn columns(self) -> u32 {
        COLUMNS
    }

    #[inline]
    fn rows(self) -> u32 {
        ROWS
    }

    #[inline]
    fn bottom(self) -> u64 {
        Self::BOTTOM
    }

    #[inline]
    fn cells(self) -> u64 {
        Self::BOTTOM * ((1 << ROWS) - 1)
    }
}

/// The geometry of any size that fits in the word, known when the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnySize<W> {
    columns: u32,
    rows: u32,
    bottom: W,
    cells: W,
    word: PhantomData<W>,
}

impl<W: Word> AnySize<W> {
    /// Makes the geometry of a size; `None` when a side is below 4 or the board with its sentinels has more cells
    /// than the word has bits.
    #[must_use]
    pub fn new(size: Size) -> Option<Self> {
        let (columns, rows) = (size.columns(), size.rows());
        if columns < 4 || rows < 4 || u64::from(columns) * (u64::from(rows) + 1) > u64::from(W::BITS) {
            return None;
        }
        let (mut bottom, mut cells) = (W::ZERO, W::ZERO);
        let column_cells = (W::ONE << rows).minus(W::ONE);
        for column in 0..columns {
            bottom |= W::ONE << (column * (rows + 1));
            cells |= column_cells << (column * (rows + 1));
        }
        Some(Self {
            columns,
            rows,
            bottom,
            cells,
            word: PhantomData,
        })
    }
}

impl<W: Word> Geometry for AnySize<W> {
    type Word = W;

    #[inline]
    fn columns(self) -> u32 {
        self.columns
    }

    #[inline]
    fn rows(self) -> u32 {
        self.rows
    }

    #[inline]
    fn bottom(self) -> W {
        self.bottom
    }

    #[inline]
    fn cells(self) -> W {
        self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn any<W: Word>(columns: u32, rows: u32) -> Option<AnySize<W>> {
        AnySize::new(Size::new(columns, rows).expect("a possible size"))
    }

    #[test]
    fn sizes_must_fit_with_their_sentinels() {
        assert!(any::<u64>(9, 6).is_some() && any::<u64>(4, 15).is_some() && any::<u64>(12, 4).is_some());
        assert!(any::<u64>(8, 8).is_none() && any::<u64>(3, 6).is_none() && any::<u64>(6, 3).is_none());
        assert!(
            any::<u128>(8, 8).is_some() && any::<u128>(11, 10).is_some() && any::<u128>(12, 10).is_none()
        );
        assert!(any::<u128>(1 << 15, 1 << 15).is_none());
    }

    #[test]
    fn both_geometries_agree_on_seven_by_six() {
        let (fixed, found) = (Standard::default(), any::<u64>(7, 6).expect("7×6 fits"));
        assert_eq!(fixed.bottom(), found.bottom());
        assert_eq!(fixed.cells(), found.cells());
        assert_eq!(fixed.cells().count_ones(), 42);
        for column in 0..7 {
            assert_eq!(fixed.column(column), found.column(column));
            assert_eq!(fixed.mirrored(fixed.column(column)), fixed.column(6 - column));
        }
    }
}
