//! Small boards, exactly: the whole game worked out by retrograde analysis.
//!
//! Boards are packed, four bits a cell ([`shape`], [`board`]), and of those that are alike by symmetry the
//! least stands for all. Only boards behind a slide are kept; the sum of the pieces puts them into layers
//! that lead only to the next two. First [`reach`] finds every layer's boards from the beginning on, as
//! packed [`keys`]; then [`evaluate`] values them from the last layer back, by the points and by each of the
//! [`goals`] at once. Just three layers are ever unpacked, so that the memory is that of the keys, some two
//! bytes a board, and what is valued goes to a [`file`](mod@file) at once.
//!
//! A [`table`] tells what a position is worth ([`answer`]); [`player`] plays by it.

mod ability;
mod answer;
mod board;
mod evaluate;
mod file;
mod goals;
mod keys;
mod player;
mod reach;
mod shape;
mod solving;
mod table;
#[cfg(test)]
mod tests;
mod work;

pub(super) use ability::TABLES;
pub use player::TablePlayer;
