//! Batches of environments, stepped into arrays of NumPy.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{
    BorrowError, Element, Ix1, Ix2, Ix4, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods,
    PyReadonlyArray1, PyReadwriteArray,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_registry::environment::{
    self, Arrays, Autoreset, Batch, ObservationShape, Seat, Setup, StateArrays, StepError,
};
use quincunx_search::StopToken;

use crate::error::value_error;
use crate::options::{Whole, choice, find, numpy, options_of, whole};
use crate::picture::{Face, View};
use crate::players::{CalledPlayers, GivenPlayer, PlayerFailure};
use crate::sessions::whole_numbers;
use crate::stop::interruptible;

/// Environments of one game that are stepped together, for Gymnasium's vectors.
///
/// Every call writes into the same arrays, which are attributes of this object; copy what is to be kept.
#[pyclass(frozen, module = "quincunx._native")]
pub(crate) struct Environments {
    batch: Mutex<Box<dyn Batch>>,
    failure: PlayerFailure,
    /// The environments after the call.
    #[pyo3(get)]
    now: Py<BatchArrays>,
    /// The last state of games that have ended in a step that began others.
    #[pyo3(get)]
    last: Py<BatchArrays>,
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

/// Arrays with the state of environments.
#[pyclass(frozen, get_all, module = "quincunx._native")]
pub(crate) struct BatchArrays {
    /// uint8 (environments, planes, rows, columns): the observations.
    observations: Py<PyArray4<u8>>,
    /// int8 (environments, actions): 1 for a legal action, 0 for any other.
    masks: Py<PyArray2<i8>>,
    /// bool (environments): whether actions were not legal.
    illegal: Py<PyArray1<bool>>,
    /// int8 (environments): the player who acts, or observes the end: 0 or 1.
    players: Py<PyArray1<i8>>,
    /// uint64 (environments): the points of single-player games.
    points: Py<PyArray1<u64>>,
    /// bool (environments): whether all goals were reached in games with goals.
    reached: Py<PyArray1<bool>>,
}

/// Returns the seed of an environment's game by its number since `reset` with a seed.
#[pyfunction]
#[pyo3(signature = (seed, episode, /))]
pub(crate) fn episode_seed(seed: Whole<u64>, episode: Whole<u64>) -> u64 {
    environment::episode_seed(seed.0, episode.0)
}

/// An array that a call writes into, and its length at creation.
struct WritableArray<'py, T: Element, D: numpy::ndarray::Dimension>(PyReadwriteArray<'py, T, D>, usize);

impl<'py, T: Element, D: numpy::ndarray::Dimension> WritableArray<'py, T, D> {
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

impl BatchArrays {
    fn new(py: Python<'_>, count: usize, shape: ObservationShape, actions: usize) -> Self {
        let shape = [count, shape.planes, shape.rows, shape.columns];
        Self {
            observations: PyArray4::zeros(py, shape, false).unbind(),
            masks: PyArray2::zeros(py, [count, actions], false).unbind(),
            illegal: PyArray1::zeros(py, count, false).unbind(),
            players: PyArray1::zeros(py, count, false).unbind(),
            points: PyArray1::zeros(py, count, false).unbind(),
            reached: PyArray1::zeros(py, count, false).unbind(),
        }
    }

    fn writable<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        shape: ObservationShape,
        actions: usize,
    ) -> PyResult<WritableBatch<'py>> {
        Ok(WritableBatch {
            observations: WritableArray::of(py, &self.observations, count * shape.len())?,
            masks: WritableArray::of(py, &self.masks, count * actions)?,
            illegal: WritableArray::of(py, &self.illegal, count)?,
            players: WritableArray::of(py, &self.players, count)?,
            points: WritableArray::of(py, &self.points, count)?,
            reached: WritableArray::of(py, &self.reached, count)?,
        })
    }
}

/// The arrays of a [`BatchArrays`] during a call.
struct WritableBatch<'py> {
    observations: WritableArray<'py, u8, Ix4>,
    masks: WritableArray<'py, i8, Ix2>,
    illegal: WritableArray<'py, bool, Ix1>,
    players: WritableArray<'py, i8, Ix1>,
    points: WritableArray<'py, u64, Ix1>,
    reached: WritableArray<'py, bool, Ix1>,
}

impl WritableBatch<'_> {
    fn slices(&mut self) -> PyResult<StateArrays<'_>> {
        Ok(StateArrays {
            observations: self.observations.slice()?,
            masks: self.masks.slice()?,
            illegal: self.illegal.slice()?,
            players: self.players.slice()?,
            points: self.points.slice()?,
            reached: self.reached.slice()?,
        })
    }
}

/// The setup of environments, as Python's arguments.
pub(crate) struct GivenSetup<'a> {
    pub(crate) autoreset: &'a str,
    pub(crate) max_steps: Option<Whole<u32>>,
    pub(crate) illegal_reward: f64,
    pub(crate) opponent: Option<GivenPlayer>,
    pub(crate) seat: &'a str,
    pub(crate) positions: Option<Vec<String>>,
    pub(crate) readable: bool,
}

impl GivenSetup<'_> {
    /// Creates environments of a game, one for each seed, with what keeps an error of the opponent.
    pub(crate) fn make(
        self,
        py: Python<'_>,
        game: &str,
        options: Option<&Bound<'_, PyDict>>,
        seeds: &[u64],
    ) -> PyResult<(Box<dyn Batch>, PlayerFailure)> {
        numpy(py)?;
        let entry = find(game)?;
        // `gym.py` names its own arguments.
        let options = options_of(entry, options, &[])?;
        use Autoreset::{Disabled, NextStep, SameStep};
        let modes = [
            ("NextStep", NextStep),
            ("SameStep", SameStep),
            ("Disabled", Disabled),
        ];
        let seats = [
            ("first", Seat::First),
            ("second", Seat::Second),
            ("drawn", Seat::Drawn),
        ];
        let opponent = CalledPlayers::of(py, self.opponent.into_iter().collect())?;
        let setup = Setup {
            autoreset: choice("autoreset", self.autoreset, modes)?,
            max_steps: self.max_steps.map(|steps| steps.0),
            illegal_reward: self.illegal_reward,
            opponent: opponent.specs.first().cloned(),
            seat: choice("seat", self.seat, seats)?,
            positions: self.positions.unwrap_or_default(),
            readable: self.readable,
        };
        let made = opponent
            .objects
            .within(|| entry.environments(&options, &setup, seeds));
        Ok((made.map_err(value_error)?, opponent.failure))
    }
}

/// Locks environments, which one thread at a time may step.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    // Waiting would hold the interpreter's lock, which the other thread needs.
    mutex.try_lock().map_err(|error| {
        PyRuntimeError::new_err(match error {
            TryLockError::WouldBlock => "the environments are stepped by another thread",
            TryLockError::Poisoned(_) => "the library has panicked in these environments; create new ones",
        })
    })
}

/// Returns the picture of an environment's position, and the faces of its tokens.
pub(crate) fn shown(batch: &dyn Batch, index: usize) -> PyResult<(View, BTreeMap<u64, Face>)> {
    let shown = batch.show(index);
    let shown = shown.ok_or_else(|| PyValueError::new_err(format!("environment {index} cannot be shown")))?;
    let faces = shown.faces.into_iter();
    let faces = faces.map(|(token, face)| (token.0, Face::of(face))).collect();
    Ok((View::of(&shown.view), faces))
}

/// Returns the error of a step before any game has begun.
pub(crate) fn not_begun() -> PyErr {
    PyRuntimeError::new_err("call `reset` first: no game has begun, or its last step was interrupted")
}

impl Environments {
    /// Runs `act` on the batch and all arrays while other Python threads run. Ctrl-C interrupts an opponent's
    /// search, after which games must begin again.
    fn with<R: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut dyn Batch, &mut Arrays<'_>, &StopToken) -> R + Send,
    ) -> PyResult<R> {
        let mut batch = lock(&self.batch)?;
        let (count, shape, actions) = (self.count, batch.observation_shape(), batch.actions());
        let final_count = if self.is_same_step { count } else { 0 };
        let mut now = self.now.get().writable(py, count, shape, actions)?;
        let mut last = self.last.get().writable(py, final_count, shape, actions)?;
        let mut rewards = WritableArray::of(py, &self.rewards, count)?;
        let mut terminated = WritableArray::of(py, &self.terminated, count)?;
        let mut truncated = WritableArray::of(py, &self.truncated, count)?;
        let (state, finals) = (now.slices()?, last.slices()?);
        let mut arrays = Arrays {
            state,
            rewards: rewards.slice()?,
            terminated: terminated.slice()?,
            truncated: truncated.slice()?,
            finals: self.is_same_step.then_some(finals),
        };
        let batch = batch.as_mut();
        if batch.thinks() {
            let done = interruptible(py, |stop| act(batch, &mut arrays, stop));
            let done = self.failure.or(done);
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
    /// Creates environments, one for each seed; `reset` begins their games.
    ///
    /// `autoreset` is `NextStep`, `SameStep` or `Disabled`; after `max_steps` a game is left; `seat` is that
    /// of the learner against an `opponent`: `first`, `second` or `drawn`. `readable` plays the readable
    /// rules, which can be shown, in place of the faster packed ones.
    #[new]
    #[pyo3(signature = (
        game, seeds, /, *, autoreset = "NextStep", max_steps = None, illegal_reward = -1.0, opponent = None, seat = "drawn",
        positions = None, readable = false, **options
    ))]
    fn of(
        py: Python<'_>,
        game: &str,
        seeds: Vec<Whole<u64>>,
        autoreset: &str,
        max_steps: Option<Whole<u32>>,
        illegal_reward: f64,
        opponent: Option<GivenPlayer>,
        seat: &str,
        positions: Option<Vec<String>>,
        readable: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let setup = GivenSetup {
            autoreset,
            max_steps,
            illegal_reward,
            opponent,
            seat,
            positions,
            readable,
        };
        let seeds: Vec<u64> = seeds.into_iter().map(|seed| seed.0).collect();
        let (batch, failure) = setup.make(py, game, options, &seeds)?;
        let (count, shape, actions) = (batch.count(), batch.observation_shape(), batch.actions());
        let is_same_step = autoreset == "SameStep";
        let final_count = if is_same_step { count } else { 0 };
        Ok(Self {
            now: Py::new(py, BatchArrays::new(py, count, shape, actions))?,
            last: Py::new(py, BatchArrays::new(py, final_count, shape, actions))?,
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            most: shape.most,
            has_goals: batch.has_goals(),
            count,
            is_same_step,
            begun: AtomicBool::new(false),
            batch: Mutex::new(batch),
            failure,
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

    /// Begins games in all environments, or in those that `only` (bool, environments) marks: the game of the
    /// seed, or the environment's next one for None.
    ///
    /// Raises:
    ///     ValueError: A hundred games in a row are over before the learner acts.
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
        let begun = self.with(py, |batch, arrays, stop| {
            batch.reset(seeds.as_deref(), only.as_deref(), arrays, stop)
        })?;
        self.begun.store(begun.is_ok(), Ordering::Relaxed);
        begun.map_err(value_error)
    }

    /// Plays an action in each environment: whole numbers (environments).
    ///
    /// Raises:
    ///     ValueError: A number is not that of an action; nothing is changed. Or a hundred games in a row
    ///         are over before the learner acts.
    ///     RuntimeError: No games have begun.
    #[pyo3(signature = (actions, /))]
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        // Another thread may write into the array while the interpreter's lock is released.
        let actions = whole_numbers(py, actions)?;
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
        let stepped = self.with(py, |batch, arrays, stop| batch.step(&actions, arrays, stop))?;
        if let Err(StepError::NoTurn(_)) = stepped {
            self.begun.store(false, Ordering::Relaxed);
        }
        stepped.map_err(value_error)
    }

    /// Returns the view of an environment's position and the faces of its tokens, with readable rules only.
    #[pyo3(signature = (index, /))]
    fn show(&self, #[pyo3(from_py_with = whole)] index: usize) -> PyResult<(View, BTreeMap<u64, Face>)> {
        shown(&**lock(&self.batch)?, index)
    }
}
