//! What a level of match-3 gives to people, told from simulated players.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quincunx_games::levels::report::{Plan, report};
use quincunx_games::levels::{Level, SHIPPED};
use quincunx_search::arena::Work;

use crate::error::{file_error, value_error};
use crate::interrupt::with_progress;
use crate::laboratory::teller;
use crate::options::{Whole, threads_of, whole};

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
            Self::Path(path) => fs::read_to_string(&path).map_err(|error| file_error(&error, &path))?,
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

/// Plays a level by players of several tiers, and tells its designer what it gives to each: what `quincunx level report --json`
/// writes.
///
/// `level` is a path, a level's text, or the name of one that comes with the program. `agents` names other players than the usual
/// tiers, `games` how many each of those that do not look ahead plays, `success` the share of attempts that the casual player is to win, for
/// which the limit of moves is then told. Ctrl-C ends the work.
#[pyfunction]
#[pyo3(signature = (level, /, *, agents = None, games = 1000, seed = 0, success = None, threads = None, progress = None))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are the keyword arguments of a Python function"
)]
pub(crate) fn level_report(
    py: Python<'_>,
    level: GivenLevel,
    agents: Option<Vec<String>>,
    #[pyo3(from_py_with = whole)] games: u64,
    #[pyo3(from_py_with = whole)] seed: u64,
    success: Option<f64>,
    threads: Option<Whole<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let level = level.read()?;
    let mut plan = match &agents {
        None => Plan::usual(games, seed),
        Some(agents) => Plan::of(agents.iter().map(String::as_str), games, seed).map_err(value_error)?,
    };
    plan.target = success;
    let all = plan.cost().map_err(value_error)?;
    let played = AtomicU64::new(0);
    let threads = threads_of(threads)?;
    let told = with_progress(
        py,
        |interrupt| {
            let work = Work {
                threads,
                rows: false,
                interrupt,
                progress: &|more| {
                    played.fetch_add(more, Ordering::Relaxed);
                },
            };
            report(&level, &plan, &work)
        },
        teller(progress.as_ref(), &played, all),
    )?;
    let told = serde_json::to_string(&told.map_err(value_error)?).expect("a report's keys are texts");
    Ok(py.import("json")?.call_method1("loads", (told,))?.unbind())
}
