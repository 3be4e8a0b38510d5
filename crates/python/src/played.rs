//! Played games of long work: merged, saved in a file, and gone on with.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::PyClass;
use pyo3::prelude::*;
use quincunx_arena::atomic_file::{self, FileLock};
use quincunx_arena::text_file::{self, TextFileError};
use quincunx_arena::{Played, Work};

use crate::error::{Fault, content_error, file_error, value_error};
use crate::file::{lock, text_file_error};
use crate::options::{Whole, threads_of};
use crate::players::PlayerFailure;
use crate::stop::with_progress;

/// Played games that have a Python class.
pub(crate) trait PlayedClass: Played + Clone + Send + Sync {
    /// The class.
    type Class: PyClass;

    /// Passes the games to Python.
    fn into_class(self, py: Python<'_>) -> PyResult<Bound<'_, Self::Class>>;
}

/// How long work goes on and reports, as Python's keyword arguments give it.
pub(crate) struct HowToPlay<'a, P> {
    /// Games of the same work that were played before.
    pub(crate) resume: Option<&'a P>,
    /// The file that keeps the games.
    pub(crate) out: Option<PathBuf>,
    pub(crate) threads: Option<Whole<usize>>,
    /// What keeps an error of a player of the caller's own, which ends the work.
    pub(crate) failure: PlayerFailure,
    pub(crate) progress: Option<Py<PyAny>>,
}

/// Plays the games of some work that are missing, and returns all of them.
///
/// `nothing` has no game yet. `count` returns how much of the work is done and how much there is.
pub(crate) fn play<'py, P: PlayedClass, E: Into<Fault> + Send>(
    py: Python<'py>,
    nothing: P,
    how: HowToPlay<'_, P>,
    count: impl FnOnce(&P) -> (u64, u64),
    work: impl FnOnce(&mut P, &Work<'_>, &GamesFile) -> Result<(), E> + Send,
) -> PyResult<Bound<'py, P::Class>> {
    let threads = threads_of(how.threads)?;
    let file = GamesFile::lock(py, how.out)?;
    let mut games = file.begin(py, nothing, how.resume)?;
    let before = games.played();
    let (done, all) = count(&games);
    let done = AtomicU64::new(done);
    let report = |py: Python<'_>| match &how.progress {
        Some(progress) => {
            let done = done.load(Ordering::Relaxed);
            progress.call1(py, (done, all.max(done))).map(drop)
        }
        None => Ok(()),
    };
    let ended = with_progress(
        py,
        |stop| {
            let how = Work {
                threads,
                stop,
                progress: &|more| {
                    done.fetch_add(more, Ordering::Relaxed);
                },
            };
            work(&mut games, &how, &file)
        },
        |py| {
            file.warn_of_failure(py)?;
            report(py)
        },
    );
    let games = file.end(py, before, games, how.failure.or(ended))?;
    report(py)?;
    Ok(games)
}

/// The file that keeps the games of long work, for one process at a time; or none.
pub(crate) struct GamesFile {
    file: Option<(PathBuf, FileLock)>,
    /// Why the last attempt to save on the way has failed, until the warning.
    failure: Mutex<Option<io::Error>>,
}

impl GamesFile {
    fn lock(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Self> {
        let file = path
            .map(|path| lock(py, &path).map(|lock| (path, lock)))
            .transpose()?;
        Ok(Self {
            file,
            failure: Mutex::default(),
        })
    }

    /// Returns the games in the file, merged with the given ones unless the file holds them.
    fn begin<P: PlayedClass>(&self, py: Python<'_>, nothing: P, given: Option<&P>) -> PyResult<P> {
        py.detach(|| {
            let kept = self.merged_with(nothing)?;
            match given.filter(|given| !kept.contains(given)) {
                Some(given) => P::merge([kept, given.clone()]).map_err(value_error),
                None => Ok(kept),
            }
        })
    }

    fn merged_with<P: Played>(&self, nothing: P) -> PyResult<P> {
        let Some((path, _)) = &self.file else {
            return Ok(nothing);
        };
        let text = match text_file::read_up_to(path, u64::MAX) {
            Ok(text) => text,
            Err(TextFileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(nothing),
            Err(error) => return Err(text_file_error(error, path)),
        };
        let kept = P::parse(&text).map_err(|error| content_error(error, path))?;
        P::merge([nothing, kept]).map_err(|error| content_error(error, path))
    }

    /// Saves the games at the end of the work, unless it was refused and has played none, and returns them.
    /// What cannot be saved is tried again for a while, and then goes with the error (`_saving.py`).
    fn end<P: PlayedClass>(
        self,
        py: Python<'_>,
        before: u64,
        games: P,
        ended: PyResult<Result<(), impl Into<Fault>>>,
    ) -> PyResult<Bound<'_, P::Class>> {
        let is_new = matches!(ended, Ok(Ok(()))) || games.played() > before;
        let games = games.into_class(py)?;
        let error = ended.and_then(|ended| ended.map_err(value_error)).err();
        if let Some((path, _lock)) = self.file.filter(|_| is_new) {
            let saving = py.import("quincunx._saving")?;
            let context = error.as_ref().map(|error| error.value(py));
            saving.call_method1("save_at_last", (&games, path, context))?;
        }
        error.map_or(Ok(games), Err)
    }

    /// Saves the games played so far; [`GamesFile::warn_of_failure`] warns if that fails.
    pub(crate) fn try_save(&self, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) {
        if let Some((path, _)) = &self.file
            && let Err(error) = atomic_file::write_with(path, |file| write(file))
        {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }

    fn warn_of_failure(&self, py: Python<'_>) -> PyResult<()> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((error, (path, _))) = failure.zip(self.file.as_ref()) {
            let saving = py.import("quincunx._saving")?;
            saving.call_method1("warn_on_the_way", (path, file_error(&error, path)))?;
        }
        Ok(())
    }
}
