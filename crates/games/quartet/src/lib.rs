#![doc = include_str!("../README.md")]
//!
//! Player 1 selects in even turns, counted from 0; so the player who has placed selects next. [`solver`]
//! explains scores and limits.

mod console;
mod evaluation;
mod examination;
mod faults;
mod lessons;
mod lines;
mod notation;
mod observation;
mod piece;
mod players;
mod rollout;
mod rules;
mod score;
pub mod solver;
#[cfg(test)]
mod tests;
mod view;

pub use piece::{Action, Piece, Square};
pub use quincunx_core::{Notation, NotationError, Topology};
pub use rules::{Position, Quartet};
pub use score::{score_of_value, value_of_score};
pub use solver::Solver;
