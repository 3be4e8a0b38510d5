//! Pieces, squares and actions.

use std::fmt;

use quincunx_core::{BitAction, Cell, Size, Token};

/// One of the sixteen pieces. The four bits of its number are its properties:
///
/// | bit | set | not set |
/// | --- | --- | --- |
/// | 8 | white | black |
/// | 4 | cylinder | box |
/// | 2 | large | small |
/// | 1 | solid | hollow |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// The number of pieces.
    pub const COUNT: u8 = 16;

    /// Returns the piece with a number; `None` from 16 on.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Iterates over all pieces, ascending.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// Returns its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns whether it is white rather than black.
    pub const fn is_white(self) -> bool {
        self.0 & 8 != 0
    }

    /// Returns whether it is a cylinder rather than a box.
    pub const fn is_cylinder(self) -> bool {
        self.0 & 4 != 0
    }

    /// Returns whether it is large rather than small.
    pub const fn is_large(self) -> bool {
        self.0 & 2 != 0
    }

    /// Returns whether it is solid rather than hollow.
    pub const fn is_solid(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns its token in views and effects.
    pub(crate) const fn token(self) -> Token {
        Token(self.0 as u64)
    }
}

pub(crate) const PIECES_WITH_BIT: [u16; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

impl fmt::Display for Piece {
    /// Writes the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A cell of the board by its number in reading order, 0 to 35.
///
/// ```text
///  0  1  2  3  4  5
///  6  7  8  9 10 11
/// 12 13 14 15 16 17
/// 18 19 20 21 22 23
/// 24 25 26 27 28 29
/// 30 31 32 33 34 35
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The length of the board's sides.
pub(crate) const SIDE: u32 = 6;

impl Square {
    /// The number of squares.
    pub const COUNT: u8 = (SIDE * SIDE) as u8;

    /// Returns the size of the board.
    pub const fn board() -> Size {
        match Size::new(SIDE, SIDE) {
            Ok(size) => size,
            Err(_) => panic!("a board of 36 squares is possible"),
        }
    }

    /// Returns the square of a cell; `None` off the board.
    pub const fn of(cell: Cell) -> Option<Self> {
        if Self::board().contains(cell) {
            Some(Self((cell.row * SIDE + cell.column) as u8))
        } else {
            None
        }
    }

    /// Returns the square with a number; `None` from 36 on.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Iterates over all squares in reading order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// Returns its number in reading order.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns its cell.
    pub const fn cell(self) -> Cell {
        Square::board().cell(self.0 as usize)
    }

    /// Returns the set of squares that holds only this one.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    /// Writes `row;column`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = self.cell();
        write!(f, "{};{}", cell.row, cell.column)
    }
}

/// An action. Its number is the piece's, or 16 plus the square's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes a piece out of the bag for the opponent to place.
    Select(Piece),
    /// Places the selected piece on an empty square.
    Place(Square),
}

impl Action {
    /// The number of actions.
    pub(crate) const COUNT: u32 = (Piece::COUNT + Square::COUNT) as u32;
}

impl BitAction for Action {
    #[inline]
    fn from_bit(bit: u32) -> Self {
        debug_assert!(bit < Self::COUNT, "{bit} is no action");
        let bit = bit as u8;
        if bit < Piece::COUNT {
            Self::Select(Piece(bit))
        } else {
            Self::Place(Square(bit - Piece::COUNT))
        }
    }

    #[inline]
    fn bit(self) -> u32 {
        match self {
            Self::Select(piece) => u32::from(piece.0),
            Self::Place(square) => u32::from(Piece::COUNT + square.0),
        }
    }
}
