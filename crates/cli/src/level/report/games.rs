//! The games of a report in files: to go on with, to play in parts, and to merge.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::ArgMatches;
use quincunx_arena::{Shard, Work};
use quincunx_match3::levels::Level;
use quincunx_match3::levels::report::{Experiment, ExperimentMergeError, Plan};

use super::{Form, UNIT, advance, plan, tell};
use crate::failure::WrongUse;
use crate::merge::{Parts, there_and_here};
use crate::progress::bar;
use crate::results_file;
use crate::signals::Signals;
use crate::simulate::{claim, try_out};
use crate::threads::{all_threads, threads};
use crate::whole_file;

/// Begins the study of a level by its name or file, or goes on with the games in a file, which must be of the same plan.
pub(super) fn study(named: &str, plan: &Plan) -> anyhow::Result<Experiment> {
    match saved(named)? {
        Some(before) => begun(fresh(before.level(), plan)?, before, Path::new(named)),
        None => Ok(fresh(&super::read(named)?, plan)?),
    }
}

/// Begins the study of a level that the one of the report is held against, or goes on with its games; what limit was sought when
/// they were saved makes no difference.
pub(super) fn other_study(named: &str, plan: &Plan) -> anyhow::Result<Experiment> {
    let Some(before) = saved(named)? else {
        return study(named, plan);
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
    matches!(Form::of(path), Ok(Form::Games))
}

/// Plays the games of a report, or a share of them, into a file, and tells what is there then.
pub(super) fn play(out: &Path, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    for other in ["compare", "calibrate"] {
        if matches.contains_id(other) {
            let what = format!(
                "games of one level are saved: --{other} goes without --out FILE.json, and takes the games of other levels from their files"
            );
            return Err(WrongUse(what).into());
        }
    }
    let level = matches.get_one::<String>("level").expect("it is required");
    if are_in(Path::new(level)) {
        let what =
            format!("{level} holds games: to go on with them, name their level, and them by --out FILE.json");
        return Err(WrongUse(what).into());
    }
    let level = super::read(level)?;
    let fresh = fresh(&level, &plan(matches))?;
    let known = match matches.get_one::<PathBuf>("from") {
        Some(path) => begun(fresh.clone(), read(path)?, path)?,
        None => fresh.clone(),
    };
    let shard = matches.get_one::<Shard>("shard").copied();
    let _claim = claim(out)?;
    let goes_on = out.exists() && !matches.get_flag("force");
    let mut study = match goes_on {
        true => read(out)
            .and_then(|before| begun(fresh, before, out))
            .with_context(|| {
                let out = out.display();
                format!("{out} is there already, and stays as it is (--force writes over it)")
            })?,
        false => fresh,
    };
    if goes_on {
        eprintln!("going on with {}, games so far: {}", out.display(), study.games());
    }
    let together = |study: &Experiment| {
        Experiment::merge([known.clone(), study.clone()])
            .with_context(|| format!("the games that --from knows and those in {}", out.display()))
    };
    if shard.is_some() {
        // Before the work, which could not be merged.
        together(&study)?;
    }

    let signals = Signals::on_signals()?;
    // Before the work, to see that it can be kept.
    save(out, &study)?;
    let left = |study: &Experiment| match shard {
        Some(shard) => study.cost_left(&known, shard),
        None => study.cost_left(study, Shard::WHOLE),
    };
    let all = left(&study);
    let progress = bar(all as usize, 0, UNIT);
    let work = Work {
        threads: threads(matches).unwrap_or_else(all_threads),
        rows: false,
        stop: &signals.stop,
        progress: &|more| advance(&progress, more),
    };
    let mut keep = |study: &Experiment| {
        if let Err(error) = save(out, study) {
            progress.suspend(|| eprintln!("warning: {error:#}"));
        }
    };
    let played = match shard {
        Some(shard) => study.play_share(&known, shard, &work, &mut keep),
        None => study.play(&work, &mut keep),
    };
    progress.finish_and_clear();
    save(out, &study)?;
    played.context("a fault in a game; all others that were played are saved")?;

    let is_left = left(&study) > 0;
    // A share of a later round tells nothing by itself.
    let told = match shard {
        Some(_) => together(&study)?,
        None => study,
    };
    tell(&told.report().into(), None, matches.get_flag("json"))?;
    if let Some(status) = signals.status().filter(|_| is_left) {
        eprintln!("stopped: the same command goes on with {}", out.display());
        return Ok(status);
    }
    Ok(ExitCode::SUCCESS)
}

/// Puts the parts of a report together, saves the whole or writes its page, and tells it and what is still to be played.
pub(crate) fn merge(parts: Parts<'_, Experiment>, matches: &ArgMatches) -> anyhow::Result<()> {
    let out = matches.get_one::<PathBuf>("out");
    let form = out.map(|out| Form::of(out)).transpose()?;
    if let Some(out) = out {
        try_out(out, matches)?;
    }
    let study = parts.together(
        Experiment::parse,
        |parts| Experiment::merge(parts),
        ExperimentMergeError::part,
    )?;
    if let Some((out, Form::Games)) = out.zip(form) {
        save(out, &study).context("the parts stay as they are")?;
    }
    let page = out.filter(|_| matches!(form, Some(Form::Page)));
    tell(&study.report().into(), page, matches.get_flag("json"))?;
    let left = study.games_left();
    if left > 0 {
        eprintln!(
            "{left} games are missing: `quincunx level report` goes on with the merged file as --out, or with --from plays a --shard of \
             them"
        );
    }
    Ok(())
}

/// Reads games of a report.
fn read(path: &Path) -> anyhow::Result<Experiment> {
    Experiment::parse(&results_file::text(path)?).with_context(|| path.display().to_string())
}

/// Begins a report of which nothing has been played here with the games of a file.
fn begun(fresh: Experiment, before: Experiment, path: &Path) -> anyhow::Result<Experiment> {
    Experiment::merge([fresh, before]).map_err(|error| match error {
        ExperimentMergeError::Other { difference, .. } => anyhow!(
            "the games in {} are of another report: {}",
            path.display(),
            there_and_here(&difference)
        ),
        error => error.into(),
    })
}

/// Writes the games, whole or not at all.
fn save(path: &Path, study: &Experiment) -> anyhow::Result<()> {
    whole_file::write_by(path, |file| study.write(file))
        .with_context(|| format!("cannot save the games to {}", path.display()))
}
