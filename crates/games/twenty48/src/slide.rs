//! The slide of the readable board, and what it changes.

use quincunx_core::{BitAction, Direction, Grid};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slid {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) value: u64,
    /// Whether it merged with an equal piece on `to`.
    pub(super) merged: bool,
}

/// The merges of a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Gain {
    pub(super) merges: u32,
    /// The sum of the values made.
    pub(super) sum: u128,
}

/// The result of one pass over a board.
pub(super) struct BoardScan {
    pub(super) free: u32,
    /// The directions whose slide changes the board, as bits.
    pub(super) changing: u64,
    /// The union of all values' bits.
    pub(super) union: u64,
}

impl BoardScan {
    /// A slide changes the board if some tile has a free cell before it, or an equal neighbour in its line.
    /// Two equal tiles with free cells between them are already the first case.
    #[inline]
    pub(super) fn of(cells: &Grid<u64>) -> Self {
        // The rows of the usual board are compiled separately and unrolled.
        let (columns, rows) = (cells.size().columns(), cells.size().rows());
        match (columns, rows) {
            (4, 4) => Self::of_rows(&cells.values()[..16], 4),
            _ => Self::of_rows(cells.values(), columns as usize),
        }
    }

    #[inline(always)]
    fn of_rows(values: &[u64], columns: usize) -> Self {
        let (mut free, mut union) = (0, 0);
        for &value in values {
            free += u32::from(value == 0);
            union |= value;
        }
        let mut across = Pairs::default();
        for row in values.chunks_exact(columns) {
            for (&a, &b) in row.iter().zip(&row[1..]) {
                across.see(a, b);
            }
        }
        let mut down = Pairs::default();
        for (&a, &b) in values.iter().zip(&values[columns..]) {
            down.see(a, b);
        }
        let bit = |direction: Direction, is_set: bool| u64::from(is_set) << direction.bit();
        Self {
            free,
            changing: bit(Direction::Up, down.back)
                | bit(Direction::Down, down.onward)
                | bit(Direction::Left, across.back)
                | bit(Direction::Right, across.onward),
            union,
        }
    }
}

/// Whether tiles can move towards the first cell of their lines, and towards the last.
#[derive(Default)]
struct Pairs {
    back: bool,
    onward: bool,
}

impl Pairs {
    /// Adds two neighbours, `a` before `b`.
    #[inline]
    fn see(&mut self, a: u64, b: u64) {
        let merge = (a == b) & (a != 0);
        self.back |= merge | ((a == 0) & (b != 0));
        self.onward |= merge | ((a != 0) & (b == 0));
    }
}

/// Slides all lines: tiles move to the end of their line, and from there on two equal neighbours merge once.
#[inline]
pub(super) fn slide(cells: &mut Grid<u64>, direction: Direction, mut each: impl FnMut(Slid)) -> Gain {
    let (columns, rows) = (cells.size().columns() as usize, cells.size().rows() as usize);
    let values = cells.values_mut();
    // The lines of the usual board are compiled separately and unrolled.
    match (columns, rows) {
        (4, 4) => slide_lines(&mut values[..16], 4, 4, direction, &mut each),
        _ => slide_lines(values, columns, rows, direction, &mut each),
    }
}

#[inline(always)]
fn slide_lines(
    values: &mut [u64],
    columns: usize,
    rows: usize,
    direction: Direction,
    each: &mut impl FnMut(Slid),
) -> Gain {
    let mut gain = Gain::default();
    let (across, down) = (0..rows, 0..columns);
    match direction {
        Direction::Left => {
            across.for_each(|row| slide_line(values, columns, |at| row * columns + at, each, &mut gain));
        }
        Direction::Right => across.for_each(|row| {
            let index = |at| row * columns + (columns - 1 - at);
            slide_line(values, columns, index, each, &mut gain);
        }),
        Direction::Up => {
            down.for_each(|column| slide_line(values, rows, |at| at * columns + column, each, &mut gain));
        }
        Direction::Down => down.for_each(|column| {
            let index = |at| (rows - 1 - at) * columns + column;
            slide_line(values, rows, index, each, &mut gain);
        }),
    }
    gain
}

/// Slides one line; `index` maps a place in the line, from the end that tiles slide to, to its cell.
///
/// It does not branch on values, which random boards make unpredictable: an empty cell is written behind the
/// tiles that have come to rest, where a later tile overwrites it.
#[inline(always)]
fn slide_line(
    values: &mut [u64],
    length: usize,
    index: impl Fn(usize) -> usize,
    each: &mut impl FnMut(Slid),
    gain: &mut Gain,
) {
    // Where the next tile comes to rest, and the value that the tile before it can merge with.
    let mut to = 0;
    let mut open = 0;
    for from in 0..length {
        let value = values[index(from)];
        values[index(from)] = 0;
        let is_tile = value != 0;
        let merged = is_tile & (value == open);
        let at = to - usize::from(merged);
        values[index(at)] = value << u32::from(merged);
        if is_tile {
            each(Slid {
                from: index(from),
                to: index(at),
                value,
                merged,
            });
        }
        to += usize::from(is_tile & !merged);
        open = match (is_tile, merged) {
            (_, true) => 0,
            (true, false) => value,
            (false, false) => open,
        };
        gain.merges += u32::from(merged);
        gain.sum += u128::from(if merged { value << 1 } else { 0 });
    }
}
