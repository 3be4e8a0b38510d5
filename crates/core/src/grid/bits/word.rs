//! The machine words that hold a whole board, one bit a cell.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// An unsigned word of bits: `u64` for boards up to 9×6 or 7×8, `u128` up to 11×10 or 18×6. Shifts are by
/// less than [`Word::BITS`].
pub trait Word:
    Copy
    + Debug
    + Default
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + From<u64>
    + 'static
{
    /// The word without a bit.
    const ZERO: Self;
    /// The word with bit 0.
    const ONE: Self;
    /// The number of bits.
    const BITS: u32;

    /// Counts the set bits.
    fn count_ones(self) -> u32;

    /// Returns the index of the lowest set bit, [`Word::BITS`] when there is none.
    fn trailing_zeros(self) -> u32;

    /// Adds, dropping the carry out of the highest bit.
    fn plus(self, other: Self) -> Self;

    /// Subtracts, borrowing from beyond the highest bit.
    fn minus(self, other: Self) -> Self;

    /// Multiplies by a fixed odd number: a permutation of all words that stirs low bits into the high ones.
    fn mixed(self) -> Self;

    /// Returns the lowest 64 bits.
    fn low(self) -> u64;

    /// Returns the word with its lowest set bit cleared.
    #[must_use]
    fn without_lowest(self) -> Self {
        self & self.minus(Self::ONE)
    }

    /// Returns the lowest set bit alone.
    #[must_use]
    fn lowest(self) -> Self {
        self & Self::ZERO.minus(self)
    }
}

macro_rules! word {
    ($word:ty, $stirrer:expr) => {
        impl Word for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }

            #[inline]
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn mixed(self) -> Self {
                self.wrapping_mul($stirrer)
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }
        }
    };
}

// The golden ratio's fraction in 64 and in 128 bits, made odd: Knuth's multiplicative hash.
word!(u64, 0x9e37_79b9_7f4a_7c15);
word!(u128, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
