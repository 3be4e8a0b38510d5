#![doc = include_str!("../README.md")]
//!
//! Both are values without clock, thread or storage, and exchange texts (JSON) with the page:
//!
//! ```text
//!   page ──Input──▶ Tables ──Output──▶ page      messages, answers to requests, events to be kept
//!                     │ ▲
//!            Question ▼ │ EngineAnswer
//!                   Engine                        in a worker of its own, which the page may end at any time
//! ```
//!
//! The messages about tables are those of a server (`quincunx_table::messages`), so the page need not know
//! which of the two it speaks with. There is one visitor, and one page.

mod engine;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
mod tables;

use quincunx_catalog::GAMES;
use quincunx_registry::DataFile;

pub use engine::{Engine, EngineAnswer, Question};
pub use tables::{EngineUse, Input, Output, Tables};

/// Lists the files that computer players need: the module finds them beside itself.
pub fn data_files() -> impl Iterator<Item = &'static DataFile> {
    GAMES.iter().flat_map(|game| game.data_files()).copied()
}
