#![doc = include_str!("../README.md")]
//!
//! [`solver`] explains the convention, limits, threads, and how to score each column.
//!
//! * [`ConnectFour`]: the game for every size; [`PackedConnectFour`]: the same game on a 64-bit board, four
//!   times as fast.
//! * [`solver`]: scores under perfect play; [`book`]: the scores of the first eight plies on 7×6.
//!
//! Columns are counted from 0 and written from 1. Rows are counted from the bottom, but from the top in a
//! [`View`](quincunx_core::View).

mod bitboard;
pub mod book;
mod book_builder;
mod console;
mod evaluation;
mod examination;
mod faults;
mod human_like;
mod lessons;
mod notation;
mod observation;
mod packed;
mod players;
mod puzzle;
mod rules;
mod score;
pub mod solver;
#[cfg(test)]
mod tests;
mod view;

pub use bitboard::BitBoard;
pub use book_builder::BookBuilder;
pub use packed::{Landing, PackedConnectFour};
pub use quincunx_core::{Notation, NotationError};
pub use rules::{BoardSizeError, Column, ConnectFour, Position};
pub use score::{score_of_value, value_of_score};
pub use solver::Solver;
