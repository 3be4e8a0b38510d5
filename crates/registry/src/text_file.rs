//! Text files that a person names.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use thiserror::Error;

/// The most bytes that are read of a text that a person has written: far more than any takes, and what every machine has.
pub const MOST_BYTES: u64 = 1 << 20;

/// Why a text file cannot be read.
#[derive(Debug, Error)]
pub enum Unreadable {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a device or a pipe.
    #[error("it is no file that holds a text")]
    NoFile,
    /// There is too much of it.
    #[error("it has more than {0} bytes")]
    TooLong(u64),
    /// It holds bytes that are no text.
    #[error("line {line} is not UTF-8: save the file with this encoding")]
    NotText {
        /// The line, from 1.
        line: usize,
    },
}

impl Unreadable {
    /// Returns the line that is to blame, if one is.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::NotText { line } => Some(*line),
            Self::Io(_) | Self::NoFile | Self::TooLong(_) => None,
        }
    }
}

/// Reads a text file whole, of [`MOST_BYTES`] at most.
///
/// # Errors
/// When it cannot be read, is longer, or is none.
pub fn read(path: &Path) -> Result<String, Unreadable> {
    read_up_to(path, MOST_BYTES)
}

/// Reads a text file whole, of so many bytes at most.
///
/// Nothing but a regular file is read, for a pipe may never end and a device may wait for ever; of a folder the system says that it
/// is one, as wherever else a file is wanted.
///
/// # Errors
/// When it cannot be read, is longer, or is none.
pub fn read_up_to(path: &Path, most_bytes: u64) -> Result<String, Unreadable> {
    let kind = fs::metadata(path)?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        return Err(Unreadable::NoFile);
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(most_bytes.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most_bytes {
        return Err(Unreadable::TooLong(most_bytes));
    }
    String::from_utf8(bytes).map_err(|error| {
        let right = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + right.iter().filter(|&&byte| byte == b'\n').count();
        Unreadable::NotText { line }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_or_too_long_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("text");
        let written = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("the folder can be written");
            read(&path)
        };
        assert_eq!(written("é\n".as_bytes()).expect("a text"), "é\n");
        assert_eq!(written(b"a\nb\n\xff\n").expect_err("no text").line(), Some(3));
        let most = vec![b' '; MOST_BYTES as usize + 1];
        assert!(written(&most[1..]).is_ok());
        assert!(matches!(written(&most), Err(Unreadable::TooLong(MOST_BYTES))));
        assert_eq!(read_up_to(&path, u64::MAX).expect("a text").len(), most.len());
        // Found as another kind of error than that of files that hold no text.
        assert!(matches!(read(folder.path()), Err(Unreadable::Io(_))));
        if cfg!(unix) {
            assert!(matches!(read(Path::new("/dev/zero")), Err(Unreadable::NoFile)));
        }
        assert!(matches!(
            read(&folder.path().join("nothing")),
            Err(Unreadable::Io(_))
        ));
    }
}
