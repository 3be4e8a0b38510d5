//! `quincunx book`: builds, describes and checks opening books.

mod build;
mod info;
mod verify;

use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use quincunx_catalog::{GAMES, find};
use quincunx_registry::{Books, OpeningBook};

use crate::args::{file_arg, option, path, value};
use crate::files::open;
use crate::output::failure::WrongUse;

pub(crate) const NAME: &str = "book";

/// The largest book: a byte for each of some millions of positions.
const MOST_BYTES: u64 = 1 << 24;

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Build, describe and check opening books")
        .long_about(
            "Builds, describes and checks opening books: the exact scores of all positions of a game's first plies, found once \
             and looked up ever after. One is part of the program, built by these commands.",
        )
        .after_help(
            "Examples:\n  \
             quincunx book info                          the book in the program\n  \
             quincunx book verify --sample 50            solve 50 of its positions again\n  \
             quincunx book build --plies 8               hours; Ctrl-C stops, the same command goes on\n  \
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
        build::NAME => build::run(entry, books, matches),
        info::NAME => info::run(entry, books, matches).map(|()| ExitCode::SUCCESS),
        verify::NAME => verify::run(entry, books, matches),
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

fn book_arg() -> Arg {
    file_arg("Book [default: the one in the program]")
}

struct Opened<'a> {
    book: Box<dyn OpeningBook>,
    /// `None` for the book in the program.
    path: Option<&'a Path>,
    bytes: usize,
}

impl<'a> Opened<'a> {
    fn of(books: &Books, matches: &'a ArgMatches) -> anyhow::Result<Self> {
        let path = path(matches, "file");
        let contents;
        let bytes = match path {
            None => books.shipped,
            Some(path) => {
                contents = read(path)?;
                &contents
            }
        };
        let book = (books.open)(bytes).with_context(|| name(path))?;
        Ok(Self {
            book,
            path,
            bytes: bytes.len(),
        })
    }
}

fn name(path: Option<&Path>) -> String {
    path.map_or_else(
        || "the book in the program".to_owned(),
        |path| path.display().to_string(),
    )
}

/// Reads a file that is no larger than a book.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let (file, shown) = (open(path)?, path.display());
    let mut bytes = Vec::new();
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    let length = read.with_context(|| format!("cannot read {shown}"))?;
    anyhow::ensure!(
        length as u64 <= MOST_BYTES,
        "{shown} is no opening book: it has more than {MOST_BYTES} bytes"
    );
    Ok(bytes)
}

fn plies(books: &Books, matches: &ArgMatches) -> anyhow::Result<u32> {
    let (plies, most) = (value(matches, "plies"), books.most_plies);
    if plies > most {
        return Err(WrongUse::error(format!(
            "--plies {plies}: a book has {most} plies at most"
        )));
    }
    Ok(plies)
}
