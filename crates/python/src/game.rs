//! The list of games.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_catalog::GAMES;
use quincunx_registry::{ChanceKind, DynGame};

use crate::options::{GivenSeed, find, options_of};
use crate::session::Session;

/// A game of the list: its name, its options, its computer players.
#[pyclass(frozen, eq, hash, module = "quincunx")]
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
    /// The default, as text.
    default: &'static str,
    /// What it does, in one line.
    help: &'static str,
}

/// A kind of computer player.
#[pyclass(frozen, get_all, module = "quincunx")]
#[derive(Clone)]
pub(crate) struct AgentKind {
    /// The name with which specifications begin.
    name: &'static str,
    /// How it plays, in one line.
    help: &'static str,
    /// Its parameters.
    parameters: Vec<Option_>,
}

/// Converts the specifications of options.
fn options(specs: &[quincunx_core::OptionSpec]) -> Vec<Option_> {
    let option = |spec: &quincunx_core::OptionSpec| Option_ {
        name: spec.name,
        takes: spec.kind.to_string(),
        default: spec.default,
        help: spec.help,
    };
    specs.iter().map(option).collect()
}

repr! { Option_, this: "<Option {}={}: {} ({})>", this.name, this.default, this.help, this.takes }

repr! { AgentKind, this: "<AgentKind {}: {}>", this.name, this.help }

/// Lists the games, in the order of menus.
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    GAMES.iter().map(|&entry| Game { entry }).collect()
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.entry.id() == other.entry.id()
    }
}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.entry.id().hash(state);
    }
}

getters! { Game, this:
    /// The id by which the game is named everywhere.
    id: &'static str = this.entry.id();
    /// The name for people.
    title: &'static str = this.entry.title();
    /// What the game is, in one line.
    summary: &'static str = this.entry.summary();
    /// The number of players: 1 or 2.
    players: u8 = this.entry.players();
    /// The part of chance: it `never` acts, its outcomes can be `listed` (`Session.chance_outcomes`), or they
    /// are too many and one is `drawn`.
    chance: &'static str = match this.entry.chance() {
        ChanceKind::Never => "never",
        ChanceKind::Enumerable => "listed",
        ChanceKind::Sampled => "drawn",
    };
    /// The options of its rules.
    options: Vec<Option_> = options(this.entry.options());
    /// The five levels from easy to hard: how each plays, and the agent it stands for.
    levels: Vec<(&'static str, &'static str)> =
        this.entry.levels().iter().map(|level| (level.name, level.agent)).collect();
    /// Whether it has an exact solver.
    has_solver: bool = this.entry.has_solver();
    /// What simulations report of a finished game beside outcome, points and plies: names and meanings.
    figures: Vec<(&'static str, &'static str)> = this.entry.figures();
}

repr! { Game, this: "quincunx.Game({:?})", this.entry.id() }

#[pymethods]
impl Game {
    /// Returns the game with an id.
    #[new]
    #[pyo3(signature = (id, /))]
    fn of(id: &str) -> PyResult<Self> {
        Ok(Self { entry: find(id)? })
    }

    /// The kinds of computer players.
    #[getter]
    fn agents(&self) -> Vec<AgentKind> {
        let kind = |kind: &quincunx_search::AgentKind| AgentKind {
            name: kind.name,
            help: kind.help,
            parameters: options(kind.parameters),
        };
        self.entry.agents().map(kind).collect()
    }

    /// Starts a session; see `quincunx.new`.
    #[pyo3(name = "new", signature = (*, seed = None, position = None, **options))]
    fn begin(
        &self,
        seed: Option<GivenSeed>,
        position: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Session> {
        Session::begin(
            self.entry,
            &options_of(self.entry, options, &["position", "seed"])?,
            seed,
            position,
        )
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (&'static str,)) {
        (slf.get_type().into_any().unbind(), (slf.get().entry.id(),))
    }
}
