//! What long work has played: read, put together, kept in a file, and gone on with.

use std::fs;
use std::io;
use std::path::PathBuf;

use pyo3::prelude::*;
use quincunx_games::levels::report::Study;
use quincunx_games::whole_file::{self, Claim};
use quincunx_search::arena::{Results, Standing};

use crate::error::{file_error, value_error};

/// Games of a run, of a tournament or of a level's report, as many as have been played.
pub(crate) trait Played: Clone + Send + Sync {
    /// Reads games that were saved.
    fn parse(text: &str) -> PyResult<Self>;

    /// Puts parts of one work together, in any order.
    fn merge(parts: impl IntoIterator<Item = Self>) -> PyResult<Self>;

    /// Tells whether another part is of the same work and has no game that is not here.
    fn holds(&self, other: &Self) -> bool;
}

impl Played for Results {
    fn parse(text: &str) -> PyResult<Self> {
        Self::parse(text).map_err(value_error)
    }

    fn merge(parts: impl IntoIterator<Item = Self>) -> PyResult<Self> {
        Self::merge(parts).map_err(value_error)
    }

    fn holds(&self, other: &Self) -> bool {
        self.holds(other)
    }
}

impl Played for Standing {
    fn parse(text: &str) -> PyResult<Self> {
        Self::parse(text).map_err(value_error)
    }

    fn merge(parts: impl IntoIterator<Item = Self>) -> PyResult<Self> {
        Self::merge(parts).map_err(value_error)
    }

    fn holds(&self, other: &Self) -> bool {
        self.holds(other)
    }
}

impl Played for Study {
    fn parse(text: &str) -> PyResult<Self> {
        Self::parse(text).map_err(value_error)
    }

    fn merge(parts: impl IntoIterator<Item = Self>) -> PyResult<Self> {
        Self::merge(parts).map_err(value_error)
    }

    fn holds(&self, other: &Self) -> bool {
        self.holds(other)
    }
}

/// Where long work keeps what it has played: a file that one process works for, or nowhere.
pub(crate) struct Kept {
    file: Option<(PathBuf, Claim)>,
}

impl Kept {
    /// Claims the file, where one is named.
    pub(crate) fn claim(path: Option<PathBuf>) -> PyResult<Self> {
        let claim = |path: PathBuf| {
            let claim = Claim::of(&path).map_err(|error| file_error(&error, &path))?;
            PyResult::Ok((path, claim))
        };
        let file = path.map(claim).transpose()?;
        Ok(Self { file })
    }

    /// Returns what there is to go on with: what the file holds, and what is given, unless the same call has begun with that
    /// before, so that the file holds it.
    ///
    /// # Errors
    /// When either is of other work than `nothing`, which has no game, or both have a game but not all of them.
    pub(crate) fn begun<P: Played>(&self, py: Python<'_>, nothing: P, given: Option<&P>) -> PyResult<P> {
        py.detach(|| {
            let held = self.read()?.map(|text| P::parse(&text)).transpose()?;
            let whole = P::merge([nothing].into_iter().chain(held))?;
            match given.filter(|given| !whole.holds(given)) {
                Some(given) => P::merge([whole, given.clone()]),
                None => Ok(whole),
            }
        })
    }

    /// Saves what was played, where there is a file for it.
    pub(crate) fn save(&self, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> PyResult<()> {
        let Some((path, _)) = &self.file else {
            return Ok(());
        };
        whole_file::write_by(path, |file| write(file)).map_err(|error| file_error(&error, path))
    }

    fn read(&self) -> PyResult<Option<String>> {
        let Some((path, _)) = &self.file else {
            return Ok(None);
        };
        match fs::read_to_string(path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(file_error(&error, path)),
        }
    }
}
