//! Computer players, by the specifications that the command line takes.

use std::borrow::Cow;
use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quincunx_core::{DynSession, Options};
use quincunx_registry::DynGame;
use quincunx_search::{AgentSpec, DynPlayer, Limits, Value, ValueKind};

use crate::error::value_error;
use crate::options::{Whole, limits_of};
use crate::session::Session;
use crate::stop::{interruptible, patient_lock};

/// A computer player of any game that has one of its name: `Agent("level:4")`,
/// `Agent("mcts:simulations=2000,seed=7")`.
///
/// The player is created for a game and its rules at the first question, and keeps what it learns while the
/// questions are about the same rules. Two agents of one specification give the same answers to the same
/// questions, unless seconds bound them.
///
/// Raises:
///     ValueError: The text names no player of any game. The first question checks whether the game has it.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Agent {
    spec: AgentSpec,
    created: Mutex<Option<CreatedPlayer>>,
}

/// A player with its rules.
struct CreatedPlayer {
    game: &'static str,
    options: Options,
    player: Box<dyn DynPlayer>,
}

/// A player's analysis of a position.
#[pyclass(frozen, get_all, eq, module = "quincunx")]
#[derive(PartialEq)]
pub(crate) struct Analysis {
    /// Every evaluated action, the best first.
    actions: Vec<Judgement>,
    /// The expected actions from here, as far as they are known.
    principal_variation: Vec<usize>,
    /// Plies looked ahead; 0 for players without a depth.
    depth: u32,
    /// Positions visited, or simulations.
    nodes: u64,
}

/// The value of an action for the player who acts.
#[pyclass(frozen, get_all, eq, from_py_object, module = "quincunx")]
#[derive(Clone, PartialEq)]
pub(crate) struct Judgement {
    /// The action.
    action: usize,
    /// The action in the game's notation.
    text: String,
    /// What `value` is: `win`, `draw`, `loss` (proved), `estimate`, `points`, `goals` or `order`.
    kind: Cow<'static, str>,
    /// The value, the more the better: 1 for a proved win, 0 for a draw, −1 for a loss; of `estimate` a
    /// number from −1 to 1; of `points` those still expected; of `goals`, in a level, the expected share of
    /// the way to them from here, from 0 to 1: half of it for progress, half for reaching all; of `order` a
    /// number that only orders the actions.
    value: f64,
    /// The plies to a proved win or loss.
    plies: Option<u32>,
    /// `exactly`, or `at_most` or `at_least` where only a bound of the plies is known; None without a proof.
    bound: Option<String>,
    /// The score of the game's own convention, where it has one and something is proved.
    score: Option<i64>,
}

impl Judgement {
    fn of(entry: &dyn DynGame, session: &dyn DynSession, action: usize, value: Value) -> Self {
        let parts = value.parts();
        Self {
            action,
            text: session.action_text(action).unwrap_or_default(),
            kind: parts.kind.name().into(),
            value: value.expected(),
            plies: matches!(parts.kind, ValueKind::Win | ValueKind::Loss).then_some(parts.amount as u32),
            bound: Some(quincunx_search::Bound::Exactly)
                .filter(|_| value.is_exact())
                .or(parts.bound)
                .map(|bound| bound.name().to_owned()),
            score: entry.score(session, value),
        }
    }
}

pickled! { Judgement {
    action: usize, text: String, kind: String, value: f64, plies: Option<u32>, bound: Option<String>,
    score: Option<i64>,
} }

pickled! { Analysis {
    actions: Vec<Judgement>, principal_variation: Vec<usize>, depth: u32, nodes: u64,
} }

repr! { Judgement, this:
    "<Judgement {} ({}): {}{} {:+.3}>",
    this.action,
    this.text,
    this.kind,
    this.plies.map_or_else(String::new, |plies| format!(" in {plies}")),
    this.value
}

getters! { Analysis, this:
    /// The best action.
    best: usize = this.actions[0].action;
}

repr! { Analysis, this:
    "<Analysis best {} ({}), depth {}, nodes {}>",
    this.best(),
    this.actions[0].text,
    this.depth,
    this.nodes
}

impl Agent {
    /// Runs a search of the player, which is taken out meanwhile, so that one that panicked is not used
    /// again.
    fn search<T>(
        &self,
        entry: &dyn DynGame,
        session: &dyn DynSession,
        limits: &Limits,
        search: impl FnOnce(&mut dyn DynPlayer, &Limits) -> T,
    ) -> PyResult<T> {
        let mut created = patient_lock(&self.created, &limits.stop)?;
        let (game, options) = (session.game(), session.options());
        let kept = created
            .take()
            .filter(|kept| kept.game == game && kept.options == *options);
        let mut player = match kept {
            Some(kept) => kept.player,
            None => entry.player(session, &self.spec).map_err(value_error)?,
        };
        let answer = search(player.as_mut(), limits);
        *created = Some(CreatedPlayer {
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
            created: Mutex::new(None),
        })
    }

    /// The specification.
    #[getter]
    pub(crate) fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Chooses an action. Ctrl-C ends the search.
    ///
    /// Args:
    ///     session: A session on a player's turn.
    ///     depth: Plies to look ahead; a limit replaces the player's own.
    ///     nodes: Positions to visit, or simulations.
    ///     seconds: Time to think.
    ///
    /// Raises:
    ///     ValueError: The game is over, or has no such player.
    #[pyo3(signature = (session, *, depth = None, nodes = None, seconds = None))]
    fn choose(
        &self,
        py: Python<'_>,
        session: &Bound<'_, Session>,
        depth: Option<Whole<u32>>,
        nodes: Option<Whole<u64>>,
        seconds: Option<f64>,
    ) -> PyResult<usize> {
        let (entry, session) = Session::on_turn(session)?;
        interruptible(py, |stop| {
            let limits = limits_of(depth, nodes, seconds, stop)?;
            self.search(entry, &*session, &limits, |player, limits| {
                player.choose(&*session, limits)
            })
        })?
    }

    /// Evaluates every legal action. Ctrl-C ends the search.
    ///
    /// Args:
    ///     session: A session on a player's turn.
    ///     depth: Plies to look ahead; a limit replaces the player's own.
    ///     nodes: Positions to visit, or simulations.
    ///     seconds: Time to think.
    ///
    /// Raises:
    ///     ValueError: The game is over, or has no such player.
    #[pyo3(signature = (session, *, depth = None, nodes = None, seconds = None))]
    fn analyze(
        &self,
        py: Python<'_>,
        session: &Bound<'_, Session>,
        depth: Option<Whole<u32>>,
        nodes: Option<Whole<u64>>,
        seconds: Option<f64>,
    ) -> PyResult<Analysis> {
        let (entry, session) = Session::on_turn(session)?;
        let analysis = interruptible(py, |stop| {
            let limits = limits_of(depth, nodes, seconds, stop)?;
            self.search(entry, &*session, &limits, |player, limits| {
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

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().spec(),))
    }
}

repr! { Agent, this: "quincunx.Agent({:?})", this.spec.to_string() }
