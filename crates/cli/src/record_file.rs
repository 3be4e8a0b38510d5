//! Records on disk.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use quincunx_catalog::find;
use quincunx_core::{DynSession, Record};
use quincunx_registry::DynGame;

use crate::game_args::unknown_game;
use crate::whole_file;

/// The most bytes that a record is read of: millions of moves, and what every machine has.
const MOST_BYTES: u64 = 1 << 26;

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

/// Reads a record, of standard input if it is named `-`, and plays it again, with the players' names it carries.
pub(crate) fn load(path: &Path) -> anyhow::Result<(&'static dyn DynGame, Box<dyn DynSession>, Record)> {
    let (name, text) = if path == Path::new("-") {
        ("standard input".to_owned(), read(&mut io::stdin().lock()))
    } else {
        let text = File::open(path)
            .map_err(Into::into)
            .and_then(|mut file| read(&mut file));
        (path.display().to_string(), text)
    };
    let text = text.with_context(|| format!("cannot read {name}"))?;
    let in_file = || name.clone();
    let record = Record::parse(&text).with_context(in_file)?;
    let entry = find(&record.game)
        .ok_or_else(|| unknown_game(&record.game))
        .with_context(in_file)?;
    let session = entry.replay(&record).with_context(in_file)?;
    Ok((entry, session, record))
}

/// Reads a text that is not too long for a record.
fn read(input: &mut dyn Read) -> anyhow::Result<String> {
    let mut text = String::new();
    input.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        bail!("a record has at most {MOST_BYTES} bytes");
    }
    Ok(text)
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
