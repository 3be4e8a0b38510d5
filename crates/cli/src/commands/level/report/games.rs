//! The games of a report in files: to go on with, to play in parts, and to merge.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ArgMatches;
use quincunx_arena::{Shard, Work};
use quincunx_match3::levels::Level;
use quincunx_match3::levels::report::{Experiment, ExperimentMergeError, Plan};

use super::{UNIT, advance, plan};
use crate::args::threads::threads_or_all;
use crate::files::results_file::{self, OutputKind};
use crate::output::failure::WrongUse;
use crate::output::level_report;
use crate::output::progress::bar;
use crate::signals::Signals;

/// Begins the experiment of a level by its name or file, or goes on with the games in a file, which must be
/// of the same plan.
pub(super) fn experiment(named: &str, plan: &Plan) -> anyhow::Result<Experiment> {
    match saved(named)? {
        Some(before) => begun(fresh(before.level(), plan)?, before, Path::new(named)),
        None => Ok(fresh(&super::read(named)?, plan)?),
    }
}

/// Begins the experiment of a level that the one of the report is held against, or goes on with its games;
/// what limit was sought when they were saved makes no difference.
pub(super) fn other_experiment(named: &str, plan: &Plan) -> anyhow::Result<Experiment> {
    let Some(before) = saved(named)? else {
        return experiment(named, plan);
    };
    let plan = Plan {
        target: before.plan().target,
        ..plan.clone()
    };
    begun(fresh(before.level(), &plan)?, before, Path::new(named))
}

fn fresh(level: &Level, plan: &Plan) -> anyhow::Result<Experiment> {
    Experiment::new(level, plan).map_err(WrongUse::because)
}

/// Reads the games of a file; `None` where it is the name or file of a level.
fn saved(named: &str) -> anyhow::Result<Option<Experiment>> {
    let path = Path::new(named);
    are_in(path).then(|| read(path)).transpose()
}

/// Tells whether a file holds saved games, by the end of its name, as it was told when they were saved.
pub(super) fn are_in(path: &Path) -> bool {
    matches!(OutputKind::of(path), Ok(OutputKind::Games))
}

/// Plays the games of a report, or a share of them, into a file, and tells what is there then.
pub(super) fn play(out: &Path, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    for other in ["compare", "calibrate"] {
        if matches.contains_id(other) {
            let what = format!(
                "games of one level are saved: --{other} goes without --out FILE.json, and takes the games of other levels from their files"
            );
            return Err(WrongUse::error(what));
        }
    }
    let level = matches.get_one::<String>("level").expect("it is required");
    if are_in(Path::new(level)) {
        let what =
            format!("{level} holds games: to go on with them, name their level, and them by --out FILE.json");
        return Err(WrongUse::error(what));
    }
    let level = super::read(level)?;
    let fresh = fresh(&level, &plan(matches))?;
    let known = match matches.get_one::<PathBuf>("from") {
        Some(path) => begun(fresh.clone(), read(path)?, path)?,
        None => fresh.clone(),
    };
    let shard = matches.get_one::<Shard>("shard").copied();
    let _lock = results_file::lock(out)?;
    let goes_on = out.exists() && !matches.get_flag("force");
    let mut experiment = match goes_on {
        true => read(out)
            .and_then(|before| begun(fresh, before, out))
            .with_context(|| results_file::unchanged(out))?,
        false => fresh,
    };
    if goes_on {
        eprintln!(
            "continuing with {}, games so far: {}",
            out.display(),
            experiment.games()
        );
    }
    let together = |experiment: &Experiment| {
        Experiment::merge([known.clone(), experiment.clone()])
            .with_context(|| format!("the games that --from knows and those in {}", out.display()))
    };
    if shard.is_some() {
        // Before the work, which could not be merged.
        together(&experiment)?;
    }

    let signals = Signals::handle()?;
    // Before the work, to see that it can be kept.
    save(out, &experiment)?;
    let left = |experiment: &Experiment| match shard {
        Some(shard) => experiment.cost_left(&known, shard),
        None => experiment.cost_left(experiment, Shard::WHOLE),
    };
    let all = left(&experiment);
    let progress = bar(all as usize, 0, UNIT);
    let work = Work {
        threads: threads_or_all(matches),
        rows: false,
        stop: &signals.stop,
        progress: &|more| advance(&progress, more),
    };
    let mut keep = |experiment: &Experiment| {
        if let Err(error) = save(out, experiment) {
            progress.suspend(|| eprintln!("warning: {error:#}"));
        }
    };
    let played = match shard {
        Some(shard) => experiment.play_share(&known, shard, &work, &mut keep),
        None => experiment.play(&work, &mut keep),
    };
    progress.finish_and_clear();
    save(out, &experiment)?;
    played.context("a fault in a game; all others that were played are saved")?;

    let is_left = left(&experiment) > 0;
    // A share of a later round tells nothing by itself.
    let all = match shard {
        Some(_) => together(&experiment)?,
        None => experiment,
    };
    level_report::print(&all.report().into(), None, matches.get_flag("json"))?;
    if let Some(status) = signals.status().filter(|_| is_left) {
        eprintln!("stopped: the same command continues with {}", out.display());
        return Ok(status);
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads games of a report.
fn read(path: &Path) -> anyhow::Result<Experiment> {
    results_file::read(path, Experiment::parse)
}

/// Begins a report of which nothing has been played here with the games of a file.
fn begun(fresh: Experiment, before: Experiment, path: &Path) -> anyhow::Result<Experiment> {
    Experiment::merge([fresh, before]).map_err(|error| match error {
        ExperimentMergeError::Other { difference, .. } => results_file::other_results(path, &difference),
        error => error.into(),
    })
}

/// Writes the games, whole or not at all.
fn save(path: &Path, experiment: &Experiment) -> anyhow::Result<()> {
    results_file::save(path, |file| experiment.write(file))
}
