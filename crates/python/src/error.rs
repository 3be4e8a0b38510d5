//! Errors of the library as Python's.

use std::error::Error;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// Makes the `ValueError` of an error of the library, with its text and those of its causes.
pub(crate) fn value_error(error: impl Error) -> PyErr {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let told = error.to_string();
        // Transparent errors repeat their cause.
        if !text.ends_with(&told) {
            text = format!("{text}: {told}");
        }
        cause = error.source();
    }
    PyValueError::new_err(text)
}
