//! The `quincunx` program: five grid-token games to play, analyse and simulate.
//!
//! ```text
//!   commands ──▶ tui, charts ──▶ args ──▶ files ──▶ output
//!   installed (completions, manual pages), faster (the program for newer processors)
//! ```
//! Each command has a file or folder in `commands`, and no command imports another. Games and their options
//! come from the list [`quincunx_catalog::GAMES`], so that a new game appears in every command.

#![warn(clippy::print_stdout)]

/// Prints a line on standard error, on which the texts of shared files do nothing to the terminal.
macro_rules! eprintln {
    ($($text:tt)*) => {
        $crate::output::print_error(format_args!($($text)*))
    };
}

/// Ends the calling function with the error of a well-formed command line whose value makes no sense.
macro_rules! bail_misuse {
    ($($text:tt)*) => {
        return Err($crate::output::failure::WrongUse::error(format!($($text)*)))
    };
}

/// A text where the program has a server, and nothing elsewhere.
#[cfg(feature = "server")]
macro_rules! of_server {
    ($text:literal) => {
        $text
    };
}
#[cfg(not(feature = "server"))]
macro_rules! of_server {
    ($text:literal) => {
        ""
    };
}

mod args;
mod charts;
mod commands;
mod faster;
mod files;
mod installed;
mod output;
mod signals;
mod tui;

use std::path::Path;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use quincunx_registry::DataFile;

use commands::COMMANDS;

fn main() -> ExitCode {
    faster::start_instead();
    if cfg!(not(feature = "networks"))
        && let Some(folder) = files::program().ok().as_deref().and_then(Path::parent)
    {
        DataFile::set_folder(folder.to_owned());
    }
    files::tables_folder::use_from_environment();
    match run(&program().get_matches()) {
        Ok(status) => status,
        Err(error) => output::failure::report(&error),
    }
}

fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (name, matches) = matches.subcommand().expect("clap requires a command");
    if let Some(done) = installed::run(name, matches, program) {
        return done;
    }
    let command = COMMANDS.iter().find(|(known, ..)| *known == name);
    let (_, _, run) = command.expect("clap accepts only these commands");
    run(matches)
}

fn program() -> Command {
    Command::new("quincunx")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Five grid-token games on one engine: play, analyse and simulate them")
        .after_help(concat!(
            "Examples:\n",
            of_server!(
                "  quincunx serve                       the games in a browser\n  \
                 quincunx site --out games            a page that needs no server\n"
            ),
            "  quincunx play                        choose a game and play\n  \
             quincunx play connect-four\n  \
             quincunx games                       the games with options, levels and players\n  \
             quincunx console connect-four        a text console for scripts\n  \
             quincunx puzzle connect-four         a position to win in three\n  \
             quincunx analyze 2048 2,4,8/4,2,0/2,0,0 --width 3 --height 3  the value of every move\n  \
             quincunx solve connect-four 44444    the exact score of a position\n  \
             quincunx exact 2048 --width 3 --height 3  perfect play on a small board\n  \
             quincunx simulate 2048 --agent level:3  the strength of a player in a thousand games\n  \
             quincunx report run.json --out run.html  charts of results\n  \
             quincunx level list                  levels of match-3, and how to make your own\n  \
             quincunx train 2048 --time 2h        a network trained by self-play\n  \
             quincunx perft connect-four --depth 8\n\n\
             Exit status: 0 for success, 1 for a failure, 2 for a wrong command line, 130 after Ctrl-C and 143 after SIGTERM.",
        ))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(COMMANDS.iter().map(|(name, command, _)| command(Command::new(name))))
        .subcommands(installed::commands())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::program().debug_assert();
    }

    /// Clap wraps help at 100 columns, and a command that is wrapped cannot be copied.
    #[test]
    fn no_line_of_an_example_is_wrapped() {
        let mut commands = vec![super::program()];
        while let Some(command) = commands.pop() {
            let help = command.get_after_help().map(ToString::to_string);
            let examples = help.iter().flat_map(|help| help.split("\n\n").next());
            for line in examples.flat_map(str::lines) {
                assert!(line.chars().count() <= 98, "{}: {line}", command.get_name());
            }
            let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
            commands.extend(shown.cloned());
        }
    }
}
