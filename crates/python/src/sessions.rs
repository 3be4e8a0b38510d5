//! Batches of sessions.

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PySlice};
use quincunx_core::{DynSession, Seed, Side, Turn};
use quincunx_registry::DynGame;

use crate::error::value_error;
use crate::options::{GivenSeed, find, numpy, options_of};
use crate::session::{Session, chance_acts, legal_text};

/// Sessions of one game under equal rules, for learners and searches that treat many positions at once.
///
/// Unlike the environments of `quincunx.gym` they can be copied, selected and undone, and none is reset.
/// Arrays are new in every call.
///
/// Args:
///     game: The id of the game.
///     seeds: One for each session.
///     position: The position in which all begin, as `Session.position` gives it; None for the beginning.
///     **options: The options of the rules.
///
/// Raises:
///     ValueError: The arguments make no game.
#[pyclass(module = "quincunx")]
pub(crate) struct Sessions {
    /// A session of the game and its rules, which says what all have in common, also where there is none.
    any: Box<dyn DynSession>,
    inner: Vec<Box<dyn DynSession>>,
}

/// Returns the game of sessions; `None` without a session.
///
/// Raises:
///     ValueError: They are of different games or rules.
pub(crate) fn entry_of(sessions: &[Box<dyn DynSession>]) -> PyResult<Option<&'static dyn DynGame>> {
    let Some(first) = sessions.first() else {
        return Ok(None);
    };
    let is_other =
        |other: &dyn DynSession| other.game() != first.game() || other.options() != first.options();
    if sessions.iter().any(|other| is_other(&**other)) {
        return Err(PyValueError::new_err(
            "the sessions are of different games or rules",
        ));
    }
    Ok(quincunx_catalog::find(first.game()))
}

/// What pickling keeps.
type Fields = (Session, Vec<Session>);

impl Sessions {
    fn entry(&self) -> &'static dyn DynGame {
        quincunx_catalog::find(self.any.game()).expect("sessions are made by entries of the list")
    }

    /// Returns a batch of other sessions of the same rules.
    fn with(&self, inner: Vec<Box<dyn DynSession>>) -> Self {
        Self {
            any: self.any.clone_box(),
            inner,
        }
    }

    /// Returns the session of a place.
    fn at(&self, place: i64) -> Option<&dyn DynSession> {
        let place = usize::try_from(place).ok()?;
        self.inner.get(place).map(|session| &**session)
    }

    /// Returns the error of a place without a session.
    fn no_session(&self, place: impl std::fmt::Display) -> String {
        match self.inner.len() {
            0 => format!("there is no session {place}: there is none"),
            count => format!("there is no session {place}; they are 0 to {}", count - 1),
        }
    }

    /// Returns sessions that begin at the present positions, all on players' turns.
    pub(crate) fn on_turn(&self) -> PyResult<Vec<Box<dyn DynSession>>> {
        let begun = self
            .inner
            .iter()
            .enumerate()
            .map(|(index, session)| match session.turn() {
                Turn::Player(_) => Ok(session
                    .begun_at(session.ply())
                    .expect("the present ply has a position")),
                Turn::Chance => Err(chance_acts()),
                Turn::Over(_) => Err(PyValueError::new_err(format!(
                    "the game of session {index} is over"
                ))),
            });
        begun.collect()
    }

    /// Makes an array of a value of each session.
    fn each<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        value: impl Fn(&dyn DynSession) -> T,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        numpy(py)?;
        let values = self.inner.iter().map(|session| value(&**session));
        Ok(PyArray1::from_iter(py, values))
    }
}

/// Returns whole numbers in one dimension: of an array, or of what makes one.
pub(crate) fn whole_numbers(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let numpy = numpy(py)?;
    if let Ok(array) = given.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(array.as_array().to_vec());
    }
    let array = numpy.call_method1("asarray", (given,))?;
    let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if array.getattr("ndim")?.extract::<usize>()? != 1 || !(is_empty || kind == "i" || kind == "u") {
        let (kind, shape) = (array.getattr("dtype")?, array.getattr("shape")?);
        return Err(PyTypeError::new_err(format!(
            "expected whole numbers in one dimension, found {kind} {shape}"
        )));
    }
    if kind == "u" && !is_empty {
        let largest: u64 = array.call_method0("max")?.extract()?;
        if i64::try_from(largest).is_err() {
            return Err(PyValueError::new_err(format!(
                "expected whole numbers below 2**63, found {largest}"
            )));
        }
    }
    let array = array.call_method1("astype", (numpy.getattr("int64")?,))?;
    Ok(array.extract::<PyReadonlyArray1<'_, i64>>()?.as_array().to_vec())
}

repr! { Sessions, this: "<quincunx.Sessions {}: {}>", this.any.game(), this.inner.len() }

getters! { Sessions, this:
    /// The id of the game.
    game: &'static str = this.any.game();
}

#[pymethods]
impl Sessions {
    #[new]
    #[pyo3(signature = (game, seeds, /, *, position = None, **options))]
    fn begin(
        game: &str,
        seeds: Vec<GivenSeed>,
        position: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let entry = find(game)?;
        let options = options_of(entry, options, &["position", "seeds"])?;
        let begin = |seed: GivenSeed| match position {
            None => entry.new_session(&options, seed.0).map_err(value_error),
            Some(position) => entry
                .new_session_from(&options, seed.0, position)
                .map_err(value_error),
        };
        Ok(Self {
            any: begin(GivenSeed(Seed::Number(0)))?,
            inner: seeds.into_iter().map(begin).collect::<PyResult<_>>()?,
        })
    }

    /// Makes a batch of copies of sessions.
    ///
    /// Raises:
    ///     ValueError: They are of different games or rules, or there are none.
    #[staticmethod]
    #[pyo3(signature = (sessions, /))]
    fn of(sessions: Vec<PyRef<'_, Session>>) -> PyResult<Self> {
        let inner: Vec<_> = sessions
            .iter()
            .map(|session| session.inner().clone_box())
            .collect();
        entry_of(&inner)?;
        let any = inner.first().map(|session| session.clone_box());
        let any = any.ok_or_else(|| PyValueError::new_err("expected at least one session, found 0"))?;
        Ok(Self { any, inner })
    }

    const fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// Iterates over copies of the sessions.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let copies: Vec<_> = self
            .inner
            .iter()
            .map(|session| Session::of(session.clone_box()))
            .collect();
        PyList::new(py, copies)?.try_iter()
    }

    /// Returns a copy of a session.
    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<Session> {
        let place = match index.extract::<i64>() {
            Ok(place) if place < 0 => Some(place.saturating_add(self.inner.len() as i64)),
            Ok(place) => Some(place),
            Err(error) if error.is_instance_of::<PyOverflowError>(index.py()) => None,
            Err(error) => return Err(error),
        };
        let session = place.and_then(|place| self.at(place));
        let session = session.ok_or_else(|| PyIndexError::new_err(self.no_session(index)))?;
        Ok(Session::of(session.clone_box()))
    }

    /// Returns copies of some sessions.
    ///
    /// Args:
    ///     places: Whole numbers, in their order, of which one may come several times; or a bool for each
    ///         session; or a slice.
    ///
    /// Raises:
    ///     ValueError: There is no such place.
    #[pyo3(signature = (places, /))]
    fn select(&self, py: Python<'_>, places: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numpy = numpy(py)?;
        let places = if places.is_instance_of::<PySlice>() {
            numpy
                .call_method1("arange", (self.inner.len(),))?
                .get_item(places)?
        } else {
            numpy.call_method1("asarray", (places,))?
        };
        let places = match places.extract::<PyReadonlyArray1<'_, bool>>() {
            Ok(marks) if marks.as_array().len() == self.inner.len() => {
                numpy.call_method1("flatnonzero", (places,))?
            }
            Ok(marks) => {
                let (count, given) = (self.inner.len(), marks.as_array().len());
                let error = format!("{count} sessions take {count} marks, not {given}");
                return Err(PyValueError::new_err(error));
            }
            Err(_) => places,
        };
        let selected = whole_numbers(py, &places)?.into_iter().map(|place| {
            let session = self.at(place).map(DynSession::clone_box);
            session.ok_or_else(|| PyValueError::new_err(self.no_session(place)))
        });
        Ok(self.with(selected.collect::<PyResult<_>>()?))
    }

    /// Returns independent copies, which share plies with these.
    fn copy(&self) -> Self {
        self.with(self.inner.iter().map(|session| session.clone_box()).collect())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Fields)> {
        let this = slf.try_borrow()?;
        let sessions = this.inner.iter().map(|session| Session::of(session.clone_box()));
        let fields = (Session::of(this.any.clone_box()), sessions.collect());
        Ok((slf.get_type().getattr("_restore")?, fields))
    }

    #[staticmethod]
    #[pyo3(signature = (any, sessions, /))]
    fn _restore(any: PyRef<'_, Session>, sessions: Vec<PyRef<'_, Session>>) -> Self {
        Self {
            any: any.inner().clone_box(),
            inner: sessions
                .iter()
                .map(|session| session.inner().clone_box())
                .collect(),
        }
    }

    /// Plays an action in each session, and lets chance act after it.
    ///
    /// Args:
    ///     actions: Whole numbers (sessions), −1 to leave a session as it is.
    ///
    /// Raises:
    ///     ValueError: An action is not legal; no session is changed.
    #[pyo3(signature = (actions, /))]
    fn play(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = whole_numbers(py, actions)?;
        let (count, given) = (self.inner.len(), actions.len());
        if given != count {
            return Err(PyValueError::new_err(format!(
                "{count} sessions take {count} actions, not {given}"
            )));
        }
        let inner = &mut self.inner;
        py.detach(move || {
            for (index, (session, &action)) in inner.iter().zip(&actions).enumerate() {
                let is_legal = usize::try_from(action).is_ok_and(|action| session.is_legal(action));
                if action != -1 && !is_legal {
                    return Err(PyValueError::new_err(format!(
                        "action {action} is not legal in session {index}; legal are {}",
                        legal_text(&**session)
                    )));
                }
            }
            let before: Vec<_> = inner.iter().map(|session| session.clone_box()).collect();
            for (session, &action) in inner.iter_mut().zip(&actions) {
                let Ok(action) = usize::try_from(action) else {
                    continue;
                };
                if let Err(error) = session.play(action) {
                    *inner = before;
                    return Err(value_error(error));
                }
            }
            Ok(())
        })
    }

    /// Undoes a ply in each session that has one.
    fn undo(&mut self) {
        for session in &mut self.inner {
            session.undo();
        }
    }

    /// Returns what the player who acts observes in each session: uint8 (sessions, planes, rows, columns); of
    /// a game that is over, what the first player does.
    ///
    /// Raises:
    ///     ValueError: A position cannot be observed.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        numpy(py)?;
        let entry = self.entry();
        let shape = entry.observation_shape(&*self.any).map_err(value_error)?;
        let all = [self.inner.len(), shape.planes, shape.rows, shape.columns];
        let array = PyArray4::zeros(py, all, false);
        {
            let mut written = array.try_readwrite()?;
            let cells = written.as_slice_mut()?.chunks_exact_mut(shape.len());
            for (session, seen) in self.inner.iter().zip(cells) {
                let side = session.turn().player().unwrap_or(Side::One);
                entry.observe(&**session, side, seen).map_err(value_error)?;
            }
        }
        Ok(array)
    }

    /// Returns the masks of legal actions: int8 (sessions, actions), 1 for a legal action.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        numpy(py)?;
        let actions = self.any.action_count();
        let array = PyArray2::zeros(py, [self.inner.len(), actions], false);
        {
            let mut written = array.try_readwrite()?;
            let rows = written.as_slice_mut()?.chunks_exact_mut(actions);
            for (session, mask) in self.inner.iter().zip(rows) {
                for action in session.legal_actions() {
                    mask[action] = 1;
                }
            }
        }
        Ok(array)
    }

    /// The players who act: int8 (sessions), −1 where a game is over.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.each(py, |session| {
            session.turn().player().map_or(-1, |player| player as i8)
        })
    }

    /// Which games are over: bool (sessions).
    #[getter]
    fn is_over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.each(py, |session| matches!(session.turn(), Turn::Over(_)))
    }

    /// What games for two are worth to the first player: int8 (sessions), 1 won, −1 lost, 0 drawn, not over,
    /// or a single-player game.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.each(py, |session| match session.turn() {
            Turn::Over(outcome) if session.players() == 2 => outcome.value_for(Side::One) as i8,
            _ => 0,
        })
    }

    /// The points of single-player games so far: uint64 (sessions).
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.each(py, |session| session.points())
    }

    /// The number of plies, without undone ones: int64 (sessions).
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.each(py, |session| session.ply() as i64)
    }

    /// The positions, each on one line.
    #[getter]
    fn positions(&self) -> Vec<String> {
        self.inner.iter().map(|session| session.position_text()).collect()
    }
}
