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
use std::path::Path;

use anyhow::Context as _;

/// Opens a file to read; an error names it.
pub(crate) fn open(path: &Path) -> anyhow::Result<BufReader<File>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(BufReader::new(file))
}
