//! The rules of 2048.

use quincunx_core::{
    ActionMask, ActionSet, BitAction, DenseActions, Direction, Effect, EffectSink, EnumerableChance, Game,
    Outcome, RandomSource, Side, Size, Token, Turn,
};
use thiserror::Error;

use super::position::{BoardTooSmall, Piece, Position, Scoring};
use super::slide::Slid;

/// The rules of 2048 on a board of any size from 2×2.
///
/// The player slides all pieces, then chance adds a new one on a free cell. A game begins with two new
/// pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twenty48 {
    size: Size,
    scoring: Scoring,
    four_rate: f64,
}

/// Why rules are not valid.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The board is too small.
    #[error(transparent)]
    TooSmall(#[from] BoardTooSmall),
    /// The rate of fours is not a probability.
    #[error("expected a rate of fours from 0 to 1, found {0}")]
    FourRate(f64),
}

impl Twenty48 {
    /// The usual probability that a new piece is a 4 and not a 2.
    pub const FOUR_RATE: f64 = 0.1;

    /// The number of pieces on a new board.
    pub const OPENING_PIECES: u32 = 2;

    /// Creates the rules.
    ///
    /// # Errors
    /// When the board is smaller than 2×2 or the rate of fours is not a probability.
    pub fn new(size: Size, scoring: Scoring, four_rate: f64) -> Result<Self, RulesError> {
        BoardTooSmall::check(size)?;
        if !(0.0..=1.0).contains(&four_rate) {
            return Err(RulesError::FourRate(four_rate));
        }
        Ok(Self {
            size,
            scoring,
            four_rate,
        })
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the scoring.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Returns the rules with another scoring.
    #[must_use]
    pub const fn with_scoring(mut self, scoring: Scoring) -> Self {
        self.scoring = scoring;
        self
    }

    /// Returns the probability that a new piece is a 4.
    pub const fn four_rate(&self) -> f64 {
        self.four_rate
    }

    /// Returns whether the board is the usual one, for which there are packed boards and networks.
    pub(super) const fn is_4x4(&self) -> bool {
        self.size.columns() == 4 && self.size.rows() == 4
    }

    /// Lists the values of new pieces with their probabilities.
    fn values(&self) -> impl Iterator<Item = (u64, f64)> + use<> {
        [(2, 1.0 - self.four_rate), (4, self.four_rate)]
            .into_iter()
            .filter(|&(_, probability)| probability > 0.0)
    }
}

impl Default for Twenty48 {
    /// Creates the usual rules: 4×4, standard scoring.
    fn default() -> Self {
        Self {
            size: Size::new(4, 4).expect("4×4 is a size"),
            scoring: Scoring::Standard,
            four_rate: Self::FOUR_RATE,
        }
    }
}

impl Game for Twenty48 {
    type State = Position;
    type Action = Direction;
    type Actions = ActionMask<Direction>;
    type Chance = Piece;

    fn players(&self) -> u8 {
        1
    }

    fn initial(&self) -> Position {
        let mut position = Position::empty(self.size).expect("checked by the constructor");
        position.set_pending(Self::OPENING_PIECES);
        position
    }

    #[inline]
    fn turn(&self, state: &Position) -> Turn {
        if state.pending() > 0 {
            Turn::Chance
        } else if state.possible().is_empty() {
            Turn::Over(Outcome::Score(self.points(state)))
        } else {
            Turn::Player(Side::One)
        }
    }

    #[inline]
    fn legal_actions(&self, state: &Position) -> ActionMask<Direction> {
        state.possible()
    }

    /// Reports the slides as one step, and the merges with their points as the next.
    #[inline]
    fn play_unchecked<S: EffectSink>(&self, state: &mut Position, direction: Direction, sink: &mut S) {
        let size = self.size;
        let before = state.points();
        let mut merges = Vec::new();
        let merged = state.slide(direction, self.scoring, |slid| {
            if S::ENABLED {
                report_slide(size, slid, sink, &mut merges);
            }
        });
        state.set_pending(1);
        if S::ENABLED && merged > 0 {
            sink.end_step();
            for merge in merges {
                sink.effect(merge);
            }
            let points = saturate(state.points() - before);
            sink.effect(Effect::Points { points });
        }
    }

    #[inline]
    fn sample_chance<R: RandomSource>(&self, state: &Position, random: &mut R) -> Piece {
        let cell = state
            .free_cell(random.below(state.free()))
            .expect("chance acts on a board with a free cell");
        let value = if random.unit() < self.four_rate { 4 } else { 2 };
        Piece { cell, value }
    }

    fn is_possible(&self, state: &Position, piece: &Piece) -> bool {
        state.pending() > 0
            && state.cells().get(piece.cell) == Some(&0)
            && self.values().any(|(value, _)| value == piece.value)
    }

    #[inline]
    fn resolve_chance<S: EffectSink>(&self, state: &mut Position, piece: &Piece, sink: &mut S) {
        state.add(*piece);
        sink.effect(Effect::Spawn {
            cell: piece.cell,
            token: Token(piece.value),
        });
    }

    fn points(&self, state: &Position) -> u64 {
        saturate(state.points())
    }
}

/// Converts points to 64 bits, saturating.
pub(super) fn saturate(points: u128) -> u64 {
    u64::try_from(points).unwrap_or(u64::MAX)
}

fn report_slide<S: EffectSink>(size: Size, slid: Slid, sink: &mut S, merges: &mut Vec<Effect>) {
    let cell = size.cell(slid.to);
    if slid.from != slid.to {
        sink.effect(Effect::Move {
            from: size.cell(slid.from),
            to: cell,
            token: Token(slid.value),
        });
    }
    if slid.merged {
        merges.push(Effect::Merge {
            cell,
            token: Token(2 * slid.value),
        });
    }
}

impl DenseActions for Twenty48 {
    fn action_count(&self) -> usize {
        Direction::ALL.len()
    }

    fn action_index(&self, direction: Direction) -> usize {
        direction.bit() as usize
    }

    fn action_at(&self, index: usize) -> Option<Direction> {
        Direction::ALL.get(index).copied()
    }
}

impl EnumerableChance for Twenty48 {
    fn for_each_chance(&self, state: &Position, mut each: impl FnMut(&Piece, f64)) {
        let share = 1.0 / f64::from(state.free());
        for (cell, &there) in state.cells().iter() {
            if there == 0 {
                for (value, probability) in self.values() {
                    each(&Piece { cell, value }, share * probability);
                }
            }
        }
    }
}
