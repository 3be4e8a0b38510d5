//! What the games of runs, tournaments and reports have in common for Python: text, files, equality.

use std::path::PathBuf;

use pyo3::prelude::*;
use quincunx_arena::{Played as _, Results as RunResults, Standing as TournamentStanding};
use quincunx_match3::levels::report::Experiment;

use crate::error::value_error;
use crate::file::save;
use crate::level::LevelGames;
use crate::played::PlayedClass;
use crate::results::Results;
use crate::standing::Standing;

macro_rules! played {
    ($($work:ty as $class:ident),*) => {$(
        impl PlayedClass for $work {
            type Class = $class;

            fn into_class(self, py: Python<'_>) -> PyResult<Bound<'_, $class>> {
                Bound::new(py, $class { inner: self })
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
                save(py, &path, |file| self.inner.write(file))
            }

            /// The number of games that have been played.
            #[getter]
            pub(crate) fn played(&self) -> u64 {
                self.inner.played()
            }

            /// Whether others are of the same work and have no game that is missing here.
            #[pyo3(signature = (other, /))]
            fn _holds(&self, other: &Self) -> bool {
                self.inner.contains(&other.inner)
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

played!(
    RunResults as Results,
    TournamentStanding as Standing,
    Experiment as LevelGames
);
