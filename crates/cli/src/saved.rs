//! What the laboratory has saved, told apart by what it says it is: one reader for every command that takes any of it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use quincunx_games::levels::report::{Study, StudyFileError};
use quincunx_search::arena::tournament::TournamentFileError;
use quincunx_search::arena::{FileError, Results, Standing};

/// What a file holds.
pub(crate) enum Saved {
    /// What `quincunx simulate` saves.
    Run(Results),
    /// What `quincunx tournament` saves.
    Tournament(Standing),
    /// What `quincunx level report` saves.
    Level(Study),
}

impl Saved {
    /// Reads what a file holds.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        Self::parse(&text(path)?).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        match Results::parse(text) {
            Err(FileError::Foreign) => {}
            read => return Ok(Self::Run(read?)),
        }
        match Standing::parse(text) {
            Err(TournamentFileError::Foreign) => {}
            read => return Ok(Self::Tournament(read?)),
        }
        match Study::parse(text) {
            Err(StudyFileError::Foreign) => bail!(
                "these are no results of a run, of a tournament or of a level's report: the text should begin with \
                 `{{\"format\":\"quincunx-`"
            ),
            read => Ok(Self::Level(read?)),
        }
    }
}

/// Reads the text of a file, or nothing of one that holds no JSON object: of what does not begin as one the end is not looked for,
/// as a device has none.
pub(crate) fn text(path: &Path) -> anyhow::Result<String> {
    let read = || -> io::Result<String> {
        let (mut file, mut text) = (File::open(path)?, String::new());
        let mut first = [0];
        if file.read(&mut first)? == 1 && first == *b"{" {
            text.push('{');
            file.read_to_string(&mut text)?;
        }
        Ok(text)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}
