//! Values from Python and for it: options of rules, limits, numbers, and what is told as JSON.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use quincunx_arena::text_file;
use quincunx_core::{OptionKind, Options, Seed};
use quincunx_registry::DynGame;
use quincunx_search::{Limits, StopToken};

use crate::error::value_error;
use crate::file::unreadable;

/// Finds a game by its id.
pub(crate) fn find(game: &str) -> PyResult<&'static dyn DynGame> {
    quincunx_catalog::find(game).ok_or_else(|| {
        let known: Vec<&str> = quincunx_catalog::GAMES.iter().map(|entry| entry.id()).collect();
        let shown: String = game.chars().take(60).collect();
        PyValueError::new_err(format!(
            "there is no game `{shown}`; there are {}",
            known.join(", ")
        ))
    })
}

/// Reads the options of a game's rules from keyword arguments, whose names have `_` where options have `-`. A
/// path, where an option takes the contents of a file, names it.
pub(crate) fn options_of(entry: &dyn DynGame, given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut options = entry.defaults();
    for (name, value) in given.into_iter().flatten() {
        let name = name.extract::<String>()?.replace('_', "-");
        let kind = entry
            .options()
            .iter()
            .find(|spec| spec.name == name)
            .map(|spec| spec.kind);
        let text = text_of(&name, &value, kind == Some(OptionKind::File))?;
        options.set(&name, &text).map_err(value_error)?;
    }
    Ok(options)
}

fn text_of(name: &str, value: &Bound<'_, PyAny>, is_file: bool) -> PyResult<String> {
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if value.is_instance_of::<PyString>() || (is_number && !value.is_instance_of::<PyBool>()) {
        return Ok(value.str()?.to_string());
    }
    if is_file && let Ok(path) = value.extract::<PathBuf>() {
        return text_file::read(&path).map_err(|error| unreadable(error, &path));
    }
    // Numbers of numpy are no `int`s and `float`s, but stand for one.
    if !value.is_instance_of::<PyBool>() {
        if let Ok(number) = value.extract::<i128>() {
            return Ok(number.to_string());
        }
        if let Ok(number) = value.extract::<f64>() {
            return Ok(number.to_string());
        }
    }
    Err(PyTypeError::new_err(format!(
        "option `{name}` takes a number or a text, not {}",
        value.get_type().name()?
    )))
}

/// Lists the options with their values as Python has them: whole numbers, numbers, texts.
pub(crate) fn to_dict<'py>(
    py: Python<'py>,
    entry: &dyn DynGame,
    options: &Options,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (spec, (name, value)) in entry.options().iter().zip(options.iter()) {
        let name = name.replace('-', "_");
        match spec.kind {
            OptionKind::Integer(..) => dict.set_item(name, options.integer::<u64>(spec.name))?,
            OptionKind::Number(..) => dict.set_item(name, options.number(spec.name))?,
            OptionKind::Choice(_) | OptionKind::Text | OptionKind::File => dict.set_item(name, value)?,
        }
    }
    Ok(dict)
}

/// A whole number from 0, of Python or of NumPy.
#[derive(Clone, Copy)]
pub(crate) struct Whole<T>(pub(crate) T);

/// Types of whole numbers that functions take.
pub(crate) trait Counted {
    /// The greatest.
    const MOST: u64;
}

impl Counted for u32 {
    const MOST: u64 = Self::MAX as u64;
}

impl Counted for u64 {
    const MOST: u64 = Self::MAX;
}

impl Counted for usize {
    const MOST: u64 = Self::MAX as u64;
}

/// Reads a whole number; what is out of range is told with the range.
pub(crate) fn whole<'py, T>(given: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: Counted + for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    given.extract().map_err(|error: PyErr| {
        // Python tells what is out of range as an OverflowError, which says no word of what would be right.
        if error.is_instance_of::<PyOverflowError>(given.py()) {
            let most = T::MOST;
            PyValueError::new_err(format!("a whole number from 0 to {most} is wanted, not {given}"))
        } else {
            error
        }
    })
}

impl<'py, T> FromPyObject<'_, 'py> for Whole<T>
where
    T: Counted + for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        whole(&given).map(Self)
    }
}

/// The seed of a game's luck: a number, or a number or a key as text.
#[derive(Clone, Copy)]
pub(crate) struct GivenSeed(pub(crate) Seed);

impl<'py> FromPyObject<'_, 'py> for GivenSeed {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(number) = given.extract::<u64>() {
            return Ok(Self(Seed::Number(number)));
        }
        if given.is_instance_of::<PyString>() || given.is_instance_of::<PyInt>() {
            let text = given.str()?.to_string();
            return text.parse().map(Self).map_err(value_error);
        }
        Err(PyTypeError::new_err("a seed is a whole number or a text"))
    }
}

/// Makes Python's values of what the library tells as JSON.
pub(crate) fn from_json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// Makes limits of thinking; those that are not given do not bound it.
pub(crate) fn limits_of(
    depth: Option<Whole<u32>>,
    nodes: Option<Whole<u64>>,
    seconds: Option<f64>,
    stop: &StopToken,
) -> PyResult<Limits> {
    Ok(Limits {
        depth: depth.map(|depth| depth.0),
        nodes: nodes.map(|nodes| nodes.0),
        time: time_of("seconds", seconds)?,
        stop: stop.clone(),
        ..Limits::default()
    })
}

/// Reads a time in seconds that an argument says; one that no clock reaches is none.
pub(crate) fn time_of(name: &str, seconds: Option<f64>) -> PyResult<Option<Duration>> {
    match seconds.map(|seconds| (seconds, Duration::try_from_secs_f64(seconds))) {
        Some((seconds, Err(_))) if seconds > 0.0 => Ok(None),
        Some((seconds, Err(_))) => Err(PyValueError::new_err(format!(
            "`{name}` is a time of 0 seconds or more, not {seconds}"
        ))),
        Some((_, Ok(time))) => Ok(Some(time)),
        None => Ok(None),
    }
}

/// Returns the number of threads to work on; all that there are unless said otherwise.
pub(crate) fn threads_of(threads: Option<Whole<usize>>) -> PyResult<NonZero<usize>> {
    match threads {
        None => Ok(std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)),
        Some(Whole(threads)) => NonZero::new(threads)
            .ok_or_else(|| PyValueError::new_err("work is done on at least one thread, not on 0")),
    }
}
