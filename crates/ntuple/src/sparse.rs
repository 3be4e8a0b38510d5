//! Many numbers of which most are 0, in the memory of the others.

use std::io;
use std::ops::Range;

use super::memory::{Memory, NoMemory};

/// Numbers of 16 bits, of which parts that are all 0 take a bit.
///
/// ```text
/// row     128 entries: a word with the number of the row's first stored part, and a bit for each of 16 parts
/// part    8 entries; stored, one behind the other, unless all are 0
/// ```
/// A number is found by two loads. Networks of 2048 take a sixth of what all their entries would.
#[derive(Debug)]
pub struct SparseNumbers {
    rows: Memory,
    /// The first part is that of all that are not stored.
    parts: Memory,
}

/// The entries of a part.
const PART: usize = 8;

/// The parts of a row.
const PARTS: usize = 16;

/// The entries of a row.
const ROW: usize = PART * PARTS;

/// How many entries are looked for side by side, as each waits for memory.
const AT_ONCE: usize = 32;

impl SparseNumbers {
    /// Returns the largest absolute number, 0 of none.
    pub fn largest(&self) -> u16 {
        let stored = self.parts().as_flattened().iter();
        stored.map(|number| number.unsigned_abs()).max().unwrap_or(0)
    }

    /// Returns the sum of the numbers at some places.
    ///
    /// # Panics
    /// When there are not as many.
    #[inline]
    pub fn sum(&self, entries: &[u32]) -> i32 {
        let (rows, parts) = (self.rows.doubles(), self.parts());
        let mut sum = 0;
        for entries in entries.chunks(AT_ONCE) {
            let mut found = [0; AT_ONCE];
            for (part, &entry) in found.iter_mut().zip(entries) {
                *part = part_of(rows, entry as usize);
            }
            let numbers = found.iter().zip(entries);
            let numbers = numbers.map(|(&part, &entry)| i32::from(parts[part][entry as usize % PART]));
            sum += numbers.sum::<i32>();
        }
        sum
    }

    /// Lists the numbers of a range that are not 0, with their places.
    pub fn stored(&self, range: Range<usize>) -> impl Iterator<Item = (usize, i16)> {
        stored(self.rows.doubles(), self.parts(), range)
    }

    fn parts(&self) -> &[[i16; PART]] {
        self.parts.halves().as_chunks().0
    }
}

/// The part of numbers that are not stored.
const NOT_STORED: usize = 0;

/// Returns the part that has the number of an entry.
#[inline]
fn part_of(rows: &[u64], entry: usize) -> usize {
    let row = rows[entry / ROW];
    let place = entry / PART % PARTS;
    let before = (row & ((1 << place) - 1)).count_ones();
    let is_stored = row >> place & 1;
    (((row >> PARTS) + u64::from(before)) * is_stored) as usize
}

/// Lists the numbers of a range that are not 0, with their places.
fn stored(rows: &[u64], parts: &[[i16; PART]], range: Range<usize>) -> impl Iterator<Item = (usize, i16)> {
    let stored = (range.start / PART..range.end.div_ceil(PART)).filter_map(|place| {
        let part = part_of(rows, place * PART);
        (part != NOT_STORED).then(|| (place * PART, &parts[part]))
    });
    let entries = stored.flat_map(|(first, part)| (first..).zip(part.iter().copied()));
    entries.filter(move |(entry, number)| *number != 0 && range.contains(entry))
}

/// Numbers that are put together, one behind the other.
pub(super) struct SparseBuilder {
    rows: Vec<u64>,
    parts: Vec<[i16; PART]>,
    len: usize,
}

impl SparseBuilder {
    /// Makes room for the rows of so many entries; nobody knows how many parts are stored.
    pub(super) fn new(entries: usize) -> Result<Self, NoMemory> {
        let mut rows = Vec::new();
        reserve(&mut rows, entries.div_ceil(ROW))?;
        Ok(Self {
            rows,
            parts: vec![[0; PART]],
            len: 0,
        })
    }

    /// Appends numbers.
    pub(super) fn extend(&mut self, numbers: &[i16]) -> Result<(), NoMemory> {
        let parts = numbers
            .chunks(PART)
            .filter(|part| part.iter().any(|&number| number != 0));
        reserve(&mut self.parts, parts.count())?;
        // Tables that end within a row share it with the next.
        let row_left = (self.len.next_multiple_of(ROW) - self.len).min(numbers.len());
        let (first, rest) = numbers.split_at(row_left);
        first.iter().for_each(|&number| self.push(number));
        let (rows, last) = rest.as_chunks::<ROW>();
        for row in rows {
            let mut word = (self.parts.len() as u64) << PARTS;
            for (place, part) in row.as_chunks::<PART>().0.iter().enumerate() {
                if *part != [0; PART] {
                    word |= 1 << place;
                    self.parts.push(*part);
                }
            }
            self.rows.push(word);
        }
        self.len += rows.as_flattened().len();
        last.iter().for_each(|&number| self.push(number));
        Ok(())
    }

    /// Appends a number.
    fn push(&mut self, number: i16) {
        if self.len.is_multiple_of(ROW) {
            self.rows.push((self.parts.len() as u64) << PARTS);
        }
        let row = self.rows.last_mut().expect("a row begins with its first number");
        let place = self.len / PART % PARTS;
        if number != 0 && *row >> place & 1 == 0 {
            *row |= 1 << place;
            self.parts.push([0; PART]);
        }
        if number != 0 {
            let part = self.parts.last_mut().expect("it was stored last");
            part[self.len % PART] = number;
        }
        self.len += 1;
    }

    /// Lists the numbers of a range that are not 0, with their places.
    pub(super) fn stored(&self, range: Range<usize>) -> impl Iterator<Item = (usize, i16)> {
        stored(&self.rows, &self.parts, range)
    }

    /// Moves the numbers to large pages.
    pub(super) fn finish(self) -> Result<SparseNumbers, NoMemory> {
        let mut rows = Memory::new(2 * self.rows.len())?;
        rows.doubles_mut()[..self.rows.len()].copy_from_slice(&self.rows);
        let mut parts = Memory::new(self.parts.len() * PART / 2)?;
        parts.halves_mut().copy_from_slice(self.parts.as_flattened());
        Ok(SparseNumbers { rows, parts })
    }
}

/// Takes memory for so many more things, and no more.
fn reserve<T>(things: &mut Vec<T>, more: usize) -> Result<(), NoMemory> {
    let reserved = things.try_reserve_exact(more);
    reserved.map_err(|_| NoMemory {
        bytes: more.saturating_mul(size_of::<T>()),
        cause: io::ErrorKind::OutOfMemory.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        /// However they are appended, the numbers are found and listed.
        #[test]
        fn numbers_are_what_was_appended(
            tables in vec(vec(prop_oneof![20 => Just(0), 1 => -9..9i16], 0..400), 0..5),
            from in 0..500usize,
        ) {
            let all: Vec<i16> = tables.concat();
            let mut numbers = SparseBuilder::new(all.len()).expect("they are few");
            for table in &tables {
                numbers.extend(table).expect("they are few");
            }
            let numbers = numbers.finish().expect("they are few");
            let largest = all.iter().map(|number| number.unsigned_abs()).max();
            assert_eq!(numbers.largest(), largest.unwrap_or(0));
            let places: Vec<u32> = (0..all.len() as u32).collect();
            for (place, &number) in places.iter().zip(&all) {
                assert_eq!(numbers.sum(&[*place]), i32::from(number));
            }
            let sum: i32 = all.iter().map(|&number| i32::from(number)).sum();
            assert_eq!(numbers.sum(&places), sum);
            let from = from.min(all.len());
            let stored: Vec<_> = numbers.stored(from..all.len()).collect();
            let want = all.iter().copied().enumerate().skip(from).filter(|&(_, number)| number != 0);
            assert_eq!(stored, want.collect::<Vec<_>>());
        }
    }

    #[test]
    fn parts_of_zeros_take_no_memory() {
        let mut numbers = SparseBuilder::new(1 << 16).expect("a few kilobytes");
        let mut dense = [0; 1 << 16];
        for entry in (0..1 << 16).step_by(1 << 10) {
            dense[entry] = 7;
        }
        numbers.extend(&dense).expect("a few kilobytes");
        assert_eq!((numbers.rows.len(), numbers.parts.len()), (512, 65));
    }
}
