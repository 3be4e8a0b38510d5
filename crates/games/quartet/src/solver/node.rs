//! A packed position in which a piece is to be selected, and its static analysis.

use super::patterns::{BOARD, Edges, Lanes, Patterns, VALUES};
use crate::piece::{PIECES_WITH_BIT, Piece, Square};
use crate::rules::Position;

pub(super) const KEY_BITS: u32 = Square::COUNT as u32 + 4 * Piece::COUNT as u32;

/// A position in which a player selects.
///
/// Bit `n` of a set stands for square `n`. Squares neither empty nor taken can never be used; tests cut
/// smaller boards out of the large one in this way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// For each property value the squares of the pieces that have it.
    pub(super) values: Lanes,
    /// The squares without a piece.
    pub(super) empty: u64,
    /// The pieces to select from: bit `n` is piece `n`.
    pub(super) bag: u16,
}

pub(super) struct NodeAnalysis<'a> {
    pub(super) node: &'a Node,
    pub(super) patterns: Patterns,
    /// The property values with which a line can be completed, as bits.
    hot: u8,
    /// The empty squares, but only one of those in no live line.
    different_squares: u64,
}

impl Node {
    /// Packs a position; a selected piece goes back into the bag.
    pub(super) fn of(state: &Position) -> Self {
        let occupied = state.occupied();
        let mut values = [0; VALUES];
        for (bit, plane) in state.planes().into_iter().enumerate() {
            values[bit] = plane;
            values[bit + 4] = occupied & !plane;
        }
        let selected = state.selected().map_or(0, |piece| 1 << piece.number());
        Self {
            values,
            empty: !occupied & BOARD,
            bag: state.bag_bits() | selected,
        }
    }

    /// Returns a key that is unique to the position: the taken squares, and the numbers of their pieces in
    /// the order of the squares.
    ///
    /// ```text
    ///   high bits                               low bits
    /// +----------------------------------+----------------+
    /// | 4 bits for each piece placed,    | 36 bits, set   |
    /// | that of the lowest square lowest | where one is   |
    /// +----------------------------------+----------------+
    /// ```
    pub(super) fn key(&self) -> u128 {
        let taken = self.values[0] | self.values[4];
        let mut key = u128::from(taken);
        for (nth, square) in (0..).zip(bits(taken)) {
            let bit = |value: usize| (self.values[value] >> square & 1) << value;
            let number = bit(0) | bit(1) | bit(2) | bit(3);
            key |= u128::from(number) << (Square::COUNT as u32 + 4 * nth);
        }
        key
    }

    /// Returns the position after a piece of the bag has been selected and placed on an empty square.
    #[inline]
    pub(super) fn after(&self, piece: u32, square: u32) -> Self {
        let of_piece = u64::from(values_of(piece));
        let mut after = *self;
        for (value, squares) in (0..).zip(&mut after.values) {
            *squares |= (of_piece >> value & 1) << square;
        }
        after.empty &= !(1 << square);
        after.bag &= !(1 << piece);
        after
    }
}

impl<'a> NodeAnalysis<'a> {
    #[inline]
    pub(super) fn new<E: Edges>(node: &'a Node) -> Self {
        let patterns = Patterns::of::<E>(&node.values, node.empty, &supply(node.bag));
        let live = patterns.live.iter().fold(0, |all, live| all | live);
        let dead_squares = node.empty & !live;
        Self {
            node,
            hot: set_of_values(|value| patterns.completing[value] != 0),
            different_squares: node.empty & live | dead_squares & dead_squares.wrapping_neg(),
            patterns,
        }
    }

    #[inline]
    pub(super) fn completing_squares(&self, piece: u32) -> u64 {
        union(&self.patterns.completing, values_of(piece))
    }

    /// Returns the pieces of the bag that complete no line wherever they are placed.
    #[inline]
    pub(super) fn safe(&self) -> u16 {
        self.node.bag & !pieces_with_any(self.hot)
    }

    /// Returns whether no line can be completed any more.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        self.patterns.live == [0; VALUES]
    }

    /// Returns the empty squares, but only one of the equivalent ones in no live line.
    #[inline]
    pub(super) const fn different_squares(&self) -> u64 {
        self.different_squares
    }

    /// Returns the empty squares on which a safe piece of the bag can be placed such that another one is safe
    /// then.
    ///
    /// The other piece then completes a line if it does so now on another square, or if the first piece
    /// leaves a line of three with a value that both pieces have.
    #[inline]
    pub(super) fn keeping_safe(&self, placed: u32, other: u32) -> u64 {
        let (of_placed, of_other) = (values_of(placed), values_of(other));
        let stopping = match union(&self.patterns.completing, of_other & self.hot) {
            0 => self.node.empty,
            only if only.is_power_of_two() => only,
            _ => return 0,
        };
        stopping & !union(&self.patterns.preparing, of_placed & of_other)
    }
}

/// Returns the property values that a piece has, as bits.
#[inline]
const fn values_of(piece: u32) -> u8 {
    (piece | (!piece & 15) << 4) as u8
}

/// Unites the sets of some values.
#[inline]
fn union(lanes: &Lanes, values: u8) -> u64 {
    (0..)
        .zip(lanes)
        .fold(0, |all, (value, lane)| all | lane & mask(values, value))
}

/// Returns all ones for a value in a set, otherwise 0.
#[inline]
fn mask(values: u8, value: u32) -> u64 {
    u64::from(values >> value & 1).wrapping_neg()
}

#[inline]
fn set_of_values(is_in: impl Fn(usize) -> bool) -> u8 {
    (0..VALUES).fold(0, |set, value| set | u8::from(is_in(value)) << value)
}

#[inline]
const fn pieces_with(value: usize) -> u16 {
    if value < 4 {
        PIECES_WITH_BIT[value]
    } else {
        !PIECES_WITH_BIT[value - 4]
    }
}

#[inline]
fn pieces_with_any(values: u8) -> u16 {
    (0..VALUES).fold(0, |all, value| {
        all | pieces_with(value) & mask(values, value as u32) as u16
    })
}

/// Counts the pieces of a bag that have each value.
#[inline]
fn supply(bag: u16) -> [u32; VALUES] {
    std::array::from_fn(|value| (bag & pieces_with(value)).count_ones())
}

/// Iterates over the numbers of the bits of a word, ascending.
pub(super) fn bits(word: u64) -> impl Iterator<Item = u32> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros();
        (rest != 0).then(|| {
            rest &= rest - 1;
            bit
        })
    })
}
