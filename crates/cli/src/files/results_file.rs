//! Files of results: one reader and writer for every command that takes any of them.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _};
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use quincunx_arena::atomic_file::{self, FileLock};
use quincunx_arena::format::{FileFormat, format_name};
use quincunx_arena::{Difference, MergeError, Played, Results, Standing};
use quincunx_match3::levels::report::Experiment;

use super::wrong_extension;

pub(crate) enum ResultsFile {
    /// Written by `quincunx simulate`.
    Run(Results),
    /// Written by `quincunx tournament`.
    Tournament(Standing),
    /// Written by `quincunx level report`.
    Level(Experiment),
}

impl ResultsFile {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        read_as(path, |text| -> anyhow::Result<Self> {
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
                    "expected results of a run, a tournament or a level's report, which begin with \
                     `{{\"format\":\"quincunx-`"
                )
            }
        })
    }
}

pub(crate) fn read<T: Played>(path: &Path) -> anyhow::Result<T> {
    read_as(path, T::parse)
}

fn read_as<T, E: Into<anyhow::Error>>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> anyhow::Result<T> {
    let shown = path.display();
    let text = json_text(path).with_context(|| format!("cannot read {shown}"))?;
    parse(&text).map_err(|error| error.into().context(shown.to_string()))
}

/// Reads the games of a file and [resumes](resume) with them.
pub(crate) fn read_to_resume<T: Played>(fresh: T, path: &Path) -> anyhow::Result<T> {
    resume(fresh, read(path)?, path)
}

/// Merges what a file holds into the work that a command asks for, which must be the same.
pub(crate) fn resume<T: Played>(fresh: T, before: T, path: &Path) -> anyhow::Result<T> {
    T::merge([fresh, before]).map_err(|error| match error {
        MergeError::Other { difference, .. } => {
            let (path, Difference { what, one, two }) = (path.display(), difference);
            anyhow!("{path} holds the results of other work: {what} `{two}` there and `{one}` here")
        }
        MergeError::Rows { has_rows: true, .. } => {
            anyhow!("{} has rows: leave --no-rows out", path.display())
        }
        MergeError::Rows { has_rows: false, .. } => {
            anyhow!("{} has counters only: give --no-rows", path.display())
        }
        error => error.into(),
    })
}

pub(crate) fn unchanged(path: &Path) -> String {
    format!(
        "{} already exists and is unchanged; --force replaces it",
        path.display()
    )
}

pub(crate) fn save(path: &Path, games: &impl Played) -> anyhow::Result<()> {
    save_with(path, |file| games.write(file))
}

pub(crate) fn save_with<E: Into<anyhow::Error> + From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> anyhow::Result<()> {
    let written = atomic_file::write_with(path, write).map_err(Into::into);
    written.with_context(|| format!("cannot save the results to {}", path.display()))
}

pub(crate) fn lock(path: &Path) -> anyhow::Result<FileLock> {
    FileLock::acquire(path).with_context(|| format!("cannot save to {}", path.display()))
}

const MAX_SPACES: usize = 1024;

/// The largest file of results, in bytes: a gigabyte.
const MAX_BYTES: u64 = 1 << 30;

/// The most rows of a run. They take some gigabytes of memory and, with 50 to 70 bytes each, less than
/// [`MAX_BYTES`] in a file.
pub(crate) const MAX_ROWS: u64 = 10_000_000;

/// Reads a file, or nothing of one that does not begin as a JSON object: a device would have no end.
fn json_text(path: &Path) -> io::Result<String> {
    let (mut file, mut text) = (BufReader::new(File::open(path)?), String::new());
    let mut byte = [0];
    while text.len() <= MAX_SPACES && file.read(&mut byte)? == 1 {
        text.push(byte[0].into());
        match byte[0] {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b'{' => {
                file.take(MAX_BYTES).read_to_string(&mut text)?;
                if text.len() as u64 > MAX_BYTES {
                    let message = format!("the file is longer than {MAX_BYTES} bytes");
                    return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
                }
                return Ok(text);
            }
            _ => break,
        }
    }
    Ok(String::new())
}

pub(crate) fn check_json(path: &Path) -> anyhow::Result<()> {
    match path.extension() {
        Some(extension) if extension == "json" => Ok(()),
        _ => Err(wrong_extension(
            path,
            ".json; `quincunx report` makes a page of it",
        )),
    }
}

#[derive(Clone, Copy)]
pub(crate) enum OutputKind {
    /// `.html`: a page with charts.
    Page,
    /// `.json`: the games.
    Games,
}

impl OutputKind {
    /// Returns the kind of a file by its extension, so that a level is never overwritten.
    pub(crate) fn of(path: &Path) -> anyhow::Result<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => Ok(Self::Page),
            Some("json") => Ok(Self::Games),
            _ => Err(wrong_extension(path, ".html or .json")),
        }
    }
}

/// Merges the parts one after the other, so that only the sum and one part are in memory; `first` is that of
/// the first path. An error names the file of the part.
pub(crate) fn merge<T: Played>(paths: &[&Path], first: T) -> anyhow::Result<T> {
    let mut failed = None;
    let others = paths[1..].iter().map_while(|path| {
        let part = read(path);
        part.map_err(|error| failed = Some(of_kinds(paths[0], path, error)))
            .ok()
    });
    let merged = T::merge(std::iter::once(first).chain(others));
    if let Some(error) = failed {
        return Err(error);
    }
    merged.map_err(|error| match error.part() {
        Some(part) => anyhow::Error::from(error).context(paths[part].display().to_string()),
        None => error.into(),
    })
}

/// Returns why a part cannot be read: a file of another kind than the first is named as such.
fn of_kinds(first: &Path, path: &Path, error: anyhow::Error) -> anyhow::Error {
    match ResultsFile::read(path) {
        Ok(_) => anyhow!(
            "{} and {} hold results of different kinds; merge only parts of the same work",
            first.display(),
            path.display()
        ),
        Err(_) => error,
    }
}
