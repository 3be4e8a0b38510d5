//! The game: a board and a matcher, points, and cascades.

use std::collections::VecDeque;

use quincunx_core::{Cell, Size};
use thiserror::Error;

use super::board::{Board, BoardError, FillError, Move};
use super::matcher::{Match, Matcher, combinations};
use crate::engine::{DimensionError, match_points};

/// The interface of a match-three game to its player.
pub trait MatchThreeGame {
    /// Returns the board.
    fn board(&self) -> &dyn Board;

    /// Returns the board for change: its filling strategy is set here.
    fn board_mut(&mut self) -> &mut dyn Board;

    /// Sets what matches from now on.
    fn set_matcher(&mut self, matcher: Box<dyn Matcher>);

    /// Returns the points of this game; 0 before its start.
    fn score(&self) -> u64;

    /// Begins a new game on the board as it is: tokens fall, empty fields are filled, and all matches are
    /// resolved.
    ///
    /// # Errors
    /// When the board cannot be filled or the cascade does not come to rest; then nothing has changed.
    fn start(&mut self) -> Result<(), GameError>;

    /// Makes a move and resolves the matches of the fields that it touched.
    ///
    /// # Errors
    /// As [`MatchThreeGame::start`], and when the move does not fit.
    fn accept(&mut self, step: &dyn Move) -> Result<(), GameError>;
}

/// A start or a move that a game rejects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The board rejected a change; a move that does not fit is among these.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The board could not be filled.
    #[error(transparent)]
    Fill(#[from] FillError),
    /// The cascade takes too many steps or comparisons.
    #[error("the cascade did not come to rest within {steps} steps")]
    Endless {
        /// The steps made.
        steps: u64,
    },
}

impl From<DimensionError> for GameError {
    fn from(error: DimensionError) -> Self {
        Self::Board(error.into())
    }
}

/// Returns the points of one step of a cascade: factor × number of matches × Σ (3 + 2·(size − 3)).
///
/// The factor is 1 in the first step after a start or a move, and grows by 1 with each further step.
#[must_use]
pub fn step_points(factor: u64, removed: &[Match]) -> u64 {
    match_points(factor, removed.iter().map(Match::size))
}

/// The removal of one step of a cascade: the positions, sorted, and the points.
pub(super) struct Removal {
    pub(super) cells: Vec<Cell>,
    pub(super) points: u64,
}

impl Removal {
    /// Finds what the step with a factor removes among the matches of some positions; `None` when nothing
    /// matches.
    pub(super) fn find(
        board: &dyn Board,
        matcher: &(impl Matcher + ?Sized),
        positions: &[Cell],
        factor: u64,
    ) -> Result<Option<Self>, DimensionError> {
        let matches = combinations(board, matcher, positions)?;
        let cells = matches.iter().flat_map(Match::cells).copied().collect();
        Ok((!matches.is_empty()).then(|| Self {
            cells: Match::new(cells).into_cells(),
            points: step_points(factor, &matches),
        }))
    }
}

/// Returns the steps after which a cascade that does not settle counts as endless: at most the whole board
/// each, they look at 2²² fields, but there are at least 256.
///
/// A cascade settles while the last [`WINDOW`] steps looked at fewer positions, by more than a thousandth,
/// than as many before. With three tokens or more boards come to rest from the bottom up: on 400×400 with
/// four tokens after 271 steps, on 1000×1000 with six after 163. With two tokens they never do.
#[must_use]
pub(crate) fn patient_steps(size: Size) -> u64 {
    let steps = (1 << 22) / size.area() as u64;
    steps.max(256)
}

/// The steps that are compared with as many before them.
pub(crate) const WINDOW: usize = 64;

/// The most [comparisons](Matcher::comparisons) of all steps of one cascade, which take a minute or two; one
/// with more counts as endless. On 1000×1000 with four tokens, rows and columns come to rest after 2^29.2.
pub(crate) const MAX_COMPARISONS: u64 = 1 << 30;

/// The positions that the steps of a cascade looked at, which say whether it comes to rest.
pub(super) struct Activity {
    size: Size,
    /// The comparisons of a position.
    comparisons: u64,
    /// The comparisons of all steps.
    total: u64,
    /// The last steps, at most twice the window.
    recent: VecDeque<u64>,
}

impl Activity {
    pub(super) const fn new(size: Size, comparisons: u64) -> Self {
        Self {
            size,
            comparisons,
            total: 0,
            recent: VecDeque::new(),
        }
    }

    /// Counts the positions of the next step; returns whether the cascade is endless.
    pub(super) fn count(&mut self, steps: u64, positions: usize) -> bool {
        let positions = positions.min(self.size.area()) as u64;
        self.total = self
            .total
            .saturating_add(self.comparisons.saturating_mul(positions));
        if self.recent.len() == 2 * WINDOW {
            self.recent.pop_front();
        }
        self.recent.push_back(positions);
        let sum = |range| self.recent.range(range).sum::<u64>() as f64;
        self.total > MAX_COMPARISONS
            || steps >= patient_steps(self.size) && sum(WINDOW..2 * WINDOW) >= 0.999 * sum(0..WINDOW)
    }
}

/// The game on any board and with any matcher.
///
/// ```
/// use quincunx_match3::framework::*;
///
/// let mut board = GridBoard::parse("AAA;BCB", TokenSet::new("ABC")?)?;
/// board.set_filling_strategy(Box::new("B;CAC;B".parse::<ColumnFilling>()?));
/// let mut game = CascadeGame::new(board, MaximumDeltaMatcher::rows());
/// game.start()?;
/// assert_eq!((game.score(), game.board().to_string()), (3, "BCB;BCB".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CascadeGame {
    board: Box<dyn Board>,
    matcher: Box<dyn Matcher>,
    score: u64,
}

impl CascadeGame {
    /// Creates a game that is not started yet.
    #[must_use]
    pub fn new(board: impl Into<Box<dyn Board>>, matcher: impl Matcher + 'static) -> Self {
        Self {
            board: board.into(),
            matcher: Box::new(matcher),
            score: 0,
        }
    }

    /// Carries out a change, which returns the positions to resolve from, and returns the points; or restores
    /// the board with its filling strategy from a copy, as any strategy may fail in the middle of a cascade.
    fn attempt(
        &mut self,
        change: impl FnOnce(&mut dyn Board) -> Result<Vec<Cell>, GameError>,
    ) -> Result<u64, GameError> {
        let before = self.board.clone();
        let done = change(&mut *self.board).and_then(|positions| self.resolve(positions));
        if done.is_err() {
            self.board = before;
        }
        done
    }

    /// Resolves matches from some positions until the board is at rest, and returns the points.
    fn resolve(&mut self, mut positions: Vec<Cell>) -> Result<u64, GameError> {
        let mut points = 0_u64;
        let mut activity = Activity::new(self.board.size(), self.matcher.comparisons());
        for factor in 1.. {
            if activity.count(factor - 1, positions.len()) {
                return Err(GameError::Endless { steps: factor - 1 });
            }
            let Some(removal) = Removal::find(&*self.board, &*self.matcher, &positions, factor)? else {
                break;
            };
            points = points.saturating_add(removal.points);
            self.board.remove(&removal.cells)?;
            positions = self.board.move_to_bottom();
            positions.extend(self.board.fill()?);
        }
        Ok(points)
    }
}

impl MatchThreeGame for CascadeGame {
    fn board(&self) -> &dyn Board {
        &*self.board
    }

    fn board_mut(&mut self) -> &mut dyn Board {
        &mut *self.board
    }

    fn set_matcher(&mut self, matcher: Box<dyn Matcher>) {
        self.matcher = matcher;
    }

    fn score(&self) -> u64 {
        self.score
    }

    fn start(&mut self) -> Result<(), GameError> {
        self.score = self.attempt(|board| {
            board.move_to_bottom();
            board.fill()?;
            Ok(board.size().cells().collect())
        })?;
        Ok(())
    }

    fn accept(&mut self, step: &dyn Move) -> Result<(), GameError> {
        let points = self.attempt(|board| {
            let affected = step.affected(board)?;
            step.apply(board)?;
            Ok(affected)
        })?;
        self.score = self.score.saturating_add(points);
        Ok(())
    }
}
