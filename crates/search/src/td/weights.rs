//! The numbers that are learned.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::memory::{Memory, NoMemory};

/// The entries of all tables, with what temporal coherence remembers of each.
///
/// ```text
/// word i   value
/// word 2i  sum of errors   2i + 1  sum of their amounts     in memory of their own
/// ```
/// Learning waits for memory and for little else. To choose an action only values are read, some hundred of them, so that
/// they stand close together, sixteen in a line of the cache.
#[derive(Debug)]
pub struct Weights {
    values: Memory,
    coherence: Memory,
    count: usize,
}

/// One of the three numbers of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What it adds to the worth of a position.
    Value,
    /// The sum of all errors that it has learned from.
    Errors,
    /// The sum of their amounts, without their signs. In 32 bits it grows no further when it is some sixteen million times as
    /// large as the errors are; the rate of such an entry is next to nothing.
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
        let values = Memory::new(count)?;
        let coherence = Memory::new(count.saturating_mul(2))?;
        Ok(Self {
            values,
            coherence,
            count,
        })
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
        let (memory, stride, offset) = match part {
            Part::Value => (&self.values, 1, 0),
            Part::Errors => (&self.coherence, 2, 0),
            Part::Amounts => (&self.coherence, 2, 1),
        };
        let entries = memory.numbers()[..self.count * stride].chunks_exact(stride);
        entries.map(move |entry| entry[offset])
    }

    /// Returns one of the numbers of every entry, to set it.
    pub fn part_mut(&mut self, part: Part) -> impl ExactSizeIterator<Item = &mut f32> {
        let (memory, stride, offset) = match part {
            Part::Value => (&mut self.values, 1, 0),
            Part::Errors => (&mut self.coherence, 2, 0),
            Part::Amounts => (&mut self.coherence, 2, 1),
        };
        let entries = memory.numbers_mut()[..self.count * stride].chunks_exact_mut(stride);
        entries.map(move |entry| &mut entry[offset])
    }

    /// Sets one of the numbers of an entry.
    ///
    /// # Panics
    /// When there is no such entry.
    #[inline]
    pub fn set(&mut self, place: usize, part: Part, number: f32) {
        assert!(place < self.count, "there is no entry {place}");
        match part {
            Part::Value => self.values.numbers_mut()[place] = number,
            Part::Errors => self.coherence.numbers_mut()[2 * place] = number,
            Part::Amounts => self.coherence.numbers_mut()[2 * place + 1] = number,
        }
    }

    /// Sets the sum of the amounts of each entry's errors by its value.
    pub fn set_amounts(&mut self, amount: impl Fn(f32) -> f32) {
        let values = &self.values.numbers()[..self.count];
        let pairs = self.coherence.numbers_mut()[..2 * self.count].as_chunks_mut().0;
        for ([_, amounts], &value) in pairs.iter_mut().zip(values) {
            *amounts = amount(value);
        }
    }

    /// Takes over some entries of others, from a place on.
    ///
    /// # Panics
    /// When there are not as many here or there.
    pub fn take_over(&mut self, place: usize, others: &Self, entries: Range<usize>) {
        let to = place..place + entries.len();
        assert!(
            to.end <= self.count && entries.end <= others.count,
            "there are as many"
        );
        let pairs = |range: &Range<usize>| 2 * range.start..2 * range.end;
        let coherence = &others.coherence.numbers()[pairs(&entries)];
        self.coherence.numbers_mut()[pairs(&to)].copy_from_slice(coherence);
        self.values.numbers_mut()[to].copy_from_slice(&others.values.numbers()[entries]);
    }

    /// Forgets what temporal coherence remembers of some entries, which learn at the full rate then.
    ///
    /// # Panics
    /// When there are not as many.
    pub fn begin_anew(&mut self, entries: Range<usize>) {
        assert!(entries.end <= self.count, "there are as many");
        self.coherence.numbers_mut()[2 * entries.start..2 * entries.end].fill(0.0);
    }

    /// Lends the weights to threads that learn.
    pub fn share(&mut self) -> SharedWeights<'_> {
        SharedWeights {
            values: &self.values.words()[..self.count],
            coherence: &self.coherence.pairs()[..self.count],
        }
    }
}

/// Weights that several threads change at a time, without locks.
#[derive(Clone, Copy, Debug)]
pub struct SharedWeights<'a> {
    values: &'a [AtomicU32],
    coherence: &'a [AtomicU64],
}

impl SharedWeights<'_> {
    /// Returns the sum of some entries.
    ///
    /// # Panics
    /// When there is no such entry.
    #[must_use]
    #[inline]
    pub fn sum<const N: usize>(&self, entries: &Entries<N>) -> f32 {
        sum(&self.values(entries))
    }

    /// Has the processor fetch the values of some entries, which will be needed soon.
    #[inline]
    pub fn prefetch_values<const N: usize>(&self, entries: &Entries<N>) {
        prefetch(self.values, entries);
    }

    /// Has the processor fetch what is remembered of some entries, from which will be learned soon.
    #[inline]
    pub fn prefetch_coherence<const N: usize>(&self, entries: &Entries<N>) {
        prefetch(self.coherence, entries);
    }

    /// Moves the sum of some entries towards a target, by a share of the error for each of them, and returns what the sum
    /// is then.
    ///
    /// The share is `rate / N` times the entry's own rate, |sum of errors| / sum of |errors|, or 1 before its first error.
    /// The quotient is at most 1 by itself, in floating point as well; but a file may hold other sums, and a rate of 50 or
    /// infinity would undo what was learned: so it is cut to 1.
    ///
    /// # Panics
    /// When there is no such entry.
    #[inline]
    pub fn learn<const N: usize>(&self, entries: &Entries<N>, target: f32, rate: f32) -> f32 {
        // An entry that is named twice is read twice before it is written, so it takes one step, and the sum two.
        let mut values = self.values(entries);
        let before = sum(&values);
        let error = target - before;
        let share = error * rate / N as f32;
        let mut coherence = self.coherence(entries);
        let mut steps = [0.0; N];
        for (step, [errors, amounts]) in steps.iter_mut().zip(&coherence) {
            // 0 / 0 is no number, and the lesser of that and 1 is 1.
            *step = share * (errors.abs() / amounts).min(1.0);
        }
        for (value, step) in values.iter_mut().zip(&steps) {
            *value += step;
        }
        for [errors, amounts] in &mut coherence {
            *errors += error;
            *amounts += error.abs();
        }
        self.set_values(entries, &values);
        for (entry, both) in entries.of(self.coherence).zip(coherence) {
            entry.store(zerocopy::transmute!(both), Relaxed);
        }
        before + sum(&steps)
    }

    /// Moves the sum of some entries towards a target, by a share of the error of `rate / N` for each of them, and returns what
    /// the sum is then. What temporal coherence remembers stays as it is.
    ///
    /// # Panics
    /// When there is no such entry.
    #[inline]
    pub fn learn_alike<const N: usize>(&self, entries: &Entries<N>, target: f32, rate: f32) -> f32 {
        let values = self.values(entries);
        let before = sum(&values);
        let step = (target - before) * rate / N as f32;
        self.set_values(entries, &values.map(|value| value + step));
        before + step * N as f32
    }

    #[inline]
    fn values<const N: usize>(&self, entries: &Entries<N>) -> [f32; N] {
        let mut values = [0.0; N];
        for (value, entry) in values.iter_mut().zip(entries.of(self.values)) {
            *value = f32::from_bits(entry.load(Relaxed));
        }
        values
    }

    /// Returns of some entries the sum of errors and that of their amounts, as they stand in memory, so that threads never mix
    /// those of different updates.
    #[inline]
    fn coherence<const N: usize>(&self, entries: &Entries<N>) -> [[f32; 2]; N] {
        let mut coherence = [[0.0; 2]; N];
        for (both, entry) in coherence.iter_mut().zip(entries.of(self.coherence)) {
            *both = zerocopy::transmute!(entry.load(Relaxed));
        }
        coherence
    }

    #[inline]
    fn set_values<const N: usize>(&self, entries: &Entries<N>, values: &[f32; N]) {
        for (entry, value) in entries.of(self.values).zip(values) {
            entry.store(value.to_bits(), Relaxed);
        }
    }
}

/// The numbers of some entries, which may be named twice.
#[derive(Clone, Copy, Debug)]
pub struct Entries<const N: usize> {
    numbers: [u32; N],
    /// The highest number, by which all are checked at once.
    highest: u32,
}

impl<const N: usize> Entries<N> {
    /// Takes the numbers of entries.
    #[must_use]
    #[inline]
    pub fn new(numbers: [u32; N]) -> Self {
        let highest = numbers.iter().copied().fold(0, u32::max);
        Self { numbers, highest }
    }

    /// Lists what a table holds of them.
    ///
    /// # Panics
    /// When there is no such entry.
    #[inline]
    fn of<'a, T>(&self, all: &'a [T]) -> impl Iterator<Item = &'a T> {
        let highest = self.highest;
        assert!((highest as usize) < all.len(), "there is no entry {highest}");
        self.numbers.iter().map(move |&number| {
            #[expect(
                unsafe_code,
                reason = "a check of its own for each of some 150 entries costs a tenth of the time to learn a move"
            )]
            // SAFETY: no number is higher than the highest, which is one of the table.
            unsafe {
                all.get_unchecked(number as usize)
            }
        })
    }
}

/// How many numbers are added side by side, as each addition waits for the one before.
const LANES: usize = 4;

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
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// Has the processor fetch entries into its second cache; on processors other than x86-64 it does nothing. The first one takes few
/// at a time, and the processor would wait for it at each of them: that cost a fifth of all time.
#[inline]
fn prefetch<T, const N: usize>(all: &[T], entries: &Entries<N>) {
    #[cfg(target_arch = "x86_64")]
    for &number in &entries.numbers {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        let entry = all.as_ptr().wrapping_add(number as usize);
        #[expect(unsafe_code, reason = "the intrinsic takes a raw pointer")]
        // SAFETY: a prefetch reads nothing and changes nothing, wherever the pointer leads.
        unsafe {
            _mm_prefetch::<_MM_HINT_T1>(entry.cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (all, entries);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns by how much an entry with these sums grows that learns an error of 1 at once.
    fn step(errors: f32, amounts: f32) -> f32 {
        let mut weights = Weights::new(1).expect("one entry");
        weights.set(0, Part::Errors, errors);
        weights.set(0, Part::Amounts, amounts);
        let grown = weights.share().learn(&Entries::new([0]), 1.0, 1.0);
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

    #[test]
    fn at_one_rate_for_all_nothing_is_remembered() {
        let mut weights = Weights::new(3).expect("three entries");
        weights.set(1, Part::Errors, 1.0);
        weights.set(1, Part::Amounts, 4.0);
        assert_eq!(weights.share().learn_alike(&Entries::new([0, 1]), 8.0, 0.5), 4.0);
        let part = |part| weights.part(part).collect::<Vec<f32>>();
        assert_eq!(part(Part::Value), [2.0, 2.0, 0.0]);
        assert_eq!(part(Part::Errors), [0.0, 1.0, 0.0]);
        assert_eq!(part(Part::Amounts), [0.0, 4.0, 0.0]);
    }

    /// Such as a file may hold.
    #[test]
    fn sums_that_no_errors_have_give_no_rate_above_one() {
        for (errors, amounts) in [(100.0, 2.0), (-100.0, 2.0), (5.0, 0.0), (-5.0, 0.0)] {
            assert_eq!(step(errors, amounts), 1.0, "{errors}, {amounts}");
        }
    }

    #[test]
    fn the_parts_of_an_entry_are_kept_apart() {
        let mut weights = Weights::new(3).expect("three entries");
        for (place, part, number) in [
            (0, Part::Errors, -1.0),
            (1, Part::Amounts, 2.0),
            (2, Part::Value, 3.0),
        ] {
            weights.set(place, part, number);
        }
        let part = |part| weights.part(part).collect::<Vec<f32>>();
        assert_eq!(part(Part::Value), [0.0, 0.0, 3.0]);
        assert_eq!(part(Part::Errors), [-1.0, 0.0, 0.0]);
        assert_eq!(part(Part::Amounts), [0.0, 2.0, 0.0]);
    }

    #[test]
    fn amounts_are_set_by_values() {
        let mut weights = Weights::new(3).expect("three entries");
        for (place, value) in [(0, 1.0), (1, -2.0), (2, 3.0)] {
            weights.set(place, Part::Value, value);
            weights.set(place, Part::Errors, 7.0);
        }
        weights.set_amounts(|value| 10.0 * value.abs());
        assert!(weights.part(Part::Amounts).eq([10.0, 20.0, 30.0]));
        assert!(weights.part(Part::Errors).eq([7.0; 3]));
    }

    #[test]
    fn entries_are_taken_over_with_all_that_they_know() {
        let mut others = Weights::new(3).expect("three entries");
        for (number, part) in (1u8..).zip(Part::ALL) {
            for (place, of_part) in (0u8..).zip(others.part_mut(part)) {
                *of_part = f32::from(10 * number + place);
            }
        }
        let mut weights = Weights::new(4).expect("four entries");
        weights.take_over(2, &others, 1..3);
        for (number, part) in (1u8..).zip(Part::ALL) {
            let want = [0, 0, 10 * number + 1, 10 * number + 2].map(f32::from);
            assert!(weights.part(part).eq(want), "{part:?}");
        }
    }

    #[test]
    #[should_panic(expected = "there is no entry 2")]
    fn an_entry_that_is_none_is_refused() {
        let mut weights = Weights::new(2).expect("two entries");
        let _ = weights.share().sum(&Entries::new([1, 2, 0]));
    }
}
