//! Bit boards: sets of cells as words, and lines found by shifting them.

mod word;

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use super::Size;

pub use word::Word;

/// The shape of a board in a word: column after column, each from its bottom, and one bit between columns
/// that stays empty (the *sentinel* row), so that no line of four runs on from one column's top into the next
/// one's bottom. The bits of a 7×6 board:
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
/// progression and shifts look for it everywhere at once (John Tromp's layout).
///
/// ```
/// use quincunx_core::grid::bits::{Fixed, Geometry, has_line};
///
/// let board = Fixed::<7, 6>;
/// let rising = 1 << 0 | 1 << 8 | 1 << 16 | 1 << 24;
/// assert!(has_line(board, rising, 4) && !has_line(board, rising, 5));
/// // The top of one column and the bottom of the next are no line, as the sentinel lies between them.
/// assert!(!has_line(board, 1 << 4 | 1 << 5 | 1 << 7, 3));
/// ```
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

    /// Returns the cells of one column, which must be less than [`Geometry::columns`]. Otherwise it panics or
    /// the answer is meaningless.
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
        let with_sentinel = self.first_column() | (Self::Word::ONE << self.rows());
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

impl<const COLUMNS: u32, const ROWS: u32> Fixed<COLUMNS, ROWS> {
    const BOTTOM: u64 = {
        assert!(
            COLUMNS > 0 && ROWS > 0 && COLUMNS * (ROWS + 1) <= u64::BITS,
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
    /// Makes the geometry of a size; `None` when the board with its sentinels has more cells than the word
    /// has bits.
    pub fn new(size: Size) -> Option<Self> {
        let (columns, rows) = (size.columns(), size.rows());
        if u64::from(columns) * (u64::from(rows) + 1) > u64::from(W::BITS) {
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

/// Returns whether a set of cells contains a line of `length` ≥ 1 cells: in a row, a column or a diagonal.
/// For each direction runs are doubled: pairs, then fours, and so on.
#[inline]
pub fn has_line<G: Geometry>(geometry: G, cells: G::Word, length: u32) -> bool {
    let stride = geometry.stride();
    let mut found = G::Word::ZERO;
    for step in [1, stride, stride - 1, stride + 1] {
        let mut runs = cells;
        let mut have = 1;
        while have < length {
            let more = have.min(length - have);
            if more * step >= G::Word::BITS {
                runs = G::Word::ZERO;
                break;
            }
            runs &= runs >> (more * step);
            have += more;
        }
        found |= runs;
    }
    found != G::Word::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Topology};

    fn any<W: Word>(columns: u32, rows: u32) -> Option<AnySize<W>> {
        AnySize::new(Size::new(columns, rows).expect("a possible size"))
    }

    #[test]
    fn sizes_must_fit_with_their_sentinels() {
        assert!(any::<u64>(9, 6).is_some() && any::<u64>(4, 15).is_some() && any::<u64>(12, 4).is_some());
        assert!(any::<u64>(8, 8).is_none() && any::<u64>(64, 1).is_none() && any::<u64>(1, 64).is_none());
        assert!(
            any::<u128>(8, 8).is_some() && any::<u128>(11, 10).is_some() && any::<u128>(12, 10).is_none()
        );
        assert!(any::<u128>(1 << 15, 1 << 15).is_none());
    }

    #[test]
    fn both_geometries_agree_on_seven_by_six() {
        let (fixed, found) = (Fixed::<7, 6>, any::<u64>(7, 6).expect("7×6 fits"));
        assert_eq!(fixed.bottom(), found.bottom());
        assert_eq!(fixed.cells(), found.cells());
        assert_eq!(fixed.cells().count_ones(), 42);
        for column in 0..7 {
            assert_eq!(fixed.column(column), found.column(column));
            assert_eq!(fixed.mirrored(fixed.column(column)), fixed.column(6 - column));
        }
    }

    #[test]
    fn one_column_may_fill_the_word() {
        let board = any::<u64>(1, 63).expect("63 cells and a sentinel");
        assert_eq!(board.cells(), u64::MAX >> 1);
        assert_eq!(board.mirrored(board.cells()), board.cells());
        assert!(has_line(board, board.cells(), 63) && !has_line(board, board.cells(), 64));
    }

    #[test]
    fn shifts_find_the_lines_that_steps_find() {
        for (columns, rows) in [(7, 6), (3, 8), (10, 5), (1, 9), (9, 1)] {
            let (size, board) = (Size::new(columns, rows), any::<u64>(columns, rows));
            let (size, board) = (size.expect("a possible size"), board.expect("it fits"));
            let bit = |cell: Cell| 1u64 << (cell.column * board.stride() + cell.row);
            for length in 2..6 {
                let lines: Vec<u64> = size
                    .lines(Topology::Plane, length)
                    .map(|line| line.into_iter().map(bit).sum())
                    .collect();
                for &line in &lines {
                    assert!(has_line(board, line, length), "{line:#b} on {size}");
                    assert!(!has_line(board, line, length + 1), "{line:#b} on {size}");
                    let rest = board.cells() & !line;
                    let by_steps = lines.iter().any(|other| other & !rest == 0);
                    assert_eq!(has_line(board, rest, length), by_steps, "{rest:#b} on {size}");
                }
            }
        }
    }
}
