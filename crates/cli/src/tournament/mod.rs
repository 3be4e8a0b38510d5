//! `quincunx tournament GAME`: computer players against each other, until it is known how strong each is or one is left.

mod games;
mod knock_out;
mod round_robin;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_core::Options;
use quincunx_games::Entry;
use quincunx_search::{AgentSpec, Limits};

use crate::failure::WrongUse;
use crate::game_args::{game_of, json_arg, option_args, options_of, seed_arg, with_games};
use crate::stop::Stop;
use crate::threads::{all_threads, threads, threads_arg};
use games::Hall;

pub(crate) const NAME: &str = "tournament";

/// The forms of a tournament.
const ROUND_ROBIN: &str = "round-robin";
const KNOCK_OUT: &str = "knock-out";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Let computer players meet each other and tell how strong each is")
        .long_about(
            "Lets computer players meet each other. In a game of two each pair plays every seed twice, each player once in \
             either seat; in a game for one all play the same seeds, and more points win a seed. A round robin tells \
             strengths in points of Elo by the model of Bradley and Terry, with intervals of 95 % confidence, and who \
             scored how much against whom. In a knock-out who loses a meeting is out, until one is left.",
        )
        .after_help(
            "Examples:\n  \
             quincunx tournament connect-four --agents level:1 level:2 level:3 --games 100 --opening 4\n  \
             quincunx tournament quartet --agents mcts:500 mcts:5000 greedy --topology torus --json\n  \
             quincunx tournament 2048 --agents level:3 level:4 mcts --time-per-move 1s --scoring contest --records games\n\n\
             `quincunx agents GAME` lists the players.",
        )
        .arg_required_else_help(true)
        .subcommand_required(true);
    with_games(command, |entry, command| {
        command
            .args(player_args())
            .args(game_args(entry))
            .arg(seed_arg())
            .arg(
                threads_arg()
                    .help("Play so many games at a time [default: all cores, with --time-per-move one]"),
            )
            .arg(
                Arg::new("records")
                    .long("records")
                    .value_name("FOLDER")
                    .value_parser(value_parser!(PathBuf))
                    .help("Save a record of every game in FOLDER, which is made if need be"),
            )
            .arg(json_arg())
            .args(option_args(entry))
    })
}

fn player_args() -> [Arg; 3] {
    [
        Arg::new("agents")
            .long("agents")
            .value_name("AGENT")
            .value_parser(|text: &str| text.parse::<AgentSpec>())
            .num_args(2..=64)
            .required(true)
            .help("The players, as in `mcts:simulations=2000` or `level:4`"),
        Arg::new("time-per-move")
            .long("time-per-move")
            .value_name("TIME")
            .value_parser(duration)
            .conflicts_with("nodes")
            .help("Let each think so long about a move, as in `1s` or `200ms`, instead of its own limits"),
        Arg::new("nodes")
            .long("nodes")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..))
            .help("Let each look at so many positions for a move instead, with which the same seed gives the same games"),
    ]
}

fn game_args(entry: &Entry) -> [Arg; 4] {
    let usual = if entry.players == 1 {
        KNOCK_OUT
    } else {
        ROUND_ROBIN
    };
    [
        Arg::new("format")
            .long("format")
            .value_name("FORMAT")
            .value_parser([ROUND_ROBIN, KNOCK_OUT])
            .default_value(usual)
            .help("Who meets whom: all meet all, or the winners go on"),
        Arg::new("games")
            .long("games")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..=1_000_000))
            .default_value("20")
            .help(match entry.players {
                1 => "How many seeds a meeting has",
                _ => "How many games a meeting has, an even number: two to a seed",
            }),
        Arg::new("opening")
            .long("opening")
            .value_name("N")
            .value_parser(value_parser!(u16))
            .default_value("0")
            .help("Begin with so many moves at random, the same for all who play a seed: players without luck of their own would \
                   repeat one game"),
        Arg::new("plies")
            .long("plies")
            .value_name("N")
            .value_parser(value_parser!(u32).range(1..))
            .default_value("100000")
            .help("Leave a game after so many actions: it is drawn, or counts with the points so far"),
    ]
}

/// Reads a time, as `1s`, `200ms` or `0.5`.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number.parse::<f64>().ok().map(|number| number * unit);
    seconds
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "it takes a time, as `1s`, `200ms` or `0.5`".to_owned())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) =
        game_of(matches)?.ok_or_else(|| WrongUse("tournament needs the name of a game".to_owned()))?;
    let options: Options = options_of(entry, matches)?;
    let agents: Vec<AgentSpec> = matches
        .get_many("agents")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    for agent in &agents {
        entry
            .run(&options, std::slice::from_ref(agent), 0, 0, 1)
            .map_err(WrongUse::because)?;
    }
    let games = *matches.get_one::<u64>("games").expect("it has a default");
    if entry.players == 2 && games % 2 == 1 {
        return Err(WrongUse(format!(
            "{games} games cannot be two to a seed: an even number can"
        ))
        .into());
    }
    let records = matches.get_one::<PathBuf>("records").cloned();
    if let Some(folder) = &records {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let time = matches.get_one::<Duration>("time-per-move").copied();
    let stop = Stop::on_signals()?;
    let usual_threads = || {
        if time.is_some() {
            std::num::NonZero::<usize>::MIN
        } else {
            all_threads()
        }
    };
    let hall = Hall {
        entry,
        options,
        agents,
        seed: *matches.get_one::<u64>("seed").expect("it has a default"),
        opening: usize::from(*matches.get_one::<u16>("opening").expect("it has a default")),
        most_plies: *matches.get_one::<u32>("plies").expect("it has a default") as usize,
        limits: Limits {
            time,
            nodes: matches.get_one::<u64>("nodes").copied(),
            interrupt: stop.interrupt.clone(),
            ..Limits::default()
        },
        threads: threads(matches).unwrap_or_else(usual_threads),
        records,
    };
    let json = matches.get_flag("json");
    let is_whole = match matches.get_one::<String>("format").map(String::as_str) {
        Some(KNOCK_OUT) => knock_out::run(&hall, games, json)?,
        _ => round_robin::run(&hall, games, json)?,
    };
    Ok(match stop.status() {
        Some(status) if !is_whole => {
            eprintln!("stopped: not all games were played");
            status
        }
        _ => ExitCode::SUCCESS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_units() {
        for (text, milliseconds) in [("1s", 1000), ("200ms", 200), ("0.5", 500), ("1.5s", 1500)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "0", "-1s", "s", "ms", "1m", "NaN", "inf", "1e300"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
