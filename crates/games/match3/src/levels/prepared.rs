//! A level prepared for play: its masks, weights and matcher.

use quincunx_core::Cell;

use super::level::{Field, Level, Matching};
use crate::engine::deltas::PackedMatcher;
use crate::engine::mask::mask_of;
use crate::engine::packed::{Layout, PackedBoard};
use crate::engine::spawning::ColourWeights;
use crate::engine::step::Step;

/// A level with what its rules need of it; copies of the rules share it.
pub(super) struct PreparedLevel {
    pub(super) level: Level,
    pub(super) layout: Layout,
    /// What comes into each column.
    pub(super) weights: Vec<ColourWeights>,
    /// The marked fields.
    pub(super) marked: u128,
    /// The matcher of a level with [`Matching::Deltas`].
    matcher: Option<PackedMatcher>,
}

impl PreparedLevel {
    pub(super) fn new(level: Level) -> Self {
        let size = level.size();
        let marked = level.fields.iter().filter(|&(_, &field)| field == Field::Marked);
        let is_field = |cell: Cell| level.fields[cell] != Field::Hole;
        Self {
            layout: Layout::with_fields(size, is_field).expect("a level has no more cells than are packed"),
            weights: level.weights.iter().copied().map(ColourWeights::new).collect(),
            marked: mask_of(size, marked.map(|(cell, _)| cell)),
            matcher: match &level.matching {
                Matching::Deltas(matcher) => Some(PackedMatcher::new(matcher, size)),
                Matching::Combinations(_) => None,
            },
            level,
        }
    }

    /// Finds what is removed next on a board.
    pub(super) fn next_step(&self, board: &PackedBoard) -> Option<Step> {
        match &self.level.matching {
            Matching::Combinations(kinds) => board.next_of(&self.layout, kinds).map(Step::Combination),
            Matching::Deltas(_) => {
                let found = self.matcher().matches(board, u128::MAX);
                (!found.is_empty()).then_some(Step::Matches(found))
            }
        }
    }

    /// Returns whether something matches on a board.
    pub(super) fn has_match(&self, board: &PackedBoard) -> bool {
        match &self.level.matching {
            Matching::Combinations(kinds) => board.next_of(&self.layout, kinds).is_some(),
            Matching::Deltas(_) => self.matcher().has_match(board),
        }
    }

    /// Returns the squares that the first step of a cascade on a board removes; none when it is at rest.
    pub(super) fn first_removed(&self, board: &PackedBoard) -> u128 {
        let step = self.next_step(board);
        step.map_or(0, |step| step.removed(board, &self.layout))
    }

    fn matcher(&self) -> &PackedMatcher {
        self.matcher.as_ref().expect("the level's matchers are deltas")
    }
}
