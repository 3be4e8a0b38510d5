#![doc = include_str!("../README.md")]
//!
//! It is a crate of its own because no crate may be larger than ten megabytes.
//! docs/reference/shipped-networks.md has the training commands.

/// The file, as `quincunx weights quantize` writes it.
pub static NETWORK: &[u8] = include_bytes!("../contest.safetensors.gz");
