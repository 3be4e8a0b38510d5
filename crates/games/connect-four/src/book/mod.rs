//! The opening book: the exact score of every position of the first plies of the standard board.
//!
//! A book stores the scores of all positions of its *last* ply; those of earlier plies follow from the best
//! drop. Mirror images share a score. Positions are not stored: the reachable ones are generated in the order
//! of their keys when the book is opened. [`BookBuilder`](crate::BookBuilder) makes books.

mod file;
pub(crate) mod positions;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use quincunx_core::grid::bits::Geometry;

use crate::bitboard::{BitBoard, Standard};
use crate::score;
use positions::Layer;

pub use file::FileError;
pub(crate) use file::{read, write};

pub(crate) static FILE: &[u8] = include_bytes!("7x6.book");

static SHIPPED: LazyLock<Book> =
    LazyLock::new(|| Book::from_bytes(FILE).expect("a test opens the shipped book"));

/// The exact scores of all positions of the standard board up to a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The positions and their scores by number of stones.
    pub(crate) layers: Vec<(Layer, Vec<i8>)>,
}

impl Book {
    /// The plies of the shipped book.
    pub(crate) const SHIPPED_PLIES: u32 = 8;

    /// The most plies of a book, whose positions are generated when it is opened.
    pub const MAX_PLIES: u32 = 12;

    /// Returns the shipped book. The first call opens it, within some hundredths of a second.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Creates a book of the scores of the last layer's positions.
    pub(crate) fn new(layers: Vec<Layer>, last: Vec<i8>) -> Self {
        let mut scored: Vec<(Layer, Vec<i8>)> = Vec::with_capacity(layers.len());
        let mut last = Some(last);
        for layer in layers.into_iter().rev() {
            let scores = match scored.last() {
                Some(later) => layer.boards().map(|board| best_reply(&board, later)).collect(),
                None => last.take().expect("only the last layer has no later one"),
            };
            scored.push((layer, scores));
        }
        scored.reverse();
        Self { layers: scored }
    }

    /// Returns the number of stones up to which it contains all positions.
    pub fn plies(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// Returns the exact [score](crate::solver) of a position for its mover; `None` when it has more stones
    /// than the book's plies or is over.
    pub fn score(&self, board: &BitBoard<Standard>) -> Option<i32> {
        let (layer, scores) = self.layers.get(board.stones() as usize)?;
        layer.find(board).map(|at| i32::from(scores[at]))
    }
}

/// Returns the score of a position whose replies win or are in the next layer.
fn best_reply(board: &BitBoard<Standard>, (later, scores): &(Layer, Vec<i8>)) -> i8 {
    let area = board.geometry().area();
    if board.can_win_now() {
        return score::win(area, board.stones()) as i8;
    }
    positions::replies(board)
        .map(|reply| {
            -scores[later
                .find(&reply)
                .expect("a reply that does not win is in the next layer")]
        })
        .max()
        .expect("the first plies fill no board")
}
