//! Levels of match-3: boards with holes, goals and a limit of moves, each told by a text file.
//!
//! A [`Level`] is read from TOML ([`Level::read`]), which is refused with the line, the field, what is wrong there and
//! what would be right. [`LevelGame`] plays it: the boards, combinations and specials are those of
//! [Shariki](crate::shariki), the moves and the matchers by steps those of [Match Three](crate::framework); nothing of
//! either is written again here. What is added are holes, supplies that differ from column to column, goals, and a level
//! without refill.
//!
//! | file | |
//! | --- | --- |
//! | `level.rs`, `file.rs`, `reader.rs` | what a level is, and how its text is read |
//! | `reach.rs` | what can be reached on a level at all |
//! | `draft.rs` | a level that is still being made, and how its text is written |
//! | `shipped.rs`, `shipped/` | the levels that come with the program |
//! | `rules.rs`, `moves.rs`, `step.rs`, `chance.rs` | how it is played |
//! | `aim.rs`, `worth.rs`, `players.rs` | what players play for, and what moves are worth |
//! | `report/` | what simulated players make of a level, for its designer |

mod chance;
mod console;
mod draft;
mod feasibility;
mod file;
mod level;
mod moves;
mod notation;
mod objective;
mod observe;
mod players;
mod reader;
pub mod report;
mod rules;
mod shipped;
mod step;
#[cfg(test)]
mod tests;

mod evaluation;
mod view;

pub use draft::Draft;
pub use evaluation::{Worth, worths};
pub use file::{LevelError, LevelErrors, SCHEMA, TEMPLATE};
pub use level::{Field, Goal, Goals, Level, Matching, MoveName};
pub use moves::Moves;
pub use objective::{Aim, Aimed};
pub use rules::{LevelGame, State};
pub use shipped::{SHIPPED, Shipped, options_of};
pub use view::{elements, left_of};
