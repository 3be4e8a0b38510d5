//! `quincunx book info`: the positions of a book and who wins them.

use std::io::Write as _;

use clap::{ArgMatches, Command};
use quincunx_registry::{Books, DynGame};
use serde_json::json;

use super::opened::{Opened, book_arg, name};
use crate::args::json_arg;

pub(super) fn command() -> Command {
    Command::new("info")
        .about("Print the number of positions of a book and who wins them")
        .long_about(
            "Prints how many positions a book has of each ply, mirror images counted once, and how many of them the side to \
             move wins, draws and loses.",
        )
        .after_help(
            "Examples:\n  \
             quincunx book info\n  \
             quincunx book info 7x6.book --json",
        )
        .arg(book_arg())
        .arg(json_arg())
}

pub(super) fn run(entry: &dyn DynGame, books: &dyn Books, matches: &ArgMatches) -> anyhow::Result<()> {
    let opened = Opened::of(books, matches)?;
    let tallies = opened.book.tallies();
    let plies = tallies.len() - 1;
    let positions: usize = tallies.iter().map(|tally| tally.positions()).sum();
    let mut output = crate::output::stdout();
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
    let (name, title, bytes) = (name(opened.path), entry.title(), opened.bytes);
    writeln!(
        output,
        "{name}: {title} to ply {plies}, {positions} positions in {bytes} bytes"
    )?;
    writeln!(output, " ply  positions       wins      draws     losses")?;
    for (ply, tally) in tallies.iter().enumerate() {
        let counts = [tally.positions(), tally.wins, tally.draws, tally.losses];
        let [positions, wins, draws, losses] = counts;
        writeln!(
            output,
            "{ply:>4} {positions:>10} {wins:>10} {draws:>10} {losses:>10}"
        )?;
    }
    Ok(())
}
