//! The numbers that are learned.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::memory::{Memory, NoMemory};

/// The entries of all tables, with what temporal coherence remembers of each.
///
/// ```text
/// word  3i      3i + 1            3i + 2
///       value   sum of errors     sum of their amounts
/// ```
/// The three of an entry are neighbours: learning waits for memory and for little else, and where they stood in tables of
/// their own it waited for two lines of the cache instead of one.
#[derive(Debug)]
pub struct Weights {
    memory: Memory,
    count: usize,
}

/// One of the three numbers of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What it adds to the worth of a position.
    Value,
    /// The sum of all errors that it has learned from.
    Errors,
    /// The sum of their amounts, without their signs.
    Amounts,
}

impl Part {
    /// All three, in the order of memory.
    pub const ALL: [Self; 3] = [Self::Value, Self::Errors, Self::Amounts];
}

impl Weights {
    /// Makes so many weights, all zero, in twelve bytes each.
    ///
    /// # Errors
    /// When there is not as much memory.
    pub fn new(count: usize) -> Result<Self, NoMemory> {
        let memory = Memory::new(count.saturating_mul(Part::ALL.len()))?;
        Ok(Self { memory, count })
    }

    /// Returns how many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Tells whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns one of the numbers of every entry.
    pub fn part(&self, part: Part) -> impl ExactSizeIterator<Item = f32> {
        let entries = self.memory.numbers().as_chunks::<3>().0;
        entries[..self.count]
            .iter()
            .map(move |entry| entry[part as usize])
    }

    /// Returns one of the numbers of every entry, to set it.
    pub fn part_mut(&mut self, part: Part) -> impl ExactSizeIterator<Item = &mut f32> {
        let entries = self.memory.numbers_mut().as_chunks_mut::<3>().0;
        entries[..self.count]
            .iter_mut()
            .map(move |entry| &mut entry[part as usize])
    }

    /// Sets one of the numbers of an entry.
    ///
    /// # Panics
    /// When there is no such entry.
    #[inline]
    pub fn set(&mut self, place: usize, part: Part, number: f32) {
        self.memory.numbers_mut().as_chunks_mut::<3>().0[..self.count][place][part as usize] = number;
    }

    /// Lends the weights to threads that learn.
    pub fn share(&mut self) -> SharedWeights<'_> {
        SharedWeights {
            entries: &self.memory.words().as_chunks().0[..self.count],
        }
    }
}

/// Weights that several threads change at a time, without locks.
#[derive(Clone, Copy, Debug)]
pub struct SharedWeights<'a> {
    entries: &'a [[AtomicU32; 3]],
}

/// How many numbers are added side by side, as each addition waits for the one before: what a register holds.
const LANES: usize = 8;

impl SharedWeights<'_> {
    #[inline]
    fn load(&self, index: u32, part: Part) -> f32 {
        f32::from_bits(self.entries[index as usize][part as usize].load(Relaxed))
    }

    #[inline]
    fn store(&self, index: u32, part: Part, number: f32) {
        self.entries[index as usize][part as usize].store(number.to_bits(), Relaxed);
    }

    /// Returns the sum of some entries.
    #[must_use]
    #[inline]
    pub fn sum<const N: usize>(&self, active: &[u32; N]) -> f32 {
        sum(&active.map(|index| self.load(index, Part::Value)))
    }

    /// Has the processor fetch some entries that will be needed soon.
    #[inline]
    pub fn prefetch<const N: usize>(&self, active: &[u32; N]) {
        for &index in active {
            prefetch(&self.entries[index as usize]);
        }
    }

    /// Adds an error, a share of it to each of some entries, and returns by how much their sum grows.
    ///
    /// The share is `rate / N` times the entry's own rate, |sum of errors| / sum of |errors|, or 1 before its first error.
    /// The quotient is at most 1 by itself, in floating point as well, where one thread learns. Of two that write an entry
    /// at once the sums may be left of different updates, one of them even 0, and a rate of 50 or infinity would undo
    /// what was learned: so it is cut to 1.
    #[inline]
    pub fn learn<const N: usize>(&self, active: &[u32; N], error: f32, rate: f32) -> f32 {
        let share = error * rate / N as f32;
        // An entry that is named twice is read twice before it is written, so it takes one step, and the sum two.
        let values = active.map(|index| self.load(index, Part::Value));
        let errors = active.map(|index| self.load(index, Part::Errors));
        let amounts = active.map(|index| self.load(index, Part::Amounts));
        let mut steps = [share; N];
        for at in 0..N {
            // 0 / 0 is no number, and the lesser of that and 1 is 1.
            steps[at] *= (errors[at].abs() / amounts[at]).min(1.0);
        }
        for (at, &index) in active.iter().enumerate() {
            self.store(index, Part::Value, values[at] + steps[at]);
            self.store(index, Part::Errors, errors[at] + error);
            self.store(index, Part::Amounts, amounts[at] + error.abs());
        }
        sum(&steps)
    }
}

/// Adds numbers, always in the same order.
#[inline]
fn sum<const N: usize>(numbers: &[f32; N]) -> f32 {
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for chunk in chunks {
        for lane in 0..LANES {
            sums[lane] += chunk[lane];
        }
    }
    for (sum, number) in sums.iter_mut().zip(rest) {
        *sum += number;
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Has the processor fetch what is not in its cache; on processors other than x86-64 it does nothing.
#[inline]
fn prefetch<T>(entry: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "the intrinsic takes a raw pointer")]
        // SAFETY: the pointer is that of a reference, and a prefetch changes nothing.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = entry;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns by how much an entry with these sums grows that learns an error of 1 at once.
    fn step(errors: f32, amounts: f32) -> f32 {
        let mut weights = Weights::new(1).expect("one entry");
        weights.set(0, Part::Errors, errors);
        weights.set(0, Part::Amounts, amounts);
        let grown = weights.share().learn(&[0], 1.0, 1.0);
        assert_eq!(weights.part(Part::Value).next(), Some(grown));
        assert_eq!(weights.part(Part::Errors).next(), Some(errors + 1.0));
        assert_eq!(weights.part(Part::Amounts).next(), Some(amounts + 1.0));
        grown
    }

    #[test]
    fn an_entry_has_a_rate_of_its_own() {
        for (errors, amounts, rate) in [
            (0.0, 0.0, 1.0),
            (3.0, 3.0, 1.0),
            (-1.0, 4.0, 0.25),
            (0.0, 2.0, 0.0),
        ] {
            assert_eq!(step(errors, amounts), rate, "{errors}, {amounts}");
        }
    }

    /// Such as threads leave that write the same entry at once.
    #[test]
    fn sums_of_different_updates_give_no_rate_above_one() {
        for (errors, amounts) in [(100.0, 2.0), (-100.0, 2.0), (5.0, 0.0), (-5.0, 0.0)] {
            assert_eq!(step(errors, amounts), 1.0, "{errors}, {amounts}");
        }
    }
}
