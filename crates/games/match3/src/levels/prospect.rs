//! What a board holds for the moves that are left.

use quincunx_search::one_ply::ScoreFn;

use super::moves::Moves;
use super::position::{Phase, Position};
use super::rules::LevelGame;
use crate::engine::packed::PackedBoard;
use crate::engine::scoring::{POINTS_PER_ELEMENT, specials_value};

impl LevelGame {
    /// Returns the [specials value](specials_value) of a position's board; 0 when no move is left.
    pub(super) fn specials_value(&self, state: &Position) -> u64 {
        if state.phase == Phase::Over || self.moves_left(state) == 0 {
            return 0;
        }
        let points = self.first_steps(&state.board).map(|(.., points)| points);
        specials_value(&state.board, &self.prepared().layout, points.max().unwrap_or(0))
    }

    /// Returns the prospect of a position in the unit of an evaluation: half of what the first step of the
    /// best next move gains, and a quarter of what each special would gain if it alone took effect; 0
    /// when no move is left.
    ///
    /// In 150 games on each level `expectation` reaches the goals in 78.7 % with these parts, in 75.8 % with
    /// all of the next move and half of the specials, in 73.8 % with half of the next move and all of the
    /// specials (standard error 1.0), and in 70 % without any of it.
    pub(super) fn prospect(&self, state: &Position, evaluate: ScoreFn<Self>) -> u64 {
        if state.phase == Phase::Over || self.moves_left(state) == 0 {
            return 0;
        }
        let before = evaluate(self, state);
        let mut after = Position {
            moves: state.moves + 1,
            legal: Moves::none(self.level().size()),
            ..state.clone()
        };
        let mut gain = |board: PackedBoard, removed: u128, points: u64| {
            after.board = board;
            after.points = state.points;
            after.collected = state.collected;
            after.marked = state.marked;
            self.prepared().count(&mut after, removed, points);
            evaluate(self, &after).saturating_sub(before)
        };
        let next = self.first_steps(&state.board);
        let next = next
            .map(|(board, removed, points)| gain(board, removed, points))
            .max();
        let specials = state.board.effects_of_specials(&self.prepared().layout);
        let specials = specials.map(|hit| {
            let points = POINTS_PER_ELEMENT * u64::from(hit.count_ones());
            gain(state.board, hit, points)
        });
        next.unwrap_or(0) / 2 + specials.sum::<u64>() / 4
    }

    /// Iterates over the moves on a board at rest that match: the board after each, and what its first step
    /// removes and wins.
    fn first_steps(&self, board: &PackedBoard) -> impl Iterator<Item = (PackedBoard, u128, u64)> {
        let level = self.prepared();
        level.moves_on(board).into_iter().filter_map(move |action| {
            let mut after = *board;
            after.rotate(action.cycle(level.level.size()));
            let step = level.next_step(&after)?;
            let removed = step.removed(&after, &level.layout);
            Some((after, removed, step.points(1, removed.count_ones())))
        })
    }
}
