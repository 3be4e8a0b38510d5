//! `quincunx book build`: makes a book, goes on with one, and keeps what is known whatever happens.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use quincunx_registry::{BookBuilder, Books, DynGame};
use serde_json::json;

use super::{plies, read};
use crate::args::json_arg;
use crate::args::threads::{threads_arg, threads_or_all};
use crate::output::progress::bar;
use crate::signals::Signals;
use quincunx_arena::atomic_file;

pub(super) const NAME: &str = "build";

/// How much work a power cut costs at most, for each thread.
const SAVE_EVERY: Duration = Duration::from_secs(10);

pub(super) fn command() -> Command {
    Command::new(NAME)
        .about("Make an opening book by solving all positions of a ply")
        .long_about(
            "Makes an opening book by solving all positions of a ply on all cores: some of them take seconds, and each \
             ply has about three times as many. What is known is saved every ten seconds and on Ctrl-C (a second one \
             ends the program at once); the same command goes on where it was stopped. A file that is finished, of \
             other plies or no book is never written over.",
        )
        .after_help(
            "Examples:\n  \
             quincunx book build --plies 8\n  \
             quincunx book build --plies 8 --out 7x6.book --threads 4",
        )
        .arg(
            Arg::new("plies")
                .long("plies")
                .value_name("N")
                .required(true)
                .value_parser(value_parser!(u32))
                .help("How many stones the last positions of the book have"),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Where the book is kept, in the making and after [default: GAME-N.book]"),
        )
        .arg(threads_arg("Number of threads [default: all]"))
        .arg(json_arg())
}

pub(super) fn run(entry: &dyn DynGame, books: &dyn Books, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let plies = plies(books, matches)?;
    let path = matches.get_one::<PathBuf>("out").cloned();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}-{plies}.book", entry.id())));
    let began = Instant::now();
    let signals = Signals::handle()?;
    let mut builder = begin(books, plies, &path)?;
    // Before the work, to see that it can be kept.
    save(&path, builder.as_ref())?;
    let before = builder.progress();
    let keeper = Mutex::new(Keeper {
        path: &path,
        bar: bar(before.positions, before.solved, "positions"),
        saved: Instant::now(),
    });
    builder.run(threads_or_all(matches), &signals.stop, &|builder| {
        let mut keeper = keeper.lock().unwrap_or_else(PoisonError::into_inner);
        keeper.look_at(builder);
    });
    let keeper = keeper.into_inner().unwrap_or_else(PoisonError::into_inner);
    keeper.bar.finish_and_clear();
    let bytes = save(&path, builder.as_ref())?;
    let progress = builder.progress();
    if let Some(status) = signals.status().filter(|_| !progress.is_finished()) {
        eprintln!(
            "stopped: {} of {} positions are solved and in {}; the same command goes on with the rest",
            progress.solved,
            progress.positions,
            path.display()
        );
        return Ok(status);
    }
    let (positions, seconds) = (progress.positions, began.elapsed().as_secs_f64());
    let mut output = io::stdout();
    if matches.get_flag("json") {
        let summary = json!({
            "game": entry.id(),
            "file": path.display().to_string(),
            "plies": plies,
            "positions": positions,
            "solved_now": positions - before.solved,
            "bytes": bytes,
            "seconds": seconds,
        });
        writeln!(output, "{summary}")?;
    } else {
        writeln!(
            output,
            "{}: {positions} positions of ply {plies} in {bytes} bytes, {} of them solved in {seconds:.1} s",
            path.display(),
            positions - before.solved,
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Begins a book, or goes on with the file that is there, if that is one to go on with.
fn begin(books: &dyn Books, plies: u32, path: &Path) -> anyhow::Result<Box<dyn BookBuilder>> {
    if !path
        .try_exists()
        .with_context(|| format!("cannot read {}", path.display()))?
    {
        return Ok(books.begin(plies));
    }
    let kept = || format!("{} already exists and is unchanged", path.display());
    let builder = books.resume(&read(path)?).with_context(kept)?;
    let progress = builder.progress();
    if progress.is_finished() {
        bail!("{}: it is a finished book of {} plies", kept(), builder.plies());
    }
    if builder.plies() != plies {
        bail!(
            "{}: it is a book of {} plies in the making",
            kept(),
            builder.plies()
        );
    }
    eprintln!(
        "going on with {}: {} of {} positions are solved",
        path.display(),
        progress.solved,
        progress.positions
    );
    Ok(builder)
}

/// Writes what is known, and tells in how many bytes.
fn save(path: &Path, builder: &dyn BookBuilder) -> anyhow::Result<usize> {
    let bytes = builder.to_bytes();
    atomic_file::write(path, &bytes)
        .with_context(|| format!("cannot save the book to {}", path.display()))?;
    Ok(bytes.len())
}

/// Shows how far the book has got, and saves it from time to time.
struct Keeper<'a> {
    path: &'a Path,
    bar: ProgressBar,
    saved: Instant,
}

impl Keeper<'_> {
    fn look_at(&mut self, builder: &dyn BookBuilder) {
        self.bar.inc(1);
        if self.saved.elapsed() < SAVE_EVERY {
            return;
        }
        if let Err(error) = save(self.path, builder) {
            // Somebody may make room before the end, and hours of work are worth the wait.
            self.bar.suspend(|| eprintln!("error: {error:#}"));
        }
        self.saved = Instant::now();
    }
}
