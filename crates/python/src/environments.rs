//! Batches of environments, stepped into arrays of NumPy.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{
    BorrowError, Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1,
    PyReadwriteArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_registry::environment;
use quincunx_registry::environment::{Arrays, Autoreset, Batch, FinalArrays, ObservationShape, Seat, Setup};
use quincunx_search::StopToken;

use crate::error::value_error;
use crate::options::{Whole, find, options_of, whole};
use crate::picture::{Face, View};
use crate::stop::interruptible;

/// Environments of one game, stepped together: what the vectors of Gymnasium stand on.
///
/// Every call writes into the same arrays, which are attributes of this object; whoever keeps what they hold
/// copies it.
#[pyclass(frozen, module = "quincunx._native")]
pub(crate) struct Environments {
    batch: Mutex<Box<dyn Batch>>,
    /// Environments as they are.
    #[pyo3(get)]
    now: Py<Told>,
    /// Environments as they were last, where games have ended in a step which began others.
    #[pyo3(get)]
    last: Py<Told>,
    /// float64 (environments): the rewards of the step.
    #[pyo3(get)]
    rewards: Py<PyArray1<f64>>,
    /// bool (environments): whether games are over.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// bool (environments): whether games were left.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// The greatest number of an observation.
    #[pyo3(get)]
    most: u8,
    /// Whether games end with goals reached or missed.
    #[pyo3(get)]
    has_goals: bool,
    count: usize,
    is_same_step: bool,
    begun: AtomicBool,
}

/// What is told of environments.
#[pyclass(frozen, get_all, module = "quincunx._native")]
pub(crate) struct Told {
    /// uint8 (environments, planes, rows, columns): what is seen.
    observations: Py<PyArray4<u8>>,
    /// int8 (environments, actions): 1 for a legal action, 0 for any other.
    masks: Py<PyArray2<i8>>,
    /// bool (environments): whether actions were not legal.
    illegal: Py<PyArray1<bool>>,
    /// int8 (environments): who acts, or sees the end: 0 or 1.
    players: Py<PyArray1<i8>>,
    /// uint64 (environments): the points of games for one.
    points: Py<PyArray1<u64>>,
    /// bool (environments): whether all goals were reached of games that have some.
    reached: Py<PyArray1<bool>>,
}

/// Returns the seed of a game of an environment: that of its `reset` for the first, and those that follow
/// from it.
#[pyfunction]
#[pyo3(signature = (seed, episode, /))]
pub(crate) fn episode_seed(seed: Whole<u64>, episode: Whole<u64>) -> u64 {
    environment::episode_seed(seed.0, episode.0)
}

fn choice<T: Copy>(what: &str, given: &str, known: [(&str, T); 3]) -> PyResult<T> {
    let found = known.iter().find(|(name, _)| *name == given);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names = known.map(|(name, _)| format!("`{name}`")).join(", ");
        PyValueError::new_err(format!("{what} is one of {names}, not `{given}`"))
    })
}

/// An array that a call writes into, and how long it was made.
struct Writing<'py, T: Element, D: numpy::ndarray::Dimension>(PyReadwriteArray<'py, T, D>, usize);

impl<'py, T: Element, D: numpy::ndarray::Dimension> Writing<'py, T, D> {
    fn of(py: Python<'py>, array: &Py<PyArray<T, D>>, length: usize) -> PyResult<Self> {
        let array = array.bind(py).try_readwrite().map_err(|error| {
            PyRuntimeError::new_err(match error {
                BorrowError::NotWriteable => {
                    "an array of the environments has been made read-only, and they write into it"
                }
                _ => "an array of the environments is in use",
            })
        })?;
        Ok(Self(array, length))
    }

    fn slice(&mut self) -> PyResult<&mut [T]> {
        let length = self.1;
        let slice = self.0.as_slice_mut().ok();
        slice.filter(|slice| slice.len() == length).ok_or_else(|| {
            PyRuntimeError::new_err("an array of the environments is not as it was made: it has been resized")
        })
    }
}

impl Told {
    fn new(py: Python<'_>, count: usize, seen: ObservationShape, actions: usize) -> Self {
        let shape = [count, seen.planes, seen.rows, seen.columns];
        Self {
            observations: PyArray4::zeros(py, shape, false).unbind(),
            masks: PyArray2::zeros(py, [count, actions], false).unbind(),
            illegal: PyArray1::zeros(py, count, false).unbind(),
            players: PyArray1::zeros(py, count, false).unbind(),
            points: PyArray1::zeros(py, count, false).unbind(),
            reached: PyArray1::zeros(py, count, false).unbind(),
        }
    }
}

/// How environments are set up, as Python says it.
pub(crate) struct GivenSetup<'a> {
    pub(crate) autoreset: &'a str,
    pub(crate) max_steps: Option<Whole<u32>>,
    pub(crate) illegal_reward: f64,
    pub(crate) opponent: Option<&'a str>,
    pub(crate) seat: &'a str,
    pub(crate) readable: bool,
}

impl GivenSetup<'_> {
    /// Makes environments of a game, one for each seed.
    pub(crate) fn make(
        &self,
        game: &str,
        options: Option<&Bound<'_, PyDict>>,
        seeds: &[u64],
    ) -> PyResult<Box<dyn Batch>> {
        let entry = find(game)?;
        let options = options_of(entry, options)?;
        let modes = [
            ("NextStep", Autoreset::NextStep),
            ("SameStep", Autoreset::SameStep),
            ("Disabled", Autoreset::Disabled),
        ];
        let seats = [
            ("first", Seat::First),
            ("second", Seat::Second),
            ("drawn", Seat::Drawn),
        ];
        let setup = Setup {
            autoreset: choice("autoreset", self.autoreset, modes)?,
            most_steps: self.max_steps.map(|steps| steps.0),
            illegal_reward: self.illegal_reward,
            opponent: self.opponent.map(str::parse).transpose().map_err(value_error)?,
            seat: choice("seat", self.seat, seats)?,
            readable: self.readable,
        };
        entry.environments(&options, &setup, seeds).map_err(value_error)
    }
}

/// Takes what may be held by one thread at a time.
pub(crate) fn held<T: ?Sized>(mutex: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    // Waiting would keep the interpreter's lock from who is to let go.
    mutex.try_lock().map_err(|error| {
        PyRuntimeError::new_err(match error {
            TryLockError::WouldBlock => "the environments are stepped by another thread",
            TryLockError::Poisoned(_) => {
                "a fault of the library has left these environments as nobody knows; make new ones"
            }
        })
    })
}

/// Shows the position of an environment, and the faces of its tokens.
pub(crate) fn shown(batch: &dyn Batch, index: usize) -> PyResult<(View, BTreeMap<u64, Face>)> {
    let shown = batch.show(index);
    let shown = shown.ok_or_else(|| PyValueError::new_err(format!("environment {index} cannot be shown")))?;
    let faces = shown
        .faces
        .into_iter()
        .map(|(token, face)| (token.0, Face::of(face)));
    Ok((View::of(&shown.view), faces.collect()))
}

/// The error of a step before any game has begun.
pub(crate) fn not_begun() -> PyErr {
    PyRuntimeError::new_err("`reset` begins the games: it comes first, and after work that was ended")
}

impl Environments {
    /// Has something done with the batch and all arrays, without the interpreter's lock; where an opponent
    /// thinks, Ctrl-C ends it, and games are to begin anew.
    fn with<R: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut dyn Batch, &mut Arrays<'_>, &StopToken) -> R + Send,
    ) -> PyResult<R> {
        let mut batch = held(&self.batch)?;
        let (count, seen, actions) = (self.count, batch.observation_shape().len(), batch.actions());
        let (now, last) = (self.now.get(), self.last.get());
        let lasting = if self.is_same_step { count } else { 0 };
        let mut observations = Writing::of(py, &now.observations, count * seen)?;
        let mut masks = Writing::of(py, &now.masks, count * actions)?;
        let mut illegal = Writing::of(py, &now.illegal, count)?;
        let mut players = Writing::of(py, &now.players, count)?;
        let mut points = Writing::of(py, &now.points, count)?;
        let mut reached = Writing::of(py, &now.reached, count)?;
        let mut rewards = Writing::of(py, &self.rewards, count)?;
        let mut terminated = Writing::of(py, &self.terminated, count)?;
        let mut truncated = Writing::of(py, &self.truncated, count)?;
        let mut last_observations = Writing::of(py, &last.observations, lasting * seen)?;
        let mut last_masks = Writing::of(py, &last.masks, lasting * actions)?;
        let mut last_illegal = Writing::of(py, &last.illegal, lasting)?;
        let mut last_players = Writing::of(py, &last.players, lasting)?;
        let mut last_points = Writing::of(py, &last.points, lasting)?;
        let mut last_reached = Writing::of(py, &last.reached, lasting)?;
        let finals = FinalArrays {
            observations: last_observations.slice()?,
            masks: last_masks.slice()?,
            illegal: last_illegal.slice()?,
            players: last_players.slice()?,
            points: last_points.slice()?,
            reached: last_reached.slice()?,
        };
        let mut arrays = Arrays {
            observations: observations.slice()?,
            masks: masks.slice()?,
            rewards: rewards.slice()?,
            terminated: terminated.slice()?,
            truncated: truncated.slice()?,
            illegal: illegal.slice()?,
            players: players.slice()?,
            points: points.slice()?,
            reached: reached.slice()?,
            finals: self.is_same_step.then_some(finals),
        };
        let batch = batch.as_mut();
        if batch.thinks() {
            let done = interruptible(py, |stop| act(batch, &mut arrays, stop));
            if done.is_err() {
                self.begun.store(false, Ordering::Relaxed);
            }
            done
        } else {
            Ok(py.detach(|| act(batch, &mut arrays, &StopToken::default())))
        }
    }
}

#[pymethods]
impl Environments {
    /// Makes environments, one for each seed; `reset` begins their games.
    ///
    /// `autoreset` is `NextStep`, `SameStep` or `Disabled`; after `max_steps` a game is left; `seat` is that
    /// of the learner against an `opponent`: `first`, `second` or `drawn`. `readable` plays the readable
    /// rules, which can be shown, where a packed twin is faster.
    #[new]
    #[pyo3(signature = (
        game, seeds, /, *, autoreset = "NextStep", max_steps = None, illegal_reward = -1.0, opponent = None, seat = "drawn",
        readable = false, **options
    ))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the keyword arguments of a Python class"
    )]
    fn of(
        py: Python<'_>,
        game: &str,
        seeds: Vec<Whole<u64>>,
        autoreset: &str,
        max_steps: Option<Whole<u32>>,
        illegal_reward: f64,
        opponent: Option<&str>,
        seat: &str,
        readable: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let setup = GivenSetup {
            autoreset,
            max_steps,
            illegal_reward,
            opponent,
            seat,
            readable,
        };
        let seeds: Vec<u64> = seeds.into_iter().map(|seed| seed.0).collect();
        let batch = setup.make(game, options, &seeds)?;
        let (count, seen, actions) = (batch.count(), batch.observation_shape(), batch.actions());
        let is_same_step = autoreset == "SameStep";
        let lasting = if is_same_step { count } else { 0 };
        Ok(Self {
            now: Py::new(py, Told::new(py, count, seen, actions))?,
            last: Py::new(py, Told::new(py, lasting, seen, actions))?,
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            most: seen.most,
            has_goals: batch.has_goals(),
            count,
            is_same_step,
            begun: AtomicBool::new(false),
            batch: Mutex::new(batch),
        })
    }

    const fn __len__(&self) -> usize {
        self.count
    }

    /// Whether games have begun, so that they can be stepped.
    #[getter]
    fn begun(&self) -> bool {
        self.begun.load(Ordering::Relaxed)
    }

    /// Begins games: in all environments, or in those that `only` (bool, environments) marks. Where there is
    /// a seed the next game is that of the seed; where there is None it is the environment's own next
    /// one.
    #[pyo3(signature = (seeds = None, only = None))]
    fn reset(
        &self,
        py: Python<'_>,
        seeds: Option<Vec<Option<Whole<u64>>>>,
        only: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let count = self.count;
        let seeds: Option<Vec<Option<u64>>> =
            seeds.map(|seeds| seeds.into_iter().map(|seed| Some(seed?.0)).collect());
        let only = only.map(|only| only.as_array().to_vec());
        let lengths = [seeds.as_ref().map(Vec::len), only.as_ref().map(Vec::len)];
        if let Some(given) = lengths.into_iter().flatten().find(|&length| length != count) {
            return Err(PyValueError::new_err(format!(
                "{count} environments take {count} seeds or marks, not {given}"
            )));
        }
        let all = only.as_ref().is_none_or(|only| !only.contains(&false));
        if !all && !self.begun() {
            return Err(not_begun());
        }
        self.with(py, |batch, arrays, stop| {
            batch.reset(seeds.as_deref(), only.as_deref(), arrays, stop);
        })?;
        self.begun.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Carries out an action in each environment: int64 (environments).
    ///
    /// ValueError: a number is no action's; nothing is changed. RuntimeError: no games have begun.
    #[pyo3(signature = (actions, /))]
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let count = self.count;
        if actions.len() != count {
            let given = actions.len();
            return Err(PyValueError::new_err(format!(
                "{count} environments take {count} actions, not {given}"
            )));
        }
        if !self.begun() {
            return Err(not_begun());
        }
        // Another thread may write into the array while the interpreter's lock is released.
        let actions = actions.as_array().to_vec();
        let stepped = self.with(py, |batch, arrays, stop| batch.step(&actions, arrays, stop))?;
        stepped.map_err(value_error)
    }

    /// Shows the position of an environment, which must play the readable rules: its view, and the faces of
    /// its tokens.
    #[pyo3(signature = (index, /))]
    fn show(&self, #[pyo3(from_py_with = whole)] index: usize) -> PyResult<(View, BTreeMap<u64, Face>)> {
        shown(&**held(&self.batch)?, index)
    }
}
