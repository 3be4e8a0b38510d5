//! Thousands of games between computer players.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quincunx_arena::{Format, Games, Pairing, Results as Told, Shard, Standing as ToldStanding, Work};
use quincunx_search::{AgentSpec, StopToken, TimeControl};

use crate::error::value_error;
use crate::kept::{Kept, Played};
use crate::level::LevelGames;
use crate::options::{Whole, find, limits_of, options_of, threads_of, whole};
use crate::results::Results;
use crate::standing::{GivenPairing, Standing, pairings};
use crate::stop::with_progress;

/// One player for all seats, or one for each.
#[derive(FromPyObject)]
pub(crate) enum Players {
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

impl Players {
    fn read(self) -> PyResult<Vec<AgentSpec>> {
        let texts = match self {
            Self::One(text) => vec![text],
            Self::Several(texts) => texts,
        };
        texts
            .iter()
            .map(|text| text.parse().map_err(value_error))
            .collect()
    }
}

/// Tells a callable how much work is done, and how much there is, unless it has turned out to be more.
pub(crate) fn teller<'a>(
    progress: Option<&'a Py<PyAny>>,
    done: &'a AtomicU64,
    all: u64,
) -> impl Fn(Python<'_>) -> PyResult<()> + Sync + 'a {
    move |py| match progress {
        Some(progress) => {
            let done = done.load(Ordering::Relaxed);
            progress.call1(py, (done, all.max(done))).map(drop)
        }
        None => Ok(()),
    }
}

/// Plays games between computer players on all cores, and tells what they gave.
///
/// The same arguments give the same results on any number of threads. Game i of a run has a seed of its own,
/// told in its row: a session of that seed meets the same luck.
///
/// `agents` names one player for all seats or one for each; `opening` actions are drawn at random first
/// (None: what is usual for the game); after `plies` a game is left. `rows` keeps a row a game. `shard`, as
/// in `"2/8"`, or `only`, as in `[(0, 10), (20, 30)]`, plays a part of the run only, for `merge`; pairs are a
/// first game and the one behind the last. `resume` goes on with results of the same run. `out` names a file
/// in which what is played is kept, every minute and whenever the work ends; where it is there already, the
/// work goes on with it. `progress` is called from time to time and at the end with how many of the games
/// that are wanted are played, those of before included, and how many are wanted. Ctrl-C ends the work; what
/// was played is lost without `out`.
///
/// ValueError: the arguments make no run, or `resume` or the file is of another. OSError: the file cannot be
/// kept; where there is no room for it in the end, that is tried for ten minutes, and the error's `unsaved`
/// is the results.
#[pyfunction]
#[pyo3(signature = (
    game, agents, *, games = 1000, seed = 0, opening = None, plies = 100_000, threads = None, rows = true,
    shard = None, only = None, resume = None, out = None, progress = None, **options
))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are the keyword arguments of a Python function"
)]
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
        .run(&options, &agents.read()?, seed, games, opening, plies)
        .map_err(value_error)?;
    let wanted = wanted(games, shard, only)?;
    let threads = threads_of(threads)?;
    let kept = Kept::claim(py, out)?;
    let mut results = kept.begun(py, Told::none(run, rows), resume.map(|resume| &resume.told))?;
    let before = results.played();
    let left = wanted.without(&results.part.games);
    let played = AtomicU64::new(wanted.len() - left.len());
    let tell = teller(progress.as_ref(), &played, wanted.len());
    let Told { run, part } = &mut results;
    let done = with_progress(
        py,
        |stop| {
            let work = Work {
                threads,
                rows,
                stop,
                progress: &|more| {
                    played.fetch_add(more, Ordering::Relaxed);
                },
            };
            entry.simulate_on(run, part, &left, &work, &mut |part| {
                kept.try_save(|file| part.write(run, file));
            })
        },
        kept.telling(&tell),
    );
    let told = kept.end(py, before, results, done)?;
    tell(py)?;
    Ok(told)
}

/// Lists the games of a run that are wanted: a shard, those of ranges, or all.
pub(crate) fn wanted(games: u64, shard: Option<&str>, only: Option<Vec<(u64, u64)>>) -> PyResult<Games> {
    match (shard, only) {
        (None, None) => Ok(Games::shard(games, Shard::WHOLE)),
        (Some(shard), None) => Ok(Games::shard(games, shard.parse().map_err(value_error)?)),
        (None, Some(only)) => Ok(only.into_iter().map(|(from, to)| from..to).collect()),
        (Some(_), Some(_)) => Err(PyValueError::new_err(
            "a part of a run is named by `shard` or by `only`, not by both",
        )),
    }
}

/// Parts of one run, of one tournament, or of one level's report.
#[derive(FromPyObject)]
pub(crate) enum Parts {
    /// Of a run.
    Results(Vec<Py<Results>>),
    /// Of a tournament.
    Standings(Vec<Py<Standing>>),
    /// Of a report.
    Levels(Vec<Py<LevelGames>>),
}

/// Puts the parts of a run, of a tournament or of a level's report together, in any order.
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
        Ok(merged.told(py)?.into_any())
    }
    match parts {
        Parts::Results(parts) => merged(py, parts.iter().map(|part| part.get().told.clone())),
        Parts::Standings(parts) => merged(py, parts.iter().map(|part| part.get().told.clone())),
        Parts::Levels(parts) => merged(py, parts.iter().map(|part| part.get().told.clone())),
    }
}

/// Has computer players meet on the same seeds and openings and in both seats, and tells how strong each is.
///
/// `format` is `"round-robin"`, in which all meet all, or `"knock-out"`; a meeting has `seeds` seeds, each
/// played in both seats. `nodes` or `seconds`, not both, bound what a player may think about an action, in
/// place of limits of its own. `only`, as in `standing.missing()[:10]`, plays these games only, for `merge`.
/// `resume` goes on with a standing of the same tournament. `out` names a file in which what is played is
/// kept, every minute and whenever the work ends; where it is there already, the work goes on with it.
/// `progress` is called from time to time and at the end with how many of the games that are wanted are
/// played, those of before included, and how many are wanted, of a whole knock-out as far as is known. Ctrl-C
/// ends the work; what was played is lost without `out`.
///
/// ValueError: the arguments make no tournament, or `resume` or the file is of another. OSError: the file
/// cannot be kept; where there is no room for it in the end, that is tried for ten minutes, and the error's
/// `unsaved` is the standing.
#[pyfunction]
#[pyo3(signature = (
    game, agents, *, format = "round-robin", seeds = 10, seed = 0, opening = None, plies = 100_000,
    nodes = None, seconds = None, threads = None, only = None, resume = None, out = None, progress = None, **options
))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are the keyword arguments of a Python function"
)]
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
    only: Option<Vec<GivenPairing>>,
    resume: Option<&Standing>,
    out: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Standing>> {
    let entry = find(game)?;
    let options = options_of(entry, options)?;
    let format: Format = format.parse().map_err(value_error)?;
    let agents = Players::Several(agents).read()?;
    let mut tournament = entry
        .tournament(&options, &agents, format, seeds)
        .map_err(value_error)?;
    (tournament.seed, tournament.most_plies) = (seed, plies);
    tournament.opening = opening.map_or(tournament.opening, |opening| opening.0);
    tournament.limit = match (nodes, limits_of(None, None, seconds, &StopToken::default())?.time) {
        (nodes, None) => nodes.map(|nodes| TimeControl::Nodes(nodes.0)),
        (None, Some(time)) => Some(TimeControl::of_move(time)),
        (Some(_), Some(_)) => {
            return Err(PyValueError::new_err(
                "players are bounded by `nodes` or by `seconds`, not by both",
            ));
        }
    };
    let threads = threads_of(threads)?;
    let kept = Kept::claim(py, out)?;
    let nothing = ToldStanding::new(tournament);
    let mut standing = kept.begun(py, nothing, resume.map(|resume| &resume.told))?;
    let before = standing.played();
    let only: Option<Vec<Pairing>> = only.map(pairings);
    let (had, games) = match &only {
        None => (before, standing.tournament().games()),
        Some(only) => {
            let had = only
                .iter()
                .filter(|pairing| standing.games().contains_key(pairing));
            (had.count() as u64, only.len() as u64)
        }
    };
    let played = AtomicU64::new(had);
    let tell = teller(progress.as_ref(), &played, games);
    let held = with_progress(
        py,
        |stop| {
            let work = Work {
                threads,
                rows: true,
                stop,
                progress: &|more| {
                    played.fetch_add(more, Ordering::Relaxed);
                },
            };
            let mut keep = |standing: &ToldStanding| kept.try_save(|file| standing.write(file));
            match &only {
                Some(only) => entry.hold_some(&mut standing, only, &work, None, &mut keep),
                None => entry.hold(&mut standing, &work, None, &mut keep),
            }
        },
        kept.telling(&tell),
    );
    let told = kept.end(py, before, standing, held)?;
    tell(py)?;
    Ok(told)
}
