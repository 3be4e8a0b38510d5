//! Sets of packed boards: a growing one, a compact one, and one that indexes rows.

use quincunx_registry::tablebase::SolveError;

/// The multiplier of Fibonacci hashing, 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Makes a vector with room for so many elements, where there is the memory.
pub(super) fn with_room<T>(count: usize) -> Result<Vec<T>, SolveError> {
    let mut elements = Vec::new();
    reserve(&mut elements, count)?;
    Ok(elements)
}

/// Makes a vector of so many equal elements, where there is the memory.
pub(super) fn filled<T: Clone>(element: T, count: usize) -> Result<Vec<T>, SolveError> {
    let mut elements = with_room(count)?;
    elements.resize(count, element);
    Ok(elements)
}

fn reserve<T>(elements: &mut Vec<T>, count: usize) -> Result<(), SolveError> {
    let reserved = elements.try_reserve_exact(count);
    reserved.map_err(|_| SolveError::NoMemory(size_of::<T>().saturating_mul(elements.len() + count)))
}

/// A growing set of packed boards that are not empty: a hash table with linear probing, at most half full.
#[derive(Clone, Debug)]
pub(super) struct KeySet {
    /// 0 for a free slot.
    slots: Vec<u64>,
    len: usize,
    /// Whether there was no memory to grow, and keys were lost. It is found out when the keys are taken.
    lost: Option<usize>,
}

impl KeySet {
    pub(super) fn new() -> Self {
        Self {
            slots: vec![0; 1 << 10],
            len: 0,
            lost: None,
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(super) fn insert(&mut self, key: u64) {
        debug_assert_ne!(key, 0, "0 marks a free slot");
        let mut slot = home(key, self.slots.len());
        loop {
            match self.slots[slot] {
                there if there == key => return,
                0 => break,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
        self.slots[slot] = key;
        self.len += 1;
        if 2 * self.len > self.slots.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let Ok(larger) = filled(0, 2 * self.slots.len()) else {
            self.lost = Some(2 * size_of_val(&*self.slots));
            self.slots.fill(0);
            self.len = 0;
            return;
        };
        let old = std::mem::replace(&mut self.slots, larger);
        self.len = 0;
        for key in old.into_iter().filter(|key| *key != 0) {
            self.insert(key);
        }
    }

    /// Moves all keys to the end of a vector, in no order, and keeps the memory.
    pub(super) fn drain_into(&mut self, keys: &mut Vec<u64>) -> Result<(), SolveError> {
        if let Some(bytes) = self.lost {
            return Err(SolveError::NoMemory(bytes));
        }
        if self.len > 0 {
            reserve(keys, self.len)?;
            keys.extend(self.slots.iter().filter(|key| **key != 0));
            self.slots.fill(0);
            self.len = 0;
        }
        Ok(())
    }
}

/// Returns the first slot of a key in a table whose size is a power of two.
#[inline]
const fn home(key: u64, slots: usize) -> usize {
    (key.wrapping_mul(SPREAD) >> (64 - slots.trailing_zeros())) as usize
}

/// Ascending keys in compact form: the distance of each from the one before, seven bits to a byte, the lowest
/// first. Every byte of a key but its last has its highest bit set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedKeys {
    count: usize,
    bytes: Box<[u8]>,
}

impl PackedKeys {
    /// The most bytes of a key.
    pub(super) const MAX_KEY_BYTES: usize = 9;

    /// Packs strictly ascending keys.
    pub(super) fn pack(keys: &[u64]) -> Result<Self, SolveError> {
        debug_assert!(keys.is_sorted_by(|a, b| a < b), "keys ascend");
        let before = std::iter::once(0).chain(keys.iter().copied());
        let sevens = |(key, before): (&u64, u64)| ((key - before).max(1).ilog2() / 7 + 1) as usize;
        let (mut bytes, mut before) = (with_room(keys.iter().zip(before).map(sevens).sum())?, 0);
        for &key in keys {
            let mut distance = key - before;
            before = key;
            while distance >= 1 << 7 {
                bytes.push(distance as u8 | 1 << 7);
                distance >>= 7;
            }
            bytes.push(distance as u8);
        }
        Ok(Self {
            count: keys.len(),
            bytes: bytes.into_boxed_slice(),
        })
    }

    /// Creates keys from their bytes; `None` when these are not so many keys.
    pub(super) fn from_bytes(count: usize, bytes: &[u8]) -> Option<Self> {
        let keys = Self {
            count,
            bytes: bytes.into(),
        };
        // The last byte of each key ends it, and no key has more than 63 bits.
        let ends = bytes.iter().filter(|byte| **byte < 1 << 7).count();
        let whole = bytes.last().is_none_or(|byte| *byte < 1 << 7);
        let short = bytes
            .split(|byte| *byte < 1 << 7)
            .all(|key| key.len() < Self::MAX_KEY_BYTES);
        (ends == count && whole && short && keys.ascend()).then_some(keys)
    }

    fn ascend(&self) -> bool {
        let mut before = 0u64;
        self.distances().enumerate().all(|(at, distance)| {
            let key = before.checked_add(distance);
            before = key.unwrap_or(0);
            key.is_some() && (at == 0 || distance > 0)
        })
    }

    pub(super) const fn len(&self) -> usize {
        self.count
    }

    pub(super) const fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn distances(&self) -> impl Iterator<Item = u64> {
        let mut bytes = self.bytes.iter();
        std::iter::from_fn(move || {
            let (mut distance, mut shift) = (0, 0);
            loop {
                let byte = *bytes.next()?;
                distance |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 1 << 7 {
                    return Some(distance);
                }
            }
        })
    }

    pub(super) fn unpack(&self) -> Result<Vec<u64>, SolveError> {
        let mut key = 0;
        let mut keys = with_room(self.count)?;
        keys.extend(self.distances().map(|distance| {
            key += distance;
            key
        }));
        Ok(keys)
    }
}

/// Maps a key to its number: a hash table whose slots hold a key of 40 bits above its number plus one.
#[derive(Clone, Debug)]
pub(super) struct KeyIndex {
    slots: Vec<u64>,
}

impl KeyIndex {
    /// The most keys of an index.
    pub(super) const MAX_KEYS: usize = Self::NUMBERS as usize - 1;

    const NUMBERS: u64 = (1 << 24) - 1;

    /// Numbers keys from 0, at most [`KeyIndex::MAX_KEYS`].
    pub(super) fn new(keys: &[u64]) -> Result<Self, SolveError> {
        assert!(
            keys.len() <= Self::MAX_KEYS,
            "the boards of a layer are counted when they are found"
        );
        let mut slots = filled(0, (2 * keys.len()).next_power_of_two().max(2))?;
        for (number, &key) in (1..).zip(keys) {
            let mut slot = home(key, slots.len());
            while slots[slot] != 0 {
                slot = (slot + 1) & (slots.len() - 1);
            }
            slots[slot] = key << 24 | number;
        }
        Ok(Self { slots })
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        let mut slot = home(key, self.slots.len());
        loop {
            let there = self.slots[slot];
            if there >> 24 == key && there != 0 {
                return Some((there & Self::NUMBERS) as usize - 1);
            }
            if there == 0 {
                return None;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::{Random, RandomSource};

    fn some_keys() -> Vec<u64> {
        let mut random = Random::new(5);
        let mut keys: Vec<u64> = (0..5000)
            .map(|_| 1 + (u64::from(random.below(1 << 20)) << random.below(20)))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    #[test]
    fn a_set_holds_each_key_once() {
        let keys = some_keys();
        let mut set = KeySet::new();
        for key in keys.iter().chain(keys.iter().rev()) {
            set.insert(*key);
        }
        let mut drained = Vec::new();
        set.drain_into(&mut drained).expect("there is memory");
        drained.sort_unstable();
        assert_eq!(drained, keys);
        assert!(set.is_empty());
    }

    #[test]
    fn packed_keys_are_unpacked() {
        for keys in [
            vec![],
            vec![0],
            vec![1, 2, 127, 128, 255, 300, 1 << 39],
            some_keys(),
        ] {
            let packed = PackedKeys::pack(&keys).expect("there is memory");
            assert_eq!(packed.unpack().expect("there is memory"), keys);
            assert_eq!(PackedKeys::from_bytes(keys.len(), packed.bytes()), Some(packed));
        }
    }

    #[test]
    fn bytes_that_are_no_keys_are_refused() {
        for (count, bytes) in [
            (1, &[][..]),
            (0, &[1][..]),
            (1, &[0x80][..]),
            (2, &[1, 0][..]),
            (2, &[1, 0x80][..]),
            (1, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1][..]),
        ] {
            assert_eq!(PackedKeys::from_bytes(count, bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn an_index_finds_its_keys_and_no_others() {
        let keys = some_keys();
        let index = KeyIndex::new(&keys).expect("there is memory");
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(index.find(*key), Some(number));
            if keys.binary_search(&(key + 1)).is_err() {
                assert_eq!(index.find(key + 1), None);
            }
        }
        assert_eq!(KeyIndex::new(&[]).expect("there is memory").find(7), None);
    }
}
