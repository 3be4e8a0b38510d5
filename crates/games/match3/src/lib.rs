#![doc = include_str!("../README.md")]
//!
//! They are in [`shariki`], [`framework`] and [`levels`].

mod engine;
pub mod framework;
pub mod levels;
mod options;
pub mod shariki;
