//! Records on disk.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use quincunx_arena::atomic_file;
use quincunx_catalog::find;
use quincunx_core::{DynSession, Record};
use quincunx_registry::DynGame;

use crate::output::failure::WrongUse;

const MAX_BYTES: u64 = 1 << 26;

pub(crate) fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    atomic_file::write(path, text.as_bytes())
        .with_context(|| format!("cannot save the record to {}", path.display()))
}

/// Returns the file of the n-th game of a session: the path itself, then `name-2.ext`, `name-3.ext`, …
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
        .ok_or_else(|| WrongUse::unknown_game(&record.game))
        .with_context(in_file)?;
    let session = entry.replay(&record).with_context(in_file)?;
    Ok((entry, session, record))
}

fn read(input: &mut dyn Read) -> anyhow::Result<String> {
    let mut text = String::new();
    input.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        bail!("the record is longer than {MAX_BYTES} bytes");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_games_have_files_of_their_own() {
        let path = Path::new("/tmp/a/game.record");
        assert_eq!(numbered(path, 1), path);
        assert_eq!(numbered(path, 2), Path::new("/tmp/a/game-2.record"));
        assert_eq!(numbered(Path::new("game"), 3), Path::new("game-3"));
    }
}
