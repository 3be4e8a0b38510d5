//! A folder with a folder for each submission of a class.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use crate::output::failure::WrongUse;

/// Lists the names of the folders in a folder; hidden ones are not submissions.
pub(crate) fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    let shown = folder.display();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {shown}"))?;
    let folders = entries.flatten().filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    if names.is_empty() {
        return Err(WrongUse::error(format!(
            "{shown}: expected a folder for each submission, found none"
        )));
    }
    Ok(names)
}
