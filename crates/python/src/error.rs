//! Errors of the library as Python's.

use std::error::Error;
use std::io;
use std::path::Path;

use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyValueError};
use quincunx_search::MissingResource;

/// An error of the library.
pub(crate) type Fault = Box<dyn Error + Send + Sync>;

/// Returns the `ValueError` of an error of the library, with the texts of its causes.
pub(crate) fn value_error(error: impl Into<Fault>) -> PyErr {
    PyValueError::new_err(with_causes(&*error.into()))
}

/// Returns the `ValueError` of what a file holds, which it names.
pub(crate) fn content_error(error: impl Into<Fault>, path: &Path) -> PyErr {
    PyValueError::new_err(format!("{}: {}", path.display(), with_causes(&*error.into())))
}

fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        // Transparent errors repeat their cause.
        if !text.ends_with(&message) {
            text = format!("{text}: {message}");
        }
        if let Some(MissingResource::DataFile("2048-contest.safetensors.gz")) = error.downcast_ref() {
            text += "; the package quincunx-contest has it";
        }
        cause = error.source();
    }
    text
}

/// Returns the `OSError` of a file that could not be read or written, of Python's kind for it.
pub(crate) fn file_error(error: &io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        // Python adds the path to the text, and picks FileNotFoundError and its like by the number.
        Some(number) => {
            let text = error.to_string();
            let reason = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, reason, path.as_os_str().to_owned()))
        }
        None => io::Error::new(error.kind(), format!("{}: {error}", path.display())).into(),
    }
}
