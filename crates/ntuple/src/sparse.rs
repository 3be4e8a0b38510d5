//! Many numbers of which most are 0, in the memory of the others.

use std::io;
use std::ops::Range;

use super::features::Table;
use super::memory::{Memory, NoMemory};

/// Eight numbers, one behind the other.
pub(super) type Part = [i16; PART];

/// The numbers of a part.
pub(super) const PART: usize = 8;

/// The numbers of some tables, in 16 bits each, of which parts that are all 0 take a bit.
///
/// ```text
/// row     128 numbers: a word with the place of the row's first stored part, and a bit for each of 16 parts
/// part    8 numbers; stored, one behind the other, unless all are 0
/// ```
/// A number is found by two loads. Networks of 2048 take a sixth of what all their entries would.
#[derive(Debug)]
pub struct SparseNumbers {
    rows: Memory,
    /// The first part is that of all that are not stored.
    parts: Memory,
    /// Of each table its numbers, one table after the other.
    tables: Vec<Range<usize>>,
    /// How much later than in `tables` the numbers of each table begin in the rows, as it begins with a row.
    row_offsets: Vec<u32>,
}

impl SparseNumbers {
    /// Joins the numbers of these tables, on large pages; the memory of each table is given back as it is
    /// copied.
    pub(super) fn of(tables: &[Table], stored: Vec<SparseTable>) -> Result<Self, NoMemory> {
        let stored_parts = stored.iter().map(|table| table.parts.len() - 1);
        let mut parts = Memory::new((1 + stored_parts.sum::<usize>()) * PART / 2)?;
        let mut rows = Memory::new(2 * stored.iter().map(|table| table.rows.len()).sum::<usize>())?;
        let (mut next_row, mut next_part) = (0, 1);
        let mut row_offsets = Vec::new();
        for (table, range) in stored.into_iter().zip(Table::ranges(tables)) {
            row_offsets.push((next_row * ROW - range.start) as u32);
            let parts_before = (next_part as u64 - 1) << SparseTable::PARTS;
            for (joined, row) in rows.doubles_mut()[next_row..].iter_mut().zip(&table.rows) {
                *joined = row + parts_before;
            }
            let stored = &table.parts[1..];
            parts.halves_mut().as_chunks_mut().0[next_part..][..stored.len()].copy_from_slice(stored);
            next_row += table.rows.len();
            next_part += stored.len();
        }
        let tables = Table::ranges(tables).collect();
        Ok(Self {
            rows,
            parts,
            tables,
            row_offsets,
        })
    }

    /// Returns the largest absolute number, 0 of none.
    pub fn largest(&self) -> u16 {
        let stored = self.parts().as_flattened().iter();
        stored.map(|number| number.unsigned_abs()).max().unwrap_or(0)
    }

    /// Returns the sum of numbers at some places: a row of places for each table, from the first.
    ///
    /// # Panics
    /// When there are not as many tables or numbers.
    #[inline]
    pub fn sum<const N: usize>(&self, places: &[[u32; N]]) -> i32 {
        assert_eq!(places.len(), self.tables.len(), "a row for each table");
        let (rows, numbers) = (self.rows.doubles(), self.parts.halves());
        let sums = places.iter().zip(&self.row_offsets).map(|(places, offset)| {
            // All are looked for before one is needed, as each waits for memory.
            let stored = places.map(|place| {
                let place = (place + offset) as usize;
                part_of(rows, place) * PART + place % PART
            });
            stored
                .iter()
                .map(|&stored| i32::from(numbers[stored]))
                .sum::<i32>()
        });
        sums.sum()
    }

    /// Lists the numbers of a table that are not 0, with their places in it.
    pub fn stored(&self, table: usize) -> impl Iterator<Item = (usize, i16)> {
        let len = self.tables[table].len();
        let stored = self
            .stored_parts(table)
            .flat_map(|(first, part)| (first..).zip(*part));
        stored.filter(move |&(place, number)| number != 0 && place < len)
    }

    /// Lists the parts of a table that are stored, with the places of their first numbers in it.
    pub(super) fn stored_parts(&self, table: usize) -> impl Iterator<Item = (usize, &Part)> {
        let first_row = (self.tables[table].start + self.row_offsets[table] as usize) / ROW;
        let rows = &self.rows.doubles()[first_row..][..self.tables[table].len().div_ceil(ROW)];
        stored_parts(rows, self.parts())
    }

    fn parts(&self) -> &[Part] {
        self.parts.halves().as_chunks().0
    }
}

/// The numbers of a row.
const ROW: usize = PART * SparseTable::PARTS;

/// Returns the part that has the number at a place, 0 if it is not stored.
#[inline]
pub(super) fn part_of(rows: &[u64], place: usize) -> usize {
    let row = rows[place / ROW];
    let in_row = place / PART % SparseTable::PARTS;
    let before = (row & ((1 << in_row) - 1)).count_ones();
    let is_stored = row >> in_row & 1;
    (((row >> SparseTable::PARTS) + u64::from(before)) * is_stored) as usize
}

/// The numbers of one table; see [`SparseNumbers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SparseTable {
    /// One row more than there are numbers.
    pub(super) rows: Vec<u64>,
    pub(super) parts: Vec<Part>,
}

impl SparseTable {
    /// The parts of a row.
    pub(super) const PARTS: usize = 16;

    /// Creates a table of zeros.
    pub(super) fn new(numbers: usize) -> Result<Self, NoMemory> {
        Ok(Self {
            rows: zeros(numbers.div_ceil(ROW) + 1)?,
            parts: vec![[0; PART]],
        })
    }

    /// Creates a table of parts with the places of their first numbers, in their order; parts of zeros are
    /// not stored.
    pub(super) fn of(
        numbers: usize,
        parts: impl IntoIterator<Item = (usize, Part)>,
    ) -> Result<Self, NoMemory> {
        let mut table = Self::new(numbers)?;
        for (place, part) in parts {
            if part == [0; PART] {
                continue;
            }
            let row = &mut table.rows[place / ROW];
            if *row == 0 {
                *row = (table.parts.len() as u64) << Self::PARTS;
            }
            *row |= 1 << (place / PART % Self::PARTS);
            if table.parts.len() == table.parts.capacity() {
                let more = table.parts.len();
                reserve(&mut table.parts, more)?;
            }
            table.parts.push(part);
        }
        Ok(table)
    }

    /// Creates a table of numbers.
    pub(super) fn of_numbers(count: usize, numbers: impl IntoIterator<Item = i16>) -> Result<Self, NoMemory> {
        let mut numbers = numbers.into_iter();
        let mut part = |place| (place, std::array::from_fn(|_| numbers.next().unwrap_or(0)));
        Self::of(count, (0..count).step_by(PART).map(&mut part))
    }

    /// Returns the sum of this table and the stored parts of another one; numbers wrap around.
    pub(super) fn plus<'a>(
        &'a self,
        other: impl Iterator<Item = (usize, &'a Part)>,
    ) -> Result<Self, NoMemory> {
        Self::of((self.rows.len() - 1) * ROW, add(self.stored_parts(), other))
    }

    /// Lists the parts that are stored, with the places of their first numbers.
    pub(super) fn stored_parts(&self) -> impl Iterator<Item = (usize, &Part)> {
        stored_parts(&self.rows, &self.parts)
    }
}

/// Lists the stored parts of some rows, with the places of their first numbers.
fn stored_parts<'a>(rows: &'a [u64], parts: &'a [Part]) -> impl Iterator<Item = (usize, &'a Part)> {
    rows.iter().enumerate().flat_map(move |(row, &word)| {
        let mut left = word & ((1 << SparseTable::PARTS) - 1);
        let stored = parts[(word >> SparseTable::PARTS) as usize..].iter();
        let place = std::iter::from_fn(move || {
            let place = (left != 0).then(|| row * ROW + left.trailing_zeros() as usize * PART);
            left &= left.wrapping_sub(1);
            place
        });
        place.zip(stored)
    })
}

/// Adds up two lists of parts, each in the order of their places; sums wrap around.
fn add<'a>(
    one: impl Iterator<Item = (usize, &'a Part)>,
    other: impl Iterator<Item = (usize, &'a Part)>,
) -> impl Iterator<Item = (usize, Part)> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    std::iter::from_fn(move || {
        let place = match (one.peek(), other.peek()) {
            (Some(one), Some(other)) => one.0.min(other.0),
            (one, other) => one.or(other)?.0,
        };
        let mut sum = [0i16; PART];
        let parts = [one.next_if(|of| of.0 == place), other.next_if(|of| of.0 == place)];
        for (_, part) in parts.into_iter().flatten() {
            for (sum, number) in sum.iter_mut().zip(part) {
                *sum = sum.wrapping_add(*number);
            }
        }
        Some((place, sum))
    })
}

/// Creates a list of zeros.
pub(super) fn zeros<T: Clone + Default>(count: usize) -> Result<Vec<T>, NoMemory> {
    let mut zeros = Vec::new();
    reserve(&mut zeros, count)?;
    zeros.resize(count, T::default());
    Ok(zeros)
}

/// Reserves memory for more things, and no more.
pub(super) fn reserve<T>(things: &mut Vec<T>, more: usize) -> Result<(), NoMemory> {
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

    /// Returns the sparse form of numbers.
    fn sparse(numbers: &[i16]) -> SparseTable {
        SparseTable::of_numbers(numbers.len(), numbers.iter().copied()).expect("they are few")
    }

    fn numbers() -> impl Strategy<Value = Vec<i16>> {
        vec(prop_oneof![20 => Just(0), 1 => -9..9i16], 0..400)
    }

    proptest! {
        /// The numbers of tables are found and listed, wherever tables end.
        #[test]
        fn numbers_are_what_tables_have(of_tables in vec(numbers(), 1..12)) {
            let tables = of_tables.iter().map(|numbers| Table {
                name: String::new(),
                shape: vec![numbers.len()],
            });
            let tables: Vec<Table> = tables.collect();
            let stored: Vec<SparseTable> = of_tables.iter().map(|numbers| sparse(numbers)).collect();
            let numbers = SparseNumbers::of(&tables, stored).expect("they are few");
            let all = of_tables.concat();
            assert_eq!(numbers.largest(), all.iter().map(|number| number.unsigned_abs()).max().unwrap_or(0));
            // The place of one number in each table, or of its last one.
            for place in 0..400 {
                let place_in = |range: Range<usize>| (range.start + place.min(range.len() - 1)) as u32;
                if of_tables.iter().all(|numbers| !numbers.is_empty()) {
                    let places = Table::ranges(&tables).map(|range| [place_in(range)]);
                    let places: Vec<[u32; 1]> = places.collect();
                    let sum: i32 = places.iter().map(|&[place]| i32::from(all[place as usize])).sum();
                    assert_eq!(numbers.sum(&places), sum);
                }
            }
            for (table, of_table) in of_tables.iter().enumerate() {
                let want = of_table.iter().copied().enumerate().filter(|&(_, number)| number != 0);
                assert!(numbers.stored(table).eq(want));
            }
        }

        #[test]
        fn parts_are_added_up(one in numbers(), other in numbers()) {
            let len = one.len().max(other.len());
            let [of_one, of_other] = [&one, &other].map(|numbers| sparse(numbers));
            let sum = SparseTable::of(len, add(of_one.stored_parts(), of_other.stored_parts()));
            let sum = sum.expect("they are few");
            let number = |of: &[i16], place| of.get(place).copied().unwrap_or(0);
            let want: Vec<i16> = (0..len).map(|place| number(&one, place) + number(&other, place)).collect();
            assert!(sum.stored_parts().eq(sparse(&want).stored_parts()));
        }
    }

    #[test]
    fn parts_of_zeros_take_no_memory() {
        let mut dense = [0; 1 << 16];
        for entry in (0..1 << 16).step_by(1 << 10) {
            dense[entry] = 7;
        }
        let numbers = sparse(&dense);
        assert_eq!((numbers.rows.len(), numbers.parts.len()), (513, 65));
    }
}
