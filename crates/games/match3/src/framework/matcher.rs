//! Matchers: what belongs together on a board.

use std::collections::BTreeSet;
use std::fmt;

use quincunx_core::{Cell, Offset, Size};
use thiserror::Error;

use super::board::{Board, on_board};
use super::error::DimensionError;
use super::token::Token;

/// A match: a set of positions whose tokens belong together, by column, then by row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match(Vec<Cell>);

impl Match {
    /// Makes the match of some positions; one named twice counts once.
    #[must_use]
    pub fn new(mut cells: Vec<Cell>) -> Self {
        cells.sort_unstable();
        cells.dedup();
        Self(cells)
    }

    /// Returns the positions by column, then by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.0
    }

    /// Returns the positions by column, then by row.
    #[must_use]
    pub fn into_cells(self) -> Vec<Cell> {
        self.0
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.0.len()
    }

    /// Tells whether every position of this match belongs to another.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        self.size() <= other.size() && self.0.iter().all(|cell| other.0.binary_search(cell).is_ok())
    }
}

/// A set of matches, sorted as lists of positions.
pub type Matches = BTreeSet<Match>;

/// A rule that finds the matches of a position on any board.
pub trait Matcher: fmt::Debug {
    /// Finds the matches of a position; none when its field is empty.
    ///
    /// # Errors
    /// When the position lies off the board.
    fn matches(&self, board: &dyn Board, at: Cell) -> Result<Matches, DimensionError>;

    /// Finds the matches of several positions: the union of the matches of each.
    ///
    /// # Errors
    /// When a position lies off the board.
    fn match_all(&self, board: &dyn Board, positions: &[Cell]) -> Result<Matches, DimensionError> {
        self.match_all_from_size(board, positions, 1)
    }

    /// Finds the matches of several positions that have at least `least` positions themselves.
    ///
    /// A game looks for these; a matcher that knows a match's size before it keeps it, or that need not look at the
    /// same match from each of its positions, does better than this body.
    ///
    /// # Errors
    /// When a position lies off the board.
    fn match_all_from_size(
        &self,
        board: &dyn Board,
        positions: &[Cell],
        least: usize,
    ) -> Result<Matches, DimensionError> {
        let mut all = Matches::new();
        for &at in positions {
            all.extend(
                self.matches(board, at)?
                    .into_iter()
                    .filter(|found| found.size() >= least),
            );
        }
        Ok(all)
    }
}

/// Keeps the matches that are not contained in another one.
///
/// A match that contains another one contains its first position, so only the matches there are compared. The cost is
/// that of sorting all positions, times the most matches that share a position.
#[must_use]
pub fn maximal(matches: Matches) -> Vec<Match> {
    let matches: Vec<_> = matches.into_iter().collect();
    let mut holders: Vec<_> = matches
        .iter()
        .enumerate()
        .flat_map(|(i, found)| found.0.iter().map(move |&cell| (cell, i)))
        .collect();
    holders.sort_unstable();
    let is_contained = |i: usize| {
        let Some(&first) = matches[i].0.first() else {
            return true;
        };
        let from = holders.partition_point(|&(cell, _)| cell < first);
        holders[from..]
            .iter()
            .take_while(|&&(cell, _)| cell == first)
            .any(|&(_, other)| other != i && matches[i].is_within(&matches[other]))
    };
    let contained: Vec<_> = (0..matches.len()).map(is_contained).collect();
    matches
        .into_iter()
        .zip(contained)
        .filter(|(_, contained)| !contained)
        .map(|(found, _)| found)
        .collect()
}

/// Joins equal tokens that lie one of a few steps apart, as far as they reach.
///
/// From a position the match grows by every delta forwards and backwards through equal tokens until nothing is added.
/// It is found with a list of open positions instead of recursion, and positions already joined are marked, so a
/// board of a million equal tokens is matched from all its positions at once in time linear in the board.
///
/// ```
/// use quincunx_core::{Cell, Offset};
/// use crate::framework::{GridBoard, Matcher, MaximumDeltaMatcher, TokenSet};
///
/// let board = GridBoard::parse("AAB;BAA;AAA", TokenSet::new("AB")?)?;
/// let rows = MaximumDeltaMatcher::new([Offset::new(1, 0)])?;
/// let found = rows.matches(&board, Cell::new(2, 1))?;
/// assert_eq!(found.first().map(|found| found.cells()), Some(&[Cell::new(1, 1), Cell::new(2, 1)][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MaximumDeltaMatcher {
    /// Every delta and its opposite, sorted, each once; in 64 bits, where no delta is without an opposite.
    steps: Vec<(i64, i64)>,
}

/// Deltas that make no matcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DeltaError {
    /// There is no delta.
    #[error("a matcher needs at least one delta")]
    NoDelta,
    /// A delta leads nowhere.
    #[error("a delta of 0,0 leads nowhere: at least one of its numbers differs from 0")]
    Zero,
}

impl MaximumDeltaMatcher {
    /// Makes a matcher of a set of deltas.
    ///
    /// # Errors
    /// When the set is empty or holds (0,0).
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

    /// Makes the matcher of rows: equal tokens side by side.
    #[must_use]
    pub fn rows() -> Self {
        Self {
            steps: vec![(-1, 0), (1, 0)],
        }
    }

    /// Makes the matcher of columns: equal tokens one above the other.
    #[must_use]
    pub fn columns() -> Self {
        Self {
            steps: vec![(0, -1), (0, 1)],
        }
    }

    /// Lists the deltas as columns and rows, of one and its opposite the one that leads to the right or straight down.
    pub fn deltas(&self) -> impl Iterator<Item = (i64, i64)> {
        self.steps.iter().copied().filter(|&step| step > (0, 0))
    }

    /// Counts the deltas; one and its opposite count as one.
    #[must_use]
    pub const fn delta_count(&self) -> usize {
        self.steps.len() / 2
    }

    /// Returns the matcher that finds on the mirror image of a board, left and right exchanged, the images of what
    /// this one finds.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut steps: Vec<_> = self
            .steps
            .iter()
            .map(|&(columns, rows)| (-columns, rows))
            .collect();
        steps.sort_unstable();
        Self { steps }
    }

    /// Joins everything that is reached from a position, which must not be marked yet: collects it in `cells`, in
    /// place of what they held, and marks it.
    fn grow(
        &self,
        board: &dyn Board,
        at: Cell,
        token: Token,
        marks: &mut Marks,
        cells: &mut Vec<Cell>,
    ) -> Result<(), DimensionError> {
        marks.insert(at);
        cells.clear();
        cells.push(at);
        let mut open = 0;
        while open < cells.len() {
            let from = cells[open];
            open += 1;
            for &(columns, rows) in &self.steps {
                let Some(next) = marks.step(from, columns, rows) else {
                    continue;
                };
                if !marks.contains(next) && board.get(next)? == Some(token) {
                    marks.insert(next);
                    cells.push(next);
                }
            }
        }
        Ok(())
    }
}

impl Matcher for MaximumDeltaMatcher {
    fn matches(&self, board: &dyn Board, at: Cell) -> Result<Matches, DimensionError> {
        self.match_all(board, &[at])
    }

    fn match_all_from_size(
        &self,
        board: &dyn Board,
        positions: &[Cell],
        least: usize,
    ) -> Result<Matches, DimensionError> {
        let mut marks = Marks::new(board.size());
        let (mut all, mut cells) = (Vec::new(), Vec::new());
        for &at in positions {
            on_board(board.size(), at)?;
            if marks.contains(at) {
                continue;
            }
            if let Some(token) = board.get(at)? {
                self.grow(board, at, token, &mut marks, &mut cells)?;
                if cells.len() >= least {
                    all.push(Match::new(cells.clone()));
                }
            }
        }
        Ok(all.into_iter().collect())
    }
}

/// One bit a field: whether it has been joined to a match.
struct Marks {
    size: Size,
    bits: Vec<u64>,
}

impl Marks {
    fn new(size: Size) -> Self {
        Self {
            size,
            bits: vec![0; size.area().div_ceil(64)],
        }
    }

    fn contains(&self, cell: Cell) -> bool {
        let index = self.size.index(cell);
        self.bits[index / 64] >> (index % 64) & 1 != 0
    }

    fn insert(&mut self, cell: Cell) {
        let index = self.size.index(cell);
        self.bits[index / 64] |= 1 << (index % 64);
    }

    fn step(&self, from: Cell, columns: i64, rows: i64) -> Option<Cell> {
        let column = u32::try_from(i64::from(from.column) + columns).ok()?;
        let row = u32::try_from(i64::from(from.row) + rows).ok()?;
        let to = Cell::new(column, row);
        self.size.contains(to).then_some(to)
    }
}

/// Finds what any of several matchers finds; a match found by two of them counts once.
///
/// The union of no matchers finds nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnionMatcher<M> {
    matchers: Vec<M>,
}

impl<M: Matcher> UnionMatcher<M> {
    /// Makes the union of some matchers.
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

impl<M: Matcher> Matcher for UnionMatcher<M> {
    fn matches(&self, board: &dyn Board, at: Cell) -> Result<Matches, DimensionError> {
        self.match_all(board, &[at])
    }

    fn match_all_from_size(
        &self,
        board: &dyn Board,
        positions: &[Cell],
        least: usize,
    ) -> Result<Matches, DimensionError> {
        positions.iter().try_for_each(|&at| on_board(board.size(), at))?;
        let mut all = Matches::new();
        for matcher in &self.matchers {
            all.append(&mut matcher.match_all_from_size(board, positions, least)?);
        }
        Ok(all)
    }
}

impl<M: Matcher + ?Sized> Matcher for Box<M> {
    fn matches(&self, board: &dyn Board, at: Cell) -> Result<Matches, DimensionError> {
        (**self).matches(board, at)
    }

    fn match_all_from_size(
        &self,
        board: &dyn Board,
        positions: &[Cell],
        least: usize,
    ) -> Result<Matches, DimensionError> {
        (**self).match_all_from_size(board, positions, least)
    }
}
