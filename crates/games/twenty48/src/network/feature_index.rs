//! The table entries of a board.

use super::spec::{NetworkSpec, PLANES, Stage};
use super::tuple_symmetry::{IMAGES, TupleSymmetry};
use crate::bits::extract;
use crate::packed_board::PackedBoard;

/// Finds the table entries of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FeatureIndex {
    tuples: Vec<TupleIndex>,
    /// The stages after the first.
    stages: Vec<Stage>,
    of_stage: u32,
    #[cfg(target_arch = "x86_64")]
    wide: Option<super::wide_feature_index::WideFeatureIndex>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct TupleIndex {
    /// The bits of its cells in [`Planes`].
    mask: u64,
    /// The index of its first entry.
    first: u32,
    symmetry: TupleSymmetry,
}

impl FeatureIndex {
    pub(super) fn of(spec: &NetworkSpec) -> Self {
        let tuple = |next: &mut &mut u32, tuple: &[u32]| {
            let first = **next;
            **next += 1 << (PLANES * tuple.len());
            let mask = tuple.iter().map(|field| Planes::ONES << field).sum();
            Some(TupleIndex {
                mask,
                first,
                symmetry: TupleSymmetry::of(tuple),
            })
        };
        let mut of_stage = 0;
        Self {
            tuples: spec.fields().scan(&mut of_stage, tuple).collect(),
            stages: spec.stages().to_vec(),
            of_stage,
            #[cfg(target_arch = "x86_64")]
            wide: super::wide_feature_index::WideFeatureIndex::of(spec),
        }
    }

    /// Writes the entries of a board's images, a row for each tuple.
    #[inline]
    pub(super) fn find(&self, board: PackedBoard, found: &mut [[u32; IMAGES]]) {
        self.find_from(self.stage(board) * self.of_stage, board, found);
    }

    /// Writes the entries of a board's images in its stage, counted from the first of the stage.
    #[inline]
    pub(super) fn find_in_stage(&self, board: PackedBoard, found: &mut [[u32; IMAGES]]) {
        self.find_from(0, board, found);
    }

    #[inline]
    fn find_from(&self, first: u32, board: PackedBoard, found: &mut [[u32; IMAGES]]) {
        assert_eq!(found.len(), self.tuples.len(), "a row for each tuple");
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = &self.wide {
            wide.find(board, first, found);
            return;
        }
        self.find_by_masks(board, first, found);
    }

    #[inline]
    pub(super) fn stage(&self, board: PackedBoard) -> u32 {
        let reached = self.stages.iter().take_while(|stage| stage.is_reached(board));
        reached.count() as u32
    }

    /// Returns whether any board has an entry. None has if its pieces belong to a later stage, or if another
    /// entry is in use for it.
    pub(super) fn may_be_found(&self, entry: u32) -> bool {
        let (stage, tuple, number) = self.split(entry);
        let fields = tuple.mask.count_ones() as usize / PLANES;
        let pieces = (0..).zip(exponents(number as usize, fields));
        let board = pieces.fold(PackedBoard::default(), |board, (field, exponent)| {
            board.with(field, exponent)
        });
        self.stage(board) <= stage && number == tuple.symmetry.in_use_for(number)
    }

    /// Returns the entry that is in use for an entry.
    pub(super) fn in_use_for(&self, entry: u32) -> u32 {
        let (_, tuple, number) = self.split(entry);
        entry - number + tuple.symmetry.in_use_for(number)
    }

    /// Returns the stage of an entry, its tuple, and its index in the tuple's table.
    fn split(&self, entry: u32) -> (u32, &TupleIndex, u32) {
        let (stage, entry) = (entry / self.of_stage, entry % self.of_stage);
        let tuple = self.tuples.iter().rfind(|tuple| tuple.first <= entry);
        let tuple = tuple.expect("the first tuple begins at 0");
        (stage, tuple, entry - tuple.first)
    }

    fn find_by_masks(&self, board: PackedBoard, first: u32, found: &mut [[u32; IMAGES]]) {
        let images = Planes::images(board);
        for (found, tuple) in found.iter_mut().zip(&self.tuples) {
            let entries = images.map(|image| first + tuple.first + image.entry(tuple.mask));
            *found = if tuple.symmetry.is_some() {
                let twins = tuple.symmetry.twins.map(|twin| entries[usize::from(twin)]);
                std::array::from_fn(|image| entries[image].min(twins[image]))
            } else {
                entries
            };
        }
    }
}

/// Lists the exponents on the cells of a tuple that an entry stands for.
pub(super) fn exponents(entry: usize, fields: usize) -> impl Iterator<Item = u32> {
    let bit = move |plane: usize, field: usize| (entry >> (plane * fields + field) & 1) << plane;
    (0..fields).map(move |field| (0..PLANES).map(|plane| bit(plane, field)).sum::<usize>() as u32)
}

/// A board as the bits of its exponents, sixteen cells each.
///
/// ```text
/// bit 0 ……… 16 ……… 32 ……… 48 ……… 64
///     ones     twos     fours    eights
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Planes(u64);

impl Planes {
    /// The first cell of every plane.
    const ONES: u64 = 0x0001_0001_0001_0001;

    #[inline]
    fn of(board: PackedBoard) -> Self {
        let plane = |bit: u32| u64::from(extract(board.0, 0x1111_1111_1111_1111 << bit)) << (16 * bit);
        Self(plane(0) | plane(1) | plane(2) | plane(3))
    }

    /// Exchanges the first column and the last, and the two between.
    #[inline]
    const fn mirror(self) -> Self {
        let x = self.0;
        let x = (x & 0x5555_5555_5555_5555) << 1 | x >> 1 & 0x5555_5555_5555_5555;
        Self((x & 0x3333_3333_3333_3333) << 2 | x >> 2 & 0x3333_3333_3333_3333)
    }

    /// Exchanges the first row and the last, and the two between.
    #[inline]
    const fn flip(self) -> Self {
        let x = self.0;
        let x = (x & 0x00ff_00ff_00ff_00ff) << 8 | x >> 8 & 0x00ff_00ff_00ff_00ff;
        Self((x & 0x0f0f_0f0f_0f0f_0f0f) << 4 | x >> 4 & 0x0f0f_0f0f_0f0f_0f0f)
    }

    /// Exchanges columns and rows.
    #[inline]
    const fn transpose(self) -> Self {
        // First inside each square of 2×2 cells, then the squares.
        let x = self.0;
        let change = (x ^ x >> 3) & 0x0a0a_0a0a_0a0a_0a0a;
        let x = x ^ change ^ change << 3;
        let change = (x ^ x >> 6) & 0x00cc_00cc_00cc_00cc;
        Self(x ^ change ^ change << 6)
    }

    #[inline]
    fn images(board: PackedBoard) -> [Self; IMAGES] {
        let board = Self::of(board);
        let mirrored = board.mirror();
        let flipped = board.flip();
        let both = mirrored.flip();
        [
            board,
            mirrored,
            flipped,
            both,
            board.transpose(),
            mirrored.transpose(),
            flipped.transpose(),
            both.transpose(),
        ]
    }

    /// Returns the entry that the cells of a mask select.
    #[inline]
    fn entry(self, mask: u64) -> u32 {
        extract(self.0, mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::tuple_symmetry::source;
    use crate::tests::random_board;
    use quincunx_core::{Random, RandomSource};

    #[test]
    fn boards_have_only_entries_that_may_be_found() {
        let tuples: NetworkSpec = "0123 45 @8 @16+8".parse().expect("tuples");
        let index = FeatureIndex::of(&tuples);
        let tables = tuples.tables();
        let mut found = vec![false; quincunx_ntuple::Table::entries_of(&tables)];
        let mut random = Random::new(9);
        for _ in 0..400_000 {
            let most = random.below(6);
            let board = random_board(&mut random, most + 1);
            let mut entries = [[0; IMAGES]; 2];
            index.find(board, &mut entries);
            for &entry in entries.as_flattened() {
                found[entry as usize] = true;
                assert!(index.may_be_found(entry), "{board:?}");
            }
        }
        // Entries of small pieces are all met; one with an 8 belongs to no board of the first stage.
        let second = tables[0].entries();
        for entry in (0..256).map(|entry| second + entry) {
            let largest = exponents(entry - second, 2).max();
            if largest <= Some(5) {
                assert_eq!(found[entry], largest < Some(3), "{entry}");
                assert_eq!(index.may_be_found(entry as u32), found[entry], "{entry}");
            }
        }
    }

    #[test]
    fn one_of_two_entries_that_always_occur_together_is_found() {
        let mut random = Random::new(15);
        // A tuple, and the order of its cells in an image of the square that keeps it. Cells on a mirror's
        // axis stay.
        for (text, order) in [
            ("012345", &[0, 1, 2, 3, 4, 5]),
            ("012456", &[0, 1, 2, 3, 4, 5]),
            ("45689a", &[3, 4, 5, 0, 1, 2]),
            ("05abef", &[0, 1, 2, 4, 3, 5]),
            ("012356", &[3, 2, 1, 0, 5, 4]),
            ("014bef", &[5, 4, 3, 2, 1, 0]),
            ("12367b", &[5, 4, 2, 3, 1, 0]),
        ] {
            let tuples: NetworkSpec = text.parse().expect("a tuple");
            let fields: Vec<u32> = tuples.fields().flatten().copied().collect();
            let index = FeatureIndex::of(&tuples);
            for _ in 0..200 {
                let board = random_board(&mut random, 16);
                let mut found = [[0; IMAGES]];
                index.find(board, &mut found);
                for (image, &found) in found[0].iter().enumerate() {
                    let number = |order: &[usize]| {
                        let exponents = order
                            .iter()
                            .map(|&place| board.exponent(source(image, fields[place])));
                        let bits = exponents.enumerate().flat_map(|(place, exponent)| {
                            (0..4).map(move |plane| (exponent >> plane & 1) << (6 * plane + place))
                        });
                        bits.sum::<u32>()
                    };
                    let (entry, twin) = (number(&[0, 1, 2, 3, 4, 5]), number(order));
                    assert_eq!(found, entry.min(twin), "{text} {board:?}");
                    assert!(index.may_be_found(found));
                    assert_eq!(index.may_be_found(entry.max(twin)), entry == twin);
                    assert_eq!([entry, twin].map(|entry| index.in_use_for(entry)), [found; 2]);
                }
            }
        }
    }

    #[test]
    fn planes_move_as_the_board_does() {
        let mut random = Random::new(5);
        for _ in 0..100 {
            let board = random_board(&mut random, 16);
            let by_fields = |image: fn(u32) -> u32| {
                let exponents = (0..16).map(|index| board.exponent(image(index)));
                let image = (0..).zip(exponents);
                Planes::of(image.fold(PackedBoard::default(), |board, (index, exponent)| {
                    board.with(index, exponent)
                }))
            };
            let planes = Planes::of(board);
            assert_eq!(planes.mirror(), by_fields(|index| index ^ 3));
            assert_eq!(planes.flip(), by_fields(|index| index ^ 12));
            assert_eq!(planes.transpose(), by_fields(|index| index % 4 * 4 + index / 4));
            assert_eq!(planes.transpose(), Planes::of(board.transpose()));
        }
    }

    #[test]
    fn boards_of_a_later_stage_have_entries_of_their_own() {
        let mut random = Random::new(13);
        let [one, staged] = ["0123 458", "0123 458 @8 @32"].map(|text| {
            let tuples: NetworkSpec = text.parse().expect("tuples");
            FeatureIndex::of(&tuples)
        });
        for _ in 0..500 {
            let most = 1 + random.below(6);
            let board = random_board(&mut random, most + 1);
            let highest = (0..16).map(|index| board.exponent(index)).max();
            let stage = u32::from(highest >= Some(3)) + u32::from(highest >= Some(5));
            let [mut plain, mut found] = [[[0; IMAGES]; 2]; 2];
            one.find(board, &mut plain);
            staged.find(board, &mut found);
            let moved = plain.map(|row| row.map(|entry| entry + stage * (65_536 + 4096)));
            assert_eq!(found, moved, "{board:?}");
        }
    }

    /// On processors without AVX-512 there is nothing to compare.
    #[test]
    fn both_indices_find_the_same_entries() {
        let mut random = Random::new(11);
        for text in [
            "012345 456789 012456 45689a",
            "0",
            "f 0123 8ac 01",
            "01234 56789 abcde 0f 1e 2d 3c 4b",
        ] {
            let tuples: NetworkSpec = text.parse().expect("tuples");
            let index = FeatureIndex::of(&tuples);
            for _ in 0..200 {
                let board = random_board(&mut random, 16);
                let mut found = vec![[0; IMAGES]; tuples.count()];
                let mut by_masks = found.clone();
                index.find(board, &mut found);
                index.find_by_masks(board, 0, &mut by_masks);
                assert_eq!(found, by_masks, "{text}");
            }
        }
    }
}
