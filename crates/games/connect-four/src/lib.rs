//! Connect Four on boards from 4×4 to 64×64, with an exact solver.
//!
//! * [`rules`]: the game, readable, for every size.
//! * [`packed`]: its twin on a bit board of 64 bits, four times as fast, proved equal in tests.
//! * `human_player`: the levels below the perfect one, which overlook what people overlook.
//! * `puzzle`: positions to win in so many moves, from games as people play them.
//! * [`solver`]: exact scores by perfect play, on [`bits`] laid out as [`Geometry`](quincunx_core::grid::bits::Geometry) draws them.
//!
//! Columns are counted from 0 and shown from 1; rows are counted from the bottom, but from the top in the picture
//! that displays draw.

pub mod bits;
pub mod book;
mod console;
mod diagram;
mod human_player;
mod notation;
mod observe;
mod open_lines;
pub mod packed;
mod players;
mod puzzle;
pub mod rules;
#[cfg(test)]
mod scored;
pub mod solver;
#[cfg(test)]
mod tests;
mod view;

pub use packed::{Landing, PackedConnectFour};
pub use rules::{Column, ConnectFour, Position, SideError};
