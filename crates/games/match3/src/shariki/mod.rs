//! Shariki: lines and corners of one colour are removed, what stands above falls, and specials remove more.
//!
//! [`filter`](fn@filter) resolves a batch of boards from a stream: verbose by the readable
//! [`resolve`](fn@resolve), else by [`resolve_fast`]. [`Shariki`] is the game, in which the player swaps
//! neighbours and new elements drop in.

mod console;
mod evaluation;
mod examination;
mod faults;
mod game_board;
mod lessons;
mod notation;
mod observation;
mod parse;
mod players;
mod rules;
mod spawning;
#[cfg(test)]
mod tests;
mod view;

pub use crate::engine::{
    Board, Colour, Element, ExchangeSet, Letter, ParseBoardError, ParseElementError, SpawnRates, Square,
    Swap, Swaps, Trace, WhenStuck, resolve, resolve_fast,
};
pub use console::filter;
pub use rules::{Position, Shariki};
