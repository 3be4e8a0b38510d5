//! The board and the contract of a game.

pub mod grid;

pub use grid::{Cell, Grid, GridTooLarge, Offset, Size, SizeError, Topology};
