//! What the files of this program begin with: their format and its version.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A kind of files: JSON objects that begin with `format` and `version`.
#[derive(Clone, Copy, Debug)]
pub struct FileFormat {
    /// The value of `format`.
    pub name: &'static str,
    /// What such a file holds, for errors: `results`.
    pub noun: &'static str,
    /// The version that is read.
    pub version: u64,
}

/// Why a file cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The text is of another format.
    #[error("no {} found: expected a text that begins with `{}`", .0.noun, .0)]
    Foreign(FileFormat),
    /// The file is of another version.
    #[error("found {} of version {}, expected version {}", .0.noun, .1, .0.version)]
    Version(FileFormat, u64),
    /// The file does not follow its format.
    #[error("damaged {}: {}", .0.noun, .1)]
    Damaged(FileFormat, serde_json::Error),
    /// The parts of the file contradict each other.
    #[error("damaged {}: {}", .0.noun, .1)]
    Contradiction(FileFormat, String),
}

#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

impl fmt::Display for FileFormat {
    /// Writes what a text begins with, up to its version.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version, .. } = self;
        write!(f, "{{\"format\":\"{name}\",\"version\":{version}")
    }
}

impl FileFormat {
    /// Reads a text in its written form, of which `head` returns format and version, and checks it.
    ///
    /// # Errors
    /// When the text is not JSON of this form, has another format or version, or does not pass the check.
    pub fn read<W: DeserializeOwned, T>(
        self,
        text: &str,
        head: impl Fn(&W) -> (&str, u64),
        check: impl FnOnce(W) -> Result<T, String>,
    ) -> Result<T, FileError> {
        let is_right = |format: &str, version| {
            if format != self.name {
                Err(FileError::Foreign(self))
            } else if version != self.version {
                Err(FileError::Version(self, version))
            } else {
                Ok(())
            }
        };
        match serde_json::from_str::<W>(text) {
            Ok(written) => {
                let (format, version) = head(&written);
                is_right(format, version)?;
                check(written).map_err(|reason| FileError::Contradiction(self, reason))
            }
            Err(error) => {
                match serde_json::from_str::<Head>(text) {
                    Ok(head) => is_right(&head.format, head.version)?,
                    Err(_) => is_right(leading_name(text).unwrap_or_default(), self.version)?,
                }
                Err(FileError::Damaged(self, error))
            }
        }
    }
}

/// Returns the name of the format that a text claims, be it whole or damaged.
pub fn format_name(text: &str) -> Option<String> {
    match serde_json::from_str::<Head>(text) {
        Ok(head) => Some(head.format),
        Err(_) => leading_name(text).map(str::to_owned),
    }
}

/// Returns the name of the format where a text says it first of all, as this program writes it.
fn leading_name(text: &str) -> Option<&str> {
    let name_on = text.trim_start().strip_prefix("{\"format\":\"")?;
    name_on.split_once('"').map(|(name, _)| name)
}

/// Writes a value on one line.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("no map of it has keys that are no text")
}
