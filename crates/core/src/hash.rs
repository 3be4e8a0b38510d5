//! The 64-bit name of a position, for tables and seeds.

use std::hash::{Hash, Hasher};

/// Hashes anything into 64 well-mixed bits, the same in every run and on every machine of the same word size.
///
/// Of n positions, two share a hash with a probability of about n² / 2^65. Tables take equal hashes for equal
/// positions.
pub fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut hasher = FoldHasher(0x243f_6a88_85a3_08d3);
    value.hash(&mut hasher);
    hasher.finish()
}

/// Folds each word in by a 64×64→128 bit multiplication, high half onto low half (as wyhash does): one
/// multiplication a word, and unlike a plain multiplication the high bits reach the low ones.
struct FoldHasher(u64);

impl FoldHasher {
    #[inline]
    const fn fold(a: u64, b: u64) -> u64 {
        let product = a as u128 * b as u128;
        product as u64 ^ (product >> 64) as u64
    }
}

impl Hasher for FoldHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.write_u64(u64::from_le_bytes(word.try_into().expect("a chunk of eight")));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            // The length distinguishes `[1]` from `[1, 0]`.
            self.write_u64(u64::from_le_bytes(last) ^ (rest.len() as u64) << 56);
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = Self::fold(self.0 ^ word, 0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ word;
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        Self::fold(self.0 ^ 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn neighbouring_values_have_different_names() {
        let mut names = HashSet::new();
        for a in 0..256u64 {
            for b in 0..256u64 {
                names.insert(hash_of(&(a << 56, 1u64 << (b % 64), b)));
                names.insert(hash_of(&[a as u8, b as u8, 0]));
                names.insert(hash_of(&[a as u8, b as u8]));
            }
        }
        assert_eq!(names.len(), 3 * 256 * 256);
    }

    #[test]
    fn low_and_high_bits_are_even() {
        let count = |shift: u32| {
            let mut slots = [0u32; 256];
            for value in 0..25_600u64 {
                slots[(hash_of(&value) >> shift & 255) as usize] += 1;
            }
            slots
        };
        for shift in [0, 56] {
            // A slot holds 100 ± 10; six standard deviations.
            assert!(
                count(shift).iter().all(|&slot| slot.abs_diff(100) < 60),
                "{:?}",
                count(shift)
            );
        }
    }
}
