//! The rules as a value on the contract of a game.

use quincunx_core::{
    ActionMask, ActionSet, BitAction, Cell, DenseActions, Direction, Effect, EffectSink, EnumerableChance,
    Game, Grid, Outcome, Player, RandomSource, Size, Symmetric, Token, Turn,
};
use thiserror::Error;

use super::position::{Piece, Position, Scoring, Slid, TooSmall};

/// The rules of 2048 on a board of any size from 2×2.
///
/// The player slides all pieces; chance answers with a new one on a free field. A game begins with two new
/// pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twenty48 {
    size: Size,
    scoring: Scoring,
    four_rate: f64,
}

/// Rules that make no game.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum RulesError {
    /// The board is too small.
    #[error(transparent)]
    TooSmall(#[from] TooSmall),
    /// The probability is none.
    #[error("a new piece cannot be a 4 with probability {0}: a probability is from 0 to 1")]
    FourRate(f64),
}

impl Twenty48 {
    /// The probability with which a new piece is a 4 and not a 2.
    pub const FOUR_RATE: f64 = 0.1;

    /// How many pieces are on a new board.
    pub const OPENING_PIECES: u32 = 2;

    /// Makes the rules.
    ///
    /// # Errors
    /// When the board is smaller than 2×2 or the rate of fours is no probability.
    pub fn new(size: Size, scoring: Scoring, four_rate: f64) -> Result<Self, RulesError> {
        Position::empty(size)?;
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
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns how points are counted.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Returns the probability with which a new piece is a 4.
    #[must_use]
    pub const fn four_rate(&self) -> f64 {
        self.four_rate
    }

    /// Returns the values that a new piece can have, each with its probability.
    fn values(&self) -> impl Iterator<Item = (u64, f64)> + use<> {
        [(2, 1.0 - self.four_rate), (4, self.four_rate)]
            .into_iter()
            .filter(|&(_, probability)| probability > 0.0)
    }
}

impl Default for Twenty48 {
    /// Makes the rules of the game as it is known: 4×4, standard scoring.
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
        let mut position = Position::empty(self.size).expect("checked when the rules were made");
        position.owe(Self::OPENING_PIECES);
        position
    }

    #[inline]
    fn turn(&self, state: &Position) -> Turn {
        if state.owed() > 0 {
            Turn::Chance
        } else if state.possible().is_empty() {
            Turn::Over(Outcome::Score(self.points(state)))
        } else {
            Turn::Player(Player::One)
        }
    }

    #[inline]
    fn legal_actions(&self, state: &Position) -> ActionMask<Direction> {
        state.possible()
    }

    /// Reports the slides as one wave, and the merges with the points they give as the next.
    #[inline]
    fn play_unchecked<S: EffectSink>(&self, state: &mut Position, direction: Direction, sink: &mut S) {
        let size = self.size;
        let before = state.points();
        let mut merges = Vec::new();
        let gain = state.slide(direction, self.scoring, |slid| {
            if S::LISTENS {
                report_slide(size, slid, sink, &mut merges);
            }
        });
        state.owe(1);
        if S::LISTENS && gain.merges > 0 {
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
            .expect("chance acts on a board with a free field");
        let value = if random.unit() < self.four_rate { 4 } else { 2 };
        Piece { cell, value }
    }

    fn is_possible(&self, state: &Position, piece: &Piece) -> bool {
        state.owed() > 0
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

/// Brings points into 64 bits; what is beyond stays at the end.
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

/// A square board has eight symmetries, another four. As bits of their number: 4 exchanges columns and rows
/// (first), 1 turns left into right, 2 up into down; on a board that is not square there is no 4.
impl Symmetric for Twenty48 {
    fn symmetry_count(&self) -> usize {
        if self.size.columns() == self.size.rows() {
            8
        } else {
            4
        }
    }

    fn transform_state(&self, state: &Position, symmetry: usize) -> Position {
        let size = self.size;
        // Each symmetry is asked for where a field comes from, so the exchange comes last.
        let cells = Grid::from_fn(size, |cell| {
            let mut from = cell;
            if symmetry & 1 != 0 {
                from.column = size.columns() - 1 - from.column;
            }
            if symmetry & 2 != 0 {
                from.row = size.rows() - 1 - from.row;
            }
            if symmetry & 4 != 0 {
                from = Cell::new(from.row, from.column);
            }
            state.cells()[from]
        });
        Position::from_parts(cells, state.points(), state.moves(), state.owed())
            .expect("an image has as much room")
    }

    fn transform_action(&self, direction: Direction, symmetry: usize) -> Direction {
        use Direction::{Down, Left, Right, Up};
        let exchanged = match direction {
            Up => Left,
            Left => Up,
            Down => Right,
            Right => Down,
        };
        match if symmetry & 4 != 0 { exchanged } else { direction } {
            Left if symmetry & 1 != 0 => Right,
            Right if symmetry & 1 != 0 => Left,
            Up if symmetry & 2 != 0 => Down,
            Down if symmetry & 2 != 0 => Up,
            unchanged => unchanged,
        }
    }
}
