//! Tree search with networks of the calling program.

use std::num::NonZero;

use numpy::{
    PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use pyo3::{PyTraverseError, PyVisit};
use quincunx_core::hash::hash_of;
use quincunx_core::{DynSession, Random, RandomSource as _};
use quincunx_registry::DynGame;
use quincunx_registry::environment::{ObservationEvaluator, ObservationShape, ObservedLeaves};
use quincunx_search::puct::{Noise, SearchResult, Settings};
use quincunx_search::{Limits, StopToken};

use crate::error::value_error;
use crate::options::{Whole, not_accepted, numpy, whole};
use crate::session::Session;
use crate::sessions::Sessions;

/// The most simulations of a search.
const MAX_SIMULATIONS: u32 = 1 << 24;

/// Monte Carlo tree search whose leaves an evaluator judges in batches: PUCT, as in AlphaZero.
///
/// `evaluator(observations, masks)` gets arrays of NumPy, uint8 (positions, planes, rows, columns) as
/// `Session.observation` has them and int8 (positions, actions) with 1 for a legal action, of 1 to `batch`
/// positions. It returns logits (positions, actions) and values (positions,) for the player who acts: from −1
/// lost to 1 won, or the points still to come in a single-player game. Both are arrays of NumPy, or of a
/// library that passes on memory by DLPack. `pad` fills every batch up to `batch` positions, for networks
/// that are compiled for one shape. It runs on the calling thread, of a simulation on the threads of the
/// games; Ctrl-C ends the search between two batches.
///
/// Args:
///     evaluator: The function.
///     simulations: Simulations of a search, from 1 to 2^24; the first evaluates the position itself.
///     batch: The most positions that are evaluated at once. Of a search from one position they are fewer at
///         first, a quarter of the simulations so far.
///     exploration: The weight of priors against values.
///     virtual_loss: How far a simulation that waits for its evaluation counts as lost, from 0 to 1.
///     noise: The share of Dirichlet noise in the priors of the position asked about, from 0 to 1.
///     concentration: The concentration of the noise; None for 10 over the number of legal actions.
///     temperature: `choose` takes the most visited action with 0, and else one by chance, in proportion to
///         `visits ** (1 / temperature)`.
///     seed: Of noise, chance and choices. The same seed gives the same answers.
///     pad: Whether batches are always full.
///     name: The name in results of simulations and tournaments.
///
/// Raises:
///     ValueError: A number is out of its range.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Mcts {
    evaluator: Py<PyAny>,
    settings: Settings,
    temperature: f64,
    pad: bool,
    name: String,
}

/// What a search found out about a position.
#[pyclass(frozen, get_all, module = "quincunx")]
pub(crate) struct Search {
    /// int64 (actions): the simulations that began with each action.
    visits: Py<PyArray1<i64>>,
    /// float32 (actions): the shares of the visits, which sum to 1, or the priors after one simulation.
    policy: Py<PyArray1<f32>>,
    /// float32 (actions): the probabilities that the evaluator gave, with the noise; 0 where not legal.
    priors: Py<PyArray1<f32>>,
    /// float64 (actions): the mean values for the player who acts; `value` without a visit, NaN where not
    /// legal.
    values: Py<PyArray1<f64>>,
    /// The mean value of all simulations for the player who acts.
    value: f64,
    /// The most visited action; of several, the one of the greatest value.
    best: usize,
    /// The action chosen by the temperature; `best` without one.
    chosen: usize,
    /// The most visited actions from here on.
    principal_variation: Vec<usize>,
    /// The simulations that were made.
    simulations: u32,
}

repr! { Search, this:
    "<Search best {}, value {:+.3}, {} simulations>",
    this.best, this.value, this.simulations
}

impl Search {
    fn of(py: Python<'_>, found: SearchResult<usize>, actions: usize, chosen: usize) -> PyResult<Py<Self>> {
        let best = found.choose(0.0, &mut Random::new(0));
        let (mut visits, mut policy) = (vec![0; actions], vec![0.0; actions]);
        let (mut priors, mut values) = (vec![0.0; actions], vec![f64::NAN; actions]);
        let all_visits = found.simulations.saturating_sub(1);
        for of_action in &found.actions {
            let action = of_action.action;
            visits[action] = i64::from(of_action.visits);
            priors[action] = of_action.prior;
            values[action] = of_action.value;
            policy[action] = match all_visits {
                0 => of_action.prior,
                all => (f64::from(of_action.visits) / f64::from(all)) as f32,
            };
        }
        let search = Self {
            visits: PyArray1::from_vec(py, visits).unbind(),
            policy: PyArray1::from_vec(py, policy).unbind(),
            priors: PyArray1::from_vec(py, priors).unbind(),
            values: PyArray1::from_vec(py, values).unbind(),
            value: found.value,
            best,
            chosen,
            principal_variation: found.principal_variation,
            simulations: found.simulations,
        };
        Py::new(py, search)
    }
}

/// What pickling keeps.
type SearchFields = (
    Py<PyArray1<i64>>,
    Py<PyArray1<f32>>,
    Py<PyArray1<f32>>,
    Py<PyArray1<f64>>,
    f64,
    usize,
    usize,
    Vec<usize>,
    u32,
);

#[pymethods]
impl Search {
    #[staticmethod]
    #[pyo3(signature = (fields, /))]
    fn _restore(fields: SearchFields) -> Self {
        let (visits, policy, priors, values, value, best, chosen, principal_variation, simulations) = fields;
        Self {
            visits,
            policy,
            priors,
            values,
            value,
            best,
            chosen,
            principal_variation,
            simulations,
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (SearchFields,))> {
        let (py, this) = (slf.py(), slf.get());
        let fields = (
            this.visits.clone_ref(py),
            this.policy.clone_ref(py),
            this.priors.clone_ref(py),
            this.values.clone_ref(py),
            this.value,
            this.best,
            this.chosen,
            this.principal_variation.clone(),
            this.simulations,
        );
        Ok((slf.get_type().getattr("_restore")?, (fields,)))
    }
}

/// What `copyreg.__newobj_ex__` takes: the class and its arguments.
type Remade<'py> = (Bound<'py, PyType>, (Py<PyAny>,), Bound<'py, PyDict>);

/// One session or several, as an argument.
enum GivenSessions<'py> {
    Batch(Bound<'py, Sessions>),
    List(Vec<Bound<'py, Session>>),
}

impl<'py> FromPyObject<'_, 'py> for GivenSessions<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let batch = given.extract().map(Self::Batch);
        batch
            .or_else(|_| given.extract().map(Self::List))
            .map_err(|_| not_accepted(&given, "`Sessions` or a list of sessions"))
    }
}

impl Mcts {
    /// Searches from sessions of one game and equal rules, and chooses an action for each.
    fn search_from(
        &self,
        py: Python<'_>,
        entry: &dyn DynGame,
        sessions: &[Box<dyn DynSession>],
        simulations: Option<Whole<u32>>,
    ) -> PyResult<Vec<Py<Search>>> {
        let simulations = simulations.map_or(self.settings.simulations, |simulations| simulations.0);
        check_simulations(simulations)?;
        let Some(first) = sessions.first() else {
            return Ok(Vec::new());
        };
        let actions = first.action_count();
        let borrowed: Vec<&dyn DynSession> = sessions.iter().map(|session| &**session).collect();
        let found = self.find(py, entry, &borrowed, simulations, &Limits::default())?;
        let found = found.into_iter().zip(borrowed);
        let searches = found.map(|(found, session)| {
            let chosen = self.choice(&found, session);
            Search::of(py, found, actions, chosen)
        });
        searches.collect()
    }

    /// Searches within limits from sessions of one game and equal rules, of which there is one at least.
    fn find(
        &self,
        py: Python<'_>,
        entry: &dyn DynGame,
        sessions: &[&dyn DynSession],
        simulations: u32,
        limits: &Limits,
    ) -> PyResult<Vec<SearchResult<usize>>> {
        numpy(py)?;
        let settings = Settings {
            simulations,
            ..self.settings
        };
        let first = sessions[0];
        let stop = limits.stop.child();
        let mut evaluator = PythonEvaluator {
            evaluator: self.evaluator.clone_ref(py),
            shape: entry.observation_shape(first).map_err(value_error)?,
            actions: first.action_count(),
            is_for_two: first.players() == 2,
            padded: self.pad.then_some(self.settings.batch),
            stop: stop.clone(),
            failure: None,
        };
        let limits = Limits {
            stop,
            ..limits.clone()
        };
        let found = py.detach(|| entry.puct(sessions, &settings, &mut evaluator, &limits));
        match evaluator.failure {
            Some(failure) => Err(failure),
            None => found.map_err(value_error),
        }
    }

    /// Chooses by the temperature.
    fn choice(&self, found: &SearchResult<usize>, session: &dyn DynSession) -> usize {
        let own_seed = session.seed().stream(u64::MAX).next_word();
        let position = hash_of(&session.position_text());
        let mut random = Random::stream(self.settings.seed ^ own_seed, position);
        found.choose(self.temperature, &mut random)
    }

    /// Chooses an action for a player of a simulation or tournament: nodes are simulations.
    pub(crate) fn choose_within(
        &self,
        py: Python<'_>,
        session: &dyn DynSession,
        limits: &Limits,
    ) -> PyResult<usize> {
        let entry = quincunx_catalog::find(session.game()).expect("sessions are of games of the list");
        let most = limits.nodes.map(|nodes| u32::try_from(nodes).unwrap_or(u32::MAX));
        let own = match limits.time {
            Some(_) => MAX_SIMULATIONS,
            None => self.settings.simulations,
        };
        let simulations = most.unwrap_or(own).clamp(1, MAX_SIMULATIONS);
        let found = self.find(py, entry, &[session], simulations, limits)?;
        Ok(self.choice(&found[0], session))
    }
}

fn check_simulations(simulations: u32) -> PyResult<()> {
    if (1..=MAX_SIMULATIONS).contains(&simulations) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "simulations: expected 1 to {MAX_SIMULATIONS}, found {simulations}"
    )))
}

/// Checks that a number lies between two others.
fn check_range(name: &str, number: f64, least: f64, most: f64) -> PyResult<f32> {
    if (least..=most).contains(&number) {
        return Ok(number as f32);
    }
    Err(PyValueError::new_err(format!(
        "{name}: expected a number from {least} to {most}, found {number}"
    )))
}

repr! { Mcts, this:
    "<quincunx.Mcts {}: {} simulations, batches of {}, seed {}>",
    this.name, this.settings.simulations, this.settings.batch, this.settings.seed
}

#[pymethods]
impl Mcts {
    #[new]
    #[pyo3(signature = (
        evaluator, /, *, simulations = 800, batch = 64, exploration = 1.25, virtual_loss = 1.0,
        noise = 0.0, concentration = None, temperature = 0.0, seed = 0, pad = false, name = "mcts"
    ))]
    fn of(
        evaluator: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] simulations: u32,
        #[pyo3(from_py_with = whole)] batch: usize,
        exploration: f64,
        virtual_loss: f64,
        noise: f64,
        concentration: Option<f64>,
        temperature: f64,
        #[pyo3(from_py_with = whole)] seed: u64,
        pad: bool,
        name: &str,
    ) -> PyResult<Self> {
        if !evaluator.is_callable() {
            return Err(PyTypeError::new_err(
                "an evaluator is a function of observations and masks that returns logits and values",
            ));
        }
        check_simulations(simulations)?;
        let batch = NonZero::new(batch)
            .filter(|batch| batch.get() <= 1 << 16)
            .ok_or_else(|| PyValueError::new_err(format!("batch: expected 1 to 65536, found {batch}")))?;
        let share = check_range("noise", noise, 0.0, 1.0)?;
        let concentration = match concentration {
            Some(given) => Some(check_range("concentration", given, 1e-3, 1e6)?),
            None => None,
        };
        let temperature = f64::from(check_range("temperature", temperature, 0.0, 1e6)?);
        Ok(Self {
            evaluator: evaluator.clone().unbind(),
            settings: Settings {
                simulations,
                batch: batch.get(),
                exploration: check_range("exploration", exploration, 0.0, 1e6)?,
                virtual_loss: check_range("virtual_loss", virtual_loss, 0.0, 1.0)?,
                noise: (share > 0.0).then_some(Noise { share, concentration }),
                seed,
                ..Settings::default()
            },
            temperature,
            pad,
            name: name.to_owned(),
        })
    }

    /// The name in results.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Searches from the position of a session.
    ///
    /// Args:
    ///     session: A session on a player's turn.
    ///     simulations: In place of those of this object.
    ///
    /// Raises:
    ///     ValueError: No player acts, or the evaluator's answer has another shape or is not finite.
    #[pyo3(signature = (session, /, *, simulations = None))]
    fn search(
        &self,
        py: Python<'_>,
        session: &Bound<'_, Session>,
        simulations: Option<Whole<u32>>,
    ) -> PyResult<Py<Search>> {
        let (entry, begun) = Session::on_turn(session)?;
        let mut found = self.search_from(py, entry, &[begun], simulations)?;
        Ok(found.remove(0))
    }

    /// Searches from several positions, which share the batches: with as many sessions as a batch holds no
    /// simulation waits for another.
    ///
    /// Args:
    ///     sessions: Sessions of one game and equal rules, on players' turns.
    ///     simulations: In place of those of this object, from each position.
    ///
    /// Raises:
    ///     ValueError: As `search`, or the sessions are of different rules.
    #[pyo3(signature = (sessions, /, *, simulations = None))]
    fn search_many(
        &self,
        py: Python<'_>,
        sessions: GivenSessions<'_>,
        simulations: Option<Whole<u32>>,
    ) -> PyResult<Vec<Py<Search>>> {
        let begun = match sessions {
            GivenSessions::Batch(batch) => batch.try_borrow()?.on_turn()?,
            GivenSessions::List(list) => {
                let begun = list.iter().map(|session| Ok(Session::on_turn(session)?.1));
                begun.collect::<PyResult<Vec<_>>>()?
            }
        };
        let Some(entry) = crate::sessions::entry_of(&begun)? else {
            return Ok(Vec::new());
        };
        self.search_from(py, entry, &begun, simulations)
    }

    /// Chooses an action, as `search` does.
    #[pyo3(signature = (session, /))]
    fn choose(&self, py: Python<'_>, session: &Bound<'_, Session>) -> PyResult<usize> {
        Ok(self.search(py, session, None)?.get().chosen)
    }

    /// Shows the evaluator to Python's collector: it may hold this object.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.evaluator)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Remade<'py>)> {
        let (py, this) = (slf.py(), slf.get());
        let settings = &this.settings;
        let arguments = PyDict::new(py);
        arguments.set_item("simulations", settings.simulations)?;
        arguments.set_item("batch", settings.batch)?;
        arguments.set_item("exploration", settings.exploration)?;
        arguments.set_item("virtual_loss", settings.virtual_loss)?;
        arguments.set_item("noise", settings.noise.map_or(0.0, |noise| noise.share))?;
        arguments.set_item(
            "concentration",
            settings.noise.and_then(|noise| noise.concentration),
        )?;
        arguments.set_item("temperature", this.temperature)?;
        arguments.set_item("seed", settings.seed)?;
        arguments.set_item("pad", this.pad)?;
        arguments.set_item("name", &this.name)?;
        let remake = py.import("copyreg")?.getattr("__newobj_ex__")?;
        Ok((
            remake,
            (slf.get_type(), (this.evaluator.clone_ref(py),), arguments),
        ))
    }

    /// Returns the same player with another seed, for one game of a simulation.
    #[pyo3(signature = (seed, /))]
    fn begin(&self, py: Python<'_>, seed: Whole<u64>) -> Self {
        Self {
            evaluator: self.evaluator.clone_ref(py),
            settings: Settings {
                seed: self.settings.seed ^ seed.0,
                ..self.settings
            },
            name: self.name.clone(),
            ..*self
        }
    }
}

/// Asks a function of Python, until it fails.
struct PythonEvaluator {
    evaluator: Py<PyAny>,
    shape: ObservationShape,
    actions: usize,
    is_for_two: bool,
    /// The positions of every batch, where batches are filled up.
    padded: Option<usize>,
    stop: StopToken,
    failure: Option<PyErr>,
}

impl ObservationEvaluator for PythonEvaluator {
    fn evaluate(&mut self, leaves: ObservedLeaves<'_>) {
        if self.failure.is_some() {
            return;
        }
        let asked = Python::attach(|py| {
            py.check_signals()?;
            self.ask(py, leaves)
        });
        if let Err(error) = asked {
            self.failure = Some(error);
            self.stop.stop();
        }
    }
}

impl PythonEvaluator {
    fn ask(&self, py: Python<'_>, leaves: ObservedLeaves<'_>) -> PyResult<()> {
        let ObservationShape {
            planes,
            rows,
            columns,
            ..
        } = self.shape;
        let (count, actions, length) = (leaves.values.len(), self.actions, self.shape.len());
        let all = self.padded.unwrap_or(count);
        let observations = PyArray4::<u8>::zeros(py, [all, planes, rows, columns], false);
        let masks = PyArray2::<i8>::zeros(py, [all, actions], false);
        observations.try_readwrite()?.as_slice_mut()?[..count * length].copy_from_slice(leaves.observations);
        {
            let mut masks = masks.try_readwrite()?;
            let masks = masks.as_slice_mut()?;
            masks[..count * actions].copy_from_slice(leaves.masks);
            // Where every action is legal no softmax divides by zero.
            masks[count * actions..].fill(1);
        }
        let answer = self.evaluator.bind(py).call1((observations, masks))?;
        let [logits, values]: [Bound<'_, PyAny>; 2] = answer.extract().map_err(|_| {
            PyTypeError::new_err(
                "an evaluator returns two arrays: logits (positions, actions), values (positions,)",
            )
        })?;
        let logits = floats(py, &logits)?;
        let logits: PyReadonlyArray2<'_, f32> = logits
            .extract()
            .ok()
            .filter(|logits: &PyReadonlyArray2<'_, f32>| *logits.as_array().shape() == [all, actions])
            .ok_or_else(|| wrong_shape("logits", &[all, actions], &logits))?;
        let values = floats(py, &values)?;
        let flat = values.call_method1(intern!(py, "reshape"), (-1,))?;
        let flat: PyReadonlyArray1<'_, f32> = flat
            .extract()
            .ok()
            .filter(|values: &PyReadonlyArray1<'_, f32>| values.as_array().len() == all)
            .ok_or_else(|| wrong_shape("values", &[all], &values))?;
        leaves
            .logits
            .copy_from_slice(&logits.as_slice()?[..count * actions]);
        leaves.values.copy_from_slice(&flat.as_slice()?[..count]);
        let legal = leaves
            .logits
            .iter()
            .zip(leaves.masks)
            .filter(|(_, mask)| **mask == 1);
        let finite = legal.map(|(logit, _)| logit).chain(leaves.values.iter());
        if let Some(number) = finite.copied().find(|number| !number.is_finite()) {
            return Err(PyValueError::new_err(format!(
                "the evaluator returned {number}, where logits of legal actions and values are finite"
            )));
        }
        // Rounding may go a little beyond.
        let beyond = leaves.values.iter().find(|value| value.abs() > 1.001);
        match beyond.filter(|_| self.is_for_two) {
            None => Ok(()),
            Some(value) => Err(PyValueError::new_err(format!(
                "the evaluator returned the value {value}, where values are from -1 to 1: a tanh may be missing"
            ))),
        }
    }
}

/// Returns an answer as a contiguous array of float32.
fn floats<'py>(py: Python<'py>, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let numpy = numpy(py)?;
    let array = if !given.is_instance_of::<PyUntypedArray>() && given.hasattr(intern!(py, "__dlpack__"))? {
        numpy.call_method1(intern!(py, "from_dlpack"), (given,))?
    } else {
        given.clone()
    };
    numpy.call_method1(intern!(py, "ascontiguousarray"), (array, intern!(py, "float32")))
}

fn wrong_shape(name: &str, expected: &[usize], found: &Bound<'_, PyAny>) -> PyErr {
    let shape = found
        .getattr("shape")
        .map(|shape| shape.to_string())
        .unwrap_or_default();
    PyValueError::new_err(format!("{name}: expected the shape {expected:?}, found {shape}"))
}
