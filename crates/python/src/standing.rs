//! The standing of a tournament.

use std::collections::BTreeSet;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_arena::{Format, Pairing, Standing as TournamentStanding};

use crate::options::{Whole, whole};

/// A game of a tournament: the round, the number of its seed in the round, and who sits where.
type PairingTuple = (u32, u64, Vec<usize>);

/// The same as an argument: any sequence of the three.
pub(crate) struct GivenPairing(Pairing);

impl<'py> FromPyObject<'_, 'py> for GivenPairing {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let [round, number, seats]: [Bound<'_, PyAny>; 3] = given.extract()?;
        let seats: Vec<Whole<usize>> = seats.extract()?;
        Ok(Self(Pairing {
            round: whole(&round)?,
            number: whole(&number)?,
            seats: seats.into_iter().map(|Whole(player)| player).collect(),
        }))
    }
}

/// Converts games of a tournament, each once.
pub(crate) fn pairings(given: Vec<GivenPairing>) -> Vec<Pairing> {
    let pairings: BTreeSet<_> = given.into_iter().map(|GivenPairing(pairing)| pairing).collect();
    pairings.into_iter().collect()
}

/// A tournament with the games of it that were played.
///
/// Its text is the file that `quincunx tournament --out FILE` saves, which goes on with it; `quincunx report`
/// draws it.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Standing {
    pub(crate) inner: TournamentStanding,
}

getters! { Standing, this:
    /// The id of the game.
    game: &str = &this.inner.tournament().game;
    /// The players.
    agents: Vec<String> = this.inner.tournament().agents.clone();
    /// The number of games; a knock-out has more when a meeting is even.
    games: u64 = this.inner.tournament().games();
    /// Whether all games have been played.
    is_over: bool = this.inner.is_over();
}

repr! { Standing, this:
    "<quincunx.Standing {}: {} players, {} games>",
    this.game(),
    this.agents().len(),
    this.played()
}

#[pymethods]
impl Standing {
    /// Lists the games that come next and can be played at the same time, as triples of a round, the number
    /// of the seed in it, and the players in their seats; or those of `only` that have not been played. A
    /// round robin lists all games at once, a knock-out a round after the other, as it depends on results.
    #[pyo3(signature = (*, only = None))]
    fn missing(&self, only: Option<Vec<GivenPairing>>) -> Vec<PairingTuple> {
        let mut missing = only.map_or_else(|| self.inner.next_games(), pairings);
        missing.retain(|pairing| !self.inner.games().contains_key(pairing));
        let tuple = |Pairing { round, number, seats }| (round, number, seats);
        missing.into_iter().map(tuple).collect()
    }

    /// Returns `table` as a table of pandas, a row a player.
    ///
    /// Raises:
    ///     ImportError: pandas is not installed.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pandas")?.call_method1("DataFrame", (self.table(py)?,))
    }

    /// The winner of a knock-out that is over; None of anything else.
    #[getter]
    fn winner(&self) -> Option<String> {
        let tournament = self.inner.tournament();
        let player = self
            .inner
            .winner()
            .filter(|_| tournament.format == Format::KnockOut)?;
        Some(tournament.agents[player].clone())
    }

    /// Lists the players of a round robin, the strongest first, each with `agent`, `elo`, `error` (half the
    /// width of the 95 % interval; None of too few games), `points` and `games`. Of a knock-out it is the
    /// table of the first round.
    ///
    /// With strengths a and b one beats the other with chances of 10^((a − b) / 400) to 1 (Bradley and Terry,
    /// "Rank Analysis of Incomplete Block Designs", 1952). The strengths are the likeliest ones; their mean
    /// is 0.
    #[getter]
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let table = self.inner.table();
        let row = |player: usize| {
            let rating = table.ratings.player(player);
            let (points, games) = table.score(player);
            let dict = PyDict::new(py);
            dict.set_item("agent", &self.inner.tournament().agents[player])?;
            dict.set_item("elo", rating.elo)?;
            dict.set_item("error", rating.error)?;
            dict.set_item("points", points)?;
            dict.set_item("games", games)?;
            Ok(dict)
        };
        table.ratings.order().into_iter().map(row).collect()
    }
}
