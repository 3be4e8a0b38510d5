//! The rules on a bitboard, for playouts, tree search and learners.

use std::convert::Infallible;

use quincunx_core::grid::bits::{AnySize, Geometry, Word};
use quincunx_core::{ActionMask, BitAction, Cell, Effect, EffectSink, Game, Options, Outcome, Side, Turn};
use quincunx_search::{PackedPlayer, PackedRules, ZeroEvaluation, standard};

use crate::bitboard::{BitBoard, Standard};
use crate::rules::{Column, ConnectFour, Position, token};

/// The rules of [`ConnectFour`] on boards that fit in 64 bits with a sentinel above each column.
///
/// Tests play it side by side with the readable rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedConnectFour<G: Geometry<Word = u64> = Standard> {
    geometry: G,
}

/// A drop by the cell in which the stone comes to rest: the number of its bit.
///
/// The landing cells are thus the set of legal actions, in the order of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Landing(u8);

impl PackedConnectFour<Standard> {
    /// Creates the rules for seven columns and six rows.
    pub fn standard() -> Self {
        Self {
            geometry: Standard::default(),
        }
    }
}

impl PackedConnectFour<AnySize<u64>> {
    /// Creates the packed rules of a game; `None` when its board does not fit in 64 bits.
    pub fn new(rules: &ConnectFour) -> Option<Self> {
        AnySize::new(rules.size()).map(|geometry| Self { geometry })
    }
}

impl<G: Geometry<Word = u64>> PackedConnectFour<G> {
    /// Returns the layout of the cells.
    #[inline]
    pub fn geometry(&self) -> G {
        self.geometry
    }
}

/// Packs a position of the readable rules on a board of the geometry's size.
pub(crate) fn pack<G: Geometry>(geometry: G, position: &Position) -> BitBoard<G> {
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
            Side::One
        } else {
            Side::Two
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
        if S::ENABLED {
            let (column, row) = (
                u32::from(self.unpack_action(landing).0),
                u32::from(landing.0) % self.geometry.stride(),
            );
            let cell = Cell::new(column, self.geometry.rows() - 1 - row);
            let player = self.turn(board).player().expect("a game that is not over");
            sink.effect(Effect::Enter {
                cell,
                height: 1,
                token: token(player),
            });
        }
        *board = board.after(1 << landing.0);
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

impl ConnectFour {
    /// Creates a player by Monte Carlo tree search, on the packed rules where the board fits.
    pub(crate) fn monte_carlo(&self, parameters: &Options) -> Box<dyn quincunx_search::Player<Self>> {
        if *self == Self::default() {
            let packed = PackedConnectFour::standard();
            Box::new(PackedPlayer::new(
                packed,
                standard::mcts(parameters, ZeroEvaluation),
            ))
        } else if let Some(packed) = PackedConnectFour::new(self) {
            Box::new(PackedPlayer::new(
                packed,
                standard::mcts(parameters, ZeroEvaluation),
            ))
        } else {
            standard::mcts(parameters, ZeroEvaluation)
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
