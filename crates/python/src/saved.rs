//! What the games of runs, tournaments and reports have in common for Python: text, files, equality.

use std::io;
use std::path::PathBuf;

use pyo3::prelude::*;
use quincunx_arena::{Results as RunResults, Standing as TournamentStanding};
use quincunx_match3::levels::report::Experiment;

use crate::error::{Fault, value_error};
use crate::file::save;
use crate::level::LevelGames;
use crate::played::Played;
use crate::results::Results;
use crate::standing::Standing;

macro_rules! played {
    ($($work:ty as $class:ident, $this:ident => $played:expr, save $save:expr;)*) => {$(
        impl Played for $work {
            type Class = $class;

            fn into_class(self, py: Python<'_>) -> PyResult<Bound<'_, $class>> {
                Bound::new(py, $class { inner: self })
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

        #[pymethods]
        impl $class {
            /// Reads games that were saved.
            #[staticmethod]
            #[pyo3(signature = (text, /))]
            fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
                let inner = py.detach(|| <$work>::parse(text).map_err(value_error))?;
                Ok(Self { inner })
            }

            /// The text of the file in which they are saved.
            #[getter]
            fn text(&self, py: Python<'_>) -> String {
                py.detach(|| self.inner.to_text())
            }

            /// Saves that text. A file that is there stays whole until the new one is.
            #[pyo3(signature = (path, /))]
            fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
                let write: fn(&$work, &mut dyn io::Write) -> io::Result<()> = $save;
                save(py, &path, |file| write(&self.inner, file))
            }

            /// The number of games that have been played.
            #[getter]
            fn played(&self) -> u64 {
                Played::played(&self.inner)
            }

            /// Whether others are of the same work and have no game that is missing here.
            #[pyo3(signature = (other, /))]
            fn _holds(&self, other: &Self) -> bool {
                self.inner.holds(&other.inner)
            }

            fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
                let Ok(other) = other.cast::<Self>().map(Bound::get) else {
                    return false;
                };
                py.detach(|| self.inner.to_text() == other.inner.to_text())
            }

            fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
                let parse = slf.get_type().getattr("parse")?;
                Ok((parse.unbind(), (slf.get().text(slf.py()),)))
            }
        }
    )*};
}

played! {
    RunResults as Results, results => results.part.games.len(),
        save |results, file| results.part.write(&results.run, file);
    TournamentStanding as Standing, standing => standing.games().len() as u64,
        save |standing, file| standing.write(file);
    Experiment as LevelGames, experiment => experiment.games(), save |experiment, file| experiment.write(file);
}
