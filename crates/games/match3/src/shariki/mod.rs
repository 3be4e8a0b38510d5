//! Shariki: lines and corners of one colour are removed, what stands above falls, and specials take more
//! along.
//!
//! [`filter`](fn@filter) resolves a batch of boards from a stream: verbose by the readable
//! [`resolve`](fn@resolve), else by [`resolve_fast`]. [`Shariki`] is the game, in which the player swaps
//! neighbours and new elements drop in.

mod console;
mod evaluation;
mod game_board;
mod notation;
mod observation;
mod parse;
mod players;
mod rules;
mod spawning;
#[cfg(test)]
mod tests;
mod view;

pub use crate::engine::board::{Board, ParseBoardError};
pub use crate::engine::cascade::{Trace, remove, resolve};
pub use crate::engine::columns::resolve_fast;
pub use crate::engine::combination::{Colours, Combination, Kind, SHAPES, Shape};
pub use crate::engine::element::{Colour, Element, Letter, ParseElementError, Square};
pub use crate::engine::spawning::{SpawnRates, WhenStuck};
pub use crate::engine::swaps::{Swap, Swaps};
pub use console::filter;
pub use parse::{Boards, InvalidInput};
pub use rules::{Position, Shariki};
