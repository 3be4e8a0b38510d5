//! The single-player game: a board filled at random, and a number of moves to win points.

use std::fmt;

use quincunx_core::perft::settle;
use quincunx_core::{
    ActionSet, Cell, DenseActions, Effect, EffectSink, Game, Outcome, Random, RandomSource, Side, Size, Turn,
};
use thiserror::Error;

use super::board::{Board, Move, empty_fields};
use super::game::Removal;
use super::grid_board::GridBoard;
use super::matcher::Match;
use crate::engine::{
    BasicMove, Colour, DimensionError, Layout, MaximumDeltaMatcher, MoveKind, MoveSet, PackedMatcher, Token,
    TokenSet, UnionMatcher,
};

/// The rules of the single-player game: a board, its tokens, what matches, and how many moves there are.
///
/// Chance fills the empty board, and all matches are resolved with points; chance fills the empty fields
/// after each step. Then the player makes any move that fits, whether or not it matches, and matches are
/// resolved from the fields that it touched.
#[derive(Clone)]
pub struct MatchThree {
    pub(super) size: Size,
    pub(super) tokens: TokenSet,
    pub(super) matcher: UnionMatcher<MaximumDeltaMatcher>,
    pub(super) moves: u32,
    /// The moves of the kinds that are legal.
    legal: MoveSet,
    /// The matcher of packed boards; `None` where the boards cannot be packed.
    pub(super) packed_matcher: Option<PackedMatcher>,
}

/// Rules that do not make a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The board is too small or too large.
    #[error(transparent)]
    Dimension(#[from] DimensionError),
    /// A game has at least one move.
    #[error("a game has at least one move")]
    NoMoves,
    /// A kind of moves is named that there is not, or none.
    #[error("the kinds of moves are {}", MoveKind::NAMES.join(", "))]
    UnknownKind,
    /// The matchers have too many deltas in all.
    #[error("the matchers have {0} deltas in all: at most {most} are", most = MatchThree::MAX_DELTAS)]
    TooManyDeltas(usize),
    /// New tokens match again and again.
    #[error(
        "with {tokens} tokens a {size} board does not come to rest: more tokens, a smaller board or other deltas do"
    )]
    Restless {
        /// The number of valid tokens.
        tokens: usize,
        /// The size of the board.
        size: Size,
    },
}

/// A position of the game; equal ones have equal fields, points, moves left and state of the cascade.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: GridBoard,
    pub(super) points: u64,
    pub(super) moves_left: u32,
    /// The cascade for which chance fills the empty fields; `None` when the board is full and at rest.
    pub(super) cascade: Option<Cascade>,
}

/// A cascade that waits for new tokens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Cascade {
    /// The number of steps so far.
    pub(super) steps: u64,
    /// The fields that tokens fell from and to in the last step, sorted.
    pub(super) fallen: Vec<Cell>,
}

/// Tokens for all empty fields: columns from the left, each from the bottom up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Refill(pub Vec<Token>);

impl Position {
    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &GridBoard {
        &self.board
    }

    fn empty_count(&self) -> usize {
        let fields = self.board.fields().values().iter();
        fields.filter(|field| field.is_none()).count()
    }
}

impl MatchThree {
    /// The most deltas of all matchers together, which bounds the cost of a step.
    pub const MAX_DELTAS: usize = UnionMatcher::MAX_DELTAS;

    /// The most steps of a cascade: one that has not come to rest by then ends the game where it is.
    ///
    /// In a million random moves on 8×8 the longest cascade has 13 steps with six tokens and 72 with three.
    pub(crate) const MAX_CASCADE_STEPS: u64 = 256;

    /// Creates the rules.
    ///
    /// The opening of seed 0 is played: few tokens on a large board match again and again, and such rules
    /// fail here and not in the middle of a game.
    ///
    /// # Errors
    /// When the board is too small or too large, there are no moves or too many deltas, or the board does not
    /// come to rest.
    pub fn new(
        columns: u32,
        rows: u32,
        tokens: TokenSet,
        matcher: UnionMatcher<MaximumDeltaMatcher>,
        moves: u32,
    ) -> Result<Self, RulesError> {
        let size = GridBoard::new(columns, rows, tokens.clone())?.size();
        if moves == 0 {
            return Err(RulesError::NoMoves);
        }
        let deltas = matcher.delta_count();
        if deltas > Self::MAX_DELTAS {
            return Err(RulesError::TooManyDeltas(deltas));
        }
        let is_packed = size.area() <= Layout::MAX_SQUARES && tokens.as_slice().len() <= Colour::ALL.len();
        let packed_matcher = is_packed.then(|| PackedMatcher::new(&matcher, size));
        let rules = Self {
            size,
            tokens,
            matcher,
            moves,
            legal: MoveSet::all(size),
            packed_matcher,
        };
        let mut opening = rules.initial();
        settle(&rules, &mut opening, &mut Random::new(0), &mut ());
        if opening.moves_left == 0 {
            return Err(RulesError::Restless {
                tokens: rules.tokens.as_slice().len(),
                size,
            });
        }
        Ok(rules)
    }

    /// Allows the moves of some kinds only, by their names.
    ///
    /// # Errors
    /// When there is no such kind, or no kind is left.
    pub fn with_kinds<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Result<Self, RulesError> {
        let mut kinds = 0;
        for name in names {
            let kind = MoveKind::NAMES.iter().position(|&known| known == name);
            kinds |= 1 << kind.ok_or(RulesError::UnknownKind)?;
        }
        if kinds == 0 {
            return Err(RulesError::UnknownKind);
        }
        self.legal = MoveSet::of_kinds(self.size, kinds);
        Ok(self)
    }

    /// Returns the token in views and effects: its index among the valid ones.
    pub(super) fn shown(&self, token: Token) -> quincunx_core::Token {
        quincunx_core::Token(self.tokens.index(token).expect("a board holds valid tokens only") as u64)
    }

    /// Finds what the step of a cascade with a number removes.
    fn removal(&self, state: &Position, positions: &[Cell], steps: u64) -> Option<Removal> {
        let removal = Removal::find(&state.board, &self.matcher, positions, steps + 1);
        removal.expect("positions are on the board")
    }

    /// Removes the matches of some positions, if any, lets tokens fall, and leaves the empty fields to
    /// chance.
    fn resolve<S: EffectSink>(&self, state: &mut Position, positions: &[Cell], steps: u64, sink: &mut S) {
        let Some(Removal { cells, points }) = self.removal(state, positions, steps) else {
            return;
        };
        sink.end_step();
        if S::ENABLED {
            for &cell in &cells {
                let token = self.shown(state.board.fields()[cell].expect("what matches is a token"));
                sink.effect(Effect::Remove { cell, token });
            }
        }
        state.points = state.points.saturating_add(points);
        state.board.remove(&cells).expect("matches are on the board");
        sink.effect(Effect::Points { points });
        sink.end_step();
        let falls = state.board.drop_tokens();
        if S::ENABLED {
            for &[from, to] in &falls {
                self.report_move(state, from, to, sink);
            }
        }
        state.cascade = Some(Cascade {
            steps: steps + 1,
            fallen: Match::new(falls.into_flattened()).into_cells(),
        });
    }

    /// Reports that the token of a cell was in another.
    fn report_move<S: EffectSink>(&self, state: &Position, from: Cell, to: Cell, sink: &mut S) {
        let token = self.shown(state.board.fields()[to].expect("what moves is a token"));
        sink.effect(Effect::Move { from, to, token });
    }
}

impl fmt::Debug for MatchThree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("MatchThree");
        // The packed matcher follows from these.
        debug
            .field("size", &self.size)
            .field("tokens", &self.tokens)
            .field("matcher", &self.matcher)
            .field("moves", &self.moves);
        if self.legal != MoveSet::all(self.size) {
            debug.field("legal", &self.legal);
        }
        debug.finish()
    }
}

impl Default for MatchThree {
    /// Returns the rules of the ordinary game: 8×8 with six tokens, rows and columns, twenty moves.
    fn default() -> Self {
        let tokens = TokenSet::new("ABCDEF").expect("six different tokens");
        let lines = UnionMatcher::new(vec![MaximumDeltaMatcher::rows(), MaximumDeltaMatcher::columns()]);
        Self::new(8, 8, tokens, lines, 20).expect("six tokens on 8×8 come to rest")
    }
}

impl Game for MatchThree {
    type State = Position;
    type Action = BasicMove;
    type Actions = MoveSet;
    type Chance = Refill;

    fn players(&self) -> u8 {
        1
    }

    fn initial(&self) -> Position {
        let board = GridBoard::new(self.size.columns(), self.size.rows(), self.tokens.clone());
        Position {
            board: board.expect("checked when the rules were made"),
            points: 0,
            moves_left: self.moves,
            cascade: Some(Cascade::default()),
        }
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.cascade.is_some() {
            Turn::Chance
        } else if state.moves_left == 0 {
            Turn::Over(Outcome::Score(state.points))
        } else {
            Turn::Player(Side::One)
        }
    }

    fn legal_actions(&self, state: &Position) -> MoveSet {
        match self.turn(state) {
            Turn::Player(_) => self.legal,
            Turn::Chance | Turn::Over(_) => MoveSet::none(self.size),
        }
    }

    /// Reports the tokens that the move carries along as one step, those that are removed with their points
    /// as the next, and those that fall as the last.
    fn play_unchecked<S: EffectSink>(&self, state: &mut Position, step: BasicMove, sink: &mut S) {
        let affected = step.affected(&state.board).expect("a legal move fits");
        step.apply(&mut state.board).expect("a legal move fits");
        state.moves_left -= 1;
        if S::ENABLED {
            for (index, &from) in affected.iter().enumerate() {
                self.report_move(state, from, affected[(index + 1) % affected.len()], sink);
            }
        }
        self.resolve(state, &affected, 0, sink);
    }

    fn sample_chance<R: RandomSource>(&self, state: &Position, random: &mut R) -> Refill {
        let tokens = self.tokens.as_slice();
        let empty = 0..state.empty_count();
        Refill(empty.map(|_| tokens[random.index(tokens.len())]).collect())
    }

    fn is_possible(&self, state: &Position, refill: &Refill) -> bool {
        state.cascade.is_some()
            && refill.0.len() == state.empty_count()
            && refill.0.iter().all(|&token| self.tokens.contains(token))
    }

    /// Reports the new tokens as one step, each column's in a queue above the board, and the rest as after a
    /// move.
    fn resolve_chance<S: EffectSink>(&self, state: &mut Position, refill: &Refill, sink: &mut S) {
        let cascade = state.cascade.take();
        let Cascade { steps, fallen } = cascade.expect("chance fills the fields of a cascade");
        let empty = empty_fields(&state.board);
        for (&cell, &token) in empty.iter().zip(&refill.0) {
            let set = state.board.set(cell, Some(token));
            set.expect("a possible refill has valid tokens");
        }
        if S::ENABLED {
            for column in empty.chunk_by(|a, b| a.column == b.column) {
                for (height, &cell) in (1..).zip(column) {
                    let token = self.shown(state.board.fields()[cell].expect("it has just been filled"));
                    sink.effect(Effect::Enter { cell, height, token });
                }
            }
        }
        let mut positions = fallen;
        positions.extend(empty);
        if steps < Self::MAX_CASCADE_STEPS {
            self.resolve(state, &positions, steps, sink);
        } else if self.removal(state, &positions, steps).is_some() {
            state.moves_left = 0;
        }
    }

    fn points(&self, state: &Position) -> u64 {
        state.points
    }
}

impl DenseActions for MatchThree {
    fn action_count(&self) -> usize {
        MoveSet::all(self.size).len()
    }

    fn action_index(&self, step: BasicMove) -> usize {
        MoveSet::index(self.size, step)
    }

    fn action_at(&self, index: usize) -> Option<BasicMove> {
        MoveSet::all(self.size).get(index)
    }
}
