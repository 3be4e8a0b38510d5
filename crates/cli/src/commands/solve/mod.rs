//! `quincunx solve GAME`: exact scores of positions by perfect play, for people, pipes and programs.

mod check;
mod report;
mod solution;

use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_registry::DynGame;
use quincunx_search::Limits;
use quincunx_search::exact::{SolverSettings, Strength};

use crate::args::game::{option_args, options_of, required_game, with_required_game};
use crate::args::positions::{Positions, position_args, position_texts};
use crate::args::{all_threads, flag, json_lines_arg, option, threads, threads_arg};
use crate::output::failure::WrongUse;
use check::Check;
use report::Reporter;
use solution::{Question, no_solver, solver};

pub(crate) const NAME: &str = "solve";

const SCORES: &str = "Finds the exact score of positions for the side to move, by perfect play of both sides: 0 for a \
                      draw, above it for a win, the more the sooner, below it for a loss. Positions are in the game's \
                      notation, as moves played or as a board, or from records; an answer to a pipe is one line, \
                      `POSITION SCORE`.";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Find the exact score of positions under perfect play")
        .long_about(SCORES)
        .after_help(
            "Examples:\n  \
             quincunx solve connect-four 444444326555 --all --pv\n  \
             quincunx solve connect-four --columns 5 --rows 4 \"\"     the empty board\n  \
             quincunx solve connect-four \"$(cat board.txt)\"          a board drawn as `. x o` or `. 1 2`\n  \
             quincunx solve connect-four --record game.record --ply 20\n  \
             quincunx solve connect-four --all < positions.txt       a line each\n  \
             quincunx solve connect-four --json --time 2 < positions.txt\n  \
             quincunx solve connect-four --check Test_L3_R1          a file of lines POSITION SCORE\n  \
             quincunx solve quartet --topology torus --all \"b73.../....../.9..../....../..e.../...... 5\"\n\n\
             Exit status: 1 when a line of input is no position or a check fails.",
        );
    with_required_game(command, |entry, command| {
        let (id, beginning) = (entry.id(), beginning(entry));
        command
            .hide(!entry.has_solver())
            .long_about(format!("{}\n\n{SCORES}", entry.summary()))
            .after_help(format!(
                "Examples:\n  \
                 quincunx solve {id} \"{beginning}\" --all --time 10\n  \
                 quincunx solve {id} --record game.record --ply 20 --pv\n  \
                 quincunx solve {id} --all < positions.txt     a line each\n  \
                 quincunx solve {id} --check scores.txt        a file of lines POSITION SCORE"
            ))
            .args(position_args(entry))
            .args(question_args())
            .arg(
                flag(
                    "check",
                    "Check files named as POSITION, of lines `POSITION SCORE` or empty: print wrong scores and times",
                )
                .conflicts_with_all(["record", "all", "pv"]),
            )
            .arg(
                option("first", "N", "Check only the first N lines of each file")
                    .value_parser(value_parser!(usize))
                    .requires("check"),
            )
            .arg(json_lines_arg())
            .args(option_args(entry))
    })
}

fn beginning(entry: &dyn DynGame) -> String {
    let session = entry.new_session(&entry.defaults(), 0);
    session.map_or_else(|_| String::new(), |session| session.position_text())
}

fn question_args() -> [Arg; 7] {
    [
        flag(
            "all",
            "Print the score of every move instead, `-` for an illegal one",
        ),
        flag(
            "weak",
            "Print only the outcome, known sooner: 1 for a win, 0 for a draw, -1 for a loss",
        )
        .conflicts_with("pv"),
        flag("pv", "Print the line of perfect play too"),
        option(
            "time",
            "SECONDS",
            "Time per position; what is known then is printed, as `-2..5` for a score between",
        )
        .value_parser(seconds)
        .allow_negative_numbers(true),
        option("nodes", "N", "Nodes per position, likewise").value_parser(value_parser!(u64)),
        threads_arg(
            "Threads for hard positions or, with --check, for a position each, each with a table of up to 64 MiB \
             [default: all, with --nodes or --check one]",
        ),
        flag(
            "no-book",
            "Search even what the opening book knows, as --check always does",
        ),
    ]
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected seconds, as `2` or `0.5`".to_owned())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    if !entry.has_solver() {
        return Err(no_solver(entry));
    }
    let is_set = |name: &str| matches.get_flag(name);
    let question = Question {
        strength: match is_set("weak") {
            true => Strength::Weak,
            false => Strength::Strong,
        },
        all: is_set("all"),
        line: is_set("pv"),
        limits: Limits {
            time: matches.get_one("time").copied(),
            nodes: matches.get_one("nodes").copied(),
            ..Limits::default()
        },
    };
    let settings = SolverSettings {
        threads: threads(matches).unwrap_or_else(|| default_threads(matches)),
        book: !is_set("no-book") && !is_set("check"),
    };
    if is_set("check") {
        let files: Vec<&Path> = position_texts(matches).map(Path::new).collect();
        let check = Check {
            entry,
            options: &options_of(entry, matches)?,
            settings,
            first: matches.get_one("first").copied(),
            question: &question,
        };
        return check::run(&check, &files, is_set("json"));
    }
    let positions = Positions::of(entry, matches)?;
    let format = positions.format(is_set("json"));
    let solver = solver(entry, &positions.options, &settings)?;
    positions.answer_all(&mut Reporter::new(solver, question, format))
}

/// Returns the default number of threads: one for what must repeat, with `--nodes` or `--check`, else all.
fn default_threads(matches: &ArgMatches) -> NonZero<usize> {
    if matches.contains_id("nodes") || matches.get_flag("check") {
        NonZero::<usize>::MIN
    } else {
        all_threads()
    }
}

#[cfg(test)]
mod tests {
    use quincunx_catalog::GAMES;

    use super::*;

    #[test]
    fn what_must_repeat_is_searched_on_one_thread_when_nobody_says() {
        let threads_of = |arguments: &[&str]| {
            let line = [&[NAME, GAMES[0].id()], arguments].concat();
            let matches = command().try_get_matches_from(line).expect("a command line");
            let (_, matches) = required_game(&matches).expect("a game");
            default_threads(matches)
        };
        assert_eq!(threads_of(&[]), all_threads());
        for must_repeat in [&["--nodes", "1000"][..], &["--check"]] {
            assert_eq!(threads_of(must_repeat), NonZero::<usize>::MIN);
        }
    }
}
