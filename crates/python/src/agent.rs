//! Computer players, by the specifications that the command line takes.

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quincunx_core::{DynSession, Options};
use quincunx_registry::DynGame;
use quincunx_search::{AgentSpec, DynPlayer, Limits, Value};

use crate::error::value_error;
use crate::options::{Whole, limits_of};
use crate::session::Session;
use crate::stop::{interruptible, patient_lock};

/// A computer player of any game that has one of its name: `Agent("level:4")`,
/// `Agent("mcts:simulations=2000,seed=7")`.
///
/// It is made for a game and its rules when it is first asked, and remembers what it has learned of them as
/// long as it is asked about the same. Two that were made alike and asked alike answer alike, unless seconds
/// bound them.
///
/// ValueError: the text names no player of any game. Whether a game has it is seen when it is asked.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Agent {
    spec: AgentSpec,
    made: Mutex<Option<Made>>,
}

/// A player with the rules it was made for.
struct Made {
    game: &'static str,
    options: Options,
    player: Box<dyn DynPlayer>,
}

/// What a player thinks of a position, best action first.
#[pyclass(frozen, get_all, module = "quincunx")]
pub(crate) struct Analysis {
    /// Every action that was judged, the best first; the first is what the player holds best.
    actions: Vec<Judgement>,
    /// The expected course from here, as far as it is known.
    principal_variation: Vec<usize>,
    /// Plies looked ahead; 0 where the word means nothing.
    depth: u32,
    /// Positions visited, or simulations.
    nodes: u64,
}

/// What an action is worth to the player who acts.
#[pyclass(frozen, get_all, module = "quincunx")]
#[derive(Clone)]
pub(crate) struct Judgement {
    /// The action.
    action: usize,
    /// The action in the game's notation.
    text: String,
    /// `win`, `draw`, `loss` (proved), `estimate`, `points`, `goals` or `order`, which say what `value` is.
    kind: &'static str,
    /// What it comes to, the more the better: 1 for a proved win, 0 for a draw, −1 for a loss; of `estimate`
    /// a number from −1 to 1; of `points` those that are expected still to come; of `goals`, in a level,
    /// the share of the way to them that is expected to be gone from here, from 0 to 1: half of the way
    /// is what is done for them, and half that all are reached; of `order` a number that puts the
    /// actions into an order and tells nothing else.
    value: f64,
    /// The plies to a proved win or loss.
    plies: Option<u32>,
    /// `exactly`, or `at_most` or `at_least` where only a bound of the plies is known; None for what is not
    /// proved.
    bound: Option<&'static str>,
    /// The score of the game's own convention, where it has one and something is proved.
    score: Option<i64>,
}

impl Judgement {
    fn of(entry: &dyn DynGame, session: &dyn DynSession, action: usize, value: Value) -> Self {
        let told = value.parts();
        Self {
            action,
            text: session.action_text(action).unwrap_or_default(),
            kind: told.kind,
            value: value.expected(),
            plies: matches!(told.kind, "win" | "loss").then_some(told.amount as u32),
            bound: if value.is_exact() {
                Some("exactly")
            } else {
                told.bound
            },
            score: entry.score(session, value),
        }
    }
}

#[pymethods]
impl Judgement {
    fn __repr__(&self) -> String {
        let plies = self
            .plies
            .map_or_else(String::new, |plies| format!(" in {plies}"));
        format!(
            "<Judgement {} ({}): {}{plies} {:+.3}>",
            self.action, self.text, self.kind, self.value
        )
    }
}

#[pymethods]
impl Analysis {
    /// The best action.
    #[getter]
    fn best(&self) -> usize {
        self.actions[0].action
    }

    fn __repr__(&self) -> String {
        let best = &self.actions[0];
        format!(
            "<Analysis best {} ({}), depth {}, nodes {}>",
            best.action, best.text, self.depth, self.nodes
        )
    }
}

impl Agent {
    /// Asks the player about a session's position; it is taken out meanwhile, so that one that panicked is
    /// not asked again.
    fn ask<T>(
        &self,
        entry: &dyn DynGame,
        session: &dyn DynSession,
        limits: &Limits,
        ask: impl FnOnce(&mut dyn DynPlayer, &Limits) -> T,
    ) -> PyResult<T> {
        let mut made = patient_lock(&self.made, &limits.stop)?;
        let (game, options) = (session.game(), session.options());
        let kept = made
            .take()
            .filter(|made| made.game == game && made.options == *options);
        let mut player = match kept {
            Some(made) => made.player,
            None => entry.player(session, &self.spec).map_err(value_error)?,
        };
        let answer = ask(player.as_mut(), limits);
        *made = Some(Made {
            game,
            options: options.clone(),
            player,
        });
        Ok(answer)
    }
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, /))]
    fn of(spec: &str) -> PyResult<Self> {
        let spec: AgentSpec = spec.parse().map_err(value_error)?;
        let known = quincunx_catalog::GAMES.iter().flat_map(|entry| entry.agents());
        if !known.clone().any(|kind| kind.name == spec.name) {
            let mut names: Vec<&str> = known.map(|kind| kind.name).collect();
            names.sort_unstable();
            names.dedup();
            let (name, names) = (&spec.name, names.join(", "));
            return Err(PyValueError::new_err(format!(
                "no game has a player `{name}`; there are {names}"
            )));
        }
        Ok(Self {
            spec,
            made: Mutex::new(None),
        })
    }

    /// The specification.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Chooses an action. Limits take the place of the player's own; Ctrl-C ends the search.
    ///
    /// ValueError: the game is over, or has no such player.
    #[pyo3(signature = (session, *, depth = None, nodes = None, seconds = None))]
    fn choose(
        &self,
        py: Python<'_>,
        session: &Bound<'_, Session>,
        depth: Option<Whole<u32>>,
        nodes: Option<Whole<u64>>,
        seconds: Option<f64>,
    ) -> PyResult<usize> {
        let (entry, session) = Session::asked(session)?;
        interruptible(py, |stop| {
            let limits = limits_of(depth, nodes, seconds, stop)?;
            self.ask(entry, &*session, &limits, |player, limits| {
                player.choose(&*session, limits)
            })
        })?
    }

    /// Judges every legal action. Limits take the place of the player's own; Ctrl-C ends the search.
    ///
    /// ValueError: the game is over, or has no such player.
    #[pyo3(signature = (session, *, depth = None, nodes = None, seconds = None))]
    fn analyze(
        &self,
        py: Python<'_>,
        session: &Bound<'_, Session>,
        depth: Option<Whole<u32>>,
        nodes: Option<Whole<u64>>,
        seconds: Option<f64>,
    ) -> PyResult<Analysis> {
        let (entry, session) = Session::asked(session)?;
        let analysis = interruptible(py, |stop| {
            let limits = limits_of(depth, nodes, seconds, stop)?;
            self.ask(entry, &*session, &limits, |player, limits| {
                player.analyze(&*session, limits, &mut |_| {})
            })
        })??;
        let judged = analysis.actions.iter();
        Ok(Analysis {
            actions: judged
                .map(|judged| Judgement::of(entry, &*session, judged.action, judged.value))
                .collect(),
            principal_variation: analysis.principal_variation,
            depth: analysis.depth,
            nodes: analysis.nodes,
        })
    }

    fn __repr__(&self) -> String {
        format!("quincunx.Agent({:?})", self.spec.to_string())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().spec(),))
    }
}
