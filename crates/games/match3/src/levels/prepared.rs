//! A level prepared for play: its masks, weights and matcher, and the legal moves of a board at rest.

use quincunx_core::Cell;

use super::level::{Field, Level, Matching, MoveName};
use crate::engine::{
    BasicMove, ColourWeights, ExchangeSet, Kind, Layout, MoveKind, PackedBoard, PackedMatcher, Step,
    cells_of, holds, mask_of,
};

/// The legal moves of a position, in the order of [`BasicMove`]s.
pub type Moves = ExchangeSet<BasicMove>;

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
            layout: Layout::new(size, is_field).expect("a level has no more cells than are packed"),
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

    /// Returns the moves that are legal on a board at rest. Every cell that a move touches holds an element.
    pub(super) fn moves_on(&self, board: &PackedBoard) -> Moves {
        let size = self.level.size();
        let names = &self.level.moves;
        let has = |name| names.contains(&name);
        let occupied = board.occupied();
        let all = [
            occupied & occupied >> size.rows(),
            occupied & (occupied & !self.layout.top) >> 1,
        ];
        let swaps = if has(MoveName::Swap) {
            self.swaps_on(board, all)
        } else {
            [0; 2]
        };
        let flips = |name, direction: usize| {
            if has(name) {
                all[direction]
            } else {
                swaps[direction]
            }
        };
        let (right, down) = (flips(MoveName::FlipRight, 0), flips(MoveName::FlipDown, 1));
        if names.iter().all(|&name| name <= MoveName::FlipDown) {
            return Moves::from_masks(size, right, down);
        }
        let flips = cells_of(size, right).map(MoveKind::FlipRight);
        let flips = flips.chain(cells_of(size, down).map(MoveKind::FlipDown));
        let mut list: Vec<BasicMove> = flips.map(BasicMove::new).collect();
        let columns = || 0..size.columns();
        let rows = || 0..size.rows();
        let mut turns = Vec::new();
        if has(MoveName::RotateSquareClockwise) {
            let corners = columns().flat_map(|column| rows().map(move |row| Cell::new(column, row)));
            turns.extend(corners.map(MoveKind::RotateSquareClockwise));
        }
        if has(MoveName::RotateColumnDown) {
            turns.extend(columns().map(MoveKind::RotateColumnDown));
        }
        if has(MoveName::RotateRowRight) {
            turns.extend(rows().map(MoveKind::RotateRowRight));
        }
        let is_on_elements = |step: &BasicMove| {
            step.fits_size(size) && step.cycle(size).all(|cell| holds(size, occupied, cell))
        };
        let turns = turns.into_iter().map(BasicMove::new).filter(is_on_elements);
        list.extend(turns.flat_map(|turn| [turn, turn.reversed()]));
        Moves::from_sorted(list)
    }

    /// Returns the exchanges, out of all, that make a match: those to the right, then those downwards.
    fn swaps_on(&self, board: &PackedBoard, all: [u128; 2]) -> [u128; 2] {
        let size = self.level.size();
        let mut candidates = all;
        if let Matching::Combinations(kinds) = &self.level.matching {
            // Every combination holds a line of three, so no other exchange makes one.
            let [down, right] = board.swap_masks(&self.layout);
            candidates = [all[0] & right, all[1] & down];
            if kinds.contains(&Kind::Three) {
                return candidates;
            }
        }
        let matches = |cell: Cell, other: Cell| {
            let mut after = *board;
            after.swap(cell, other);
            self.has_match(&after)
        };
        let keep = |mask, columns, rows| {
            let cells = cells_of(size, mask);
            let kept = cells.filter(|&cell| matches(cell, Cell::new(cell.column + columns, cell.row + rows)));
            mask_of(size, kept)
        };
        [keep(candidates[0], 1, 0), keep(candidates[1], 0, 1)]
    }
}
