//! The legal moves of a board at rest.

use quincunx_core::Cell;

use super::level::{Matching, MoveName};
use super::prepared::PreparedLevel;
use crate::engine::combination::Kind;
use crate::engine::mask::{cells_of, holds, mask_of};
use crate::engine::moves::{BasicMove, MoveKind};
use crate::engine::packed::PackedBoard;
use crate::engine::swaps::ExchangeSet;

/// The legal moves of a position, in the order of [`BasicMove`]s.
pub type Moves = ExchangeSet<BasicMove>;

impl PreparedLevel {
    /// Returns the moves that are legal on a board at rest. Every cell that a move touches holds an element.
    pub(super) fn moves_on(&self, board: &PackedBoard) -> Moves {
        let size = self.level.size();
        let names = &self.level.moves;
        let has = |name| names.contains(&name);
        let occupied = board.occupied();
        let all = [
            occupied & occupied >> size.rows(),
            occupied & (occupied & !self.layout.top()) >> 1,
        ];
        let swaps = if has(MoveName::Swap) {
            self.swaps_on(board, all)
        } else {
            [0; 2]
        };
        let right = if has(MoveName::FlipRight) {
            all[0]
        } else {
            swaps[0]
        };
        let down = if has(MoveName::FlipDown) { all[1] } else { swaps[1] };
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
        let candidates = match &self.level.matching {
            Matching::Combinations(kinds) => {
                // Every combination holds a line of three, so no other exchange makes one.
                let [down, right] = board.swap_masks(&self.layout);
                let candidates = [all[0] & right, all[1] & down];
                if kinds.contains(&Kind::Three) {
                    return candidates;
                }
                candidates
            }
            Matching::Deltas(_) => all,
        };
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
