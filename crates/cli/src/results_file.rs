//! What the laboratory has saved, told apart by what it says it is: one reader for every command that takes any of it.

use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use quincunx_arena::format::{FileFormat, format_name};
use quincunx_arena::{Results, Standing};
use quincunx_match3::levels::report::Experiment;

/// What a file holds.
pub(crate) enum Saved {
    /// What `quincunx simulate` saves.
    Run(Results),
    /// What `quincunx tournament` saves.
    Tournament(Standing),
    /// What `quincunx level report` saves.
    Level(Experiment),
}

impl Saved {
    /// Reads what a file holds.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        Self::parse(&text(path)?).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let name = format_name(text);
        let is = |format: FileFormat| name.as_deref() == Some(format.name);
        if is(Results::FORMAT) {
            Ok(Self::Run(Results::parse(text)?))
        } else if is(Standing::FORMAT) {
            Ok(Self::Tournament(Standing::parse(text)?))
        } else if is(Experiment::FORMAT) {
            Ok(Self::Level(Experiment::parse(text)?))
        } else {
            bail!(
                "these are no results of a run, of a tournament or of a level's report: the text should begin with \
                 `{{\"format\":\"quincunx-`"
            )
        }
    }
}

/// With how many blanks a file may begin.
const MOST_BLANKS: usize = 1024;

/// Reads the text of a file, or nothing of one that holds no JSON object: of what does not begin as one the end is not looked for,
/// as a device has none.
pub(crate) fn text(path: &Path) -> anyhow::Result<String> {
    let read = || -> io::Result<String> {
        let (mut file, mut text) = (BufReader::new(File::open(path)?), String::new());
        let mut byte = [0];
        while text.len() <= MOST_BLANKS && file.read(&mut byte)? == 1 {
            text.push(byte[0].into());
            match byte[0] {
                b' ' | b'\t' | b'\n' | b'\r' => {}
                b'{' => {
                    file.read_to_string(&mut text)?;
                    return Ok(text);
                }
                _ => break,
            }
        }
        Ok(String::new())
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}
