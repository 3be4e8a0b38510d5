//! What a registered game offers: the contract between the games and all that lists them.
//!
//! A game implements [`RegisteredGame`]; menus, command lines and pages ask its [`Entry`] and know no game.

pub mod console;
pub mod entry;
pub mod environment;
pub mod learning;
pub mod opening;
pub mod player_cache;
pub mod puzzle;
pub mod simulation;
pub mod tablebase;
pub mod text_file;
pub mod tournament;
pub mod whole_file;

pub use entry::{ChanceKind, Console, Entry, Level, NewError, PerftError, RegisteredGame, SetPuzzle};
pub use learning::{Learning, LearningError, Trainer};
pub use opening::{BookBuilder, Books, OpeningBook};
pub use player_cache::{PlayerCache, Purpose};
pub use puzzle::{HARDEST, Puzzle, PuzzleError};
pub use simulation::SimulateError;
