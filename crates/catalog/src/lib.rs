//! The one list of all games.
//!
//! To add a game, add its crate to `Cargo.toml` and its entry to [`GAMES`].

use quincunx_match3::{framework, levels, shariki};
use quincunx_registry::Entry;

/// Every game, in the order of menus.
pub static GAMES: &[&Entry] = &[
    &quincunx_connect_four::ENTRY,
    &framework::ENTRY,
    &shariki::ENTRY,
    &quincunx_quartet::ENTRY,
    &quincunx_twenty48::ENTRY,
    &levels::ENTRY,
];

/// Finds a game by its id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().copied().find(|entry| entry.id == id)
}

/// The examples of the project's README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
