//! A folder with a folder for each submission of a class.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use quincunx_arena::text_file;
use quincunx_core::notation::printable;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::write;

/// The most files of a submission that are looked at.
const MAX_FILES: usize = 20_000;

/// A submission of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Submission {
    /// Its name in reports and their files: that of its folder, as far as it can be printed. No other has it.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
}

impl Submission {
    /// Returns a number that another content of the folder would hardly have: of the paths, sizes and times
    /// of its first 20,000 files.
    pub(crate) fn fingerprint(&self) -> String {
        let mut files = BTreeSet::new();
        let mut open = vec![self.folder.clone()];
        while let Some(folder) = open.pop()
            && files.len() < MAX_FILES
        {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => open.push(entry.path()),
                    _ => {
                        let metadata = entry.metadata().ok();
                        let modified = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
                        files.insert((entry.path(), metadata.map(|metadata| metadata.len()), modified));
                    }
                }
            }
        }
        let mut hasher = DefaultHasher::new();
        files.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }
}

/// A grade with what it is of.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept<T> {
    fingerprint: String,
    grade: T,
}

/// The most bytes of a file with a grade.
const MAX_GRADE: u64 = 64 << 20;

/// Writes the grade of a submission whose files had a fingerprint.
pub(crate) fn keep<T: Serialize>(file: &Path, fingerprint: String, grade: T) -> anyhow::Result<()> {
    write(file, &serde_json::to_string_pretty(&Kept { fingerprint, grade })?)
}

/// Reads the grade of a submission; one that is damaged, or of other files than it has now, is made anew.
pub(crate) fn kept<T: DeserializeOwned>(file: &Path, submission: &Submission) -> Option<T> {
    let kept: Kept<T> = serde_json::from_str(&text_file::read_up_to(file, MAX_GRADE).ok()?).ok()?;
    (kept.fingerprint == submission.fingerprint()).then_some(kept.grade)
}

/// Lists the folders in a folder by name; hidden ones and links are not submissions.
pub(crate) fn list(folder: &Path) -> anyhow::Result<Vec<Submission>> {
    let shown = folder.display();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {shown}"))?;
    let mut folders: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."))
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    if folders.is_empty() {
        bail_misuse!("{shown}: expected a folder for each submission, found none");
    }
    // The reports of the class are called so.
    let mut names = BTreeSet::from(["class".to_owned()]);
    let submissions = folders.into_iter().map(|folder| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let mut name = printable(&name).replace('\n', "\u{fffd}");
        while !names.insert(name.clone()) {
            name.push('_');
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
        for name in [&b"M\xfcller"[..], b"M\xe4ller", b"class", b".git", b"\x1b[2J"] {
            std::fs::create_dir(class.path().join(OsStr::from_bytes(name))).expect("the folder is new");
        }
        let submissions = list(class.path()).expect("a class");
        let names: Vec<&str> = submissions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["\\u{1b}[2J", "M\u{fffd}ller", "M\u{fffd}ller_", "class_"]);
        assert!(submissions.iter().all(|one| one.folder.is_dir()));
    }
}
