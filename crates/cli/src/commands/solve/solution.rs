//! One question to a solver and what it found.

use std::time::{Duration, Instant};

use quincunx_core::DynSession;
use quincunx_search::exact::{Bounds, DynExactSolver, Strength};
use quincunx_search::{Limits, SearchBudget};

/// What is asked about each position.
pub(super) struct Question {
    /// The exact score, or only who wins.
    pub(super) strength: Strength,
    /// Whether the score of every action is asked for.
    pub(super) all: bool,
    /// Whether the line of perfect play is asked for.
    pub(super) line: bool,
    /// How long may be thought about one position.
    pub(super) limits: Limits,
}

/// What was found out about a position.
pub(super) struct Solution {
    /// What its score lies between.
    pub(super) bounds: Bounds,
    /// The same of every action by its number, `None` for one that is not legal, when that was asked.
    pub(super) actions: Option<Vec<Option<Bounds>>>,
    /// The line of perfect play, when it was asked for and found.
    pub(super) line: Option<Vec<usize>>,
    /// The nodes visited.
    pub(super) nodes: u64,
    /// The time it took.
    pub(super) time: Duration,
}

impl Question {
    /// Asks a solver about the position of a session.
    pub(super) fn ask(&self, solver: &mut dyn DynExactSolver, session: &dyn DynSession) -> Solution {
        let began = Instant::now();
        let mut budget = SearchBudget::start(&self.limits);
        let actions = self
            .all
            .then(|| solver.solve_actions(session, self.strength, &mut budget));
        let bounds = match &actions {
            Some(actions) => best(actions),
            None => solver.solve(session, self.strength, &mut budget),
        };
        let line = if self.line {
            solver.principal_variation(session, &mut budget)
        } else {
            None
        };
        Solution {
            bounds,
            actions,
            line,
            nodes: budget.nodes(),
            time: began.elapsed(),
        }
    }
}

/// Returns the bounds of a position whose actions have these: it scores what its best action does.
fn best(actions: &[Option<Bounds>]) -> Bounds {
    let known = || actions.iter().flatten();
    Bounds {
        low: known()
            .map(|bounds| bounds.low)
            .max()
            .expect("a player who acts has a legal action"),
        high: known()
            .map(|bounds| bounds.high)
            .max()
            .expect("a player who acts has a legal action"),
    }
}

/// Writes what is known of a score in one word: `3`, or `-2..5` for one between; of who wins: `1`, `0`, `-1`,
/// `0..1`.
pub(super) fn word(bounds: Bounds, strength: Strength) -> String {
    let Bounds { low, high } = match strength {
        Strength::Strong => bounds,
        Strength::Weak => Bounds {
            low: bounds.low.signum(),
            high: bounds.high.signum(),
        },
    };
    if low == high {
        low.to_string()
    } else {
        format!("{low}..{high}")
    }
}
