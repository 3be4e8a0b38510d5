//! Text files, files that are written whole or not at all, and locks on files.

use std::io;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use quincunx_arena::atomic_file::{self, FileLock};
use quincunx_arena::text_file::{self, TextFileError};

use crate::error::{content_error, file_error};

/// Keeps other processes of this program from writing a file during a `with` statement; `None` locks nothing.
#[pyclass(name = "_Claim", module = "quincunx._native")]
pub(crate) struct Claim {
    path: Option<PathBuf>,
    lock: Option<FileLock>,
}

#[pymethods]
impl Claim {
    #[new]
    #[pyo3(signature = (path, /))]
    const fn of(path: Option<PathBuf>) -> Self {
        Self { path, lock: None }
    }

    /// Locks the file.
    ///
    /// Raises:
    ///     OSError: Another process has it, or its folder cannot be written.
    fn __enter__(&mut self, py: Python<'_>) -> PyResult<()> {
        self.lock = self.path.as_deref().map(|path| lock(py, path)).transpose()?;
        Ok(())
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&mut self, _error: &Bound<'_, PyAny>) {
        self.lock = None;
    }
}

/// Writes bytes to a file; an old one stays whole until the new one is.
#[pyfunction]
#[pyo3(name = "_write", signature = (path, contents, /))]
pub(crate) fn write(py: Python<'_>, path: PathBuf, contents: &[u8]) -> PyResult<()> {
    save(py, &path, |file| file.write_all(contents))
}

/// Reads the text of a file.
///
/// Raises:
///     ValueError: It holds no text.
///     OSError: It cannot be read, as a folder.
#[pyfunction]
#[pyo3(name = "_read", signature = (path, /))]
pub(crate) fn read(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    py.detach(|| text_file::read_up_to(&path, u64::MAX))
        .map_err(|error| text_file_error(error, &path))
}

/// Returns a `ValueError` for a file that holds no text, and an `OSError` for one that cannot be read.
pub(crate) fn text_file_error(error: TextFileError, path: &Path) -> PyErr {
    match error {
        TextFileError::Io(error) => file_error(&error, path),
        error => content_error(error, path),
    }
}

/// Locks a file, which shows that its folder can be written.
pub(crate) fn lock(py: Python<'_>, path: &Path) -> PyResult<FileLock> {
    py.detach(|| FileLock::acquire(path))
        .map_err(|error| file_error(&error, path))
}

/// Writes a file while other Python threads run; an old one stays whole until the new one is.
pub(crate) fn save(
    py: Python<'_>,
    path: &Path,
    contents: impl FnOnce(&mut dyn io::Write) -> io::Result<()> + Send,
) -> PyResult<()> {
    let written = py.detach(|| atomic_file::write_with(path, |file| contents(file)));
    written.map_err(|error| file_error(&error, path))
}
