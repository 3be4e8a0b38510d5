//! Matchers: which tokens of a board belong together.

use std::collections::BTreeSet;
use std::fmt;

use quincunx_core::{Cell, Grid};

use super::board::{Board, on_board};
use crate::engine::{DimensionError, MIN_MATCH, MaximumDeltaMatcher, Token, UnionMatcher, shifted};

/// A match: a set of positions whose tokens belong together, by column, then by row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match(Vec<Cell>);

impl Match {
    /// Creates the match of some positions; a repeated one counts once.
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

    pub(super) fn into_cells(self) -> Vec<Cell> {
        self.0
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.0.len()
    }

    /// Returns whether every position of this match belongs to another.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        self.size() <= other.size() && self.0.iter().all(|cell| other.0.binary_search(cell).is_ok())
    }
}

/// A set of matches, sorted as lists of positions.
pub type Matches = BTreeSet<Match>;

/// A rule that finds the matches of a position on any board. All methods fail when a position lies off the
/// board.
pub trait Matcher: fmt::Debug {
    /// Finds the matches of a position; none when its field is empty.
    fn matches(&self, board: &dyn Board, at: Cell) -> Result<Matches, DimensionError>;

    /// Finds the matches of several positions: the union of the matches of each.
    fn match_all(&self, board: &dyn Board, positions: &[Cell]) -> Result<Matches, DimensionError> {
        self.match_all_from_size(board, positions, 1)
    }

    /// Finds the matches of several positions that have at least `least` positions themselves.
    ///
    /// Games call this. Override it where a match need not be found from each of its positions.
    fn match_all_from_size(
        &self,
        board: &dyn Board,
        positions: &[Cell],
        least: usize,
    ) -> Result<Matches, DimensionError> {
        let mut all = Matches::new();
        for &at in positions {
            let found = self.matches(board, at)?.into_iter();
            all.extend(found.filter(|found| found.size() >= least));
        }
        Ok(all)
    }

    /// Returns how many comparisons a position takes, about; 1 unless this is overridden. A cascade that
    /// takes too many in all counts as endless.
    fn comparisons(&self) -> u64 {
        1
    }
}

/// Finds what one step of a cascade removes: the matches of the positions that have at least three positions
/// and lie in no other match. Matches that overlap in part are all kept.
///
/// # Errors
/// When a position is off the board.
pub fn combinations(
    board: &dyn Board,
    matcher: &(impl Matcher + ?Sized),
    positions: &[Cell],
) -> Result<Vec<Match>, DimensionError> {
    let mut matches = matcher.match_all_from_size(board, positions, MIN_MATCH)?;
    // Other matchers may return more than was asked for.
    matches.retain(|found| found.size() >= MIN_MATCH);
    Ok(maximal(matches))
}

/// Keeps the matches that are not contained in another one.
///
/// A match that contains another one contains its first position, so only the matches there are compared.
#[must_use]
pub(crate) fn maximal(matches: Matches) -> Vec<Match> {
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
    let kept = matches
        .into_iter()
        .zip(contained)
        .filter(|(_, contained)| !contained);
    kept.map(|(found, _)| found).collect()
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
        // Whether a field has been joined to a match.
        let mut marks = Grid::filled(board.size(), false);
        let (mut all, mut cells) = (Vec::new(), Vec::new());
        for &at in positions {
            on_board(board.size(), at)?;
            if marks[at] {
                continue;
            }
            if let Some(token) = board.get(at)? {
                grow(self, board, at, token, &mut marks, &mut cells)?;
                if cells.len() >= least {
                    all.push(Match::new(cells.clone()));
                }
            }
        }
        Ok(all.into_iter().collect())
    }

    fn comparisons(&self) -> u64 {
        self.delta_count() as u64
    }
}

/// Joins everything that a matcher reaches from a position, which must not be marked yet: collects it in
/// `cells`, in place of what they held, and marks it.
fn grow(
    matcher: &MaximumDeltaMatcher,
    board: &dyn Board,
    at: Cell,
    token: Token,
    marks: &mut Grid<bool>,
    cells: &mut Vec<Cell>,
) -> Result<(), DimensionError> {
    marks[at] = true;
    cells.clear();
    cells.push(at);
    let mut open = 0;
    while open < cells.len() {
        let from = cells[open];
        open += 1;
        for &step in &matcher.steps {
            let Some(next) = shifted(marks.size(), from, step) else {
                continue;
            };
            if !marks[next] && board.get(next)? == Some(token) {
                marks[next] = true;
                cells.push(next);
            }
        }
    }
    Ok(())
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
        for matcher in self.matchers() {
            all.append(&mut matcher.match_all_from_size(board, positions, least)?);
        }
        Ok(all)
    }

    fn comparisons(&self) -> u64 {
        self.matchers().iter().map(Matcher::comparisons).sum()
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

    fn comparisons(&self) -> u64 {
        (**self).comparisons()
    }
}
