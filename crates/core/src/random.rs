//! Random numbers whose every value is fixed for ever by a seed.
//!
//! Sampling is our own, with test vectors, because libraries may change how they sample between versions, and
//! a seed printed in a paper must give the same game years later. The generator is xoshiro256++ (Blackman and
//! Vigna, 2019).

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of uniform 64-bit words, and the sampling built on it.
pub trait RandomSource {
    /// Draws a uniform word.
    fn next_word(&mut self) -> u64;

    /// Draws a uniform number less than `bound` > 0, without bias (Lemire 2019, "Fast random integer
    /// generation in an interval").
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below zero");
        self.below_or_zero(bound)
    }

    /// Draws as [`RandomSource::below`] does, and 0 where the bound is zero: for tight loops, in which even a
    /// panic that never comes costs time, as all that was done before must be written before it.
    fn below_or_zero(&mut self, bound: u32) -> u32 {
        loop {
            let product = (self.next_word() >> 32) * u64::from(bound);
            let low = product as u32;
            // Only the lowest `2^32 mod bound` products are unfair; the modulus is taken only when one may
            // be, which is never so for a bound of zero.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Draws a uniform index of something with `len` > 0 items, at most 2^32 − 1.
    fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).expect("boards and lists have less than 2^32 items")) as usize
    }

    /// Draws a uniform number in `[0, 1)` with 53 random bits.
    fn unit(&mut self) -> f64 {
        (self.next_word() >> UNUSED_BITS) as f64 / UNITS
    }

    /// Draws whether something happens: just when [`RandomSource::unit`] would have drawn less than its
    /// probability, in fewer steps.
    ///
    /// ```
    /// use quincunx_core::{Probability, Random, RandomSource};
    /// let (mut random, mut same) = (Random::new(7), Random::new(7));
    /// let tenth = Probability::new(0.1);
    /// assert!((0..1000).all(|_| random.happens(tenth) == (same.unit() < 0.1)));
    /// ```
    fn happens(&mut self, probability: Probability) -> bool {
        self.next_word() >> UNUSED_BITS < probability.0
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

/// A uniform number is made of the upper 53 bits of a word, as many as an `f64` holds; so many are left out.
const UNUSED_BITS: u32 = 11;

/// In how many steps that takes 0 to 1.
const UNITS: f64 = (1_u64 << (u64::BITS - UNUSED_BITS)) as f64;

/// A probability, made ready for [`RandomSource::happens`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probability(u64);

impl Probability {
    /// Makes it of a probability; below 0 and no number count as 0, above 1 as 1.
    pub fn new(probability: f64) -> Self {
        // A product with a power of two is exact, and whole numbers are below a bound just if they are below
        // the next whole one.
        Self((probability.clamp(0.0, 1.0) * UNITS).ceil() as u64)
    }
}

/// The generator of simulations and of games with a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Makes the generator of a seed, whose state is four words of SplitMix64 (Steele, Lea and Flood 2014).
    /// It equals the library's `seed_from_u64`, and is faster.
    #[inline]
    pub fn new(seed: u64) -> Self {
        let mut bytes = [0; 32];
        let mut state = seed;
        for word in bytes.chunks_exact_mut(8) {
            state = state.wrapping_add(Self::GOLDEN);
            word.copy_from_slice(&mixed(state).to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// The golden ratio's fraction in 64 bits, odd.
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

    /// Makes one of many independent generators of a seed. A session draws the outcomes of ply `n` from
    /// stream `n`.
    pub fn stream(seed: u64, stream: u64) -> Self {
        Streams::new(seed).get(stream)
    }

    /// Returns the first word that the generator of a seed draws, for which two of the four words of its
    /// state are enough.
    #[inline]
    const fn first_word(seed: u64) -> u64 {
        let first = mixed(seed.wrapping_add(Self::GOLDEN));
        let last = mixed(seed.wrapping_add(Self::GOLDEN.wrapping_mul(4)));
        first.wrapping_add(last).rotate_left(23).wrapping_add(first)
    }
}

/// Mixes the bits of a word, each word to another (the finalizer of SplitMix64, Stafford's variant 13).
#[inline]
const fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The streams of a seed, for work that draws from many of them: each costs half of what [`Random::stream`]
/// takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    salt: u64,
}

impl Streams {
    /// Makes the streams of a seed.
    #[inline]
    pub const fn new(seed: u64) -> Self {
        Self {
            salt: Random::first_word(seed),
        }
    }

    /// Returns stream `n`, as [`Random::stream`] does.
    #[inline]
    pub fn get(self, stream: u64) -> Random {
        Random::new(self.seed_of(stream))
    }

    /// Returns the first word of stream `n`, sooner than a generator draws it.
    ///
    /// ```
    /// use quincunx_core::{RandomSource, Streams};
    /// let streams = Streams::new(7);
    /// assert_eq!(streams.first_word(3), streams.get(3).next_word());
    /// ```
    #[inline]
    pub const fn first_word(self, stream: u64) -> u64 {
        Random::first_word(self.seed_of(stream))
    }

    const fn seed_of(self, stream: u64) -> u64 {
        self.salt ^ stream.wrapping_mul(Random::GOLDEN)
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
    fn generators_are_seeded_as_the_library_does_it() {
        for seed in [0, 1, 42, u64::MAX, Random::GOLDEN, Random::GOLDEN.wrapping_neg()] {
            assert_eq!(
                Random::new(seed).0,
                Xoshiro256PlusPlus::seed_from_u64(seed),
                "{seed}"
            );
        }
    }

    #[test]
    fn the_first_word_is_what_the_generator_draws_first() {
        for seed in [0, 1, 42, u64::MAX, Random::GOLDEN, Random::GOLDEN.wrapping_neg()] {
            assert_eq!(Random::first_word(seed), Random::new(seed).next_word(), "{seed}");
        }
    }

    /// A word, again and again.
    struct Same(u64);

    impl RandomSource for Same {
        fn next_word(&mut self) -> u64 {
            self.0
        }
    }

    #[test]
    fn what_happens_is_what_is_drawn_below_its_probability() {
        let mut random = Random::new(3);
        let mut words = vec![0, 1 << UNUSED_BITS, u64::MAX];
        words.extend((0..50).map(|_| random.next_word()));
        let drawn: Vec<f64> = words.iter().map(|&word| Same(word).unit()).collect();
        let mut probabilities = vec![-1.0, -0.0, 5e-324, 0.1, 1.0, 7.0, f64::NAN];
        probabilities.extend(
            drawn
                .iter()
                .flat_map(|&unit| [unit, unit.next_down(), unit.next_up()]),
        );
        for probability in probabilities {
            for (&word, &unit) in words.iter().zip(&drawn) {
                let happens = Same(word).happens(Probability::new(probability));
                assert_eq!(happens, unit < probability, "{unit} < {probability}");
            }
        }
    }

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
    fn nothing_is_below_zero_and_where_none_is_asked_for_it_is_zero() {
        let (mut random, mut same) = (Random::new(9), Random::new(9));
        for bound in [1, 3, 16, 0x8000_0001, u32::MAX].repeat(100) {
            assert_eq!(random.below_or_zero(bound), same.below(bound), "{bound}");
        }
        assert_eq!(random, same, "as many words are drawn");
        assert_eq!(random.below_or_zero(0), 0);
        let refused = std::panic::catch_unwind(move || same.below(0));
        assert!(refused.is_err());
    }

    #[test]
    fn streams_differ() {
        assert_ne!(Random::stream(5, 0).next_word(), Random::stream(5, 1).next_word());
        assert_ne!(Random::stream(5, 0).next_word(), Random::stream(6, 0).next_word());
    }
}
