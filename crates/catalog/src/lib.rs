#![doc = include_str!("../README.md")]
//!
//! To add a game, add its crate to `Cargo.toml` and a line to [`GAMES`].

mod processor;

use quincunx_connect_four::ConnectFour;
use quincunx_match3::framework::MatchThree;
use quincunx_match3::levels::LevelGame;
use quincunx_match3::shariki::Shariki;
use quincunx_quartet::Quartet;
use quincunx_registry::{DynGame, Registered};
use quincunx_twenty48::Twenty48;

pub use processor::is_x86_64_v3_wanted;

/// Every game, in the order of menus.
pub static GAMES: &[&dyn DynGame] = &[
    &Registered::<ConnectFour>::NEW,
    &Registered::<MatchThree>::NEW,
    &Registered::<Shariki>::NEW,
    &Registered::<Quartet>::NEW,
    &Registered::<Twenty48>::NEW,
    &Registered::<LevelGame>::NEW,
];

/// Finds a game by its id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn DynGame> {
    GAMES.iter().copied().find(|game| game.id() == id)
}

/// The examples of the project's README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
