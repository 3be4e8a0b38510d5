//! What the games of a tournament gave.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::collections::BTreeSet;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_arena::{Pairing, Standing as Told};

use crate::error::value_error;
use crate::file;

/// A game of a tournament: the round, the number of its seed in the round, and who sits where.
pub(crate) type GivenPairing = (u32, u64, Vec<usize>);

/// Takes games of a tournament, each once.
pub(crate) fn pairings(given: Vec<GivenPairing>) -> Vec<Pairing> {
    let taken = given
        .into_iter()
        .map(|(round, number, seats)| Pairing { round, number, seats });
    taken.collect::<BTreeSet<_>>().into_iter().collect()
}

/// A tournament with the games of it that were played.
///
/// Its text is the file that `quincunx tournament --out FILE` saves, which goes on with it; `quincunx report`
/// draws it.
#[pyclass(frozen, eq, module = "quincunx")]
#[derive(PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) told: Told,
}

#[pymethods]
impl Standing {
    /// Reads a standing that was saved.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        let told = py.detach(|| Told::parse(text).map_err(value_error))?;
        Ok(Self { told })
    }

    /// The standing as it is saved.
    #[getter]
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.told.to_text())
    }

    /// Saves that text. A file that is there stays whole until the new one is.
    #[pyo3(signature = (path, /))]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        file::save(py, &path, |file| self.told.write(file))
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.told.tournament().game
    }

    /// The players.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.told.tournament().agents.clone()
    }

    /// How many games there are; a knock-out has more when a meeting is even.
    #[getter]
    fn games(&self) -> u64 {
        self.told.tournament().games()
    }

    /// How many games have been played.
    #[getter]
    fn played(&self) -> usize {
        self.told.games().len()
    }

    /// Whether all games have been played.
    #[getter]
    fn is_over(&self) -> bool {
        self.told.is_over()
    }

    /// Lists the games that come next and can be played one beside the other, as triples of a round, the
    /// number of the seed in it, and the players in their seats; or of these games those that have not
    /// been played. Of a round robin all come at once, of a knock-out a round after the other, and what
    /// comes follows from what was played.
    #[pyo3(signature = (*, only = None))]
    fn missing(&self, only: Option<Vec<GivenPairing>>) -> Vec<GivenPairing> {
        let missing = match only {
            None => self.told.next_games(),
            Some(only) => {
                let mut missing = pairings(only);
                missing.retain(|pairing| !self.told.games().contains_key(pairing));
                missing
            }
        };
        let given = |Pairing { round, number, seats }| (round, number, seats);
        missing.into_iter().map(given).collect()
    }

    /// Whether another is of the same tournament and has no game that is not here.
    #[pyo3(signature = (other, /))]
    fn _holds(&self, other: &Self) -> bool {
        self.told.holds(&other.told)
    }

    /// The winner of a knock-out that is over; None of anything else.
    #[getter]
    fn winner(&self) -> Option<String> {
        let winner = match self.told.tournament().format {
            quincunx_arena::Format::KnockOut => self.told.winner(),
            quincunx_arena::Format::RoundRobin => None,
        };
        winner.map(|player| self.told.tournament().agents[player].clone())
    }

    /// Lists the players of a round robin, the strongest first, each with `agent`, `elo`, `error` (half the
    /// width of the 95 % interval; None of too few games), `points` and `games`. Of a knock-out it is the
    /// table of the first round.
    ///
    /// With strengths a and b one beats the other with chances of 10^((a − b) / 400) to 1 (Bradley and Terry,
    /// "Rank Analysis of Incomplete Block Designs", 1952); the likeliest are found by an algorithm of
    /// Hunter ("MM Algorithms for Generalized Bradley-Terry Models", 2004), and their mean is 0.
    #[getter]
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let table = self.told.table();
        let row = |player: usize| {
            let rating = table.ratings.player(player);
            let (points, games) = table.score(player);
            let dict = PyDict::new(py);
            dict.set_item("agent", &self.told.tournament().agents[player])?;
            dict.set_item("elo", rating.elo)?;
            dict.set_item("error", rating.error)?;
            dict.set_item("points", points)?;
            dict.set_item("games", games)?;
            Ok(dict)
        };
        table.ratings.order().into_iter().map(row).collect()
    }

    fn __repr__(&self) -> String {
        let (game, players, played) = (self.game(), self.agents().len(), self.played());
        format!("<quincunx.Standing {game}: {players} players, {played} games>")
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse.unbind(), (slf.get().text(slf.py()),)))
    }
}
