//! A folder with a folder for each submission of a class.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use quincunx_grade::printable;

use crate::output::failure::WrongUse;

/// A submission of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Submission {
    /// Its name in reports and their files: that of its folder, as far as it can be printed. No other has it.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
}

/// Lists the folders in a folder by name; hidden ones are not submissions.
pub(crate) fn list(folder: &Path) -> anyhow::Result<Vec<Submission>> {
    let shown = folder.display();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {shown}"))?;
    let mut folders: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."))
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    if folders.is_empty() {
        return Err(WrongUse::error(format!(
            "{shown}: expected a folder for each submission, found none"
        )));
    }
    let mut names = BTreeSet::new();
    let submissions = folders.into_iter().map(|folder| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let mut name = printable(&name).replace('\n', "\u{fffd}");
        while !names.insert(name.clone()) {
            name.push('\u{fffd}');
        }
        Submission { name, folder }
    });
    Ok(submissions.collect())
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    #[cfg(unix)]
    fn folders_of_any_name_are_submissions() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;

        let class = tempfile::tempdir().expect("a temporary folder can be made");
        for name in [&b"M\xfcller"[..], b"M\xe4ller", b"Maier", b".git", b"\x1b[2J"] {
            std::fs::create_dir(class.path().join(OsStr::from_bytes(name))).expect("the folder is new");
        }
        let submissions = list(class.path()).expect("a class");
        let names: Vec<&str> = submissions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(
            names,
            ["\\u{1b}[2J", "Maier", "M\u{fffd}ller", "M\u{fffd}ller\u{fffd}"]
        );
        assert!(submissions.iter().all(|one| one.folder.is_dir()));
    }
}
