//! Matchers by deltas: equal tokens or colours at some distances belong together.

use quincunx_core::{Cell, Offset, Size};
use thiserror::Error;

use super::mask::bit_of;
use super::packed::PackedBoard;

/// The least size of a match that counts.
pub const MIN_MATCH: usize = 3;

/// Joins equal tokens that lie one of a few steps apart, as far as they reach.
///
/// From a position the match grows by every delta, forwards and backwards, through equal tokens until nothing
/// is added. The time for all positions of a board is linear in the board.
///
/// ```
/// use quincunx_core::{Cell, Offset};
/// use quincunx_match3::framework::{GridBoard, Matcher, MaximumDeltaMatcher, TokenSet};
///
/// let board = GridBoard::parse("AAB;BAA;AAA", TokenSet::new("AB")?)?;
/// let rows = MaximumDeltaMatcher::new([Offset::new(1, 0)])?;
/// let found = rows.matches(&board, Cell::new(2, 1))?;
/// assert_eq!(found.first().map(|found| found.cells()), Some(&[Cell::new(1, 1), Cell::new(2, 1)][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MaximumDeltaMatcher {
    /// Every delta and its opposite, sorted, each once; in 64 bits every delta has an opposite.
    pub(crate) steps: Vec<(i64, i64)>,
}

/// Deltas of which no matcher can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeltaError {
    /// There is no delta.
    #[error("a matcher needs at least one delta")]
    NoDelta,
    /// A delta leads nowhere.
    #[error("a delta of 0,0 leads nowhere: at least one of its numbers differs from 0")]
    Zero,
}

impl MaximumDeltaMatcher {
    /// Creates a matcher from a set of deltas.
    ///
    /// # Errors
    /// When there is no delta, or one of them is 0,0.
    pub fn new(deltas: impl IntoIterator<Item = Offset>) -> Result<Self, DeltaError> {
        let both_ways = |delta: Offset| {
            let (x, y) = (i64::from(delta.columns), i64::from(delta.rows));
            [(x, y), (-x, -y)]
        };
        let mut steps: Vec<_> = deltas.into_iter().flat_map(both_ways).collect();
        steps.sort_unstable();
        steps.dedup();
        if steps.is_empty() {
            return Err(DeltaError::NoDelta);
        }
        if steps.contains(&(0, 0)) {
            return Err(DeltaError::Zero);
        }
        Ok(Self { steps })
    }

    /// Returns the matcher of rows: equal tokens side by side.
    #[must_use]
    pub fn rows() -> Self {
        Self {
            steps: vec![(-1, 0), (1, 0)],
        }
    }

    /// Returns the matcher of columns: equal tokens one above the other.
    #[must_use]
    pub fn columns() -> Self {
        Self {
            steps: vec![(0, -1), (0, 1)],
        }
    }

    /// Iterates over the deltas that lead to the right or straight down, as columns and rows.
    pub(crate) fn deltas(&self) -> impl Iterator<Item = (i64, i64)> {
        self.steps.iter().copied().filter(|&step| step > (0, 0))
    }

    pub(crate) const fn delta_count(&self) -> usize {
        self.steps.len() / 2
    }
}

/// Returns the cell some columns and rows away; `None` off the board.
pub(crate) fn shifted(size: Size, from: Cell, (columns, rows): (i64, i64)) -> Option<Cell> {
    let column = u32::try_from(i64::from(from.column) + columns).ok()?;
    let row = u32::try_from(i64::from(from.row) + rows).ok()?;
    Some(Cell::new(column, row)).filter(|&cell| size.contains(cell))
}

/// Finds what any of several matchers finds, each match once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnionMatcher<M> {
    matchers: Vec<M>,
}

impl<M> UnionMatcher<M> {
    /// Creates the union of some matchers.
    #[must_use]
    pub const fn new(matchers: Vec<M>) -> Self {
        Self { matchers }
    }

    /// Returns the matchers.
    #[must_use]
    pub fn matchers(&self) -> &[M] {
        &self.matchers
    }
}

impl UnionMatcher<MaximumDeltaMatcher> {
    /// The most deltas that the matchers of a game may have in all: the cost of a step grows with them, and
    /// with the square of the number of matchers where their matches overlap.
    pub(crate) const MAX_DELTAS: usize = 64;

    pub(crate) fn delta_count(&self) -> usize {
        self.matchers.iter().map(MaximumDeltaMatcher::delta_count).sum()
    }
}

/// A union of [`MaximumDeltaMatcher`]s for boards of one size, by a few shifts for a whole board.
#[derive(Clone, Debug)]
pub(crate) struct PackedMatcher(Vec<Vec<Delta>>);

/// A delta of a matcher in the direction in which bits grow.
#[derive(Clone, Copy, Debug)]
struct Delta {
    /// The distance in bits to the square at the other end.
    distance: u32,
    /// The squares from which it does not leave the board.
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

impl PackedMatcher {
    pub(crate) fn new(matcher: &UnionMatcher<MaximumDeltaMatcher>, size: Size) -> Self {
        let of_matcher = |matcher: &MaximumDeltaMatcher| {
            let deltas = matcher.deltas();
            deltas.filter_map(|delta| Delta::new(delta, size)).collect()
        };
        Self(matcher.matchers().iter().map(of_matcher).collect())
    }

    /// Finds the matches of at least [`MIN_MATCH`] squares, one of some squares among them, that lie in no
    /// other.
    pub(crate) fn matches(&self, board: &PackedBoard, some: u128) -> Vec<u128> {
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
        found.retain(|_| !contained.next().expect("one answer for each match"));
        found
    }

    /// Returns whether there is a match of at least [`MIN_MATCH`] squares.
    pub(crate) fn has_match(&self, board: &PackedBoard) -> bool {
        let has_match = |deltas: &Vec<Delta>| {
            let pairs = deltas.iter().map(|delta| delta.pairs(board));
            inner_squares(pairs) != 0
        };
        self.0.iter().any(has_match)
    }
}

impl Delta {
    /// Creates a delta that leads to the right or straight down; `None` where it leads off the board from
    /// everywhere.
    fn new(delta: (i64, i64), size: Size) -> Option<Self> {
        let mut ends = size
            .cells()
            .filter_map(|cell| Some((bit_of(size, cell), bit_of(size, shifted(size, cell, delta)?))));
        let (near, far) = ends.next()?;
        let distance = far - near;
        let from = ends.fold(1 << near, |from, (near, _)| from | 1 << near);
        Some(Self { distance, from })
    }

    fn pairs(&self, board: &PackedBoard) -> Pairs {
        Pairs {
            distance: self.distance,
            near: board.equal_at(self.distance) & self.from,
        }
    }
}

/// Returns the squares that are joined to two others or more: one at least of every three that are joined.
fn inner_squares(pairs: impl Iterator<Item = Pairs>) -> u128 {
    const { assert!(MIN_MATCH == 3, "two that are joined are no match") };
    let (mut once, mut twice) = (0, 0);
    for ends in pairs.flat_map(|pairs| [pairs.near, pairs.far()]) {
        twice |= once & ends;
        once |= ends;
    }
    twice
}

/// Returns all squares that are joined to some.
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
