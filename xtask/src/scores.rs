//! `cargo xtask scores`: the field's sets of scored positions, which are no part of the project, by the
//! release program.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::steps::{Steps, cargo, root};

#[derive(Args)]
pub(crate) struct Scores {
    /// The folder; every file in it that begins with a line `POSITION SCORE` is a set
    folder: PathBuf,
    /// The game whose positions they are
    #[arg(long, default_value = "connect-four")]
    game: String,
    /// Solves only so many positions of each set
    #[arg(long)]
    first: Option<usize>,
}

/// Solves all sets and prints how each went; fails when a score is wrong.
pub(crate) fn scores(options: &Scores) -> Result<()> {
    let sets = sets(&options.folder)?;
    ensure!(
        !sets.is_empty(),
        "no file in {} begins with a line `POSITION SCORE`",
        options.folder.display()
    );
    let mut steps = Steps::default();
    steps.run(
        "release build",
        &mut cargo(&["build", "--locked", "--release", "--package", "quincunx"]),
    )?;
    let mut check = Command::new(root().join("target/release/quincunx"));
    check.args(["solve", &options.game, "--check"]);
    if let Some(first) = options.first {
        check.args(["--first", &first.to_string()]);
    }
    steps.run("scores", check.args(sets))
}

/// Lists the sets of a folder by name.
fn sets(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read {}", folder.display());
    let mut sets = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.is_file() && is_set(&path).with_context(|| format!("cannot read {}", path.display()))? {
            sets.push(path);
        }
    }
    sets.sort();
    Ok(sets)
}

/// Returns whether a file begins with a position and a score.
fn is_set(path: &Path) -> Result<bool> {
    const MAX_LENGTH: u64 = 1 << 12;
    let mut line = Vec::new();
    BufReader::new(File::open(path)?.take(MAX_LENGTH)).read_until(b'\n', &mut line)?;
    let line = String::from_utf8_lossy(&line);
    let score = line
        .trim_end()
        .rsplit_once(' ')
        .map(|(_, score)| score.parse::<i32>());
    Ok(matches!(score, Some(Ok(_))))
}
