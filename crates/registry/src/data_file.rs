//! Large files that computer players need.

use std::sync::OnceLock;

use quincunx_search::MissingResource;

/// A file that comes with the program: in it, or, where that would make it too large, beside it.
///
/// Whoever runs a program with files beside it [provides](Self::provide) one after
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
    /// When it is beside the program and nobody has provided it.
    pub fn contents(&self) -> Result<&[u8], MissingResource> {
        let provided = || self.provided.get().map(Vec::as_slice);
        let contents = self.included.or_else(provided);
        contents.ok_or(MissingResource::DataFile(self.name))
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
}
