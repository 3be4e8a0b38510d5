//! Exact scores by perfect play.

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_core::{DynSession, Options};
use quincunx_search::{Bounds, DynExactSolver, SearchBudget, SolverSettings, StopToken, Strength};

use crate::error::value_error;
use crate::options::{Whole, find, limits_of, not_offered, options_of, threads_of, to_dict, whole};
use crate::session::Session;
use crate::stop::{interruptible, patient_lock};

/// An exact solver of a game's positions under rules whose options are keyword arguments. What it learns from
/// one position makes later ones cheaper.
///
/// `threads` search a hard position together; with one the same questions take the same nodes each time.
/// Without `book` no opening book is used.
///
/// Scores are whole numbers in the game's own convention: above 0 for a position that its mover wins, the
/// more the sooner, 0 for a draw, below 0 for a loss. In Connect Four a win with the n-th last own stone
/// scores n, as in the solver of Pascal Pons. Its static proofs follow Victor Allis ("A Knowledge-Based
/// Approach of Connect-Four", 1988), its parallel search Jean-Christophe Weill ("The ABDADA Distributed
/// Minimax-Search Algorithm", 1996), as Tom Kerrigan simplified it.
///
/// Raises:
///     ValueError: The game has no solver, or the options make no game.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Solver {
    options: Options,
    game: &'static str,
    threads: usize,
    book: bool,
    solver: Mutex<Box<dyn DynExactSolver>>,
}

/// Bounds of a score, both included; None where nothing is known on that side.
type Known = (Option<i32>, Option<i32>);

fn known(bounds: Bounds) -> Known {
    let bound = |bound: i32| (bound.abs() < i32::MAX).then_some(bound);
    (bound(bounds.low), bound(bounds.high))
}

/// Returns a score that a search without limits has found; a signal that stops one has raised before.
fn exact(bounds: Bounds) -> i32 {
    bounds.exact().expect("a search without limits finds the score")
}

/// The limits of a search: only who wins, nodes, and seconds.
type SearchLimits = (bool, Option<Whole<u64>>, Option<f64>);

impl Solver {
    /// Runs a search for a session's position within limits.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        session: &Bound<'_, Session>,
        (weak, nodes, seconds): SearchLimits,
        search: impl FnOnce(&mut dyn DynExactSolver, &dyn DynSession, Strength, &mut SearchBudget) -> T + Send,
    ) -> PyResult<T> {
        let (_, session) = Session::on_turn(session)?;
        if session.game() != self.game || *session.options() != self.options {
            return Err(PyValueError::new_err(
                "the session is of another game or other rules than the solver",
            ));
        }
        let strength = if weak { Strength::Weak } else { Strength::Strong };
        let mut limits = limits_of(None, nodes, seconds, &StopToken::default())?;
        interruptible(py, |stop| {
            limits.stop = stop.clone();
            let mut budget = SearchBudget::start(&limits);
            let mut solver = patient_lock(&self.solver, stop)?;
            Ok(search(&mut **solver, &*session, strength, &mut budget))
        })?
    }
}

/// No limits, for the exact score.
const UNLIMITED: SearchLimits = (false, None, None);

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (game, /, *, threads = 1, book = true, **options))]
    fn of(
        py: Python<'_>,
        game: &str,
        #[pyo3(from_py_with = whole)] threads: usize,
        book: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let entry = find(game)?;
        let options = options_of(entry, options, &["book", "threads"])?;
        let settings = SolverSettings {
            threads: threads_of(Some(Whole(threads)))?,
            book,
        };
        let solver = py.detach(|| entry.solver(&options, &settings)).ok_or_else(|| {
            if entry.has_solver() {
                return value_error(format!("{game} has no exact solver under these rules"));
            }
            not_offered(game, "has no exact solver; these have", |other| {
                other.has_solver()
            })
        })?;
        Ok(Self {
            game: entry.id(),
            threads,
            book,
            options,
            solver: Mutex::new(solver.map_err(value_error)?),
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (game, threads) = (self.game, self.threads);
        let book = if self.book { "True" } else { "False" };
        let mut text = format!("quincunx.Solver({game:?}, threads={threads}, book={book}");
        for (name, value) in to_dict(py, find(game)?, &self.options)? {
            text += &format!(", {name}={}", value.repr()?);
        }
        Ok(text + ")")
    }

    /// Pickles how it was made: another solver learns anew.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, RestoredSolver<'py>)> {
        let (py, this) = (slf.py(), slf.get());
        let restore = py.import("quincunx._native")?.getattr("_solver")?;
        let options = to_dict(py, find(this.game)?, &this.options)?;
        Ok((restore, (this.game, this.threads, this.book, options)))
    }

    /// The id of the game.
    #[getter]
    const fn game(&self) -> &'static str {
        self.game
    }

    /// Returns the exact score of the position for the player who acts.
    ///
    /// This may take long, and Ctrl-C ends it; `bounds` keeps within limits.
    #[pyo3(signature = (session, /))]
    fn score(&self, py: Python<'_>, session: &Bound<'_, Session>) -> PyResult<i32> {
        let bounds = self.search(py, session, UNLIMITED, |solver, session, strength, budget| {
            solver.solve(session, strength, budget)
        });
        bounds.map(exact)
    }

    /// Returns the exact score of every action for the player who acts, in the order of their numbers; None
    /// for one that is not legal.
    #[pyo3(signature = (session, /))]
    fn scores(&self, py: Python<'_>, session: &Bound<'_, Session>) -> PyResult<Vec<Option<i32>>> {
        let bounds = self.search(py, session, UNLIMITED, |solver, session, strength, budget| {
            solver.solve_actions(session, strength, budget)
        })?;
        Ok(bounds.into_iter().map(|bounds| bounds.map(exact)).collect())
    }

    /// Bounds the position's score from below and above, as tightly as the limits allow; `weak` finds only
    /// who wins.
    #[pyo3(signature = (session, /, *, weak = false, nodes = None, seconds = None))]
    fn bounds(
        &self,
        py: Python<'_>,
        session: &Bound<'_, Session>,
        weak: bool,
        nodes: Option<Whole<u64>>,
        seconds: Option<f64>,
    ) -> PyResult<Known> {
        let limits = (weak, nodes, seconds);
        let bounds = self.search(py, session, limits, |solver, session, strength, budget| {
            solver.solve(session, strength, budget)
        });
        bounds.map(known)
    }

    /// Bounds the score of every action, as `bounds` does; None for one that is not legal.
    #[pyo3(signature = (session, /, *, weak = false, nodes = None, seconds = None))]
    fn action_bounds(
        &self,
        py: Python<'_>,
        session: &Bound<'_, Session>,
        weak: bool,
        nodes: Option<Whole<u64>>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Option<Known>>> {
        let limits = (weak, nodes, seconds);
        let bounds = self.search(py, session, limits, |solver, session, strength, budget| {
            solver.solve_actions(session, strength, budget)
        })?;
        Ok(bounds.into_iter().map(|bounds| bounds.map(known)).collect())
    }

    /// Returns the actions of perfect play to the end of the game: the quickest win and the longest defence.
    #[pyo3(signature = (session, /))]
    fn principal_variation(&self, py: Python<'_>, session: &Bound<'_, Session>) -> PyResult<Vec<usize>> {
        let line = self.search(py, session, UNLIMITED, |solver, session, _, budget| {
            solver.principal_variation(session, budget)
        })?;
        Ok(line.expect("a search without limits finds the line"))
    }
}

/// The arguments of a pickled solver.
type RestoredSolver<'py> = (&'static str, usize, bool, Bound<'py, PyDict>);

/// Makes a pickled solver again.
#[pyfunction]
#[pyo3(name = "_solver", signature = (game, threads, book, options, /))]
pub(crate) fn restore(
    py: Python<'_>,
    game: &str,
    threads: usize,
    book: bool,
    options: &Bound<'_, PyDict>,
) -> PyResult<Solver> {
    Solver::of(py, game, threads, book, Some(options))
}
