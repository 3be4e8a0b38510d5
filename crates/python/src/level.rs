//! Reports of match-3 levels by simulated players.

use std::collections::BTreeMap;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quincunx_arena::{Games, Played as _, text_file};
use quincunx_match3::levels::report::{Experiment, Lot, Plan};
use quincunx_match3::levels::{Level, SHIPPED};

use crate::error::{content_error, value_error};
use crate::file::text_file_error;
use crate::options::{GivenRange, Whole, from_json, not_accepted, whole};
use crate::played::{HowToPlay, play};
use crate::players::PlayerFailure;

/// A level: its text or the name of one that comes with the program, or a path to its file.
pub(crate) enum GivenLevel {
    Text(String),
    Path(PathBuf),
}

impl<'py> FromPyObject<'_, 'py> for GivenLevel {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = given.extract().map(Self::Text);
        text.or_else(|_| given.extract().map(Self::Path))
            .map_err(|_| not_accepted(&given, "the name of a level, its text or a path"))
    }
}

impl GivenLevel {
    fn read(self) -> PyResult<Level> {
        let text = match self {
            Self::Text(text) => text,
            Self::Path(path) => {
                let text = text_file::read(&path).map_err(|error| text_file_error(error, &path))?;
                return Level::read(&text).map_err(|error| content_error(error, &path));
            }
        };
        let shipped = SHIPPED.iter().find(|shipped| shipped.name == text);
        // A level has several lines; a single word is a name or a path.
        if shipped.is_none() && !text.contains(['\n', '=']) {
            let names: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
            let shown: String = text.chars().take(60).collect();
            return Err(PyValueError::new_err(format!(
                "there is no level `{shown}`; there are {}, and a file is named by a `pathlib.Path`",
                names.join(", ")
            )));
        }
        Level::read(shipped.map_or(text.as_str(), |shipped| shipped.text)).map_err(value_error)
    }
}

/// Games of a player under a limit of moves: its place, the limit, and pairs of a first game and the one
/// behind the last.
type LotTuple = (usize, u32, Vec<(u64, u64)>);

/// The same as an argument: any sequences.
pub(crate) struct GivenLot {
    player: usize,
    limit: u32,
    games: Vec<GivenRange>,
}

impl<'py> FromPyObject<'_, 'py> for GivenLot {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let [player, limit, games]: [Bound<'_, PyAny>; 3] = given.extract()?;
        Ok(Self {
            player: whole(&player)?,
            limit: whole(&limit)?,
            games: games.extract()?,
        })
    }
}

/// Converts games of a report, each once.
fn lots(given: Vec<GivenLot>) -> Vec<Lot> {
    let mut ranges: BTreeMap<(usize, u32), Vec<GivenRange>> = BTreeMap::new();
    for GivenLot { player, limit, games } in given {
        ranges.entry((player, limit)).or_default().extend(games);
    }
    let lot = |((player, limit), ranges): (_, Vec<GivenRange>)| Lot {
        player,
        limit,
        games: ranges
            .into_iter()
            .map(|GivenRange(range)| range)
            .collect::<Games>(),
    };
    ranges.into_iter().map(lot).collect()
}

/// The games of a level by the players of a report, or as many of them as have been played.
///
/// Its text is the file that `quincunx level report --out FILE.json` saves, which `quincunx merge` takes.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct LevelGames {
    pub(crate) inner: Experiment,
}

getters! { LevelGames, this:
    /// Whether all games of the report have been played.
    is_whole: bool = this.inner.is_whole();
    /// The work of a game of each player, in the unit of `progress`.
    costs: Vec<u64> = this.inner.costs();
    /// The least work of the report, in the same unit.
    cost: PyResult<u64> = this.inner.plan().cost().map_err(value_error);
    /// The work done, in the same unit.
    done: u64 = this.inner.cost_done();
}

repr! { LevelGames, this:
    "<quincunx.LevelGames of {:?}: {} games>", this.inner.level().name(), this.played()
}

#[pymethods]
impl LevelGames {
    /// Lists the games that come next, as triples of a player's place, the limit of moves, and pairs of a
    /// first game and the one behind the last. Some follow from what was played: longer games of players
    /// whom the limit cuts off, and those under the limit that is wanted.
    fn missing(&self) -> Vec<LotTuple> {
        let tuple = |Lot { player, limit, games }| (player, limit, games.into());
        self.inner.missing().into_iter().map(tuple).collect()
    }

    /// Returns the report of the games that were played.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, || self.inner.report())
    }
}

/// Plays the games of a level's report; see `level_report`.
///
/// `only`, as in `games.missing()[:1]`, plays these only, for `merge`; `progress` then counts these only.
#[pyfunction]
#[pyo3(signature = (
    level, *, agents = None, games = 1000, seed = 0, success = None, threads = None, only = None, resume = None, out = None,
    progress = None
))]
pub(crate) fn level_games<'py>(
    py: Python<'py>,
    level: GivenLevel,
    agents: Option<Vec<String>>,
    #[pyo3(from_py_with = whole)] games: u64,
    #[pyo3(from_py_with = whole)] seed: u64,
    success: Option<f64>,
    threads: Option<Whole<usize>>,
    only: Option<Vec<GivenLot>>,
    resume: Option<&LevelGames>,
    out: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, LevelGames>> {
    if let Some(share) = success.filter(|share| !(*share > 0.0 && *share < 1.0)) {
        return Err(PyValueError::new_err(format!(
            "`success` is a share of attempts between 0 and 1, as 0.7, not {share}"
        )));
    }
    let level = level.read()?;
    let mut plan = match &agents {
        None => Plan::usual(games, seed),
        Some(agents) => Plan::of(agents.iter().map(String::as_str), games, seed).map_err(value_error)?,
    };
    plan.target = success;
    let nothing = Experiment::new(&level, &plan).map_err(value_error)?;
    let only = only.map(lots);
    let all = match &only {
        None => plan.cost().map_err(value_error)?,
        Some(only) => nothing.cost_of(only),
    };
    let count = |experiment: &Experiment| match &only {
        None => (experiment.cost_done(), all),
        Some(only) => (all - experiment.cost_of(only), all),
    };
    let how = HowToPlay {
        resume: resume.map(|resume| &resume.inner),
        out,
        threads,
        failure: PlayerFailure::default(),
        progress,
    };
    play(py, nothing, how, count, |experiment, work, file| {
        let mut keep = |experiment: &Experiment| file.try_save(|file| experiment.write(file));
        match &only {
            Some(only) => experiment.play_some(only, work, &mut keep),
            None => Ok(experiment.play(work, &mut keep)?),
        }
    })
}

/// Plays a level by players of several tiers, and reports the outcome of each: the object `report` of what
/// `quincunx level report --json` writes.
///
/// Ctrl-C ends the work; without `out` the played games are lost.
///
/// Args:
///     level: A path, a level's text, or the name of one that comes with the program.
///     agents: Players in place of the default tiers.
///     games: The games of each player that does not look ahead.
///     seed: What all chance derives from.
///     success: The share of attempts that the casual player is to win; the report then names the limit of
///         moves for it.
///     threads: The number of threads; None for all.
///     resume: Games of the same report, which are continued.
///     out: A file that keeps the played games, every minute and whenever the work ends; an existing file is
///         continued.
///     progress: Called from time to time and at the end with the work done, that of before included, and all
///         work as far as is known, in units that weigh players by their time (`LevelGames.costs`).
///
/// Raises:
///     ValueError: The arguments make no report, or `resume` or the file is of another.
///     OSError: The file cannot be written; if the disk is full at the end, the call retries for ten minutes,
///         and the error's `unsaved` is the `LevelGames`.
#[pyfunction]
#[pyo3(signature = (
    level, *, agents = None, games = 1000, seed = 0, success = None, threads = None, resume = None, out = None, progress = None
))]
pub(crate) fn level_report<'py>(
    py: Python<'py>,
    level: GivenLevel,
    agents: Option<Vec<String>>,
    #[pyo3(from_py_with = whole)] games: u64,
    #[pyo3(from_py_with = whole)] seed: u64,
    success: Option<f64>,
    threads: Option<Whole<usize>>,
    resume: Option<&LevelGames>,
    out: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    level_games(
        py, level, agents, games, seed, success, threads, None, resume, out, progress,
    )?
    .get()
    .report(py)
}
