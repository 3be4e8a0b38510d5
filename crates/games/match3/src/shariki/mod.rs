//! Shariki: lines and corners of one colour are removed, what stands above falls, and specials take more along.
//!
//! The rules of resolving a board are written three times and held to the same answers by tests.
//! [`resolve`](fn@resolve) is the readable one, step by step on a [`Board`], and tells a [`Trace`] what happens.
//! [`resolve_fast`] keeps boards of any size as columns of bit planes and looks again only where something changed. A
//! third one packs a board of at most 128 squares into six words. Where somebody watches the game, a removal runs on
//! the readable board as well, but wave by wave instead of depth first.
//!
//! Two programs stand on them: [`filter`](fn@filter) resolves a batch of boards from a stream, and [`Shariki`] is the
//! game, in which the player swaps neighbours and new elements drop in.

mod board;
mod columns;
mod combination;
mod console;
mod element;
mod equal;
mod notation;
pub(crate) mod observe;
pub(crate) mod packed;
mod parse;
mod players;
mod resolve;
pub(crate) mod rules;
pub(crate) mod specials_value;
pub(crate) mod squares;
mod supply;
pub(crate) mod swaps;
#[cfg(test)]
mod tests;
mod tournament;
pub(crate) mod view;

pub use board::{Board, ParseBoardError};
pub use columns::resolve_fast;
pub use combination::{Colours, Combination, Kind, SHAPES, Shape};
pub use console::filter;
pub use element::{Colour, Element, Letter, ParseElementError, Square};
pub use parse::{Boards, InvalidInput, LEAST_SIDE};
pub use resolve::{Trace, remove, resolve};
pub use rules::{Shariki, State, WhenStuck};
pub use supply::Supply;
pub use swaps::{Swap, Swaps};
