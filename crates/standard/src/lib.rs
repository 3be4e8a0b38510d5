#![doc = include_str!("../README.md")]
//!
//! It is a crate of its own because no crate may be larger than ten megabytes.
//! docs/reference/shipped-networks.md has the training commands.

/// The file, as `quincunx weights quantize` writes it: rounded values in the safetensors format, compressed
/// by gzip.
///
/// The network is for standard scoring: the sum of the values that merges make.
/// `quincunx_twenty48::TrainedNetwork::read` reads the file.
pub static NETWORK: &[u8] = include_bytes!("../standard.safetensors.gz");
