//! Simulations and tournaments: many games between computer players.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_arena::{Format, Pairing, Results as RunResults, Standing as TournamentStanding};
use quincunx_search::{AgentSpec, StopToken, TimeControl};

use crate::error::value_error;
use crate::level::LevelGames;
use crate::options::{Whole, find, limits_of, options_of, wanted, whole};
use crate::played::{GamesFile, HowToPlay, Played, play};
use crate::results::Results;
use crate::standing::{PairingTuple, Standing, pairings};

/// One player for all seats, or one for each.
#[derive(FromPyObject)]
pub(crate) enum Players {
    One(String),
    Several(Vec<String>),
}

impl Players {
    fn parse(self) -> PyResult<Vec<AgentSpec>> {
        let texts = match self {
            Self::One(text) => vec![text],
            Self::Several(texts) => texts,
        };
        let specs = texts.iter().map(|text| text.parse().map_err(value_error));
        specs.collect()
    }
}

/// Plays games between computer players on all cores, and returns the results.
///
/// The same arguments give the same results on any number of threads. Game i of a run has a seed of its own,
/// which is in its row: a session of that seed meets the same chance outcomes.
///
/// `agents` names one player for all seats or one for each; `opening` actions are drawn at random first
/// (None: the game's default); after `plies` a game is left. `rows` keeps a row a game. `shard`, as in
/// `"2/8"`, or `only`, as in `[(0, 10), (20, 30)]`, plays a part of the run only, for `merge`; pairs are a
/// first game and the one behind the last. `resume` goes on with results of the same run. `out` names a file
/// that keeps the played games, every minute and whenever the work ends; an existing file is continued.
/// `progress` is called from time to time and at the end with the number of wanted games that are played,
/// those of before included, and the number of wanted games. Ctrl-C ends the work; without `out` the played
/// games are lost.
///
/// ValueError: the arguments make no run, or `resume` or the file is of another. OSError: the file cannot be
/// written; if the disk is full at the end, the call retries for ten minutes, and the error's `unsaved` is
/// the results.
#[pyfunction]
#[pyo3(signature = (
    game, agents, *, games = 1000, seed = 0, opening = None, plies = 100_000, threads = None, rows = true,
    shard = None, only = None, resume = None, out = None, progress = None, **options
))]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    agents: Players,
    #[pyo3(from_py_with = whole)] games: u64,
    #[pyo3(from_py_with = whole)] seed: u64,
    opening: Option<Whole<u32>>,
    #[pyo3(from_py_with = whole)] plies: u32,
    threads: Option<Whole<usize>>,
    rows: bool,
    shard: Option<&str>,
    only: Option<Vec<(u64, u64)>>,
    resume: Option<&Results>,
    out: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Results>> {
    let entry = find(game)?;
    let options = options_of(entry, options)?;
    let opening = opening.map_or_else(|| entry.default_opening(), |opening| opening.0);
    let run = entry
        .run(&options, &agents.parse()?, seed, games, opening, plies)
        .map_err(value_error)?;
    let wanted = wanted(games, shard, only)?;
    let how = HowToPlay {
        resume: resume.map(|resume| &resume.inner),
        out,
        threads,
        rows,
        progress,
    };
    let left = |results: &RunResults| wanted.without(&results.part.games);
    play(
        py,
        RunResults::none(run, rows),
        how,
        |results| (wanted.len() - left(results).len(), wanted.len()),
        |results, work, file| {
            let left = left(results);
            let RunResults { run, part } = results;
            entry.simulate_on(run, part, &left, work, &mut |part| {
                file.try_save(|file| part.write(run, file));
            })
        },
    )
}

/// Parts of one run, of one tournament, or of one level's report.
#[derive(FromPyObject)]
pub(crate) enum Parts {
    Results(Vec<Py<Results>>),
    Standings(Vec<Py<Standing>>),
    Levels(Vec<Py<LevelGames>>),
}

/// Merges the parts of a run, of a tournament or of a level's report, in any order.
///
/// ValueError: they are not of one, have a game twice, or only some have rows.
#[pyfunction]
#[pyo3(signature = (parts, /))]
pub(crate) fn merge(py: Python<'_>, parts: Parts) -> PyResult<Bound<'_, PyAny>> {
    fn merged<P: Played>(
        py: Python<'_>,
        parts: impl Iterator<Item = P> + Send,
    ) -> PyResult<Bound<'_, PyAny>> {
        let merged = py.detach(|| P::merge(parts)).map_err(value_error)?;
        Ok(merged.into_class(py)?.into_any())
    }
    match parts {
        Parts::Results(parts) => merged(py, parts.iter().map(|part| part.get().inner.clone())),
        Parts::Standings(parts) => merged(py, parts.iter().map(|part| part.get().inner.clone())),
        Parts::Levels(parts) => merged(py, parts.iter().map(|part| part.get().inner.clone())),
    }
}

/// Plays a tournament of computer players, on the same seeds and openings and in both seats, and rates them.
///
/// `format` is `"round-robin"`, in which all meet all, or `"knock-out"`; a meeting has `seeds` seeds, each
/// played in both seats. `nodes` or `seconds`, not both, bound a player's search for an action, in place of
/// limits of its own. `only`, as in `standing.missing()[:10]`, plays these games only, for `merge`. `resume`
/// goes on with a standing of the same tournament. `out` names a file that keeps the played games, every
/// minute and whenever the work ends; an existing file is continued. `progress` is called from time to time
/// and at the end with the number of wanted games that are played, those of before included, and the number
/// of wanted games, of a whole knock-out as far as is known. Ctrl-C ends the work; without `out` the played
/// games are lost.
///
/// ValueError: the arguments make no tournament, or `resume` or the file is of another. OSError: the file
/// cannot be written; if the disk is full at the end, the call retries for ten minutes, and the error's
/// `unsaved` is the standing.
#[pyfunction]
#[pyo3(signature = (
    game, agents, *, format = "round-robin", seeds = 10, seed = 0, opening = None, plies = 100_000,
    nodes = None, seconds = None, threads = None, only = None, resume = None, out = None, progress = None, **options
))]
pub(crate) fn tournament<'py>(
    py: Python<'py>,
    game: &str,
    agents: Vec<String>,
    format: &str,
    #[pyo3(from_py_with = whole)] seeds: u64,
    #[pyo3(from_py_with = whole)] seed: u64,
    opening: Option<Whole<u32>>,
    #[pyo3(from_py_with = whole)] plies: u32,
    nodes: Option<Whole<u64>>,
    seconds: Option<f64>,
    threads: Option<Whole<usize>>,
    only: Option<Vec<PairingTuple>>,
    resume: Option<&Standing>,
    out: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Standing>> {
    let entry = find(game)?;
    let options = options_of(entry, options)?;
    let format: Format = format.parse().map_err(value_error)?;
    let agents = Players::Several(agents).parse()?;
    let mut tournament = entry
        .tournament(&options, &agents, format, seeds)
        .map_err(value_error)?;
    (tournament.seed, tournament.most_plies) = (seed, plies);
    tournament.opening = opening.map_or(tournament.opening, |opening| opening.0);
    let limits = limits_of(None, nodes, seconds, &StopToken::default())?;
    tournament.limit = match (limits.nodes, limits.time) {
        (nodes, None) => nodes.map(TimeControl::Nodes),
        (None, Some(time)) => Some(TimeControl::of_move(time)),
        (Some(_), Some(_)) => {
            return Err(PyValueError::new_err(
                "players are bounded by `nodes` or by `seconds`, not by both",
            ));
        }
    };
    let how = HowToPlay {
        resume: resume.map(|resume| &resume.inner),
        out,
        threads,
        rows: true,
        progress,
    };
    let only: Option<Vec<Pairing>> = only.map(pairings);
    let count = |standing: &TournamentStanding| match &only {
        None => (standing.games().len() as u64, standing.tournament().games()),
        Some(only) => {
            let played = only
                .iter()
                .filter(|pairing| standing.games().contains_key(pairing));
            (played.count() as u64, only.len() as u64)
        }
    };
    play(
        py,
        TournamentStanding::new(tournament),
        how,
        count,
        |standing, work, file: &GamesFile| {
            let mut keep = |standing: &TournamentStanding| file.try_save(|file| standing.write(file));
            entry.play_tournament(standing, only.as_deref(), work, None, &mut keep)
        },
    )
}
