//! Tablebases: the exact value of every position of a small game for one under perfect play.
//!
//! A game offers them in [`RegisteredGame::TABLES`](crate::RegisteredGame::TABLES); command lines ask
//! [`DynGame::tablebases`](crate::DynGame::tablebases). The value of a position is a list: the points that
//! perfect play is expected to collect from there, then, for each *goal* asked for, the greatest probability
//! of reaching it by play for that goal alone. The game defines its goals: in 2048 a piece of some value.

use std::io::{self, Read, Seek, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use quincunx_core::{NotationError, OptionError, Options};
use quincunx_search::StopToken;
use thiserror::Error;

/// What a game for one offers to be worked out, and to ask what was found.
pub struct Tablebases {
    /// What a goal is called, as an option of the command line.
    pub goal: &'static str,
    /// One line that says what a goal is.
    pub goal_help: &'static str,
    /// Works out all that can be met.
    pub solve: SolveFn,
    /// Opens a table, as a file or in memory.
    pub open: OpenFn,
    /// Reads a position as those who ask write it, and sees whether its worth can be known under some rules.
    pub check: CheckFn,
    /// Returns the name under which players look for the table of some rules in the [folder of
    /// tables](folder).
    pub file_name: fn(&Options) -> Result<String, OptionError>,
    /// Tells whether a name is one of those.
    pub is_file_name: fn(&str) -> bool,
}

type SolveFn = fn(&Task<'_>, Option<&mut dyn Write>) -> Result<Solution, SolveError>;
type OpenFn = fn(Box<dyn Source>) -> Result<Box<dyn Table>, TableError>;
type CheckFn = fn(&Options, &str) -> Result<(), SolveError>;

/// Where a table is read from, layer by layer.
pub trait Source: Read + Seek + Send {}

impl<R: Read + Seek + Send> Source for R {}

/// What is to be worked out.
pub struct Task<'a> {
    /// The rules.
    pub options: &'a Options,
    /// Where it begins, in the game's notation; none for the beginning of the game.
    pub position: Option<&'a str>,
    /// The goals; none for all that can be reached.
    pub goals: Option<&'a [u64]>,
    /// The threads that work; what they find is the same for any number of them.
    pub threads: NonZero<usize>,
    /// A flag that ends the work.
    pub stop: &'a StopToken,
    /// Is told how far it has got, from time to time.
    pub report: &'a (dyn Fn(Progress) + Sync),
}

/// How far the work has got: first positions are found, then they are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions that are found, or valued.
    pub done: u64,
    /// All positions there are; none while they are being found.
    pub of: Option<u64>,
}

/// What was worked out.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The goals, in the order of their values behind the points.
    pub goals: Vec<u64>,
    /// How many positions were valued, of those that are alike by symmetry one.
    pub positions: u64,
    /// What the position is worth at which it began.
    pub worth: Worth,
}

/// What a position is worth under perfect play: the points still to come, then the chance of each goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The best that can be had of each.
    pub values: Vec<f64>,
    /// What each possible action gives and leads to, by its text; nothing where chance acts or the game is
    /// over.
    pub actions: Vec<(String, Vec<f64>)>,
}

/// A table that was worked out before.
pub trait Table: Send {
    /// Returns the options of its rules.
    fn options(&self) -> Options;

    /// Returns its goals, in the order of their values behind the points.
    fn goals(&self) -> Vec<u64>;

    /// Returns how many positions it holds, of those that are alike by symmetry one.
    fn positions(&self) -> u64;

    /// Tells what a position is worth; `None` where no game that begins as the rules say comes to it.
    ///
    /// # Errors
    /// When the text is no position or the file cannot be read.
    fn worth(&mut self, position: &str) -> Result<Option<Worth>, TableError>;
}

/// Why a game could not be worked out.
#[derive(Debug, Error)]
pub enum SolveError {
    /// An option is not right.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// A goal is none.
    #[error("{goal} is no goal: {reason}")]
    Goal {
        /// What was asked for.
        goal: u64,
        /// What goals are.
        reason: &'static str,
    },
    /// There are too many positions.
    #[error(
        "{board} cannot be worked out: it has about 10^{magnitude:.0} positions, for which a table takes {}; {possible}",
        in_bytes(*magnitude)
    )]
    TooLarge {
        /// What is too large.
        board: String,
        /// The logarithm of the number of its positions to base 10.
        magnitude: f64,
        /// What can be worked out.
        possible: &'static str,
    },
    /// Too many positions must be known at a time.
    #[error("{0} positions of one layer are more than can be worked on at a time")]
    TooManyAtOnce(usize),
    /// A piece becomes larger than is reckoned with.
    #[error("pieces larger than {0} can be met, with which nothing is worked out")]
    TooLargePiece(u64),
    /// The position holds what no game makes.
    #[error("`{0}` cannot be worked out: pieces are powers of two from 2 to 16384")]
    Unlike(String),
    /// The flag was raised.
    #[error("stopped")]
    Stopped,
    /// The table could not be written.
    #[error("cannot write the table")]
    Write(#[from] io::Error),
}

/// Why a table tells nothing.
#[derive(Debug, Error)]
pub enum TableError {
    /// It cannot be read.
    #[error("cannot read the table")]
    Read(#[from] io::Error),
    /// It is no table.
    #[error("this is no table of exact values: it does not begin with `{0}`")]
    Magic(&'static str),
    /// It is not as it was written.
    #[error("the table is damaged: {0}")]
    Damaged(&'static str),
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] NotationError),
}

/// Bytes that a position takes in a table at least: its place and its points.
const LEAST_BYTES: f64 = 5.0;

/// Says in words how much room so many positions take, given by their logarithm to base 10.
fn in_bytes(magnitude: f64) -> String {
    let terabytes = magnitude + LEAST_BYTES.log10() - 12.0;
    if terabytes < 0.0 {
        format!("{:.0} GB", 10f64.powf(terabytes + 3.0))
    } else if terabytes < 6.0 {
        format!("{:.0} TB", 10f64.powf(terabytes))
    } else {
        format!("10^{terabytes:.0} TB")
    }
}

/// The environment variable in which programs look for the [folder of tables](folder).
pub const FOLDER_VARIABLE: &str = "QUINCUNX_TABLES";

/// Where players look for tables.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Says where players look for tables, by their [names](Tablebases::file_name), from now on; once in a
/// process.
///
/// # Errors
/// The folder itself, when another has been named before.
pub fn set_folder(folder: PathBuf) -> Result<(), PathBuf> {
    FOLDER.set(folder)
}

/// Returns where players look for tables; none when nobody has said it.
#[must_use]
pub fn folder() -> Option<&'static Path> {
    FOLDER.get().map(PathBuf::as_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_how_much_there_would_be() {
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
