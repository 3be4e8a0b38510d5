//! `quincunx book build`: builds a book, or continues one.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::{ArgMatches, Command};
use indicatif::ProgressBar;
use quincunx_registry::{BookBuilder, Books, DynGame};
use serde_json::json;

use super::opened::{plies, read};
use crate::args::{json_arg, option, path, path_option, threads_arg, threads_or_all, whole_number};
use crate::output::progress::bar;
use crate::signals::Signals;
use quincunx_arena::atomic_file;

/// The most work that a power cut costs, per thread.
const SAVE_EVERY: Duration = Duration::from_secs(10);

pub(super) fn command() -> Command {
    Command::new("build")
        .about("Build an opening book by solving all positions of a ply")
        .long_about(
            "Builds an opening book by solving all positions of a ply on all cores: some take seconds, and each ply has about \
             three times as many. What is known is saved every ten seconds and on Ctrl-C (a second one ends the program at \
             once); the same command continues. A finished file, one of other plies and other files are never replaced.",
        )
        .after_help(
            "Examples:\n  \
             quincunx book build --plies 8\n  \
             quincunx book build --plies 8 --out 7x6.book --threads 4",
        )
        .arg(
            option("plies", "N", "Number of stones of the last positions")
                .required(true)
                .value_parser(whole_number(0..=u32::MAX)),
        )
        .arg(path_option("out", "FILE", "File of the book, finished or not [default: GAME-N.book]"))
        .arg(threads_arg("Number of threads [default: all]"))
        .arg(json_arg())
}

pub(super) fn run(entry: &dyn DynGame, books: &dyn Books, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let plies = plies(books, matches)?;
    let default = || PathBuf::from(format!("{}-{plies}.book", entry.id()));
    let path = path(matches, "out").map_or_else(default, Path::to_owned);
    let began = Instant::now();
    let signals = Signals::handle()?;
    let mut builder = begin(books, plies, &path)?;
    // Before the work, to check that it can be saved.
    save(&path, builder.as_ref())?;
    let before = builder.progress();
    let keeper = Mutex::new(Keeper {
        path: &path,
        bar: bar(before.positions, before.solved, "positions"),
        saved: Instant::now(),
    });
    builder.run(threads_or_all(matches), &signals.stop, &|builder| {
        let mut keeper = keeper.lock().unwrap_or_else(PoisonError::into_inner);
        keeper.count(builder);
    });
    let keeper = keeper.into_inner().unwrap_or_else(PoisonError::into_inner);
    keeper.bar.finish_and_clear();
    let bytes = save(&path, builder.as_ref())?;
    let progress = builder.progress();
    if let Some(status) = signals.status().filter(|_| !progress.is_finished()) {
        let (solved, positions, path) = (progress.solved, progress.positions, path.display());
        eprintln!(
            "stopped: {solved} of {positions} positions are solved; the same command continues with {path}"
        );
        return Ok(status);
    }
    let (positions, seconds) = (progress.positions, began.elapsed().as_secs_f64());
    let mut output = crate::output::stdout();
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
        let (path, solved) = (path.display(), positions - before.solved);
        writeln!(
            output,
            "{path}: {positions} positions of ply {plies} in {bytes} bytes, {solved} of them solved in {seconds:.1} s"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Begins a book, or continues the unfinished one in the file.
fn begin(books: &dyn Books, plies: u32, path: &Path) -> anyhow::Result<Box<dyn BookBuilder>> {
    let exists = path.try_exists();
    if !exists.with_context(|| format!("cannot read {}", path.display()))? {
        return Ok(books.begin(plies));
    }
    let unchanged = || format!("{} already exists and is unchanged", path.display());
    let builder = books.resume(&read(path)?).with_context(unchanged)?;
    let (progress, of) = (builder.progress(), builder.plies());
    let size = if of == 1 {
        "1 ply".to_owned()
    } else {
        format!("{of} plies")
    };
    if progress.is_finished() {
        bail!("{}: it is a finished book of {size}", unchanged());
    }
    if of != plies {
        bail!("{}: it is a book of {size} in the making", unchanged());
    }
    let (solved, positions, path) = (progress.solved, progress.positions, path.display());
    eprintln!("continuing with {path}: {solved} of {positions} positions are solved");
    Ok(builder)
}

fn save(path: &Path, builder: &dyn BookBuilder) -> anyhow::Result<usize> {
    let bytes = builder.to_bytes();
    atomic_file::write(path, &bytes)
        .with_context(|| format!("cannot save the book to {}", path.display()))?;
    Ok(bytes.len())
}

/// Shows the progress and saves the book from time to time.
struct Keeper<'a> {
    path: &'a Path,
    bar: ProgressBar,
    saved: Instant,
}

impl Keeper<'_> {
    fn count(&mut self, builder: &dyn BookBuilder) {
        self.bar.inc(1);
        if self.saved.elapsed() < SAVE_EVERY {
            return;
        }
        if let Err(error) = save(self.path, builder) {
            // Somebody may free space before the end.
            self.bar.suspend(|| eprintln!("error: {error:#}"));
        }
        self.saved = Instant::now();
    }
}
