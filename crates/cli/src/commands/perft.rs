//! `quincunx perft GAME`: the number of sequences of actions, a check of move generators.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::{ArgMatches, Command};
use quincunx_registry::PerftError;
use serde_json::json;

use crate::args::game::{option_args, options_of, required_game, with_required_game};
use crate::args::{json_arg, option, seed_arg, value, whole_number};
use crate::output::failure::WrongUse;
use crate::output::progress::spinner;
use crate::output::{options_json, print_json};

const DEFAULT_DEPTH: u32 = 4;

/// The most sequences of the default depth: some seconds in the slowest game.
const DEFAULT_PATHS: u64 = 1_000_000;

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Count the sequences of actions of each length")
        .long_about(
            "Counts the sequences of actions of each length from the beginning of a game. Chance is drawn from the seed, so \
             the same seed gives the same counts.",
        )
        .after_help(
            "Examples:\n  \
             quincunx perft connect-four --depth 8\n  \
             quincunx perft quartet --topology torus --depth 3 --json",
        );
    with_required_game(command, |entry, command| {
        let depth = "Longest sequences [default: 4, or about a million sequences]";
        let limit = option("limit", "N", "Most sequences of one depth").default_value("1000000000");
        command
            .arg(option("depth", "N", depth).value_parser(whole_number(0..=u32::MAX)))
            .arg(limit.value_parser(whole_number(0..=u64::MAX)))
            .arg(seed_arg())
            .arg(json_arg())
            .args(option_args(entry))
    })
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let options = options_of(entry, matches)?;
    let (seed, limit): (u64, u64) = (value(matches, "seed"), value(matches, "limit"));
    let requested = matches.get_one::<u32>("depth").copied();
    let json = matches.get_flag("json");

    let mut output = crate::output::stdout();
    if !json {
        writeln!(output, "depth             paths    seconds      per s")?;
    }
    let mut counts = Vec::new();
    let mut last = (1, 1);
    for depth in 0..=requested.unwrap_or(DEFAULT_DEPTH) {
        let expected = expected(last.0, last.1);
        if requested.is_none() && expected > DEFAULT_PATHS {
            if !json {
                let about = format_rate(expected as f64);
                eprintln!("depth {depth} has about {about} sequences: --depth {depth} counts them");
            }
            break;
        }
        let progress = spinner(format!("counting depth {depth}"));
        let started = Instant::now();
        let paths = entry.perft(&options, depth, seed, limit);
        let seconds = started.elapsed().as_secs_f64();
        progress.finish_and_clear();
        let paths = match paths {
            Ok(paths) => paths,
            Err(PerftError::Option(error)) => return Err(WrongUse::because(error)),
            Err(PerftError::Limit(error)) => {
                return Err(error).with_context(|| format!("depth {depth} (see --limit)"));
            }
        };
        last = (last.1, paths);
        if !json {
            let rate = format_rate(paths as f64 / seconds.max(1e-9));
            writeln!(output, "{depth:>5}  {paths:>16}  {seconds:>9.3}  {rate:>9}")?;
            output.flush()?;
        }
        counts.push(json!({"depth": depth, "paths": paths}));
    }
    if json {
        let (options, seed) = (options_json(&options), seed.to_string());
        print_json(&json!({"game": entry.id(), "options": options, "seed": seed, "counts": counts}))?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Estimates the next count from the growth of the last two.
fn expected(before: u64, last: u64) -> u64 {
    let next = u128::from(last) * u128::from(last) / u128::from(before.max(1));
    u64::try_from(next).unwrap_or(u64::MAX)
}

/// Formats a rate in at most five characters: `950`, `12.3k`, `20.1M`.
fn format_rate(rate: f64) -> String {
    match rate {
        rate if rate >= 1e9 => format!("{:.1}G", rate / 1e9),
        rate if rate >= 1e6 => format!("{:.1}M", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.1}k", rate / 1e3),
        rate => format!("{rate:.0}"),
    }
}
