//! How long players may think, in the words of every command that has players play games.

use std::io::{self, Write};
use std::num::NonZero;
use std::time::Duration;

use clap::{Arg, ArgMatches, value_parser};
use quincunx_search::TimeControl;

use crate::duration::duration;
use crate::threads::all_threads;

/// The options `--limit`, `--time-per-move` and `--nodes`.
pub(crate) fn limit_args() -> [Arg; 3] {
    [
        limit_arg().conflicts_with_all(["nodes", "time-per-move"]),
        Arg::new("time-per-move")
            .long("time-per-move")
            .value_name("TIME")
            .value_parser(|text: &str| duration(text).map(TimeControl::of_move))
            .conflicts_with("nodes")
            .help("The same as `--limit move:TIME`"),
        Arg::new("nodes")
            .long("nodes")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..))
            .help(
                "Let each search so many nodes for a move instead: positions, for mcts whole simulations. The same seed gives \
                 the same games, but a node is not the same work for all; players who do not search have no use for it",
            ),
    ]
}

/// The option `--limit` alone.
pub(crate) fn limit_arg() -> Arg {
    Arg::new("limit")
        .long("limit")
        .value_name("WHAT:TIME")
        .value_parser(timed)
        .help(
            "Let each think so long instead of as long as it likes: `move:1s` about every move, `game:10s` about all its moves \
             in a game, which it shares out; the same seed does not give the same games then",
        )
}

/// Reads a time for a move or a game.
fn timed(text: &str) -> Result<TimeControl, String> {
    let of: fn(_) -> TimeControl = match text.split_once(':') {
        Some(("move", _)) => TimeControl::of_move,
        Some(("game", _)) => TimeControl::of_game,
        _ => return Err("it takes `move:TIME` or `game:TIME`, as in `move:1s` or `game:10s`".to_owned()),
    };
    duration(&text["move:".len()..]).map(of)
}

/// The option `--limit` for a question that is asked of single positions: of a move alone.
pub(crate) fn move_limit_arg() -> Arg {
    Arg::new("limit")
        .long("limit")
        .value_name("move:TIME")
        .value_parser(|text: &str| match timed(text) {
            Ok(TimeControl::Move(microseconds)) => Ok(Duration::from_micros(microseconds)),
            _ => Err("it takes `move:TIME`, as in `move:1s`"),
        })
        .help("The same as `--time TIME`")
}

/// Returns what the command line says of it.
pub(crate) fn limit(matches: &ArgMatches) -> Option<TimeControl> {
    let nodes = matches.try_get_one("nodes").ok().flatten();
    let time_control = |name| matches.try_get_one(name).ok().flatten().copied();
    nodes
        .copied()
        .map(TimeControl::Nodes)
        .or_else(|| time_control("limit").or_else(|| time_control("time-per-move")))
}

/// Returns how many games are played at a time when nobody says: as many as the machine can, but one by the clock, so that
/// nobody takes time from another.
pub(crate) fn usual_threads(limit: Option<TimeControl>) -> NonZero<usize> {
    if limit.is_some_and(TimeControl::is_timed) {
        NonZero::<usize>::MIN
    } else {
        all_threads()
    }
}

/// Writes behind what is told of games how long their players may think, and that these do not repeat themselves.
pub(crate) fn limited(limit: Option<TimeControl>, output: &mut dyn Write) -> io::Result<()> {
    match limit {
        None => Ok(()),
        Some(limit) if limit.is_timed() => {
            write!(
                output,
                ", {limit} by the clock: the same seed need not give the same again"
            )
        }
        Some(limit) => write!(output, ", {limit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_in_one_way() {
        assert_eq!(timed("move:1s"), Ok(TimeControl::Move(1_000_000)));
        assert_eq!(timed("game:0.5"), Ok(TimeControl::Game(500_000)));
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
            assert!(timed(text).is_err(), "{text}");
        }
        let command = clap::Command::new("play").args(limit_args());
        let said = |arguments: &str| {
            let matches = command.clone().try_get_matches_from(arguments.split_whitespace());
            matches.map(|matches| limit(&matches)).ok()
        };
        assert_eq!(said("play"), Some(None));
        assert_eq!(said("play --nodes 7"), Some(Some(TimeControl::Nodes(7))));
        let second = Some(Some(TimeControl::Move(1_000_000)));
        assert_eq!(said("play --limit move:1s"), second);
        assert_eq!(said("play --time-per-move 1s"), second);
        for wrong in [
            "--time-per-move 0",
            "--time-per-move 1s --nodes 7",
            "--time-per-move 1s --limit move:1s",
        ] {
            assert_eq!(said(&format!("play {wrong}")), None, "{wrong}");
        }
        assert_eq!(usual_threads(Some(TimeControl::Move(1))).get(), 1);
        assert_eq!(usual_threads(Some(TimeControl::Nodes(1))), all_threads());
    }
}
