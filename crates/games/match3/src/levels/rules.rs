//! How a level is played.

use std::fmt;
use std::sync::Arc;

use quincunx_core::{ActionSet, DenseActions, EffectSink, Game, Outcome, RandomSource, Side, Turn};

use super::level::{Goal, GoalKind, Level};
use super::position::Position;
use super::prepared::{Moves, PreparedLevel};
use crate::engine::effects::{self, report_changes, report_move};
use crate::engine::{
    BasicMove, Board, Colour, Element, MoveSet, PackedBoard, Phase, WhenStuck, bit_of, holds,
};

/// The rules of playing a level.
///
/// Chance deals the board: what the level gives is kept, the rest is drawn so that nothing matches. The
/// player moves elements by the kinds of moves that the level has; a swap must make a match. Then matches are
/// removed step by step, each step with what falls and, in a level with refill, with what comes in. At rest
/// the level is over when all goals are reached, when the moves are used up, or when no move is left and the
/// level ends there; else such a board is reshuffled. Where no order with a move is found, and in a level
/// with refill no new elements with one either, the level is over too.
///
/// Board, refill and reshuffle have [chance sources](Game::chance_source) of their own. The board is dealt
/// from stream 0 of the seed, or of the level's own seed. A refill or a reshuffle takes one word of its
/// source, and each column has a stream of that word: the elements of a column do not depend on other
/// columns, and moves that are undone and repeated meet the same chance.
#[derive(Clone)]
pub struct LevelGame {
    pub(super) prepared: Arc<PreparedLevel>,
    /// The points of a position.
    pub(super) score: fn(&Self, &Position) -> u64,
}

impl LevelGame {
    /// The step of a cascade from which on nothing comes in until the board is at rest, as with few colours
    /// it matches again and again. Then the board is filled so that it stays at rest and there is a move.
    pub(crate) const MAX_REFILL_STEPS: u32 = 256;

    /// The step of a cascade from which on the board is not filled at rest either, where that always makes a
    /// match.
    const MAX_CASCADE_STEPS: u32 = 2 * Self::MAX_REFILL_STEPS;

    /// Creates the rules of a level.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self {
            prepared: Arc::new(PreparedLevel::new(level)),
            score: |_, state| state.points,
        }
    }

    /// Returns the level.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.prepared.level
    }

    /// Returns the goals with their progress.
    #[must_use]
    pub fn goals(&self, state: &Position) -> Vec<Goal> {
        let mut goals = Vec::new();
        self.for_each_goal(state, |goal| goals.push(goal));
        goals
    }

    /// Calls `each` with the goals and their progress.
    pub(super) fn for_each_goal(&self, state: &Position, mut each: impl FnMut(Goal)) {
        let goals = &self.level().goals;
        let mut goal = |kind, done: u64, wanted: u64| {
            if wanted > 0 {
                each(Goal { kind, done, wanted });
            }
        };
        goal(GoalKind::Score, state.points, goals.score.unwrap_or(0));
        let collected = state.collected.into_iter().zip(goals.collect);
        for (colour, (done, wanted)) in Colour::ALL.into_iter().zip(collected) {
            goal(GoalKind::Collect(colour), done.into(), wanted.into());
        }
        if goals.clear {
            let cleared = self.prepared.marked & !state.marked;
            let [done, wanted] = [cleared, self.prepared.marked].map(|cells| cells.count_ones().into());
            goal(GoalKind::Clear, done, wanted);
        }
    }

    /// Returns whether all goals are reached.
    #[must_use]
    pub fn is_reached(&self, state: &Position) -> bool {
        let goals = &self.level().goals;
        goals.score.is_none_or(|wanted| state.points >= wanted)
            && (!goals.clear || state.marked == 0)
            && goals
                .collect
                .iter()
                .zip(state.collected)
                .all(|(&wanted, done)| done >= wanted)
    }

    /// Returns how many moves are left.
    #[must_use]
    pub fn moves_left(&self, state: &Position) -> u32 {
        self.level().limit - state.moves
    }

    /// Carries out the next step of a cascade, or all in a row when nothing comes in between; then, at rest,
    /// decides who acts.
    fn go_on<S: EffectSink>(&self, state: &mut Position, is_shuffled: bool, sink: &mut S) {
        let refills_below = if self.level().refill {
            Self::MAX_REFILL_STEPS
        } else {
            0
        };
        if self.prepared.run_cascade(state, refills_below, sink) || self.is_filled_at_rest(state) {
            state.phase = Phase::Refill;
        } else {
            self.come_to_rest(state, is_shuffled);
        }
    }

    /// Returns whether a board on which nothing matches is still to be filled, after a cascade so long that
    /// nothing came in.
    pub(super) fn is_filled_at_rest(&self, state: &Position) -> bool {
        let steps = Self::MAX_REFILL_STEPS..Self::MAX_CASCADE_STEPS;
        self.level().refill && steps.contains(&state.step) && state.board.empty(&self.prepared.layout) != 0
    }

    /// Decides how the level goes on from a board on which nothing matches.
    pub(super) fn come_to_rest(&self, state: &mut Position, is_shuffled: bool) {
        state.step = 0;
        state.phase = Phase::Over;
        if self.is_reached(state) || state.moves >= self.level().limit {
            return;
        }
        let legal = self.prepared.moves_on(&state.board);
        if !legal.is_empty() {
            state.legal = legal;
            state.phase = Phase::Rest;
        } else if self.level().when_stuck == WhenStuck::Reshuffle && !is_shuffled {
            state.phase = Phase::Reshuffle;
        }
    }
}

impl fmt::Debug for LevelGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // All of it follows from the level.
        write!(f, "LevelGame({:?})", self.level().name)
    }
}

impl Game for LevelGame {
    type State = Position;
    type Action = BasicMove;
    type Actions = Moves;
    /// The elements that come onto the empty fields, or onto all when the board is dealt or reshuffled:
    /// column by column from the left, each from the top.
    type Chance = Vec<Element>;

    fn players(&self) -> u8 {
        1
    }

    fn initial(&self) -> Position {
        let board = Board::empty(self.level().size());
        Position::new(&self.prepared, PackedBoard::new(&board), Phase::Deal)
    }

    fn turn(&self, state: &Position) -> Turn {
        match state.phase {
            Phase::Rest => Turn::Player(Side::One),
            Phase::Deal | Phase::Refill | Phase::Reshuffle => Turn::Chance,
            Phase::Over => Turn::Over(Outcome::Goals {
                reached: self.is_reached(state),
                points: state.points,
            }),
        }
    }

    fn legal_actions(&self, state: &Position) -> Moves {
        state.legal.clone()
    }

    fn is_legal(&self, state: &Position, step: BasicMove) -> bool {
        state.legal.contains(step)
    }

    /// Reports the elements that the move carries along as one step, then step by step those that are removed
    /// with their points, the special that is made, and what falls.
    fn play_unchecked<S: EffectSink>(&self, state: &mut Position, step: BasicMove, sink: &mut S) {
        let size = self.level().size();
        state.legal = Moves::none(size);
        state.moves += 1;
        let cycle = step.cycle(size);
        if S::ENABLED {
            let next = cycle.clone().skip(1).chain(cycle.clone().take(1));
            for (from, to) in cycle.clone().zip(next) {
                let element = state.board.element(bit_of(size, from));
                report_move(from, to, element.expect("a legal move is of elements"), sink);
            }
            sink.end_step();
        }
        state.board.rotate(cycle);
        self.go_on(state, false, sink);
    }

    fn sample_chance<R: RandomSource>(&self, state: &Position, random: &mut R) -> Vec<Element> {
        match state.phase {
            Phase::Deal => self.prepared.deal(random),
            Phase::Reshuffle => self.prepared.reshuffle(&state.board, random),
            _ if state.step >= Self::MAX_REFILL_STEPS => self.prepared.refill_quietly(&state.board, random),
            _ => self.prepared.refill(&state.board, random),
        }
    }

    fn chance_source(&self, state: &Position) -> u8 {
        match state.phase {
            Phase::Reshuffle => 2,
            Phase::Refill => 1,
            Phase::Deal | Phase::Rest | Phase::Over => 0,
        }
    }

    fn is_possible(&self, state: &Position, chance: &Vec<Element>) -> bool {
        match state.phase {
            Phase::Deal => self.prepared.can_deal(chance),
            Phase::Refill => self
                .prepared
                .can_refill(state.board.empty(&self.prepared.layout), chance),
            Phase::Reshuffle => self.prepared.can_reshuffle(&state.board, chance),
            Phase::Rest | Phase::Over => false,
        }
    }

    fn resolve_chance<S: EffectSink>(&self, state: &mut Position, chance: &Vec<Element>, sink: &mut S) {
        let is_shuffled = state.phase == Phase::Reshuffle;
        if is_shuffled {
            let before = state.board;
            state.shuffles = state.shuffles.saturating_add(1);
            let places = self.prepared.reshuffled_places(&before, chance.len());
            state.board = self.prepared.laid_out(places, chance);
            if S::ENABLED {
                report_changes(&before.to_board(), &state.board.to_board(), sink);
            }
        } else if S::ENABLED {
            let (size, fields) = (self.level().size(), self.prepared.layout.fields);
            let is_field = |cell| holds(size, fields, cell);
            let fill = |board: &mut Board| effects::fill(board, is_field, chance, sink);
            state.board.with_board(fill);
        } else {
            state.board.fill(&self.prepared.layout, chance);
        }
        self.go_on(state, is_shuffled, sink);
    }

    fn points(&self, state: &Position) -> u64 {
        (self.score)(self, state)
    }
}

impl DenseActions for LevelGame {
    fn action_count(&self) -> usize {
        MoveSet::all(self.level().size()).len()
    }

    fn action_index(&self, step: BasicMove) -> usize {
        MoveSet::index(self.level().size(), step)
    }

    fn action_at(&self, index: usize) -> Option<BasicMove> {
        MoveSet::all(self.level().size()).get(index)
    }
}
