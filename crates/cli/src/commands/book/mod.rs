//! `quincunx book`: makes opening books, tells of them and checks them.

mod build;
mod info;
mod verify;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_catalog::{GAMES, find};
use quincunx_registry::{Books, DynGame, OpeningBook};

use crate::output::failure::WrongUse;

pub(crate) const NAME: &str = "book";

/// No book is larger: a byte for each of its positions, of which there are some millions at most.
const MOST_BYTES: u64 = 1 << 24;

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Make opening books, tell what is in one, and check it")
        .long_about(
            "Makes opening books: the exact scores of all positions of a game's first plies, found once and looked up \
             ever after. One is part of the program; these commands made it and tell whether it is right.",
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
    let (name, matches) = matches.subcommand().expect("clap asks for one");
    let (entry, books) = of_game(matches);
    match name {
        build::NAME => build::run(entry, books, matches),
        info::NAME => info::run(entry, books, matches).map(|()| ExitCode::SUCCESS),
        verify::NAME => verify::run(entry, books, matches),
        _ => unreachable!("clap takes only the commands above"),
    }
}

/// Lists the games that have books.
fn with_books() -> impl Iterator<Item = &'static str> + Clone {
    GAMES
        .iter()
        .filter(|entry| entry.books().is_some())
        .map(|entry| entry.id())
}

/// The option that names the game; the first that has books needs no naming.
fn game_arg() -> Arg {
    Arg::new("game")
        .long("game")
        .value_name("GAME")
        .value_parser(PossibleValuesParser::new(with_books()))
        .default_value(with_books().next().expect("a game has books"))
        .help("The game that the book is of")
}

fn of_game(matches: &ArgMatches) -> (&'static dyn DynGame, &'static dyn Books) {
    let id = matches.get_one::<String>("game").expect("it has a default");
    let entry = find(id).expect("clap takes only games that there are");
    (entry, entry.books().expect("clap takes only games with books"))
}

/// The file of a finished book.
fn file_arg() -> Arg {
    Arg::new("file")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("The book [default: the one in the program]")
}

/// A book that was opened, with where it was.
struct Opened<'a> {
    book: Box<dyn OpeningBook>,
    /// None for the one in the program.
    path: Option<&'a Path>,
    bytes: usize,
}

impl<'a> Opened<'a> {
    /// Opens the book that the command line names.
    fn of(books: &dyn Books, matches: &'a ArgMatches) -> anyhow::Result<Self> {
        let path = matches.get_one::<PathBuf>("file").map(PathBuf::as_path);
        let contents;
        let bytes = match path {
            None => books.shipped(),
            Some(path) => {
                contents = read(path)?;
                &contents
            }
        };
        let book = books.open(bytes).with_context(|| name(path))?;
        Ok(Self {
            book,
            path,
            bytes: bytes.len(),
        })
    }
}

/// Names a book to people.
fn name(path: Option<&Path>) -> String {
    path.map_or_else(
        || "the book in the program".to_owned(),
        |path| path.display().to_string(),
    )
}

/// Reads a file that may be a book; of a larger one too much to be one.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let cannot = || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(cannot)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .with_context(cannot)?;
    anyhow::ensure!(
        bytes.len() as u64 <= MOST_BYTES,
        "{} is no opening book: it has more than {MOST_BYTES} bytes",
        path.display()
    );
    Ok(bytes)
}

/// Reads a number of plies, and says how many there may be.
fn plies(books: &dyn Books, matches: &ArgMatches) -> anyhow::Result<u32> {
    let plies = *matches.get_one::<u32>("plies").expect("it is required");
    if plies > books.max_plies() {
        return Err(WrongUse::error(format!(
            "--plies {plies}: a book has {} plies at most",
            books.max_plies()
        )));
    }
    Ok(plies)
}
