//! Solved single-player games.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyFileExistsError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_arena::atomic_file;
use quincunx_core::{DynSession, Options};
use quincunx_registry::DynGame;
use quincunx_registry::tablebase::{
    self, Evaluation, Progress, Solution, SolveError, SolveRequest, Source, TablebaseError, Tablebases,
};
use quincunx_search::StopToken;

use crate::error::{content_error, file_error, value_error};
use crate::file;
use crate::options::{Whole, find, not_accepted, not_offered, options_of, threads_of, to_dict};
use crate::session::Session;
use crate::stop::with_progress;

/// A tablebase: the values of every position of a single-player game under perfect play.
///
/// `quincunx.exact` computes one; this opens a file that it, or `quincunx exact --out FILE`, has written.
///
/// Raises:
///     OSError: The file cannot be read.
///     ValueError: It is no table, or of no such game.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Table {
    entry: &'static dyn DynGame,
    options: Options,
    goals: Vec<u64>,
    positions: u64,
    table: Mutex<Box<dyn tablebase::Tablebase>>,
}

/// The values of a position under perfect play.
#[pyclass(frozen, get_all, eq, from_py_object, module = "quincunx")]
#[derive(Clone, PartialEq)]
pub(crate) struct Worth {
    /// The points still to come, by play for points.
    points: f64,
    /// The greatest chance of each goal, by play for that goal alone.
    chances: BTreeMap<u64, f64>,
    /// The values of every legal action, its own points included.
    actions: BTreeMap<usize, Worth>,
}

#[pymethods]
impl Worth {
    /// The action with the most points to come; None where no player acts.
    #[getter]
    fn best(&self) -> Option<usize> {
        // Of equal actions the first.
        let better =
            |a: &(&usize, &Self), b: &(&usize, &Self)| a.1.points.total_cmp(&b.1.points).then(b.0.cmp(a.0));
        self.actions.iter().max_by(better).map(|(action, _)| *action)
    }
}

pickled! { Worth { points: f64, chances: BTreeMap<u64, f64>, actions: BTreeMap<usize, Worth> } }

repr! { Worth, this: "<Worth {:.3} points, {} actions>", this.points, this.actions.len() }

impl Worth {
    /// Converts a list of values.
    fn of(goals: &[u64], values: &[f64]) -> Self {
        Self {
            points: values[0],
            chances: goals.iter().copied().zip(values[1..].iter().copied()).collect(),
            actions: BTreeMap::new(),
        }
    }

    /// Converts an evaluation with its actions.
    fn with_actions(session: &dyn DynSession, goals: &[u64], evaluation: &Evaluation) -> Self {
        let action = |(text, values): &(String, Vec<f64>)| {
            let number = session
                .parse_action(text)
                .expect("a table writes actions as its game does");
            (number, Self::of(goals, values))
        };
        Self {
            actions: evaluation.actions.iter().map(action).collect(),
            ..Self::of(goals, &evaluation.values)
        }
    }
}

/// A position: a session, or a text in the game's notation.
pub(crate) enum Position<'py> {
    Session(Bound<'py, Session>),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for Position<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let session = given.extract().map(Self::Session);
        session
            .or_else(|_| given.extract().map(Self::Text))
            .map_err(|_| not_accepted(&given, "a session or a position as text"))
    }
}

fn tables_of(entry: &dyn DynGame) -> PyResult<&'static dyn Tablebases> {
    let tables = entry.tablebases();
    tables.ok_or_else(|| {
        not_offered(entry.id(), "cannot be worked out; these can", |other| {
            other.tablebases().is_some()
        })
    })
}

fn open(path: &Path) -> PyResult<Box<dyn Source>> {
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(file_error(&error, path)),
    }
}

fn table_error(error: TablebaseError, path: Option<&Path>) -> PyErr {
    match (error, path) {
        (TablebaseError::Read(error), Some(path)) => file_error(&error, path),
        (TablebaseError::Read(error), None) => error.into(),
        (error, Some(path)) => content_error(error, path),
        (error, None) => value_error(error),
    }
}

impl Table {
    fn read(entry: &'static dyn DynGame, source: Box<dyn Source>, path: Option<&Path>) -> PyResult<Self> {
        let table = tables_of(entry)?.open(source);
        let table = table.map_err(|error| table_error(error, path))?;
        Ok(Self {
            entry,
            options: table.options(),
            goals: table.goals(),
            positions: table.positions(),
            table: Mutex::new(table),
        })
    }
}

getters! { Table, this:
    /// The id of the game.
    game: &'static str = this.entry.id();
    /// The goals whose chances it holds: in 2048 the values of pieces.
    goals: Vec<u64> = this.goals.clone();
    /// The number of its positions, of those equal by symmetry one.
    positions: u64 = this.positions;
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (game, path, /))]
    fn of(game: &str, path: PathBuf) -> PyResult<Self> {
        let entry = find(game)?;
        tables_of(entry)?;
        Self::read(entry, open(&path)?, Some(&path))
    }

    /// The options of the rules.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, self.entry, &self.options)
    }

    /// Returns the values of the position of a session or a text; None for a position that no game reaches.
    ///
    /// Raises:
    ///     ValueError: The session is of another game or other rules, or the text is no position.
    #[pyo3(signature = (position, /))]
    fn worth(&self, py: Python<'_>, position: Position<'_>) -> PyResult<Option<Worth>> {
        let text = match position {
            Position::Text(text) => text,
            Position::Session(session) => session
                .try_borrow()?
                .position_under(self.entry.id(), &self.options)?,
        };
        let session = self.entry.new_session(&self.options, 0).map_err(value_error)?;
        let worth = py.detach(|| lock(&self.table).evaluate(&text));
        let worth = worth.map_err(|error| table_error(error, None))?;
        Ok(worth.map(|worth| Worth::with_actions(&*session, &self.goals, &worth)))
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.positions).unwrap_or(usize::MAX)
    }
}

repr! { Table, this:
    "<quincunx.Table {}{}: {} positions>",
    this.game(),
    this.options.iter().map(|(name, value)| format!(", {name}={value}")).collect::<String>(),
    this.positions
}

/// A game to solve, and how.
struct Request<'a> {
    tables: &'static dyn Tablebases,
    options: &'a Options,
    position: Option<&'a str>,
    goals: Option<Vec<u64>>,
    threads: NonZero<usize>,
    progress: Option<Py<PyAny>>,
}

impl<'a> Request<'a> {
    fn new(
        entry: &dyn DynGame,
        options: &'a Options,
        position: Option<&'a str>,
        goals: Option<Vec<Whole<u64>>>,
        threads: Option<Whole<usize>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self {
            tables: tables_of(entry)?,
            options,
            position,
            goals: goals.map(|goals| goals.into_iter().map(|goal| goal.0).collect()),
            threads: threads_of(threads)?,
            progress,
        })
    }

    /// Solves the game while other Python threads run. `keep` passes the output for the table, in a file at
    /// `out`.
    fn solve<T: Send>(
        &self,
        py: Python<'_>,
        out: Option<&Path>,
        keep: impl FnOnce(
            &dyn Fn(Option<&mut dyn Write>) -> Result<Solution, SolveError>,
        ) -> Result<T, SolveError>
        + Send,
    ) -> PyResult<T> {
        let latest = Mutex::new(Progress { done: 0, of: None });
        let (tables, options, position, threads) = (self.tables, self.options, self.position, self.threads);
        let goals = self.goals.as_deref();
        let solved = with_progress(
            py,
            |stop: &StopToken| {
                let request = SolveRequest {
                    options,
                    position,
                    goals,
                    threads,
                    stop,
                    report: &|progress| *lock(&latest) = progress,
                };
                keep(&|output| tables.solve(&request, output))
            },
            |py| {
                let Progress { done, of } = *lock(&latest);
                self.report(py, done, of)
            },
        );
        solved?.map_err(|error| match (error, out) {
            (SolveError::Write(error), Some(path)) => file_error(&error, path),
            (error, _) => value_error(error),
        })
    }

    /// Reports how many positions are done, and how many there are, if that is known.
    fn report(&self, py: Python<'_>, done: u64, of: Option<u64>) -> PyResult<()> {
        match &self.progress {
            Some(progress) => progress.call1(py, (done, of)).map(drop),
            None => Ok(()),
        }
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Solves a single-player game: the values of every position that can be reached, under perfect play.
///
/// It does so by retrograde analysis: it finds the positions from the beginning on, and evaluates them from
/// the last ones back.
///
/// Ctrl-C ends the work, and nothing is written.
///
/// Args:
///     game: The id of the game.
///     goals: The goals whose chances are computed; None for all, `[]` for none.
///     out: The file of the table, or a folder, in which it gets the name by which players look for it;
///         without it the table is in memory.
///     threads: The number of threads; None for all.
///     progress: Called from time to time and at the end with the number of positions that are done and of
///         all, None while they are being found.
///     **options: The options of the rules.
///
/// Raises:
///     ValueError: The board is too large, or a goal is invalid.
///     FileExistsError: The file exists.
#[pyfunction]
#[pyo3(signature = (game, /, *, goals = None, out = None, threads = None, progress = None, **options))]
pub(crate) fn exact(
    py: Python<'_>,
    game: &str,
    goals: Option<Vec<Whole<u64>>>,
    out: Option<PathBuf>,
    threads: Option<Whole<usize>>,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let entry = find(game)?;
    let options = options_of(entry, options, &["goals", "out", "progress", "threads"])?;
    let request = Request::new(entry, &options, None, goals, threads, progress)?;
    let table = match out {
        None => {
            let mut bytes = Vec::new();
            request.solve(py, None, |solve| solve(Some(&mut bytes)))?;
            Table::read(entry, Box::new(Cursor::new(bytes)), None)?
        }
        Some(out) => {
            let path = new_file(request.tables, &options, &out)?;
            let _lock = file::lock(py, &path)?;
            request.solve(py, Some(&path), |solve| {
                atomic_file::write_with(&path, |file| solve(Some(file)).map(drop))
            })?;
            Table::read(entry, open(&path)?, Some(&path))?
        }
    };
    request.report(py, table.positions, Some(table.positions))?;
    Ok(table)
}

/// Solves a single-player game from the position of a session to its end, and returns the values of that
/// position. Boards too large to be solved from their beginning can be solved near the end.
///
/// The arguments are those of `exact`.
#[pyfunction]
#[pyo3(signature = (session, /, *, goals = None, threads = None, progress = None))]
pub(crate) fn worth(
    py: Python<'_>,
    session: &Bound<'_, Session>,
    goals: Option<Vec<Whole<u64>>>,
    threads: Option<Whole<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Worth> {
    let (entry, session) = Session::on_turn(session)?;
    let position = session.position_text();
    let request = Request::new(
        entry,
        session.options(),
        Some(&position),
        goals,
        threads,
        progress,
    )?;
    let solution = request.solve(py, None, |solve| solve(None))?;
    request.report(py, solution.positions, Some(solution.positions))?;
    Ok(Worth::with_actions(
        &*session,
        &solution.goals,
        &solution.evaluation,
    ))
}

/// Returns the path of a table, which must not exist yet.
fn new_file(tables: &dyn Tablebases, options: &Options, out: &Path) -> PyResult<PathBuf> {
    let path = if out.is_dir() {
        out.join(tables.file_name(options))
    } else {
        out.to_owned()
    };
    let to_error = |error| file_error(&error, &path);
    if fs::exists(&path).map_err(to_error)? {
        let path = path.display();
        return Err(PyFileExistsError::new_err(format!(
            "{path} exists already, and is left as it is"
        )));
    }
    atomic_file::check_writable(&path).map_err(to_error)?;
    Ok(path)
}
