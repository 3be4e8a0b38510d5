//! What passes between the player, the engine and the outside.

use std::time::Duration;

use quincunx_core::{DynSession, Options};
use quincunx_registry::{DynGame, PosedPuzzle, PuzzleError};
use quincunx_search::{AgentSpec, Analysis, Limits};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

/// Something that happened.
pub(crate) enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Resize(u16, u16),
    Tick,
    /// An answer to the question of a ticket.
    Thought(u64, Answer),
    Posed(Posed),
    /// A signal to end.
    Signal(i32),
    /// A signal to stop until another one to continue.
    Suspend,
    Closed,
    /// A computer player has panicked.
    Broken,
}

/// A request to the engine.
pub(crate) enum Request {
    Think(Job),
    Pose(Order),
    Stop,
}

/// A question to the engine.
pub(crate) struct Job {
    pub(crate) ticket: u64,
    /// The number of the game of this session.
    pub(crate) game: usize,
    pub(crate) task: Task,
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) agent: AgentSpec,
    pub(crate) session: Box<dyn DynSession>,
    /// The limits of a choice.
    pub(crate) limits: Limits,
}

/// A puzzle to create.
pub(crate) struct Order {
    pub(crate) ticket: u64,
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) options: Options,
    pub(crate) wins_in: u32,
    pub(crate) seed: u64,
}

/// A created puzzle, or why there is none.
pub(crate) struct Posed {
    pub(crate) ticket: u64,
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) made: Result<PosedPuzzle, PuzzleError>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Choose,
    /// Evaluate every action for this long, deeper and deeper.
    Judge(Duration),
}

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The chosen action, and the time it took.
    Chosen(usize, Duration),
    /// The analysis so far, and whether it is complete.
    Judged(Analysis<usize>, bool),
    /// Why the player could not be created, or gave up.
    Failed(String),
}
