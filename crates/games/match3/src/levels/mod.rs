//! Levels of match-3: boards with holes, goals and a limit of moves, each described by a text file.
//!
//! [`Level::read`] parses a level from TOML and reports errors with line, field, what was found and what is
//! accepted. [`LevelGame`] plays it with the boards, combinations, matchers and moves of the engine, and adds
//! holes, weights of colours for each column, goals, and levels without refill.
//!
//! | file | |
//! | --- | --- |
//! | `level.rs`, `file.rs`, `reader.rs`, `problem.rs` | what a level is, how its text is parsed, its errors |
//! | `feasibility.rs` | bounds that no play of a level exceeds |
//! | `draft.rs` | a level in an editor, and how its text is written |
//! | `shipped.rs`, `shipped/` | the levels of the program |
//! | `prepared.rs`, `position.rs`, `spawning.rs`, `rules.rs` | how it is played |
//! | `objective.rs`, `players.rs` | what players play for |
//! | `report/` | simulated games of a level and their statistics, for its designer |

mod console;
mod draft;
mod feasibility;
mod file;
mod lessons;
mod level;
mod notation;
mod objective;
mod observation;
mod players;
mod position;
mod prepared;
mod problem;
mod reader;
pub mod report;
mod rules;
mod shipped;
mod spawning;
#[cfg(test)]
mod tests;
mod view;

pub use crate::engine::{BasicMove, Board, Colour, ExchangeSet, WhenStuck};
pub use draft::Draft;
pub use file::{SCHEMA, TEMPLATE};
pub use level::{Field, Goal, GoalKind, Goals, Level};
pub use position::Position;
pub use prepared::Moves;
pub use problem::{LevelError, LevelErrors, LevelProblem};
pub use rules::LevelGame;
pub use shipped::{SHIPPED, Shipped, options_of};
pub use view::{elements, left_of};
