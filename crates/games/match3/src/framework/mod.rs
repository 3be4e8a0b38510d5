//! Match Three: a framework of four parts, and the game made of them.
//!
//! A [`Board`] holds tokens, a [`Move`] lets them change places, a [`Matcher`] finds those that belong
//! together, a [`FillingStrategy`] gives new ones, and a [`MatchThreeGame`] plays: matches of three or more
//! are removed, what lies above falls, new tokens fill the empty fields, and so on until nothing matches.
//! Each part uses the others by their traits only, so any of them can be replaced.

mod board;
mod console;
mod error;
mod filling;
mod game;
mod grid_board;
mod matcher;
mod moves;
mod notation;
mod observation;
mod planner;
mod players;
mod points;
mod rules;
#[cfg(test)]
mod tests;
mod view;

pub use crate::engine::deltas::{DeltaError, LEAST_MATCH, MaximumDeltaMatcher, UnionMatcher};
pub use crate::engine::dimension::DimensionError;
pub use crate::engine::move_set::MoveSet;
pub use crate::engine::moves::{BasicMove, MoveKind};
pub use crate::engine::token::{InvalidToken, NotAToken, Token, TokenSet, TokenSetError};
pub use crate::engine::token_string::TokenStringError;
pub use board::{Board, CloneStrategy, FillingStrategy, empty_fields, on_board};
pub use error::{BoardError, FillError, GameError};
pub use filling::{ColumnFilling, RandomFilling};
pub use game::{CascadeGame, MatchThreeGame, most_positions, most_steps, step_points};
pub use grid_board::GridBoard;
pub use matcher::{Match, Matcher, Matches, combinations, maximal};
pub use moves::Move;
pub use planner::Planner;
pub use rules::{MatchThree, Position, Refill, RulesError};
