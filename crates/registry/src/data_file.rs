//! Large files that computer players need.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use quincunx_search::MissingResource;

/// Where files lie that are not in the program.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// A file that comes with the program: in it, or, where that would make it too large, beside it.
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
    /// When it is not in the program, nobody has provided it, and it cannot be read from the folder.
    pub fn contents(&self) -> Result<&[u8], MissingResource> {
        if let Some(contents) = self.included {
            return Ok(contents);
        }
        if self.provided.get().is_none()
            && let Some(folder) = FOLDER.get()
            && let Ok(contents) = fs::read(folder.join(self.name))
        {
            self.provide(contents);
        }
        let provided = self.provided.get().map(Vec::as_slice);
        provided.ok_or(MissingResource::DataFile(self.name))
    }

    /// Sets the folder of the files beside the program; one set before stays.
    pub fn set_folder(folder: PathBuf) {
        let _ = FOLDER.set(folder);
    }

    /// Sets the contents of a file beside the program; contents set before stay.
    pub fn provide(&self, contents: Vec<u8>) {
        let _ = self.provided.set(contents);
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
        file.provide(vec![1, 2]);
        file.provide(vec![3]);
        assert_eq!(file.contents(), Ok(&[1, 2][..]));
    }

    #[test]
    fn a_file_beside_the_program_is_read_from_its_folder() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        DataFile::set_folder(folder.path().to_owned());
        let file = DataFile::new("moves.gz", None);
        assert_eq!(file.contents(), Err(MissingResource::DataFile("moves.gz")));
        fs::write(folder.path().join("moves.gz"), [5]).expect("it can be written");
        assert_eq!(file.contents(), Ok(&[5][..]));
    }
}
