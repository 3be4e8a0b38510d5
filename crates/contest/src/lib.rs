//! The network that plays 2048 for the points of the contest.
//!
//! It is a crate of its own as no crate may be larger than ten megabytes, and the network for the usual points is in that of the
//! games. docs/2048.md says how both were made.

/// The file, as `quincunx weights quantize` writes it.
pub static NETWORK: &[u8] = include_bytes!("../contest.safetensors.gz");
