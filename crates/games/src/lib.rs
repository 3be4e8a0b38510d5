//! Five grid-token games, one folder each, and the one list of them.
//!
//! To add a game, add a folder and two lines here: its `pub mod` and its entry in [`GAMES`].

mod action_bounds;
pub mod connect_four;
pub mod console;
pub mod entry;
pub mod environment;
pub mod exact;
mod exact_player;
pub mod learning;
pub mod levels;
pub mod match_three;
mod one_ply;
pub mod opening;
pub mod player_cache;
pub mod puzzle;
pub mod quartet;
pub mod shariki;
pub mod simulation;
pub mod tablebase;
pub mod text_file;
pub mod tournament;
mod transposition_table;
pub mod twenty48;
pub mod whole_file;

pub use entry::{ChanceKind, Console, Entry, Level, NewError, PerftError, RegisteredGame, SetPuzzle};
pub use exact::{Bounds, DynExactSolver, ExactSolver, SolverSettings, Strength};
pub use learning::{Learning, LearningError, Trainer};
pub use opening::{BookBuilder, Books, OpeningBook};
pub use player_cache::{PlayerCache, Purpose};
pub use puzzle::{HARDEST, Puzzle, PuzzleError};
pub use simulation::SimulateError;

/// Every game, in the order of menus.
pub static GAMES: &[&Entry] = &[
    &connect_four::ENTRY,
    &match_three::ENTRY,
    &shariki::ENTRY,
    &quartet::ENTRY,
    &twenty48::ENTRY,
    &levels::ENTRY,
];

/// Finds a game by its id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().copied().find(|entry| entry.id == id)
}

/// The examples of the project's README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
