//! What a level of match-3 gives to people, told from simulated players.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quincunx_arena::text_file;
use quincunx_arena::{Games, Work};
use quincunx_match3::levels::report::{Experiment, Lot, Plan};
use quincunx_match3::levels::{Level, SHIPPED};

use crate::error::{content_error, value_error};
use crate::file;
use crate::file::unreadable;
use crate::kept::{Kept, Played as _};
use crate::laboratory::teller;
use crate::options::{Whole, from_json, threads_of, whole};
use crate::stop::with_progress;

/// A level: its text or the name of one that comes with the program, or a path to its file.
#[derive(FromPyObject)]
pub(crate) enum GivenLevel {
    /// A text, or a name.
    Text(String),
    /// A file.
    Path(PathBuf),
}

impl GivenLevel {
    fn read(self) -> PyResult<Level> {
        let text = match self {
            Self::Text(text) => text,
            Self::Path(path) => {
                let text = text_file::read(&path).map_err(|error| unreadable(error, &path))?;
                return Level::read(&text).map_err(|error| content_error(error, &path));
            }
        };
        let shipped = SHIPPED.iter().find(|shipped| shipped.name == text);
        // A level takes lines; who gives but a word means one by its name, or a file.
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
type GivenLot = (usize, u32, Vec<(u64, u64)>);

/// Takes games of a report, each once.
fn lots(given: Vec<GivenLot>) -> Vec<Lot> {
    let mut ranges: BTreeMap<(usize, u32), Vec<(u64, u64)>> = BTreeMap::new();
    for (player, limit, games) in given {
        ranges.entry((player, limit)).or_default().extend(games);
    }
    let lot = |((player, limit), ranges): (_, Vec<(u64, u64)>)| Lot {
        player,
        limit,
        games: ranges.into_iter().map(|(from, to)| from..to).collect::<Games>(),
    };
    ranges.into_iter().map(lot).collect()
}

/// The games of a level by the players of a report, or as many of them as have been played.
///
/// Its text is the file that `quincunx level report --out FILE.json` saves, which `quincunx merge` takes.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct LevelGames {
    pub(crate) told: Experiment,
}

#[pymethods]
impl LevelGames {
    /// Reads games that were saved.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        let told = py.detach(|| Experiment::parse(text).map_err(value_error))?;
        Ok(Self { told })
    }

    /// The games as they are saved.
    #[getter]
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.told.to_text())
    }

    /// Saves that text. A file that is there stays whole until the new one is.
    #[pyo3(signature = (path, /))]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        file::save(py, &path, |file| self.told.write(file))
    }

    /// How many games have been played.
    #[getter]
    fn played(&self) -> u64 {
        self.told.games()
    }

    /// Whether all was played that the report needs.
    #[getter]
    fn is_whole(&self) -> bool {
        self.told.is_whole()
    }

    /// How much work a game is of each player, in the unit in which progress is told.
    #[getter]
    fn costs(&self) -> Vec<u64> {
        self.told.costs()
    }

    /// How much work the report is at least, in the same unit.
    #[getter]
    fn cost(&self) -> PyResult<u64> {
        self.told.plan().cost().map_err(value_error)
    }

    /// How much work was done, in the same unit.
    #[getter]
    fn done(&self) -> u64 {
        self.told.cost_done()
    }

    /// Whether others are of the same report and have no game that is not here.
    #[pyo3(signature = (other, /))]
    fn _holds(&self, other: &Self) -> bool {
        self.told.holds(&other.told)
    }

    /// Lists the games that come next, as triples of a player's place, the limit of moves, and pairs of a
    /// first game and the one behind the last. Some follow from what was played: longer games of players
    /// whom the limit cuts off, and those under the limit that is wanted.
    fn missing(&self) -> Vec<GivenLot> {
        let given = |Lot { player, limit, games }| (player, limit, games.into());
        self.told.missing().into_iter().map(given).collect()
    }

    /// Works out the report of the games that were played.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let told =
            py.detach(|| serde_json::to_string(&self.told.report()).expect("a report's keys are texts"));
        from_json(py, &told)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>().map(Bound::get) else {
            return false;
        };
        py.detach(|| self.told.to_text() == other.told.to_text())
    }

    fn __repr__(&self) -> String {
        let (name, played) = (self.told.level().name(), self.played());
        format!("<quincunx.LevelGames of {name:?}: {played} games>")
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse.unbind(), (slf.get().text(slf.py()),)))
    }
}

/// Plays the games of a level's report; see `level_report`.
///
/// `only`, as in `games.missing()[:1]`, plays these only, for `merge`; `progress` tells how much of them is
/// done.
#[pyfunction]
#[pyo3(signature = (
    level, *, agents = None, games = 1000, seed = 0, success = None, threads = None, only = None, resume = None, out = None,
    progress = None
))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are the keyword arguments of a Python function"
)]
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
    let threads = threads_of(threads)?;
    let kept = Kept::claim(py, out)?;
    let mut study = kept.begun(py, nothing, resume.map(|resume| &resume.told))?;
    let before = study.played();
    let had = match &only {
        None => study.cost_done(),
        Some(only) => all - study.cost_of(only),
    };
    let played = AtomicU64::new(had);
    let tell = teller(progress.as_ref(), &played, all);
    let done = with_progress(
        py,
        |stop| {
            let work = Work {
                threads,
                rows: false,
                stop,
                progress: &|more| {
                    played.fetch_add(more, Ordering::Relaxed);
                },
            };
            let mut keep = |study: &Experiment| kept.try_save(|file| study.write(file));
            match &only {
                Some(only) => study.play_some(only, &work, &mut keep),
                None => Ok(study.play(&work, &mut keep)?),
            }
        },
        kept.telling(&tell),
    );
    let told = kept.end(py, before, study, done)?;
    tell(py)?;
    Ok(told)
}

/// Plays a level by players of several tiers, and tells its designer what it gives to each: what `quincunx
/// level report --json` writes.
///
/// `level` is a path, a level's text, or the name of one that comes with the program. `agents` names other
/// players than the usual tiers, `games` how many each of those that do not look ahead plays, `success` the
/// share of attempts that the casual player is to win, for which the limit of moves is then told. `resume`
/// goes on with games of the same report. `out` names a file in which the games are kept, every minute and
/// whenever the work ends; where it is there already, the work goes on with it. `progress` is called from
/// time to time and at the end with how much of the work is done, that of before included, and how much there
/// is as far as is known, in units that weigh players by their time (`LevelGames.costs`). Ctrl-C ends the
/// work; what was played is lost without `out`.
///
/// ValueError: the arguments make no report, or `resume` or the file is of another. OSError: the file cannot
/// be kept; where there is no room for it in the end, that is tried for ten minutes, and the error's
/// `unsaved` is the `LevelGames`.
#[pyfunction]
#[pyo3(signature = (
    level, *, agents = None, games = 1000, seed = 0, success = None, threads = None, resume = None, out = None, progress = None
))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are the keyword arguments of a Python function"
)]
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
