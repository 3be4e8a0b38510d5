//! The entries that a position has, and the tables in which they lie.

use std::ops::Range;

/// Names the table entries whose sum judges a position: the same number, `N`, for every one.
pub trait Features<S, const N: usize>: Sync {
    /// Lists the tables, whose entries are numbered one table after the other.
    fn tables(&self) -> Vec<Table>;

    /// Returns the numbers of a position's entries; one that is named twice counts twice. Each must be less
    /// than [`Table::entries_of`] the [tables](Features::tables): learning panics otherwise.
    fn active(&self, position: &S) -> [u32; N];

    /// Returns the stage of a position, from 0, where stages have tables of their own. It may fall again.
    fn stage(&self, _position: &S) -> u32 {
        0
    }

    /// Returns how many such stages there are; tables are listed stage after stage, as many for each.
    fn stages(&self) -> usize {
        1
    }

    /// Returns whether any position can have an entry; other entries are not kept for players.
    fn may_be_active(&self, _entry: u32) -> bool {
        true
    }

    /// Returns the entry that is used for one that would always be active together with it, else itself.
    fn in_use_for(&self, entry: u32) -> u32 {
        entry
    }
}

/// A table of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name in files.
    pub name: String,
    /// Its sides. If all are 2^n, each holds one bit of each of n fields, the first side the highest.
    pub shape: Vec<usize>,
}

impl Table {
    /// Returns how many entries it has.
    pub fn entries(&self) -> usize {
        self.shape.iter().product()
    }

    /// Lists the numbers of the entries of each of some tables.
    pub fn ranges(tables: &[Self]) -> impl Iterator<Item = Range<usize>> {
        tables.iter().scan(0, |end, table| {
            let start = *end;
            *end += table.entries();
            Some(start..*end)
        })
    }

    /// Returns how many entries tables have.
    pub fn entries_of(tables: &[Self]) -> usize {
        tables.iter().map(Self::entries).sum()
    }
}
