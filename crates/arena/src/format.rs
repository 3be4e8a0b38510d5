//! What the texts of this program say first: what they are, and of which version.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A kind of texts, JSON objects that begin with `format` and `version`.
#[derive(Clone, Copy, Debug)]
pub struct FileFormat {
    /// What `format` says.
    pub name: &'static str,
    /// The version that is read.
    pub version: u64,
}

/// Why a text cannot be read.
#[derive(Debug)]
pub enum Misread {
    /// It is something else.
    Foreign,
    /// It is of another version.
    Version(u64),
    /// It is not as such texts are written.
    Damaged(serde_json::Error),
}

/// What a text says first.
#[derive(Clone, Debug, Deserialize)]
pub struct Head {
    /// What it is.
    pub format: String,
    /// Its version.
    pub version: u64,
}

impl fmt::Display for FileFormat {
    /// Writes what a text begins with, up to its version.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version } = self;
        write!(f, "{{\"format\":\"{name}\",\"version\":{version}")
    }
}

impl FileFormat {
    /// Reads a text; `head` tells what it says first.
    pub fn read<T: DeserializeOwned>(&self, text: &str, head: impl Fn(&T) -> Head) -> Result<T, Misread> {
        let (said, read) = match serde_json::from_str::<T>(text) {
            Ok(read) => (head(&read), Ok(read)),
            Err(error) => match serde_json::from_str::<Head>(text) {
                Ok(said) => (said, Err(Misread::Damaged(error))),
                Err(_) if leading_name(text) == Some(self.name) => return Err(Misread::Damaged(error)),
                Err(_) => return Err(Misread::Foreign),
            },
        };
        if said.format != self.name {
            return Err(Misread::Foreign);
        }
        if said.version != self.version {
            return Err(Misread::Version(said.version));
        }
        read
    }
}

/// Returns the name of the format that a text says it is of, be it whole or damaged; `None` where it says
/// none.
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
