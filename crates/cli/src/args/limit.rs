//! Limits of thinking, the same in every command that plays games.

use std::num::NonZero;
use std::time::Duration;

use clap::{Arg, ArgMatches};
use quincunx_search::TimeControl;

use super::{all_threads, option, parse_duration, threads, whole_number};

pub(crate) fn limit_args() -> [Arg; 3] {
    [
        limit_arg().conflicts_with_all(["nodes", "time-per-move"]),
        option("time-per-move", "TIME", "Short for `--limit move:TIME`")
            .value_parser(|text: &str| parse_duration(text).map(TimeControl::of_move))
            .conflicts_with("nodes"),
        option(
            "nodes",
            "N",
            "Nodes per move: positions, or simulations of mcts; the same seed gives the same games",
        )
        .value_parser(whole_number(1..=u64::MAX)),
    ]
}

pub(crate) fn limit_arg() -> Arg {
    let help =
        "Thinking time, `move:1s` per move or `game:10s` per game; games then do not repeat from the seed";
    option("limit", "WHAT:TIME", help).value_parser(parse_limit)
}

fn parse_limit(text: &str) -> Result<TimeControl, String> {
    let of: fn(_) -> TimeControl = match text.split_once(':') {
        Some(("move", _)) => TimeControl::of_move,
        Some(("game", _)) => TimeControl::of_game,
        _ => return Err("expected `move:TIME` or `game:TIME`, as `move:1s` or `game:10s`".to_owned()),
    };
    parse_duration(&text["move:".len()..]).map(of)
}

/// Parses the `--limit move:TIME` of a command about single positions.
pub(crate) fn parse_move_limit(text: &str) -> Result<Duration, String> {
    match parse_limit(text) {
        Ok(TimeControl::Move(microseconds)) => Ok(Duration::from_micros(microseconds)),
        _ => Err("expected `move:TIME`, as `move:1s`".to_owned()),
    }
}

pub(crate) fn limit(matches: &ArgMatches) -> Option<TimeControl> {
    let nodes = matches.try_get_one("nodes").ok().flatten();
    let time_control = |name| matches.try_get_one(name).ok().flatten().copied();
    nodes
        .copied()
        .map(TimeControl::Nodes)
        .or_else(|| time_control("limit").or_else(|| time_control("time-per-move")))
}

/// Returns the number of concurrent games: by default as many as the machine has threads, but one by the
/// clock, so that no game takes processor time from another.
pub(crate) fn game_threads(matches: &ArgMatches, limit: Option<TimeControl>) -> NonZero<usize> {
    let default = || match limit {
        Some(limit) if limit.is_timed() => NonZero::<usize>::MIN,
        _ => all_threads(),
    };
    threads(matches).unwrap_or_else(default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::threads_arg;

    #[test]
    fn limits_are_parsed_alike() {
        assert_eq!(parse_limit("move:1s"), Ok(TimeControl::Move(1_000_000)));
        assert_eq!(parse_limit("game:0.5"), Ok(TimeControl::Game(500_000)));
        for text in [
            "",
            "1s",
            "move",
            "move:",
            "move:0",
            "game:soon",
            "turn:1s",
            "Move:1s",
            "move:1s:2",
        ] {
            assert!(parse_limit(text).is_err(), "{text}");
        }
        let command = clap::Command::new("play").args(limit_args()).arg(threads_arg(""));
        let parsed = |arguments: &str| {
            let matches = command.clone().try_get_matches_from(arguments.split_whitespace());
            matches.map(|matches| limit(&matches)).ok()
        };
        assert_eq!(parsed("play"), Some(None));
        assert_eq!(parsed("play --nodes 7"), Some(Some(TimeControl::Nodes(7))));
        let second = Some(Some(TimeControl::Move(1_000_000)));
        assert_eq!(parsed("play --limit move:1s"), second);
        assert_eq!(parsed("play --time-per-move 1s"), second);
        for wrong in [
            "--time-per-move 0",
            "--time-per-move 1s --nodes 7",
            "--time-per-move 1s --limit move:1s",
        ] {
            assert_eq!(parsed(&format!("play {wrong}")), None, "{wrong}");
        }
        let matches = command.get_matches_from(["play"]);
        assert_eq!(game_threads(&matches, Some(TimeControl::Move(1))).get(), 1);
        assert_eq!(game_threads(&matches, Some(TimeControl::Nodes(1))), all_threads());
    }
}
