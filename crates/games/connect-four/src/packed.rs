//! The packed twin of the rules: the same game on a bit board, for playouts and tree search.

use std::convert::Infallible;

use quincunx_core::grid::bits::{AnySize, Geometry, Word};
use quincunx_core::{
    ActionMask, BitAction, Cell, Effect, EffectSink, Game, Outcome, Player, RandomSource, Size, Symmetric,
    Turn,
};
use quincunx_search::PackedRules;

use super::bits::{BitBoard, Standard};
use super::rules::{Column, ConnectFour, Position};
use super::view;

/// The rules of [`ConnectFour`] on boards that fit in 64 bits with a sentinel above each column.
///
/// A position is two words and `Copy`; see [`BitBoard`] for its bits and for what equality means. It must agree with
/// the readable rules in everything; the tests play both side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedConnectFour<G: Geometry<Word = u64> = Standard> {
    geometry: G,
}

/// A drop, told by the cell in which the stone comes to rest: the number of its bit.
///
/// So the landing cells are themselves the set of legal actions, and dropping needs no look at a column. The order
/// is that of columns, as each has one landing cell at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Landing(u8);

impl PackedConnectFour<Standard> {
    /// Makes the rules for seven columns and six rows.
    #[must_use]
    pub fn standard() -> Self {
        Self {
            geometry: Standard::default(),
        }
    }
}

impl PackedConnectFour<AnySize<u64>> {
    /// Makes the rules for the board of readable ones; `None` when it does not fit in 64 bits.
    #[must_use]
    pub fn new(rules: &ConnectFour) -> Option<Self> {
        AnySize::new(rules.size()).map(|geometry| Self { geometry })
    }
}

impl Landing {
    /// Makes the drop onto the cell of a bit.
    #[inline]
    pub(super) const fn of(bit: u32) -> Self {
        Self(bit as u8)
    }
}

impl<G: Geometry<Word = u64>> PackedConnectFour<G> {
    /// Returns where the cells lie.
    #[inline]
    #[must_use]
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// Returns the drop into a column; `None` when it cannot be played.
    #[must_use]
    pub fn landing(&self, board: &BitBoard<G>, column: Column) -> Option<Landing> {
        self.legal_actions(board)
            .into_iter()
            .find(|landing| self.unpack_action(*landing) == column)
    }
}

/// Packs a position of the readable rules for the size of a geometry.
pub(super) fn pack<G: Geometry>(geometry: G, position: &Position) -> BitBoard<G> {
    let mut of_player = [G::Word::ZERO; 2];
    for column in 0..geometry.columns() {
        for (stones, stack) in of_player.iter_mut().zip(position.stack(column).of) {
            *stones |= G::Word::from(stack) << (column * geometry.stride());
        }
    }
    let mover = of_player[position.stones() as usize % 2];
    BitBoard::from_stones(geometry, mover, of_player[0] | of_player[1])
}

impl<G: Geometry<Word = u64>> Game for PackedConnectFour<G> {
    type State = BitBoard<G>;
    type Action = Landing;
    type Actions = ActionMask<Landing>;
    type Chance = Infallible;

    fn players(&self) -> u8 {
        2
    }

    fn initial(&self) -> BitBoard<G> {
        BitBoard::new(self.geometry)
    }

    #[inline]
    fn turn(&self, board: &BitBoard<G>) -> Turn {
        let mover = if board.stones().is_multiple_of(2) {
            Player::One
        } else {
            Player::Two
        };
        if board.has_won() {
            Turn::Over(Outcome::Win(mover.opponent()))
        } else if board.mask() == self.geometry.cells() {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Player(mover)
        }
    }

    #[inline]
    fn legal_actions(&self, board: &BitBoard<G>) -> ActionMask<Landing> {
        ActionMask::new(if board.has_won() { 0 } else { board.landings() })
    }

    #[inline]
    fn play_unchecked<S: EffectSink>(&self, board: &mut BitBoard<G>, landing: Landing, sink: &mut S) {
        if S::LISTENS {
            let (columns, rows) = (self.geometry.columns(), self.geometry.rows());
            let size = Size::new(columns, rows).expect("a board that fits in a word");
            let cell = u32::from(landing.0);
            let cell = Cell::new(cell / self.geometry.stride(), cell % self.geometry.stride());
            let player = self.turn(board).player().expect("a game that is not over");
            let (cell, token) = (view::in_picture(size, cell), view::token(player));
            sink.effect(Effect::Enter {
                cell,
                height: 1,
                token,
            });
        }
        *board = board.after(1 << landing.0);
    }

    fn sample_chance<R: RandomSource>(&self, _: &BitBoard<G>, _: &mut R) -> Infallible {
        unreachable!("it is never chance's turn")
    }

    fn is_possible(&self, _: &BitBoard<G>, chance: &Infallible) -> bool {
        match *chance {}
    }

    fn resolve_chance<S: EffectSink>(&self, _: &mut BitBoard<G>, chance: &Infallible, _: &mut S) {
        match *chance {}
    }
}

impl<G: Geometry<Word = u64>> PackedRules<ConnectFour> for PackedConnectFour<G> {
    fn pack(&self, position: &Position) -> BitBoard<G> {
        pack(self.geometry, position)
    }

    fn unpack_action(&self, landing: Landing) -> Column {
        Column((u32::from(landing.0) / self.geometry.stride()) as u8)
    }
}

impl<G: Geometry<Word = u64>> Symmetric for PackedConnectFour<G> {
    /// The board and its mirror image.
    fn symmetry_count(&self) -> usize {
        2
    }

    fn transform_state(&self, board: &BitBoard<G>, symmetry: usize) -> BitBoard<G> {
        if symmetry == 1 { board.mirrored() } else { *board }
    }

    fn transform_action(&self, landing: Landing, symmetry: usize) -> Landing {
        if symmetry == 1 {
            let (columns, stride) = (self.geometry.columns(), self.geometry.stride());
            let (column, row) = (u32::from(landing.0) / stride, u32::from(landing.0) % stride);
            Landing(((columns - 1 - column) * stride + row) as u8)
        } else {
            landing
        }
    }
}

impl BitAction for Landing {
    #[inline]
    fn from_bit(bit: u32) -> Self {
        Self(bit as u8)
    }

    #[inline]
    fn bit(self) -> u32 {
        u32::from(self.0)
    }
}
