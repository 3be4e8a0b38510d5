#![doc = include_str!("../README.md")]
//!
//! ```text
//! 0 2 2 4        0 0 4 4
//! 0 0 0 0  right 0 0 0 0   and 8 points: from the end of the move on, two
//! 2 2 2 0  ───▶  0 0 2 4   equal neighbours merge once
//! 0 0 0 0        0 0 0 0
//! ```
//! - [`Twenty48`] holds the rules, [`Position`] the board; [`PackedTwenty48`] and [`PackedBoard`] are their
//!   fast 4×4 twins.
//! - [`Simulator`] plays a game call by call.
//! - [`PackedExpectimax`] searches, with the [`HeuristicEvaluation`] or a [`TrainedNetwork`].
//! - [`TablebasePlayer`] plays perfectly on small boards.
//! - [`TupleFeatures`] trains n-tuple networks.

mod bits;
mod console;
mod downgrading;
mod evaluation;
mod examination;
mod expectimax;
mod faults;
mod lessons;
mod network;
mod noisy;
mod notation;
mod observation;
mod options;
mod packed;
mod packed_board;
mod players;
mod position;
mod row_tables;
mod rules;
mod simulator;
mod slide;
mod tablebase;
#[cfg(test)]
mod tests;
mod view;

pub use evaluation::HeuristicEvaluation;
pub use expectimax::PackedExpectimax;
pub use network::{NetworkError, NetworkSpec, NetworkSpecError, TrainedNetwork, TupleFeatures};
pub use packed::{PackedPiece, PackedPosition, PackedTwenty48};
pub use packed_board::{PackError, PackedBoard};
pub use position::{BoardTooSmall, LARGEST, Piece, PieceTooLarge, Position, Scoring, SetError};
pub use rules::{RulesError, Twenty48};
pub use simulator::{BoardFull, MoveError, Simulator};
pub use tablebase::TablebasePlayer;
