//! Sets of legal actions, cheap enough for the innermost loop of a playout.

use std::marker::PhantomData;

/// The actions that are legal in one state, ascending and each once.
pub trait ActionSet<A>: Clone + IntoIterator<Item = A> {
    /// Returns how many there are.
    fn len(&self) -> usize;

    /// Returns whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the `n`-th in ascending order; `None` past the end.
    fn get(&self, n: usize) -> Option<A>;

    /// Returns whether the action is one of them.
    fn contains(&self, action: A) -> bool;
}

/// A set of any number of actions, as a sorted list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ActionList<A>(Vec<A>);

impl<A: Copy + Ord> ActionList<A> {
    /// Makes the set of a list that ascends and has each action once.
    ///
    /// # Panics
    /// In debug builds, when the list is not so.
    pub fn from_sorted(actions: Vec<A>) -> Self {
        debug_assert!(
            actions.is_sorted_by(|a, b| a < b),
            "legal actions ascend, each once"
        );
        Self(actions)
    }

    /// Returns the sorted list.
    pub fn as_slice(&self) -> &[A] {
        &self.0
    }
}

impl<A: Copy + Ord> ActionSet<A> for ActionList<A> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, n: usize) -> Option<A> {
        self.0.get(n).copied()
    }

    fn contains(&self, action: A) -> bool {
        self.0.binary_search(&action).is_ok()
    }
}

impl<A> IntoIterator for ActionList<A> {
    type Item = A;
    type IntoIter = std::vec::IntoIter<A>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Lists the actions of a set that finds them by number, for sets that are no lists.
#[derive(Clone, Debug)]
pub struct IndexIter<S, A> {
    set: S,
    next: usize,
    action: PhantomData<A>,
}

impl<A, S: ActionSet<A>> IndexIter<S, A> {
    /// Begins at the first action.
    pub const fn new(set: S) -> Self {
        Self {
            set,
            next: 0,
            action: PhantomData,
        }
    }
}

impl<A, S: ActionSet<A>> Iterator for IndexIter<S, A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        let action = self.set.get(self.next)?;
        self.next += 1;
        Some(action)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.set.len() - self.next;
        (left, Some(left))
    }
}

impl<A, S: ActionSet<A>> ExactSizeIterator for IndexIter<S, A> {}

/// An action that is one of at most 64, each a bit; bits ascend as the actions do.
pub trait BitAction: Copy {
    /// Returns the action of a bit, 0 to 63.
    fn from_bit(bit: u32) -> Self;

    /// Returns the bit of the action.
    fn bit(self) -> u32;
}

/// A set of at most 64 actions in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionMask<A> {
    bits: u64,
    action: PhantomData<A>,
}

impl<A: BitAction> ActionMask<A> {
    /// Makes the set of the actions whose bits are set.
    pub const fn new(bits: u64) -> Self {
        Self {
            bits,
            action: PhantomData,
        }
    }

    /// Returns the bits.
    pub const fn bits(self) -> u64 {
        self.bits
    }
}

impl<A: BitAction> ActionSet<A> for ActionMask<A> {
    #[inline]
    fn len(&self) -> usize {
        self.bits.count_ones() as usize
    }

    #[inline]
    fn get(&self, n: usize) -> Option<A> {
        (n < self.len()).then(|| A::from_bit(nth_set_bit(self.bits, n as u32)))
    }

    #[inline]
    fn contains(&self, action: A) -> bool {
        action.bit() < u64::BITS && self.bits >> action.bit() & 1 == 1
    }
}

impl<A: BitAction> IntoIterator for ActionMask<A> {
    type Item = A;
    type IntoIter = ActionMaskIter<A>;

    fn into_iter(self) -> Self::IntoIter {
        ActionMaskIter(self)
    }
}

/// Lists the actions of an [`ActionMask`] in ascending order.
#[derive(Clone, Debug)]
pub struct ActionMaskIter<A>(ActionMask<A>);

impl<A: BitAction> Iterator for ActionMaskIter<A> {
    type Item = A;

    #[inline]
    fn next(&mut self) -> Option<A> {
        let bits = self.0.bits;
        if bits == 0 {
            return None;
        }
        self.0.bits = bits & (bits - 1);
        Some(A::from_bit(bits.trailing_zeros()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<A: BitAction> ExactSizeIterator for ActionMaskIter<A> {}

/// Returns the position of the `n`-th set bit, counted from 0 at the lowest.
///
/// `n` must be less than the number of set bits; otherwise the answer means nothing.
#[inline]
pub fn nth_set_bit(bits: u64, n: u32) -> u32 {
    nth_of_bits(bits, n).trailing_zeros()
}

/// Returns the `n`-th set bit alone, counted from 0 at the lowest.
///
/// `n` must be less than the number of set bits; otherwise the answer means nothing.
#[inline]
pub fn nth_of_bits(bits: u64, n: u32) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // With it, random play of Connect Four is 1.9 times as fast on the bit board, and 1.6 times on the
        // readable rules.
        #[expect(
            unsafe_code,
            reason = "the intrinsic is unsafe only where the processor may lack BMI2"
        )]
        // SAFETY: this is compiled only where the target has BMI2.
        unsafe {
            std::arch::x86_64::_pdep_u64(1 << (n % u64::BITS), bits)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        nth_of_bits_by_sums(bits, n)
    }
}

/// Returns the same as [`nth_of_bits`] on every processor, without a branch: finds the byte by the sums of
/// bits, then the bit in it alike (Vigna, "Broadword Implementation of Rank/Select Queries", 2008).
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
#[inline]
const fn nth_of_bits_by_sums(bits: u64, n: u32) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = ONES << 7;
    /// Counts the bytes, from the lowest, whose number of bits and of those below is at most `n`.
    const fn bytes_before(sums: u64, n: u64) -> u32 {
        // Sums are at most 64, and `n` is less, so no byte borrows from the next.
        let is_at_most = (((n * ONES) | HIGHS) - sums) & HIGHS;
        ((is_at_most >> 7).wrapping_mul(ONES) >> 56) as u32
    }
    let n = (n % u64::BITS) as u64;
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let quads = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let counts = (quads + (quads >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let sums = counts.wrapping_mul(ONES);
    let shift = 8 * bytes_before(sums, n) % u64::BITS;
    let left = n - (sums << 8 >> shift & 0xff);
    // Each bit of the byte in a byte of its own.
    let spread = (bits >> shift & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    let counts = (spread + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & ONES;
    1 << ((shift + bytes_before(counts.wrapping_mul(ONES), left)) % u64::BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl BitAction for u32 {
        fn from_bit(bit: u32) -> Self {
            bit
        }

        fn bit(self) -> u32 {
            self
        }
    }

    #[test]
    fn a_mask_is_the_list_of_its_bits() {
        let mask = ActionMask::<u32>::new(0b1010_0110);
        let list: Vec<u32> = mask.into_iter().collect();
        assert_eq!(list, [1, 2, 5, 7]);
        assert_eq!(mask.len(), list.len());
        for n in 0..6 {
            assert_eq!(mask.get(n), list.as_slice().get(n).copied());
        }
        for action in 0..130 {
            assert_eq!(mask.contains(action), list.contains(&action));
        }
    }
    #[test]
    fn the_nth_bit_is_the_same_however_it_is_found() {
        for bits in [
            1,
            0b1011_0001,
            0x8000_0000_0000_0001,
            u64::MAX,
            0x0123_4567_89ab_cdef,
        ] {
            let positions = (0..u64::BITS).filter(|bit| bits >> bit & 1 == 1);
            for (n, position) in (0..).zip(positions) {
                assert_eq!(nth_set_bit(bits, n), position, "{bits:#x} {n}");
                assert_eq!(nth_of_bits_by_sums(bits, n), 1 << position, "{bits:#x} {n}");
            }
        }
    }
}
