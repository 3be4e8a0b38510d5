//! Match Three: a framework of four parts, and the game made of them.
//!
//! A [`Board`] holds tokens, a [`Move`] lets them change places, a [`Matcher`] says which of them belong together,
//! a [`FillingStrategy`] gives new ones, and a [`MatchThreeGame`] plays: matches of three or more go, what lies above
//! falls, new tokens fill the gaps, and so on until nothing matches any more. Each part knows the others by their
//! traits only, so any of them can be somebody else's.

mod actions;
mod board;
mod console;
pub(crate) mod deltas;
mod error;
mod filling;
mod game;
mod matcher;
mod moves;
mod notation;
mod observe;
mod planner;
mod players;
mod points;
mod rules;
mod symmetry;
#[cfg(test)]
mod tests;
mod token;
mod token_string;
pub(crate) mod view;
pub(crate) mod words;

pub use actions::MoveSet;
pub use board::{Board, Fall, GridBoard, empty_fields, on_board};
pub use error::{BoardError, DimensionError, FillError, GameError, TokenStringError};
pub use filling::{CloneStrategy, ColumnFilling, FillingStrategy, RandomFilling};
pub(crate) use game::points_of_sizes;
pub use game::{
    CascadeGame, LEAST_MATCH, MatchThreeGame, combinations, most_positions, most_steps, positions_of,
    step_points,
};
pub use matcher::{DeltaError, Match, Matcher, Matches, MaximumDeltaMatcher, UnionMatcher, maximal};
pub use moves::{BasicMove, Move, MoveKind};
pub use planner::Planner;
pub use rules::{MatchThree, Refill, RulesError, State};
pub use token::{InvalidToken, NotAToken, Token, TokenSet, TokenSetError};
