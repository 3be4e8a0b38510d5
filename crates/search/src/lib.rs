//! Players and proof that know no game.
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
//!
//! ```
//! # use std::convert::Infallible;
//! # use quincunx_core::{ActionList, EffectSink, Game, Outcome, Player as Side, RandomSource, Turn};
//! use quincunx_search::{AlphaBeta, ZeroEvaluation, Limits, Mcts, Player, Value};
//!
//! # #[derive(Clone, Debug)]
//! # struct Nim;
//! # impl Game for Nim {
//! #     type State = (u8, bool);
//! #     type Action = u8;
//! #     type Actions = ActionList<u8>;
//! #     type Chance = Infallible;
//! #     fn players(&self) -> u8 { 2 }
//! #     fn initial(&self) -> (u8, bool) { (10, false) }
//! #     fn turn(&self, &(matches, second): &(u8, bool)) -> Turn {
//! #         let side = if second { Side::Two } else { Side::One };
//! #         if matches == 0 { Turn::Over(Outcome::Win(side.opponent())) } else { Turn::Player(side) }
//! #     }
//! #     fn legal_actions(&self, state: &(u8, bool)) -> ActionList<u8> {
//! #         ActionList::from_sorted((1..=state.0.min(3)).collect())
//! #     }
//! #     fn play_unchecked<S: EffectSink>(&self, state: &mut (u8, bool), take: u8, _: &mut S) {
//! #         *state = (state.0 - take, !state.1);
//! #     }
//! #     fn sample_chance<R: RandomSource>(&self, _: &(u8, bool), _: &mut R) -> Infallible { unreachable!() }
//! #     fn is_possible(&self, _: &(u8, bool), _: &Infallible) -> bool { false }
//! #     fn resolve_chance<S: EffectSink>(&self, _: &mut (u8, bool), chance: &Infallible, _: &mut S) {
//! #         match *chance {}
//! #     }
//! # }
//! // Ten matches; who acts takes one to three, and who takes the last one wins.
//! let ten = Nim.initial();
//! let mut player = AlphaBeta::new(ZeroEvaluation, 10);
//! let analysis = player.analyze(&Nim, &ten, &Limits::default(), &mut |_| {});
//! assert_eq!(analysis.best(), 2);
//! assert_eq!(analysis.actions[0].value, Value::Win(5));
//! assert_eq!(analysis.actions[1].value, Value::Loss(6));
//!
//! let mut other = Mcts::default();
//! assert_eq!(other.choose(&Nim, &ten, &Limits::default()), 2);
//! ```

pub mod action_bounds;
pub mod agent;
pub mod alpha_beta;
pub mod analysis;
pub mod epsilon_random;
pub mod evaluate;
pub mod exact;
pub mod exact_player;
pub mod expectimax;
pub mod grade;
pub mod greedy;
pub mod greedy_rollout;
pub mod limits;
pub mod mcts;
pub mod one_ply;
pub mod packed;
pub mod player;
pub mod playout;
pub mod random_player;
pub mod standard;
mod table;
pub mod time_control;
pub mod transposition_table;
pub mod workers;

pub use agent::{AgentError, AgentKind, AgentSpec, MissingResource};
pub use alpha_beta::AlphaBeta;
pub use analysis::{ActionValue, Analysis, Value, ValueParts};
pub use epsilon_random::EpsilonRandom;
pub use evaluate::ZeroEvaluation;
pub use exact::{Bounds, DynExactSolver, ExactSolver, SolverSettings, Strength};
pub use expectimax::Expectimax;
pub use grade::{Grade, GradedMove};
pub use greedy::Greedy;
pub use greedy_rollout::GreedyRollout;
pub use limits::{Limits, SearchBudget, StopToken};
pub use mcts::Mcts;
pub use packed::{PackedPlayer, PackedRules};
pub use player::{DynPlayer, Player, erase};
pub use playout::{Playout, playout, playouts};
pub use random_player::RandomPlayer;
pub use time_control::{GameClock, TimeControl};
