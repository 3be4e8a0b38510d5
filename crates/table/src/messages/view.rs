//! A position as the page draws it, and what happened to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A cell of the picture as `[column, row]`, both from 0, row 0 at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Place(pub u32, pub u32);

/// What tokens look like, by the token's decimal number. Tokens are whole numbers of 64 bits and therefore
/// texts here.
pub type Faces = BTreeMap<String, FaceView>;

/// A position as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Columns of the picture.
    pub columns: u32,
    /// Rows of the picture.
    pub rows: u32,
    /// Whether the edges are joined.
    pub torus: bool,
    /// The number that people give the first row and column.
    pub first: u32,
    /// Whether people count rows from the bottom.
    pub bottom_up: bool,
    /// The tokens, row by row from the top, `columns × rows` of them; null where a field is empty.
    pub cells: Vec<Option<String>>,
    /// Tokens beside the board, where the game has them.
    pub tray: Option<TrayView>,
    /// Lines to outline, each in order along the line.
    pub lines: Vec<Vec<Place>>,
    /// Cells that are no fields of the board; nothing ever stands there.
    pub holes: Vec<Place>,
    /// Fields that the game marks: those still to be cleared.
    pub marked: Vec<Place>,
    /// Named figures beside the board: points, moves.
    pub counters: Vec<CounterView>,
}

/// Tokens beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TrayView {
    /// The tokens left, in order.
    pub tokens: Vec<String>,
    /// The token that has been selected and is to be placed.
    pub selected: Option<String>,
}

/// A named figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterView {
    /// What is counted: `points`, `moves`, `moves left`.
    pub name: String,
    /// How many.
    pub value: u64,
}

/// How a token looks and is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FaceView {
    /// A short text on it, at most six characters; may be empty.
    pub label: String,
    /// What a screen reader says.
    pub name: String,
    /// 0 dark, 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 purple, 7 light; of a tile the step of a ramp,
    /// from 0 without end.
    pub tint: u8,
    /// The outline.
    pub shape: ShapeName,
    /// Whether it is drawn large.
    pub large: bool,
    /// Whether it is filled.
    pub solid: bool,
}

/// The outline of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShapeName {
    /// A round disc.
    Disc,
    /// A disc with a hole.
    Ring,
    /// A square with sharp corners.
    Square,
    /// A square on its corner.
    Diamond,
    /// A triangle.
    Triangle,
    /// A five-pointed star.
    Star,
    /// A hexagon.
    Hexagon,
    /// A tile that is read by its label.
    Tile,
}

/// One thing that happened to the board; steps of one wave happen at the same time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// A token appears where it stands.
    Spawn {
        /// Where.
        cell: Place,
        /// What.
        token: String,
    },
    /// A token comes in over the upper edge.
    Enter {
        /// Where it comes to rest.
        cell: Place,
        /// How many fields outside the board it starts, at least 1.
        height: u32,
        /// What.
        token: String,
    },
    /// A token changes its cell: it slides, falls or is swapped.
    Move {
        /// Where it was.
        from: Place,
        /// Where it is.
        to: Place,
        /// What.
        token: String,
    },
    /// A token that moved onto an equal one in this cell and both become another.
    Merge {
        /// Where.
        cell: Place,
        /// What they became.
        token: String,
    },
    /// A token turns into another where it stands.
    Become {
        /// Where.
        cell: Place,
        /// What it became.
        token: String,
    },
    /// A token leaves the board.
    Remove {
        /// Where it was.
        cell: Place,
        /// What it was.
        token: String,
    },
    /// A token is chosen from the tray.
    Select {
        /// What.
        token: String,
    },
    /// Points are won.
    Points {
        /// How many.
        points: u64,
    },
}

/// How a player means an action with pointer or keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Gesture {
    /// A direction: an arrow key, a swipe.
    Push {
        /// Where to.
        towards: Direction,
    },
    /// A column of the picture, from 0: a digit, a click anywhere in it.
    Column {
        /// Which.
        column: u32,
    },
    /// A cell.
    Point {
        /// Which.
        cell: Place,
    },
    /// A token of the tray.
    Take {
        /// Which.
        token: String,
    },
    /// Two neighbouring cells: a drag, or one tap on each.
    Swap {
        /// The upper or left one.
        from: Place,
        /// Its neighbour.
        to: Place,
    },
    /// A turn of the square of four cells.
    Rotate {
        /// Its upper left corner.
        corner: Place,
        /// The sense of the turn.
        clockwise: bool,
    },
    /// A shift of the whole row or column through the cell, by one field, around the edge.
    Shift {
        /// The first cell of the row or column.
        cell: Place,
        /// Where to.
        towards: Direction,
    },
}

/// One of the four directions of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Away from row 0.
    Down,
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
}
