//! The transposition table of exact solvers: what is known of positions met before.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use quincunx_core::grid::bits::Word;

use crate::bounds::Bounds;

/// A table from the keys of positions to bounds of their scores, of bounded size.
///
/// Entries lie in pairs. An entry is one word, so that threads share the table without locks:
///
/// ```text
///   high bits                          low bits
/// +-----------------------------+------+-------+-------+
/// | tag: what the place in the  | work | lower | upper |
/// | table does not know the  |      | bound | bound |
/// | key                         |      | + bias| + bias|
/// +-----------------------------+------+-------+-------+
/// ```
///
/// All keys have the same number of bits. Multiplying by an odd number permutes the words of so many bits.
/// The high bits of the product are the place of a pair, the others the tag, so place and tag together are
/// the whole key and a collision cannot be mistaken for a hit. The place takes so many bits that work and
/// bounds have room beside the tag.
///
/// The first entry of a pair keeps what took more *work*, that is nodes, to find out; the second takes
/// whatever comes. So a small table loses little: the empty 7×6 board of Connect Four took 136 million nodes
/// with 2^19 entries and 117 million with 2^24. And one that fits in the processor's cache answered sooner:
/// 6.7 s and 11.7 s. That is why the table begins small and grows late, when the search that is asking has
/// written `WEAR` times as many entries as it has.
pub struct TranspositionTable<W: Stored> {
    pairs: Vec<Pair<W>>,
    place_bits: u32,
    max_place_bits: u32,
    key_bits: u32,
}

/// Two entries that share a place.
#[repr(align(16))]
struct Pair<W: Stored> {
    weighty: W::Slot,
    recent: W::Slot,
}

/// A word that a table can keep.
pub trait Stored: Word {
    /// What holds a word that is read and written through a shared reference.
    type Slot: Send;

    /// The bits of one bound in an entry: a score and its bias must fit.
    const BOUND_BITS: u32;

    /// Wraps an entry.
    fn slot(self) -> Self::Slot;
    /// Reads an entry.
    fn load(slot: &Self::Slot) -> Self;
    /// Writes an entry.
    fn store(slot: &Self::Slot, entry: Self);
}

/// The bits of a new table's places, where keys leave room: 128 KiB, or 256 KiB for two-word boards.
const FIRST_PLACE_BITS: u32 = 13;

/// How many entries a search writes for each one before the table grows: small tables fit in the cache.
const WEAR: u64 = 32;

/// By how many bits the places grow at a time.
const GROWTH_BITS: u32 = 1;

/// The bits of an entry that are not its tag.
const PAYLOAD_BITS: u32 = 16;

impl<W: Stored> TranspositionTable<W> {
    /// Makes an empty table for keys of so many bits and scores up to ±`max_score` that may grow to so many
    /// bytes; the first pairs, at most 2^16, are there in any case. Keys have at least one bit, and at most
    /// those of the word.
    ///
    /// # Panics
    /// When scores do not fit: `max_score` is at most 31 for `u64` and 63 for `u128`.
    pub fn new(key_bits: u32, max_score: i32, bytes: usize) -> Self {
        const {
            assert!(
                2 * W::BOUND_BITS < PAYLOAD_BITS,
                "some bits are left for the work"
            );
        }
        assert!(max_score < bias::<W>(), "every score fits beside its bias");
        let place_bits = FIRST_PLACE_BITS.max((key_bits + PAYLOAD_BITS).saturating_sub(W::BITS));
        let max_place_bits = (bytes / size_of::<Pair<W>>()).checked_ilog2().unwrap_or(0);
        Self {
            pairs: empty_pairs(place_bits),
            place_bits,
            max_place_bits: max_place_bits.max(place_bits),
            key_bits,
        }
    }

    /// Makes as many places as it may have.
    pub fn grow_fully(&mut self) {
        while self.growth_threshold() < u64::MAX {
            self.grow();
        }
    }

    /// Returns the entries written by one search after which the table should grow; never at its bound.
    pub fn growth_threshold(&self) -> u64 {
        if self.place_bits < self.max_place_bits {
            WEAR << (self.place_bits + 1)
        } else {
            u64::MAX
        }
    }

    /// Returns what is known of a key. A key of more bits than the table's is mistaken for another one.
    #[inline]
    pub fn get(&self, key: W) -> Option<Bounds> {
        let (place, tag) = self.split(key);
        let pair = &self.pairs[place];
        known(W::load(&pair.weighty), tag).or_else(|| known(W::load(&pair.recent), tag))
    }

    /// Notes what is known of a key and how many nodes that took.
    ///
    /// The key must fit in the table's bits and the bounds in ±`max_score`. Release builds check neither:
    /// later answers may then be wrong.
    ///
    /// # Panics
    /// In debug builds, when the bounds contradict each other or do not fit in an entry.
    #[inline]
    pub fn set(&self, key: W, known: Bounds, nodes: u64) {
        debug_assert!(known.low <= known.high && known.low > -bias::<W>() && known.high < bias::<W>());
        let (place, tag) = self.split(key);
        let bounds = (known.low + bias::<W>()) << W::BOUND_BITS | (known.high + bias::<W>());
        let entry = tag | W::from(u64::from(work::<W>(nodes)) << (2 * W::BOUND_BITS) | bounds as u64);
        let pair = &self.pairs[place];
        let old = W::load(&pair.weighty);
        let same = is_of(old, tag);
        if same || work_of(old) <= work_of(entry) {
            W::store(&pair.weighty, entry);
            if !same {
                W::store(&pair.recent, old);
            }
        } else {
            W::store(&pair.recent, entry);
        }
    }

    /// Makes more places and moves every entry to where it belongs then.
    #[cold]
    pub fn grow(&mut self) {
        let place_bits = (self.place_bits + GROWTH_BITS).min(self.max_place_bits);
        let old = std::mem::replace(&mut self.pairs, empty_pairs(place_bits));
        let old_bits = std::mem::replace(&mut self.place_bits, place_bits);
        let payload_mask = (W::ONE << PAYLOAD_BITS).minus(W::ONE);
        for (place, pair) in (0..).zip(&old) {
            // The recent one first, so that the weighty one has the first say about its place.
            for entry in [W::load(&pair.recent), W::load(&pair.weighty)] {
                if entry == W::ZERO {
                    continue;
                }
                let mixed = W::from(place) << (W::BITS - old_bits) | (entry & !payload_mask) >> old_bits;
                let (place, tag) = self.place_and_tag(mixed);
                let (pair, entry) = (&self.pairs[place], tag | entry & payload_mask);
                if work_of(W::load(&pair.weighty)) <= work_of(entry) {
                    W::store(&pair.recent, W::load(&pair.weighty));
                    W::store(&pair.weighty, entry);
                } else {
                    W::store(&pair.recent, entry);
                }
            }
        }
    }

    #[inline]
    fn split(&self, key: W) -> (usize, W) {
        self.place_and_tag(key.mixed() << (W::BITS - self.key_bits))
    }

    /// Returns the place of a stirred key and its tag, shifted to where it stands in an entry.
    #[inline]
    fn place_and_tag(&self, mixed: W) -> (usize, W) {
        (
            (mixed >> (W::BITS - self.place_bits)).low() as usize,
            mixed << self.place_bits,
        )
    }
}

/// Makes 2^`place_bits` pairs without an entry.
fn empty_pairs<W: Stored>(place_bits: u32) -> Vec<Pair<W>> {
    let empty = || Pair {
        weighty: W::ZERO.slot(),
        recent: W::ZERO.slot(),
    };
    std::iter::repeat_with(empty).take(1 << place_bits).collect()
}

/// Added to a bound so that it is at least 1; scores lie within ±(bias − 1).
const fn bias<W: Stored>() -> i32 {
    1 << (W::BOUND_BITS - 1)
}

/// Returns whether an entry has a tag; an empty one has them all.
#[inline]
fn is_of<W: Stored>(entry: W, tag: W) -> bool {
    (entry ^ tag) >> PAYLOAD_BITS == W::ZERO
}

/// Reads an entry if it is of a tag.
#[inline]
fn known<W: Stored>(entry: W, tag: W) -> Option<Bounds> {
    if !is_of(entry, tag) {
        return None;
    }
    // The bounds of a filled entry are at least 1, so an empty one gives itself away.
    let mask = (1 << W::BOUND_BITS) - 1;
    let bounds = entry.low() as i32 & ((1 << (2 * W::BOUND_BITS)) - 1);
    (bounds != 0).then(|| Bounds {
        low: (bounds >> W::BOUND_BITS) - bias::<W>(),
        high: (bounds & mask) - bias::<W>(),
    })
}

/// Puts a number of nodes on the scale that fits between bounds and tag.
#[inline]
fn work<W: Stored>(nodes: u64) -> u32 {
    let most = (1 << (PAYLOAD_BITS - 2 * W::BOUND_BITS)) - 1;
    // 32 bits of nodes are all that matters: powers of four on 16 steps, of 256 on four.
    let steps = u64::BITS - nodes.leading_zeros();
    (steps * (most + 1) / 32).min(most)
}

#[inline]
fn work_of<W: Stored>(entry: W) -> u32 {
    (entry.low() as u32 & ((1 << PAYLOAD_BITS) - 1)) >> (2 * W::BOUND_BITS)
}

impl Stored for u64 {
    type Slot = AtomicU64;

    /// A board in one word has at most 60 cells, and so scores up to ±30.
    const BOUND_BITS: u32 = 6;

    fn slot(self) -> AtomicU64 {
        AtomicU64::new(self)
    }

    // An entry is whole by itself, and whatever a thread reads was proved by some thread: no order is needed.
    #[inline]
    fn load(slot: &AtomicU64) -> Self {
        slot.load(Ordering::Relaxed)
    }

    #[inline]
    fn store(slot: &AtomicU64, entry: Self) {
        slot.store(entry, Ordering::Relaxed);
    }
}

/// Two words cannot be read and written as one by every processor, so their table belongs to one thread.
impl Stored for u128 {
    type Slot = Cell<u128>;

    /// A board in two words has at most 124 cells, and so scores up to ±62.
    const BOUND_BITS: u32 = 7;

    fn slot(self) -> Cell<u128> {
        Cell::new(self)
    }

    #[inline]
    fn load(slot: &Cell<u128>) -> Self {
        slot.get()
    }

    #[inline]
    fn store(slot: &Cell<u128>, entry: Self) {
        slot.set(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Stored>(key_bits: u32, key: impl Fn(u64) -> W) {
        let known = |number: u64| {
            let low = (number % 40) as i32 - 20;
            Bounds {
                low,
                high: low + (number % 7) as i32,
            }
        };
        let mut table = TranspositionTable::<W>::new(key_bits, 27, 4 << 20);
        let first = table.pairs.len();
        assert!(table.growth_threshold() >= 2 * first as u64 && table.growth_threshold() < u64::MAX);
        table.set(key(0), known(0), 1);
        assert_eq!(table.get(key(0)), Some(known(0)));
        assert_eq!(table.get(key(1)), None);
        let last = 10 * first as u64;
        for number in 0..last {
            table.set(key(number), known(number), number % 1000);
        }
        table.grow_fully();
        assert!(table.pairs.len() > first, "it has grown");
        assert!(
            table.pairs.len() * size_of::<Pair<W>>() <= 4 << 20,
            "and not beyond its bound"
        );
        let mut kept = 0;
        for number in 0..last {
            if let Some(found) = table.get(key(number)) {
                assert_eq!(found, known(number), "what is found is what was noted");
                kept += 1;
            }
        }
        assert!(kept >= first, "growing keeps what was known");
        assert_eq!(
            (last..2 * last).find_map(|number| table.get(key(number))),
            None,
            "the whole key counts"
        );
    }

    #[test]
    fn what_is_noted_is_found_or_overwritten_and_never_mistaken() {
        // Keys as boards make them: far apart in all bits.
        let spread = |number: u64| (number + 1).wrapping_mul(0x0000_0001_0000_1001) >> 1;
        check(49, |number| spread(number) & ((1 << 49) - 1));
        check(64, spread);
        check(128, |number| {
            (u128::from(spread(number)) * u128::from(u64::MAX)) ^ u128::from(number)
        });
        check(121, |number| {
            u128::from(number + 1) << 60 | u128::from(number * 77)
        });
    }

    #[test]
    fn what_took_more_work_outlives_what_took_less() {
        let table = TranspositionTable::<u64>::new(49, 21, 0);
        let (known, other) = (Bounds { low: -3, high: 4 }, Bounds { low: 0, high: 0 });
        table.set(42, known, 1 << 20);
        for key in 1000..400_000 {
            table.set(key, other, 5);
        }
        assert_eq!(table.get(42), Some(known));
        table.set(42, other, 1);
        assert_eq!(
            table.get(42),
            Some(other),
            "a position's news replaces what was known of it"
        );
    }
}
