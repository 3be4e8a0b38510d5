//! `quincunx level report`: how simulated players fare in a level, for its designer.

mod games;
mod people;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{ArgMatches, Args, Command, FromArgMatches as _, value_parser};
use indicatif::ProgressBar;
use quincunx_arena::{Shard, Work};
use quincunx_match3::levels::report::{Calibration, Comparison, Experiment, Plan, Sample, Tier};
use quincunx_match3::levels::{Level, LevelGame};
use quincunx_registry::RegisteredGame as _;
use quincunx_search::AgentSpec;

use crate::args::game::level_options;
use crate::args::{json_arg, seed_arg, threads_arg, threads_or_all, value};
use crate::charts;
use crate::files::results_file::{self, OutputKind};
use crate::output::failure::WrongUse;
use crate::output::level_report::{self, LevelReport};
use crate::output::progress::bar;
use crate::signals::Signals;

/// The most games of a player: each is kept, at a few hundred bytes.
const MAX_GAMES: u64 = 100_000;

#[derive(Args)]
pub(super) struct Options {
    /// The level: a file, the name of a shipped one, or saved games (.json) of the same options
    #[arg(value_name = "FILE")]
    level: String,
    /// Print the differences of another level, or of its saved games, seed by seed
    #[arg(long, value_name = "OTHER")]
    compare: Option<String>,
    /// Find the limit of moves for this success of the casual player, as 0.7 or 70%
    #[arg(long, value_name = "SHARE", value_parser = target)]
    target_success: Option<f64>,
    /// Print how well the figures predict people's success, from a table with the columns level (a file, also of saved
    /// games, or a name), success (a share) and, if known, attempts; at least six rows
    #[arg(long, value_name = "CSV")]
    calibrate: Option<PathBuf>,
    /// A player of `quincunx agents levels`; may be repeated [default: seven tiers]
    #[arg(long, value_name = "AGENT")]
    agent: Vec<AgentSpec>,
    /// The player that stands for casual people [default: noisy:aim=goals]
    #[arg(long, value_name = "AGENT")]
    casual: Option<AgentSpec>,
    /// Games of each player; of the usual tiers, those that look ahead play a part of them
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(2..=MAX_GAMES), default_value = "1000")]
    games: u64,
    /// Page with charts (.html), or the games, to continue and to merge (.json)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play only the I-th of N equal parts of all games, for `quincunx merge`
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Play a part of what is missing besides the games in this file
    #[arg(long, value_name = "GAMES", requires = "shard")]
    from: Option<PathBuf>,
    /// Begin anew if the games of --out exist
    #[arg(long)]
    force: bool,
}

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
             quincunx level report my.toml --out games.json               Ctrl-C, and the same command continues\n  \
             quincunx level report my.toml --shard 1/8 --out part-1.json  an eighth of all games, for quincunx merge\n  \
             quincunx level report mine.json --compare other.json         of saved games\n\n\
             Exit status: 0 when all was played, 2 for wrong use, 128 and the number of a signal that ended the work.",
        );
    let command = Options::augment_args(command).arg(seed_arg());
    command
        .arg(threads_arg("Number of threads [default: all]"))
        .arg(json_arg())
}

/// Parses a share other than 0 and 1, which any limit or none reaches.
fn target(text: &str) -> Result<f64, String> {
    share(text)
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| "expected a share between 0 and 1, as 0.7 or 70%".to_owned())
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
    let options = Options::from_arg_matches(matches)?;
    let out = options.out.as_deref();
    let kind = out.map(OutputKind::of).transpose()?;
    if let Some((out, OutputKind::Games)) = out.zip(kind) {
        return games::play(out, &options, matches);
    }
    if options.shard.is_some() {
        return Err(WrongUse::error("--shard needs a file of games: --out PART.json"));
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
        rows: false,
        stop: &signals.stop,
        progress: &|more| advance(&progress, more),
    };
    let report = played(one, other, people, &work)?;
    progress.finish_and_clear();

    if let Some(out) = out {
        results_file::write_page(out, &charts::level_report::page(&report))?;
    }
    level_report::print(&report, out, matches.get_flag("json"))?;
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

impl Options {
    fn plan(&self, matches: &ArgMatches) -> Plan {
        let tier = |agent: &AgentSpec| Tier {
            agent: agent.clone(),
            games: self.games,
        };
        let mut plan = Plan::usual(self.games, value(matches, "seed"));
        if !self.agent.is_empty() {
            plan.tiers = self.agent.iter().map(tier).collect();
        }
        if let Some(casual) = &self.casual {
            plan.casual = Some(tier(casual));
        }
        plan.target = self.target_success;
        plan
    }
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
