//! Records on disk: written whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use quincunx_core::{DynSession, Record};
use quincunx_games::{Entry, find};

use crate::game_args::unknown_game;

/// Saves a text: into a temporary file beside it first, which then takes its name, so that a crash between leaves the
/// old file or the new one and never half of one.
pub(crate) fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut name = OsString::from(".");
    name.push(
        path.file_name()
            .with_context(|| format!("cannot save a record to `{}`: it names no file", path.display()))?,
    );
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write()
        .inspect_err(|_| {
            // What is left of it, if anything, is of no use to anybody.
            let _ = fs::remove_file(&temporary);
        })
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

    #[test]
    fn a_record_is_saved_whole_and_nothing_else_stays() {
        let folder = std::env::temp_dir().join(format!("quincunx-records-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
        let path = folder.join("game.record");
        for text in ["first", "second"] {
            save(&path, text).expect("the folder can be written");
            assert_eq!(fs::read_to_string(&path).expect("it was saved"), text);
        }
        let files = fs::read_dir(&folder).expect("the folder is there").count();
        assert_eq!(files, 1);
        assert!(save(&folder.join("none/game.record"), "").is_err());
        assert!(save(Path::new("/"), "").is_err());
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
