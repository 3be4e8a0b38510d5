//! Players and proof that know no game.
//!
//! A [`Player`] is a value with its parameters and its seed; [`Limits`] bound how long it thinks; an [`Analysis`] is what
//! it thinks of every action. [`standard`] makes players by name.

pub mod agent;
pub mod alpha_beta;
pub mod analysis;
pub mod erring;
pub mod evaluate;
pub mod expectimax;
pub mod greedy;
pub mod hash;
pub mod limits;
pub mod mcts;
pub mod player;
pub mod playout;
pub mod random_player;
pub mod standard;
mod table;
#[cfg(test)]
mod tiny;
pub mod twin;

pub use agent::{AgentError, AgentKind, AgentSpec};
pub use alpha_beta::AlphaBeta;
pub use analysis::{Analysis, Judged, Value};
pub use erring::Erring;
pub use evaluate::Flat;
pub use expectimax::Expectimax;
pub use greedy::Greedy;
pub use limits::{Interrupt, Limits, Meter};
pub use mcts::Mcts;
pub use player::{DynPlayer, Player, erase};
pub use playout::{Playout, playout};
pub use random_player::RandomPlayer;
pub use twin::{Twin, Via};
