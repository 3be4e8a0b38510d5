//! Tablebases of small boards: the whole game solved by retrograde analysis.
//!
//! Boards are packed, four bits a cell ([`kernel`], [`packing`]), and the least of those equal by symmetry
//! stands for all. Only afterstates are stored. The sum of the pieces puts them into layers that lead only to
//! the next two. First [`reachability`] finds the boards of every layer, as packed [`keys`]. Then
//! [`backward`] evaluates them from the last layer to the first, by the points and each of the [`goals`] at
//! once, and writes each layer to a [`file`](mod@file). Three layers are unpacked at a time, so memory is
//! that of the keys, some two bytes a board.
//!
//! A [`table`] returns the values of a position ([`evaluator`]); [`player`] plays by it.

mod backward;
mod evaluator;
mod file;
mod goals;
mod kernel;
mod keys;
mod layer;
mod packing;
mod player;
mod reachability;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod worker_pool;

pub use player::TablebasePlayer;
pub(super) use table::Tablebases2048;
