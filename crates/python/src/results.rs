//! What simulated games gave.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use quincunx_arena::{Histogram, Results as Told};

use crate::error::value_error;
use crate::file;
use crate::laboratory::wanted;

/// What the games of a run gave, or as many of them as have been played.
///
/// Its text is the file that `quincunx simulate --out FILE.json` saves: `quincunx report` draws it, and
/// `quincunx merge` takes it.
#[pyclass(frozen, eq, module = "quincunx")]
#[derive(PartialEq, Eq)]
pub(crate) struct Results {
    pub(crate) told: Told,
}

/// Describes values: how many, their mean with half the width of its 95 % interval, the least and the
/// greatest.
fn statistics<'py>(py: Python<'py>, counts: &Histogram) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("count", counts.len())?;
    dict.set_item("mean", counts.mean())?;
    dict.set_item("error", counts.mean_error())?;
    dict.set_item("least", counts.least())?;
    dict.set_item("most", counts.most())?;
    Ok(dict)
}

#[pymethods]
impl Results {
    /// Reads results that were saved.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        let told = py.detach(|| Told::parse(text).map_err(value_error))?;
        Ok(Self { told })
    }

    /// The results as they are saved.
    #[getter]
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.told.to_text())
    }

    /// Saves that text. A file that is there stays whole until the new one is.
    #[pyo3(signature = (path, /))]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        file::save(py, &path, |file| self.told.part.write(&self.told.run, file))
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.told.run.game
    }

    /// The players, one a seat.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.told.run.agents.clone()
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self) -> u64 {
        self.told.run.seed
    }

    /// How many games the run has.
    #[getter]
    fn games(&self) -> u64 {
        self.told.run.games
    }

    /// How many of them have been played.
    #[getter]
    fn played(&self) -> u64 {
        self.told.part.games.len()
    }

    /// Whether all of them have been played.
    #[getter]
    fn is_whole(&self) -> bool {
        self.told.missing().is_empty()
    }

    /// Lists the games that have not been played, as pairs of a first one and the one behind the last: of the
    /// whole run, of a shard of it (`"2/8"`), or of ranges.
    #[pyo3(signature = (*, shard = None, only = None))]
    fn missing(&self, shard: Option<&str>, only: Option<Vec<(u64, u64)>>) -> PyResult<Vec<(u64, u64)>> {
        let wanted = wanted(self.told.run.games, shard, only)?;
        Ok(wanted.without(&self.told.part.games).into())
    }

    /// Whether others are of the same run and have no game that is not here.
    #[pyo3(signature = (other, /))]
    fn _holds(&self, other: &Self) -> bool {
        self.told.holds(&other.told)
    }

    /// How many games ended how: `P1`, `P2` (who won), `draw`, `score`, `reached`, `missed`, `unfinished`.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (end, count) in self.told.part.tally.ends() {
            if count > 0 {
                dict.set_item(end.word(), count)?;
            }
        }
        Ok(dict)
    }

    /// What the games gave in numbers: `points`, `plies` and the game's own figures, each with `count`,
    /// `mean`, `error` (half the width of the 95 % interval), `least` and `most`.
    #[getter]
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tally = &self.told.part.tally;
        let dict = PyDict::new(py);
        dict.set_item("points", statistics(py, &tally.points)?)?;
        dict.set_item("plies", statistics(py, &tally.plies)?)?;
        for (name, counts) in self.told.run.figures.iter().zip(&tally.figures) {
            dict.set_item(name, statistics(py, counts)?)?;
        }
        Ok(dict)
    }

    /// The names of a row's values.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.told.run.columns()
    }

    /// Lists a row a game, in the order of `columns`; None when none were kept.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(rows) = &self.told.part.rows else {
            return Ok(None);
        };
        let list = PyList::empty(py);
        for row in rows {
            let values = [row.game, row.seed].map(|value| value.into_pyobject(py));
            let mut all: Vec<Bound<'py, PyAny>> = Vec::with_capacity(5 + row.figures.len());
            for value in values {
                all.push(value?.into_any());
            }
            all.push(row.end.word().into_pyobject(py)?.into_any());
            all.push(row.points.into_pyobject(py)?.into_any());
            all.push(row.plies.into_pyobject(py)?.into_any());
            for figure in &row.figures {
                all.push(figure.into_pyobject(py)?.into_any());
            }
            list.append(PyTuple::new(py, all)?)?;
        }
        Ok(Some(list))
    }

    fn __repr__(&self) -> String {
        let (game, played, games) = (self.game(), self.played(), self.games());
        format!(
            "<quincunx.Results {game} by {}: {played} of {games} games>",
            self.agents().join(" and ")
        )
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse.unbind(), (slf.get().text(slf.py()),)))
    }
}
