//! Names of tables and secrets of seats.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use utoipa::ToSchema;

/// The public name of a table, as it stands in its address: 12 random characters, 60 bits.
///
/// The alphabet has no letters that are taken for digits (Crockford's base 32, lower case).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, pattern = "^[0-9a-hjkmnp-tv-z]{12}$")]
pub struct TableId([u8; 12]);

/// A secret of 128 random bits, written in 32 lower-case hexadecimal digits. The server keeps its hash alone.
///
/// It prints as `…` where it is shown by accident: in logs and panics.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, pattern = "^[0-9a-f]{32}$")]
pub struct SeatToken([u8; 16]);

/// The SHA-256 of a [`SeatToken`]: enough to know it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeatTokenHash([u8; 32]);

/// A text that is no name or secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IdError {
    /// Not a table's name.
    #[error("a table is named by 12 characters of 0-9 and a-z without i, l, o and u")]
    Table,
    /// Not a secret.
    #[error("a token has 32 digits of 0-9 and a-f")]
    SeatToken,
    /// Not a hash.
    #[error("a token's hash has 64 digits of 0-9 and a-f")]
    Hash,
}

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl TableId {
    /// Draws a new name from the system's randomness.
    ///
    /// # Panics
    /// When the system has no randomness to give.
    #[must_use]
    pub fn random() -> Self {
        Self(random_bytes::<12>().map(|byte| ALPHABET[usize::from(byte & 31)]))
    }

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("the alphabet is ASCII")
    }
}

impl SeatToken {
    /// Draws a new secret from the system's randomness.
    ///
    /// # Panics
    /// When the system has no randomness to give.
    #[must_use]
    pub fn random() -> Self {
        Self(random_bytes())
    }

    /// Returns what the server keeps of it.
    #[must_use]
    pub fn hash(&self) -> SeatTokenHash {
        SeatTokenHash(Sha256::digest(self.0).into())
    }
}

/// Draws bytes from the system's randomness.
///
/// # Panics
/// When the system has none to give.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

impl FromStr for TableId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let bytes: [u8; 12] = text.as_bytes().try_into().map_err(|_| IdError::Table)?;
        let known = bytes.iter().all(|byte| ALPHABET.contains(byte));
        known.then_some(Self(bytes)).ok_or(IdError::Table)
    }
}

impl FromStr for SeatToken {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        lower_hex(text).map(Self).ok_or(IdError::SeatToken)
    }
}

impl FromStr for SeatTokenHash {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        lower_hex(text).map(Self).ok_or(IdError::Hash)
    }
}

fn lower_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
    (lower && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatToken(…)")
    }
}

macro_rules! as_text {
    ($name:ident, $text:expr) => {
        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                $text(id)
            }
        }
    };
}

as_text!(TableId, |id: TableId| id.as_str().to_owned());
as_text!(SeatToken, |token: SeatToken| hex::encode(token.0));
as_text!(SeatTokenHash, |hash: SeatTokenHash| hex::encode(hash.0));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_secrets_are_read_as_they_are_written() {
        let id = TableId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
        let token = SeatToken::random();
        let text = String::from(token);
        assert_eq!((text.len(), text.parse()), (32, Ok(token)));
        let hash = token.hash();
        assert_eq!(String::from(hash).parse(), Ok(hash));
        assert_ne!(SeatToken::random(), token);
    }

    #[test]
    fn nothing_else_is_a_name_or_a_secret() {
        for text in [
            "",
            "abc",
            "0123456789abc",
            "0123456789ai",
            "0123456789AB",
            "../../../etc",
            "éééééé",
        ] {
            assert_eq!(text.parse::<TableId>(), Err(IdError::Table), "{text}");
        }
        for text in ["", "0", &"g".repeat(32), &"A".repeat(32), &"0".repeat(33)] {
            assert_eq!(text.parse::<SeatToken>(), Err(IdError::SeatToken), "{text}");
        }
    }

    #[test]
    fn a_secret_is_not_shown_by_accident() {
        let token = SeatToken::random();
        assert!(!format!("{token:?}").contains(&String::from(token)));
    }
}
