//! `quincunx level report`: how simulated players fare in a level, for its designer.

mod games;
mod people;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use quincunx_arena::{Shard, Work};
use quincunx_match3::levels::report::{Calibration, Comparison, Experiment, Plan, Sample, Tier};
use quincunx_match3::levels::{Level, LevelGame};
use quincunx_registry::RegisteredGame as _;
use quincunx_search::AgentSpec;

use crate::args::game::level_options;
use crate::args::{from_arg, json_arg, seed_arg, shard_arg, threads_arg, threads_or_all};
use crate::charts;
use crate::files::results_file::{self, OutputKind};
use crate::output::failure::WrongUse;
use crate::output::level_report::{self, LevelReport};
use crate::output::progress::bar;
use crate::signals::Signals;

/// The most games of a player: each is kept, at a few hundred bytes.
const MAX_GAMES: u64 = 100_000;

pub(super) fn command() -> Command {
    Command::new("report")
        .about("Tell what simulated players make of a level: its difficulty, and whether that is luck or skill")
        .long_about(
            "Plays a level by simulated players of several tiers and tells what its designer wants to know: how often each reaches \
             the goals, how many attempts that takes, moves left and near misses, which goal decides, cascades, specials and \
             deadlocks, how much skill and luck count, and which figures are in the bands that designers use. The same seed gives \
             the same report on any number of threads. docs/reference/level-report.md defines each figure.",
        )
        .after_help(
            "Examples:\n  \
             quincunx level report my.toml\n  \
             quincunx level report my.toml --out report.html              charts and tables as one page\n  \
             quincunx level report my.toml --target-success 0.7           the limit of moves for 70 % success\n  \
             quincunx level report my.toml --compare hourglass            what is different, on the same seeds\n  \
             quincunx level report my.toml --calibrate people.csv         what that says of people\n  \
             quincunx level report my.toml --agent noisy:skill=0.5 --agent goal-first --games 5000\n  \
             quincunx level report my.toml --out games.json               Ctrl-C, and the same again goes on\n  \
             quincunx level report my.toml --shard 1/8 --out part-1.json  an eighth of all games, for quincunx merge\n  \
             quincunx level report mine.json --compare other.json         of games that are saved\n\n\
             Exit status: 0 when all was played, 2 for wrong use, 128 and the signal's number when one ended the work, after what was \
             played has been report.",
        )
        .arg(
            Arg::new("level")
                .value_name("FILE")
                .required(true)
                .help("The level: a file, or the name of one that comes with the program; or its saved games (.json), of the same options"),
        )
        .arg(
            Arg::new("compare")
                .long("compare")
                .value_name("OTHER")
                .help("Tell what is different in another level, or in its saved games, seed by seed"),
        )
        .arg(
            Arg::new("target-success")
                .long("target-success")
                .value_name("SHARE")
                .value_parser(target)
                .help("Find the limit of moves at which the casual player succeeds so often, as 0.7 or 70%"),
        )
        .arg(
            Arg::new("calibrate")
                .long("calibrate")
                .value_name("CSV")
                .value_parser(value_parser!(PathBuf))
                .help(
                    "Tell how well the figures foretell people's success, from a table with the columns level (a file, of saved games too, or \
                     name), success (a share) and, if known, attempts; six rows at least",
                ),
        )
        .arg(
            Arg::new("agent")
                .long("agent")
                .value_name("AGENT")
                .value_parser(|text: &str| text.parse::<AgentSpec>())
                .action(ArgAction::Append)
                .help("A player, as listed by `quincunx agents levels`; several may be named [default: seven tiers]"),
        )
        .arg(
            Arg::new("casual")
                .long("casual")
                .value_name("AGENT")
                .value_parser(|text: &str| text.parse::<AgentSpec>())
                .help("The player that stands for casual people [default: noisy:aim=goals]"),
        )
        .arg(
            Arg::new("games")
                .long("games")
                .value_name("N")
                .value_parser(value_parser!(u64).range(2..=MAX_GAMES))
                .default_value("1000")
                .help("How many games each player plays; of the usual tiers those that look ahead play a part of them"),
        )
        .arg(seed_arg())
        .arg(threads_arg("Number of threads [default: all]"))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Write a page with charts too (.html), or save the games, to go on with and to merge (.json)"),
        )
        .arg(
            shard_arg("Play only the I-th of N equal parts of all games, for `quincunx merge`").requires("out"),
        )
        .arg(from_arg(
            "Play a part of what is still missing when the games in this file are known",
        ))
        .arg(
            Arg::new("force")
                .long("force")
                .action(ArgAction::SetTrue)
                .help("Begin anew where the games of --out are there already"),
        )
        .arg(json_arg())
}

/// Parses a share other than 0 and 1, which any limit or none reaches.
fn target(text: &str) -> Result<f64, String> {
    share(text)
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| "it should be a share between 0 and 1, as 0.7 or 70%".to_owned())
}

/// Parses a share as a number from 0 to 1 or in percent.
fn share(text: &str) -> Option<f64> {
    let share: f64 = match text.trim().strip_suffix('%') {
        Some(hundredths) => hundredths.trim().parse::<f64>().ok()? / 100.0,
        None => text.trim().parse().ok()?,
    };
    (0.0..=1.0).contains(&share).then_some(share)
}

pub(super) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let out = matches.get_one::<PathBuf>("out");
    let form = out.map(|out| OutputKind::of(out)).transpose()?;
    if let Some((out, OutputKind::Games)) = out.zip(form) {
        return games::play(out, matches);
    }
    if matches.contains_id("shard") {
        return Err(WrongUse::error("--shard needs a file of games: --out PART.json"));
    }
    let plan = plan(matches);
    let one = games::experiment(matches.get_one::<String>("level").expect("it is required"), &plan)?;
    let other = matches
        .get_one::<String>("compare")
        .map(|other| games::other_experiment(other, &plan))
        .transpose()?;
    let people = matches
        .get_one::<PathBuf>("calibrate")
        .map(|path| people::read(path, &plan))
        .transpose()?;
    let of_people = people.iter().flatten().map(|known| &known.experiment);
    let all = std::iter::once(&one).chain(&other).chain(of_people);
    let all = all.fold(0u64, |sum, experiment| {
        sum.saturating_add(experiment.cost_left(experiment, Shard::WHOLE))
    });

    let signals = Signals::handle()?;
    let progress = bar(all as usize, 0, UNIT);
    let work = Work {
        threads: threads_or_all(matches),
        rows: false,
        stop: &signals.stop,
        progress: &|more| advance(&progress, more),
    };
    let report = played(one, other, people, &work)?;
    progress.finish_and_clear();

    if let Some(out) = out {
        results_file::write_page(out, &charts::level_report::page(&report))?;
    }
    level_report::print(&report, out.map(PathBuf::as_path), matches.get_flag("json"))?;
    if let Some(status) = signals.status() {
        eprintln!("stopped: the report has the games so far");
        return Ok(status);
    }
    Ok(ExitCode::SUCCESS)
}

/// The unit of the progress bar: games of a player that looks at every move once; slower games count more.
const UNIT: &str = "quick games";

/// Advances the bar, and lengthens it if more games are needed than planned.
fn advance(progress: &ProgressBar, more: u64) {
    progress.inc(more);
    if progress
        .length()
        .is_some_and(|length| progress.position() > length)
    {
        progress.set_length(progress.position());
    }
}

fn read(level: &str) -> anyhow::Result<Level> {
    let rules = LevelGame::from_options(&level_options(level)?).map_err(WrongUse::because)?;
    Ok(rules.level().clone())
}

fn plan(matches: &ArgMatches) -> Plan {
    let number = |name: &str| *matches.get_one::<u64>(name).expect("it has a default");
    let games = number("games");
    let tier = |agent: &AgentSpec| Tier {
        agent: agent.clone(),
        games,
    };
    let mut plan = Plan::usual(games, number("seed"));
    if let Some(agents) = matches.get_many::<AgentSpec>("agent") {
        plan.tiers = agents.map(tier).collect();
    }
    if let Some(casual) = matches.get_one::<AgentSpec>("casual") {
        plan.casual = Some(tier(casual));
    }
    plan.target = matches.get_one::<f64>("target-success").copied();
    plan
}

/// Plays the missing games of all levels and returns the report.
fn played(
    mut one: Experiment,
    other: Option<Experiment>,
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
            let report = Comparison::of(&one, &other);
            LevelReport {
                other: Some((report.other, report.differences)),
                ..report.one.into()
            }
        }
    };
    let Some(mut people) = people else {
        return Ok(report);
    };
    let place = people
        .iter()
        .position(|known| known.experiment.level() == one.level());
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
        None => calibration.predict(&report.report.tiers),
    };
    report.calibration = Some((calibration, prediction));
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_both_ways() {
        assert_eq!(
            [share("0.7"), share("70%"), share(" 12.5 % ")],
            [0.7, 0.7, 0.125].map(Some)
        );
        for wrong in ["", "%", "63", "-0.1", "101%", "NaN", "seven"] {
            assert_eq!(share(wrong), None, "{wrong}");
        }
        assert!(target("0").is_err() && target("100%").is_err() && target("0.7").is_ok());
    }
}
