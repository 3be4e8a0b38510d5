//! A single environment, whose every answer is a value of its own.

use std::collections::BTreeMap;
use std::sync::Mutex;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_registry::environment::{Arrays, Batch, ObservationShape};
use quincunx_search::StopToken;

use crate::environments::{GivenSetup, held, not_begun, shown};
use crate::error::value_error;
use crate::options::Whole;
use crate::picture::{Face, View};
use crate::stop::interruptible;

/// One environment of a game: what those of Gymnasium stand on.
#[pyclass(frozen, module = "quincunx._native")]
pub(crate) struct Environment {
    one: Mutex<One>,
    /// The shape of an observation: planes, rows, columns.
    #[pyo3(get)]
    shape: (usize, usize, usize),
    /// The greatest number of an observation.
    #[pyo3(get)]
    most: u8,
    /// How many actions there are, legal or not.
    #[pyo3(get)]
    actions: usize,
}

/// The batch of one environment, and what it writes into.
struct One {
    batch: Box<dyn Batch>,
    begun: bool,
    observation: Vec<u8>,
    mask: Vec<i8>,
    reward: [f64; 1],
    terminated: [bool; 1],
    truncated: [bool; 1],
    illegal: [bool; 1],
    player: [i8; 1],
    points: [u64; 1],
    reached: [bool; 1],
}

impl One {
    fn new(batch: Box<dyn Batch>) -> Self {
        Self {
            begun: false,
            observation: vec![0; batch.observation_shape().len()],
            mask: vec![0; batch.actions()],
            batch,
            reward: [0.0],
            terminated: [false],
            truncated: [false],
            illegal: [false],
            player: [0],
            points: [0],
            reached: [false],
        }
    }

    /// Has something done with the environment; where an opponent thinks, Ctrl-C ends it, and a game is to
    /// begin anew.
    fn with<R: Send>(
        &mut self,
        py: Python<'_>,
        act: impl FnOnce(&mut dyn Batch, &mut Arrays<'_>, &StopToken) -> R + Send,
    ) -> PyResult<R> {
        let batch = self.batch.as_mut();
        let mut arrays = Arrays {
            observations: &mut self.observation,
            masks: &mut self.mask,
            rewards: &mut self.reward,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            illegal: &mut self.illegal,
            players: &mut self.player,
            points: &mut self.points,
            reached: &mut self.reached,
            finals: None,
        };
        if !batch.thinks() {
            // It takes less than letting the interpreter's lock go.
            return Ok(act(batch, &mut arrays, &StopToken::default()));
        }
        let done = interruptible(py, |stop| act(batch, &mut arrays, stop));
        self.begun &= done.is_ok();
        done
    }
}

/// What a reset tells.
type Begun<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyDict>);

/// What a step tells.
type Stepped<'py> = (Bound<'py, PyArray3<u8>>, f64, bool, bool, Bound<'py, PyDict>);

impl Environment {
    fn seen<'py>(&self, py: Python<'py>, one: &One) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (planes, rows, columns) = self.shape;
        PyArray1::from_slice(py, &one.observation).reshape([planes, rows, columns])
    }

    fn info<'py>(&self, py: Python<'py>, one: &One) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), PyArray1::from_slice(py, &one.mask))?;
        info.set_item(intern!(py, "illegal"), one.illegal[0])?;
        info.set_item(intern!(py, "player"), one.player[0])?;
        info.set_item(intern!(py, "points"), one.points[0])?;
        if one.batch.has_goals() {
            info.set_item(intern!(py, "reached"), one.reached[0])?;
        }
        Ok(info)
    }
}

#[pymethods]
impl Environment {
    /// Makes an environment; `reset` begins its games. What the arguments mean is said of `Environments`.
    #[new]
    #[pyo3(signature = (
        game, /, *, illegal_reward = -1.0, opponent = None, seat = "drawn", readable = false, **options
    ))]
    fn of(
        game: &str,
        illegal_reward: f64,
        opponent: Option<&str>,
        seat: &str,
        readable: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let setup = GivenSetup {
            autoreset: "Disabled",
            max_steps: None,
            illegal_reward,
            opponent,
            seat,
            readable,
        };
        let batch = setup.make(game, options, &[0])?;
        let ObservationShape {
            planes,
            rows,
            columns,
            most,
        } = batch.observation_shape();
        Ok(Self {
            shape: (planes, rows, columns),
            most,
            actions: batch.actions(),
            one: Mutex::new(One::new(batch)),
        })
    }

    /// Begins the game of a seed, or the environment's own next one: what is seen, uint8 (planes, rows,
    /// columns), and what there is to know.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<Whole<u64>>) -> PyResult<Begun<'py>> {
        let mut one = held(&self.one)?;
        let seeds = [seed.map(|seed| seed.0)];
        one.with(py, |batch, arrays, stop| {
            batch.reset(Some(&seeds), None, arrays, stop);
        })?;
        one.begun = true;
        Ok((self.seen(py, &one)?, self.info(py, &one)?))
    }

    /// Carries out an action: what is seen, as of `reset`, the reward, whether the game is over, whether it
    /// was left, and what there is to know.
    ///
    /// ValueError: the number is no action's; nothing is changed. RuntimeError: no game has begun.
    #[pyo3(signature = (action, /))]
    fn step<'py>(&self, py: Python<'py>, action: &Bound<'_, PyAny>) -> PyResult<Stepped<'py>> {
        let action: i64 = action.extract().map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(py) {
                let most = self.actions - 1;
                PyValueError::new_err(format!("{action} is no action: they are 0 to {most}"))
            } else {
                error
            }
        })?;
        let mut one = held(&self.one)?;
        if !one.begun {
            return Err(not_begun());
        }
        let stepped = one.with(py, |batch, arrays, stop| batch.step(&[action], arrays, stop))?;
        stepped.map_err(value_error)?;
        let (seen, info) = (self.seen(py, &one)?, self.info(py, &one)?);
        Ok((seen, one.reward[0], one.terminated[0], one.truncated[0], info))
    }

    /// Whether a game has begun, so that it can be stepped.
    #[getter]
    fn begun(&self) -> PyResult<bool> {
        Ok(held(&self.one)?.begun)
    }

    /// Tells which actions are legal: int8 (actions).
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(PyArray1::from_slice(py, &held(&self.one)?.mask))
    }

    /// Shows the position, if the readable rules are played: its view, and the faces of its tokens.
    fn show(&self) -> PyResult<(View, BTreeMap<u64, Face>)> {
        shown(&*held(&self.one)?.batch, 0)
    }
}
