//! Records on disk.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use quincunx_arena::atomic_file;
use quincunx_catalog::find;
use quincunx_core::{DynSession, Record};
use quincunx_registry::DynGame;

use crate::output::failure::WrongUse;

const MAX_BYTES: u64 = 1 << 26;

/// The records of a session's games, each in a new file of its own.
pub(crate) struct Recorder {
    path: PathBuf,
    /// The records to save, by the number of the game.
    unsaved: BTreeMap<usize, String>,
    /// The files of the saved records, by the number of the game.
    files: BTreeMap<usize, PathBuf>,
}

impl Recorder {
    /// Creates a recorder for a path and checks that a file can be written there.
    pub(crate) fn new(path: PathBuf) -> anyhow::Result<Self> {
        let names_folder = path.as_os_str().as_encoded_bytes().last();
        let names_folder = names_folder.is_some_and(|&end| std::path::is_separator(end.into()));
        if names_folder || path.is_dir() {
            bail!("{}: it is a folder", cannot_save(&path));
        }
        atomic_file::check_writable(&path).with_context(|| cannot_save(&path))?;
        Ok(Self {
            path,
            unsaved: BTreeMap::new(),
            files: BTreeMap::new(),
        })
    }

    /// Queues the record of a game to be saved.
    pub(crate) fn queue(&mut self, game: usize, text: String) {
        self.unsaved.insert(game, text);
    }

    pub(crate) fn has_unsaved(&self) -> bool {
        !self.unsaved.is_empty()
    }

    /// Saves the queued records. One that cannot be saved stays queued.
    pub(crate) fn save(&mut self) -> anyhow::Result<()> {
        let Self { path, unsaved, files } = self;
        let mut result = Ok(());
        unsaved.retain(|game, text| {
            let saved = match files.get(game) {
                Some(file) => save(file, text),
                None => save_new(path, text).map(|file| {
                    files.insert(*game, file);
                }),
            };
            let is_unsaved = saved.is_err();
            if is_unsaved {
                result = saved;
            }
            is_unsaved
        });
        result
    }

    /// Iterates over the files of the saved records.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.values().map(PathBuf::as_path)
    }
}

pub(crate) fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    atomic_file::write(path, text.as_bytes()).with_context(|| cannot_save(path))
}

fn cannot_save(path: &Path) -> String {
    format!("cannot save the record to {}", path.display())
}

/// Saves a record to the first of the numbered files that does not exist, and returns this file.
fn save_new(path: &Path, text: &str) -> anyhow::Result<PathBuf> {
    let file = create_numbered(path)?;
    save(&file, text).inspect_err(|_| {
        // The next try creates it again.
        let _ = fs::remove_file(&file);
    })?;
    Ok(file)
}

fn create_numbered(path: &Path) -> anyhow::Result<PathBuf> {
    let mut number = 1;
    loop {
        let file = numbered(path, number);
        match File::create_new(&file) {
            Ok(_) => return Ok(file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error).with_context(|| cannot_save(&file)),
        }
    }
}

/// Returns the n-th file of a path: the path itself, then `name-2.ext`, `name-3.ext`, …
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number < 2 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
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
    // Not a wrong command line, but a wrong file.
    let unknown = || anyhow!("{name}: {}", WrongUse::unknown_game(&record.game));
    let entry = find(&record.game).ok_or_else(unknown)?;
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
    fn every_game_has_a_new_file_and_an_unsaved_record_is_saved_later() {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let records = folder.path().join("records");
        fs::create_dir(&records).expect("the folder can be written");
        let file = |name: &str| records.join(name);
        fs::write(file("game.record"), "of another session").expect("the folder can be written");
        let mut recorder = Recorder::new(file("game.record")).expect("the folder can be written");
        recorder.queue(1, "first".to_owned());
        recorder.save().expect("the folder can be written");
        fs::write(file("game-3.record"), "of yet another").expect("the folder can be written");
        recorder.queue(1, "first, longer".to_owned());
        recorder.queue(2, "second".to_owned());

        let moved = folder.path().join("moved");
        fs::rename(&records, &moved).expect("the folder is ours");
        let error = recorder.save().expect_err("the folder is missing").to_string();
        assert!(error.starts_with("cannot save the record to "), "{error}");
        assert!(recorder.has_unsaved());
        fs::rename(&moved, &records).expect("the folder is ours");
        recorder.save().expect("the folder can be written");
        assert!(!recorder.has_unsaved());

        let names = ["game.record", "game-2.record", "game-3.record", "game-4.record"];
        let texts = names.map(|name| fs::read_to_string(file(name)).expect("it exists"));
        assert_eq!(
            texts,
            ["of another session", "first, longer", "of yet another", "second"]
        );
        let written: Vec<&Path> = recorder.files().collect();
        assert_eq!(written, [file("game-2.record"), file("game-4.record")]);
    }

    #[test]
    fn a_path_that_cannot_be_written_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        for path in [
            folder.path().to_owned(),
            folder.path().join("missing/game.record"),
            folder.path().join("missing/"),
        ] {
            let error = Recorder::new(path.clone())
                .err()
                .expect("it is refused")
                .to_string();
            let expected = format!("cannot save the record to {}", path.display());
            assert!(error.starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn a_record_of_an_unknown_game_is_a_bad_file_and_not_a_wrong_command_line() {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let path = folder.path().join("game.record");
        let entry = find("connect-four").expect("it is in the list");
        let session = entry.new_session(&entry.defaults(), 1).expect("a game");
        let mut record = session.record(Vec::new());
        record.game = "chess".to_owned();
        fs::write(&path, record.to_text()).expect("the folder can be written");
        let error = load(&path).err().expect("it is refused");
        assert!(error.to_string().contains("unknown game `chess`"), "{error}");
        assert!(!error.is::<WrongUse>());
    }

    #[test]
    fn numbers_come_before_the_extension() {
        let path = Path::new("/tmp/a/game.record");
        assert_eq!(numbered(path, 1), path);
        assert_eq!(numbered(path, 2), Path::new("/tmp/a/game-2.record"));
        assert_eq!(numbered(Path::new("game"), 3), Path::new("game-3"));
    }
}
