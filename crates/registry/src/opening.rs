//! Opening books, which hold the exact scores of a game's first plies:
//! [`DynGame::books`](crate::DynGame::books).
//! Scores are those of an [`ExactSolver`](quincunx_search::ExactSolver).

use std::error::Error;
use std::num::NonZero;

use quincunx_search::StopToken;
use thiserror::Error;

/// The opening books of a game: how they are made and opened.
pub trait Books: Sync {
    /// Returns the most plies that a book may have.
    fn max_plies(&self) -> u32;

    /// Returns the file of the book that is shipped.
    fn shipped(&self) -> &'static [u8];

    /// Begins a book of a number of plies, [`Books::max_plies`] at most.
    fn begin(&self, plies: u32) -> Box<dyn BookBuilder>;

    /// Resumes a book that [`BookBuilder::to_bytes`] wrote, finished or not.
    ///
    /// # Errors
    /// When the bytes are not a book of the game.
    fn resume(&self, bytes: &[u8]) -> Result<Box<dyn BookBuilder>, BookError>;

    /// Opens a finished book.
    ///
    /// # Errors
    /// When the bytes are not a finished book of the game.
    fn open(&self, bytes: &[u8]) -> Result<Box<dyn OpeningBook>, BookError>;
}

/// Why bytes are not a book of a game, in the game's words.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct BookError(Box<dyn Error + Send + Sync>);

impl BookError {
    /// Makes the error of what is wrong with the file.
    pub fn new(reason: impl Error + Send + Sync + 'static) -> Self {
        Self(Box::new(reason))
    }
}

/// A book in the making.
pub trait BookBuilder {
    /// Returns the plies of the book.
    fn plies(&self) -> u32;

    /// Returns how far it has got.
    fn progress(&self) -> Progress;

    /// Writes what is known so far: a finished book, or what [`Books::resume`] takes.
    fn to_bytes(&self) -> Vec<u8>;

    /// Solves the rest until the stop; `report` is called after every position, by one thread at a time.
    fn run(&mut self, threads: NonZero<usize>, stop: &StopToken, report: &(dyn Fn(&dyn BookBuilder) + Sync));
}

/// How far a book has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions whose scores are known.
    pub solved: usize,
    /// All positions of the last ply.
    pub positions: usize,
}

impl Progress {
    /// Returns whether the book is finished.
    pub const fn is_finished(self) -> bool {
        self.solved == self.positions
    }
}

/// A finished book.
pub trait OpeningBook: Sync {
    /// Counts the positions of each ply, from the empty board on.
    fn tallies(&self) -> Vec<Tally>;

    /// Solves some positions of the last ply again without the book, until the stop. The same seed chooses
    /// the same ones. `report` is called for each, from whichever thread solved it.
    fn check(
        &self,
        sample: usize,
        seed: u64,
        threads: NonZero<usize>,
        stop: &StopToken,
        report: &(dyn Fn(CheckedPosition) + Sync),
    );
}

/// The positions of one ply, of those that are alike by symmetry one, by who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those that the side to move wins.
    pub wins: usize,
    /// Those that nobody wins.
    pub draws: usize,
    /// Those that the side to move loses.
    pub losses: usize,
}

impl Tally {
    /// Counts scores.
    pub fn of(scores: impl IntoIterator<Item = i32>) -> Self {
        let mut tally = Self::default();
        for score in scores {
            *match score.signum() {
                1 => &mut tally.wins,
                0 => &mut tally.draws,
                _ => &mut tally.losses,
            } += 1;
        }
        tally
    }

    /// Counts all of them.
    pub const fn positions(self) -> usize {
        self.wins + self.draws + self.losses
    }
}

/// A position that was solved again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckedPosition {
    /// The position in the game's notation.
    pub position: String,
    /// The score in the book.
    pub in_book: i32,
    /// The score by search.
    pub solved: i32,
}

impl CheckedPosition {
    /// Returns whether the book is right.
    pub const fn is_right(&self) -> bool {
        self.in_book == self.solved
    }
}
