//! `quincunx book info`: how many positions a book knows, and who wins them.

use std::io::{self, Write as _};

use clap::{ArgMatches, Command};
use quincunx_registry::{Books, DynGame};
use serde_json::json;

use super::{Opened, file_arg, name};
use crate::args::json_arg;

pub(super) const NAME: &str = "info";

pub(super) fn command() -> Command {
    Command::new(NAME)
        .about("Tell how many positions a book knows and who wins them")
        .long_about(
            "Tells how many positions a book knows of each ply, mirror images counted once, and how many of them the \
             side to move wins, draws and loses.",
        )
        .after_help(
            "Examples:\n  \
             quincunx book info\n  \
             quincunx book info 7x6.book --json",
        )
        .arg(file_arg())
        .arg(json_arg())
}

pub(super) fn run(entry: &dyn DynGame, books: &dyn Books, matches: &ArgMatches) -> anyhow::Result<()> {
    let opened = Opened::of(books, matches)?;
    let tallies = opened.book.tallies();
    let plies = tallies.len() - 1;
    let positions: usize = tallies.iter().map(|tally| tally.positions()).sum();
    let mut output = io::stdout().lock();
    if matches.get_flag("json") {
        let of_plies = tallies.iter().enumerate().map(|(ply, tally)| {
            json!({
                "ply": ply,
                "positions": tally.positions(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
            })
        });
        let info = json!({
            "game": entry.id(),
            "file": opened.path.map(|path| path.display().to_string()),
            "bytes": opened.bytes,
            "plies": plies,
            "positions": positions,
            "by_ply": of_plies.collect::<Vec<_>>(),
        });
        writeln!(output, "{info}")?;
        return Ok(());
    }
    writeln!(
        output,
        "{}: {} to ply {plies}, {positions} positions in {} bytes",
        name(opened.path),
        entry.title(),
        opened.bytes
    )?;
    writeln!(
        output,
        "{:>4} {:>10} {:>10} {:>10} {:>10}",
        "ply", "positions", "wins", "draws", "losses"
    )?;
    for (ply, tally) in tallies.iter().enumerate() {
        writeln!(
            output,
            "{ply:>4} {:>10} {:>10} {:>10} {:>10}",
            tally.positions(),
            tally.wins,
            tally.draws,
            tally.losses
        )?;
    }
    Ok(())
}
