//! Saved games of a report: to continue, to play in parts and to merge.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ArgMatches;
use quincunx_arena::{Played as _, Shard, Work};
use quincunx_match3::levels::Level;
use quincunx_match3::levels::report::{Experiment, Plan};

use super::options::{self, Options, UNIT, advance};
use crate::args::threads_or_all;
use crate::files::results_file::{self, OutputKind, read_to_resume, resume};
use crate::output::failure::WrongUse;
use crate::output::level_report;
use crate::output::progress::bar;
use crate::signals::Signals;

/// Starts the experiment of a level by its name or file, or continues the saved games of the same plan.
pub(super) fn experiment(named: &str, plan: &Plan) -> anyhow::Result<Experiment> {
    match saved(named)? {
        Some(before) => resume(fresh(before.level(), plan)?, before, Path::new(named)),
        None => Ok(fresh(&options::read(named)?, plan)?),
    }
}

/// Starts or continues the experiment of a level to compare with, whatever target its saved games had.
pub(super) fn other_experiment(named: &str, plan: &Plan) -> anyhow::Result<Experiment> {
    let Some(before) = saved(named)? else {
        return experiment(named, plan);
    };
    let plan = Plan {
        target: before.plan().target,
        ..plan.clone()
    };
    resume(fresh(before.level(), &plan)?, before, Path::new(named))
}

fn fresh(level: &Level, plan: &Plan) -> anyhow::Result<Experiment> {
    Experiment::new(level, plan).map_err(WrongUse::because)
}

/// Reads saved games; `None` if the name is that of a level.
fn saved(named: &str) -> anyhow::Result<Option<Experiment>> {
    let path = Path::new(named);
    are_in(path).then(|| results_file::read(path)).transpose()
}

/// Returns whether a path is one of saved games, by its extension.
pub(super) fn are_in(path: &Path) -> bool {
    matches!(OutputKind::of(path), Ok(OutputKind::Games))
}

/// Plays the games of a report, or a part of them, into a file and prints the results.
pub(super) fn play(out: &Path, chosen: &Options, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    if chosen.compare.is_some() || chosen.calibrate.is_some() {
        bail_misuse!(
            "--compare and --calibrate do not go with --out FILE.json, which saves the games of one level; they take \
             saved games of other levels"
        );
    }
    let level = &chosen.level;
    if are_in(Path::new(level)) {
        bail_misuse!(
            "{level} holds games: to continue them, name their level, and them with --out FILE.json"
        );
    }
    let fresh = fresh(&options::read(level)?, &chosen.plan(matches))?;
    let known = match &chosen.from {
        Some(path) => read_to_resume(fresh.clone(), path)?,
        None => fresh.clone(),
    };
    let shard = chosen.shard;
    let _lock = results_file::lock(out)?;
    let goes_on = out.exists() && !chosen.force;
    let mut experiment = match goes_on {
        true => read_to_resume(fresh, out).with_context(|| results_file::unchanged(out))?,
        false => fresh,
    };
    if goes_on {
        let (out, games) = (out.display(), experiment.played());
        eprintln!("continuing with {out}, games so far: {games}");
    }
    let together = |experiment: &Experiment| {
        Experiment::merge([known.clone(), experiment.clone()])
            .with_context(|| format!("the games that --from knows and those in {}", out.display()))
    };
    if shard.is_some() {
        // Before the work: a part that does not fit could not be merged.
        together(&experiment)?;
    }

    let signals = Signals::handle()?;
    // Before the work, to check that it can be saved.
    results_file::save(out, &experiment)?;
    let left = |experiment: &Experiment| match shard {
        Some(shard) => experiment.cost_left(&known, shard),
        None => experiment.cost_left(experiment, Shard::WHOLE),
    };
    let all = left(&experiment);
    let progress = bar(all as usize, 0, UNIT);
    let work = Work {
        threads: threads_or_all(matches),
        stop: &signals.stop,
        progress: &|more| advance(&progress, more),
    };
    let mut keep = |experiment: &Experiment| {
        if let Err(error) = results_file::save(out, experiment) {
            progress.suspend(|| eprintln!("warning: {error:#}"));
        }
    };
    let played = match shard {
        Some(shard) => experiment.play_share(&known, shard, &work, &mut keep),
        None => experiment.play(&work, &mut keep),
    };
    progress.finish_and_clear();
    results_file::save(out, &experiment)?;
    played.context("a fault in a game; all others that were played are saved")?;

    let is_left = left(&experiment) > 0;
    // A part of a later round has no results of its own.
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
