//! The second half of the network that plays 2048 for the usual points.
//!
//! The first half is in the crate of the games, as no crate may be larger than ten megabytes. docs/2048.md says how it was made.

/// The end of the file that `quincunx weights quantize` writes.
pub static SECOND_HALF: &[u8] = include_bytes!("../standard.safetensors.gz.2");
