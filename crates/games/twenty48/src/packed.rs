//! The 4×4 board in one word: the fast twin of the readable rules.

use std::fmt;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use std::iter::zip;
use std::sync::LazyLock;

use quincunx_core::actions::nth_of_bits;
use quincunx_core::{ActionMask, BitAction, Cell, Direction, Grid, Size};
use thiserror::Error;

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use super::bits::{deposit, extract};
use super::position::{Position, Scoring};

/// A 4×4 board of powers of two, four bits a field: 0 for none, else the exponent, 1 for a 2 up to 15 for
/// 32768.
///
/// ```text
/// bit  0    4    8   12        a row is 16 bits, left to right from the lowest
///     16   20   24   28
///     32   36   40   44
///     48   52   56   60
/// ```
/// Four bits end at 32768. A board with anything else does not convert, and two 32768s do not merge here:
/// that is the only difference to the readable rules. [`Packed::scaled`] takes boards beyond that end to ones
/// that play alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Packed(pub(super) u64);

/// A board that has no packed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unpackable {
    /// The board is not 4×4.
    #[error("a {0} board has no packed form: it is 4×4")]
    Size(Size),
    /// A value is no power of two from 2 to 32768.
    #[error("{0} has no packed form: a piece is a power of two from 2 to 32768")]
    Value(u64),
}

/// What a slide makes of a packed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedSlide {
    /// The board after it.
    pub board: Packed,
    /// How many pairs merged.
    pub merges: u32,
    /// The sum of the values made.
    pub sum: u32,
}

impl PackedSlide {
    /// Returns its points, as [`Scoring::points`] does.
    #[must_use]
    #[inline]
    pub const fn points(self, scoring: Scoring) -> u32 {
        // Eight merges of at most 2^15 each give at most 2^18, times 2^7.
        match scoring {
            Scoring::Standard => self.sum,
            Scoring::Contest => self.sum << self.merges.saturating_sub(1),
        }
    }
}

/// The lowest bit of every field.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The same in all columns but the last, and in all rows but the last: the first fields of pairs of
/// neighbours.
const ACROSS: u64 = 0x0111_0111_0111_0111;
const DOWN: u64 = 0x0000_1111_1111_1111;

/// The rows or columns that slide in a direction, and how far to shift a [table's entry](RowTables) to what
/// becomes of them.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[repr(align(64))]
struct Lines {
    lines: [u64; 4],
    side: u64,
}

/// Those of each direction, by its bit: each in a line of the cache, where instructions read the masks as
/// they need them.
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

impl Packed {
    /// The largest exponent of a field.
    pub const LARGEST: u32 = 15;

    /// Returns the exponent on a field, counted in reading order; 0 for none.
    #[must_use]
    pub const fn exponent(self, index: u32) -> u32 {
        (self.0 >> (4 * index) & 15) as u32
    }

    /// Returns the board with an exponent on a free field, counted in reading order.
    #[must_use]
    #[inline]
    pub const fn with(self, index: u32, exponent: u32) -> Self {
        debug_assert!(self.exponent(index) == 0, "a piece is added to a free field");
        Self(self.0 | (exponent as u64) << (4 * index))
    }

    /// Returns a bit for every field with a piece: the lowest of its four.
    #[inline]
    const fn occupied(self) -> u64 {
        let pairs = self.0 | self.0 >> 2;
        (pairs | pairs >> 1) & ONES
    }

    /// Returns a bit for every field without a piece, the lowest of its four.
    #[must_use]
    #[inline]
    pub const fn free_mask(self) -> u64 {
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

    /// Returns how many fields have no piece.
    #[must_use]
    #[inline]
    pub const fn free(self) -> u32 {
        self.free_mask().count_ones()
    }

    /// Returns the `n`-th field without a piece, in reading order from 0, as the lowest of its four bits; `n`
    /// must be less than their number.
    #[must_use]
    #[inline]
    pub fn nth_free(self, n: u32) -> u64 {
        nth_of_bits(self.free_mask(), n)
    }

    /// Returns the board with the pieces of another one on fields that are free here.
    #[must_use]
    #[inline]
    pub const fn with_all(self, others: Self) -> Self {
        debug_assert!(
            self.occupied() & others.occupied() == 0,
            "pieces are added to free fields"
        );
        Self(self.0 | others.0)
    }

    /// Returns the board with columns and rows exchanged.
    #[must_use]
    #[inline]
    pub const fn transpose(self) -> Self {
        // First inside each square of 2×2 fields, then the squares.
        let x = self.0;
        let x =
            x & 0xf0f0_0f0f_f0f0_0f0f | (x & 0x0000_f0f0_0000_f0f0) << 12 | (x & 0x0f0f_0000_0f0f_0000) >> 12;
        Self(
            x & 0xff00_ff00_00ff_00ff | (x & 0x0000_0000_ff00_ff00) << 24 | (x & 0x00ff_00ff_0000_0000) >> 24,
        )
    }

    /// Returns the directions whose slide changes the board, of all fields at once.
    #[must_use]
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

    /// Returns the lowest bit of every field with a piece beyond an exponent of at most 15.
    #[inline]
    pub(super) const fn above(self, exponent: u32) -> u64 {
        // What carries into a fifth bit is beyond it: every other field at a time, to have room for that.
        const FIELDS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let carrying = (Self::LARGEST - exponent) as u64 * 0x0101_0101_0101_0101;
        let even = (self.0 & FIELDS) + carrying;
        let odd = (self.0 >> 4 & FIELDS) + carrying;
        (even & !FIELDS) >> 4 | odd & !FIELDS
    }

    /// Returns a bit for every exponent on the board, that of free fields included.
    const fn met(self) -> u64 {
        let (mut met, mut fields) = (0, self.0);
        while fields != 0 {
            met |= 1 << (fields & 15);
            fields >>= 4;
        }
        met
    }

    /// Returns the board with all pieces above an exponent halved.
    ///
    /// Where no piece has the exponent itself, which is from 1 to 15, pieces that differ stay different, and
    /// the lower one the lower.
    #[must_use]
    #[inline]
    pub(super) const fn halved_above(self, gap: u32) -> Self {
        Self(self.0 - self.above(gap))
    }

    /// Lists the gaps above which pieces are to be [halved](Packed::halved_above), one after the other, so
    /// that the board and what a merge makes of it have no piece beyond an exponent.
    ///
    /// Each gap is the largest value that is missing below the highest piece (tile-downgrading: Guei, Chen
    /// and Wu, "Optimistic temporal difference learning for 2048", 2021):
    ///
    /// ```text
    /// 16384 4096 2048  64        8192 4096 2048  64
    ///     2    4    8  16   ──▶     2    4    8  16        8192 is missing: 16384 is halved
    /// ```
    /// As long as nothing grows into a gap both boards go on alike. There are as many as it takes, or as
    /// there are: a board on which no value is missing stays as it is.
    /// # Panics
    /// When the exponent is not one from 1 to 15.
    #[must_use]
    pub(super) fn downgrading(self, highest: u32) -> Vec<u32> {
        assert!(
            (1..=Self::LARGEST).contains(&highest),
            "{highest} is no exponent of a piece"
        );
        let mut gaps = Vec::new();
        let mut board = self;
        // Two of the highest make one that is higher.
        let passes = |board: Self| board.above(highest) != 0 || board.above(highest - 1).count_ones() > 1;
        while passes(board)
            && let Some(gap) = largest_gap(board.met())
        {
            board = board.halved_above(gap);
            gaps.push(gap);
        }
        gaps
    }

    /// Returns the board with no piece beyond an exponent: halved above its largest gap as often as it takes,
    /// or as there is one.
    #[must_use]
    #[inline]
    pub(super) fn halved_to(self, highest: u32) -> Self {
        let mut board = self;
        while board.above(highest) != 0
            && let Some(gap) = largest_gap(board.met())
        {
            board = board.halved_above(gap);
        }
        board
    }

    /// Takes a board of powers of two of any height to one that plays alike and fits.
    ///
    /// A value that is beyond 32768, or that could merge into such a one, is halved together with all above
    /// the largest gap below it (tile-downgrading): as long as nothing below the gap grows into it, every
    /// slide does the same on both boards.
    ///
    /// # Errors
    /// When the board is not 4×4, has a value that is no power of two, or is without a gap.
    pub fn scaled(position: &Position) -> Result<Self, Unpackable> {
        let mut exponents = exponents(position)?;
        loop {
            let met = exponents.iter().fold(1u64, |met, exponent| met | 1 << exponent);
            let highest = met.ilog2();
            let same = exponents.iter().filter(|&&exponent| exponent == highest).count();
            if highest < Self::LARGEST || (highest == Self::LARGEST && same == 1) {
                break;
            }
            let gap = largest_gap(met).ok_or(Unpackable::Value(1 << highest))?;
            for exponent in &mut exponents {
                *exponent -= u32::from(*exponent > gap);
            }
        }
        Ok(Self::from_exponents(&exponents))
    }

    fn from_exponents(exponents: &[u32]) -> Self {
        let mut board = Self::default();
        for (index, &exponent) in (0..).zip(exponents) {
            board = board.with(index, exponent);
        }
        board
    }

    /// Returns the values, 0 where there is no piece.
    #[must_use]
    pub fn to_cells(self) -> Grid<u64> {
        let size = Size::new(4, 4).expect("4×4 is a size");
        Grid::from_fn(size, |cell: Cell| match self.exponent(size.index(cell) as u32) {
            0 => 0,
            exponent => 1 << exponent,
        })
    }
}

impl TryFrom<&Position> for Packed {
    type Error = Unpackable;

    fn try_from(position: &Position) -> Result<Self, Unpackable> {
        let exponents = exponents(position)?;
        match exponents.iter().find(|&&exponent| exponent > Self::LARGEST) {
            Some(exponent) => Err(Unpackable::Value(1 << exponent)),
            None => Ok(Self::from_exponents(&exponents)),
        }
    }
}

/// Returns the largest exponent of a piece that is missing below the highest, of a bit for each that is
/// there.
const fn largest_gap(met: u64) -> Option<u32> {
    let below_highest = (1 << (met | 1).ilog2()) - 1;
    // Exponent 0 is no piece.
    (!met & below_highest & !1).checked_ilog2()
}

/// Returns the exponents of a 4×4 board of powers of two.
fn exponents(position: &Position) -> Result<Vec<u32>, Unpackable> {
    let size = position.size();
    if (size.columns(), size.rows()) != (4, 4) {
        return Err(Unpackable::Size(size));
    }
    position
        .cells()
        .values()
        .iter()
        .map(|&value| match value {
            0 => Ok(0),
            value if value.is_power_of_two() && value > 1 => Ok(value.ilog2()),
            value => Err(Unpackable::Value(value)),
        })
        .collect()
}

/// Where the merges begin in an entry of [`RowTables`].
const GAIN: u32 = 34;

/// What slides make of each of the 65,536 rows.
///
/// ```text
/// bit 0 ………… 16 ………… 32 … 34 …… 38 ………… 64
///     slid    slid         the    the sum of
///     left    right        merges the values made, on both sides alike
/// ```
/// The entries of the four rows of a board are added as they are: what the slid rows carry stays in the two
/// bits above them, and neither the merges nor the values carry into their neighbour.
#[derive(Clone, Copy)]
pub struct RowTables {
    rows: &'static [u64; 1 << 16],
}

impl RowTables {
    /// Returns the tables, which are made at the first call, in about a millisecond.
    #[must_use]
    pub fn get() -> Self {
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

    /// Slides a board; it is unchanged when the direction is not possible.
    #[must_use]
    #[inline]
    pub fn slide(self, board: Packed, direction: Direction) -> PackedSlide {
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        {
            // Random play is 1.3 times as fast so on an AMD EPYC of the fourth generation. Before the third,
            // AMD's processors did this in many steps.
            let Lines { lines, side } = &LINES[(direction.bit() & 3) as usize];
            let rows = lines.map(|line| self.rows[usize::from(extract(board.0, line) as u16)]);
            let slid = rows.map(|row| row >> side);
            let fields = zip(slid, lines).map(|(row, &line)| deposit(row, line));
            made(&rows, fields.fold(0, |board, line| board | line))
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
        {
            self.slide_by_turning(board, direction)
        }
    }

    /// Does the work of [`RowTables::slide`] on every processor.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
    #[inline]
    fn slide_by_turning(self, board: Packed, direction: Direction) -> PackedSlide {
        // Both ways are shorter than a branch on the direction, which is guessed wrong as often as not.
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
    pub(super) fn slides(self, board: Packed) -> [PackedSlide; 4] {
        let [up, down] = self.slide_rows(board.transpose()).map(|slide| PackedSlide {
            board: slide.board.transpose(),
            ..slide
        });
        let [left, right] = self.slide_rows(board);
        [up, down, left, right]
    }

    /// Slides the rows of a board to the first field, the lowest bits, and to the last: left and right, or up
    /// and down when columns and rows are exchanged.
    #[inline]
    pub(super) fn slide_rows(self, lines: Packed) -> [PackedSlide; 2] {
        let row = |number: u32| self.rows[usize::from((lines.0 >> (16 * number)) as u16)];
        let rows = [row(0), row(1), row(2), row(3)];
        let slid = |side: u32| {
            let row = |number: usize| u64::from((rows[number] >> (16 * side)) as u16) << (16 * number);
            made(&rows, row(0) | row(1) | row(2) | row(3))
        };
        [slid(0), slid(1)]
    }
}

/// Returns the slide that makes a board, by what the table tells of its rows.
#[inline]
fn made(rows: &[u64; 4], board: u64) -> PackedSlide {
    let gain = rows.iter().sum::<u64>() >> GAIN;
    PackedSlide {
        board: Packed(board),
        merges: (gain & 15) as u32,
        sum: (gain >> 4) as u32,
    }
}

impl fmt::Debug for RowTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowTables").finish_non_exhaustive()
    }
}

/// Packs the exponents of a row.
const fn packed_row(row: [u16; 4]) -> u64 {
    (row[0] | row[1] << 4 | row[2] << 8 | row[3] << 12) as u64
}

/// Slides the exponents of a row towards its first field; returns also how often it merged and what that
/// made.
fn slide_row(fields: [u16; 4]) -> ([u16; 4], u64, u64) {
    let mut slid = [0; 4];
    let (mut length, mut merges, mut sum) = (0, 0, 0);
    let mut tiles = fields.into_iter().filter(|&tile| tile > 0).peekable();
    while let Some(mut tile) = tiles.next() {
        if u32::from(tile) < Packed::LARGEST && tiles.next_if_eq(&tile).is_some() {
            tile += 1;
            merges += 1;
            sum += 1 << tile;
        }
        slid[length] = tile;
        length += 1;
    }
    (slid, merges, sum)
}

#[cfg(test)]
mod tests {
    use super::super::rules::Twenty48;
    use super::*;
    use quincunx_core::{ActionSet, Notation, Random, RandomSource};

    fn position(text: &str) -> Position {
        Twenty48::default()
            .parse_position(&format!("{text} 0 0 0"))
            .expect("a position")
    }

    /// Fills a board at random with exponents up to `most`, about a third of it free.
    fn random_board(random: &mut Random, most: u32) -> Packed {
        let mut board = Packed::default();
        for index in 0..16 {
            if random.below(3) > 0 {
                board = board.with(index, 1 + random.below(most));
            }
        }
        board
    }

    fn readable(board: Packed) -> Position {
        Position::from_parts(board.to_cells(), 0, 0, 0).expect("nothing is owed")
    }

    /// Compares a board, and what every slide makes of it, with the readable rules.
    fn check_against_the_readable_rules(board: Packed) {
        let rows = RowTables::get();
        let position = readable(board);
        assert_eq!(Packed::try_from(&position), Ok(board));
        assert_eq!(board.possible(), position.possible(), "{position:?}");
        assert_eq!(board.free(), position.free());
        for n in 0..board.free() {
            let cell = position.free_cell(n).expect("so many are free");
            let index = position.size().index(cell) as u32;
            assert_eq!(board.nth_free(n), 1 << (4 * index));
            let piece = Packed::default().with(index, 11);
            assert_eq!(board.with_all(piece), board.with(index, 11));
        }
        for direction in Direction::ALL {
            let slide = rows.slide(board, direction);
            assert_eq!(slide, rows.slide_by_turning(board, direction));
            assert_eq!(slide.board != board, board.possible().contains(direction));
            let points =
                [Scoring::Standard, Scoring::Contest].map(|scoring| u128::from(slide.points(scoring)));
            let after = [Scoring::Standard, Scoring::Contest].map(|scoring| {
                let mut after = position.clone();
                after.perform_move(direction, scoring).expect("small values");
                after
            });
            assert_eq!(
                slide.board.to_cells(),
                *after[0].cells(),
                "{direction:?} of {position:?}"
            );
            assert_eq!(points, after.map(|after| after.points()));
        }
    }

    #[test]
    fn slides_are_those_of_the_readable_rules() {
        let mut random = Random::new(2048);
        for round in 0..2_000_000 {
            check_against_the_readable_rules(random_board(&mut random, 1 + round % 14));
        }
    }

    /// Lines slide by themselves, so these stand for all boards, but for those with two of the largest pieces
    /// side by side, whose sum the packed rules have no room for.
    #[test]
    fn every_line_slides_as_by_the_readable_rules() {
        for number in 0..1_u32 << 16 {
            let line: [u32; 4] = std::array::from_fn(|cell| number >> (4 * cell) & 15);
            let pieces: Vec<u32> = line.into_iter().filter(|&exponent| exponent > 0).collect();
            if pieces.windows(2).any(|two| two == [15, 15]) {
                continue;
            }
            let row = 4 * (number % 4);
            let cells = (row..).zip(line);
            let board = cells.fold(Packed::default(), |board, (cell, exponent)| {
                board.with(cell, exponent)
            });
            check_against_the_readable_rules(board);
            check_against_the_readable_rules(board.transpose());
        }
    }

    /// Eight merges and the highest values that they make, and slid rows that carry the most.
    #[test]
    fn the_fullest_boards_slide_as_their_rows_do() {
        let full =
            |exponent: u32| (0..16).fold(Packed::default(), |board, index| board.with(index, exponent));
        let rows = RowTables::get();
        for direction in Direction::ALL {
            let slide = rows.slide(full(14), direction);
            assert_eq!((slide.merges, slide.sum, slide.board.free()), (8, 1 << 18, 8));
            check_against_the_readable_rules(full(14));
            let nothing = PackedSlide {
                board: full(15),
                merges: 0,
                sum: 0,
            };
            assert_eq!(rows.slide(full(15), direction), nothing);
            assert_eq!(rows.slide_by_turning(full(15), direction), nothing);
        }
    }

    #[test]
    fn transposing_exchanges_columns_and_rows() {
        let board = random_board(&mut Random::new(1), 15);
        for index in 0..16 {
            let image = index % 4 * 4 + index / 4;
            assert_eq!(board.transpose().exponent(image), board.exponent(index));
        }
        assert_eq!(board.transpose().transpose(), board);
    }

    #[test]
    fn two_of_the_largest_do_not_merge() {
        let board = Packed::default().with(0, 15).with(1, 15).with(4, 15);
        let rows = RowTables::get();
        assert!(!board.possible().contains(Direction::Left));
        assert!(!board.possible().contains(Direction::Up));
        let slid = rows.slide(board, Direction::Right);
        assert_eq!(
            (slid.board.exponent(2), slid.board.exponent(3), slid.merges),
            (15, 15, 0)
        );
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let rows = "0,0,0,0/0,0,0,0/0,0,0,0";
        for (row, value) in [("3,2,2,2", 3), ("1,0,0,0", 1), ("65536,0,0,0", 65_536)] {
            let position = position(&format!("{row}/{rows}"));
            assert_eq!(Packed::try_from(&position), Err(Unpackable::Value(value)));
        }
        let small = Position::empty(Size::new(4, 3).expect("a size")).expect("large enough");
        assert!(matches!(Packed::try_from(&small), Err(Unpackable::Size(_))));
        assert!(matches!(Packed::scaled(&small), Err(Unpackable::Size(_))));
    }

    #[test]
    fn boards_beyond_the_largest_are_scaled_to_ones_that_play_alike() {
        for (text, want) in [
            ("32768,4,2,0", "32768,4,2,0"),
            ("32768,32768,4,2", "16384,16384,4,2"),
            ("65536,32768,4,2", "32768,16384,4,2"),
            ("65536,32768,16384,2", "32768,16384,8192,2"),
            ("4611686018427387904,131072,65536,2", "32768,16384,8192,2"),
        ] {
            let rest = "0,0,0,0/2,0,0,0/8,0,2,0";
            let board = Packed::scaled(&position(&format!("{text}/{rest}"))).expect("it fits");
            assert_eq!(readable(board), position(&format!("{want}/{rest}")));
        }
        let full = "65536,32768,16384,8192/512,1024,2048,4096/256,128,64,32/2,4,8,16";
        assert_eq!(Packed::scaled(&position(full)), Err(Unpackable::Value(65_536)));
    }

    /// On the board that stands for it pieces are equal where they were, and nowhere else.
    #[test]
    fn boards_beyond_an_end_are_halved_above_the_largest_gaps() {
        let rest = "0,0,0,0/2,0,0,0/8,0,2,0";
        let downgraded = |board: Packed, highest: u32| {
            let gaps = board.downgrading(highest);
            gaps.into_iter().fold(board, Packed::halved_above)
        };
        for (highest, text, want) in [
            (13, "8192,4096,4096,2", "8192,4096,4096,2"),
            (13, "8192,8192,4,2", "4096,4096,4,2"),
            (13, "16384,8192,4096,2", "8192,4096,2048,2"),
            (13, "16384,4096,2048,64", "8192,4096,2048,64"),
            (13, "16384,16384,8192,2", "4096,4096,2048,2"),
            (13, "32768,16384,2048,2", "8192,4096,2048,2"),
            (12, "32768,1024,512,64", "4096,1024,512,64"),
            (8, "1024,512,4,2", "256,128,4,2"),
            (15, "32768,16384,4,2", "32768,16384,4,2"),
            // Nothing is missing.
            (1, "16,8,4,2", "16,8,4,2"),
        ] {
            let board = Packed::try_from(&position(&format!("{text}/{rest}"))).expect("it fits");
            assert_eq!(
                readable(downgraded(board, highest)),
                position(&format!("{want}/{rest}")),
                "{text} to {highest}"
            );
        }
        let full = "32768,16384,8192,4096/256,512,1024,2048/128,64,32,16/2,4,8,2";
        let full = Packed::try_from(&position(full)).expect("it fits");
        assert!(full.downgrading(13).is_empty());

        let mut random = Random::new(14);
        for _ in 0..20_000 {
            let board = random_board(&mut random, 15);
            let highest = 1 + random.below(15);
            let down = downgraded(board, highest);
            assert_eq!(down.free_mask(), board.free_mask());
            if down.above(highest) != 0 {
                assert_eq!(largest_gap(down.met()), None, "{down:?}");
            }
            let all = || (0..16).map(|index| (board.exponent(index), down.exponent(index)));
            for ((one, of_one), (other, of_other)) in
                all().flat_map(|one| all().map(move |other| (one, other)))
            {
                assert_eq!(one.cmp(&other), of_one.cmp(&of_other), "{board:?}, {down:?}");
            }
        }
    }
}
