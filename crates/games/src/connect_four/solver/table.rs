//! The transposition table: what is known of positions met before.

use quincunx_core::grid::bits::Word;

/// A table from keys to bounds of scores, of bounded size.
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
///
/// The table begins small and grows when one question overwrites [`WEAR`] times as many entries as it has. For most
/// positions a table that stays in the processor's cache is enough, and there a node costs a third of what it does
/// where every look at the table waits for memory: Test_L2_R1 takes 17 µs a position with 1 MiB, 50 µs with 64 MiB.
pub(super) struct Table<W> {
    entries: Vec<W>,
    place_bits: u32,
    most_place_bits: u32,
    /// The entries of other keys that have been overwritten since the present question began.
    overwritten: usize,
}

/// The bits of a new table's places.
const FIRST_PLACE_BITS: u32 = 17;

/// How often one question may overwrite the whole table before it grows: 1 makes moderate questions (Test_L2_R2) half
/// as fast by growing out of the cache, 16 hard ones (Test_L1_R2) slower by what is forgotten.
const WEAR: usize = 8;

/// By how many bits the places grow at a time.
const GROWTH_BITS: u32 = 2;

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
    /// Makes an empty table that may grow to so many bytes, and is never below 2^[`FIRST_PLACE_BITS`] entries.
    pub(super) fn new(bytes: usize) -> Self {
        let most_place_bits = (bytes / size_of::<W>())
            .checked_ilog2()
            .unwrap_or(0)
            .max(FIRST_PLACE_BITS);
        Self {
            entries: vec![W::ZERO; 1 << FIRST_PLACE_BITS],
            place_bits: FIRST_PLACE_BITS,
            most_place_bits,
            overwritten: 0,
        }
    }

    /// Begins a new question. What is known stays.
    pub(super) fn begin(&mut self) {
        self.overwritten = 0;
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
        let old = std::mem::replace(&mut self.entries[place], tag | W::from(bounds));
        if (old ^ tag) >> BOUND_BITS != W::ZERO && old != W::ZERO {
            self.overwritten += 1;
            if self.overwritten > WEAR * self.entries.len() && self.place_bits < self.most_place_bits {
                self.grow();
            }
        }
    }

    /// Makes more places and moves every entry to where it belongs then.
    #[cold]
    fn grow(&mut self) {
        let place_bits = (self.place_bits + GROWTH_BITS).min(self.most_place_bits);
        let old = std::mem::replace(&mut self.entries, vec![W::ZERO; 1 << place_bits]);
        let old_bits = std::mem::replace(&mut self.place_bits, place_bits);
        self.overwritten = 0;
        let bounds_mask = (W::ONE << BOUND_BITS).minus(W::ONE);
        for (place, entry) in (0..).zip(old).filter(|(_, entry)| *entry != W::ZERO) {
            let stirred = W::from(place) << (W::BITS - old_bits) | (entry & !bounds_mask) >> old_bits;
            let (place, tag) = self.place_and_tag(stirred);
            self.entries[place] = tag | entry & bounds_mask;
        }
    }

    #[inline]
    fn split(&self, key: W) -> (usize, W) {
        self.place_and_tag(key.stirred())
    }

    /// Returns the place of a stirred key and its tag, shifted to where it stands in an entry.
    #[inline]
    fn place_and_tag(&self, stirred: W) -> (usize, W) {
        (
            (stirred >> (W::BITS - self.place_bits)).low() as usize,
            stirred << self.place_bits,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word>(key: impl Fn(u64) -> W) {
        let known = |number: u64| {
            let lower = (number % 40) as i32 - 20;
            Known {
                lower,
                upper: lower + (number % 7) as i32,
            }
        };
        let mut table = Table::new(4 << 20);
        let first = table.entries.len();
        table.set(key(0), known(0));
        assert_eq!(table.get(key(0)), Some(known(0)));
        assert_eq!(table.get(key(1)), None);
        let last = (WEAR as u64 + 2) * first as u64;
        for number in 0..last {
            table.set(key(number), known(number));
        }
        assert!(table.entries.len() > first, "it has grown");
        assert!(
            table.entries.len() * size_of::<W>() <= 4 << 20,
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
        check(|number| (number + 1).wrapping_mul(0x0000_0001_0000_1001) >> 1);
        check(|number| u128::from(number + 1) << 60 | u128::from(number * 77));
    }
}
