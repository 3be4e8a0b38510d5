//! What a level is: a board, what moves and matches on it, what comes in, and the goals.

use std::fmt;

use quincunx_core::{Grid, Size};

use crate::engine::board::Board;
use crate::engine::combination::Kind;
use crate::engine::deltas::{MaximumDeltaMatcher, UnionMatcher};
use crate::engine::element::Colour;
use crate::engine::packed::Layout;
use crate::engine::spawning::WhenStuck;

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
    /// How often each colour comes into each column.
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

/// The number of colours that there are at most.
pub(super) const COLOURS: usize = Colour::ALL.len();

/// A cell of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// No field: nothing stands there, and elements fall past it.
    Hole,
    /// A field.
    Plain,
    /// A field that is cleared when an element on it is removed.
    Marked,
}

impl Field {
    /// All kinds of cells.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Marked, Self::Hole];

    /// Returns the character that stands for the cell in a picture.
    #[must_use]
    pub const fn character(self) -> char {
        match self {
            Self::Hole => '#',
            Self::Plain => '.',
            Self::Marked => '*',
        }
    }

    /// Returns the cell that a character stands for.
    #[must_use]
    pub fn from_character(character: char) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.character() == character)
    }
}

/// A kind of move, by its name in files and notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveName {
    /// Two neighbours change places and must make a match.
    Swap,
    /// Two neighbours in a row change places, with or without a match.
    FlipRight,
    /// Two neighbours in a column change places, with or without a match.
    FlipDown,
    /// A square of four turns, either way.
    RotateSquareClockwise,
    /// A column moves on by one, either way.
    RotateColumnDown,
    /// A row moves on by one, either way.
    RotateRowRight,
}

impl MoveName {
    /// All kinds of moves.
    pub const ALL: [Self; 6] = [
        Self::Swap,
        Self::FlipRight,
        Self::FlipDown,
        Self::RotateSquareClockwise,
        Self::RotateColumnDown,
        Self::RotateRowRight,
    ];

    /// Their names, in the same order.
    pub(super) const NAMES: [&str; 6] = [
        "swap",
        "flipRight",
        "flipDown",
        "rotateSquareClockwise",
        "rotateColumnDown",
        "rotateRowRight",
    ];

    /// Returns the name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// What matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matching {
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
pub enum Goal {
    /// Points.
    Score {
        /// Those won.
        done: u64,
        /// Those required.
        wanted: u64,
    },
    /// Elements of a colour.
    Collect {
        /// The colour.
        colour: Colour,
        /// Those removed.
        done: u32,
        /// Those required.
        wanted: u32,
    },
    /// Marked fields.
    Clear {
        /// Those cleared.
        done: u32,
        /// All of them.
        wanted: u32,
    },
}

impl Goal {
    /// Returns how much is still to be done; 0 when the goal is reached.
    #[must_use]
    pub fn left(self) -> u64 {
        let (done, wanted) = self.progress();
        wanted.saturating_sub(done)
    }

    /// Returns what is done, at most all, and what is required.
    #[must_use]
    pub fn progress(self) -> (u64, u64) {
        let (done, wanted) = match self {
            Self::Score { done, wanted } => (done, wanted),
            Self::Collect { done, wanted, .. } | Self::Clear { done, wanted } => (done.into(), wanted.into()),
        };
        (done.min(wanted), wanted)
    }
}

impl fmt::Display for Goal {
    /// Writes the goal: `collect 25 red`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score { wanted, .. } => write!(f, "win {wanted} points"),
            Self::Collect { colour, wanted, .. } => write!(f, "collect {wanted} {colour}"),
            Self::Clear { wanted: 1, .. } => f.write_str("clear 1 field"),
            Self::Clear { wanted, .. } => write!(f, "clear {wanted} fields"),
        }
    }
}

impl Level {
    /// The shortest side of a board.
    pub const LEAST_SIDE: u32 = Board::LEAST_SIDE;

    /// The longest side of a board.
    pub const MOST_SIDE: u32 = 42;

    /// The most cells of a board, holes included: what packed boards hold.
    pub const MAX_CELLS: usize = Layout::MOST_SQUARES;

    /// The most moves that a level allows.
    pub const MOST_MOVES: u32 = 1000;

    /// The most bytes of a level's text.
    pub const MOST_BYTES: usize = 1 << 16;

    /// Returns the name for people.
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

    /// Returns the cells of the picture.
    #[must_use]
    pub const fn fields(&self) -> &Grid<Field> {
        &self.fields
    }

    /// Returns the goals.
    #[must_use]
    pub const fn goals(&self) -> &Goals {
        &self.goals
    }

    /// Returns after how many moves the level ends.
    #[must_use]
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Returns the same level with another limit of moves.
    ///
    /// # Panics
    /// When the limit is 0 or above [`Level::MOST_MOVES`].
    #[must_use]
    pub fn with_limit(&self, limit: u32) -> Self {
        assert!(
            (1..=Self::MOST_MOVES).contains(&limit),
            "{limit} moves are no limit of a level"
        );
        Self {
            limit,
            ..self.clone()
        }
    }
}
