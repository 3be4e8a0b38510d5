//! Opening books: the exact scores of a game's first plies, solved once and looked up afterwards.
//!
//! A game offers them in [`RegisteredGame::BOOKS`](crate::RegisteredGame::BOOKS); command lines ask
//! [`DynGame::books`](crate::DynGame::books). Scores are those of [`exact`](quincunx_search::exact).

use std::error::Error;
use std::num::NonZero;

use quincunx_search::StopToken;
use thiserror::Error;

/// What a game offers to make, open and check its books.
pub struct Books {
    /// The most plies that a book may have.
    pub most_plies: u32,
    /// The file of the book that is shipped.
    pub shipped: &'static [u8],
    /// Begins a book of a number of plies, [`Books::most_plies`] at most.
    pub begin: fn(u32) -> Box<dyn BookBuilder>,
    /// Resumes a book that [`BookBuilder::to_bytes`] left, finished or not.
    pub resume: ResumeFn,
    /// Opens a finished book.
    pub open: OpenFn,
}

type ResumeFn = fn(&[u8]) -> Result<Box<dyn BookBuilder>, BookError>;
type OpenFn = fn(&[u8]) -> Result<Box<dyn OpeningBook>, BookError>;

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

    /// Solves the rest on a number of threads, until the stop.
    ///
    /// `report` is called after every position, by one thread at a time, while the others wait only to hand
    /// in theirs.
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
    #[must_use]
    pub const fn is_finished(self) -> bool {
        self.solved == self.positions
    }
}

/// A finished book.
pub trait OpeningBook: Sync {
    /// Counts the positions of each ply, from the empty board on.
    fn tallies(&self) -> Vec<Tally>;

    /// Solves some positions of the last ply again on a number of threads, without the book, until the stop;
    /// those of the plies before follow from them. The same seed chooses the same ones.
    ///
    /// `report` is called for each, from whichever thread solved it.
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
    #[must_use]
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
    #[must_use]
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
    #[must_use]
    pub const fn is_right(&self) -> bool {
        self.in_book == self.solved
    }
}
