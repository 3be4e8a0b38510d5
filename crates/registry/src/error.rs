//! Why games, players, environments and path counts cannot be made.

use quincunx_core::perft::PerftLimitExceeded;
use quincunx_core::{NotationError, OptionError, PlayError};
use quincunx_search::{AgentError, MissingResource};
use thiserror::Error;

/// Why there is no computer player of parameters that are in range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// What a parameter names is not there, or not right.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The machine has not what the player needs.
    #[error(transparent)]
    MissingResource(#[from] MissingResource),
}

/// Why a game could not be started.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NewGameError {
    /// An option is not right.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The text is not a position that can be played on.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// The opening could not be played.
    #[error("the game cannot begin: {0}")]
    Opening(#[from] PlayError),
}

/// Why games cannot begin in one of several positions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("position {number}")]
#[non_exhaustive]
pub struct StartPositionError {
    /// The position, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub source: NewGameError,
}

/// Why paths could not be counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PerftError {
    /// An option is not right.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There are too many.
    #[error(transparent)]
    Limit(#[from] PerftLimitExceeded),
}

/// Why environments could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EnvironmentError {
    /// The options make no game that can begin.
    #[error(transparent)]
    New(#[from] NewGameError),
    /// A game cannot begin in one of the positions.
    #[error(transparent)]
    Start(#[from] StartPositionError),
    /// The opponent is not a player of this game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// An opponent is named for a single-player game.
    #[error("`{0}` is named as an opponent, and the game is for one player")]
    Alone(String),
    /// A seat is named for a learner who has no opponent.
    #[error("a seat needs an opponent, and none is named")]
    NoOpponent,
    /// The reward of an action that is not legal can be no reward.
    #[error("reward of an illegal action: expected a finite number, found {0}")]
    Reward(String),
    /// There are to be none.
    #[error("expected at least one environment, found 0")]
    None,
    /// What is seen does not fit into small numbers.
    #[error("observations hold numbers up to 255: {0}")]
    TooMany(String),
    /// A position is one that learners cannot observe.
    #[error("the position cannot be observed: {0}")]
    Position(String),
}

impl From<OptionError> for EnvironmentError {
    fn from(error: OptionError) -> Self {
        Self::New(error.into())
    }
}
