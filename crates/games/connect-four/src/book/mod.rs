//! The opening book: the exact score of every position of the first plies, found once and looked up ever after.
//!
//! A book holds the scores of all positions of one ply, the *last* of the book; those of earlier plies follow from them,
//! as a position is worth what its best drop leads to. Mirror images share a score. Positions are not stored: the
//! reachable ones, in the order of their keys, are found again when the book is opened ([`positions`]), so a score takes a
//! byte before compression, and well under one after.
//!
//! `quincunx book build` makes one ([`Builder`]); the one that is shipped is opened by [`Book::shipped`].

mod build;
mod check;
mod file;
pub mod positions;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use quincunx_core::grid::bits::Geometry;

use super::bits::{BitBoard, Standard};
use super::solver::win;
use positions::Layer;
use quincunx_registry::opening::{BookError, Books};

pub use build::Builder;
pub use file::FileError;
pub use quincunx_registry::opening::Progress;

/// The memory of each thread's solver that makes or checks a book, in bytes: 2^17 entries. With 2^19 a position takes a tenth
/// fewer nodes and half as long again, for they are not in the cache.
const MEMORY: usize = 1 << 21;

/// The file of the book that is shipped: 7×6.
static FILE: &[u8] = include_bytes!("7x6.book");

/// The book that is shipped.
static SHIPPED: LazyLock<Book> =
    LazyLock::new(|| Book::from_bytes(FILE).expect("the shipped book is whole, as a test opens it"));

/// Books as command lines ask for them.
pub(super) static BOOKS: Books = Books {
    most_plies: Book::MOST_PLIES,
    shipped: FILE,
    begin: |plies| Box::new(Builder::new(plies)),
    resume: |bytes| match Builder::from_bytes(bytes) {
        Ok(builder) => Ok(Box::new(builder)),
        Err(error) => Err(BookError::because(error)),
    },
    open: |bytes| match Book::from_bytes(bytes) {
        Ok(book) => Ok(Box::new(book)),
        Err(error) => Err(BookError::because(error)),
    },
};

/// The exact scores of all positions of the board of seven columns and six rows up to some ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The positions by their number of stones, and for each its score.
    layers: Vec<(Layer, Vec<i8>)>,
}

impl Book {
    /// The plies of the book that is shipped.
    pub const SHIPPED_PLIES: u32 = 8;

    /// The most plies of a book: its positions must be found again whenever it is opened.
    pub const MOST_PLIES: u32 = 12;

    /// Returns the book that is shipped; it is opened when first asked for, within some hundredths of a second.
    #[must_use]
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Makes a book of the scores of the last layer's positions, in the order of [`positions::layers`].
    fn new(layers: Vec<Layer>, last: Vec<i8>) -> Self {
        let mut scored: Vec<(Layer, Vec<i8>)> = Vec::with_capacity(layers.len());
        let mut last = Some(last);
        for layer in layers.into_iter().rev() {
            let scores = match scored.last() {
                Some(later) => layer.boards().map(|board| best_reply(&board, later)).collect(),
                None => last.take().expect("taken once, as a layer is scored then"),
            };
            scored.push((layer, scores));
        }
        scored.reverse();
        Self { layers: scored }
    }

    /// Returns the number of stones up to which it knows all positions.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// Returns how many positions it knows, mirror images counted once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layers.iter().map(|(layer, _)| layer.len()).sum()
    }

    /// Tells whether it knows no position, which none does.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the exact score of a position for its mover; `None` when it has more stones than the book's plies, or the
    /// game is over.
    #[must_use]
    pub fn score(&self, board: &BitBoard<Standard>) -> Option<i32> {
        let (layer, scores) = self.layers.get(board.stones() as usize)?;
        layer.find(board).map(|at| i32::from(scores[at]))
    }

    /// Lists the positions of the last ply with their scores.
    pub fn last(&self) -> impl Iterator<Item = (BitBoard<Standard>, i32)> {
        let (layer, scores) = self.layers.last().expect("a book has a layer");
        layer.boards().zip(scores.iter().map(|score| i32::from(*score)))
    }
}

/// Returns the score of a position whose replies are in a layer, or win.
fn best_reply(board: &BitBoard<Standard>, (later, scores): &(Layer, Vec<i8>)) -> i8 {
    let area = board.geometry().area();
    if board.can_win_now() {
        return win(area, board.stones()) as i8;
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
