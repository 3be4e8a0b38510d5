//! `quincunx solve GAME`: exact scores of positions by perfect play, for people, pipes and programs.

mod check;
mod report;
mod solution;

use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use quincunx_registry::DynGame;
use quincunx_search::{Limits, SolverSettings, Strength};

use crate::args::game::{option_args, options_of, required_game, with_required_game};
use crate::args::positions::{Positions, position_args, position_texts};
use crate::args::{all_threads, json_lines_arg, parse_duration_or_0, threads, threads_arg, whole_number};
use check::Check;
use report::Reporter;
use solution::{Question, no_solver, solver};

const SCORES: &str = "Finds the exact score of positions for the side to move, by perfect play of both sides: 0 for a \
                      draw, above it for a win, the more the sooner, below it for a loss. Positions are in the game's \
                      notation, as moves played or as a board, or from records; an answer to a pipe is one line, \
                      `POSITION SCORE`.";

pub(crate) fn command(command: Command) -> Command {
    let command = command
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
    let threads = "Threads for hard positions or, with --check, for a position each, each with a table of up to 64 MiB \
                   [default: all, with --nodes or --check one]";
    with_required_game(command, |entry, command| {
        let (id, beginning) = (entry.id(), beginning(entry));
        Options::augment_args(command.args(position_args(entry)))
            .hide(!entry.has_solver())
            .long_about(format!("{}\n\n{SCORES}", entry.summary()))
            .after_help(format!(
                "Examples:\n  \
                 quincunx solve {id} \"{beginning}\" --all --time 10\n  \
                 quincunx solve {id} --record game.record --ply 20 --pv\n  \
                 quincunx solve {id} --all < positions.txt     a line each\n  \
                 quincunx solve {id} --check scores.txt        a file of lines POSITION SCORE"
            ))
            .arg(threads_arg(threads))
            .arg(json_lines_arg())
            .args(option_args(entry))
    })
}

fn beginning(entry: &dyn DynGame) -> String {
    let session = entry.new_session(&entry.defaults(), 0);
    session.map_or_else(|_| String::new(), |session| session.position_text())
}

#[derive(Args)]
struct Options {
    /// Print the score of every move instead, `-` for an illegal one
    #[arg(long)]
    all: bool,
    /// Print only the outcome, known sooner: 1 for a win, 0 for a draw, -1 for a loss
    #[arg(long, conflicts_with = "pv")]
    weak: bool,
    /// Print the line of perfect play too
    #[arg(long)]
    pv: bool,
    /// Time per position, as `2s` or `500ms`; what is known then is printed, as `-2..5` for a score between
    #[arg(long, value_name = "TIME", value_parser = parse_duration_or_0, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Nodes per position, likewise
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Search even what the opening book knows, as --check always does
    #[arg(long)]
    no_book: bool,
    /// Check files named as POSITION, of lines `POSITION SCORE` or empty: print wrong scores and times
    #[arg(long, conflicts_with_all = ["record", "all", "pv"])]
    check: bool,
    /// Check only the first N lines of each file
    #[arg(long, value_name = "N", requires = "check")]
    #[arg(value_parser = whole_number(0..=usize::MAX), allow_negative_numbers = true)]
    first: Option<usize>,
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    if !entry.has_solver() {
        return Err(no_solver(entry));
    }
    let (options, json) = (Options::from_arg_matches(matches)?, matches.get_flag("json"));
    let question = Question {
        strength: match options.weak {
            true => Strength::Weak,
            false => Strength::Strong,
        },
        all: options.all,
        line: options.pv,
        limits: Limits {
            time: options.time,
            nodes: options.nodes,
            ..Limits::default()
        },
    };
    let settings = SolverSettings {
        threads: threads(matches).unwrap_or_else(|| options.default_threads()),
        book: !options.no_book && !options.check,
    };
    if options.check {
        let files: Vec<&Path> = position_texts(matches).map(Path::new).collect();
        let check = Check {
            entry,
            options: &options_of(entry, matches)?,
            settings,
            first: options.first,
            question: &question,
        };
        return check::run(&check, &files, json);
    }
    let positions = Positions::of(entry, matches)?;
    let format = positions.format(json);
    let solver = solver(entry, &positions.options, &settings)?;
    positions.answer_all(&mut Reporter::new(solver, question, format))
}

impl Options {
    /// Returns the default number of threads: one for what must repeat, with `--nodes` or `--check`, else
    /// all.
    fn default_threads(&self) -> NonZero<usize> {
        match self.nodes.is_some() || self.check {
            true => NonZero::<usize>::MIN,
            false => all_threads(),
        }
    }
}

#[cfg(test)]
mod tests {
    use quincunx_catalog::GAMES;

    use super::*;

    #[test]
    fn what_must_repeat_is_searched_on_one_thread_when_nobody_says() {
        let threads_of = |arguments: &[&str]| {
            let line = [&["solve", GAMES[0].id()], arguments].concat();
            let matches = command(Command::new("solve"))
                .try_get_matches_from(line)
                .expect("a command line");
            let (_, matches) = required_game(&matches).expect("a game");
            Options::from_arg_matches(matches)
                .expect("options")
                .default_threads()
        };
        assert_eq!(threads_of(&[]), all_threads());
        for must_repeat in [&["--nodes", "1000"][..], &["--check"]] {
            assert_eq!(threads_of(must_repeat), NonZero::<usize>::MIN);
        }
    }
}
