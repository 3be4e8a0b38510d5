//! How a level is played.

use std::fmt;
use std::sync::Arc;

use quincunx_core::{
    ActionSet, Cell, DenseActions, Effect, EffectSink, Game, Outcome, Player, RandomSource, Turn,
};

use super::chance::Supply;
use super::level::{COLOURS, Field, Goal, Level, Matching};
use super::moves::Moves;
use crate::framework::deltas::Deltas;
use crate::framework::{BasicMove, MoveSet};
use crate::shariki::packed::{Layout, Packed, bit_of};
use crate::shariki::rules::report_changes;
use crate::shariki::squares::{fill, token};
use crate::shariki::{Board, Colour, Element, WhenStuck};

/// The rules of playing a level.
///
/// Chance deals the board: what the level gives stands, the rest is drawn so that nothing matches. The player moves
/// elements about, by the kinds of moves that the level knows and only where every cell touched holds one; a swap must
/// make a match. Then matches go step by step, each step with what falls and, in a level with refill, with what comes in.
/// At rest the level is over when all goals are reached, when the moves are used up, or when no move is left and the
/// level ends there; else such a board is reshuffled.
///
/// Holes are no fields: nothing stands there, and what falls falls past them.
///
/// Board, refill and reshuffle have [sources](Game::chance_source) of luck of their own. The board is dealt from stream 0 of the
/// seed, or of the level's own seed where it has one. What comes in at a step of the cascade, and a new order, hang on one word
/// of their source; of that word each column has a stream. So the element that comes in as the `i`-th of a column in a step is
/// the same whatever other columns are given or weigh, and an order whatever came in before it. Moves that are taken back and
/// made again meet the same luck.
#[derive(Clone)]
pub struct LevelGame(Arc<Rules>);

/// What a level's rules are made of, shared by copies.
struct Rules {
    level: Level,
    layout: Layout,
    /// What comes into each column.
    supplies: Vec<Supply>,
    /// What matches, where that is told by deltas.
    deltas: Option<Deltas>,
    /// The marked fields.
    marked: u128,
}

/// A position of a level: the board, the fields still to be cleared, all counts, and who acts.
///
/// Two positions are equal when all of these are; the way there does not count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) board: Packed,
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

impl LevelGame {
    /// The step of a cascade from which on nothing comes in any more until the board is at rest.
    ///
    /// With few colours what comes in matches again and again. At rest the board is filled such that it stays at rest and
    /// there is a move.
    pub const LONGEST_REFILL: u32 = 256;

    /// The step of a cascade from which on the board is not filled at rest either, in case that cannot be done quietly.
    const LONGEST_CASCADE: u32 = 2 * Self::LONGEST_REFILL;

    /// Makes the rules of a level.
    #[must_use]
    pub fn new(level: Level) -> Self {
        let size = level.size();
        let is_field = |cell| level.fields[cell] != Field::Hole;
        let layout = Layout::with_fields(size, is_field).expect("a level has no more cells than are packed");
        let marked = level
            .fields
            .iter()
            .filter(|&(_, &field)| field == Field::Marked)
            .fold(0, |mask, (cell, _)| mask | 1 << bit_of(size, cell));
        let supplies = level.weights.iter().copied().map(Supply::new).collect();
        let deltas = match &level.matching {
            Matching::Deltas(matcher) => Some(Deltas::new(matcher, size)),
            Matching::Combinations(_) => None,
        };
        Self(Arc::new(Rules {
            level,
            layout,
            supplies,
            deltas,
            marked,
        }))
    }

    /// Returns the level.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.0.level
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.0.layout
    }

    /// Returns what comes into a column.
    pub(super) fn supply(&self, column: u32) -> &Supply {
        &self.0.supplies[column as usize]
    }

    /// Returns what matches in a level with [`Matching::Deltas`].
    pub(super) fn deltas(&self) -> &Deltas {
        self.0.deltas.as_ref().expect("the level's matchers are deltas")
    }

    /// Returns the marked fields of the level.
    pub(super) fn marked(&self) -> u128 {
        self.0.marked
    }

    /// Lists the goals with how far each has come.
    #[must_use]
    pub fn goals(&self, state: &State) -> Vec<Goal> {
        let mut goals = Vec::new();
        self.for_each_goal(state, |goal| goals.push(goal));
        goals
    }

    /// Hands out the goals with how far each has come.
    pub(super) fn for_each_goal(&self, state: &State, mut each: impl FnMut(Goal)) {
        let goals = &self.level().goals;
        if let Some(wanted) = goals.score {
            each(Goal::Score {
                done: state.points,
                wanted,
            });
        }
        for colour in Colour::ALL {
            let wanted = goals.collect[colour as usize];
            if wanted > 0 {
                each(Goal::Collect {
                    colour,
                    done: state.collected[colour as usize],
                    wanted,
                });
            }
        }
        if goals.clear {
            each(Goal::Clear {
                done: (self.marked() & !state.marked).count_ones(),
                wanted: self.marked().count_ones(),
            });
        }
    }

    /// Tells whether all goals are reached.
    #[must_use]
    pub fn is_reached(&self, state: &State) -> bool {
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
    pub fn moves_left(&self, state: &State) -> u32 {
        self.level().limit - state.moves
    }

    /// Returns the squares that go in the first step of a cascade on a board; none when it is at rest.
    pub(super) fn first_to_go(&self, board: Packed) -> u128 {
        let mut state = self.position(board, Phase::Rest);
        let Some(step) = self.next_step(&board) else {
            return 0;
        };
        // What goes clears all fields, as if they were marked.
        state.marked = u128::MAX;
        self.carry_out(&mut state, &step, &mut ());
        !state.marked
    }

    /// Makes the position with a board and nothing done.
    pub(super) fn position(&self, board: Packed, phase: Phase) -> State {
        State {
            board,
            marked: self.marked(),
            points: 0,
            moves: 0,
            step: 0,
            collected: [0; COLOURS],
            specials_made: 0,
            specials_used: 0,
            shuffles: 0,
            phase,
            legal: Moves::none(self.level().size()),
        }
    }

    /// Carries out the next step of a cascade, or all in a row when nothing comes in between; then, at rest, sees who acts.
    pub(super) fn go_on<S: EffectSink>(&self, state: &mut State, is_shuffled: bool, sink: &mut S) {
        while let Some(step) = self.next_step(&state.board) {
            state.step = state.step.saturating_add(1);
            self.carry_out(state, &step, sink);
            if self.level().refill && state.step < Self::LONGEST_REFILL {
                state.phase = Phase::Refill;
                return;
            }
        }
        if self.is_filled_at_rest(state) {
            state.phase = Phase::Refill;
        } else {
            self.come_to_rest(state, is_shuffled);
        }
    }

    /// Tells whether a board on which nothing matches is still to be filled, after so long a cascade that nothing came in.
    pub(super) fn is_filled_at_rest(&self, state: &State) -> bool {
        let steps = Self::LONGEST_REFILL..Self::LONGEST_CASCADE;
        self.level().refill && steps.contains(&state.step) && state.board.empty(self.layout()) != 0
    }

    /// Finds out how the level goes on from a board on which nothing matches.
    pub(super) fn come_to_rest(&self, state: &mut State, is_shuffled: bool) {
        state.step = 0;
        state.phase = Phase::Over;
        if self.is_reached(state) || state.moves >= self.level().limit {
            return;
        }
        let legal = self.moves_on(&state.board);
        if !legal.is_empty() {
            state.legal = legal;
            state.phase = Phase::Rest;
        } else if self.level().when_stuck == WhenStuck::Reshuffle && !is_shuffled {
            state.phase = Phase::Reshuffle;
        }
    }

    fn is_field(&self, cell: Cell) -> bool {
        self.level().fields[cell] != Field::Hole
    }
}

impl fmt::Debug for LevelGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // All of it follows from the level.
        write!(f, "LevelGame({:?})", self.level().name)
    }
}

impl State {
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

impl Game for LevelGame {
    type State = State;
    type Action = BasicMove;
    type Actions = Moves;
    /// The elements that come onto the empty fields, or onto all when the board is dealt or reshuffled: column by column
    /// from the left, each from the top.
    type Chance = Vec<Element>;

    fn players(&self) -> u8 {
        1
    }

    fn initial(&self) -> State {
        let board = Board::empty(self.level().size());
        self.position(Packed::new(&board), Phase::Deal)
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Rest => Turn::Player(Player::One),
            Phase::Deal | Phase::Refill | Phase::Reshuffle => Turn::Chance,
            Phase::Over => Turn::Over(Outcome::Goals {
                reached: self.is_reached(state),
                points: state.points,
            }),
        }
    }

    fn legal_actions(&self, state: &State) -> Moves {
        state.legal.clone()
    }

    fn is_legal(&self, state: &State, step: BasicMove) -> bool {
        state.legal.contains(step)
    }

    /// Reports the elements that the move carries along as one wave, then step by step those that go with their points,
    /// the special that is made, and what falls.
    fn play_unchecked<S: EffectSink>(&self, state: &mut State, step: BasicMove, sink: &mut S) {
        let size = self.level().size();
        state.legal = Moves::none(size);
        state.moves += 1;
        let cycle = step.cycle(size);
        if S::LISTENS {
            let next = cycle.clone().skip(1).chain(cycle.clone().take(1));
            for (from, to) in cycle.clone().zip(next) {
                let element = state
                    .board
                    .element(bit_of(size, from))
                    .expect("a legal move is of elements");
                let token = token(element);
                sink.effect(Effect::Move { from, to, token });
            }
            sink.end_step();
        }
        state.board.turn(cycle);
        self.go_on(state, false, sink);
    }

    fn sample_chance<R: RandomSource>(&self, state: &State, random: &mut R) -> Vec<Element> {
        match state.phase {
            Phase::Deal => self.deal(random),
            Phase::Reshuffle => self.reshuffle(&state.board, random),
            _ if state.step >= Self::LONGEST_REFILL => self.refill_quietly(&state.board, random),
            _ => self.refill(&state.board, random),
        }
    }

    fn chance_source(&self, state: &State) -> u8 {
        match state.phase {
            Phase::Reshuffle => 2,
            Phase::Refill => 1,
            Phase::Deal | Phase::Rest | Phase::Over => 0,
        }
    }

    fn is_possible(&self, state: &State, chance: &Vec<Element>) -> bool {
        match state.phase {
            Phase::Deal => self.can_deal(chance),
            Phase::Refill => self.can_refill(state.board.empty(self.layout()), chance),
            Phase::Reshuffle => self.can_reshuffle(&state.board, chance),
            Phase::Rest | Phase::Over => false,
        }
    }

    fn resolve_chance<S: EffectSink>(&self, state: &mut State, chance: &Vec<Element>, sink: &mut S) {
        let is_shuffled = state.phase == Phase::Reshuffle;
        if is_shuffled {
            let before = state.board;
            state.shuffles = state.shuffles.saturating_add(1);
            let places = self.reshuffled_places(&before, chance.len());
            state.board = self.laid_out(places, chance);
            if S::LISTENS {
                report_changes(&before.to_board(), &state.board.to_board(), sink);
            }
        } else if S::LISTENS {
            let mut board = state.board.to_board();
            fill(&mut board, |cell| self.is_field(cell), chance, sink);
            state.board = Packed::new(&board);
        } else {
            state.board.fill(self.layout(), chance);
        }
        self.go_on(state, is_shuffled, sink);
    }

    fn points(&self, state: &State) -> u64 {
        state.points
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
