//! Random numbers whose every value is fixed for ever by a seed.
//!
//! Sampling is our own, with test vectors, because libraries may change how they sample between versions, and a seed
//! printed in a paper must give the same game years later. The generator is xoshiro256++ (Blackman and Vigna, 2019).

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of uniform 64-bit words, and the sampling built on it.
pub trait RandomSource {
    /// Draws a uniform word.
    fn next_word(&mut self) -> u64;

    /// Draws a uniform number less than `bound`, without bias (Lemire 2019, "Fast random integer generation in an interval").
    ///
    /// # Panics
    /// When the bound is zero.
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below zero");
        loop {
            let product = (self.next_word() >> 32) * u64::from(bound);
            let low = product as u32;
            // Only the lowest `2^32 mod bound` products are unfair; the modulus is taken only when one may be.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Draws a uniform index of something with `len` items.
    ///
    /// # Panics
    /// When the length is zero or beyond 32 bits.
    fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).expect("boards and lists have less than 2^32 items")) as usize
    }

    /// Draws a uniform number in `[0, 1)` with 53 random bits.
    fn unit(&mut self) -> f64 {
        (self.next_word() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Puts the items into a uniformly random order (Fisher and Yates).
    fn shuffle<T>(&mut self, items: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// The generator of simulations and of games with a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Makes the generator of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Makes one of many independent generators of a seed: stream `n` is unrelated to stream `n + 1`.
    ///
    /// A session draws the chance outcomes of ply `n` from stream `n`, so that taking a move back and playing it again
    /// meets the same luck.
    #[must_use]
    pub fn stream(seed: u64, stream: u64) -> Self {
        let mut mixer = Xoshiro256PlusPlus::seed_from_u64(seed);
        let salt = mixer.next_u64();
        Self::new(salt ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl RandomSource for Random {
    #[inline]
    fn next_word(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_fixed_for_ever() {
        let mut random = Random::new(42);
        let drawn: Vec<u32> = (0..8).map(|_| random.below(100)).collect();
        assert_eq!(drawn, VECTOR_BELOW_100);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        Random::stream(42, 7).shuffle(&mut items);
        assert_eq!(items, VECTOR_SHUFFLE);
    }

    const VECTOR_BELOW_100: [u32; 8] = [81, 31, 98, 70, 79, 58, 12, 60];
    const VECTOR_SHUFFLE: [u32; 8] = [3, 6, 0, 4, 2, 5, 1, 7];

    #[test]
    fn below_is_uniform() {
        let mut random = Random::new(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        // Six standard deviations of a count of mean 10,000 are 556.
        assert!(
            counts.iter().all(|&count| count.abs_diff(10_000) < 556),
            "{counts:?}"
        );
    }

    #[test]
    fn streams_differ() {
        assert_ne!(Random::stream(5, 0).next_word(), Random::stream(5, 1).next_word());
        assert_ne!(Random::stream(5, 0).next_word(), Random::stream(6, 0).next_word());
    }
}
