//! 2048 on a board of any size: slide, merge, and meet what chance adds.
//!
//! ```text
//! 0 2 2 4        0 0 4 4
//! 0 0 0 0  right 0 0 0 0   and 8 points: from the end of the move on, two
//! 2 2 2 0  ───▶  0 0 2 4   equal neighbours merge once
//! 0 0 0 0        0 0 0 0
//! ```
//! [`Position`] holds the board and slides it; [`Twenty48`] is the rules on the contract of a game.
//! [`Packed`] is the 4×4 board in one word and [`PackedTwenty48`] the same rules on it, several times as
//! fast. The computer player is [`PackedExpectimax`], which judges boards by [`LinesJudge`], or by what a
//! [`TupleNetwork`] has learned; on small boards [`TablePlayer`] plays perfectly.

mod bits;
mod console;
mod exact;
mod expectimax;
mod feature_index;
mod heuristic;
mod learning;
mod network;
mod noisy;
mod notation;
mod observe;
mod ordinal;
mod packed;
mod packed_rules;
mod players;
mod position;
mod rules;
#[cfg(test)]
mod tests;
mod tuples;
mod view;
#[cfg(target_arch = "x86_64")]
mod wide_feature_index;

pub use exact::TablePlayer;
pub use expectimax::{DEEPEST, MOST_RARE, PackedExpectimax, RARE};
pub use heuristic::LinesJudge;
pub use network::{NetworkError, TupleJudge};
pub use packed::{Packed, PackedSlide, RowTables, Unpackable};
pub use packed_rules::{PackedPiece, PackedPosition, PackedTwenty48};
pub use position::{LARGEST, PassesLargest, Piece, Position, Scoring, SetError, TooSmall};
pub use rules::{RulesError, Twenty48};
pub use tuples::{TupleNetwork, Tuples, TuplesError};
