//! The numbers that are learned.

use std::iter;
use std::ops::Range;

use super::memory::{Memory, NoMemory};
use quincunx_search::workers::parallel_map;

/// The entries of all tables, with what temporal coherence remembers of each.
///
/// ```text
/// word i   value
/// word 2i  sum of errors   2i + 1  sum of their amounts     in memory of their own
/// ```
/// Learning waits for memory and for little else. To choose an action only values are read, some hundred of
/// them, so that they stand close together, sixteen in a line of the cache.
#[derive(Debug)]
pub struct Weights {
    values: Memory,
    coherence: Memory,
    count: usize,
    /// In a replica, of every [`BLOCK`] of entries, whether any of them was learned since it was made or
    /// [merged](Weights::merge).
    touched: Option<Vec<bool>>,
}

/// How many entries are marked together as learned: four cache lines of values.
const BLOCK: usize = 64;

/// One of the three numbers of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// What it adds to the worth of a position.
    Value,
    /// The sum of all errors that it has learned from.
    Errors,
    /// The sum of their absolute values.
    Amounts,
}

impl Component {
    /// All three, in the order of memory.
    pub const ALL: [Self; 3] = [Self::Value, Self::Errors, Self::Amounts];
}

impl Weights {
    /// Makes so many weights, all zero, in twelve bytes each.
    ///
    /// # Errors
    /// When memory is insufficient.
    pub fn new(count: usize) -> Result<Self, NoMemory> {
        let values = Memory::new(count)?;
        let coherence = Memory::new(count.saturating_mul(2))?;
        Ok(Self {
            values,
            coherence,
            count,
            touched: None,
        })
    }

    /// Copies the weights, for a learner of its own.
    pub(crate) fn replica(&self) -> Result<Self, NoMemory> {
        let mut replica = Self::new(self.count)?;
        replica.copy_entries(0, self, 0..self.count);
        replica.touched = Some(vec![false; self.count.div_ceil(BLOCK)]);
        Ok(replica)
    }

    /// Returns how many bytes they take.
    pub const fn bytes(&self) -> usize {
        self.count.saturating_mul(3 * size_of::<f32>())
    }

    /// Returns how many there are.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns one of the numbers of every entry.
    pub fn part(&self, part: Component) -> impl ExactSizeIterator<Item = f32> {
        self.part_of(part, 0..self.count)
    }

    /// Returns one of the numbers of some entries.
    pub(super) fn part_of(
        &self,
        part: Component,
        entries: Range<usize>,
    ) -> impl ExactSizeIterator<Item = f32> {
        let (memory, stride, offset) = match part {
            Component::Value => (&self.values, 1, 0),
            Component::Errors => (&self.coherence, 2, 0),
            Component::Amounts => (&self.coherence, 2, 1),
        };
        let numbers = &memory.numbers()[..self.count * stride];
        let entries = numbers[entries.start * stride..entries.end * stride].chunks_exact(stride);
        entries.map(move |entry| entry[offset])
    }

    /// Returns one of the numbers of every entry, to set it.
    pub(crate) fn part_mut(&mut self, part: Component) -> impl ExactSizeIterator<Item = &mut f32> {
        let (memory, stride, offset) = match part {
            Component::Value => (&mut self.values, 1, 0),
            Component::Errors => (&mut self.coherence, 2, 0),
            Component::Amounts => (&mut self.coherence, 2, 1),
        };
        let entries = memory.numbers_mut()[..self.count * stride].chunks_exact_mut(stride);
        entries.map(move |entry| &mut entry[offset])
    }

    /// Sets one of the numbers of an entry.
    ///
    /// # Panics
    /// When there is no such entry.
    #[inline]
    pub fn set(&mut self, place: usize, part: Component, number: f32) {
        assert!(place < self.count, "there is no entry {place}");
        match part {
            Component::Value => self.values.numbers_mut()[place] = number,
            Component::Errors => self.coherence.numbers_mut()[2 * place] = number,
            Component::Amounts => self.coherence.numbers_mut()[2 * place + 1] = number,
        }
    }

    /// Takes over some entries of others, from a place on.
    ///
    /// # Panics
    /// When there are not as many entries here or in the others.
    pub fn copy_entries(&mut self, place: usize, others: &Self, entries: Range<usize>) {
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

    /// Sets an entry to what another one has learned.
    ///
    /// # Panics
    /// When one of the entries does not exist.
    pub fn repeat(&mut self, entry: usize, to: usize) {
        assert!(entry.max(to) < self.count, "there are such entries");
        self.values.numbers_mut().copy_within(entry..=entry, to);
        self.coherence.pairs_mut().copy_within(entry..=entry, to);
    }

    /// Forgets what temporal coherence remembers of some entries, which learn at the full rate then.
    ///
    /// # Panics
    /// When there are not as many entries.
    pub fn reset_coherence(&mut self, entries: Range<usize>) {
        assert!(entries.end <= self.count, "there are as many");
        self.coherence.numbers_mut()[2 * entries.start..2 * entries.end].fill(0.0);
    }

    /// Merges what [replicas](Weights::replica) have learned since they were equal to these weights, and
    /// makes them equal again. Sums of errors and amounts grow by what each replica adds. A value moves by
    /// the mean of its moves, weighted by the amounts of the errors, or equally where amounts do not grow.
    pub(crate) fn merge(&mut self, replicas: &mut [Self]) {
        let count = self.count;
        assert!(
            replicas
                .iter()
                .all(|replica| replica.count == count && replica.touched.is_some()),
            "these are replicas"
        );
        let blocks = count.div_ceil(BLOCK);
        let share = blocks.div_ceil(replicas.len().max(1)).max(1);
        let mut shares: Vec<Vec<Share<'_>>> =
            iter::repeat_with(Vec::new).take(blocks.div_ceil(share)).collect();
        for weights in iter::once(self).chain(replicas) {
            let values = weights.values.numbers_mut()[..count].chunks_mut(share * BLOCK);
            let coherence = weights.coherence.pairs_mut()[..count].chunks_mut(share * BLOCK);
            let touched = weights.touched.as_deref_mut().unwrap_or_default();
            let touched = touched
                .chunks_mut(share)
                .chain(iter::repeat_with(Default::default));
            for (shares, ((values, coherence), touched)) in
                shares.iter_mut().zip(values.zip(coherence).zip(touched))
            {
                shares.push(Share {
                    values,
                    coherence,
                    touched,
                });
            }
        }
        parallel_map(shares, |mut share| merge(&mut share));
    }

    /// Lends the weights to a learner.
    pub(crate) fn view_mut(&mut self) -> WeightsMut<'_> {
        WeightsMut {
            values: &mut self.values.numbers_mut()[..self.count],
            coherence: &mut self.coherence.pairs_mut()[..self.count],
            touched: self.touched.as_deref_mut(),
        }
    }
}

/// A share of weights, or of a replica of them.
struct Share<'a> {
    values: &'a mut [f32],
    coherence: &'a mut [[f32; 2]],
    /// Empty for the weights themselves.
    touched: &'a mut [bool],
}

/// Puts a share of weights together, the first of these, from the same share of their replicas.
fn merge(shares: &mut [Share<'_>]) {
    let Some((all, replicas)) = shares.split_first_mut() else {
        return;
    };
    for block in 0..all.values.len().div_ceil(BLOCK) {
        if !replicas.iter().any(|replica| replica.touched[block]) {
            continue;
        }
        let first = block * BLOCK;
        let entries = first..(first + BLOCK).min(all.values.len());
        let values = &mut all.values[entries.clone()];
        let coherence = &mut all.coherence[entries.clone()];
        // What is more in replicas; and how far they have moved values, weighed, and plain.
        let mut more = [[0.0; 2]; BLOCK];
        let mut weighed = [0.0; BLOCK];
        let mut plain = [[0.0; 2]; BLOCK];
        for replica in replicas.iter() {
            let theirs = replica.values[entries.clone()]
                .iter()
                .zip(&replica.coherence[entries.clone()]);
            let ours = values.iter().zip(coherence.iter());
            let sums = more.iter_mut().zip(&mut weighed).zip(&mut plain);
            for (
                ((value, [errors, amounts]), (our_value, [our_errors, our_amounts])),
                ((more, weighed), plain),
            ) in theirs.zip(ours).zip(sums)
            {
                let moved = value - our_value;
                let more_amounts = amounts - our_amounts;
                *more = [more[0] + (errors - our_errors), more[1] + more_amounts];
                *weighed += more_amounts * moved;
                *plain = [plain[0] + moved, plain[1] + f32::from(u8::from(moved != 0.0))];
            }
        }
        let sums = more.iter().zip(&weighed).zip(&plain);
        for ((value, both), ((more, weighed), plain)) in values.iter_mut().zip(&mut *coherence).zip(sums) {
            *value += match more[1] {
                amounts if amounts > 0.0 => weighed / amounts,
                _ => plain[0] / plain[1].max(1.0),
            };
            *both = [both[0] + more[0], both[1] + more[1]];
        }
        for replica in replicas.iter_mut() {
            replica.values[entries.clone()].copy_from_slice(values);
            replica.coherence[entries.clone()].copy_from_slice(coherence);
            replica.touched[block] = false;
        }
    }
}

/// Weights that a learner reads and changes.
#[derive(Debug)]
pub(crate) struct WeightsMut<'a> {
    values: &'a mut [f32],
    coherence: &'a mut [[f32; 2]],
    touched: Option<&'a mut [bool]>,
}

impl WeightsMut<'_> {
    /// Returns the sum of some entries.
    ///
    /// # Panics
    /// When an entry is beyond the weights.
    #[inline]
    pub(crate) fn sum<const N: usize>(&self, entries: &Entries<N>) -> f32 {
        sum(&entries.read(self.values))
    }

    /// Prefetches the values of some entries.
    #[inline]
    pub(crate) fn prefetch_values<const N: usize>(&self, entries: &Entries<N>) {
        prefetch(self.values, entries);
    }

    /// Prefetches what is remembered of some entries, which will learn soon.
    #[inline]
    pub(crate) fn prefetch_coherence<const N: usize>(&self, entries: &Entries<N>) {
        prefetch(self.coherence, entries);
    }

    /// Moves the sum of some entries towards a target, by a share of the error for each of them, and returns
    /// the new sum.
    ///
    /// The share is `rate / N` times the entry's own rate, |sum of errors| / sum of |errors|, or 1 before its
    /// first error. It is at most 1, also where a file holds impossible sums.
    ///
    /// # Panics
    /// When an entry is beyond the weights.
    #[inline]
    pub(crate) fn learn<const N: usize>(&mut self, entries: &Entries<N>, target: f32, rate: f32) -> f32 {
        // An entry that is named twice is read twice before it is written, so it takes one step, and the sum
        // two.
        let mut values = entries.read(self.values);
        let before = sum(&values);
        let error = target - before;
        let share = error * rate / N as f32;
        let mut coherence = entries.read(self.coherence);
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
        entries.write(self.values, values);
        entries.write(self.coherence, coherence);
        self.touch(entries);
        before + sum(&steps)
    }

    /// Moves the sum of some entries towards a target by `rate` of the error, and returns the new sum.
    ///
    /// # Panics
    /// When an entry is beyond the weights.
    #[inline]
    pub(crate) fn learn_alike<const N: usize>(
        &mut self,
        entries: &Entries<N>,
        target: f32,
        rate: f32,
    ) -> f32 {
        let values = entries.read(self.values);
        let before = sum(&values);
        let step = (target - before) * rate / N as f32;
        entries.write(self.values, values.map(|value| value + step));
        self.touch(entries);
        before + step * N as f32
    }

    /// Marks entries as learned, in a replica only: it takes a twentieth of all time.
    #[inline]
    fn touch<const N: usize>(&mut self, entries: &Entries<N>) {
        if let Some(touched) = &mut self.touched {
            for number in entries.numbers {
                touched[number as usize / BLOCK] = true;
            }
        }
    }
}

/// The numbers of some entries, which may be named twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entries<const N: usize> {
    numbers: [u32; N],
    /// The highest number, by which all are checked at once.
    highest: u32,
}

impl<const N: usize> Entries<N> {
    /// Takes the numbers of entries.
    #[inline]
    pub(crate) fn new(numbers: [u32; N]) -> Self {
        let highest = highest(&numbers);
        Self { numbers, highest }
    }

    /// Returns what an array holds of them.
    #[inline]
    fn read<T: Copy>(&self, all: &[T]) -> [T; N] {
        self.check(all);
        self.numbers.map(|number| {
            #[expect(
                unsafe_code,
                reason = "a check of its own for each of some 150 entries costs a tenth of the time to learn a move"
            )]
            // SAFETY: no number is higher than the highest, which is one of the array.
            unsafe {
                *all.get_unchecked(number as usize)
            }
        })
    }

    /// Sets what an array holds of them, one after the other.
    #[inline]
    fn write<T>(&self, all: &mut [T], items: [T; N]) {
        self.check(all);
        for (&number, item) in self.numbers.iter().zip(items) {
            #[expect(unsafe_code, reason = "as for reading")]
            // SAFETY: no number is higher than the highest, which is one of the array.
            unsafe {
                *all.get_unchecked_mut(number as usize) = item;
            }
        }
    }

    #[inline]
    fn check<T>(&self, all: &[T]) {
        let highest = self.highest;
        assert!((highest as usize) < all.len(), "there is no entry {highest}");
    }
}

/// Returns the highest of some numbers. Not inlined it compiles to vector instructions.
#[inline(never)]
fn highest<const N: usize>(numbers: &[u32; N]) -> u32 {
    numbers.iter().copied().fold(0, u32::max)
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

/// Prefetches entries into the second cache, on x86-64 only; into the first it cost a fifth of all time.
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
mod tests;
