//! A Connect Four position as a bitboard of two words.

use quincunx_core::grid::bits::{Fixed, Geometry, Word, has_line};

/// The standard board of seven columns and six rows.
pub(crate) type Standard = Fixed<7, 6>;

/// A position as bits: the stones of the player to move, and all stones.
///
/// After `4453` on 7×6, with `x` to move:
///
/// ```text
///   board           mover           mask
///   . . . . . . .   0 0 0 0 0 0 0   0 0 0 0 0 0 0
///   . . . . . . .   0 0 0 0 0 0 0   0 0 0 0 0 0 0
///   . . . . . . .   0 0 0 0 0 0 0   0 0 0 0 0 0 0
///   . . . . . . .   0 0 0 0 0 0 0   0 0 0 0 0 0 0
///   . . . o . . .   0 0 0 0 0 0 0   0 0 0 1 0 0 0
///   . . o x x . .   0 0 0 1 1 0 0   0 0 1 1 1 0 0
/// ```
///
/// Boards are equal when the same stones lie on the same cells; the order of play is not kept. The end of the
/// game is not checked: the caller must not drop a stone after a four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitBoard<G: Geometry> {
    geometry: G,
    mover: G::Word,
    mask: G::Word,
}

impl<G: Geometry> BitBoard<G> {
    /// Creates the empty board.
    pub(crate) fn new(geometry: G) -> Self {
        Self {
            geometry,
            mover: G::Word::ZERO,
            mask: G::Word::ZERO,
        }
    }

    /// Creates a position from the mover's stones and all stones. The second set contains the first, and
    /// every column is filled from its bottom.
    pub(super) fn from_stones(geometry: G, mover: G::Word, mask: G::Word) -> Self {
        debug_assert!(mover & !mask == G::Word::ZERO, "the mover's stones are stones");
        debug_assert!(
            mask.plus(geometry.bottom()) & mask == G::Word::ZERO,
            "no stone hangs in the air"
        );
        Self {
            geometry,
            mover,
            mask,
        }
    }

    /// Returns the layout of the cells.
    #[inline]
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// Returns the stones of the player to move.
    #[inline]
    pub fn mover(&self) -> G::Word {
        self.mover
    }

    /// Returns the stones of the player who moved last.
    #[inline]
    pub fn opponent(&self) -> G::Word {
        self.mover ^ self.mask
    }

    /// Returns all stones.
    #[inline]
    pub fn mask(&self) -> G::Word {
        self.mask
    }

    /// Counts the stones on the board.
    #[inline]
    pub fn stones(&self) -> u32 {
        self.mask.count_ones()
    }

    /// Returns the cells where a stone dropped now would come to rest, one for each column that is not full.
    ///
    /// Adding the bottom row carries through the stones of each column into the cell above them.
    #[inline]
    pub fn landings(&self) -> G::Word {
        self.mask.plus(self.geometry.bottom()) & self.geometry.cells()
    }

    /// Puts a stone of the mover on a landing cell and passes the turn.
    #[inline]
    pub(crate) fn after(&self, landing: G::Word) -> Self {
        Self {
            geometry: self.geometry,
            mover: self.mover ^ self.mask,
            mask: self.mask | landing,
        }
    }

    /// Returns whether the player who moved last has four in a line.
    #[inline]
    pub fn has_won(&self) -> bool {
        has_four(self.geometry, self.opponent())
    }

    /// Returns the empty cells that would complete a four of the mover, reachable now or not.
    #[inline]
    pub fn threats(&self) -> G::Word {
        completing(self.geometry, self.mover) & (self.geometry.cells() ^ self.mask)
    }

    /// Returns the empty cells that would complete a four of the mover after a stone on `landing`.
    #[inline]
    pub(crate) fn threats_after(&self, landing: G::Word) -> G::Word {
        completing(self.geometry, self.mover | landing) & (self.geometry.cells() ^ self.mask)
    }

    /// Returns the empty cells that would complete a four of the player who moved last.
    #[inline]
    pub fn opponent_threats(&self) -> G::Word {
        completing(self.geometry, self.opponent()) & (self.geometry.cells() ^ self.mask)
    }

    /// Returns whether the mover can complete a four with the next stone.
    #[inline]
    pub(crate) fn can_win_now(&self) -> bool {
        self.threats() & self.landings() != G::Word::ZERO
    }

    /// Returns a word that is unique to the position.
    ///
    /// A column of n stones among which the mover's make the number s < 2^n adds 2^n − 1 + s; the ranges of
    /// different n do not overlap and none carries past the sentinel.
    #[inline]
    pub(crate) fn key(&self) -> G::Word {
        self.mover.plus(self.mask)
    }

    /// Returns the smaller of the keys of the position and its mirror image.
    #[inline]
    pub(crate) fn canonical_key(&self) -> G::Word {
        self.key().min(self.mirrored().key())
    }

    /// Returns the position reflected left to right.
    pub fn mirrored(&self) -> Self {
        Self {
            geometry: self.geometry,
            mover: self.geometry.mirrored(self.mover),
            mask: self.geometry.mirrored(self.mask),
        }
    }
}

/// Returns whether a set of stones contains four in a line.
#[inline]
pub(crate) fn has_four<G: Geometry>(geometry: G, stones: G::Word) -> bool {
    has_line(geometry, stones, 4)
}

/// Returns the cells in a line with three of the stones, occupied cells and sentinels included.
///
/// A vertical four can only be completed at its top; in the other three directions the free cell may be
/// either end or one of the two in the middle.
#[inline]
pub(super) fn completing<G: Geometry>(geometry: G, stones: G::Word) -> G::Word {
    let mut found = (stones << 1) & (stones << 2) & (stones << 3);
    let stride = geometry.stride();
    for step in [stride, stride - 1, stride + 1] {
        let two_before = (stones << step) & (stones << (2 * step));
        let two_after = (stones >> step) & (stones >> (2 * step));
        found |= two_before & ((stones << (3 * step)) | (stones >> step));
        found |= two_after & ((stones >> (3 * step)) | (stones << step));
    }
    found
}
