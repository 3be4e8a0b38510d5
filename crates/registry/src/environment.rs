//! Games as learners play them: batches of environments that are stepped at once into arrays of numbers.
//!
//! ```text
//!   actions ─▶ Batch::step ─▶ observations, masks, rewards, ends         one call, nothing is allocated
//!                 └ for each environment: legal? play, chance, opponent, observe
//! ```
//! [`Observe`] gives the observation of a position; every registered game implements it, and a packed twin
//! where speed counts. An environment draws the same chance outcomes as a session of its seed: tests play
//! both side by side.
//!
//! | | single-player | for two, with an opponent | for two, without one |
//! | --- | --- | --- | --- |
//! | a step is | an action | an action and the opponent's answer | an action of whoever acts |
//! | seen by | the player | the learner | whoever acts |
//! | reward | points won | 1, 0 or −1 at the end | the same, for who has acted |
//!
//! An action that is not legal changes nothing and has a reward of its own, as learners without a mask try
//! them.

mod batch;
mod evaluator;
mod observe;
mod one;

use quincunx_core::{Face, Token, View, Visual};
use quincunx_search::{AgentSpec, StopToken};
use thiserror::Error;

pub use crate::error::EnvironmentError;
pub(crate) use batch::readable_from;
pub use batch::{Environments, readable};
pub(crate) use evaluator::Observing;
pub use evaluator::{ObservationEvaluator, ObservedLeaves};
pub use observe::Observe;
pub use one::{Opponent, episode_seed};

/// The form of what is seen: planes of rows of columns, each a number from 0 to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservationShape {
    /// How many planes.
    pub planes: usize,
    /// Rows of a plane, from the top of the picture.
    pub rows: usize,
    /// Columns of a plane.
    pub columns: usize,
    /// The greatest number.
    pub most: u8,
}

impl ObservationShape {
    /// Returns how many numbers there are.
    pub const fn len(&self) -> usize {
        self.planes * self.rows * self.columns
    }

    /// Returns whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What happens to an environment whose game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// The step after begins the next game, whatever the action.
    NextStep,
    /// The same step begins the next game; the last observation is reported apart.
    SameStep,
    /// Nothing, until it is reset.
    Disabled,
}

/// In which seat the learner plays against an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The learner begins.
    First,
    /// The opponent begins.
    Second,
    /// Drawn from the seed of each game.
    Drawn,
}

/// How environments are set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What happens at the end of a game.
    pub autoreset: Autoreset,
    /// Steps after which a game is left; `None` for no limit.
    pub max_steps: Option<u32>,
    /// The reward of an action that is not legal, a finite number.
    pub illegal_reward: f64,
    /// Who plays against the learner in a game for two; none where the learner plays both sides.
    pub opponent: Option<AgentSpec>,
    /// In which seat the learner plays against an opponent; drawn where there is none.
    pub seat: Seat,
    /// The positions in which games begin, in the game's notation, of which each game draws one by its seed;
    /// none for the beginning that the rules have. With positions, the readable rules are played.
    pub positions: Vec<String>,
    /// Whether the readable rules are played also where a packed twin is faster: they can be shown.
    pub readable: bool,
}

impl Default for Setup {
    /// Returns the setup in which the step after a game's end begins the next one, against nobody.
    fn default() -> Self {
        Self {
            autoreset: Autoreset::NextStep,
            max_steps: None,
            illegal_reward: -1.0,
            opponent: None,
            seat: Seat::Drawn,
            positions: Vec::new(),
            readable: false,
        }
    }
}

/// What environments show, one environment after another in every array.
///
/// Of n environments, `observations` has n × [`ObservationShape::len`] numbers, `masks` has n ×
/// [`Batch::actions`], and every other array has n.
#[derive(Debug)]
pub struct StateArrays<'a> {
    /// The observations: [`ObservationShape::len`] numbers an environment.
    pub observations: &'a mut [u8],
    /// 1 for a legal action, 0 for any other, for each action; all 0 in a finished game.
    pub masks: &'a mut [i8],
    /// Whether the action was not legal.
    pub illegal: &'a mut [bool],
    /// Who acts, or sees the end: 0 or 1.
    pub players: &'a mut [i8],
    /// The points of a single-player game so far.
    pub points: &'a mut [u64],
    /// Whether all goals of a game that has some were reached; in one that goes on they are not.
    pub reached: &'a mut [bool],
}

/// Where a batch writes. Every array beside those of the states has one entry for each environment.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the environments show after the step.
    pub state: StateArrays<'a>,
    /// The reward of the step.
    pub rewards: &'a mut [f64],
    /// Whether the game is over.
    pub terminated: &'a mut [bool],
    /// Whether the game was left after the most steps, even if it is over as well.
    pub truncated: &'a mut [bool],
    /// The final states of games that ended in [`Autoreset::SameStep`]; `None` in other modes.
    pub finals: Option<StateArrays<'a>>,
}

/// Environments that are stepped together.
pub trait Batch: Send {
    /// Returns how many there are.
    fn count(&self) -> usize;

    /// Returns the form of what is seen.
    fn observation_shape(&self) -> ObservationShape;

    /// Returns how many actions there are.
    fn actions(&self) -> usize;

    /// Returns whether games end with goals reached or missed.
    fn has_goals(&self) -> bool;

    /// Returns whether there is an opponent that thinks: then steps may take long, and a stop ends them.
    fn thinks(&self) -> bool;

    /// Begins games: in all environments, or in those that `only` marks; of others nothing is written. A
    /// seed, one an environment, is that of the next game, and those after it follow from it
    /// ([`episode_seed`]). After a stop an opponent chooses without search, so the games are of no use.
    ///
    /// # Errors
    /// When a hundred games of an environment in a row are over before the learner acts; the games are then
    /// of no use.
    ///
    /// # Panics
    /// When `seeds` or `only` has not one entry for each environment, an array of `arrays` has not the length
    /// that [`Arrays`] and [`StateArrays`] state, or [`Arrays::finals`] is missing in
    /// [`Autoreset::SameStep`].
    fn reset(
        &mut self,
        seeds: Option<&[Option<u64>]>,
        only: Option<&[bool]>,
        arrays: &mut Arrays<'_>,
        stop: &StopToken,
    ) -> Result<(), NoTurn>;

    /// Carries out an action in each environment; if a number is no action, nothing is changed.
    ///
    /// # Errors
    /// When a number is below 0, or not below [`Batch::actions`]; or when no game begins in which the learner
    /// acts, as in [`Batch::reset`].
    ///
    /// # Panics
    /// When `actions` has not one number for each environment, or `arrays` does not fit, as in
    /// [`Batch::reset`].
    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>, stop: &StopToken) -> Result<(), StepError>;

    /// Shows the position of an environment; `None` without such an environment or where it cannot be shown.
    fn show(&self, index: usize) -> Option<Shown>;
}

/// A position as it is shown, with the faces of all tokens in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shown {
    /// What stands where.
    pub view: View,
    /// How the tokens look, each once.
    pub faces: Vec<(Token, Face)>,
}

impl Shown {
    /// Shows a position.
    pub fn new<G: Visual>(rules: &G, state: &G::State) -> Self {
        let view = rules.view(state);
        let mut tokens: Vec<Token> = view.tokens().collect();
        tokens.sort_unstable();
        tokens.dedup();
        let faces = tokens.into_iter().map(|token| (token, rules.face(token)));
        Self {
            faces: faces.collect(),
            view,
        }
    }
}

/// A number that is no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{action} in environment {environment} is no action: they are 0 to {most}")]
pub struct InvalidAction {
    /// The environment.
    pub environment: usize,
    /// The number.
    pub action: i64,
    /// The greatest that is one.
    pub most: usize,
}

/// An environment none of whose games comes to the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a hundred games of environment {environment} in a row were over before the learner acted")]
pub struct NoTurn {
    /// The environment.
    pub environment: usize,
}

/// Why environments were not stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// A number is no action; nothing has changed.
    #[error(transparent)]
    Action(#[from] InvalidAction),
    /// A game ended, and none begins in which the learner acts; the games are of no use.
    #[error(transparent)]
    NoTurn(#[from] NoTurn),
}
