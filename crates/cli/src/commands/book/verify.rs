//! `quincunx book verify`: solves positions of a book again.

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::{ArgMatches, Command};
use quincunx_registry::{Books, DynGame};
use serde_json::json;

use super::opened::{Opened, book_arg, name};
use crate::args::{json_arg, option, seed_arg, threads_arg, threads_or_all, value, whole_number};
use crate::output::progress::bar;
use crate::signals::Signals;

pub(super) fn command() -> Command {
    Command::new("verify")
        .about("Check a book by solving a sample of its positions again")
        .long_about(
            "Solves a random sample of the positions of a book's last ply again, without the book and on all cores, and prints \
             each wrong score. Those of earlier plies follow from the last whenever a book is opened.",
        )
        .after_help(
            "Examples:\n  \
             quincunx book verify\n  \
             quincunx book verify 7x6.book --sample 1000 --seed 7 --json\n\n\
             Exit status: 1 when a score is wrong.",
        )
        .arg(book_arg())
        .arg(
            option("sample", "N", "Number of positions, at most all")
                .value_parser(whole_number(1..=u64::MAX))
                .default_value("100"),
        )
        .arg(seed_arg().help("Seed of the sample"))
        .arg(threads_arg("Number of threads [default: all]"))
        .arg(json_arg())
}

pub(super) fn run(entry: &dyn DynGame, books: &dyn Books, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let opened = Opened::of(books, matches)?;
    let (sample, seed): (u64, u64) = (value(matches, "sample"), value(matches, "seed"));
    let tallies = opened.book.tallies();
    let positions = tallies.last().map_or(0, |tally| tally.positions());
    let sample = usize::try_from(sample).unwrap_or(positions).min(positions);
    let began = Instant::now();
    let signals = Signals::handle()?;
    let bar = bar(sample, 0, "positions");
    let checked = Mutex::new(Vec::new());
    let threads = threads_or_all(matches);
    opened
        .book
        .check(sample, seed, threads, &signals.stop, &|position| {
            bar.inc(1);
            let mut checked = checked.lock().unwrap_or_else(PoisonError::into_inner);
            checked.push(position);
        });
    bar.finish_and_clear();
    let mut wrong = checked.into_inner().unwrap_or_else(PoisonError::into_inner);
    let checked = wrong.len();
    wrong.retain(|position| !position.is_right());
    // Threads finish in any order.
    wrong.sort();

    let seconds = began.elapsed().as_secs_f64();
    let mut output = crate::output::stdout();
    if matches.get_flag("json") {
        let of_wrong = wrong.iter().map(|position| {
            json!({
                "position": position.position,
                "in_book": position.in_book,
                "solved": position.solved,
            })
        });
        let report = json!({
            "game": entry.id(),
            "file": opened.path.map(|path| path.display().to_string()),
            "plies": tallies.len() - 1,
            "sample": sample,
            "seed": seed.to_string(),
            "checked": checked,
            "wrong": of_wrong.collect::<Vec<_>>(),
            "seconds": seconds,
        });
        writeln!(output, "{report}")?;
    } else {
        for position in &wrong {
            let (text, solved, in_book) = (&position.position, position.solved, position.in_book);
            writeln!(output, "{text} scores {solved}, not {in_book}")?;
        }
        let (name, ply, wrong) = (name(opened.path), tallies.len() - 1, wrong.len());
        writeln!(
            output,
            "{name}: {checked} of {sample} positions of ply {ply} solved again in {seconds:.1} s, {wrong} wrong"
        )?;
    }
    Ok(match signals.status() {
        Some(status) if checked < sample => status,
        _ if wrong.is_empty() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}
