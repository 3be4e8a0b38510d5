//! `quincunx analyze GAME`: what every action is worth in a position, for people, pipes and programs.

mod grades;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use quincunx_registry::DynGame;
use quincunx_search::{AgentSpec, Limits};

use crate::args::duration::parse_duration;
use crate::args::game::{option_args, required_game, with_required_game};
use crate::args::json_lines_arg;
use crate::args::limit::move_limit_arg;
use crate::args::positions::{AnswerFormat, Positions, position_args, recorded};
use crate::output::failure::WrongUse;
use report::Reporter;

pub(crate) const NAME: &str = "analyze";

/// What values mean and how answers are written.
const VALUES: &str = "Tells what every possible action is worth to who acts, the best first, as hints do. In a game \
                      for one that is points still to come, a share of the way to its goals, or a number to compare \
                      moves by; in a game of two a \
                      proved win, draw or loss with the plies to it, or an estimate from -1, lost, to +1, won, and the \
                      share of the point that it stands for. `exactly` means proved. Positions are written as the game \
                      writes them, or taken from records. An answer to a pipe is one line with tabs: the position, \
                      then each action with its value.";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .visible_alias("analyse")
        .about("Tell what every action is worth in positions of any game")
        .long_about(VALUES)
        .after_help(
            "Examples:\n  \
             quincunx analyze 2048 2,4,8,16/0,2,4,8/0,0,2,4/0,0,0,2\n  \
             quincunx analyze 2048 --width 3 --height 2 2,4,2/16,32,0    exactly\n  \
             quincunx analyze 2048 --four-rate 0.5 --time 1s \"$(cat board.txt)\"\n  \
             quincunx analyze connect-four 4453 --json\n  \
             quincunx analyze quartet --record game.record --ply 20 --agent mcts:20000\n  \
             quincunx analyze connect-four --record game.record --grade  every move: best, good, …, blunder\n  \
             quincunx analyze connect-four --nodes 100000 < positions.txt    a line each\n  \
             echo '{\"position\": [[2, 2], [0, 4]]}' | quincunx analyze 2048 --width 2 --height 2 --json\n\n\
             `quincunx agents GAME` lists who can judge; `quincunx solve` tells exact scores alone.\n\
             Exit status: 1 when a line of input is no position.",
        );
    with_required_game(command, |entry, command| {
        let id = entry.id();
        command
            .long_about(format!("{}\n\n{VALUES}", entry.summary()))
            .after_help(format!(
                "Examples:\n  \
                 quincunx analyze {id} --record game.record --ply 20\n  \
                 quincunx analyze {id} --record game.record --grade\n  \
                 quincunx analyze {id} --agent level:3 --best 3 < positions.txt    a line each\n  \
                 quincunx analyze {id} --time 1s --json < positions.txt\n\n\
                 `quincunx agents {id}` lists who can judge."
            ))
            .args(position_args(entry))
            .args(question_args(entry))
            .arg(json_lines_arg())
            .args(option_args(entry))
    })
}

/// Lists the arguments that say who judges, how long, and what of it is told.
fn question_args(entry: &dyn DynGame) -> [Arg; 6] {
    [
        Arg::new("grade")
            .long("grade")
            .action(ArgAction::SetTrue)
            .requires("record")
            .conflicts_with_all(["position", "ply", "best"])
            .help("Grade every move of the record instead, by what was lost beside the best one"),
        Arg::new("agent")
            .long("agent")
            .value_name("AGENT")
            .value_parser(|text: &str| text.parse::<AgentSpec>())
            .help(format!(
                "Who judges, as in `mcts:simulations=2000` [default: {}, who gives hints]",
                entry.strongest_agent()
            )),
        Arg::new("time")
            .long("time")
            .value_name("TIME")
            .value_parser(parse_duration)
            .help(
                "Let it think so long about a position, as in `1s` or `200ms`, instead of its own limits: the answer depends on \
                 the machine",
            ),
        move_limit_arg().conflicts_with("time"),
        Arg::new("nodes")
            .long("nodes")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..))
            .help("Let it search so many nodes a position instead: positions, for mcts whole simulations"),
        Arg::new("best")
            .long("best")
            .value_name("N")
            .value_parser(value_parser!(u16).range(1..))
            .help("Tell only the N best actions"),
    ]
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let agent = matches
        .get_one("agent")
        .cloned()
        .unwrap_or_else(|| entry.strongest_agent());
    let limits = Limits {
        time: matches.get_one("time").or(matches.get_one("limit")).copied(),
        nodes: matches.get_one("nodes").copied(),
        ..Limits::default()
    };
    let for_programs = matches.get_flag("json");
    if let Some(path) = matches
        .get_one::<PathBuf>("record")
        .filter(|_| matches.get_flag("grade"))
    {
        let game = recorded(entry, path)?;
        let player = entry.player(game.as_ref(), &agent).map_err(WrongUse::because)?;
        return grades::run(
            entry,
            game.as_ref(),
            player,
            &limits,
            AnswerFormat::of(for_programs, true),
        );
    }
    let positions = Positions::of(entry, matches)?;
    let form = positions.format(for_programs);
    // Whoever judges is made for the rules, so that a wrong name is told before anything is read.
    let beginning = entry
        .new_session(&positions.options, 0)
        .map_err(WrongUse::because)?;
    let player = entry
        .player(beginning.as_ref(), &agent)
        .map_err(WrongUse::because)?;
    let most = matches
        .get_one::<u16>("best")
        .map_or(usize::MAX, |most| usize::from(*most));
    positions.answer_all(&mut Reporter::new(entry, (agent, player), limits, form, most))
}
