//! What long work has played: read, put together, kept in a file, and gone on with.

use std::fs;
use std::io;
use std::path::PathBuf;

use pyo3::prelude::*;
use quincunx_games::levels::report::Study;
use quincunx_games::whole_file::{self, Claim};
use quincunx_search::arena::{Results, Standing};

use crate::error::{Fault, content_error, file_error, value_error};

/// Games of a run, of a tournament or of a level's report, as many as have been played.
pub(crate) trait Played: Clone + Send + Sync {
    /// Reads games that were saved.
    fn parse(text: &str) -> Result<Self, Fault>;

    /// Puts parts of one work together, in any order.
    fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, Fault>;

    /// Tells whether another part is of the same work and has no game that is not here.
    fn holds(&self, other: &Self) -> bool;

    /// Returns how many games have been played.
    fn played(&self) -> u64;

    /// Writes all that [`Played::parse`] reads.
    fn write(&self, output: &mut dyn io::Write) -> io::Result<()>;
}

macro_rules! played {
    ($($work:ty, $this:ident => $played:expr, $output:ident => $written:expr;)*) => {$(
        impl Played for $work {
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

            fn write(&self, $output: &mut dyn io::Write) -> io::Result<()> {
                let $this = self;
                $written
            }
        }
    )*};
}

played! {
    Results, results => results.part.games.len(), output => results.part.write(&results.run, output);
    Standing, standing => standing.games().len() as u64, output => standing.write(output);
    Study, study => study.games(), output => study.write(output);
}

/// Where long work keeps what it has played: a file that one process works for, or nowhere.
pub(crate) struct Kept {
    file: Option<(PathBuf, Claim)>,
}

impl Kept {
    /// Claims the file, where one is named, which shows that its folder can be written.
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
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(nothing),
            Err(error) => return Err(file_error(&error, path)),
        };
        let held = P::parse(&text).and_then(|held| P::merge([nothing, held]));
        held.map_err(|error| content_error(error, path))
    }

    /// Saves what was played when the work has ended, and tells how: work that was refused and has played nothing leaves the file
    /// as it was.
    ///
    /// # Errors
    /// When it cannot be saved, or what ended the work.
    pub(crate) fn end<P: Played>(
        &self,
        py: Python<'_>,
        before: u64,
        played: &P,
        done: PyResult<Result<(), impl Into<Fault>>>,
    ) -> PyResult<()> {
        if matches!(done, Ok(Ok(()))) || played.played() > before {
            py.detach(|| self.save(|file| played.write(file)))?;
        }
        done?.map_err(value_error)
    }

    /// Saves what was played, where there is a file for it.
    fn save(&self, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> PyResult<()> {
        let Some((path, _)) = &self.file else {
            return Ok(());
        };
        whole_file::write_by(path, |file| write(file)).map_err(|error| file_error(&error, path))
    }

    /// Saves what has been played so far, if it can: the last attempt tells whether it could.
    pub(crate) fn try_save(&self, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) {
        let _ = self.save(write);
    }
}
