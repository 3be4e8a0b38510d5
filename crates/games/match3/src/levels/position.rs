//! A position of a level, and the steps of its cascades.

use quincunx_core::{Cell, EffectSink};

use super::level::{COLOURS, Matching};
use super::prepared::{Moves, PreparedLevel};
use crate::engine::{
    BasicMove, Colour, Combination, Element, Kind, Letter, PackedBoard, Phase, Step, run_steps,
};

/// A position of a level; equal ones have equal boards, fields to clear, counts, and phases.
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
}

impl PreparedLevel {
    /// Carries out the steps of a cascade until nothing matches, or until elements come in after a step whose
    /// number is below `refills_below`. Returns whether the cascade waits for them.
    pub(super) fn run_cascade<S: EffectSink>(
        &self,
        state: &mut Position,
        refills_below: u32,
        sink: &mut S,
    ) -> bool {
        let (step, is_refilled) = run_steps(state.step, refills_below, |number| {
            let step = self.next_step(&state.board);
            step.is_some_and(|step| {
                self.carry_out(state, &step, number, sink);
                true
            })
        });
        state.step = step;
        is_refilled
    }

    /// Returns how many steps the cascade of a move has without refill.
    pub(super) fn steps_without_refill(&self, mut board: PackedBoard, action: BasicMove) -> u32 {
        board.rotate(action.cycle(self.level.size()));
        let mut state = Position::new(self, board, Phase::Rest);
        self.run_cascade(&mut state, 0, &mut ());
        state.step
    }

    /// Counts what a step removes, then removes it, puts the special that is made, and lets the rest fall.
    fn carry_out<S: EffectSink>(&self, state: &mut Position, step: &Step, number: u32, sink: &mut S) {
        let special = match step {
            Step::Combination(combination) => self.special(&state.board, *combination),
            Step::Matches(_) => None,
        };
        let removed = step.removed(&state.board, &self.layout);
        self.count(state, removed, step.points(number, removed.count_ones()));
        let used = (removed & state.board.specials()).count_ones();
        state.specials_used = state.specials_used.saturating_add(used);
        state.specials_made = state.specials_made.saturating_add(u32::from(special.is_some()));
        step.carry_out(&mut state.board, &self.layout, number, removed, special, sink);
    }

    /// Counts squares that are removed: their points, elements by colour, fields cleared.
    pub(super) fn count(&self, state: &mut Position, removed: u128, points: u64) {
        state.points = state.points.saturating_add(points);
        for (count, colour) in state.collected.iter_mut().zip(Colour::ALL) {
            let of_colour = removed & state.board.of_colour(&self.layout, colour);
            *count = count.saturating_add(of_colour.count_ones());
        }
        state.marked &= !removed;
    }

    /// Returns the special that a combination makes where the level has specials and names its kind.
    fn special(&self, board: &PackedBoard, combination: Combination) -> Option<(Cell, Element)> {
        let Matching::Combinations(kinds) = &self.level.matching else {
            return None;
        };
        let special = combination.special(board).filter(|_| self.level.specials)?;
        let kind = match special.1.letter {
            Letter::Bomb => Kind::Five,
            Letter::Wrapped => Kind::Corner,
            _ => Kind::Four,
        };
        kinds.contains(&kind).then_some(special)
    }
}
