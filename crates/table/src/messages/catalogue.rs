//! The games there are, for the lobby.

use std::collections::BTreeMap;

use quincunx_core::{Effect, Face, Token, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::levels::LevelSet;

/// The games there are, in the order of menus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Catalogue {
    /// The version of the program.
    pub program: String,
    /// The games.
    pub games: Vec<GameInfo>,
    /// The levels of match-3.
    pub levels: LevelSet,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameInfo {
    /// The id by which the game is named everywhere.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// One line on what the game is.
    pub summary: String,
    /// How many players it has: 1 or 2.
    pub players: u8,
    /// Whether luck has a part in it.
    pub has_luck: bool,
    /// Whether its usual rules are solved: the highest level plays them perfectly.
    pub is_solved: bool,
    /// The options of its rules.
    pub options: Vec<OptionInfo>,
    /// The computer players from easy to hard.
    pub levels: Vec<LevelInfo>,
    /// In how many moves its puzzles are won; none where it has no puzzles.
    #[schema(required)]
    pub puzzles: Option<PuzzleRange>,
}

/// In how many of their own moves the solvers of a game's puzzles can be asked to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleRange {
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

/// An option of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptionInfo {
    /// The name.
    pub name: String,
    /// The values it takes.
    pub kind: OptionKindInfo,
    /// The value when none is given.
    pub default: String,
    /// One line on what it does.
    pub help: String,
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OptionKindInfo {
    /// A whole number.
    Integer {
        /// At least.
        least: u64,
        /// At most.
        most: u64,
    },
    /// A number.
    Number {
        /// At least.
        least: f64,
        /// At most.
        most: f64,
    },
    /// One of these words.
    Choice {
        /// The words.
        words: Vec<String>,
    },
    /// Any text on one line.
    Text {},
    /// The contents of a text file.
    File {},
}

/// A computer player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LevelInfo {
    /// From 1 to 5.
    pub level: u8,
    /// How it plays, in a few words.
    pub name: String,
}

/// A short game that plays itself, for the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Showcase {
    /// The game's id.
    pub game: String,
    /// What tokens look like.
    pub faces: BTreeMap<Token, Face>,
    /// The positions in order, the opening first.
    pub scenes: Vec<Scene>,
}

/// How to play a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameLessons {
    /// The game's id.
    pub game: String,
    /// What tokens look like.
    pub faces: BTreeMap<Token, Face>,
    /// The steps in their order.
    pub lessons: Vec<LessonInfo>,
}

/// A step of how to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LessonInfo {
    /// What to know, in English.
    pub text: String,
    /// The positions that show it, in order.
    pub scenes: Vec<Scene>,
}

/// One position of a game that plays itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Scene {
    /// What led here, step by step.
    pub steps: Vec<Vec<Effect>>,
    /// The board.
    pub board: View,
}
