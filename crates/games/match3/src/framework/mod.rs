//! Match Three: a framework of four parts, and the game made of them.
//!
//! A [`Board`] holds tokens, a [`Move`] lets them change places, a [`Matcher`] finds those that belong
//! together, a [`FillingStrategy`] gives new ones, and a [`MatchThreeGame`] plays: matches of three or more
//! are removed, what lies above falls, new tokens fill the empty fields, and so on until nothing matches.
//! Each part uses the others by their traits only, so any of them can be replaced.

mod board;
mod console;
mod examination;
mod faults;
mod filling;
mod game;
mod grid_board;
mod lessons;
mod matcher;
mod notation;
mod observation;
mod planner;
mod players;
mod rules;
#[cfg(test)]
mod tests;
mod view;

pub use crate::engine::{
    BasicMove, DeltaError, DimensionError, InvalidToken, MIN_MATCH, MaximumDeltaMatcher, MoveKind, MoveSet,
    NotAToken, Token, TokenSet, TokenSetError, TokenStringError, UnionMatcher,
};
pub use board::{
    Board, BoardError, CloneBoard, CloneStrategy, FillError, FillingStrategy, Move, empty_fields, on_board,
};
pub use filling::{ColumnFilling, RandomFilling};
pub use game::{CascadeGame, GameError, MatchThreeGame, step_points};
pub use grid_board::GridBoard;
pub use matcher::{Match, Matcher, Matches, combinations};
pub use planner::Planner;
pub use rules::{MatchThree, Position, Refill, RulesError};
