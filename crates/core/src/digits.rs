//! Numbers of 64 bits in JSON, as decimal digits: they have more than a JavaScript number keeps. A field
//! names the module in `#[serde(with = "quincunx_core::digits")]`.

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};

/// Writes a number.
///
/// # Errors
/// When the serializer fails.
pub fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// Reads a number.
///
/// # Errors
/// When it is not a whole number in a text, or has more than 64 bits.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    String::deserialize(deserializer)?
        .parse()
        .map_err(D::Error::custom)
}
