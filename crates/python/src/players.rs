//! Players of the calling program: anything of Python that chooses actions.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quincunx_core::DynSession;
use quincunx_registry::custom::{CustomPlayers, MakePlayer};
use quincunx_search::{ActionValue, AgentSpec, Analysis, DynPlayer, Limits, Value};

use crate::agent::Agent;
use crate::error::value_error;
use crate::mcts::Mcts;
use crate::options::Whole;
use crate::session::{Session, legal_text};

/// A player as an argument.
pub(crate) enum GivenPlayer {
    /// A specification.
    Spec(String),
    /// An object that chooses actions, with its name.
    Object { name: String, object: Py<PyAny> },
}

impl<'py> FromPyObject<'_, 'py> for GivenPlayer {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Self::Spec(text.to_cow()?.into_owned()));
        }
        if let Ok(agent) = given.cast::<Agent>() {
            return Ok(Self::Spec(agent.get().spec()));
        }
        if !given.is_callable() && !given.hasattr("choose")? && !given.hasattr("begin")? {
            return Err(PyTypeError::new_err(format!(
                "a player is a specification, a function of a session, or an object with `choose(session)` \
                 or `begin(seed)`, not {}",
                given.get_type().name()?
            )));
        }
        Ok(Self::Object {
            name: name_of(&given)?,
            object: given.to_owned().unbind(),
        })
    }
}

/// Returns the name of an object: its `name`, or that of the function or class, fit for a specification.
fn name_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let own = ["name", "__name__"].into_iter().find_map(|attribute| {
        let value = object.getattr(attribute).ok()?;
        value.extract::<String>().ok().filter(|name| !name.is_empty())
    });
    let name = match own {
        Some(name) => name,
        None => object.get_type().name()?.to_string(),
    };
    Ok(CustomPlayers::plain_name(name.trim_matches(['<', '>'])))
}

/// The first error of a player during a call.
#[derive(Clone, Default)]
pub(crate) struct PlayerFailure(Arc<Mutex<Option<PyErr>>>);

impl PlayerFailure {
    fn set(&self, error: PyErr) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(error);
    }

    /// Returns the error of a player, if there was one, else what the call has given.
    pub(crate) fn or<T>(&self, given: PyResult<T>) -> PyResult<T> {
        let first = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.map_or(given, Err)
    }
}

/// The players of a call.
pub(crate) struct CalledPlayers {
    pub(crate) specs: Vec<AgentSpec>,
    pub(crate) failure: PlayerFailure,
    /// The objects among them; what describes or plays games is called within it.
    pub(crate) objects: CustomPlayers,
    /// Whether there are objects, of which one at a time is asked by default.
    pub(crate) has_objects: bool,
    /// Whether an object is among them for which limits of nodes or time have no meaning.
    pub(crate) has_unlimited: bool,
}

impl CalledPlayers {
    pub(crate) fn of(py: Python<'_>, given: Vec<GivenPlayer>) -> PyResult<Self> {
        let failure = PlayerFailure::default();
        let mut known: Vec<(String, Py<PyAny>)> = Vec::new();
        let (mut specs, mut objects) = (Vec::new(), CustomPlayers::default());
        let mut has_unlimited = false;
        for player in given {
            let text = match player {
                GivenPlayer::Spec(text) => text,
                GivenPlayer::Object { name, object } => {
                    let spec = format!("custom:{name}");
                    has_unlimited |= !object.bind(py).is_instance_of::<Mcts>();
                    let is_same = |(other, one): &(String, Py<PyAny>)| *other == name && one.is(&object);
                    if !known.iter().any(is_same) {
                        let make = maker(&name, object.clone_ref(py), &failure);
                        objects.add(&name, make).map_err(value_error)?;
                        known.push((name, object));
                    }
                    spec
                }
            };
            specs.push(text.parse().map_err(value_error)?);
        }
        Ok(Self {
            specs,
            failure,
            objects,
            has_objects: !known.is_empty(),
            has_unlimited,
        })
    }

    /// Returns the number of threads: by default one where objects play, which need not bear several.
    pub(crate) fn threads(&self, given: Option<Whole<usize>>) -> Option<Whole<usize>> {
        given.or_else(|| self.has_objects.then_some(Whole(1)))
    }
}

/// Returns what makes an object's player of one game.
fn maker(name: &str, object: Py<PyAny>, failure: &PlayerFailure) -> MakePlayer {
    let failure = failure.clone();
    let name: Arc<str> = name.into();
    Arc::new(move |seed| -> Box<dyn DynPlayer> {
        let player = match Python::attach(|py| begin(object.bind(py), seed)) {
            Ok(player) => Some(player),
            Err(error) => {
                failure.set(error);
                None
            }
        };
        Box::new(PythonPlayer {
            player,
            name: Arc::clone(&name),
            failure: failure.clone(),
        })
    })
}

/// Returns the player of one game: what `begin` makes, or the object itself.
fn begin(object: &Bound<'_, PyAny>, seed: u64) -> PyResult<Py<PyAny>> {
    if object.hasattr("begin")? {
        return Ok(object.call_method1("begin", (seed,))?.unbind());
    }
    Ok(object.clone().unbind())
}

/// An object in the seat of a game. After its first error it stops the work and chooses any action.
struct PythonPlayer {
    player: Option<Py<PyAny>>,
    name: Arc<str>,
    failure: PlayerFailure,
}

impl PythonPlayer {
    fn ask(
        &self,
        py: Python<'_>,
        player: &Py<PyAny>,
        session: &dyn DynSession,
        limits: &Limits,
    ) -> PyResult<usize> {
        let player = player.bind(py);
        if let Ok(mcts) = player.cast::<Mcts>() {
            return mcts.get().choose_within(py, session, limits);
        }
        let shown = Bound::new(py, Session::of(session.clone_box()))?;
        let chosen = if player.hasattr("choose")? {
            player.call_method1("choose", (&shown,))?
        } else {
            player.call1((&shown,))?
        };
        let name = &self.name;
        let action = Session::of(session.clone_box())
            .action_of(&chosen)
            .map_err(|error| {
                let wrong =
                    PyValueError::new_err(format!("player `{name}` chose {chosen:?}, which is no action"));
                wrong.set_cause(py, Some(error));
                wrong
            })?;
        if session.is_legal(action) {
            return Ok(action);
        }
        Err(PyValueError::new_err(format!(
            "player `{name}` chose {chosen:?} in `{}`, where {} are legal",
            session.position_text(),
            legal_text(session)
        )))
    }
}

impl DynPlayer for PythonPlayer {
    /// Reports the choice alone.
    fn analyze(
        &mut self,
        session: &dyn DynSession,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<usize>),
    ) -> Analysis<usize> {
        let chosen = self.choose(session, limits);
        let value = |action| Value::Order(if action == chosen { 1.0 } else { 0.0 });
        let actions = session.legal_actions().into_iter().map(|action| ActionValue {
            action,
            value: value(action),
        });
        Analysis::new(actions.collect(), 0, 0)
    }

    fn choose(&mut self, session: &dyn DynSession, limits: &Limits) -> usize {
        if let Some(player) = self.player.as_ref().filter(|_| !limits.stop.is_stopped()) {
            match Python::attach(|py| self.ask(py, player, session, limits)) {
                Ok(action) => return action,
                Err(error) => self.failure.set(error),
            }
        }
        limits.stop.stop();
        session.legal_actions()[0]
    }
}
