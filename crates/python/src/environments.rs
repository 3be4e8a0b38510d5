//! Batches of environments, stepped into arrays of NumPy.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_games::environment::{self, Arrays, Autoreset, Batch, Seat, Setup};

use crate::error::value_error;
use crate::options::{find, options_of};
use crate::picture::{Face, View};

/// Environments of one game, stepped together: what the environments of Gymnasium stand on.
///
/// Every call writes into the same arrays, which are attributes of this object; whoever keeps what they hold copies it.
#[pyclass(frozen, module = "quincunx._native")]
pub(crate) struct Environments {
    batch: Mutex<Box<dyn Batch>>,
    /// uint8 (environments, planes, rows, columns): what is seen.
    #[pyo3(get)]
    observations: Py<PyArray4<u8>>,
    /// uint8 (environments, planes, rows, columns): what was seen last in games that ended in a step which began others.
    #[pyo3(get)]
    finals: Py<PyArray4<u8>>,
    /// int8 (environments, actions): 1 for a legal action, 0 for any other.
    #[pyo3(get)]
    masks: Py<PyArray2<i8>>,
    /// float64 (environments): the rewards of the step.
    #[pyo3(get)]
    rewards: Py<PyArray1<f64>>,
    /// bool (environments): whether games are over.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// bool (environments): whether games were left.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// bool (environments): whether actions were not legal.
    #[pyo3(get)]
    illegal: Py<PyArray1<bool>>,
    /// int8 (environments): who acts, 0 or 1.
    #[pyo3(get)]
    players: Py<PyArray1<i8>>,
    /// uint64 (environments): the points of solitaire games.
    #[pyo3(get)]
    points: Py<PyArray1<u64>>,
    /// The greatest number of an observation.
    #[pyo3(get)]
    most: u8,
}

/// Returns the seed of a game of an environment: that of its `reset` for the first, and those that follow from it.
#[pyfunction]
#[pyo3(signature = (seed, episode, /))]
pub(crate) fn episode_seed(seed: u64, episode: u64) -> u64 {
    environment::episode_seed(seed, episode)
}

fn choice<T: Copy>(what: &str, given: &str, known: [(&str, T); 3]) -> PyResult<T> {
    let found = known.iter().find(|(name, _)| *name == given);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names = known.map(|(name, _)| format!("`{name}`")).join(", ");
        PyValueError::new_err(format!("{what} is one of {names}, not `{given}`"))
    })
}

/// An array that a call writes into.
struct Writing<'py, T: Element, D: numpy::ndarray::Dimension>(PyReadwriteArray<'py, T, D>);

impl<'py, T: Element, D: numpy::ndarray::Dimension> Writing<'py, T, D> {
    fn of(py: Python<'py>, array: &Py<PyArray<T, D>>) -> PyResult<Self> {
        let array = array.bind(py).try_readwrite();
        let array = array.map_err(|_| PyRuntimeError::new_err("an array of the environments is in use"))?;
        Ok(Self(array))
    }

    fn slice(&mut self) -> &mut [T] {
        self.0
            .as_slice_mut()
            .expect("the arrays are made contiguous, and none is given away to be reshaped")
    }
}

impl Environments {
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn Batch>>> {
        // Waiting would keep the interpreter's lock from who is to let go.
        self.batch
            .try_lock()
            .map_err(|_| PyRuntimeError::new_err("the environments are stepped by another thread"))
    }

    /// Has something done with the batch and all arrays, without the interpreter's lock.
    fn with<R: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut dyn Batch, &mut Arrays<'_>) -> R + Send,
    ) -> PyResult<R> {
        let mut batch = self.lock()?;
        let mut observations = Writing::of(py, &self.observations)?;
        let mut finals = Writing::of(py, &self.finals)?;
        let mut masks = Writing::of(py, &self.masks)?;
        let mut rewards = Writing::of(py, &self.rewards)?;
        let mut terminated = Writing::of(py, &self.terminated)?;
        let mut truncated = Writing::of(py, &self.truncated)?;
        let mut illegal = Writing::of(py, &self.illegal)?;
        let mut players = Writing::of(py, &self.players)?;
        let mut points = Writing::of(py, &self.points)?;
        let mut arrays = Arrays {
            observations: observations.slice(),
            finals: finals.slice(),
            masks: masks.slice(),
            rewards: rewards.slice(),
            terminated: terminated.slice(),
            truncated: truncated.slice(),
            illegal: illegal.slice(),
            players: players.slice(),
            points: points.slice(),
        };
        let batch = batch.as_mut();
        Ok(py.detach(|| act(batch, &mut arrays)))
    }
}

#[pymethods]
impl Environments {
    /// Makes environments, one for each seed; `reset` begins their games.
    ///
    /// `autoreset` is `NextStep`, `SameStep` or `Disabled`; after `max_steps` a game is left; `seat` is that of the learner against
    /// an `opponent`: `first`, `second` or `drawn`. `readable` plays the readable rules, which can be shown, where a packed twin is
    /// faster.
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
        seeds: Vec<u64>,
        autoreset: &str,
        max_steps: Option<u32>,
        illegal_reward: f64,
        opponent: Option<&str>,
        seat: &str,
        readable: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
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
            autoreset: choice("autoreset", autoreset, modes)?,
            most_steps: max_steps,
            illegal_reward,
            opponent: opponent.map(str::parse).transpose().map_err(value_error)?,
            seat: choice("seat", seat, seats)?,
            readable,
        };
        let batch = entry
            .environments(&options, &setup, &seeds)
            .map_err(value_error)?;
        let (count, seen) = (batch.count(), batch.seen());
        let shape = [count, seen.planes, seen.rows, seen.columns];
        // Nothing is seen last but where a step begins the next game.
        let finals = match setup.autoreset {
            Autoreset::SameStep => shape,
            Autoreset::NextStep | Autoreset::Disabled => [0, seen.planes, seen.rows, seen.columns],
        };
        Ok(Self {
            observations: PyArray4::zeros(py, shape, false).unbind(),
            finals: PyArray4::zeros(py, finals, false).unbind(),
            masks: PyArray2::zeros(py, [count, batch.actions()], false).unbind(),
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            illegal: PyArray1::zeros(py, count, false).unbind(),
            players: PyArray1::zeros(py, count, false).unbind(),
            points: PyArray1::zeros(py, count, false).unbind(),
            most: seen.most,
            batch: Mutex::new(batch),
        })
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.count())
    }

    /// Begins games: in all environments, or in those that `only` (bool, environments) marks. With seeds the next game of each is that
    /// of its seed.
    #[pyo3(signature = (seeds = None, only = None))]
    fn reset(
        &self,
        py: Python<'_>,
        seeds: Option<Vec<u64>>,
        only: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let count = self.__len__()?;
        let only = only.map(|only| only.as_array().to_vec());
        let lengths = [seeds.as_ref().map(Vec::len), only.as_ref().map(Vec::len)];
        if let Some(given) = lengths.into_iter().flatten().find(|&length| length != count) {
            return Err(PyValueError::new_err(format!(
                "{count} environments take {count} seeds or marks, not {given}"
            )));
        }
        self.with(py, |batch, arrays| {
            batch.reset(seeds.as_deref(), only.as_deref(), arrays);
        })
    }

    /// Carries out an action in each environment: int64 (environments).
    ///
    /// ValueError: a number is no action's; nothing is changed.
    #[pyo3(signature = (actions, /))]
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let count = self.masks.bind(py).shape()[0];
        if actions.len() != count {
            let given = actions.len();
            return Err(PyValueError::new_err(format!(
                "{count} environments take {count} actions, not {given}"
            )));
        }
        let copied;
        let actions = match actions.as_slice() {
            Ok(actions) => actions,
            Err(_) => {
                copied = actions.as_array().to_vec();
                &copied
            }
        };
        let stepped = self.with(py, |batch, arrays| batch.step(actions, arrays))?;
        stepped.map_err(value_error)
    }

    /// Shows the position of an environment, which must play the readable rules: its view, and the faces of its tokens.
    #[pyo3(signature = (index, /))]
    fn show(&self, index: usize) -> PyResult<(View, BTreeMap<u64, Face>)> {
        let shown = self.lock()?.show(index);
        let shown =
            shown.ok_or_else(|| PyValueError::new_err(format!("environment {index} cannot be shown")))?;
        let faces = shown
            .faces
            .into_iter()
            .map(|(token, face)| (token.0, Face::of(face)));
        Ok((View::of(&shown.view), faces.collect()))
    }
}
