//! The transposition table: what is known of positions met before.

use quincunx_core::grid::bits::Word;

/// A table of fixed size from keys to bounds of scores.
///
/// An entry is one word, so that threads could share it without locks:
///
/// ```text
///   high bits                          low bits
/// +-----------------------------+---------+---------+
/// | tag: what the place in the  |  lower  |  upper  |
/// | table does not tell of the  |  bound  |  bound  |
/// | key                         | + bias  | + bias  |
/// +-----------------------------+---------+---------+
/// ```
///
/// Multiplying by an odd number permutes the words. The high bits of the product are the place, the others the
/// tag, so place and tag together are the whole key and a collision cannot be mistaken for a hit. The place takes
/// at least [`BOUND_BITS`] bits, which is the room the bounds need. A newer position always replaces an older one:
/// near the leaves, where most of the work is, what was met last is met again soonest.
pub(super) struct Table<W> {
    entries: Vec<W>,
    place_bits: u32,
}

/// The bits of the two bounds in an entry.
pub(super) const BOUND_BITS: u32 = 16;

/// Added to a bound so that it is at least 1; scores lie within ±([`BIAS`] − 1).
const BIAS: i32 = 64;

/// A score that is known to lie between two values, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The score is at least this.
    pub(super) lower: i32,
    /// The score is at most this.
    pub(super) upper: i32,
}

impl<W: Word> Table<W> {
    /// Makes an empty table of at most so many bytes, but at least 2^[`BOUND_BITS`] entries.
    pub(super) fn new(bytes: usize) -> Self {
        let place_bits = (bytes / size_of::<W>())
            .checked_ilog2()
            .unwrap_or(0)
            .max(BOUND_BITS);
        Self {
            entries: vec![W::ZERO; 1 << place_bits],
            place_bits,
        }
    }

    /// Returns what is known of a key.
    #[inline]
    pub(super) fn get(&self, key: W) -> Option<Known> {
        let (place, tag) = self.split(key);
        let entry = self.entries[place];
        if (entry ^ tag) >> BOUND_BITS != W::ZERO {
            return None;
        }
        // The bounds of a filled entry are at least 1, so an empty one gives itself away.
        let bounds = entry.low() as u32 & ((1 << BOUND_BITS) - 1);
        (bounds != 0).then(|| Known {
            lower: (bounds >> 8) as i32 - BIAS,
            upper: (bounds & 0xff) as i32 - BIAS,
        })
    }

    /// Notes what is known of a key, in place of whatever stood there.
    #[inline]
    pub(super) fn set(&mut self, key: W, known: Known) {
        debug_assert!(known.lower <= known.upper && known.lower > -BIAS && known.upper < BIAS);
        let (place, tag) = self.split(key);
        let bounds = ((known.lower + BIAS) << 8 | (known.upper + BIAS)) as u64;
        self.entries[place] = tag | W::from(bounds);
    }

    /// Returns the place of a key and its tag, shifted to where it stands in an entry.
    #[inline]
    fn split(&self, key: W) -> (usize, W) {
        let stirred = key.stirred();
        (
            (stirred >> (W::BITS - self.place_bits)).low() as usize,
            stirred << self.place_bits,
        )
    }
}
