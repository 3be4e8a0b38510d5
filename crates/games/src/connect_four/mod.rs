//! Connect Four.
pub mod bits;
pub mod geometry;
pub mod notation;
pub mod packed;
pub mod rules;
pub mod solver;
pub mod view;
pub mod word;

pub use packed::{Landing, PackedConnectFour};
pub use rules::{Column, ConnectFour, Position, SideError};

#[cfg(test)]
mod tests;
