//! Large files that computer players need.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::{fs, io};

use quincunx_search::MissingResource;

/// Where files lie that are not in the program.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// How gzip begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A file that comes with the program, compressed with gzip: in it, or, where that would make it too large,
/// beside it.
///
/// A program that has a file system names the [folder](Self::set_folder) of the files beside it, from which
/// they are read when first needed. Any other [provides](Self::provide) a file after
/// [`MissingResource::DataFile`] has named it.
pub struct DataFile {
    name: &'static str,
    included: Option<&'static [u8]>,
    provided: OnceLock<Vec<u8>>,
}

impl DataFile {
    /// Names a file; without contents it is beside the program.
    #[must_use]
    pub const fn new(name: &'static str, included: Option<&'static [u8]>) -> Self {
        let provided = OnceLock::new();
        Self {
            name,
            included,
            provided,
        }
    }

    /// Returns its name, which no other file has.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns what is in it.
    ///
    /// # Errors
    /// When it is not in the program, nobody has provided it, and it is not in the folder
    /// ([`MissingResource::DataFile`]) or cannot be read from there ([`MissingResource::UnusableFile`]).
    pub fn contents(&self) -> Result<&[u8], MissingResource> {
        if let Some(contents) = self.included {
            return Ok(contents);
        }
        if self.provided.get().is_none()
            && let Some(folder) = FOLDER.get()
        {
            let path = folder.join(self.name);
            let unusable = |reason: &dyn ToString| MissingResource::UnusableFile {
                path: path.display().to_string(),
                reason: reason.to_string(),
            };
            match fs::read(&path) {
                Ok(contents) => {
                    if !self.provide(contents) {
                        return Err(unusable(&"it is not compressed with gzip"));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(unusable(&error)),
            }
        }
        let provided = self.provided.get().map(Vec::as_slice);
        provided.ok_or(MissingResource::DataFile(self.name))
    }

    /// Sets the folder of the files beside the program; one set before stays.
    pub fn set_folder(folder: PathBuf) {
        let _ = FOLDER.set(folder);
    }

    /// Sets the contents of a file beside the program; contents set before stay. Returns whether they can be
    /// its contents: a web space may answer with a page instead.
    pub fn provide(&self, contents: Vec<u8>) -> bool {
        let is_compressed = contents.starts_with(&GZIP);
        if is_compressed {
            let _ = self.provided.set(contents);
        }
        is_compressed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_beside_the_program_is_missing_until_it_is_provided() {
        let file = DataFile::new("weights.gz", None);
        let missing = file.contents().expect_err("nobody has provided it");
        assert_eq!(missing, MissingResource::DataFile("weights.gz"));
        assert!(!file.provide(b"<!doctype html>".to_vec()));
        file.contents().expect_err("another file is not taken");
        assert!(file.provide([&GZIP[..], &[1]].concat()));
        assert!(file.provide([&GZIP[..], &[2]].concat()));
        assert_eq!(file.contents(), Ok(&[0x1f, 0x8b, 1][..]));
    }

    #[test]
    fn a_file_beside_the_program_is_read_from_its_folder() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        DataFile::set_folder(folder.path().to_owned());
        let file = DataFile::new("moves.gz", None);
        assert_eq!(file.contents(), Err(MissingResource::DataFile("moves.gz")));
        let path = folder.path().join("moves.gz");
        let is_unusable = |contents| matches!(contents, Err(MissingResource::UnusableFile { .. }));
        fs::create_dir(&path).expect("it can be made");
        assert!(is_unusable(file.contents()), "it cannot be read");
        fs::remove_dir(&path).expect("it is empty");
        fs::write(&path, "moves").expect("it can be written");
        assert!(is_unusable(file.contents()), "it is not compressed");
        fs::write(&path, GZIP).expect("it can be written");
        assert_eq!(file.contents(), Ok(&GZIP[..]));
    }
}
