//! What long work has played: read, put together, kept in a file, and gone on with.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::PyClass;
use pyo3::prelude::*;
use quincunx_arena::atomic_file::FileLock;
use quincunx_arena::text_file::TextFileError;
use quincunx_arena::{Results as ToldResults, Standing as ToldStanding};
use quincunx_arena::{atomic_file, text_file};
use quincunx_match3::levels::report::Experiment;

use crate::error::{Fault, content_error, file_error, value_error};
use crate::file::unreadable;
use crate::level::LevelGames;
use crate::results::Results;
use crate::standing::Standing;

/// Games of a run, of a tournament or of a level's report, as many as have been played.
pub(crate) trait Played: Clone + Send + Sync {
    /// The class by which Python has them.
    type Class: PyClass;

    /// Hands them over to Python.
    fn told(self, py: Python<'_>) -> PyResult<Bound<'_, Self::Class>>;

    /// Reads games that were saved.
    fn parse(text: &str) -> Result<Self, Fault>;

    /// Puts parts of one work together, in any order.
    fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, Fault>;

    /// Tells whether another part is of the same work and has no game that is not here.
    fn holds(&self, other: &Self) -> bool;

    /// Returns how many games have been played.
    fn played(&self) -> u64;
}

macro_rules! played {
    ($($work:ty as $class:ident, $this:ident => $played:expr;)*) => {$(
        impl Played for $work {
            type Class = $class;

            fn told(self, py: Python<'_>) -> PyResult<Bound<'_, $class>> {
                Bound::new(py, $class { told: self })
            }

            fn parse(text: &str) -> Result<Self, Fault> {
                Ok(Self::parse(text)?)
            }

            fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, Fault> {
                Ok(Self::merge(parts)?)
            }

            fn holds(&self, other: &Self) -> bool {
                self.holds(other)
            }

            fn played(&self) -> u64 {
                let $this = self;
                $played
            }
        }
    )*};
}

played! {
    ToldResults as Results, results => results.part.games.len();
    ToldStanding as Standing, standing => standing.games().len() as u64;
    Experiment as LevelGames, study => study.games();
}

/// Where long work keeps what it has played: a file that one process works for, or nowhere.
pub(crate) struct Kept {
    file: Option<(PathBuf, FileLock)>,
    /// Why the last attempt to save on the way has failed, until somebody is told.
    failed: Mutex<Option<io::Error>>,
}

impl Kept {
    /// Claims the file, where one is named, which shows that its folder can be written.
    pub(crate) fn claim(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Self> {
        let claim = |path: PathBuf| {
            let claim = py
                .detach(|| FileLock::acquire(&path))
                .map_err(|error| file_error(&error, &path))?;
            PyResult::Ok((path, claim))
        };
        let file = path.map(claim).transpose()?;
        Ok(Self {
            file,
            failed: Mutex::default(),
        })
    }

    /// Returns what there is to go on with: what the file holds, and what is given, unless the same call has
    /// begun with that before, so that the file holds it.
    ///
    /// # Errors
    /// When either is of other work than `nothing`, which has no game, or both have a game but not all of
    /// them.
    pub(crate) fn begun<P: Played>(&self, py: Python<'_>, nothing: P, given: Option<&P>) -> PyResult<P> {
        py.detach(|| {
            let whole = self.with_held(nothing)?;
            match given.filter(|given| !whole.holds(given)) {
                Some(given) => P::merge([whole, given.clone()]).map_err(value_error),
                None => Ok(whole),
            }
        })
    }

    /// Adds what the file holds.
    fn with_held<P: Played>(&self, nothing: P) -> PyResult<P> {
        let Some((path, _)) = &self.file else {
            return Ok(nothing);
        };
        let text = match text_file::read_up_to(path, u64::MAX) {
            Ok(text) => text,
            Err(TextFileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(nothing),
            Err(error) => return Err(unreadable(error, path)),
        };
        let held = P::parse(&text).and_then(|held| P::merge([nothing, held]));
        held.map_err(|error| content_error(error, path))
    }

    /// Saves what was played when the work has ended, and hands it over: work that was refused and has played
    /// nothing leaves the file as it was. What cannot be saved is tried again for a while, and then goes
    /// with the error (`_saving.py`).
    ///
    /// # Errors
    /// When it cannot be saved, with what ended the work as the context; or else what ended the work.
    pub(crate) fn end<P: Played>(
        self,
        py: Python<'_>,
        before: u64,
        played: P,
        done: PyResult<Result<(), impl Into<Fault>>>,
    ) -> PyResult<Bound<'_, P::Class>> {
        let is_new = matches!(done, Ok(Ok(()))) || played.played() > before;
        let told = played.told(py)?;
        let ended_by = done.and_then(|done| done.map_err(value_error)).err();
        if let Some((path, _claim)) = self.file.filter(|_| is_new) {
            let saving = py.import("quincunx._saving")?;
            let context = ended_by.as_ref().map(|error| error.value(py));
            saving.call_method1("save_at_last", (&told, path, context))?;
        }
        ended_by.map_or(Ok(told), Err)
    }

    /// Saves what has been played so far, if there is a file for it; where it cannot be, [`Kept::telling`]
    /// warns.
    pub(crate) fn try_save(&self, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) {
        if let Some((path, _)) = &self.file
            && let Err(error) = atomic_file::write_with(path, |file| write(file))
        {
            *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }

    /// Tells how far the work has got, and warns before of an attempt to save that has failed since the last
    /// time.
    pub(crate) fn telling(
        &self,
        tell: impl Fn(Python<'_>) -> PyResult<()> + Sync,
    ) -> impl Fn(Python<'_>) -> PyResult<()> + Sync {
        move |py| {
            let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some((error, (path, _))) = failed.zip(self.file.as_ref()) {
                let saving = py.import("quincunx._saving")?;
                saving.call_method1("warn_on_the_way", (path, file_error(&error, path)))?;
            }
            tell(py)
        }
    }
}
