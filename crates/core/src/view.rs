//! What a player sees, without colours or pixels: page, terminal and pictures draw it in their own way.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::actions::BitAction;
use crate::effects::Token;
use crate::game::Game;
use crate::grid::{Cell, Grid, Size, Topology};
use crate::side::Side;

/// A position as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct View {
    /// What stands where; row 0 is the top row of the picture.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::grid::GridJson<Option<Token>>))]
    pub board: Grid<Option<Token>>,
    /// Whether the edges are joined.
    pub topology: Topology,
    /// How rows and columns are counted in the notation, for labels at the edge and for screen readers.
    pub numbering: Numbering,
    /// Tokens beside the board, where the game has them.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub tray: Option<Tray>,
    /// Lines to outline: the fours that won. Each in order along the line.
    pub lines: Vec<Vec<Cell>>,
    /// Cells of the picture that are no fields of the board, in reading order; nothing ever stands there.
    pub holes: Vec<Cell>,
    /// Fields that the game marks, in reading order: those still to be cleared.
    pub marked: Vec<Cell>,
    /// Named figures beside the board: points, moves.
    pub counters: Vec<Counter>,
}

impl View {
    /// Creates the view of a plane board, rows and columns counted from 0, with named figures beside it.
    pub fn new(board: Grid<Option<Token>>, counters: &[(&'static str, u64)]) -> Self {
        let counters = counters.iter().map(|&(name, value)| Counter {
            name: Cow::Borrowed(name),
            value,
        });
        Self {
            board,
            topology: Topology::Plane,
            numbering: Numbering::default(),
            tray: None,
            lines: Vec::new(),
            holes: Vec::new(),
            marked: Vec::new(),
            counters: counters.collect(),
        }
    }

    /// Lists the tokens that are shown, on the board and in the tray.
    pub fn tokens(&self) -> impl Iterator<Item = Token> {
        let tray = self.tray.iter();
        let tray = tray.flat_map(|tray| tray.tokens.iter().copied().chain(tray.selected));
        self.board.values().iter().copied().flatten().chain(tray)
    }
}

/// How the notation of a game counts rows and columns.
///
/// A picture counts from 0 at the upper left; people read and type numbers that count as the game does.
///
/// ```
/// use quincunx_core::{Cell, Numbering, Size};
/// let size = Size::new(7, 6)?;
/// let connect_four = Numbering { first: 1, bottom_up: true };
/// let corner = Cell::new(0, 5);
/// assert_eq!((connect_four.column(corner.column), connect_four.row(corner.row, size)), (1, 1));
/// # Ok::<(), quincunx_core::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Numbering {
    /// The number of the first row and of the first column.
    pub first: u32,
    /// Whether the first row is the bottom row of the picture instead of its top row.
    pub bottom_up: bool,
}

impl Numbering {
    /// Returns the number of a column of the picture.
    pub const fn column(self, column: u32) -> u32 {
        self.first + column
    }

    /// Returns the number of a row of the picture of a board.
    pub const fn row(self, row: u32, size: Size) -> u32 {
        let row = if self.bottom_up {
            size.rows() - 1 - row
        } else {
            row
        };
        self.first + row
    }
}

/// Tokens beside the board from which a player selects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Tray {
    /// The tokens left, in order.
    pub tokens: Vec<Token>,
    /// The token that has been selected and is to be placed.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub selected: Option<Token>,
}

/// A named figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Counter {
    /// What is counted: `points`, `moves`, `moves left`.
    pub name: Cow<'static, str>,
    /// How many.
    pub value: u64,
}

/// The outline of a token, recognisable without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub enum Shape {
    /// A round disc.
    Disc,
    /// A ring: a disc with a hole.
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

impl Shape {
    /// Returns its name in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Disc => "disc",
            Self::Ring => "ring",
            Self::Square => "square",
            Self::Diamond => "diamond",
            Self::Triangle => "triangle",
            Self::Star => "star",
            Self::Hexagon => "hexagon",
            Self::Tile => "tile",
        }
    }
}

/// How a token looks and is called, in words and channels that every display can draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Face {
    /// A short text on it, at most six characters: `2048`, `V`; may be empty.
    pub label: String,
    /// What a screen reader says: `red bomb`, `white tall solid cylinder`.
    pub name: String,
    /// The colour, as a number into the palette that all displays share: 0 dark, 1 red, 2 orange, 3 yellow,
    /// 4 green, 5 blue, 6 purple, 7 light. For a [`Shape::Tile`] it is a step of a ramp instead, from 0
    /// upwards without end.
    pub tint: u8,
    /// The outline.
    pub shape: Shape,
    /// Whether it is drawn large; false only where a game has two sizes.
    pub large: bool,
    /// Whether it is filled; false only where a game has hollow tokens.
    pub solid: bool,
}

/// How a player means an action with pointer or keys; the display finds the legal action that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
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
        cell: Cell,
    },
    /// A token of the tray.
    Take {
        /// Which.
        token: Token,
    },
    /// Two neighbouring cells: a drag, or one tap on each.
    Swap {
        /// The upper or left one.
        from: Cell,
        /// Its neighbour.
        to: Cell,
    },
    /// A turn of the square whose upper left corner is the cell.
    Rotate {
        /// The upper left corner.
        corner: Cell,
        /// The sense of the turn.
        clockwise: bool,
    },
    /// A shift of the whole row or column through the cell, by one field towards the direction, around the
    /// edge.
    Shift {
        /// A cell of the row or column: the first.
        cell: Cell,
        /// Where to.
        towards: Direction,
    },
}

/// One of the four directions of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub enum Direction {
    /// Towards row 0 of the picture.
    Up,
    /// Away from row 0.
    Down,
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
}

impl Direction {
    /// All four in order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Returns the word for it: `up`, `down`, `left`, `right`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl BitAction for Direction {
    #[inline]
    fn from_bit(bit: u32) -> Self {
        // Not by a look at a table, which random play would wait for.
        match bit & 3 {
            0 => Self::Up,
            1 => Self::Down,
            2 => Self::Left,
            _ => Self::Right,
        }
    }

    #[inline]
    fn bit(self) -> u32 {
        self as u32
    }
}

/// A game that can be shown and pointed at. All cells here and in effects are cells of the picture: row 0 at
/// the top.
pub trait Visual: Game {
    /// Shows a position.
    fn view(&self, state: &Self::State) -> View;

    /// Describes a token.
    fn face(&self, token: Token) -> Face;

    /// Returns the token that only this side brings onto the board; `None` where sides have no tokens of
    /// their own.
    fn own_token(&self, _player: Side) -> Option<Token> {
        None
    }

    /// Returns how an action is meant with pointer or keys; different actions have different gestures.
    fn gesture(&self, action: Self::Action) -> Gesture;
}
