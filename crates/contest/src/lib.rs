//! The network that plays 2048 for the points of the contest.
//!
//! It is a crate of its own as no crate may be larger than ten megabytes. docs/2048.md says how it was made.

/// The file, as `quincunx weights quantize` writes it.
pub static NETWORK: &[u8] = include_bytes!("../contest.safetensors.gz");
