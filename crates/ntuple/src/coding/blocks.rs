//! What is stored of a table, as symbols in the contexts of neighbouring entries.

use super::super::features::Table;
use super::super::memory::NoMemory;
use super::super::sparse::{PART, Part, SparseTable, part_of, zeros};
use super::contexts::{self, FIELDS};
use super::symbols::Coder;

/// Codes what is stored of a table, or decodes it where nothing is given.
pub(super) fn code(
    coder: &mut impl Coder,
    table: &Table,
    stored: Option<&SparseTable>,
) -> Result<SparseTable, NoMemory> {
    match fields(table) {
        3 => Blocks::<3>::of(table).code(coder, stored),
        4 => Blocks::<4>::of(table).code(coder, stored),
        5 => Blocks::<5>::of(table).code(coder, stored),
        6 => Blocks::<6>::of(table).code(coder, stored),
        _ => Blocks::<0>::of(table).code(coder, stored),
    }
}

/// Returns how many fields a table's entries have; see [`Table::shape`].
pub(super) fn fields(table: &Table) -> u32 {
    let side = table.shape.last().copied().unwrap_or_default();
    let is_cube = side.is_power_of_two() && table.shape.iter().all(|&other| other == side);
    if is_cube { side.ilog2() } else { 0 }
}

/// The entries of a table whose entries have `N` fields, in blocks that differ in the lowest bit of each
/// field; or in blocks without neighbours, if there are no fields.
pub(super) struct Blocks<const N: usize> {
    /// The bits of a block's number that belong to each field.
    pub(super) fields: [usize; N],
    entries: usize,
    pub(super) count: usize,
}

impl<const N: usize> Blocks<N> {
    /// The bits of an entry's number in its block.
    const BITS: usize = if N < 3 { 3 } else { N };

    /// The parts of a block.
    const PARTS: usize = (1 << Self::BITS) / PART;

    /// The neighbours next below an entry that are in its block.
    pub(super) const BELOW: [u64; 64] = {
        let mut below = [0; 64];
        let mut entry = 0;
        while entry < 1 << Self::BITS {
            let mut field = 0;
            while field < N {
                if entry >> field & 1 != 0 {
                    below[entry] |= 1 << (entry ^ 1 << field);
                }
                field += 1;
            }
            entry += 1;
        }
        below
    };

    pub(super) fn of(table: &Table) -> Self {
        let entries = table.entries();
        let digits = table.shape.len().saturating_sub(1);
        Self {
            fields: std::array::from_fn(|field| (0..digits).map(|digit| 1 << (field + N * digit)).sum()),
            entries,
            count: entries.div_ceil(1 << Self::BITS),
        }
    }

    /// Returns the block next below a block on each field. The number behind the last block, of which nothing
    /// is stored, stands for a missing one.
    #[inline]
    pub(super) fn next_below(&self, block: usize) -> [usize; N] {
        self.fields.map(|field| {
            let digits = block & field;
            let lowest = digits & digits.wrapping_neg();
            let below = block.wrapping_sub(lowest) | (lowest.wrapping_sub(1) & field);
            if digits == 0 { self.count } else { below }
        })
    }

    /// Returns of every entry of a block how many of its neighbours in the blocks below are stored: the bits
    /// of these numbers, the lowest first.
    #[inline]
    pub(super) fn stored_below(stored: &[u64], below: &[usize; N]) -> [u64; 3] {
        let mut sums = [0; 3];
        for (field, &below) in below.iter().enumerate() {
            let mut more = stored[below] >> (1 << field) & !Self::having(field);
            for sum in &mut sums {
                let carry = *sum & more;
                *sum ^= more;
                more = carry;
            }
        }
        sums
    }

    /// Returns the entries of a block that have the lowest bit of a field.
    #[inline]
    const fn having(field: usize) -> u64 {
        [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ][field]
    }

    /// Returns which parts of a block are stored.
    #[inline]
    fn parts(rows: &[u64], block: usize) -> usize {
        let place = block * Self::PARTS;
        (rows[place / SparseTable::PARTS] >> (place % SparseTable::PARTS)) as usize & ((1 << Self::PARTS) - 1)
    }

    fn code(&self, coder: &mut impl Coder, given: Option<&SparseTable>) -> Result<SparseTable, NoMemory> {
        let given_entries = given.map(|given| self.stored_entries(given));
        let mut stored = zeros(self.count + 1)?;
        let mut table = SparseTable::new(self.entries)?;
        let count = self.code_places(coder, given_entries.as_deref(), &mut stored, &mut table.rows);
        table.parts = match given {
            Some(given) => given.parts.clone(),
            None => zeros(count)?,
        };
        self.code_values(coder, &stored, &table.rows, &mut table.parts);
        Ok(table)
    }

    /// Returns which entries of each block are stored.
    fn stored_entries(&self, table: &SparseTable) -> Vec<u64> {
        let of_part = |place| {
            let part = &table.parts[part_of(&table.rows, place * PART)];
            let bits = (0..)
                .zip(part)
                .map(|(bit, &number)| u64::from(number != 0) << bit);
            bits.sum::<u64>()
        };
        let of_block = |block| {
            let parts = (0..Self::PARTS).map(|part| of_part(block * Self::PARTS + part) << (PART * part));
            parts.sum()
        };
        (0..self.count).map(of_block).collect()
    }

    /// Codes which entries of each block are stored, and returns how many parts are, with the first, which
    /// is that of all others.
    #[inline(never)]
    fn code_places(
        &self,
        coder: &mut impl Coder,
        given: Option<&[u64]>,
        stored: &mut [u64],
        rows: &mut [u64],
    ) -> usize {
        let mut parts_before = 1;
        for block in 0..self.count {
            let place = block * Self::PARTS;
            let (row, place_in_row) = (place / SparseTable::PARTS, place % SparseTable::PARTS);
            if place_in_row == 0 {
                rows[row] = (parts_before as u64) << SparseTable::PARTS;
            }
            let below = self.next_below(block);
            let existing_fields = (0..)
                .zip(below)
                .map(|(field, below)| usize::from(below != self.count) << field);
            let existing_fields: usize = existing_fields.sum();
            let existing_neighbours =
                |entry: usize| ((entry | existing_fields) & ((1 << N) - 1)).count_ones() as usize;
            let stored_blocks: usize = below.iter().map(|&below| usize::from(stored[below] != 0)).sum();
            let given = given.map_or(0, |given| given[block]);
            let context = contexts::of_neighbours(contexts::BLOCK, stored_blocks, existing_neighbours(0));
            if !coder.flag(context, given != 0) {
                continue;
            }
            let sums = Self::stored_below(stored, &below);
            let parts_below = below.map(|below| Self::parts(rows, below));
            let (mut entries, mut parts) = (0u64, 0usize);
            for part in 0..Self::PARTS {
                let mut stored_parts = 0;
                for (field, parts_below) in parts_below.iter().enumerate() {
                    let bit = if field < 3 { 0 } else { 1 << (field - 3) };
                    let parts = if part & bit == 0 { *parts_below } else { parts };
                    stored_parts += parts >> (part ^ bit) & 1;
                }
                let existing = existing_neighbours(PART * part);
                let context = contexts::of_neighbours(contexts::PART, stored_parts, existing);
                let given_part = given >> (PART * part) & 0xff;
                if Self::PARTS > 1 && !coder.flag(context, given_part != 0) {
                    continue;
                }
                parts |= 1 << part;
                for entry in PART * part..PART * (part + 1) {
                    let in_block = Self::BELOW[entry];
                    let stored = count_at(sums, entry) + (entries & in_block).count_ones() as usize;
                    let existing = existing_neighbours(entry);
                    let context = contexts::of_neighbours(contexts::ENTRY, stored, existing);
                    entries |= u64::from(coder.flag(context, given >> entry & 1 != 0)) << entry;
                }
            }
            stored[block] = entries;
            rows[row] |= (parts as u64) << place_in_row;
            parts_before += parts.count_ones() as usize;
        }
        parts_before
    }

    /// Codes the values of the entries that are stored.
    #[inline(never)]
    fn code_values(&self, coder: &mut impl Coder, stored: &[u64], rows: &[u64], parts: &mut [Part]) {
        let part_number = |block: usize, part: usize| part_of(rows, (block * Self::PARTS + part) * PART);
        for (block, &entries) in stored[..self.count].iter().enumerate() {
            if entries == 0 {
                continue;
            }
            let below = self.next_below(block);
            let sums = Self::stored_below(stored, &below);
            for part in 0..Self::PARTS {
                let mut left = entries >> (PART * part) & 0xff;
                if left == 0 {
                    continue;
                }
                let own = part_number(block, part);
                // Of each field the neighbours next below the part's entries; 0 as yet for those in the part.
                let mut neighbours: [Part; N] = std::array::from_fn(|field| {
                    if field < 3 {
                        let part = &parts[part_number(below[field], part)];
                        std::array::from_fn(|entry| match entry >> field & 1 {
                            0 => part[entry | 1 << field],
                            _ => 0,
                        })
                    } else {
                        let bit = 1 << (field - 3);
                        let block = if part & bit == 0 { below[field] } else { block };
                        parts[part_number(block, part ^ bit)]
                    }
                });
                while left != 0 {
                    let entry = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let place = PART * part + entry;
                    let in_block = (entries & Self::BELOW[place]).count_ones() as usize;
                    let near = Near::<N> {
                        values: std::array::from_fn(|field| neighbours[field][entry].into()),
                        count: count_at(sums, place) + in_block,
                    };
                    let value = near.code_value(coder, parts[own][entry]);
                    parts[own][entry] = value;
                    for (field, of_field) in neighbours.iter_mut().take(3).enumerate() {
                        if entry >> field & 1 == 0 {
                            of_field[entry | 1 << field] = value;
                        }
                    }
                }
            }
        }
    }
}

/// Returns the number at an entry whose bits are in several words, the lowest first.
#[inline]
pub(super) fn count_at(bits: [u64; 3], entry: usize) -> usize {
    let bits = (0..).zip(bits).map(|(place, bits)| (bits >> entry & 1) << place);
    bits.sum::<u64>() as usize
}

/// The neighbours of an entry next below on each field.
struct Near<const N: usize> {
    /// Their values, 0 where none is stored.
    values: [i32; N],
    /// How many are stored.
    count: usize,
}

impl<const N: usize> Near<N> {
    /// Returns the mean that a sum over the stored ones comes to, without its fraction, or 0 of none.
    #[inline]
    fn mean(&self, sum: i32) -> i32 {
        /// Reciprocals of 2^32, rounded up: exact for sums below 2^29.
        const RECIPROCALS: [u64; FIELDS + 1] = {
            let mut reciprocals = [0; FIELDS + 1];
            let mut count = 1;
            while count <= FIELDS {
                reciprocals[count] = (1u64 << 32).div_ceil(count as u64);
                count += 1;
            }
            reciprocals
        };
        let mean = ((u64::from(sum.unsigned_abs()) * RECIPROCALS[self.count]) >> 32) as i32;
        if sum < 0 { -mean } else { mean }
    }

    /// Codes a value other than 0: its trailing zero bits, and the difference of its odd rest from the
    /// expected.
    #[inline]
    fn code_value(&self, coder: &mut impl Coder, value: i16) -> i16 {
        let values = self.values.iter();
        let missing = (N - self.count) as i32;
        let mean = self.mean(values.clone().sum());
        let off = values.clone().map(|value| (value - mean).abs()).sum::<i32>() - missing * mean.abs();
        let spread = if self.count < 2 {
            (mean.abs() + 1) / 2
        } else {
            self.mean(off)
        };
        // 16 stands for those of 0, which do not count.
        let zeros = values.map(|&value| (value as u32 | 1 << 16).trailing_zeros() as i32);
        let mean_zeros = self.mean(3 * (zeros.sum::<i32>() - 16 * missing)) + i32::from(self.count > 0);
        let context = contexts::ZEROS + mean_zeros as usize * 4 + self.count.min(3);
        let zeros = coder.symbol(context, (value as u32 | 1 << 15).trailing_zeros()) & 15;

        // The odd rest is 2n + 1.
        let expected = mean >> (zeros + 1);
        let difference = (i32::from(value) >> (zeros + 1)) - expected;
        let size = difference.unsigned_abs();
        let level = level((spread as u32) << 4 >> zeros);
        let context = contexts::DIFFERENCE + (level * 16 + zeros as usize) * 2 + usize::from(expected > 0);
        // None, then one below and one above 0 of each number of bits.
        let bits = u32::BITS - size.leading_zeros();
        let symbol = coder.symbol(context, (2 * bits).saturating_sub(u32::from(difference < 0)));
        let bits = symbol.div_ceil(2);
        let below_highest = bits.saturating_sub(1);
        let rest = coder.bits(below_highest, size & ((1 << below_highest) - 1));
        let size = (u32::from(bits > 0) << below_highest | rest) as i32;
        let difference = if symbol % 2 == 0 { size } else { -size };
        ((2 * (expected + difference) + 1) << zeros) as i16
    }
}

/// Returns twice the logarithm of a number to base 2, about, and 0 of 0.
#[inline]
const fn level(number: u32) -> usize {
    let whole = (number | 1).ilog2();
    (2 * whole + (number >> whole.saturating_sub(1) & 1)) as usize
}
