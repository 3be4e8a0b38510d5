//! Builds and verifies opening books on all cores.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use quincunx_core::grid::bits::Geometry;
use quincunx_core::{Notation, Random, RandomSource, Side};
use quincunx_registry::opening::{self, BookError, Books, CheckedPosition, OpeningBook, Progress, Tally};
use quincunx_search::workers::run_on_threads;
use quincunx_search::{Limits, SearchBudget, StopToken};

use crate::bitboard::{BitBoard, Standard};
use crate::book::positions::{self, Layer};
use crate::book::{self, Book, FileError};
use crate::rules::ConnectFour;
use crate::solver::BoardSolver;

/// Creates, resumes and opens books.
pub(crate) struct ConnectFourBooks;

impl Books for ConnectFourBooks {
    fn max_plies(&self) -> u32 {
        Book::MAX_PLIES
    }

    fn shipped(&self) -> &'static [u8] {
        book::FILE
    }

    fn begin(&self, plies: u32) -> Box<dyn opening::BookBuilder> {
        Box::new(BookBuilder::new(plies))
    }

    fn resume(&self, bytes: &[u8]) -> Result<Box<dyn opening::BookBuilder>, BookError> {
        Ok(Box::new(BookBuilder::from_bytes(bytes).map_err(BookError::new)?))
    }

    fn open(&self, bytes: &[u8]) -> Result<Box<dyn OpeningBook>, BookError> {
        Ok(Box::new(Book::from_bytes(bytes).map_err(BookError::new)?))
    }
}

/// The memory of each thread's solver in bytes. 2^23 saves a tenth of the nodes but takes half as long again,
/// as the table exceeds the cache.
pub(crate) const MEMORY: usize = 1 << 21;

/// The positions that a thread takes at a time.
const BATCH: usize = 32;

/// A book whose positions are being solved.
pub struct BookBuilder {
    layers: Vec<Layer>,
    /// The scores of the last layer's positions that are known.
    scores: Vec<Option<i8>>,
    /// The number of known scores.
    solved: usize,
}

impl BookBuilder {
    /// Begins a book of up to `plies` stones.
    ///
    /// # Panics
    /// When `plies` is above [`Book::MAX_PLIES`].
    pub fn new(plies: u32) -> Self {
        assert!(plies <= Book::MAX_PLIES, "more plies than a book may have");
        let layers = positions::layers(plies);
        let last = layers.last().expect("there is a layer for the empty board");
        let scores = vec![None; last.len()];
        Self {
            layers,
            scores,
            solved: 0,
        }
    }

    /// Resumes a book, finished or not, from its bytes.
    ///
    /// # Errors
    /// When the bytes are not a book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let (layers, scores) = book::read(bytes)?;
        let solved = scores.iter().flatten().count();
        Ok(Self {
            layers,
            scores,
            solved,
        })
    }

    /// Returns the book when every position is solved.
    ///
    /// # Errors
    /// The builder itself when some are not.
    pub fn finish(self) -> Result<Book, Self> {
        match self.scores.iter().copied().collect() {
            Some(scores) => Ok(Book::new(self.layers, scores)),
            None => Err(self),
        }
    }
}

impl quincunx_registry::opening::BookBuilder for BookBuilder {
    fn plies(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    fn progress(&self) -> Progress {
        Progress {
            solved: self.solved,
            positions: self.scores.len(),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        book::write(self.layers.len() as u32 - 1, &self.scores)
    }

    fn run(
        &mut self,
        threads: NonZero<usize>,
        stop: &StopToken,
        report: &(dyn Fn(&dyn quincunx_registry::opening::BookBuilder) + Sync),
    ) {
        let last = self
            .layers
            .last()
            .expect("there is a layer for the empty board")
            .clone();
        let open: Vec<usize> = positions::depth_first_order(&self.layers)
            .into_iter()
            .filter(|at| self.scores[*at].is_none())
            .collect();
        let next = AtomicUsize::new(0);
        let shared = Mutex::new(self);
        let work = || {
            let mut solver = BoardSolver::new(MEMORY);
            loop {
                let from = next.fetch_add(BATCH, Ordering::Relaxed);
                let Some(part) = open.get(from..).filter(|part| !part.is_empty()) else {
                    return;
                };
                for at in &part[..part.len().min(BATCH)] {
                    // The easiest positions are solved before the budget checks the token.
                    if stop.is_stopped() {
                        return;
                    }
                    let mut budget = SearchBudget::start(&Limits::until(stop));
                    let Some(score) = solver.score(last.board(*at), &mut budget) else {
                        return;
                    };
                    let mut builder = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    builder.scores[*at] = Some(i8::try_from(score).expect("scores on 7×6 lie within ±21"));
                    builder.solved += 1;
                    report(&**builder);
                }
            }
        };
        run_on_threads(threads.get().min(open.len().div_ceil(BATCH)), work);
    }
}

impl OpeningBook for Book {
    fn tallies(&self) -> Vec<Tally> {
        let tally = |(_, scores): &(Layer, Vec<i8>)| Tally::of(scores.iter().copied().map(i32::from));
        self.layers.iter().map(tally).collect()
    }

    fn check(
        &self,
        sample: usize,
        seed: u64,
        threads: NonZero<usize>,
        stop: &StopToken,
        report: &(dyn Fn(CheckedPosition) + Sync),
    ) {
        let positions = self.layers.last().map_or(0, |(layer, _)| layer.len());
        let mut indices: Vec<usize> = (0..positions).collect();
        Random::new(seed).shuffle(&mut indices);
        indices.truncate(sample);
        self.check_at(&indices, threads, stop, report);
    }
}

impl Book {
    /// Solves the last ply's positions at the given indices again.
    pub(crate) fn check_at(
        &self,
        indices: &[usize],
        threads: NonZero<usize>,
        stop: &StopToken,
        report: &(dyn Fn(CheckedPosition) + Sync),
    ) {
        let (layer, scores) = self.layers.last().expect("a book has a layer");
        let limits = Limits::until(stop);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut solver = BoardSolver::new(MEMORY);
            while let Some(&at) = indices.get(next.fetch_add(1, Ordering::Relaxed)) {
                // The easiest positions are solved before the budget checks the token.
                if stop.is_stopped() {
                    return;
                }
                let board = layer.board(at);
                let mut budget = SearchBudget::start(&limits);
                let Some(solved) = solver.score(board, &mut budget) else {
                    return;
                };
                report(CheckedPosition {
                    position: text(&board),
                    in_book: i32::from(scores[at]),
                    solved,
                });
            }
        };
        run_on_threads(threads.get().min(indices.len()), work);
    }
}

fn text(board: &BitBoard<Standard>) -> String {
    let rules = ConnectFour::default();
    let stones = match board.stones() % 2 {
        0 => [board.mover(), board.opponent()],
        _ => [board.opponent(), board.mover()],
    };
    let geometry = board.geometry();
    let position = rules.position_of(|cell| {
        let bit = 1 << (cell.column * geometry.stride() + cell.row);
        let owner = stones.iter().position(|stones| stones & bit != 0)?;
        Some([Side::One, Side::Two][owner])
    });
    rules.position_text(&position.expect("play reaches every position of a book"))
}
