//! Tests of levels: their texts, the game against its contract, its cascades, its players.

mod drafts;
mod files;
mod game;
mod objective;
mod players;

use super::*;

/// Reads a level that must be right.
fn level(text: &str) -> Level {
    Level::read(text).unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}

fn game(text: &str) -> LevelGame {
    LevelGame::new(level(text))
}

/// Returns the game of a shipped level.
fn shipped(name: &str) -> LevelGame {
    let found = SHIPPED.iter().find(|shipped| shipped.name == name);
    game(found.expect("there is such a level").text)
}
