//! Quartet on a plane or a torus, with an exact solver.
//!
//! Sixteen pieces have four properties of two values each. A player selects a piece and the opponent places
//! it on a board of 6×6. Four adjacent pieces in a row, column or diagonal that share a property win for the
//! player who placed the last of them. Player 1 selects in even turns, counted from 0; so the player who has
//! placed selects next.
//!
//! ```
//! use quincunx_quartet::{Notation, Quartet, Solver, Topology};
//!
//! let rules = Quartet::new(Topology::Plane);
//! // Piece 5 is solid like the three of the first row.
//! let position = rules.parse_position("b73.../....../....../....../....../...... 5")?;
//! assert_eq!(Solver::new(rules).score(&position), 13);
//! # Ok::<(), quincunx_quartet::NotationError>(())
//! ```
//!
//! The score says that the player to move wins with the fourth piece, as 17 − 4 = 13; [`solver`] explains the
//! convention and limits.

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
