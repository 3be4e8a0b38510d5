//! A question to a solver and its solution.

use std::time::{Duration, Instant};

use quincunx_core::{DynSession, Options};
use quincunx_registry::DynGame;
use quincunx_search::{Bounds, DynExactSolver, Limits, SearchBudget, SolverSettings, Strength};

use crate::output::failure::WrongUse;

pub(super) struct Question {
    pub(super) strength: Strength,
    /// Whether to score every action.
    pub(super) all: bool,
    /// Whether to find the line of perfect play.
    pub(super) line: bool,
    pub(super) limits: Limits,
}

pub(super) struct Solution {
    pub(super) bounds: Bounds,
    /// The bounds of each action, `None` for an illegal one, if asked for.
    pub(super) actions: Option<Vec<Option<Bounds>>>,
    /// The line of perfect play, if asked for and found.
    pub(super) line: Option<Vec<usize>>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Question {
    pub(super) fn ask(&self, solver: &mut dyn DynExactSolver, session: &dyn DynSession) -> Solution {
        let began = Instant::now();
        let mut budget = SearchBudget::start(&self.limits);
        let all = || solver.solve_actions(session, self.strength, &mut budget);
        let actions = self.all.then(all);
        let bounds = match &actions {
            Some(actions) => best(actions),
            None => solver.solve(session, self.strength, &mut budget),
        };
        let line = match self.line {
            true => solver.principal_variation(session, &mut budget),
            false => None,
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

fn best(actions: &[Option<Bounds>]) -> Bounds {
    let legal = actions.iter().flatten().copied();
    let best = legal.reduce(|best, bounds| Bounds {
        low: best.low.max(bounds.low),
        high: best.high.max(bounds.high),
    });
    best.expect("a player who acts has a legal action")
}

/// Formats bounds in one word: `3`, or `-2..5`; of a weak solution `1`, `0`, `-1`, `0..1`.
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

pub(super) fn no_solver(entry: &dyn DynGame) -> anyhow::Error {
    if entry.has_solver() {
        let id = entry.id();
        return WrongUse::error(format!(
            "{id} has no exact solver under these rules, but under its usual ones"
        ));
    }
    WrongUse::without("exact solver", entry, |entry| entry.has_solver())
}

pub(super) fn solver(
    entry: &dyn DynGame,
    options: &Options,
    settings: &SolverSettings,
) -> anyhow::Result<Box<dyn DynExactSolver>> {
    entry
        .solver(options, settings)
        .ok_or_else(|| no_solver(entry))?
        .map_err(WrongUse::because)
}
