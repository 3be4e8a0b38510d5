//! Which neighbours have equal colours, 64 cells per word, and the combinations that follow from it.

use std::ops::Range;

use super::combination::Kind;
use super::element::Element;

/// The bit planes of a word of a column; those of the colour first.
type Planes = [u64; Element::CODE_BITS];

/// The number of kinds of combinations.
pub(super) const KINDS: usize = Kind::ALL.len();

/// Two bit planes over a board kept as columns of words, bit 0 the floor.
///
/// Every column has a word of zeros below its floor, and the board has columns of zeros on both sides, so
/// that edges need no checks.
#[derive(Clone)]
pub(super) struct EqualNeighbours {
    /// The words of a column, with the one below the floor.
    stride: usize,
    /// The cell has the colour of its right neighbour.
    right: Vec<u64>,
    /// The cell has the colour of the one below.
    below: Vec<u64>,
}

impl EqualNeighbours {
    /// How many columns to the left of its first cell a combination can reach while it is looked for.
    pub(super) const REACH_LEFT: u32 = 2;

    /// How many columns to the right of its first cell a combination can reach while it is looked for.
    pub(super) const REACH_RIGHT: u32 = 4;

    /// Creates the planes of a board without elements.
    pub(super) fn new(columns: usize, words: usize) -> Self {
        let stride = words + 1;
        let cells = (columns + (Self::REACH_LEFT + Self::REACH_RIGHT) as usize) * stride;
        Self {
            stride,
            right: vec![0; cells],
            below: vec![0; cells],
        }
    }

    /// Returns where a column's words begin, the one below the floor first; columns count from −2.
    fn start(&self, column: isize) -> usize {
        (column + Self::REACH_LEFT as isize) as usize * self.stride
    }

    /// Compares the colours of a column with those of its right neighbour.
    pub(super) fn compare_right(
        &mut self,
        column: usize,
        words: Range<usize>,
        here: &[Planes],
        right: &[Planes],
    ) {
        let start = self.start(column as isize) + 1;
        for word in words {
            let (here, right) = (&here[word], &right[word]);
            let occupied = here[0] | here[1] | here[2];
            let different = (0..3).fold(0, |any, plane| any | here[plane] ^ right[plane]);
            self.right[start + word] = occupied & !different;
        }
    }

    /// Compares the colours of a column with those one row below.
    pub(super) fn compare_below(&mut self, column: usize, words: Range<usize>, here: &[Planes]) {
        let start = self.start(column as isize) + 1;
        for word in words {
            let planes = &here[word];
            let occupied = planes[0] | planes[1] | planes[2];
            let different = (0..3).fold(0, |any, plane| {
                let carry = if word > 0 { here[word - 1][plane] >> 63 } else { 0 };
                any | planes[plane] ^ (planes[plane] << 1 | carry)
            });
            self.below[start + word] = occupied & !different;
        }
    }

    /// Returns what is needed to find the candidates of a column.
    pub(super) fn around(&self, column: usize) -> Around<'_> {
        let words = |plane, by| {
            let start = self.start(column as isize + by);
            let words: &[u64] = plane;
            &words[start..start + self.stride]
        };
        Around {
            right: [-2, -1, 0, 1, 2, 3].map(|by| words(&self.right, by)),
            below: [0, 1, 2].map(|by| words(&self.below, by)),
        }
    }
}

/// The planes of a column and its neighbours, each with a word of zeros below the floor.
pub(super) struct Around<'a> {
    /// The right plane from two columns to the left to three to the right.
    right: [&'a [u64]; 6],
    /// The below plane of the column and the two to its right.
    below: [&'a [u64]; 3],
}

impl Around<'_> {
    /// Finds the first cells of the combinations of each kind in a word of the column.
    ///
    /// A longer line is among the candidates of the shorter kinds too: what counts is the first kind that has
    /// any.
    #[inline]
    pub(super) fn candidates(&self, word: usize) -> [u64; KINDS] {
        let [far_left, left, here] = [0, 1, 2].map(|column| self.threes_right(column, word));
        let down = self.threes_down(0, word);
        let fours_down = down & raised(self.below[0], word, 2);
        let fours_right = here[1] & self.right[4][word + 1];
        let fives_down = fours_down & raised(self.below[0], word, 3);
        let fives_right = fours_right & self.right[5][word + 1];
        // A corner is a three downwards and a three to the right that share a cell; the latter lies up to two
        // rows below the first cell, and begins up to two columns to its left.
        let two_below = raised(&far_left, 0, 2) | raised(&left, 0, 2) | raised(&here, 0, 2);
        let one_below = raised(&far_left, 0, 1) | raised(&here, 0, 1);
        let hanging = self.threes_down(1, word) | self.threes_down(2, word);
        let corners = down & (two_below | one_below | here[1]) | here[1] & hanging;
        [
            fives_down | fives_right,
            corners,
            fours_down | fours_right,
            down | here[1],
        ]
    }

    /// Finds the lines of three to the right in a word and in the one below it, counted like `right`.
    fn threes_right(&self, column: usize, word: usize) -> [u64; 2] {
        let (first, second) = (self.right[column], self.right[column + 1]);
        [first[word] & second[word], first[word + 1] & second[word + 1]]
    }

    /// Finds the upper ends of the lines of three downwards in a word.
    fn threes_down(&self, column: usize, word: usize) -> u64 {
        self.below[column][word + 1] & raised(self.below[column], word, 1)
    }
}

/// Moves the bits of a plane up by some rows, fewer than a word has; `plane[word]` is the word below.
fn raised(plane: &[u64], word: usize, by: u32) -> u64 {
    plane[word + 1] << by | plane[word] >> (64 - by)
}
