//! Records on disk.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use quincunx_core::{DynSession, Record};
use quincunx_games::{Entry, find};

use crate::game_args::unknown_game;
use crate::whole_file;

/// Saves a text, whole or not at all.
pub(crate) fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    whole_file::write(path, text.as_bytes())
        .with_context(|| format!("cannot save the record to {}", path.display()))
}

/// Returns the file of the n-th game of a sitting: the path itself, then `name-2.ext`, `name-3.ext`, …
pub(crate) fn numbered(path: &Path, game: usize) -> PathBuf {
    if game < 2 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{game}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Reads a record and plays it again, with the players' names it carries.
pub(crate) fn load(path: &Path) -> anyhow::Result<(&'static Entry, Box<dyn DynSession>, Record)> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let in_file = || format!("{}", path.display());
    let record = Record::parse(&text).with_context(in_file)?;
    let entry = find(&record.game)
        .ok_or_else(|| unknown_game(&record.game))
        .with_context(in_file)?;
    let session = entry.replay(&record).with_context(in_file)?;
    Ok((entry, session, record))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_games_of_a_sitting_have_files_of_their_own() {
        let path = Path::new("/tmp/a/game.record");
        assert_eq!(numbered(path, 1), path);
        assert_eq!(numbered(path, 2), Path::new("/tmp/a/game-2.record"));
        assert_eq!(numbered(Path::new("game"), 3), Path::new("game-3"));
    }
}
