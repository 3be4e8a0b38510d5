//! Tile-downgrading: boards with lower pieces that play like a given one.

use super::packed_board::{PackError, PackedBoard, exponents};
use super::position::Position;

impl PackedBoard {
    /// Returns the board with all pieces above an exponent halved.
    ///
    /// If no piece has the exponent itself, from 1 to 15, the order of the pieces stays the same.
    #[inline]
    pub(super) const fn halved_above(self, gap: u32) -> Self {
        Self(self.0 - self.above(gap))
    }

    /// Returns the gaps above which pieces are [halved](PackedBoard::halved_above), in order, so that neither
    /// the board nor a merge on it has a piece beyond an exponent.
    ///
    /// Each gap is the largest value that is missing below the highest piece (tile-downgrading: Guei, Chen
    /// and Wu, "Optimistic temporal difference learning for 2048", 2021):
    ///
    /// ```text
    /// 16384 4096 2048  64        8192 4096 2048  64
    ///     2    4    8  16   ──▶     2    4    8  16        8192 is missing: 16384 is halved
    /// ```
    /// Both boards play alike until a piece grows into a gap. A board without a gap stays as it is.
    pub(super) fn downgrading(self, highest: u32) -> Vec<u32> {
        assert!(
            (1..=Self::LARGEST).contains(&highest),
            "{highest} is not an exponent of a piece"
        );
        let mut gaps = Vec::new();
        let mut board = self;
        // Two of the highest make a higher one.
        let passes = |board: Self| board.above(highest) != 0 || board.above(highest - 1).count_ones() > 1;
        while passes(board)
            && let Some(gap) = largest_gap(board.exponent_set())
        {
            board = board.halved_above(gap);
            gaps.push(gap);
        }
        gaps
    }

    /// Returns the board halved above its largest gap until no piece is beyond an exponent, or no gap is
    /// left.
    #[inline]
    pub(super) fn halved_to(self, highest: u32) -> Self {
        let mut board = self;
        while board.above(highest) != 0
            && let Some(gap) = largest_gap(board.exponent_set())
        {
            board = board.halved_above(gap);
        }
        board
    }

    /// Returns a packed board that plays like a board of powers of two of any height.
    ///
    /// A value beyond 32768, or one of two 32768s, is halved with all others above the largest gap below it,
    /// as in `PackedBoard::downgrading`.
    ///
    /// # Errors
    /// When the board is not 4×4, has a value that is not a power of two, or has no gap.
    pub fn scaled(position: &Position) -> Result<Self, PackError> {
        let mut exponents = exponents(position)?;
        loop {
            let met = exponents.iter().fold(1u64, |met, exponent| met | 1 << exponent);
            let highest = met.ilog2();
            let same = exponents.iter().filter(|&&exponent| exponent == highest).count();
            if highest < Self::LARGEST || (highest == Self::LARGEST && same == 1) {
                break;
            }
            let gap = largest_gap(met).ok_or(PackError::Value(1 << highest))?;
            for exponent in &mut exponents {
                *exponent -= u32::from(*exponent > gap);
            }
        }
        Ok(Self::from_exponents(&exponents))
    }
}

/// Returns the largest exponent that is missing below the highest, in a set of one bit each.
pub(super) const fn largest_gap(met: u64) -> Option<u32> {
    let below_highest = (1 << (met | 1).ilog2()) - 1;
    // Exponent 0 is no piece.
    (!met & below_highest & !1).checked_ilog2()
}
