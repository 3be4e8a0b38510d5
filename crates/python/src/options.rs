//! Values from Python and for it: options of rules, limits, numbers, and JSON.

use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use quincunx_arena::{Games, Shard, text_file};
use quincunx_catalog::GAMES;
use quincunx_core::{OptionKind, Options, Seed};
use quincunx_registry::{DynGame, SimulateError};
use quincunx_search::{Limits, StopToken};
use serde::Serialize;

use crate::error::value_error;
use crate::file::text_file_error;

/// Returns a game by its id.
pub(crate) fn find(game: &str) -> PyResult<&'static dyn DynGame> {
    quincunx_catalog::find(game).ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|entry| entry.id()).collect();
        let shown: String = game.chars().take(60).collect();
        PyValueError::new_err(format!(
            "there is no game `{shown}`; there are {}",
            known.join(", ")
        ))
    })
}

/// Returns the `ValueError` of a game that does not offer something, with those that do.
pub(crate) fn not_offered(game: &str, lacks: &str, offers: impl Fn(&dyn DynGame) -> bool) -> PyErr {
    let others: Vec<&str> = GAMES
        .iter()
        .filter(|other| offers(**other))
        .map(|other| other.id())
        .collect();
    PyValueError::new_err(format!("{game} {lacks}: {}", others.join(", ")))
}

/// Parses the options of a game's rules from keyword arguments, whose names have `_` where options have `-`.
/// A path, where an option takes the contents of a file, names it. An unknown option that is like one of the
/// function's own `keywords` is answered by it.
pub(crate) fn options_of(
    entry: &dyn DynGame,
    given: Option<&Bound<'_, PyDict>>,
    keywords: &[&str],
) -> PyResult<Options> {
    let mut options = entry.defaults();
    for (name, value) in given.into_iter().flatten() {
        let name = name.extract::<String>()?.replace('_', "-");
        let spec = entry.options().iter().find(|spec| spec.name == name);
        if let (None, Some(keyword)) = (spec, near_keyword(&name, keywords)) {
            let error = options.set(&name, "").expect_err("there is no such option");
            let error = format!("{error}; did you mean the argument `{keyword}`?");
            return Err(PyValueError::new_err(error));
        }
        let is_file = spec.is_some_and(|spec| spec.kind == OptionKind::File);
        let text = text_of(&name, &value, is_file)?;
        options.set(&name, &text).map_err(value_error)?;
    }
    Ok(options)
}

/// Refuses options that a game's rules do not have, as [`options_of`]: for functions of Python.
#[pyfunction]
#[pyo3(name = "_check_options", signature = (game, options, keywords, /))]
pub(crate) fn check_options(game: &str, options: &Bound<'_, PyDict>, keywords: Vec<String>) -> PyResult<()> {
    let keywords: Vec<&str> = keywords.iter().map(String::as_str).collect();
    options_of(find(game)?, Some(options), &keywords).map(drop)
}

/// Returns the keyword argument that an unknown option is most like.
fn near_keyword<'a>(name: &str, keywords: &[&'a str]) -> Option<&'a str> {
    let name = name.replace('-', "_");
    let likeness = |keyword: &str| {
        let is_part = keyword.len() > 3 && (name.contains(keyword) || keyword.contains(name.as_str()));
        if is_part {
            1.0
        } else {
            strsim::jaro_winkler(&name, keyword)
        }
    };
    let scored = keywords.iter().map(|&keyword| (likeness(keyword), keyword));
    let (likeness, keyword) = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (likeness > 0.85).then_some(keyword)
}

fn text_of(name: &str, value: &Bound<'_, PyAny>, is_file: bool) -> PyResult<String> {
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if value.is_instance_of::<PyString>() || (is_number && !value.is_instance_of::<PyBool>()) {
        return Ok(value.str()?.to_string());
    }
    if is_file && let Ok(path) = value.extract::<PathBuf>() {
        return text_file::read(&path).map_err(|error| text_file_error(error, &path));
    }
    // NumPy's numbers are no `int` or `float`, but convert to one.
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

/// Converts options to a dictionary of whole numbers, numbers and texts.
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

/// Returns the value of an argument that is one of some words.
pub(crate) fn choice<T: Copy, const N: usize>(name: &str, given: &str, words: [(&str, T); N]) -> PyResult<T> {
    let found = words.iter().find(|(word, _)| *word == given);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words = words.map(|(word, _)| format!("`{word}`")).join(", ");
        PyValueError::new_err(format!("{name} is one of {words}, not `{given}`"))
    })
}

/// A whole number from 0, of Python or of NumPy.
#[derive(Clone, Copy)]
pub(crate) struct Whole<T>(pub(crate) T);

/// Parses a whole number from 0; the error of one that is too large or negative names the range.
pub(crate) fn whole<T: TryFrom<u64>>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    let number = match given.extract::<u64>() {
        Ok(number) => Some(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => None,
        Err(error) => return Err(error),
    };
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let most = u64::MAX >> (64 - 8 * size_of::<T>());
        PyValueError::new_err(format!("expected a whole number from 0 to {most}, found {given}"))
    })
}

impl<'py, T: TryFrom<u64>> FromPyObject<'_, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        whole(&given).map(Self)
    }
}

/// The seed of a game's chance outcomes: a number, or a number or a key as text.
#[derive(Clone, Copy)]
pub(crate) struct GivenSeed(pub(crate) Seed);

impl<'py> FromPyObject<'_, 'py> for GivenSeed {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_too_large = match given.extract::<u64>() {
            Ok(number) => return Ok(Self(Seed::Number(number))),
            Err(error) => error.is_instance_of::<PyOverflowError>(given.py()),
        };
        if given.is_instance_of::<PyString>() || is_too_large {
            let text = given.str()?.to_string();
            return text.parse().map(Self).map_err(value_error);
        }
        Err(PyTypeError::new_err("a seed is a whole number or a text"))
    }
}

/// A range of games: a sequence of a first one and the one behind the last.
pub(crate) struct GivenRange(pub(crate) Range<u64>);

impl<'py> FromPyObject<'_, 'py> for GivenRange {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let [Whole(from), Whole(to)] = given.extract()?;
        if from > to {
            return Err(PyValueError::new_err(format!(
                "expected a first game and the one behind the last, found {from} and {to}"
            )));
        }
        Ok(Self(from..to))
    }
}

/// Returns the `TypeError` of an argument that is nothing of what is accepted.
pub(crate) fn not_accepted(given: &Bound<'_, PyAny>, accepted: &str) -> PyErr {
    match given.get_type().name() {
        Ok(found) => PyTypeError::new_err(format!("expected {accepted}, found {found}")),
        Err(error) => error,
    }
}

/// Imports NumPy, without which its arrays cannot be made.
pub(crate) fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import(intern!(py, "numpy"))
}

/// Computes a value while other Python threads run, and converts it by way of JSON.
pub(crate) fn from_json<'py, T: Serialize>(
    py: Python<'py>,
    value: impl FnOnce() -> T + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let text = py.detach(|| serde_json::to_string(&value()).expect("the keys of all maps are texts"));
    py.import("json")?.call_method1("loads", (text,))
}

/// Creates the limits of a search; a limit that is not given does not bound it.
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

/// Converts seconds to a time; `None` for a time beyond what a clock counts.
pub(crate) fn time_of(name: &str, seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = seconds else {
        return Ok(None);
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(Some(time)),
        Err(_) if seconds > 0.0 => Ok(None),
        Err(_) => Err(PyValueError::new_err(format!(
            "`{name}` is a time of 0 seconds or more, not {seconds}"
        ))),
    }
}

/// Returns the number of threads, by default as many as the machine has.
pub(crate) fn threads_of(threads: Option<Whole<usize>>) -> PyResult<NonZero<usize>> {
    match threads {
        None => Ok(std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)),
        Some(Whole(threads)) => NonZero::new(threads)
            .ok_or_else(|| PyValueError::new_err("expected at least one thread, found 0")),
    }
}

/// Returns the wanted games of a run: a shard, those of ranges, or all.
///
/// Raises:
///     ValueError: Both are given, or the run has no such game.
pub(crate) fn wanted(games: u64, shard: Option<&str>, only: Option<Vec<GivenRange>>) -> PyResult<Games> {
    match (shard, only) {
        (None, None) => Ok(Games::shard(games, Shard::WHOLE)),
        (Some(shard), None) => Ok(Games::shard(games, shard.parse().map_err(value_error)?)),
        (None, Some(only)) => {
            let wanted: Games = only.into_iter().map(|GivenRange(range)| range).collect();
            if wanted.without(&Games::shard(games, Shard::WHOLE)).is_empty() {
                Ok(wanted)
            } else {
                Err(value_error(SimulateError::Games { wanted, games }))
            }
        }
        (Some(_), Some(_)) => Err(PyValueError::new_err(
            "a part of a run is named by `shard` or by `only`, not by both",
        )),
    }
}
