//! Solved single-player games: [`DynGame::tablebases`](crate::DynGame::tablebases). A position has a list of
//! values: the points that perfect play is expected to make from there, then for each *goal*, in 2048 a tile,
//! the greatest chance of reaching it.

use std::io::{self, Read, Seek, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use quincunx_core::{NotationError, OptionError, Options};
use quincunx_search::StopToken;
use thiserror::Error;

/// The tablebases of a game: how they are made, opened and named.
pub trait Tablebases: Sync {
    /// Returns the name of a goal, as an option of the command line.
    fn goal(&self) -> &'static str;

    /// Returns the help for this option, in one line.
    fn goal_help(&self) -> &'static str;

    /// Solves a game; the tablebase is written to the output, if there is one.
    ///
    /// # Errors
    /// When the options, the position or a goal are not valid, the game has too many positions or too large
    /// pieces, memory is insufficient, the work is stopped, or the output cannot be written.
    fn solve(
        &self,
        request: &SolveRequest<'_>,
        output: Option<&mut dyn Write>,
    ) -> Result<Solution, SolveError>;

    /// Opens a tablebase.
    ///
    /// # Errors
    /// When the source cannot be read, is not a tablebase, or is damaged.
    fn open(&self, source: Box<dyn Source>) -> Result<Box<dyn Tablebase>, TablebaseError>;

    /// Checks that a position, in the game's notation, can be evaluated under some rules.
    ///
    /// # Errors
    /// When the text is not a position, or has pieces that tablebases do not hold.
    fn check(&self, options: &Options, position: &str) -> Result<(), SolveError>;

    /// Returns the name of the tablebase for some rules in the [folder of tablebases](folder).
    fn file_name(&self, options: &Options) -> String;

    /// Returns whether a name is that of a tablebase.
    fn is_file_name(&self, name: &str) -> bool;
}

/// A source of a tablebase, from which layers are read as they are needed.
pub trait Source: Read + Seek + Send {}

impl<R: Read + Seek + Send> Source for R {}

/// A request to solve a game.
pub struct SolveRequest<'a> {
    /// The rules.
    pub options: &'a Options,
    /// The first position, in the game's notation; `None` for the beginning of the game.
    pub position: Option<&'a str>,
    /// The goals; `None` for all that can be reached.
    pub goals: Option<&'a [u64]>,
    /// The threads to use. The solution does not depend on them.
    pub threads: NonZero<usize>,
    /// Stops the work.
    pub stop: &'a StopToken,
    /// Receives the progress from time to time.
    pub report: &'a (dyn Fn(Progress) + Sync),
}

/// The progress of a solution: positions are first found, then evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The positions found or evaluated so far.
    pub done: u64,
    /// The number of all positions; `None` while they are being found.
    pub of: Option<u64>,
}

/// A solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The goals, in the order of their values after the points.
    pub goals: Vec<u64>,
    /// The number of evaluated positions, of those equal by symmetry one.
    pub positions: u64,
    /// The evaluation of the first position.
    pub evaluation: Evaluation,
}

/// The values of a position under perfect play: the points still to come, then the chance of each goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The best of each value: the points still to come, then for each goal the probability of reaching it,
    /// from 0 to 1. There is one value more than goals.
    pub values: Vec<f64>,
    /// The values of each legal action in the same order, by its text; empty where chance acts or the game is
    /// over.
    pub actions: Vec<(String, Vec<f64>)>,
}

/// A tablebase.
pub trait Tablebase: Send {
    /// Returns the options of its rules.
    fn options(&self) -> Options;

    /// Returns its goals, in the order of their values after the points.
    fn goals(&self) -> Vec<u64>;

    /// Returns the number of its positions, of those equal by symmetry one.
    fn positions(&self) -> u64;

    /// Returns the values of a position, which is in the game's notation; `None` if no game from the
    /// tablebase's first position reaches it.
    ///
    /// # Errors
    /// When the text is not a position, or the tablebase cannot be read or is damaged.
    fn evaluate(&mut self, position: &str) -> Result<Option<Evaluation>, TablebaseError>;
}

/// Why a game could not be solved.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum SolveError {
    /// An option is not valid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// A goal is not one.
    #[error("{goal} is no goal: {reason}")]
    Goal { goal: u64, reason: &'static str },
    /// There are too many positions.
    #[error(
        "{board} cannot be worked out: it has about 10^{magnitude:.0} positions, for which a table takes {}; {possible}",
        size_text(*magnitude)
    )]
    TooLarge {
        board: String,
        magnitude: f64,
        possible: &'static str,
    },
    /// A layer has too many positions.
    #[error("{0} positions of one layer are more than can be worked on at a time")]
    TooManyAtOnce(usize),
    /// A piece becomes too large.
    #[error("pieces larger than {0} can be met, with which nothing is worked out")]
    TooLargePiece(u64),
    /// The position has pieces that tablebases do not hold.
    #[error("`{0}` cannot be worked out: pieces are powers of two from 2 to 16384")]
    UnsupportedPieces(String),
    /// There is not as much memory.
    #[error("cannot have {0} bytes of memory")]
    NoMemory(usize),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// The tablebase could not be written.
    #[error("cannot write the table")]
    Write(#[from] io::Error),
}

/// Why a tablebase cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TablebaseError {
    /// It cannot be read.
    #[error("cannot read the table")]
    Read(#[from] io::Error),
    /// It is not a tablebase.
    #[error("this is no table of exact values: it does not begin with `{0}`")]
    Magic(&'static str),
    /// It is damaged.
    #[error("the table is damaged: {0}")]
    Damaged(&'static str),
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] NotationError),
}

/// The least bytes of a position in a tablebase: its key and its points.
const MIN_BYTES: f64 = 5.0;

/// Formats the size of a tablebase for a number of positions, given by its logarithm to base 10.
fn size_text(magnitude: f64) -> String {
    let terabytes = magnitude + MIN_BYTES.log10() - 12.0;
    if terabytes < 0.0 {
        format!("{:.0} GB", 10f64.powf(terabytes + 3.0))
    } else if terabytes < 6.0 {
        format!("{:.0} TB", 10f64.powf(terabytes))
    } else {
        format!("10^{terabytes:.0} TB")
    }
}

/// The environment variable for the [folder of tablebases](folder).
pub const FOLDER_VARIABLE: &str = "QUINCUNX_TABLES";

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Sets the folder of tablebases, once in a process.
///
/// # Errors
/// When one was set before: the new one is returned.
pub fn set_folder(folder: PathBuf) -> Result<(), PathBuf> {
    FOLDER.set(folder)
}

/// Returns the folder in which players look for tablebases, if one was set.
pub fn folder() -> Option<&'static Path> {
    FOLDER.get().map(PathBuf::as_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_states_the_size() {
        let too_large = |magnitude| SolveError::TooLarge {
            board: "a 4×4 board".to_owned(),
            magnitude,
            possible: "boards of up to 10 fields can",
        };
        assert_eq!(
            too_large(17.4).to_string(),
            "a 4×4 board cannot be worked out: it has about 10^17 positions, for which a table takes 10^6 TB; \
             boards of up to 10 fields can"
        );
        assert!(too_large(12.0).to_string().contains("takes 5 TB"));
        assert!(too_large(10.0).to_string().contains("takes 50 GB"));
    }
}
