//! Exact scores by perfect play.

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_core::{DynSession, Options};
use quincunx_search::exact::{Bounds, DynExactSolver, SolverSettings, Strength};
use quincunx_search::{SearchBudget, StopToken};

use crate::error::value_error;
use crate::options::{Whole, find, limits_of, options_of, threads_of, whole};
use crate::session::Session;
use crate::stop::{interruptible, patient_lock};

/// An exact solver of a game's positions under rules whose options are keyword arguments, with the knowledge
/// that it gathers.
///
/// `threads` search a hard position together; with one the same questions take the same nodes each time.
/// Without `book` no opening book is used.
///
/// Scores are whole numbers in the game's own convention: above 0 for a position that its mover wins, the
/// more the sooner, 0 for a draw, below 0 for a loss. In Connect Four a win with the n-th last own stone
/// scores n, as in the solver of Pascal Pons. There proofs without a search are after Victor Allis ("A
/// Knowledge-Based Approach of Connect-Four", 1988), and threads leave to each other what they search after
/// Jean-Christophe Weill ("The ABDADA Distributed Minimax-Search Algorithm", 1996), as Tom Kerrigan
/// simplified it.
///
/// ValueError: the game has no solver, or the options make no game.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Solver {
    options: Options,
    game: &'static str,
    solver: Mutex<Box<dyn DynExactSolver>>,
}

/// What a score is known to be between, both included; None where nothing is known at that side.
type Known = (Option<i32>, Option<i32>);

fn known(bounds: Bounds) -> Known {
    let bound = |bound: i32| (bound.abs() < i32::MAX).then_some(bound);
    (bound(bounds.low), bound(bounds.high))
}

impl Solver {
    /// Checks that a position can be asked about.
    fn present(&self, session: &Bound<'_, Session>) -> PyResult<Box<dyn DynSession>> {
        let (_, session) = Session::asked(session)?;
        if session.game() != self.game || *session.options() != self.options {
            return Err(PyValueError::new_err(
                "the session is of another game or other rules than the solver",
            ));
        }
        Ok(session)
    }

    /// Asks the solver within limits.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        nodes: Option<Whole<u64>>,
        seconds: Option<f64>,
        ask: impl FnOnce(&mut dyn DynExactSolver, &mut SearchBudget) -> T + Send,
    ) -> PyResult<T> {
        let limits = limits_of(None, nodes, seconds, &StopToken::default())?;
        interruptible(py, |stop| {
            let mut budget = SearchBudget::start(&quincunx_search::Limits {
                stop: stop.clone(),
                ..limits
            });
            let mut solver = patient_lock(&self.solver, stop)?;
            Ok(ask(&mut **solver, &mut budget))
        })?
    }
}

const fn strength(weak: bool) -> Strength {
    if weak { Strength::Weak } else { Strength::Strong }
}

/// What an answer without limits holds true, as only a signal ends the search, whose handler has raised then.
const WHOLE: &str = "a search without limits is carried through";

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
        let options = options_of(entry, options)?;
        let settings = SolverSettings {
            threads: threads_of(Some(Whole(threads)))?,
            book,
        };
        let solver = py.detach(|| entry.solver(&options, &settings)).ok_or_else(|| {
            let all = quincunx_catalog::GAMES.iter().filter(|entry| entry.has_solver());
            let known: Vec<&str> = all.map(|entry| entry.id()).collect();
            PyValueError::new_err(format!(
                "{game} has no exact solver; these have: {}",
                known.join(", ")
            ))
        })?;
        Ok(Self {
            game: entry.id(),
            options,
            solver: Mutex::new(solver.map_err(value_error)?),
        })
    }

    /// The id of the game.
    #[getter]
    const fn game(&self) -> &'static str {
        self.game
    }

    /// Solves the position: its exact score for the player who acts.
    ///
    /// This may take long, and Ctrl-C ends it; `bounds` keeps within limits.
    #[pyo3(signature = (session, /))]
    fn score(&self, py: Python<'_>, session: &Bound<'_, Session>) -> PyResult<i32> {
        let session = self.present(session)?;
        let bounds = self.ask(py, None, None, |solver, budget| {
            solver.solve(&*session, Strength::Strong, budget)
        })?;
        Ok(bounds.exact().expect(WHOLE))
    }

    /// Solves every action: its exact score for the player who acts, in the order of their numbers; None for
    /// one that is not legal.
    #[pyo3(signature = (session, /))]
    fn scores(&self, py: Python<'_>, session: &Bound<'_, Session>) -> PyResult<Vec<Option<i32>>> {
        let session = self.present(session)?;
        let bounds = self.ask(py, None, None, |solver, budget| {
            solver.solve_actions(&*session, Strength::Strong, budget)
        })?;
        let exact = |bounds: Bounds| bounds.exact().expect(WHOLE);
        Ok(bounds.into_iter().map(|bounds| bounds.map(exact)).collect())
    }

    /// Bounds the position's score from below and above, as well as the limits allow; `weak` asks only who
    /// wins.
    #[pyo3(signature = (session, /, *, weak = false, nodes = None, seconds = None))]
    fn bounds(
        &self,
        py: Python<'_>,
        session: &Bound<'_, Session>,
        weak: bool,
        nodes: Option<Whole<u64>>,
        seconds: Option<f64>,
    ) -> PyResult<Known> {
        let session = self.present(session)?;
        let bounds = self.ask(py, nodes, seconds, |solver, budget| {
            solver.solve(&*session, strength(weak), budget)
        })?;
        Ok(known(bounds))
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
        let session = self.present(session)?;
        let bounds = self.ask(py, nodes, seconds, |solver, budget| {
            solver.solve_actions(&*session, strength(weak), budget)
        })?;
        Ok(bounds.into_iter().map(|bounds| bounds.map(known)).collect())
    }

    /// Finds how perfect play goes on to the end of the game: the actions of the quickest win and the longest
    /// defence.
    #[pyo3(signature = (session, /))]
    fn principal_variation(&self, py: Python<'_>, session: &Bound<'_, Session>) -> PyResult<Vec<usize>> {
        let session = self.present(session)?;
        let line = self.ask(py, None, None, |solver, budget| {
            solver.principal_variation(&*session, budget)
        })?;
        Ok(line.expect(WHOLE))
    }

    fn __repr__(&self) -> String {
        format!("quincunx.Solver({:?})", self.game)
    }
}
