//! The list of games, as Python sees it.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_catalog::GAMES;
use quincunx_registry::{ChanceKind, DynGame};

use crate::options::{GivenSeed, find, options_of};
use crate::session::Session;

/// A game of the list: its name, its options, its computer players.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Game {
    entry: &'static dyn DynGame,
}

/// An option of a game's rules, or a parameter of a player.
#[pyclass(frozen, get_all, name = "Option", module = "quincunx")]
#[derive(Clone)]
pub(crate) struct Option_ {
    /// The name, as the command line has it; keyword arguments have `_` for `-`.
    name: &'static str,
    /// What values it takes, in words.
    takes: String,
    /// The value when none is given, as text.
    default: &'static str,
    /// What it does, in one line.
    help: &'static str,
}

/// A kind of computer player.
#[pyclass(frozen, get_all, module = "quincunx")]
#[derive(Clone)]
pub(crate) struct AgentKind {
    /// The name by which specifications begin.
    name: &'static str,
    /// How it plays, in one line.
    help: &'static str,
    /// Its parameters.
    parameters: Vec<Option_>,
}

impl Option_ {
    fn of(spec: &quincunx_core::OptionSpec) -> Self {
        Self {
            name: spec.name,
            takes: spec.kind.to_string(),
            default: spec.default,
            help: spec.help,
        }
    }
}

#[pymethods]
impl Option_ {
    fn __repr__(&self) -> String {
        format!(
            "<Option {}={}: {} ({})>",
            self.name, self.default, self.help, self.takes
        )
    }
}

#[pymethods]
impl AgentKind {
    fn __repr__(&self) -> String {
        format!("<AgentKind {}: {}>", self.name, self.help)
    }
}

/// Lists the games, in the order of menus.
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    GAMES.iter().map(|&entry| Game { entry }).collect()
}

#[pymethods]
impl Game {
    /// Finds a game by its id.
    #[new]
    #[pyo3(signature = (id, /))]
    fn of(id: &str) -> PyResult<Self> {
        Ok(Self { entry: find(id)? })
    }

    /// The id by which the game is named everywhere.
    #[getter]
    fn id(&self) -> &'static str {
        self.entry.id()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.entry.title()
    }

    /// What the game is, in one line.
    #[getter]
    fn summary(&self) -> &'static str {
        self.entry.summary()
    }

    /// How many players it has: 1 or 2.
    #[getter]
    fn players(&self) -> u8 {
        self.entry.players()
    }

    /// What part chance has: `never` acts; what it can do can be `listed` where it acts
    /// (`Session.chance_outcomes`); or that is too much, and it is `drawn`.
    #[getter]
    fn chance(&self) -> &'static str {
        match self.entry.chance() {
            ChanceKind::Never => "never",
            ChanceKind::Enumerable => "listed",
            ChanceKind::Sampled => "drawn",
        }
    }

    /// The options of its rules.
    #[getter]
    fn options(&self) -> Vec<Option_> {
        self.entry.options().iter().map(Option_::of).collect()
    }

    /// The kinds of computer players.
    #[getter]
    fn agents(&self) -> Vec<AgentKind> {
        let kind = |kind: &quincunx_search::AgentKind| AgentKind {
            name: kind.name,
            help: kind.help,
            parameters: kind.parameters.iter().map(Option_::of).collect(),
        };
        self.entry.agents().map(kind).collect()
    }

    /// The five levels from easy to hard: how each plays, and the agent it stands for.
    #[getter]
    fn levels(&self) -> Vec<(&'static str, &'static str)> {
        let levels = self.entry.levels().iter();
        levels.map(|level| (level.name, level.agent)).collect()
    }

    /// Whether it has an exact solver.
    #[getter]
    fn has_solver(&self) -> bool {
        self.entry.has_solver()
    }

    /// What simulations report of a finished game beside outcome, points and plies: names, and what they
    /// mean.
    #[getter]
    fn figures(&self) -> Vec<(&'static str, &'static str)> {
        self.entry.figures()
    }

    /// Starts a session; see `quincunx.new`.
    #[pyo3(name = "new", signature = (*, seed = None, position = None, **options))]
    fn begin(
        &self,
        seed: Option<GivenSeed>,
        position: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Session> {
        Session::begin(self.entry, &options_of(self.entry, options)?, seed, position)
    }

    fn __repr__(&self) -> String {
        format!("quincunx.Game({:?})", self.entry.id())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.entry.id() == other.entry.id()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.entry.id().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (&'static str,)) {
        (slf.get_type().into_any().unbind(), (slf.get().entry.id(),))
    }
}
