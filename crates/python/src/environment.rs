//! A single environment that returns new values from each call.

use std::collections::BTreeMap;
use std::sync::Mutex;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_registry::environment::{Arrays, Batch, ObservationShape, StateArrays};
use quincunx_search::StopToken;

use crate::environments::{GivenSetup, lock, not_begun, shown};
use crate::error::value_error;
use crate::options::Whole;
use crate::picture::{Face, View};
use crate::players::{GivenPlayer, PlayerFailure};
use crate::stop::interruptible;

/// One environment of a game, for Gymnasium.
#[pyclass(frozen, module = "quincunx._native")]
pub(crate) struct Environment {
    one: Mutex<One>,
    shape: ObservationShape,
    /// The number of actions, legal or not.
    #[pyo3(get)]
    actions: usize,
}

/// The batch of one environment, and its arrays.
struct One {
    batch: Box<dyn Batch>,
    failure: PlayerFailure,
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
    fn new((batch, failure): (Box<dyn Batch>, PlayerFailure)) -> Self {
        Self {
            begun: false,
            observation: vec![0; batch.observation_shape().len()],
            mask: vec![0; batch.actions()],
            batch,
            failure,
            reward: [0.0],
            terminated: [false],
            truncated: [false],
            illegal: [false],
            player: [0],
            points: [0],
            reached: [false],
        }
    }

    /// Runs `act` on the environment. Ctrl-C interrupts an opponent's search, after which a game must begin
    /// again.
    fn with<R: Send>(
        &mut self,
        py: Python<'_>,
        act: impl FnOnce(&mut dyn Batch, &mut Arrays<'_>, &StopToken) -> R + Send,
    ) -> PyResult<R> {
        let batch = self.batch.as_mut();
        let state = StateArrays {
            observations: &mut self.observation,
            masks: &mut self.mask,
            illegal: &mut self.illegal,
            players: &mut self.player,
            points: &mut self.points,
            reached: &mut self.reached,
        };
        let mut arrays = Arrays {
            state,
            rewards: &mut self.reward,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            finals: None,
        };
        if !batch.thinks() {
            // A step takes less than releasing the interpreter's lock.
            return Ok(act(batch, &mut arrays, &StopToken::default()));
        }
        let done = interruptible(py, |stop| act(batch, &mut arrays, stop));
        let done = self.failure.or(done);
        self.begun &= done.is_ok();
        done
    }
}

/// The result of `reset`.
type Begun<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyDict>);

/// The result of `step`.
type Stepped<'py> = (Bound<'py, PyArray3<u8>>, f64, bool, bool, Bound<'py, PyDict>);

impl Environment {
    fn observation<'py>(&self, py: Python<'py>, one: &One) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let shape = [self.shape.planes, self.shape.rows, self.shape.columns];
        PyArray1::from_slice(py, &one.observation).reshape(shape)
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

getters! { Environment, this:
    /// The shape of an observation: planes, rows, columns.
    shape: (usize, usize, usize) = (this.shape.planes, this.shape.rows, this.shape.columns);
    /// The greatest number of an observation.
    most: u8 = this.shape.most;
    /// Whether a game has begun, so that it can be stepped.
    begun: PyResult<bool> = Ok(lock(&this.one)?.begun);
}

#[pymethods]
impl Environment {
    /// Creates an environment; `reset` begins its games. The arguments are those of `Environments`.
    #[new]
    #[pyo3(signature = (
        game, /, *, illegal_reward = -1.0, opponent = None, seat = "drawn", positions = None,
        readable = false, **options
    ))]
    fn of(
        py: Python<'_>,
        game: &str,
        illegal_reward: f64,
        opponent: Option<GivenPlayer>,
        seat: &str,
        positions: Option<Vec<String>>,
        readable: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let setup = GivenSetup {
            autoreset: "Disabled",
            max_steps: None,
            illegal_reward,
            opponent,
            seat,
            positions,
            readable,
        };
        let made = setup.make(py, game, options, &[0])?;
        Ok(Self {
            shape: made.0.observation_shape(),
            actions: made.0.actions(),
            one: Mutex::new(One::new(made)),
        })
    }

    /// Begins the game of a seed, or the environment's next one. Returns the observation, uint8 (planes,
    /// rows, columns), and the info.
    ///
    /// Raises:
    ///     ValueError: A hundred games in a row are over before the learner acts.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<Whole<u64>>) -> PyResult<Begun<'py>> {
        let mut one = lock(&self.one)?;
        let seeds = [seed.map(|seed| seed.0)];
        let begun = one.with(py, |batch, arrays, stop| {
            batch.reset(Some(&seeds), None, arrays, stop)
        })?;
        one.begun = begun.is_ok();
        begun.map_err(value_error)?;
        Ok((self.observation(py, &one)?, self.info(py, &one)?))
    }

    /// Plays an action. Returns the observation, the reward, whether the game is over, whether it was left,
    /// and the info.
    ///
    /// Raises:
    ///     ValueError: The number is not that of an action; nothing is changed.
    ///     RuntimeError: No game has begun.
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
        let mut one = lock(&self.one)?;
        if !one.begun {
            return Err(not_begun());
        }
        let stepped = one.with(py, |batch, arrays, stop| batch.step(&[action], arrays, stop))?;
        stepped.map_err(value_error)?;
        let (seen, info) = (self.observation(py, &one)?, self.info(py, &one)?);
        Ok((seen, one.reward[0], one.terminated[0], one.truncated[0], info))
    }

    /// Returns the mask of legal actions: int8 (actions).
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(PyArray1::from_slice(py, &lock(&self.one)?.mask))
    }

    /// Returns the view of the position and the faces of its tokens, with readable rules only.
    fn show(&self) -> PyResult<(View, BTreeMap<u64, Face>)> {
        shown(&*lock(&self.one)?.batch, 0)
    }
}
