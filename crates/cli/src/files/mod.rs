//! Results, records and locks on disk.

#[cfg(feature = "parquet")]
mod parquet;
pub(crate) mod record_file;
pub(crate) mod records_folder;
pub(crate) mod results_file;
pub(crate) mod rows;
pub(crate) mod submissions;
pub(crate) mod tables_folder;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use anyhow::Context as _;
use quincunx_arena::atomic_file;

use crate::output::failure::WrongUse;

/// Returns the file of this program, not a link to it: other files are beside it.
pub(crate) fn program() -> io::Result<PathBuf> {
    fs::canonicalize(env::current_exe()?)
}

/// Opens a file to read; an error names it.
pub(crate) fn open(path: &Path) -> anyhow::Result<BufReader<File>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(BufReader::new(file))
}

/// Writes a text; an old file stays whole until the new one is.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    atomic_file::write(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the error of a file with an unexpected extension.
pub(crate) fn wrong_extension(path: &Path, expected: &str) -> anyhow::Error {
    WrongUse::error(format!("{}: expected the extension {expected}", path.display()))
}
