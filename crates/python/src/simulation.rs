//! Simulations and tournaments: many games between computer players.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use quincunx_arena::{
    Format, Pairing, Part, Played as _, Results as RunResults, Standing as TournamentStanding,
};
use quincunx_search::{StopToken, TimeControl};

use crate::error::value_error;
use crate::level::LevelGames;
use crate::options::{GivenRange, Whole, find, limits_of, not_accepted, options_of, wanted, whole};
use crate::played::{GamesFile, HowToPlay, PlayedClass, play};
use crate::players::{CalledPlayers, GivenPlayer};
use crate::results::Results;
use crate::standing::{GivenPairing, Standing, pairings};

/// One player for all seats, or one for each.
pub(crate) struct Players(Vec<GivenPlayer>);

impl<'py> FromPyObject<'_, 'py> for Players {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_several = given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>();
        Ok(Self(if is_several {
            given.extract()?
        } else {
            vec![given.extract()?]
        }))
    }
}

/// Plays games between computer players on all cores, and returns the results.
///
/// The same arguments give the same results on any number of threads, as long as players of your own depend
/// on nothing but the session and the seed of `begin`. Game i of a run has a seed of its own,
/// which is in its row: a session of that seed meets the same chance outcomes.
///
/// Ctrl-C ends the work; without `out` the played games are lost.
///
/// Args:
///     game: The id of the game.
///     agents: One player for all seats or a list with one for each. A player is a specification as the
///         command line takes it, but for programs, which play there only; an `Agent`, a function of a
///         session that returns an action, or an object with `choose(session)`, or with `begin(seed)` that
///         makes the player of one game. An object has the name `custom:NAME` in results, by its `name` or
///         that of the function or class.
///     games: The number of games of the run.
///     seed: What all chance derives from.
///     positions: Positions in which games begin, in the game's notation; each game draws one by its seed.
///     opening: Actions at the beginning that are drawn at random; None for the game's default, and for none
///         in `positions`.
///     plies: Plies after which a game is left.
///     threads: The number of threads; None for all, or for one where players in Python play. On several, an
///         object is asked from several threads at once, so that it must bear that; what `begin` returns is
///         asked from one.
///     keep_rows: Whether a row a game is kept.
///     shard: The part of the run to play, as in `"2/8"`, for `merge`.
///     only: The games to play instead, as pairs of a first one and the one behind the last.
///     resume: Results of the same run, which are continued.
///     out: A file that keeps the played games, every minute and whenever the work ends; an existing file is
///         continued. Only their names distinguish players of your own.
///     progress: Called from time to time and at the end with the number of wanted games that are played,
///         those of before included, and the number of wanted games.
///     **options: The options of the rules.
///
/// Raises:
///     ValueError: The arguments make no run, or `resume` or the file is of another.
///     OSError: The file cannot be written; if the disk is full at the end, the call retries for ten minutes,
///         and the error's `unsaved` is the results.
#[pyfunction]
#[pyo3(signature = (
    game, agents, *, games = 1000, seed = 0, positions = None, opening = None, plies = 100_000,
    threads = None, keep_rows = true, shard = None, only = None, resume = None, out = None, progress = None, **options
))]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    agents: Players,
    #[pyo3(from_py_with = whole)] games: u64,
    #[pyo3(from_py_with = whole)] seed: u64,
    positions: Option<Vec<String>>,
    opening: Option<Whole<u32>>,
    #[pyo3(from_py_with = whole)] plies: u32,
    threads: Option<Whole<usize>>,
    keep_rows: bool,
    shard: Option<&str>,
    only: Option<Vec<GivenRange>>,
    resume: Option<&Results>,
    out: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Results>> {
    let entry = find(game)?;
    let options = options_of(
        entry,
        options,
        &[
            "agents",
            "games",
            "keep_rows",
            "only",
            "opening",
            "out",
            "plies",
            "positions",
            "progress",
            "resume",
            "seed",
            "shard",
            "threads",
        ],
    )?;
    let positions = positions.unwrap_or_default();
    let opening = opening.map_or_else(|| entry.default_opening_in(&positions), |Whole(opening)| opening);
    let agents = CalledPlayers::of(py, agents.0)?;
    let objects = &agents.objects;
    let specs = &agents.specs;
    // Networks of files are read on the way.
    let run = py.detach(|| objects.within(|| entry.run(&options, specs, seed, games, opening, plies)));
    let mut run = run.map_err(value_error)?;
    run.positions = positions;
    let wanted = wanted(games, shard, only)?;
    let how = HowToPlay {
        resume: resume.map(|resume| &resume.inner),
        out,
        threads: agents.threads(threads),
        failure: agents.failure.clone(),
        progress,
    };
    let left = |results: &RunResults| wanted.without(&results.part.games);
    play(
        py,
        RunResults::none(run, keep_rows),
        how,
        |results| (wanted.len() - left(results).len(), wanted.len()),
        |results, work, file| {
            let left = left(results);
            let RunResults { run, part } = results;
            let keep = &mut |part: &_| file.try_save(|file| Part::write(part, run, file));
            objects.within(|| entry.simulate_on(run, part, &left, work, keep))
        },
    )
}

/// Parts of one run, of one tournament, or of one level's report.
pub(crate) enum Parts {
    Results(Vec<Py<Results>>),
    Standings(Vec<Py<Standing>>),
    Levels(Vec<Py<LevelGames>>),
}

impl<'py> FromPyObject<'_, 'py> for Parts {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let results = given.extract().map(Self::Results);
        let parts = results.or_else(|_| given.extract().map(Self::Standings));
        parts
            .or_else(|_| given.extract().map(Self::Levels))
            .map_err(|_| not_accepted(&given, "a list of `Results`, of `Standing` or of `LevelGames`"))
    }
}

/// Merges the parts of a run, of a tournament or of a level's report, in any order.
///
/// Raises:
///     ValueError: They are not of one, have a game twice, or only some have rows.
#[pyfunction]
#[pyo3(signature = (parts, /))]
pub(crate) fn merge(py: Python<'_>, parts: Parts) -> PyResult<Bound<'_, PyAny>> {
    fn merged<P: PlayedClass>(
        py: Python<'_>,
        parts: impl Iterator<Item = P> + Send,
    ) -> PyResult<Bound<'_, PyAny>> {
        let merged = py
            .detach(|| P::merge(parts))
            .map_err(|error| match error.part() {
                Some(part) => value_error(format!("parts[{part}]: {error}")),
                None => value_error(error),
            })?;
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
/// Ctrl-C ends the work; without `out` the played games are lost.
///
/// Args:
///     game: The id of the game.
///     agents: The players, at least two, as in `simulate`.
///     format: `"round-robin"`, in which all meet all, or `"knock-out"`.
///     seeds: The seeds of a meeting; in a game for two each is played in both seats.
///     seed: What all chance derives from.
///     positions: Positions in which games begin, in the game's notation; each seed draws one.
///     opening: Actions at the beginning that are drawn at random; None for the game's default, and for none
///         in `positions`.
///     plies: Plies after which a game is left.
///     nodes: A bound of a player's search for an action, in place of limits of its own.
///     seconds: The same in seconds; not both.
///     threads: The number of threads; None for all, or for one where players in Python play.
///     only: The games to play, as in `standing.missing()[:10]`, for `merge`.
///     resume: A standing of the same tournament, which is continued.
///     out: A file that keeps the played games, every minute and whenever the work ends; an existing file is
///         continued.
///     progress: Called from time to time and at the end with the number of wanted games that are played,
///         those of before included, and the number of wanted games, of a whole knock-out as far as is known.
///     **options: The options of the rules.
///
/// Raises:
///     ValueError: The arguments make no tournament, or `resume` or the file is of another.
///     OSError: The file cannot be written; if the disk is full at the end, the call retries for ten minutes,
///         and the error's `unsaved` is the standing.
#[pyfunction]
#[pyo3(signature = (
    game, agents, *, format = "round-robin", seeds = 10, seed = 0, positions = None, opening = None,
    plies = 100_000, nodes = None, seconds = None, threads = None, only = None, resume = None, out = None,
    progress = None, **options
))]
pub(crate) fn tournament<'py>(
    py: Python<'py>,
    game: &str,
    agents: Players,
    format: &str,
    #[pyo3(from_py_with = whole)] seeds: u64,
    #[pyo3(from_py_with = whole)] seed: u64,
    positions: Option<Vec<String>>,
    opening: Option<Whole<u32>>,
    #[pyo3(from_py_with = whole)] plies: u32,
    nodes: Option<Whole<u64>>,
    seconds: Option<f64>,
    threads: Option<Whole<usize>>,
    only: Option<Vec<GivenPairing>>,
    resume: Option<&Standing>,
    out: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Standing>> {
    let entry = find(game)?;
    let options = options_of(
        entry,
        options,
        &[
            "agents",
            "format",
            "nodes",
            "only",
            "opening",
            "out",
            "plies",
            "positions",
            "progress",
            "resume",
            "seconds",
            "seed",
            "seeds",
            "threads",
        ],
    )?;
    let format: Format = format.parse().map_err(value_error)?;
    let agents = CalledPlayers::of(py, agents.0)?;
    if agents.has_unlimited && (nodes.is_some() || seconds.is_some()) {
        return Err(PyValueError::new_err(
            "`nodes` and `seconds` bound specifications and `Mcts`, and no other players of your own",
        ));
    }
    let objects = &agents.objects;
    let specs = &agents.specs;
    let tournament = py.detach(|| objects.within(|| entry.tournament(&options, specs, format, seeds)));
    let mut tournament = tournament.map_err(value_error)?;
    (tournament.seed, tournament.max_plies) = (seed, plies);
    let positions = positions.unwrap_or_default();
    tournament.opening =
        opening.map_or_else(|| entry.default_opening_in(&positions), |Whole(opening)| opening);
    tournament.positions = positions;
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
        threads: agents.threads(threads),
        failure: agents.failure.clone(),
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
            objects.within(|| entry.play_tournament(standing, only.as_deref(), work, None, &mut keep))
        },
    )
}
