//! `quincunx analyze GAME`: evaluates every action in a position, for people, pipes and programs.

mod grades;
mod report;

use std::process::ExitCode;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use quincunx_search::{AgentSpec, Limits};

use crate::args::game::{option_args, required_game, with_required_game};
use crate::args::limit::parse_move_limit;
use crate::args::positions::{AnswerFormat, Positions, position_args, recorded};
use crate::args::{json_lines_arg, parse_duration, path, whole_number};
use crate::output::failure::WrongUse;
use report::Reporter;

const VALUES: &str = "Evaluates every action for the side to act, the best first, as hints do. In a single-player game a value is \
                      the points still to come, a share of the way to its goals, or a number to compare moves by. In a \
                      game for two it is a proved win, draw or loss with its plies, or an estimate from -1, lost, to +1, \
                      won, with the expected score. `exactly` means proved. Positions are in the game's notation or from \
                      records. An answer to a pipe is one line with tabs: the position, then each action with its value.";

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .visible_alias("analyse")
        .about("Evaluate every action in a position")
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
             `quincunx agents GAME` lists the players; `quincunx solve` finds exact scores.\n\
             Exit status: 1 when a line of input is no position.",
        );
    with_required_game(command, |entry, command| {
        let (id, judge) = (entry.id(), entry.strongest_agent());
        let agent = format!(
            "Player that evaluates, as `mcts:simulations=2000` [default: {judge}, which gives hints]"
        );
        Options::augment_args(command.args(position_args(entry)))
            .mut_arg("agent", |arg| arg.help(agent))
            .long_about(format!("{}\n\n{VALUES}", entry.summary()))
            .after_help(format!(
                "Examples:\n  \
                 quincunx analyze {id} --record game.record --ply 20\n  \
                 quincunx analyze {id} --record game.record --grade\n  \
                 quincunx analyze {id} --agent level:3 --best 3 < positions.txt    a line each\n  \
                 quincunx analyze {id} --time 1s --json < positions.txt\n\n\
                 `quincunx agents {id}` lists the players."
            ))
            .arg(json_lines_arg())
            .args(option_args(entry))
    })
}

#[derive(Args)]
struct Options {
    /// Grade every move of the record by its loss against the best one
    #[arg(long, requires = "record", conflicts_with_all = ["position", "ply", "best"])]
    grade: bool,
    #[arg(long, value_name = "AGENT")]
    agent: Option<AgentSpec>,
    /// Time per position, as `1s` or `200ms`, instead of the player's limits; answers then depend on the
    /// machine
    #[arg(long, value_name = "TIME", value_parser = parse_duration, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Short for `--time TIME`
    #[arg(long, value_name = "move:TIME", value_parser = parse_move_limit, conflicts_with = "time")]
    limit: Option<Duration>,
    /// Nodes per position instead: positions, or simulations of mcts
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Print only the N best actions
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u16::MAX), allow_negative_numbers = true)]
    best: Option<u16>,
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let (options, json) = (Options::from_arg_matches(matches)?, matches.get_flag("json"));
    let agent = options.agent.unwrap_or_else(|| entry.strongest_agent());
    let limits = Limits {
        time: options.time.or(options.limit),
        nodes: options.nodes,
        ..Limits::default()
    };
    if let Some(path) = path(matches, "record").filter(|_| options.grade) {
        let game = recorded(entry, path)?;
        let player = entry.player(game.as_ref(), &agent).map_err(WrongUse::because)?;
        let format = AnswerFormat::of(json, true);
        return grades::run(entry, game.as_ref(), player, &limits, format);
    }
    let positions = Positions::of(entry, matches)?;
    let format = positions.format(json);
    // Before anything is read, to refuse a wrong name.
    let session = entry.new_session(&positions.options, 0);
    let session = session.map_err(WrongUse::because)?;
    let player = entry.player(session.as_ref(), &agent);
    let player = player.map_err(WrongUse::because)?;
    positions.answer_all(&mut Reporter {
        entry,
        agent,
        player,
        limits,
        format,
        most: options.best.map_or(usize::MAX, usize::from),
        answered: 0,
    })
}
