//! Games for one, worked out to the end.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyFileExistsError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_arena::atomic_file;
use quincunx_arena::atomic_file::FileLock;
use quincunx_catalog::GAMES;
use quincunx_core::{DynSession, Options};
use quincunx_registry::DynGame;
use quincunx_registry::tablebase;
use quincunx_registry::tablebase::{Solution, SolveError, SolveRequest, Source, TableError, Tablebases};
use quincunx_search::StopToken;

use crate::error::{content_error, file_error, value_error};
use crate::options::{Whole, find, options_of, threads_of, to_dict};
use crate::session::Session;
use crate::stop::with_progress;

/// A table of what every position of a game for one is worth under perfect play.
///
/// `quincunx.exact` works one out; this opens a file that it, or `quincunx exact --out FILE`, has kept.
///
/// OSError: the file cannot be read. ValueError: it is no table, or of no such game.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Table {
    entry: &'static dyn DynGame,
    options: Options,
    goals: Vec<u64>,
    positions: u64,
    table: Mutex<Box<dyn tablebase::Tablebase>>,
}

/// What a position is worth under perfect play.
#[pyclass(frozen, get_all, eq, module = "quincunx")]
#[derive(Clone, PartialEq)]
pub(crate) struct Worth {
    /// The points still to come, by play for points.
    points: f64,
    /// The greatest chance of each goal, by play that wants nothing else.
    chances: BTreeMap<u64, f64>,
    /// The same of every legal action: what it gives and leads to.
    actions: BTreeMap<usize, Worth>,
}

#[pymethods]
impl Worth {
    /// The action with the most points to come; None where no player acts.
    #[getter]
    fn best(&self) -> Option<usize> {
        let better = |a: &(&usize, &Self), b: &(&usize, &Self)| {
            // Of equals the first.
            a.1.points.total_cmp(&b.1.points).then(b.0.cmp(a.0))
        };
        self.actions.iter().max_by(better).map(|(action, _)| *action)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Worth {:.3} points, {} actions>",
            self.points,
            self.actions.len()
        )
    }
}

impl Worth {
    /// Reads the values of a list, as a table tells them.
    fn of(goals: &[u64], values: &[f64]) -> Self {
        Self {
            points: values[0],
            chances: goals.iter().copied().zip(values[1..].iter().copied()).collect(),
            actions: BTreeMap::new(),
        }
    }

    fn told(session: &dyn DynSession, goals: &[u64], worth: &tablebase::Evaluation) -> Self {
        let action = |(text, values): &(String, Vec<f64>)| {
            let number = session.parse_action(text);
            (
                number.expect("a table writes actions as its game does"),
                Self::of(goals, values),
            )
        };
        Self {
            actions: worth.actions.iter().map(action).collect(),
            ..Self::of(goals, &worth.values)
        }
    }
}

/// A position: a session, or a text in the game's notation.
#[derive(FromPyObject)]
pub(crate) enum Position<'py> {
    /// A session.
    Session(Bound<'py, Session>),
    /// A text.
    Text(String),
}

fn tables_of(entry: &dyn DynGame) -> PyResult<&'static dyn Tablebases> {
    entry.tablebases().ok_or_else(|| {
        let all = GAMES.iter().filter(|entry| entry.tablebases().is_some());
        let known: Vec<&str> = all.map(|entry| entry.id()).collect();
        PyValueError::new_err(format!(
            "{} cannot be worked out; these can: {}",
            entry.id(),
            known.join(", ")
        ))
    })
}

fn solve_error(error: SolveError, path: Option<&Path>) -> PyErr {
    match (error, path) {
        (SolveError::Write(error), Some(path)) => file_error(&error, path),
        (error, _) => value_error(error),
    }
}

fn open(path: &Path) -> PyResult<Box<dyn Source>> {
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(file_error(&error, path)),
    }
}

fn table_error(error: TableError, path: Option<&Path>) -> PyErr {
    match (error, path) {
        (TableError::Read(error), Some(path)) => file_error(&error, path),
        (TableError::Read(error), None) => error.into(),
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

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (game, path, /))]
    fn of(game: &str, path: PathBuf) -> PyResult<Self> {
        let entry = find(game)?;
        tables_of(entry)?;
        Self::read(entry, open(&path)?, Some(&path))
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.entry.id()
    }

    /// The options of the rules.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, self.entry, &self.options)
    }

    /// The goals whose chances it tells: in 2048 the values of pieces.
    #[getter]
    fn goals(&self) -> Vec<u64> {
        self.goals.clone()
    }

    /// How many positions it holds, of those that are alike by symmetry one.
    #[getter]
    const fn positions(&self) -> u64 {
        self.positions
    }

    /// Tells what the position of a session or of a text is worth; None where no game that begins as the
    /// rules say comes to it.
    ///
    /// ValueError: the session is of another game or other rules, or the text is no position.
    #[pyo3(signature = (position, /))]
    fn worth(&self, py: Python<'_>, position: Position<'_>) -> PyResult<Option<Worth>> {
        let text = match position {
            Position::Text(text) => text,
            Position::Session(session) => session
                .try_borrow()?
                .position_under(self.entry.id(), &self.options)?,
        };
        let session = self.entry.new_session(&self.options, 0).map_err(value_error)?;
        let worth = py.detach(|| {
            let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
            table.evaluate(&text)
        });
        let worth = worth.map_err(|error| table_error(error, None))?;
        Ok(worth.map(|worth| Worth::told(&*session, &self.goals, &worth)))
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.positions).unwrap_or(usize::MAX)
    }

    fn __repr__(&self) -> String {
        let options = self
            .options
            .iter()
            .map(|(name, value)| format!(", {name}={value}"));
        let options: String = options.collect();
        format!(
            "<quincunx.Table {}{options}: {} positions>",
            self.entry.id(),
            self.positions
        )
    }
}

/// What is worked out, and how.
struct Asked<'a> {
    tables: &'static dyn Tablebases,
    options: &'a Options,
    position: Option<&'a str>,
    goals: Option<Vec<u64>>,
    threads: NonZero<usize>,
    progress: Option<Py<PyAny>>,
    /// The file in which the table is kept.
    out: Option<&'a Path>,
}

impl Asked<'_> {
    /// Works it out without the interpreter's lock; `keep` says where the table goes.
    fn solve<T: Send>(
        &self,
        py: Python<'_>,
        keep: impl FnOnce(
            &dyn Fn(Option<&mut dyn Write>) -> Result<Solution, SolveError>,
        ) -> Result<T, SolveError>
        + Send,
    ) -> PyResult<T> {
        let (done, of) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
        let (tables, options, position, threads) = (self.tables, self.options, self.position, self.threads);
        let goals = self.goals.as_deref();
        let solved = with_progress(
            py,
            |stop: &StopToken| {
                let task = SolveRequest {
                    options,
                    position,
                    goals,
                    threads,
                    stop,
                    report: &|how_far| {
                        done.store(how_far.done, Ordering::Relaxed);
                        of.store(how_far.of.unwrap_or(u64::MAX), Ordering::Relaxed);
                    },
                };
                keep(&|output| tables.solve(&task, output))
            },
            |py| {
                let of = of.load(Ordering::Relaxed);
                self.tell(py, done.load(Ordering::Relaxed), (of < u64::MAX).then_some(of))
            },
        );
        solved?.map_err(|error| solve_error(error, self.out))
    }

    /// Tells how many positions are done, and how many there are, if that is known.
    fn tell(&self, py: Python<'_>, done: u64, of: Option<u64>) -> PyResult<()> {
        match &self.progress {
            Some(progress) => progress.call1(py, (done, of)).map(drop),
            None => Ok(()),
        }
    }
}

/// Works out a game for one to the end: what every position that can be met is worth under perfect play.
///
/// It does so by retrograde analysis: positions are found from the beginning on, and valued from the last
/// ones back.
///
/// `goals` are those whose chances are told: all there are unless said otherwise, none for `[]`. `out` names
/// the file in which the table is kept, or a folder, in which it has the name by which players look for it;
/// without it the table is in memory. `progress` is called from time to time and at the end with the
/// positions that are done and how many there are: None while they are being found. Ctrl-C ends the work, and
/// nothing is kept.
///
/// ValueError: the board is too large, or a goal is none. FileExistsError: the file is there already.
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
    let options = options_of(entry, options)?;
    let asked = Asked {
        tables: tables_of(entry)?,
        options: &options,
        position: None,
        goals: goals.map(|goals| goals.into_iter().map(|goal| goal.0).collect()),
        threads: threads_of(threads)?,
        progress,
        out: None,
    };
    let Some(out) = out else {
        let mut bytes = Vec::new();
        let solution = asked.solve(py, |solve| solve(Some(&mut bytes)))?;
        asked.tell(py, solution.positions, Some(solution.positions))?;
        return Table::read(entry, Box::new(Cursor::new(bytes)), None);
    };
    let path = place(asked.tables, &options, &out)?;
    let asked = Asked {
        out: Some(&path),
        ..asked
    };
    let _claim = py
        .detach(|| FileLock::acquire(&path))
        .map_err(|error| file_error(&error, &path))?;
    asked.solve(py, |solve| {
        atomic_file::write_with(&path, |file| solve(Some(file)).map(drop))
    })?;
    let table = Table::read(entry, open(&path)?, Some(&path))?;
    asked.tell(py, table.positions, Some(table.positions))?;
    Ok(table)
}

/// Works out a game for one from the position of a session to its end, and tells what that position is worth:
/// also on boards that are too large to be worked out from their beginning, where not much is to come.
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
    let (entry, session) = Session::asked(session)?;
    let position = session.position_text();
    let asked = Asked {
        tables: tables_of(entry)?,
        options: session.options(),
        position: Some(&position),
        goals: goals.map(|goals| goals.into_iter().map(|goal| goal.0).collect()),
        threads: threads_of(threads)?,
        progress,
        out: None,
    };
    let solution = asked.solve(py, |solve| solve(None))?;
    asked.tell(py, solution.positions, Some(solution.positions))?;
    Ok(Worth::told(&*session, &solution.goals, &solution.evaluation))
}

/// Returns where a table is to be kept, which must be a new file.
fn place(tables: &dyn Tablebases, options: &Options, out: &Path) -> PyResult<PathBuf> {
    let path = if out.is_dir() {
        out.join(tables.file_name(options))
    } else {
        out.to_owned()
    };
    let wrong = |error| file_error(&error, &path);
    if fs::exists(&path).map_err(wrong)? {
        let path = path.display();
        return Err(PyFileExistsError::new_err(format!(
            "{path} is there already, and stays as it is"
        )));
    }
    atomic_file::check_writable(&path).map_err(wrong)?;
    Ok(path)
}
