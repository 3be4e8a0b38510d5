//! A position of a level.

use super::level::COLOURS;
use super::moves::Moves;
use super::prepared::PreparedLevel;
use crate::engine::element::Colour;
use crate::engine::packed::PackedBoard;

/// A position of a level: the board, the fields still to be cleared, all counts, and who acts.
///
/// Two positions are equal when all of these are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: PackedBoard,
    /// The marked fields that have not been cleared.
    pub(super) marked: u128,
    pub(super) points: u64,
    /// Moves made so far.
    pub(super) moves: u32,
    /// Steps of the cascade so far; 0 when the board is at rest.
    pub(super) step: u32,
    /// Elements removed so far, by colour.
    pub(super) collected: [u32; COLOURS],
    pub(super) specials_made: u32,
    pub(super) specials_used: u32,
    pub(super) shuffles: u32,
    pub(super) phase: Phase,
    /// The legal moves; none unless the player acts.
    pub(super) legal: Moves,
}

/// Who acts, and what chance has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// Chance deals the board.
    Deal,
    /// Chance fills the empty fields.
    Refill,
    /// The player moves.
    Rest,
    /// Chance puts the elements into a new order.
    Reshuffle,
    /// The level has ended.
    Over,
}

impl Position {
    /// Creates the position with a board on which nothing has been done.
    pub(super) fn new(level: &PreparedLevel, board: PackedBoard, phase: Phase) -> Self {
        Self {
            board,
            marked: level.marked,
            points: 0,
            moves: 0,
            step: 0,
            collected: [0; COLOURS],
            specials_made: 0,
            specials_used: 0,
            shuffles: 0,
            phase,
            legal: Moves::none(level.level.size()),
        }
    }

    /// Returns the points won so far.
    #[must_use]
    pub const fn points(&self) -> u64 {
        self.points
    }

    /// Returns the number of moves made so far.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// Returns how many elements of a colour have been removed.
    #[must_use]
    pub const fn collected(&self, colour: Colour) -> u32 {
        self.collected[colour as usize]
    }

    /// Returns how many marked fields are still to be cleared.
    #[must_use]
    pub const fn marked_count(&self) -> u32 {
        self.marked.count_ones()
    }

    /// Returns how many specials combinations have made so far.
    #[must_use]
    pub const fn specials_made(&self) -> u32 {
        self.specials_made
    }

    /// Returns how many specials have taken effect so far.
    #[must_use]
    pub const fn specials_used(&self) -> u32 {
        self.specials_used
    }

    /// Returns how often the board has been reshuffled.
    #[must_use]
    pub const fn shuffles(&self) -> u32 {
        self.shuffles
    }
}
