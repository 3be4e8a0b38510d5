//! Levels of match-3: boards with holes, goals and a limit of moves, each described by a text file.
//!
//! [`Level::read`] parses a level from TOML and reports errors with line, field, what was found and what is
//! accepted. [`LevelGame`] plays it with the boards, combinations, matchers and moves of the engine, and adds
//! holes, weights of colours for each column, goals, and levels without refill.
//!
//! | file | |
//! | --- | --- |
//! | `level.rs`, `file.rs`, `reader.rs`, `error.rs` | what a level is, and how its text is parsed |
//! | `feasibility.rs` | bounds that no play of a level exceeds |
//! | `draft.rs` | a level in an editor, and how its text is written |
//! | `shipped.rs`, `shipped/` | the levels of the program |
//! | `prepared.rs`, `position.rs`, `moves.rs`, `cascade.rs`, `spawning.rs`, `rules.rs` | how it is played |
//! | `prospect.rs`, `objective.rs`, `evaluation.rs`, `players.rs` | what players play for, and the values of moves |
//! | `report/` | simulated games of a level and their statistics, for its designer |

mod cascade;
mod console;
mod draft;
mod error;
mod evaluation;
mod feasibility;
mod file;
mod level;
mod moves;
mod notation;
mod objective;
mod observation;
mod players;
mod position;
mod prepared;
mod prospect;
mod reader;
pub mod report;
mod rules;
mod shipped;
mod spawning;
#[cfg(test)]
mod tests;
mod view;

pub use draft::Draft;
pub use error::{LevelError, LevelErrors};
pub use evaluation::{MoveValues, evaluate_moves};
pub use file::{SCHEMA, TEMPLATE};
pub use level::{Field, Goal, Goals, Level, Matching, MoveName};
pub use moves::Moves;
pub use objective::{Objective, ObjectiveGame};
pub use position::Position;
pub use rules::LevelGame;
pub use shipped::{SHIPPED, Shipped, options_of};
pub use view::{elements, left_of};
