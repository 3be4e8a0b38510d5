//! The results of simulated games.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use quincunx_arena::{Histogram, Results as RunResults};

use crate::options::{GivenRange, wanted};

/// What the games of a run gave, or as many of them as have been played.
///
/// Its text is the file that `quincunx simulate --out FILE.json` saves: `quincunx report` draws it, and
/// `quincunx merge` takes it.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Results {
    pub(crate) inner: RunResults,
}

/// Returns the count of values, their mean with half the width of its 95 % interval, the least and the
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

getters! { Results, this:
    /// The id of the game.
    game: &str = &this.inner.run.game;
    /// The players, one a seat.
    agents: Vec<String> = this.inner.run.agents.clone();
    /// The seed of the run.
    seed: u64 = this.inner.run.seed;
    /// The positions in which games begin; none for the beginning that the rules have.
    positions: Vec<String> = this.inner.run.positions.clone();
    /// The number of games of the run.
    games: u64 = this.inner.run.games;
    /// Whether all of them have been played.
    is_whole: bool = this.inner.missing().is_empty();
    /// The names of a row's values.
    columns: Vec<String> = this.inner.run.columns();
}

repr! { Results, this:
    "<quincunx.Results {} by {}: {} of {} games>",
    this.game(),
    this.agents().join(" and "),
    this.played(),
    this.games()
}

#[pymethods]
impl Results {
    /// Lists the games that have not been played, as pairs of a first one and the one behind the last: of the
    /// whole run, of a shard of it (`"2/8"`), or of ranges.
    ///
    /// Raises:
    ///     ValueError: The run has no such games.
    #[pyo3(signature = (*, shard = None, only = None))]
    fn missing(&self, shard: Option<&str>, only: Option<Vec<GivenRange>>) -> PyResult<Vec<(u64, u64)>> {
        let wanted = wanted(self.games(), shard, only)?;
        Ok(wanted.without(&self.inner.part.games).into())
    }

    /// How many games ended how: `P1`, `P2` (who won), `draw`, `score`, `reached`, `missed`, `unfinished`.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (end, count) in self
            .inner
            .part
            .tally
            .ends()
            .into_iter()
            .filter(|(_, count)| *count > 0)
        {
            dict.set_item(end.word(), count)?;
        }
        Ok(dict)
    }

    /// What the games gave in numbers: `points`, `plies` and the game's own figures, each with `count`,
    /// `mean`, `error` (half the width of the 95 % interval), `least` and `most`.
    #[getter]
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tally = &self.inner.part.tally;
        let dict = PyDict::new(py);
        dict.set_item("points", statistics(py, &tally.points)?)?;
        dict.set_item("plies", statistics(py, &tally.plies)?)?;
        for (name, counts) in self.inner.run.figures.iter().zip(&tally.figures) {
            dict.set_item(name, statistics(py, counts)?)?;
        }
        Ok(dict)
    }

    /// Returns the rows as a table of pandas, a row a game.
    ///
    /// Raises:
    ///     ImportError: pandas is not installed.
    ///     ValueError: No rows were kept.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.rows(py)?;
        let rows =
            rows.ok_or_else(|| PyValueError::new_err("no rows were kept: `keep_rows=True` keeps them"))?;
        let columns = PyDict::new(py);
        columns.set_item("columns", self.columns())?;
        py.import("pandas")?
            .call_method("DataFrame", (rows,), Some(&columns))
    }

    /// Lists a row a game, in the order of `columns`; None when none were kept.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(rows) = &self.inner.part.rows else {
            return Ok(None);
        };
        let list = PyList::empty(py);
        for row in rows {
            let common = (row.game, row.seed, row.end.word(), row.points, row.plies);
            let figures = PyTuple::new(py, &row.figures)?;
            list.append(common.into_pyobject(py)?.add(figures)?)?;
        }
        Ok(Some(list))
    }
}
