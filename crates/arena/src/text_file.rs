//! Text files of bounded length.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use thiserror::Error;

/// The largest text file that [`read`] accepts, in bytes: far more than a person writes.
const MAX_BYTES: u64 = 1 << 20;

/// Why a text file cannot be read.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum TextFileError {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The path is a device or a pipe, which may never end.
    #[error("expected a regular file")]
    NotAFile,
    /// The file is too long.
    #[error("the file is longer than {0} bytes")]
    TooLong(u64),
    /// The file is not UTF-8.
    #[error("line {line} is not UTF-8: save the file with this encoding")]
    NotText { line: usize },
}

impl TextFileError {
    /// Returns the line of the error, if it has one.
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::NotText { line } => Some(*line),
            Self::Io(_) | Self::NotAFile | Self::TooLong(_) => None,
        }
    }
}

/// Reads a text file of at most 1 MiB; see [`read_up_to`].
///
/// # Errors
/// As [`read_up_to`].
pub fn read(path: &Path) -> Result<String, TextFileError> {
    read_up_to(path, MAX_BYTES)
}

/// Reads a text file of at most `max_bytes`.
///
/// # Errors
/// When the file cannot be read, is a device or a pipe, is longer, or is not UTF-8.
pub fn read_up_to(path: &Path, max_bytes: u64) -> Result<String, TextFileError> {
    let kind = fs::metadata(path)?.file_type();
    // A folder gets the system's own message.
    if !kind.is_file() && !kind.is_dir() {
        return Err(TextFileError::NotAFile);
    }
    let mut bytes = Vec::new();
    let mut file = File::open(path)?.take(max_bytes.saturating_add(1));
    file.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(TextFileError::TooLong(max_bytes));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        TextFileError::NotText { line }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_text_is_accepted() {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let path = folder.path().join("text");
        let written = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("the folder can be written");
            read(&path)
        };
        assert_eq!(written("é\n".as_bytes()).expect("a text"), "é\n");
        assert_eq!(written(b"a\nb\n\xff\n").expect_err("no text").line(), Some(3));
        let long = vec![b' '; MAX_BYTES as usize + 1];
        assert!(written(&long[1..]).is_ok());
        assert!(matches!(written(&long), Err(TextFileError::TooLong(MAX_BYTES))));
        assert_eq!(read_up_to(&path, u64::MAX).expect("a text").len(), long.len());
        for missing in [folder.path(), &folder.path().join("nothing")] {
            assert!(matches!(read(missing), Err(TextFileError::Io(_))));
        }
        if cfg!(unix) {
            assert!(matches!(
                read(Path::new("/dev/zero")),
                Err(TextFileError::NotAFile)
            ));
        }
    }
}
