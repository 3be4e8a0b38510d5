//! Making a book: every position of the last ply solved, on all cores, and kept when it is interrupted.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use quincunx_search::workers::at_work;
use quincunx_search::{Limits, SearchBudget, StopToken};

use super::positions::{self, Layer};
use super::{Book, FileError, MEMORY, file};
use crate::solver::BoardSolver;
use quincunx_registry::opening::{BookBuilder, Progress};

/// Positions that a thread takes at a time: related ones, so that what it learns of one helps with the next.
const AT_A_TIME: usize = 32;

/// A book in the making.
pub struct Builder {
    layers: Vec<Layer>,
    /// For each position of the last layer its score, once that is known.
    scores: Vec<Option<i8>>,
    /// How many of them are known.
    solved: usize,
}

impl Builder {
    /// Begins a book of the positions of up to `plies` stones.
    ///
    /// # Panics
    /// When `plies` is above [`Book::MOST_PLIES`].
    #[must_use]
    pub fn new(plies: u32) -> Self {
        assert!(plies <= Book::MOST_PLIES, "more plies than a book may have");
        let layers = positions::layers(plies);
        let last = layers.last().expect("there is a layer for the empty board");
        let scores = vec![None; last.len()];
        Self {
            layers,
            scores,
            solved: 0,
        }
    }

    /// Goes on with a book that was left by [`Builder::to_bytes`]; of a finished one nothing is left to do.
    ///
    /// # Errors
    /// When the bytes are not those of a book, whole or in the making.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let (layers, scores) = file::read(bytes)?;
        let solved = scores.iter().flatten().count();
        Ok(Self {
            layers,
            scores,
            solved,
        })
    }

    /// Writes what is known so far, to go on with later.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        file::write(self.plies(), &self.scores)
    }

    /// Returns the plies of the book.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// Returns how far it has got.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            solved: self.solved,
            positions: self.scores.len(),
        }
    }

    /// Solves what is left on so many threads, until the flag is raised.
    ///
    /// `report` is called after every position with what is known by then, from whichever thread it was; the others wait
    /// for it, so it should be brief.
    pub fn run(&mut self, threads: NonZero<usize>, stop: &StopToken, report: &(dyn Fn(&Self) + Sync)) {
        let last = self
            .layers
            .last()
            .expect("there is a layer for the empty board")
            .clone();
        let open: Vec<usize> = positions::related(&self.layers)
            .into_iter()
            .filter(|at| self.scores[*at].is_none())
            .collect();
        let next = AtomicUsize::new(0);
        let shared = Mutex::new(self);
        let work = || {
            let mut solver = BoardSolver::for_many(MEMORY);
            loop {
                let from = next.fetch_add(AT_A_TIME, Ordering::Relaxed);
                let Some(part) = open.get(from..).filter(|part| !part.is_empty()) else {
                    return;
                };
                for at in &part[..part.len().min(AT_A_TIME)] {
                    // The easiest positions are solved before the meter looks at the flag.
                    if stop.is_stopped() {
                        return;
                    }
                    let mut budget = SearchBudget::start(&Limits {
                        stop: stop.clone(),
                        ..Limits::default()
                    });
                    let Some(score) = solver.score(last.board(*at), &mut budget) else {
                        return;
                    };
                    let mut builder = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    builder.scores[*at] = Some(i8::try_from(score).expect("scores on 7×6 lie within ±21"));
                    builder.solved += 1;
                    report(&builder);
                }
            }
        };
        at_work(threads.get().min(open.len().div_ceil(AT_A_TIME)), work);
    }

    /// Makes the book once every position is solved; gives the builder back when some are not.
    ///
    /// # Errors
    /// The builder itself, as it was.
    pub fn finish(self) -> Result<Book, Self> {
        match self.scores.iter().copied().collect() {
            Some(scores) => Ok(Book::new(self.layers, scores)),
            None => Err(self),
        }
    }
}

impl BookBuilder for Builder {
    fn plies(&self) -> u32 {
        Self::plies(self)
    }

    fn progress(&self) -> Progress {
        Self::progress(self)
    }

    fn to_bytes(&self) -> Vec<u8> {
        Self::to_bytes(self)
    }

    fn run(&mut self, threads: NonZero<usize>, stop: &StopToken, report: &(dyn Fn(&dyn BookBuilder) + Sync)) {
        Self::run(self, threads, stop, &|builder| report(builder));
    }
}
