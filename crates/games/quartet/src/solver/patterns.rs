//! Patterns in the lines of four, found for all lines at once by shifts.

use crate::piece::{SIDE, Square};

/// The number of property values: two for each of the four properties.
pub(super) const VALUES: usize = 8;

/// A set of squares for each property value: for 0 to 3 the squares of pieces that have the bit 2^v of their
/// number, for 4 to 7 of those that have not the bit 2^(v−4).
pub(super) type Lanes = [u64; VALUES];

pub(super) const BOARD: u64 = (1 << Square::COUNT) - 1;

/// The steps, in rows and columns, of the four directions of lines.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// How the edges of a board are joined.
pub(super) trait Edges {
    /// Brings every square of a set so many rows up and columns to the left; those that leave a plane are
    /// lost or, over the left or right edge, land anywhere.
    fn shifted(set: u64, rows: i32, columns: i32) -> u64;

    /// Returns the squares at which a line of a direction begins.
    fn starts(direction: (i32, i32)) -> u64;
}

/// The board whose edges end.
pub(super) struct Plane;

/// The board whose edges are joined.
pub(super) struct Torus;

impl Edges for Plane {
    #[inline(always)]
    fn shifted(set: u64, rows: i32, columns: i32) -> u64 {
        let steps = SIDE as i32 * rows + columns;
        if steps < 0 { set << -steps } else { set >> steps }
    }

    #[inline(always)]
    fn starts((rows, columns): (i32, i32)) -> u64 {
        let columns = match columns {
            0 => BOARD,
            1 => columns_below(3),
            _ => BOARD & !columns_below(3),
        };
        if rows == 0 {
            columns
        } else {
            columns & ROWS_ABOVE_THE_MIDDLE
        }
    }
}

impl Edges for Torus {
    #[inline(always)]
    fn shifted(set: u64, rows: i32, columns: i32) -> u64 {
        let columns = columns.rem_euclid(SIDE as i32) as u32;
        let staying = columns_below(SIDE - columns);
        let set = (set >> columns & staying) | (set << (SIDE - columns) & BOARD & !staying);
        let steps = SIDE * rows.rem_euclid(SIDE as i32) as u32;
        (set >> steps | set << (u32::from(Square::COUNT) - steps)) & BOARD
    }

    #[inline(always)]
    fn starts(_: (i32, i32)) -> u64 {
        BOARD
    }
}

/// The upper three rows.
const ROWS_ABOVE_THE_MIDDLE: u64 = (1 << (3 * SIDE)) - 1;

/// Returns the squares of the columns with a lower number.
const fn columns_below(number: u32) -> u64 {
    const FIRST_COLUMN: u64 = 0o01_01_01_01_01_01;
    FIRST_COLUMN * ((1 << number) - 1)
}

/// For each property value the empty squares of lines that its pieces can still make, by what is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Patterns {
    /// A piece with the value completes a line here.
    pub(super) completing: Lanes,
    /// A piece with the value makes a line of which one square is missing, here or at the other one of two
    /// empty squares.
    pub(super) preparing: Lanes,
    /// All squares, taken ones as well, of lines that can still be made of this value.
    pub(super) live: Lanes,
}

impl Patterns {
    /// Finds the patterns of a position: `values` are the squares of the pieces with each property value,
    /// `supply` the numbers of such pieces still to be placed. A line that needs more pieces of a value than
    /// there are is dead for that value.
    #[inline]
    pub(super) fn of<E: Edges>(values: &Lanes, empty: u64, supply: &[u32; VALUES]) -> Self {
        let mut found = Self {
            completing: [0; VALUES],
            preparing: [0; VALUES],
            live: [0; VALUES],
        };
        for value in 0..VALUES {
            let at_least = |pieces| if supply[value] >= pieces { u64::MAX } else { 0 };
            let supplied = [at_least(1), at_least(2), at_least(3), at_least(4)];
            let [completing, preparing, live] = of_value::<E>(values[value], empty, supplied);
            found.completing[value] = completing;
            found.preparing[value] = preparing;
            found.live[value] = live;
        }
        found
    }
}

/// Returns the completing, preparing and live squares of one value, without a branch so that it vectorizes.
///
/// A line is represented by its first square: words are shifted so that the bits of its four squares lie on
/// one another, and a network of conjunctions counts how many are taken.
#[inline(always)]
fn of_value<E: Edges>(taken: u64, empty: u64, supplied: [u64; 4]) -> [u64; 3] {
    let open = taken | empty;
    let mut found = [0; 3];
    for (rows, columns) in DIRECTIONS {
        let ahead = |set, steps| E::shifted(set, steps * rows, steps * columns);
        let whole = open & ahead(open, 1) & ahead(open, 2) & ahead(open, 3) & E::starts((rows, columns));
        let [first, second, third, fourth] = [taken, ahead(taken, 1), ahead(taken, 2), ahead(taken, 3)];
        let (one_of_first, both_first) = (first | second, first & second);
        let (one_of_last, both_last) = (third | fourth, third & fourth);
        let one = whole & (one_of_first | one_of_last);
        let two = whole & (both_first | both_last | (one_of_first & one_of_last));
        let three = whole & ((both_first & one_of_last) | (one_of_first & both_last)) & supplied[0];
        let live = three | two & supplied[1] | one & supplied[2] | whole & supplied[3];
        let lines = [three, two & supplied[1] & !three, live];
        for (found, lines) in found.iter_mut().zip(lines) {
            let back = |steps: i32| E::shifted(lines, -steps * rows, -steps * columns);
            *found |= lines | back(1) | back(2) | back(3);
        }
    }
    [found[0] & empty, found[1] & empty, found[2]]
}
