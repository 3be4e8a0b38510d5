//! The contexts of symbols: what is coded, and what is known of neighbouring entries by then.

/// The most fields of a table's entries.
pub(super) const FIELDS: usize = 6;

/// The contexts of how many neighbours exist and how many of them are stored.
const NEIGHBOURS: usize = (FIELDS + 1) * (FIELDS + 1);

/// Returns the context of a block, part or entry, of which `first` is the first context.
#[inline]
pub(super) const fn of_neighbours(first: usize, stored: usize, existing: usize) -> usize {
    first + stored * (FIELDS + 1) + existing
}

/// Whether anything of a block is stored: by its stored neighbours, and how many exist.
pub(super) const BLOCK: usize = 0;

/// The same of a part.
pub(super) const PART: usize = BLOCK + NEIGHBOURS;

/// The same of an entry.
pub(super) const ENTRY: usize = PART + NEIGHBOURS;

/// The trailing zero bits of a value: by three times the mean of those of its neighbours, 0 without any, and
/// how many are stored, up to 3.
pub(super) const ZEROS: usize = ENTRY + NEIGHBOURS;

/// The size and the sign of the difference from the expected value: by the spread of the neighbours, the
/// trailing zero bits and the expected sign.
pub(super) const DIFFERENCE: usize = ZEROS + MEANS * 4;

/// All contexts.
pub(in super::super) const COUNT: usize = DIFFERENCE + LEVELS * 16 * 2;

/// More than three times a mean may be.
const MEANS: usize = 48;

/// More than the level of a spread may be.
const LEVELS: usize = 40;
