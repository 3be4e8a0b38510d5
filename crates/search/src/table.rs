//! A table of positions of fixed size, as transposition tables are.

/// What is known of positions, by their hashes.
///
/// Each position has two places: one keeps the deepest result, the other the latest of the rest. Equal hashes
/// are taken for equal positions; see [`quincunx_core::hash::hash_of`].
#[derive(Clone, Debug)]
pub(crate) struct DepthTable<T> {
    pairs: Vec<[Place<T>; 2]>,
    max_pairs: usize,
    /// Places of another generation are free; this makes forgetting cost nothing.
    generation: u16,
}

#[derive(Clone, Copy, Debug)]
struct Place<T> {
    name: u64,
    known: T,
    generation: u16,
    depth: u8,
}

impl<T: Copy + Default> DepthTable<T> {
    /// Makes a table for at least `positions`; its memory is allocated at the first [`DepthTable::forget`].
    pub(crate) fn new(positions: usize) -> Self {
        Self {
            pairs: Vec::new(),
            max_pairs: positions.div_ceil(2).next_power_of_two(),
            generation: 0,
        }
    }

    /// Forgets everything; to be called before each search.
    pub(crate) fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        // After 2^16 searches old generations come again, so the places are really cleared.
        if self.pairs.is_empty() || self.generation == 0 {
            let free = Place {
                name: 0,
                known: T::default(),
                generation: 0,
                depth: 0,
            };
            self.pairs.clear();
            self.pairs.resize(self.max_pairs, [free; 2]);
            self.generation = 1;
        }
    }

    /// Returns what is known of a position, and from which depth.
    #[inline]
    pub(crate) fn get(&self, name: u64) -> Option<(T, u8)> {
        self.pairs[self.index(name)]
            .iter()
            .find(|place| place.generation == self.generation && place.name == name)
            .map(|place| (place.known, place.depth))
    }

    /// Keeps what was found out about a position.
    #[inline]
    pub(crate) fn put(&mut self, name: u64, depth: u8, known: T) {
        let index = self.index(name);
        let new = Place {
            name,
            known,
            generation: self.generation,
            depth,
        };
        let [deepest, latest] = &mut self.pairs[index];
        if deepest.generation != new.generation || deepest.name == name {
            *deepest = new;
        } else if depth >= deepest.depth {
            *latest = std::mem::replace(deepest, new);
        } else {
            *latest = new;
        }
    }

    const fn index(&self, name: u64) -> usize {
        // A power of two, so this is the remainder.
        name as usize & (self.max_pairs - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_and_the_latest_are_kept() {
        let mut table = DepthTable::new(2);
        table.forget();
        for (name, depth) in [(1, 9), (2, 3), (3, 4)] {
            table.put(name, depth, name * 10);
        }
        assert_eq!(table.get(1), Some((10, 9)));
        assert_eq!(table.get(2), None);
        assert_eq!(table.get(3), Some((30, 4)));
        table.put(4, 10, 40);
        assert_eq!(table.get(4), Some((40, 10)));
        assert_eq!(
            table.get(1),
            Some((10, 9)),
            "the former deepest is now the latest"
        );
        assert_eq!(table.get(3), None);
    }

    #[test]
    fn nothing_is_remembered_after_forgetting() {
        let mut table = DepthTable::new(64);
        for search in 0..70_000u64 {
            table.forget();
            assert_eq!(table.get(7), None, "search {search}");
            table.put(7, 1, search);
            assert_eq!(table.get(7), Some((search, 1)));
        }
    }
}
