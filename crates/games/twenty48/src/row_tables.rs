//! Slides of packed boards by tables of slid rows.

use std::fmt;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use std::iter::zip;
use std::sync::LazyLock;

use quincunx_core::{BitAction, Direction};

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use super::bits::{deposit, extract};
use super::packed_board::PackedBoard;
use super::position::Scoring;

/// The result of a slide of a packed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedSlide {
    /// The board after the slide.
    pub board: PackedBoard,
    /// The number of merges.
    pub merges: u32,
    /// The sum of the values that merges make.
    pub sum: u32,
}

impl PackedSlide {
    /// Returns the points of the slide, as [`Scoring::points`] counts them.
    #[inline]
    pub(crate) const fn points(self, scoring: Scoring) -> u32 {
        // Eight merges of at most 2^15 each give at most 2^18, times 2^7.
        match scoring {
            Scoring::Standard => self.sum,
            Scoring::Contest => self.sum << self.merges.saturating_sub(1),
        }
    }
}

/// The rows or columns that slide in a direction, and the shift to their slid form in a [table's
/// entry](RowTables).
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[repr(align(64))]
struct Lines {
    lines: [u64; 4],
    side: u64,
}

/// The lines of each direction, by its bit, each in a cache line of its own.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
static LINES: [Lines; 4] = {
    const ROWS: [u64; 4] = [0xffff, 0xffff << 16, 0xffff << 32, 0xffff << 48];
    const COLUMN: u64 = 0x000f_000f_000f_000f;
    const COLUMNS: [u64; 4] = [COLUMN, COLUMN << 4, COLUMN << 8, COLUMN << 12];
    const fn lines(lines: [u64; 4], side: u64) -> Lines {
        Lines { lines, side }
    }
    [
        lines(COLUMNS, 0),
        lines(COLUMNS, 16),
        lines(ROWS, 0),
        lines(ROWS, 16),
    ]
};

/// The bit at which the merges begin in an entry of [`RowTables`].
const GAIN: u32 = 34;

/// The slides of each of the 65,536 rows.
///
/// ```text
/// bit 0 ………… 16 ………… 32 … 34 …… 38 ………… 64
///     slid    slid         the    the sum of
///     left    right        merges the values made, on both sides alike
/// ```
/// The entries of a board's four rows are added as they are. What the slid rows carry stays in the two bits
/// above them, and neither merges nor values carry into their neighbour.
#[derive(Clone, Copy)]
pub(crate) struct RowTables {
    rows: &'static [u64; 1 << 16],
}

impl RowTables {
    /// Returns the tables. The first call makes them, in about a millisecond.
    pub(crate) fn get() -> Self {
        static ROWS: LazyLock<Box<[u64; 1 << 16]>> = LazyLock::new(RowTables::make);
        Self { rows: &ROWS }
    }

    fn make() -> Box<[u64; 1 << 16]> {
        let entry = |row: u16| {
            let mut fields: [u16; 4] = std::array::from_fn(|column| row >> (4 * column) & 15);
            let (left, merges, sum) = slide_row(fields);
            fields.reverse();
            let (mut right, ..) = slide_row(fields);
            right.reverse();
            packed_row(left) | packed_row(right) << 16 | merges << GAIN | sum << (GAIN + 4)
        };
        let rows: Vec<u64> = (0..=u16::MAX).map(entry).collect();
        let rows = rows.into_boxed_slice().try_into();
        rows.expect("the length is that of the type")
    }

    /// Slides a board. An impossible direction returns it unchanged.
    #[inline]
    pub(crate) fn slide(self, board: PackedBoard, direction: Direction) -> PackedSlide {
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        {
            // Random play is 1.3 times as fast as without BMI2 on a fourth-generation AMD EPYC. AMD's
            // processors before the third generation emulate these instructions slowly.
            let Lines { lines, side } = &LINES[(direction.bit() & 3) as usize];
            let rows = lines.map(|line| self.rows[usize::from(extract(board.0, line) as u16)]);
            let slid = rows.map(|row| row >> side);
            let fields = zip(slid, lines).map(|(row, &line)| deposit(row, line));
            slide_of(&rows, fields.fold(0, |board, line| board | line))
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
        {
            self.slide_by_turning(board, direction)
        }
    }

    /// Slides a board without BMI2.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
    #[inline]
    pub(super) fn slide_by_turning(self, board: PackedBoard, direction: Direction) -> PackedSlide {
        // Both ways take less than a branch on the direction, which is mispredicted half the time.
        let turned = board.transpose();
        let is_turned = direction.bit() < 2;
        let lines = if is_turned { turned } else { board };
        let slide = self.slide_rows(lines)[(direction.bit() & 1) as usize];
        let turned = slide.board.transpose();
        let board = if is_turned { turned } else { slide.board };
        PackedSlide { board, ..slide }
    }

    /// Slides a board in each of the four directions, in their order.
    #[inline]
    pub(super) fn slides(self, board: PackedBoard) -> [PackedSlide; 4] {
        let [up, down] = self.slide_rows(board.transpose()).map(|slide| PackedSlide {
            board: slide.board.transpose(),
            ..slide
        });
        let [left, right] = self.slide_rows(board);
        [up, down, left, right]
    }

    /// Slides the rows of a board to the first cell, the lowest bits, and to the last: left and right, or up
    /// and down of a transposed board.
    #[inline]
    pub(super) fn slide_rows(self, lines: PackedBoard) -> [PackedSlide; 2] {
        let row = |number: u32| self.rows[usize::from((lines.0 >> (16 * number)) as u16)];
        let rows = [row(0), row(1), row(2), row(3)];
        let slid = |side: u32| {
            let row = |number: usize| u64::from((rows[number] >> (16 * side)) as u16) << (16 * number);
            slide_of(&rows, row(0) | row(1) | row(2) | row(3))
        };
        [slid(0), slid(1)]
    }
}

/// Combines a slid board with the gains in its rows' entries.
#[inline]
fn slide_of(rows: &[u64; 4], board: u64) -> PackedSlide {
    let gain = rows.iter().sum::<u64>() >> GAIN;
    PackedSlide {
        board: PackedBoard(board),
        merges: (gain & 15) as u32,
        sum: (gain >> 4) as u32,
    }
}

impl fmt::Debug for RowTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowTables").finish_non_exhaustive()
    }
}

const fn packed_row(row: [u16; 4]) -> u64 {
    (row[0] | row[1] << 4 | row[2] << 8 | row[3] << 12) as u64
}

/// Slides the exponents of a row towards its first cell. Returns the row, the merges and the sum of the
/// values made.
fn slide_row(fields: [u16; 4]) -> ([u16; 4], u64, u64) {
    let mut slid = [0; 4];
    let (mut length, mut merges, mut sum) = (0, 0, 0);
    let mut tiles = fields.into_iter().filter(|&tile| tile > 0).peekable();
    while let Some(mut tile) = tiles.next() {
        if u32::from(tile) < PackedBoard::LARGEST && tiles.next_if_eq(&tile).is_some() {
            tile += 1;
            merges += 1;
            sum += 1 << tile;
        }
        slid[length] = tile;
        length += 1;
    }
    (slid, merges, sum)
}
