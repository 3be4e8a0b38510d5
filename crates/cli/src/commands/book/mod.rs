//! `quincunx book`: builds, describes and checks opening books.

mod build;
mod info;
mod opened;
mod verify;

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use quincunx_catalog::{GAMES, find};

use crate::args::{option, value};

pub(crate) fn command(command: Command) -> Command {
    command
        .about("Build, describe and check opening books")
        .long_about(
            "Builds, describes and checks opening books: the exact scores of all positions of a game's first plies, found once \
             and looked up ever after. One is part of the program, built by these commands.",
        )
        .after_help(
            "Examples:\n  \
             quincunx book info                          the book in the program\n  \
             quincunx book verify --sample 50            solve 50 of its positions again\n  \
             quincunx book build --plies 8               hours; Ctrl-C stops, the same command continues\n  \
             quincunx book build --plies 8 --out 7x6.book --threads 4\n  \
             quincunx book info 7x6.book --json",
        )
        .arg_required_else_help(true)
        .subcommand_required(true)
        .subcommand(build::command().arg(game_arg()))
        .subcommand(info::command().arg(game_arg()))
        .subcommand(verify::command().arg(game_arg()))
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (name, matches) = matches.subcommand().expect("clap requires a subcommand");
    let entry = find(&value::<String>(matches, "game")).expect("clap accepts only games");
    let books = entry.books().expect("clap accepts only games with books");
    match name {
        "build" => build::run(entry, books, matches),
        "info" => info::run(entry, books, matches).map(|()| ExitCode::SUCCESS),
        "verify" => verify::run(entry, books, matches),
        _ => unreachable!("clap accepts only the commands above"),
    }
}

fn with_books() -> impl Iterator<Item = &'static str> + Clone {
    let games = GAMES.iter().filter(|entry| entry.books().is_some());
    games.map(|entry| entry.id())
}

/// The option `--game`, by default the first with books.
fn game_arg() -> Arg {
    option("game", "GAME", "Game of the book")
        .value_parser(PossibleValuesParser::new(with_books()))
        .default_value(with_books().next().expect("a game has books"))
}
