//! Levels of match-3 that are being made: what the editor draws and the server answers.

use quincunx_core::Face;
use quincunx_match3::levels::report::Report;
use quincunx_match3::levels::{Field, LevelError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// What an editor of levels works with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EditorConfig {
    /// The JSON schema of level files: the fields with their ranges and words.
    #[schema(value_type = Object)]
    pub schema: Value,
    /// What can stand on a board: the colours in their order, first the regular elements of all of them.
    pub elements: Vec<ElementInfo>,
    /// A level to begin with.
    pub blank: LevelDraft,
}

/// What can stand on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ElementInfo {
    /// By which drafts name it.
    pub code: String,
    /// The name of its colour.
    pub colour: String,
    /// The letter of a special; null for a regular element.
    #[schema(required)]
    pub special: Option<String>,
    /// How it looks.
    pub face: Face,
}

/// The levels there are to play, and how a table of one is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LevelSet {
    /// The game that plays levels.
    pub game: String,
    /// The option of that game which takes the name of a level.
    pub name_option: String,
    /// The option of that game which takes the text of a level.
    pub file_option: String,
    /// The levels that come with the program, from easy to hard.
    pub shipped: Vec<ShippedLevel>,
}

/// A level that comes with the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShippedLevel {
    /// The name by which it is asked for.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// One line about it.
    pub about: String,
    /// The most moves.
    pub limit: u32,
    /// The moves left, once the goals are reached, for a second star and for a third.
    #[schema(value_type = Vec<u32>)]
    pub stars: [u32; 2],
    /// The board, row by row: `.` a field, `*` a field to clear, `#` none.
    pub picture: Vec<String>,
}

/// A level that may still be wrong. What its fields take is in the schema of the [`EditorConfig`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelDraft {
    /// What it is called.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// Columns of the picture.
    #[schema(minimum = 1, maximum = 1764)]
    pub columns: u32,
    /// Rows of the picture.
    #[schema(minimum = 1, maximum = 1764)]
    pub rows: u32,
    /// The cells, row by row from the top, `columns × rows` of them.
    #[schema(min_items = 1, max_items = 1764)]
    pub fields: Vec<Field>,
    /// What the board begins with, by code; null where chance deals. As many as cells.
    #[schema(min_items = 1, max_items = 1764)]
    pub start: Vec<Option<String>>,
    /// How many colours there are.
    pub colours: usize,
    /// How often each colour comes in.
    pub weights: Vec<u32>,
    /// The columns in which that is otherwise.
    pub column_weights: Vec<ColumnWeights>,
    /// The names of the moves.
    pub moves: Vec<String>,
    /// The names of combinations, or deltas.
    pub matchers: Vec<String>,
    /// Whether combinations leave specials behind.
    pub specials: bool,
    /// Whether new elements come in.
    pub refill: bool,
    /// Whether a board without moves is put into a new order; else the level ends.
    pub reshuffle: bool,
    /// After how many moves it is over.
    pub limit: u32,
    /// The goals.
    pub goals: LevelGoals,
    /// The seed of the first board, in decimal digits: it has more than a JavaScript number keeps.
    #[schema(required)]
    pub seed: Option<String>,
}

/// How often each colour comes into one column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnWeights {
    /// The column, from 0.
    pub column: u32,
    /// One number for each colour.
    pub weights: Vec<u32>,
}

/// What must be reached before the moves run out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelGoals {
    /// So many points.
    #[schema(required)]
    pub score: Option<u64>,
    /// All marked fields cleared.
    pub clear: bool,
    /// So many elements of each colour, in the order of the colours; 0 where the colour does not matter.
    pub collect: Vec<u32>,
}

/// A level to be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LevelSource {
    /// As the editor has it.
    Draft {
        /// The draft.
        draft: Box<LevelDraft>,
    },
    /// As a file has it.
    Text {
        /// The text.
        #[schema(max_length = 65536)]
        text: String,
    },
    /// One that comes with the program.
    Shipped {
        /// Its name.
        name: String,
    },
}

/// A level that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CheckedLevel {
    /// The text of its file; of a draft the one that it becomes.
    pub text: String,
    /// The text as a draft, without its comments; null when a field of it is wrong.
    #[schema(required)]
    pub draft: Option<LevelDraft>,
    /// All that is wrong; when nothing is, the level can be played.
    pub problems: Vec<LevelError>,
}

/// A level to be reported on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportOrder {
    /// The text of the level.
    #[schema(max_length = 65536)]
    pub text: String,
    /// How many games each simulated player plays, from 2 to 400; those that look ahead play fewer.
    #[schema(minimum = 2, maximum = 400)]
    pub games: u64,
}

/// What simulated players make of a level.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LevelReport {
    /// The level's goals, each by the name of what is left of it beside the board, in the order of the
    /// report.
    pub goals: Vec<String>,
    /// The report of `quincunx level report --json`; docs/reference/level-report.md defines its fields.
    pub report: Report,
}
