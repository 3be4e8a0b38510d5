//! `quincunx level report`: how simulated players fare in a level, for its designer.

mod games;
mod options;
mod people;

use std::process::ExitCode;

use anyhow::Context as _;
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use quincunx_arena::{Shard, Work};
use quincunx_match3::levels::report::{Calibration, Comparison, Experiment, Sample};

use crate::args::{check_output, json_arg, seed_arg, threads_arg, threads_or_all};
use crate::charts;
use crate::files::results_file::OutputKind;
use crate::files::write;
use crate::output::failure::WrongUse;
use crate::output::level_report::{self, LevelReport, Other};
use crate::output::progress::bar;
use crate::signals::Signals;
use options::{Options, UNIT, advance};

pub(super) fn command() -> Command {
    let command = Command::new("report")
        .about("Measure a level by simulated players: its difficulty, and whether that is luck or skill")
        .long_about(
            "Plays a level by simulated players of several tiers and prints what its designer needs: how often each reaches \
             the goals, how many attempts that takes, moves left and near misses, which goal decides, cascades, specials and \
             deadlocks, how much skill and luck count, and which figures are in the bands that designers use. The same seed gives \
             the same report on any number of threads. docs/reference/level-report.md defines each figure.",
        )
        .after_help(
            "Examples:\n  \
             quincunx level report my.toml\n  \
             quincunx level report my.toml --out report.html              charts and tables as one page\n  \
             quincunx level report my.toml --target-success 0.7           the limit of moves for 70 % success\n  \
             quincunx level report my.toml --compare hourglass            the differences, on the same seeds\n  \
             quincunx level report my.toml --calibrate people.csv         a prediction for people\n  \
             quincunx level report my.toml --agent noisy:skill=0.5 --agent goal-first --games 5000\n  \
             quincunx level report my.toml --out games.json               Ctrl-C; the same command continues\n  \
             quincunx level report my.toml --shard 1/8 --out part-1.json  an eighth of the games, to merge\n  \
             quincunx level report mine.json --compare other.json         of saved games\n\n\
             Exit status: 0 when all was played, 1 when a file cannot be used, 2 for wrong use, 128 and the number of a \
             signal that ended the work.",
        );
    let command = Options::augment_args(command).arg(seed_arg());
    command
        .arg(threads_arg("Number of threads [default: all]"))
        .arg(json_arg())
}

pub(super) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let options = Options::from_arg_matches(matches)?;
    let out = options.out.as_deref();
    let kind = out.map(OutputKind::of).transpose()?;
    if let Some((out, OutputKind::Games)) = out.zip(kind) {
        return games::play(out, &options, matches);
    }
    if options.shard.is_some() {
        bail_misuse!("--shard needs a file of games: --out PART.json");
    }
    if let Some(out) = out {
        check_output(out, matches)?;
    }
    let plan = options.plan(matches);
    let one = games::experiment(&options.level, &plan)?;
    let other = options.compare.as_ref();
    let other = other
        .map(|other| games::other_experiment(other, &plan))
        .transpose()?;
    let people = options.calibrate.as_ref();
    let people = people.map(|path| people::read(path, &plan)).transpose()?;
    let of_people = people.iter().flatten().map(|known| &known.experiment);
    let all = std::iter::once(&one).chain(&other).chain(of_people);
    let all = all.fold(0u64, |sum, experiment| {
        sum.saturating_add(experiment.cost_left(experiment, Shard::WHOLE))
    });

    let signals = Signals::handle()?;
    let progress = bar(all as usize, 0, UNIT);
    let work = Work {
        threads: threads_or_all(matches),
        stop: &signals.stop,
        progress: &|more| advance(&progress, more),
    };
    let names = [
        options.level.as_str(),
        options.compare.as_deref().unwrap_or_default(),
    ];
    let report = played(one, other, names, people, &work)?;
    progress.finish_and_clear();

    if let Some(out) = out {
        write(out, &charts::level_report::page(&report))?;
    }
    level_report::print(&report, out, matches.get_flag("json"))?;
    if let Some(status) = signals.status() {
        eprintln!("stopped: the report has the games so far");
        return Ok(status);
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays the missing games of all levels and returns the report.
fn played(
    mut one: Experiment,
    other: Option<Experiment>,
    names: [&str; 2],
    people: Option<Vec<people::Known>>,
    work: &Work<'_>,
) -> anyhow::Result<LevelReport> {
    let play = |experiment: &mut Experiment| {
        experiment
            .play(work, &mut |_| {})
            .context("a fault in a game; none of the others is saved")
    };
    play(&mut one)?;
    let mut report = match other {
        None => LevelReport::from(one.report()),
        Some(mut other) => {
            play(&mut other)?;
            let (report, other) = Other::of(Comparison::of(&one, &other), names);
            LevelReport {
                other: Some(other),
                ..report.into()
            }
        }
    };
    let Some(mut people) = people else {
        return Ok(report);
    };
    let place = people
        .iter()
        .position(|known| known.experiment.level().plays_like(one.level()));
    for known in &mut people {
        play(&mut known.experiment)?;
        if !known.experiment.is_whole() {
            // A level that was played in part would skew the calibration.
            return Ok(report);
        }
    }
    let samples: Vec<Sample> = people.into_iter().map(people::Known::sample).collect();
    let calibration = Calibration::fit(&samples).map_err(WrongUse::because)?;
    let prediction = match place {
        Some(place) => calibration.predict_known(place),
        None if report.report.is_whole => calibration.predict(&report.report.tiers),
        None => None,
    };
    report.calibration = Some((calibration, prediction));
    Ok(report)
}
