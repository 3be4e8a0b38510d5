#![doc = include_str!("../README.md")]
//!
//! It lies between the games ([`RegisteredGame`]) and all that lists them ([`DynGame`]).

pub mod console;
pub mod custom;
mod data_file;
mod dyn_game;
pub mod environment;
mod error;
pub mod examination;
pub mod learning;
mod lesson;
pub mod opening;
mod player_cache;
pub mod program;
pub mod puzzle;
pub mod query;
mod registered;
mod registered_game;
pub mod simulation;
pub mod tablebase;
pub mod tournament;

pub use data_file::DataFile;
pub use dyn_game::{DynGame, PosedPuzzle};
pub use error::{NewGameError, PerftError, PlayerError, StartPositionError};
pub use examination::Examination;
pub use learning::{Learning, LearningError, Trainer};
pub use lesson::Lesson;
pub use opening::{BookBuilder, Books, OpeningBook};
pub use player_cache::{PlayerCache, Purpose};
pub use puzzle::{MAX_DIFFICULTY, Puzzle, PuzzleError};
pub use query::Query;
pub use registered_game::{
    ChanceKind, Console, PlayerLevel, Registered, RegisteredGame, SeatSpec, list_chances, resolve,
};
pub use simulation::{DynSimulation, SimulateError};
pub use tournament::DynTournament;
