//! Checking a book: some of its positions solved again, on all cores and without it.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use quincunx_core::grid::bits::Geometry;
use quincunx_core::{Notation, Player, Random, RandomSource};
use quincunx_search::workers::at_work;
use quincunx_search::{Limits, SearchBudget, StopToken};

use super::{Book, MEMORY};
use crate::bits::{BitBoard, Standard};
use crate::rules::ConnectFour;
use crate::solver::BoardSolver;
use quincunx_registry::opening::{Checked, OpeningBook, Tally};

impl OpeningBook for Book {
    fn tallies(&self) -> Vec<Tally> {
        let layers = self.layers.iter();
        layers
            .map(|(_, scores)| Tally::of(scores.iter().map(|score| i32::from(*score))))
            .collect()
    }

    fn check(
        &self,
        sample: usize,
        seed: u64,
        threads: NonZero<usize>,
        stop: &StopToken,
        report: &(dyn Fn(Checked) + Sync),
    ) {
        let positions = self.layers.last().map_or(0, |(layer, _)| layer.len());
        let mut places: Vec<usize> = (0..positions).collect();
        Random::new(seed).shuffle(&mut places);
        places.truncate(sample);
        self.check_at(&places, threads, stop, report);
    }
}

impl Book {
    /// Solves the positions at some places of the last ply again.
    pub(super) fn check_at(
        &self,
        places: &[usize],
        threads: NonZero<usize>,
        stop: &StopToken,
        report: &(dyn Fn(Checked) + Sync),
    ) {
        let (layer, scores) = self.layers.last().expect("a book has a layer");
        let limits = Limits {
            stop: stop.clone(),
            ..Limits::default()
        };
        let next = AtomicUsize::new(0);
        let work = || {
            let mut solver = BoardSolver::for_many(MEMORY);
            while let Some(&at) = places.get(next.fetch_add(1, Ordering::Relaxed)) {
                // The easiest positions are solved before the meter looks at the flag.
                if stop.is_stopped() {
                    return;
                }
                let board = layer.board(at);
                let mut budget = SearchBudget::start(&limits);
                let Some(solved) = solver.score(board, &mut budget) else {
                    return;
                };
                report(Checked {
                    position: text(&board),
                    in_book: i32::from(scores[at]),
                    solved,
                });
            }
        };
        at_work(threads.get().min(places.len()), work);
    }
}

/// Writes a position as [`Notation::position_text`] does.
fn text(board: &BitBoard<Standard>) -> String {
    let rules = ConnectFour::default();
    let stones = match board.stones() % 2 {
        0 => [board.mover(), board.waiting()],
        _ => [board.waiting(), board.mover()],
    };
    let geometry = board.geometry();
    let position = rules.position_of(|cell| {
        let bit = 1 << (cell.column * geometry.stride() + cell.row);
        let owner = stones.iter().position(|stones| stones & bit != 0)?;
        Some([Player::One, Player::Two][owner])
    });
    rules.position_text(&position.expect("play reaches every position of a book"))
}
