//! Matchers by deltas on packed boards, where a match is a mask.

use quincunx_core::{Cell, Size};

use super::game::LEAST_MATCH;
use super::matcher::{MaximumDeltaMatcher, UnionMatcher};
use crate::shariki::packed::{Packed, bit_of};

/// What a union of [`MaximumDeltaMatcher`]s finds on boards of one size, by a few shifts for a whole board.
///
/// Tests hold it to [`combinations`](super::game::combinations).
#[derive(Clone, Debug)]
pub(crate) struct Deltas(Vec<Vec<Delta>>);

/// A delta of a matcher, taken in the direction in which bits grow.
#[derive(Clone, Copy, Debug)]
struct Delta {
    /// How many bits on the square at the other end lies.
    distance: u32,
    /// The squares from which it stays on the board.
    from: u128,
}

/// The pairs of equal colours that one delta joins: the squares at their near ends.
struct Pairs {
    distance: u32,
    near: u128,
}

impl Pairs {
    const fn far(&self) -> u128 {
        self.near << self.distance
    }

    /// Returns the squares that a pair joins to some.
    const fn beside(&self, squares: u128) -> u128 {
        (squares & self.near) << self.distance | squares >> self.distance & self.near
    }
}

impl Deltas {
    /// Prepares a matcher for boards of a size.
    pub(crate) fn new(matcher: &UnionMatcher<MaximumDeltaMatcher>, size: Size) -> Self {
        let of_matcher = |matcher: &MaximumDeltaMatcher| {
            let deltas = matcher.deltas();
            deltas.filter_map(|delta| Delta::new(delta, size)).collect()
        };
        Self(matcher.matchers().iter().map(of_matcher).collect())
    }

    /// Finds the matches of at least [`LEAST_MATCH`] squares, one of some squares among them, that lie in no other.
    pub(crate) fn matches(&self, board: &Packed, some: u128) -> Vec<u128> {
        let mut found = Vec::new();
        for deltas in &self.0 {
            let pairs = deltas.iter().map(|delta| delta.pairs(board));
            let mut inner = inner_squares(pairs.clone());
            if inner == 0 {
                continue;
            }
            let pairs: Vec<Pairs> = pairs.collect();
            while inner != 0 {
                let joined = joined(&pairs, inner & inner.wrapping_neg());
                inner &= !joined;
                if joined & some != 0 {
                    found.push(joined);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        if found.len() < 2 {
            return found;
        }
        let is_within = |one: u128, other: u128| one != other && one & other == one;
        let contained: Vec<bool> = found
            .iter()
            .map(|&one| found.iter().any(|&other| is_within(one, other)))
            .collect();
        let mut contained = contained.into_iter();
        found.retain(|_| !contained.next().expect("one answer a match"));
        found
    }

    /// Tells whether there is a match of at least [`LEAST_MATCH`] squares.
    pub(crate) fn has_match(&self, board: &Packed) -> bool {
        let has_match = |deltas: &Vec<Delta>| {
            let pairs = deltas.iter().map(|delta| delta.pairs(board));
            inner_squares(pairs) != 0
        };
        self.0.iter().any(has_match)
    }
}

impl Delta {
    /// Makes a delta that leads to the right or straight down; `None` where it leads off the board from everywhere.
    fn new((columns, rows): (i64, i64), size: Size) -> Option<Self> {
        let other_end = |cell: Cell| {
            let column = u32::try_from(i64::from(cell.column) + columns).ok()?;
            let row = u32::try_from(i64::from(cell.row) + rows).ok()?;
            Some(Cell::new(column, row)).filter(|&cell| size.contains(cell))
        };
        let mut ends = size
            .cells()
            .filter_map(|cell| Some((bit_of(size, cell), bit_of(size, other_end(cell)?))));
        let (near, far) = ends.next()?;
        let distance = far - near;
        let from = ends.fold(1 << near, |from, (near, _)| from | 1 << near);
        Some(Self { distance, from })
    }

    fn pairs(&self, board: &Packed) -> Pairs {
        Pairs {
            distance: self.distance,
            near: board.equal_at(self.distance) & self.from,
        }
    }
}

/// Returns the squares that are joined to two others or more: one at least of every three that are joined.
fn inner_squares(pairs: impl Iterator<Item = Pairs>) -> u128 {
    const { assert!(LEAST_MATCH == 3, "two that are joined are no match") };
    let (mut once, mut twice) = (0, 0);
    for ends in pairs.flat_map(|pairs| [pairs.near, pairs.far()]) {
        twice |= once & ends;
        once |= ends;
    }
    twice
}

/// Returns all squares that are joined to some, one after the other.
fn joined(pairs: &[Pairs], mut squares: u128) -> u128 {
    loop {
        let grown = pairs
            .iter()
            .fold(squares, |grown, pairs| grown | pairs.beside(grown));
        if grown == squares {
            return squares;
        }
        squares = grown;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quincunx_core::Offset;

    use super::super::{Board as _, GridBoard, Match, TokenSet, combinations};
    use super::*;
    use crate::shariki::packed::{bits, cell_of};
    use crate::shariki::{Board, Colour, Element, Letter};

    proptest! {
        #[test]
        fn agrees_with_the_matchers_of_match_three(
            columns in 3_u32..9,
            rows in 3_u32..9,
            colours in prop::collection::vec(0_usize..4, 64),
            some in prop::collection::vec(any::<bool>(), 64),
            deltas in prop::collection::vec(prop::collection::vec((-9_i32..10, -9_i32..10), 1..3), 1..4),
        ) {
            let size = Size::new(columns, rows).expect("a size");
            let mut tokens = GridBoard::new(columns, rows, TokenSet::new("ABC").expect("tokens")).expect("a board");
            let mut board = Board::empty(size);
            for (cell, &colour) in size.cells().zip(&colours) {
                // The last stands for an empty field.
                if let Some(token) = tokens.tokens().as_slice().get(colour).copied() {
                    tokens.set(cell, Some(token)).expect("on the board");
                    board.set(cell, Some(Element::new(Letter::Regular, Colour::ALL[colour])));
                }
            }
            let matchers = deltas.iter().filter_map(|deltas| {
                MaximumDeltaMatcher::new(deltas.iter().map(|&(columns, rows)| Offset::new(columns, rows))).ok()
            });
            let matcher = UnionMatcher::new(matchers.collect());
            let chosen = size.cells().zip(&some).filter(|&(_, &is_chosen)| is_chosen);
            let cells: Vec<Cell> = chosen.map(|(cell, _)| cell).collect();
            let mask = cells.iter().fold(0, |mask, &cell| mask | 1 << bit_of(size, cell));
            let found = combinations(&tokens, &matcher, &cells).expect("on the board");
            let deltas = Deltas::new(&matcher, size);
            let board = Packed::new(&board);
            prop_assert_eq!(deltas.has_match(&board), !deltas.matches(&board, u128::MAX).is_empty());
            let mut packed: Vec<Match> = deltas
                .matches(&board, mask)
                .into_iter()
                .map(|mask| Match::new(bits(mask).map(|bit| cell_of(size, bit)).collect()))
                .collect();
            packed.sort_unstable();
            prop_assert_eq!(packed, found);
        }
    }
}
