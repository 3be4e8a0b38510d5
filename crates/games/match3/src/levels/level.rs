//! What a level is: a board, what moves and matches on it, what comes in, and the goals.

use std::fmt;

use quincunx_core::{Grid, Size};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{Board, Colour, Kind, Layout, MaximumDeltaMatcher, UnionMatcher, WhenStuck};

/// A level of match-3 that can be played.
///
/// Only [`Level::read`] creates one. Rows count from the top, columns from the left, both from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) fields: Grid<Field>,
    /// The elements that the board begins with; chance deals the other fields.
    pub(super) start: Board,
    /// The weights of the colours in each column.
    pub(super) weights: Vec<[u32; COLOURS]>,
    pub(super) moves: Vec<MoveName>,
    pub(super) matching: Matching,
    pub(super) specials: bool,
    pub(super) refill: bool,
    pub(super) when_stuck: WhenStuck,
    pub(super) limit: u32,
    pub(super) goals: Goals,
    pub(super) seed: Option<u64>,
}

/// The most colours.
pub(super) const COLOURS: usize = Colour::ALL.len();

/// A cell of a level's picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = FieldKind)]
pub enum Field {
    /// A field.
    Plain,
    /// A field that is cleared when an element on it is removed.
    Marked,
    /// No field: nothing stands there, and elements fall past it.
    Hole,
}

impl Field {
    /// Returns the character of the cell in a picture.
    pub(super) const fn character(self) -> char {
        match self {
            Self::Hole => '#',
            Self::Plain => '.',
            Self::Marked => '*',
        }
    }

    pub(super) fn from_character(character: char) -> Option<Self> {
        let all = [Self::Plain, Self::Marked, Self::Hole];
        all.into_iter().find(|field| field.character() == character)
    }
}

/// Draws the rows of a picture.
pub(super) fn picture(fields: &Grid<Field>) -> impl Iterator<Item = String> {
    let rows = fields.values().chunks(fields.size().columns() as usize);
    rows.map(|row| row.iter().map(|field| field.character()).collect())
}

/// A kind of move, by its name in files and notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MoveName {
    /// Two neighbours change places and must make a match; with flips they need not.
    Swap,
    FlipRight,
    FlipDown,
    /// A square of four turns, a column or a row moves on by one, either way.
    RotateSquareClockwise,
    RotateColumnDown,
    RotateRowRight,
}

impl MoveName {
    pub(super) const ALL: [Self; 6] = [
        Self::Swap,
        Self::FlipRight,
        Self::FlipDown,
        Self::RotateSquareClockwise,
        Self::RotateColumnDown,
        Self::RotateRowRight,
    ];

    /// The names in files, in the same order.
    pub(super) const NAMES: [&str; 6] = [
        "swap",
        "flipRight",
        "flipDown",
        "rotateSquareClockwise",
        "rotateColumnDown",
        "rotateRowRight",
    ];
}

/// What matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Matching {
    /// These kinds of combinations, in their order: removed one after the other, specials made, points by
    /// element.
    Combinations(Vec<Kind>),
    /// Matchers by deltas: all matches of three or more are removed at once, points by match.
    Deltas(UnionMatcher<MaximumDeltaMatcher>),
}

/// The goals, all of which must be reached before the moves run out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goals {
    /// The points to win.
    pub score: Option<u64>,
    /// The elements of each colour to remove; 0 where the colour does not matter.
    pub collect: [u32; COLOURS],
    /// Whether all marked fields must be cleared.
    pub clear: bool,
}

/// One goal with its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Goal {
    /// What it counts.
    pub kind: GoalKind,
    /// The amount done, which may be more than required.
    pub done: u64,
    /// The amount required.
    pub wanted: u64,
}

/// What a goal counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalKind {
    /// Points.
    Score,
    /// Removed elements of a colour.
    Collect(Colour),
    /// Cleared fields.
    Clear,
}

impl Goal {
    /// Returns how much is still to be done; 0 when the goal is reached.
    #[must_use]
    pub const fn left(self) -> u64 {
        self.wanted.saturating_sub(self.done)
    }

    /// Returns what is done, at most all, and what is required.
    #[must_use]
    pub fn progress(self) -> (u64, u64) {
        (self.done.min(self.wanted), self.wanted)
    }
}

impl fmt::Display for Goal {
    /// Writes the goal: `collect 25 red`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.wanted) {
            (GoalKind::Score, points) => write!(f, "win {points} points"),
            (GoalKind::Collect(colour), count) => write!(f, "collect {count} {colour}"),
            (GoalKind::Clear, 1) => f.write_str("clear 1 field"),
            (GoalKind::Clear, count) => write!(f, "clear {count} fields"),
        }
    }
}

impl Level {
    /// The shortest side of a board.
    pub const MIN_SIDE: u32 = Board::MIN_SIDE;

    /// The longest side of a board.
    pub const MAX_SIDE: u32 = 42;

    /// The most cells of a board, holes included: what packed boards hold.
    pub const MAX_CELLS: usize = Layout::MAX_SQUARES;

    /// The most moves that a level allows.
    pub const MAX_MOVES: u32 = 1000;

    /// The most bytes of a level's text.
    pub const MAX_BYTES: usize = 1 << 16;

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns one line about it, which may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the size of the picture, holes included.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.fields.size()
    }

    /// Returns the picture, row by row, in the characters of level files: `.` a field, `*` a field to clear,
    /// `#` none.
    #[must_use]
    pub fn picture(&self) -> Vec<String> {
        picture(&self.fields).collect()
    }

    /// Returns the goals.
    #[must_use]
    pub const fn goals(&self) -> &Goals {
        &self.goals
    }

    /// Returns the number of moves after which the level ends.
    #[must_use]
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Returns whether a level differs from another in its name and the line about it at most.
    #[must_use]
    pub fn plays_like(&self, other: &Self) -> bool {
        let named = Self {
            name: other.name.clone(),
            about: other.about.clone(),
            ..self.clone()
        };
        named == *other
    }

    /// Returns the same level with another limit of moves, from 1 to [`Level::MAX_MOVES`].
    pub(crate) fn with_limit(&self, limit: u32) -> Self {
        let limits = 1..=Self::MAX_MOVES;
        assert!(limits.contains(&limit), "{limit} moves are no limit of a level");
        Self {
            limit,
            ..self.clone()
        }
    }
}
