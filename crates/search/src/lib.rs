#![doc = include_str!("../README.md")]
//!
//! A [`Player`] is a value with its parameters and its seed; [`Limits`] bound how long it thinks, a
//! [`TimeControl`] how long in a whole game; an [`Analysis`] is what it thinks of every action. [`standard`]
//! makes players by name.
//!
//! | player | for | looks ahead |
//! | --- | --- | --- |
//! | [`RandomPlayer`] | all games | not at all |
//! | [`Greedy`] | all games | at its action, and at a winning reply |
//! | [`AlphaBeta`] | two players, no chance | at all actions to a depth |
//! | [`Expectimax`] | games whose chance can be listed | at all actions and outcomes to a depth |
//! | [`Mcts`] | all games | at what random play has shown to be promising |
//! | [`puct::search`] | all games | at what a network of the caller takes for promising |
//! | [`ExactPlayer`](exact_player::ExactPlayer) | games with an exact solver | as far as a proof needs |

pub mod action_bounds;
mod agent;
pub mod alpha_beta;
pub mod analysis;

mod bounds;
pub mod clock;
mod epsilon_random;
mod exact;
pub mod exact_player;
pub mod expectimax;
mod grade;
mod greedy;
pub mod greedy_rollout;
mod limits;
mod mcts;
pub mod one_ply;
mod packed;
mod player;
mod playout;
pub mod puct;
mod random_player;
mod sampled_outcomes;
pub mod standard;
mod table;
pub mod time_control;
pub mod transposition_table;
pub mod workers;

pub use agent::{AgentError, AgentKind, AgentSpec, MissingResource};
pub use alpha_beta::AlphaBeta;
pub use analysis::{ActionValue, Analysis, Bound, Evaluation, Value, ValueKind};
pub use epsilon_random::EpsilonRandom;
pub use exact::{Bounds, DynExactSolver, ExactSolver, SolverSettings, Strength, into_dyn_solver};
pub use expectimax::Expectimax;
pub use grade::{Grade, GradedMove};
pub use greedy::Greedy;
pub use greedy_rollout::GreedyRollout;
pub use limits::{Limits, SearchBudget, StopToken};
pub use mcts::Mcts;
pub use packed::{PackedPlayer, PackedRules};
pub use player::{DynPlayer, Forfeit, Player, ZeroEvaluation, into_dyn_player};
pub use playout::{Playout, playout, playouts};
pub use random_player::RandomPlayer;
pub use time_control::{GameClock, TimeControl};
