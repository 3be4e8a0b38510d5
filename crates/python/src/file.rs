//! Text files, files that are written whole or not at all, and those that one process at a time works for.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::io;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use quincunx_arena::text_file::TextFileError;
use quincunx_arena::{atomic_file, text_file};

use crate::error::{content_error, file_error};

/// Keeps other processes of this program from working for the same file, while a `with` statement lasts; of
/// no file nothing.
#[pyclass(name = "_Claim", module = "quincunx._native")]
pub(crate) struct Claim {
    path: Option<PathBuf>,
    held: Option<atomic_file::FileLock>,
}

#[pymethods]
impl Claim {
    #[new]
    #[pyo3(signature = (path, /))]
    const fn of(path: Option<PathBuf>) -> Self {
        Self { path, held: None }
    }

    /// Claims the file.
    ///
    /// OSError: another process works for it, or its folder cannot be written.
    fn __enter__(&mut self, py: Python<'_>) -> PyResult<()> {
        if let Some(path) = &self.path {
            let claim = py.detach(|| atomic_file::FileLock::acquire(path));
            let claim = claim.map_err(|error| file_error(&error, path))?;
            self.held = Some(claim);
        }
        Ok(())
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&mut self, _error: &Bound<'_, PyAny>) {
        self.held = None;
    }
}

/// Writes a file of these bytes; one that is there stays whole until the new one is.
#[pyfunction]
#[pyo3(name = "_write", signature = (path, contents, /))]
pub(crate) fn write(py: Python<'_>, path: PathBuf, contents: &[u8]) -> PyResult<()> {
    save(py, &path, |file| file.write_all(contents))
}

/// Reads the text of a file.
///
/// ValueError: it is no file that holds a text. OSError: it cannot be read, as a folder.
#[pyfunction]
#[pyo3(name = "_read", signature = (path, /))]
pub(crate) fn read(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    py.detach(|| text_file::read_up_to(&path, u64::MAX))
        .map_err(|error| unreadable(error, &path))
}

/// Makes the error of a text file that cannot be read: what it holds is a `ValueError`, what the system
/// refuses an `OSError`.
pub(crate) fn unreadable(error: TextFileError, path: &Path) -> PyErr {
    match error {
        TextFileError::Io(error) => file_error(&error, path),
        error => content_error(error, path),
    }
}

/// Writes a file while other Python threads run; one that is there stays whole until the new one is.
pub(crate) fn save(
    py: Python<'_>,
    path: &Path,
    contents: impl FnOnce(&mut dyn io::Write) -> io::Result<()> + Send,
) -> PyResult<()> {
    let written = py.detach(|| atomic_file::write_with(path, |file| contents(file)));
    written.map_err(|error| file_error(&error, path))
}
