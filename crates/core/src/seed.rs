//! Where the luck of a game comes from.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use crate::notation::shorten;
use crate::random::{Random, RandomSource};

/// Where the luck of a game comes from: the outcomes of chance in ply `n` are drawn from stream `n` of the
/// seed.
///
/// A number is short enough to type and is drawn from by the generator of simulations, so whoever sees enough
/// outcomes could work out the rest. A key is for games in which that must not be: its streams are those of
/// the cipher ChaCha20 (Bernstein 2008), with the ply as its nonce, and reveal nothing about each other or
/// about the key.
///
/// A seed is written as the number or as the key's 64 lower-case hexadecimal digits.
///
/// ```
/// use quincunx_core::Seed;
/// assert_eq!("7".parse(), Ok(Seed::Number(7)));
/// let key = Seed::Key([0xa5; 32]);
/// assert_eq!(key.to_string(), "a5".repeat(32));
/// assert_eq!(key.to_string().parse(), Ok(key));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seed {
    /// A number; see [`Random::stream`].
    Number(u64),
    /// A key of ChaCha20.
    Key([u8; 32]),
}

/// A text that is no seed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a seed: a whole number below 2^64, or 64 digits of 0-9 and a-f")]
pub struct SeedError(
    /// The text, shortened.
    pub String,
);

/// One stream of a seed.
#[derive(Clone, Debug)]
pub struct ChanceStream(Source);

#[derive(Clone, Debug)]
enum Source {
    Number(Random),
    Key(Box<ChaCha20Rng>),
}

impl Seed {
    /// Returns a stream of the seed.
    pub fn stream(self, stream: u64) -> ChanceStream {
        ChanceStream(match self {
            Self::Number(seed) => Source::Number(Random::stream(seed, stream)),
            Self::Key(key) => {
                let mut cipher = ChaCha20Rng::from_seed(key);
                cipher.set_stream(stream);
                Source::Key(Box::new(cipher))
            }
        })
    }

    /// Returns the seed of another game, for whoever plays again: the number that follows. A key is read as a
    /// number whose last byte counts least.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Number(seed) => Self::Number(seed.wrapping_add(1)),
            Self::Key(mut key) => {
                let mut at = key.len();
                while at > 0 {
                    at -= 1;
                    key[at] = key[at].wrapping_add(1);
                    if key[at] != 0 {
                        break;
                    }
                }
                Self::Key(key)
            }
        }
    }
}

impl RandomSource for ChanceStream {
    #[inline]
    fn next_word(&mut self) -> u64 {
        match &mut self.0 {
            Source::Number(random) => random.next_word(),
            Source::Key(cipher) => cipher.next_u64(),
        }
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Key(key) => key.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}

impl fmt::Debug for Seed {
    /// Shows a number, and of a key nothing: it is a secret as long as its game runs, and logs and panics
    /// show values so.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "Number({number})"),
            Self::Key(_) => f.write_str("Key(…)"),
        }
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        // No number below 2^64 is written in 64 digits, unless somebody puts noughts before it.
        let seed = if text.len() == 64 {
            key(text.as_bytes()).map(Self::Key)
        } else {
            text.parse().ok().map(Self::Number)
        };
        seed.ok_or_else(|| SeedError(shorten(text)))
    }
}

/// Reads 64 lower-case hexadecimal digits.
fn key(digits: &[u8]) -> Option<[u8; 32]> {
    let mut key = [0; 32];
    for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
        for &digit in pair {
            let nibble = match digit {
                b'0'..=b'9' => digit - b'0',
                b'a'..=b'f' => digit - b'a' + 10,
                _ => return None,
            };
            *byte = *byte << 4 | nibble;
        }
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 7539, appendix A.1, test vectors 1 and 5: the key of noughts. The nonce of the latter, 12 bytes
    /// that end in 2, is the stream 2·2^56 where the last 8 of them are one number, the least byte first.
    #[test]
    fn keys_give_the_published_streams_of_the_cipher() {
        let zero = Seed::Key([0; 32]);
        let bytes = |stream| {
            let mut luck = zero.stream(stream);
            [luck.next_word(), luck.next_word()]
                .map(u64::to_le_bytes)
                .concat()
        };
        assert_eq!(
            bytes(0),
            [
                0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd,
                0x28
            ]
        );
        assert_eq!(
            bytes(2 << 56),
            [
                0xc2, 0xc6, 0x4d, 0x37, 0x8c, 0xd5, 0x36, 0x37, 0x4a, 0xe2, 0x04, 0xb9, 0xef, 0x93, 0x3f,
                0xcd
            ]
        );
    }

    #[test]
    fn values_are_fixed_for_ever() {
        let mut key = [0; 32];
        for (byte, value) in key.iter_mut().zip(0..) {
            *byte = value;
        }
        let drawn = |seed: Seed, stream| {
            let mut luck = seed.stream(stream);
            [(); 8].map(|()| luck.below(100))
        };
        assert_eq!(drawn(Seed::Key(key), 0), VECTOR_STREAM_0);
        assert_eq!(drawn(Seed::Key(key), 1), VECTOR_STREAM_1);
        let mut random = Random::stream(42, 7);
        assert_eq!(drawn(Seed::Number(42), 7), [(); 8].map(|()| random.below(100)));
    }

    const VECTOR_STREAM_0: [u32; 8] = [41, 28, 79, 57, 66, 39, 17, 4];
    const VECTOR_STREAM_1: [u32; 8] = [53, 87, 47, 58, 97, 68, 20, 3];

    #[test]
    fn seeds_are_read_as_they_are_written() {
        for seed in [
            Seed::Number(0),
            Seed::Number(u64::MAX),
            Seed::Key([0; 32]),
            Seed::Key([0xfe; 32]),
        ] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        for text in [
            "",
            "-1",
            "1.5",
            "18446744073709551616",
            "a5",
            &"A".repeat(64),
            &"0".repeat(63).replace('0', "f"),
            &"é".repeat(32),
        ] {
            let error = text.parse::<Seed>().expect_err("not a seed");
            assert!(
                error
                    .to_string()
                    .contains("is not a seed: a whole number below 2^64"),
                "{error}"
            );
        }
    }

    #[test]
    fn another_game_has_the_number_that_follows() {
        assert_eq!(Seed::Number(u64::MAX).next(), Seed::Number(0));
        let mut key = [0; 32];
        key[31] = 0xff;
        let mut next = [0; 32];
        next[30] = 1;
        assert_eq!(Seed::Key(key).next(), Seed::Key(next));
        assert_eq!(Seed::Key([0xff; 32]).next(), Seed::Key([0; 32]));
    }

    #[test]
    fn a_key_is_not_shown_by_accident() {
        assert_eq!(
            format!("{:?} {:?}", Seed::Number(7), Seed::Key([1; 32])),
            "Number(7) Key(…)"
        );
        assert!(!format!("{:?}", Seed::Key([0xab; 32]).stream(3)).contains("ab"));
    }
}
