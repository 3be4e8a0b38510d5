//! The `quincunx` program: five grid-token games to play, to replay and to drive.
//!
//! One file a command; each has a `command` that says what it takes and a `run` that does it. Games and their options
//! come from the list [`quincunx_catalog::GAMES`], so that a new game appears in every command by itself.

mod agents;
mod analyze;
mod backup;
mod book;
mod console;
mod diagram;
mod duration;
mod exact;
mod failure;
mod game_args;
mod games;
mod level;
mod limit;
mod merge;
mod page;
mod perft;
mod play;
mod pluralize;
mod positions;
mod progress;
mod puzzle;
mod record_file;
mod replay;
mod report;
mod results_file;
mod serve;
mod signals;
mod simulate;
mod solve;
mod threads;
mod tournament;
mod train;
mod tui;
mod weights;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use quincunx_registry::{text_file, whole_file};

fn main() -> ExitCode {
    exact::find_tables();
    let matches = program().get_matches();
    match run(&matches) {
        Ok(status) => status,
        Err(error) => failure::report(&error),
    }
}

fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let done = match matches.subcommand() {
        Some((play::NAME, matches)) => return play::run(matches),
        Some((replay::NAME, matches)) => return replay::run(matches),
        Some((console::NAME, matches)) => console::run(matches),
        Some((games::NAME, matches)) => games::run(matches),
        Some((agents::NAME, matches)) => agents::run(matches),
        Some((simulate::NAME, matches)) => return simulate::run(matches),
        Some((tournament::NAME, matches)) => return tournament::run(matches),
        Some((merge::NAME, matches)) => merge::run(matches),
        Some((report::NAME, matches)) => report::run(matches),
        Some((perft::NAME, matches)) => perft::run(matches),
        Some((puzzle::NAME, matches)) => return puzzle::run(matches),
        Some((analyze::NAME, matches)) => return analyze::run(matches),
        Some((solve::NAME, matches)) => return solve::run(matches),
        Some((exact::NAME, matches)) => return exact::run(matches),
        Some((book::NAME, matches)) => return book::run(matches),
        Some((level::NAME, matches)) => return level::run(matches),
        Some((train::NAME, matches)) => return train::run(matches),
        Some((weights::NAME, matches)) => return weights::run(matches),
        Some((serve::NAME, matches)) => serve::run(matches),
        Some((backup::NAME, matches)) => backup::run(matches),
        _ => unreachable!("clap takes only the commands above"),
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// Describes the whole command line.
fn program() -> Command {
    Command::new("quincunx")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Five grid-token games on one engine: play them, replay them, drive them by scripts")
        .after_help(
            "Examples:\n  \
             quincunx serve                       the games in a browser\n  \
             quincunx play                        choose a game and play\n  \
             quincunx play connect-four\n  \
             quincunx games                       what there is, with options, levels and players\n  \
             quincunx console connect-four        a text console for scripts\n  \
             quincunx puzzle connect-four         a position to win in three\n  \
             quincunx analyze 2048 2,4,8/4,2,0/2,0,0 --width 3 --height 3  the best move, and what each is worth\n  \
             quincunx solve connect-four 44444      the exact score of a position\n  \
             quincunx exact 2048 --width 3 --height 3  perfect play on a small board\n  \
             quincunx simulate 2048 --agent level:3  how far a player comes in a thousand games\n  \
             quincunx report run.json --out run.html  charts of what games gave\n  \
             quincunx level list                  levels of match-3, and how to make your own\n  \
             quincunx train 2048 --time 2h        a network that learns from its own games\n  \
             quincunx perft connect-four --depth 8\n\n\
             Exit status: 0 when all went well, 1 when something failed, 2 when the command line is wrong, 130 when Ctrl-C ended \
             it and 143 when another program did.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(serve::command())
        .subcommand(backup::command())
        .subcommand(play::command())
        .subcommand(replay::command())
        .subcommand(games::command())
        .subcommand(agents::command())
        .subcommand(simulate::command())
        .subcommand(merge::command())
        .subcommand(report::command())
        .subcommand(tournament::command())
        .subcommand(console::command())
        .subcommand(puzzle::command())
        .subcommand(analyze::command())
        .subcommand(solve::command())
        .subcommand(exact::command())
        .subcommand(book::command())
        .subcommand(level::command())
        .subcommand(train::command())
        .subcommand(weights::command())
        .subcommand(perft::command())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        super::program().debug_assert();
    }
}
