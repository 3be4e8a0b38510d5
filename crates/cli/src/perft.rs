//! `quincunx perft GAME`: counts sequences of actions, the field's check of move generators.

use std::io::{self, Write as _};
use std::time::Instant;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_registry::PerftError;
use serde_json::json;

use crate::failure::WrongUse;
use crate::game_args::{game_of, json_arg, option_args, options_of, seed_arg, with_games};
use crate::progress::spinner;

pub(crate) const NAME: &str = "perft";

/// How deep it counts when no depth is named.
const DEFAULT_DEPTH: u32 = 4;

/// The most sequences that are counted at a depth when none is named: some seconds in the slowest game.
const DEFAULT_PATHS: u64 = 1_000_000;

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Count the sequences of actions of each length")
        .long_about(
            "Counts the sequences of actions of each length from the beginning of a game. \
             What chance decides is drawn from the seed, so the same seed counts the same.",
        )
        .after_help(
            "Examples:\n  \
             quincunx perft connect-four --depth 8\n  \
             quincunx perft quartet --topology torus --depth 3 --json",
        )
        .arg_required_else_help(true)
        .subcommand_required(true);
    with_games(command, |entry, command| {
        command
            .arg(
                Arg::new("depth")
                    .long("depth")
                    .value_name("N")
                    .value_parser(value_parser!(u32))
                    .help(
                        "The longest sequences to count, in actions [default: 4, or as many as give about a \
                         million sequences]",
                    ),
            )
            .arg(
                Arg::new("limit")
                    .long("limit")
                    .value_name("N")
                    .value_parser(value_parser!(u64))
                    .default_value("1000000000")
                    .help("The most sequences to count at one depth"),
            )
            .arg(seed_arg())
            .arg(json_arg())
            .args(option_args(entry))
    })
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let (entry, matches) =
        game_of(matches)?.ok_or_else(|| WrongUse("perft needs the name of a game".to_owned()))?;
    let options = options_of(entry, matches)?;
    let number = |name: &str| *matches.get_one::<u64>(name).expect("it has a default");
    let (seed, limit) = (number("seed"), number("limit"));
    let wanted = matches.get_one::<u32>("depth").copied();
    let for_programs = matches.get_flag("json");

    let mut output = io::stdout().lock();
    if !for_programs {
        writeln!(
            output,
            "{:>5}  {:>16}  {:>9}  {:>9}",
            "depth", "paths", "seconds", "per s"
        )?;
    }
    let mut counts = Vec::new();
    let mut last = (1, 1);
    for depth in 0..=wanted.unwrap_or(DEFAULT_DEPTH) {
        let expected = expected(last.0, last.1);
        if wanted.is_none() && expected > DEFAULT_PATHS {
            if !for_programs {
                let about = in_short(expected as f64);
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
        if !for_programs {
            let rate = paths as f64 / seconds.max(1e-9);
            writeln!(
                output,
                "{depth:>5}  {paths:>16}  {seconds:>9.3}  {:>9}",
                in_short(rate)
            )?;
            output.flush()?;
        }
        counts.push(json!({"depth": depth, "paths": paths}));
    }
    if for_programs {
        let options: serde_json::Map<_, _> = options
            .iter()
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect();
        let report = json!({"game": entry.id(), "options": options, "seed": seed, "counts": counts});
        serde_json::to_writer_pretty(&mut output, &report)?;
        writeln!(output)?;
    }
    output.flush()?;
    Ok(())
}

/// Returns about how many sequences come next, when they grow as they last did.
fn expected(before: u64, last: u64) -> u64 {
    let next = u128::from(last) * u128::from(last) / u128::from(before.max(1));
    u64::try_from(next).unwrap_or(u64::MAX)
}

/// Writes a rate in at most five characters: `950`, `12.3k`, `20.1M`.
fn in_short(rate: f64) -> String {
    match rate {
        rate if rate >= 1e9 => format!("{:.1}G", rate / 1e9),
        rate if rate >= 1e6 => format!("{:.1}M", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.1}k", rate / 1e3),
        rate => format!("{rate:.0}"),
    }
}
