//! Quartet: sixteen pieces, four properties, and a board of 6×6 on a plane or a torus.
//!
//! A player selects a piece and the opponent places it. Four pieces that lie directly side by side in a row, column or
//! diagonal and share a property win for the player who placed the last of them. In turn `t`, counted from 0, player 1
//! selects when `t` is even; so whoever has placed selects next, and the same player acts twice in a row.

mod console;
mod evaluate;
mod leaves;
mod lines;
mod notation;
mod observe;
mod piece;
mod players;
mod rules;
pub mod solver;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;

pub use evaluate::SafePieces;
pub use piece::{Action, Piece, Square};
pub use rules::{Quartet, State};
