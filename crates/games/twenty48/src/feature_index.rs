//! Where the entries of a board stand in the tables of tuples.

use super::bits::extract;
use super::packed::Packed;
use super::tuples::{Stage, Tuples};

/// The bits of an exponent.
pub(super) const PLANES: usize = 4;

/// The images of a board under the eight symmetries of the square.
pub(super) const IMAGES: usize = 8;

/// Finds the entries of boards in the tables of some tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    tuples: Vec<Place>,
    /// The later stages.
    stages: Vec<Stage>,
    /// How many entries the tables of a stage have.
    of_stage: u32,
    #[cfg(target_arch = "x86_64")]
    wide: Option<super::wide_feature_index::WidePlaces>,
}

/// Where the entries of a tuple stand.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// The bits of its fields in [`Planes`].
    mask: u64,
    /// The place of its first entry.
    first: u32,
    /// How its fields lie in the square.
    symmetry: Symmetry,
}

/// How the fields of a tuple lie in the square.
///
/// An image of the square that exchanges fields of the tuple with one another, and others with others, shows
/// each board on the tuple twice, as 45689a and as 89a456: both entries always come together, learn alike and
/// are worth the same. So the lesser number stands for both, and half of the entries are in use. A tuple with
/// several such images is taken by the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// Which field of the tuple is in the place of each, in that image; none of tuples without one.
    order: Vec<usize>,
    /// Of each image of a board the one that shows the tuple so; of tuples without such a symmetry the image
    /// itself.
    pub(super) twins: [u8; IMAGES],
}

impl Symmetry {
    /// Those images of the square that are undone by themselves, by their numbers: it mirrored, flipped,
    /// turned half way, and along its diagonals.
    const MIRRORS: [usize; 5] = [1, 2, 3, 4, 7];

    /// Finds the first one that a tuple has.
    pub(super) fn of(fields: &[u32]) -> Self {
        let order_in = |mirror: usize| {
            let place = |&field: &u32| fields.iter().position(|&other| other == source(mirror, field));
            fields.iter().map(place).collect::<Option<Vec<usize>>>()
        };
        let found = Self::MIRRORS.into_iter().find_map(|mirror| {
            let order = order_in(mirror)?;
            // Fields on the line of a mirror are not exchanged.
            (!order.is_sorted()).then_some((mirror, order))
        });
        let (mirror, order) = found.unwrap_or_default();
        let twin = |image: usize| {
            let is_twin = |&twin: &usize| {
                (0..16).all(|field| source(twin, field) == source(image, source(mirror, field)))
            };
            let twin = (0..IMAGES).find(is_twin);
            twin.expect("the image of an image is one") as u8
        };
        Self {
            order,
            twins: std::array::from_fn(twin),
        }
    }

    /// Returns the number of the entry of the tuple that is in use for one.
    fn in_use_for(&self, entry: u32) -> u32 {
        let fields = self.order.len();
        if fields == 0 {
            return entry;
        }
        let bit = |plane: usize, field: usize| entry >> (plane * fields + self.order[field]) & 1;
        let bits = (0..PLANES).flat_map(|plane| (0..fields).map(move |field| (plane, field)));
        let twin = bits.map(|(plane, field)| bit(plane, field) << (plane * fields + field));
        entry.min(twin.sum())
    }
}

/// Returns the field of the board that an image has on a field: mirrored in odd ones, flipped in every other
/// two, transposed in the last four.
pub(super) const fn source(image: usize, field: u32) -> u32 {
    let field = if image & 4 != 0 {
        field % 4 * 4 + field / 4
    } else {
        field
    };
    let mirrored = if image & 1 != 0 { 3 } else { 0 };
    let flipped = if image & 2 != 0 { 12 } else { 0 };
    field ^ mirrored ^ flipped
}

impl Places {
    /// Finds out all that is the same for all boards.
    pub(super) fn of(tuples: &Tuples) -> Self {
        let place = |next: &mut &mut u32, tuple: &[u32]| {
            let first = **next;
            **next += 1 << (PLANES * tuple.len());
            let mask = tuple.iter().map(|field| Planes::ONES << field).sum();
            Some(Place {
                mask,
                first,
                symmetry: Symmetry::of(tuple),
            })
        };
        let mut of_stage = 0;
        Self {
            tuples: tuples.fields().scan(&mut of_stage, place).collect(),
            stages: tuples.stages().to_vec(),
            of_stage,
            #[cfg(target_arch = "x86_64")]
            wide: super::wide_feature_index::WidePlaces::of(tuples),
        }
    }

    /// Finds the entries of a board: for each tuple those of the board's images, of two that always come
    /// together the first one twice.
    ///
    /// # Panics
    /// When there are not as many tuples.
    #[inline]
    pub(super) fn find(&self, board: Packed, found: &mut [[u32; IMAGES]]) {
        assert_eq!(found.len(), self.tuples.len(), "a row for each tuple");
        let first = self.stage(board) * self.of_stage;
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = &self.wide {
            wide.find(board, first, found);
            return;
        }
        self.find_by_masks(board, first, found);
    }

    /// Returns the stage that a board is of.
    #[inline]
    pub(super) fn stage(&self, board: Packed) -> u32 {
        let reached = self.stages.iter().take_while(|stage| stage.is_reached(board));
        reached.count() as u32
    }

    /// Tells whether any board has an entry: none does whose pieces make each of its boards one of a later
    /// stage, nor one for which another one stands that always comes with it.
    pub(super) fn may_be_found(&self, entry: u32) -> bool {
        let (stage, tuple, number) = self.split(entry);
        let fields = tuple.mask.count_ones() as usize / PLANES;
        let pieces = (0..).zip(exponents(number as usize, fields));
        let board = pieces.fold(Packed::default(), |board, (field, exponent)| {
            board.with(field, exponent)
        });
        self.stage(board) <= stage && number == tuple.symmetry.in_use_for(number)
    }

    /// Returns the entry that is in use for one: of two that always come together the first, else itself.
    pub(super) fn in_use_for(&self, entry: u32) -> u32 {
        let (_, tuple, number) = self.split(entry);
        entry - number + tuple.symmetry.in_use_for(number)
    }

    /// Returns the stage of an entry, its tuple, and its number in the tuple's table.
    fn split(&self, entry: u32) -> (u32, &Place, u32) {
        let (stage, entry) = (entry / self.of_stage, entry % self.of_stage);
        let tuple = self.tuples.iter().rfind(|tuple| tuple.first <= entry);
        let tuple = tuple.expect("the first tuple begins at 0");
        (stage, tuple, entry - tuple.first)
    }

    fn find_by_masks(&self, board: Packed, first: u32, found: &mut [[u32; IMAGES]]) {
        let images = Planes::images(board);
        for (found, tuple) in found.iter_mut().zip(&self.tuples) {
            let entries = images.map(|image| first + tuple.first + image.entry(tuple.mask));
            *found = std::array::from_fn(|image| {
                let twin = tuple.symmetry.twins[image];
                entries[image].min(entries[usize::from(twin)])
            });
        }
    }
}

/// Lists the exponents on the fields of a tuple for which an entry of its table is.
pub(super) fn exponents(entry: usize, fields: usize) -> impl Iterator<Item = u32> {
    let bit = move |plane: usize, field: usize| (entry >> (plane * fields + field) & 1) << plane;
    (0..fields).map(move |field| (0..PLANES).map(|plane| bit(plane, field)).sum::<usize>() as u32)
}

/// A board by the bits of its exponents, sixteen fields each.
///
/// ```text
/// bit 0 ……… 16 ……… 32 ……… 48 ……… 64
///     ones     twos     fours    eights
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Planes(u64);

impl Planes {
    /// The first field of every plane.
    const ONES: u64 = 0x0001_0001_0001_0001;

    #[inline]
    fn of(board: Packed) -> Self {
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
        // First inside each square of 2×2 fields, then the squares.
        let x = self.0;
        let change = (x ^ x >> 3) & 0x0a0a_0a0a_0a0a_0a0a;
        let x = x ^ change ^ change << 3;
        let change = (x ^ x >> 6) & 0x00cc_00cc_00cc_00cc;
        Self(x ^ change ^ change << 6)
    }

    /// Returns the images of a board.
    #[inline]
    fn images(board: Packed) -> [Self; IMAGES] {
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

    /// Returns which entry of its table a tuple names.
    #[inline]
    fn entry(self, mask: u64) -> u32 {
        extract(self.0, mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::{Random, RandomSource};

    fn random_board(random: &mut Random) -> Packed {
        (0..16).fold(Packed::default(), |board, index| {
            board.with(index, random.below(16))
        })
    }

    #[test]
    fn boards_have_only_entries_that_may_be_found() {
        let tuples: Tuples = "0123 45 @8 @16+8".parse().expect("tuples");
        let places = Places::of(&tuples);
        let tables = tuples.tables();
        let mut found = vec![false; quincunx_ntuple::Table::entries_of(&tables)];
        let mut random = Random::new(9);
        for _ in 0..400_000 {
            let most = random.below(6);
            let board = (0..16).fold(Packed::default(), |board, index| {
                board.with(index, random.below(most + 1))
            });
            let mut entries = [[0; IMAGES]; 2];
            places.find(board, &mut entries);
            for &entry in entries.as_flattened() {
                found[entry as usize] = true;
                assert!(places.may_be_found(entry), "{board:?}");
            }
        }
        // Those of small pieces are all met; that a tuple holds an 8, and the board is of the first stage,
        // never is.
        let second = tables[0].entries();
        for entry in (0..256).map(|entry| second + entry) {
            let largest = exponents(entry - second, 2).max();
            if largest <= Some(5) {
                assert_eq!(found[entry], largest < Some(3), "{entry}");
                assert_eq!(places.may_be_found(entry as u32), found[entry], "{entry}");
            }
        }
    }

    #[test]
    fn of_two_entries_that_always_come_together_one_is_found() {
        let mut random = Random::new(15);
        // A tuple, and the order of its fields in an image of the square that keeps it; what lies on the line
        // of a mirror stays.
        for (text, order) in [
            ("012345", &[0, 1, 2, 3, 4, 5]),
            ("012456", &[0, 1, 2, 3, 4, 5]),
            ("45689a", &[3, 4, 5, 0, 1, 2]),
            ("05abef", &[0, 1, 2, 4, 3, 5]),
            ("012356", &[3, 2, 1, 0, 5, 4]),
            ("014bef", &[5, 4, 3, 2, 1, 0]),
            ("12367b", &[5, 4, 2, 3, 1, 0]),
        ] {
            let tuples: Tuples = text.parse().expect("a tuple");
            let fields: Vec<u32> = tuples.fields().flatten().copied().collect();
            let places = Places::of(&tuples);
            for _ in 0..200 {
                let board = random_board(&mut random);
                let mut found = [[0; IMAGES]];
                places.find(board, &mut found);
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
                    assert!(places.may_be_found(found));
                    assert_eq!(places.may_be_found(entry.max(twin)), entry == twin);
                    assert_eq!([entry, twin].map(|entry| places.in_use_for(entry)), [found; 2]);
                }
            }
        }
    }

    #[test]
    fn planes_move_as_the_board_does() {
        let mut random = Random::new(5);
        for _ in 0..100 {
            let board = random_board(&mut random);
            let by_fields = |image: fn(u32) -> u32| {
                let exponents = (0..16).map(|index| board.exponent(image(index)));
                let image = (0..).zip(exponents);
                Planes::of(image.fold(Packed::default(), |board, (index, exponent)| {
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
            let tuples: Tuples = text.parse().expect("tuples");
            Places::of(&tuples)
        });
        for _ in 0..500 {
            let most = 1 + random.below(6);
            let board = (0..16).fold(Packed::default(), |board, index| {
                board.with(index, random.below(most + 1))
            });
            let highest = (0..16).map(|index| board.exponent(index)).max();
            let stage = u32::from(highest >= Some(3)) + u32::from(highest >= Some(5));
            let [mut plain, mut found] = [[[0; IMAGES]; 2]; 2];
            one.find(board, &mut plain);
            staged.find(board, &mut found);
            let moved = plain.map(|row| row.map(|entry| entry + stage * (65_536 + 4096)));
            assert_eq!(found, moved, "{board:?}");
        }
    }

    /// On processors without the wide way there is nothing to compare.
    #[test]
    fn entries_are_found_alike_in_both_ways() {
        let mut random = Random::new(11);
        for text in [
            "012345 456789 012456 45689a",
            "0",
            "f 0123 8ac 01",
            "01234 56789 abcde 0f 1e 2d 3c 4b",
        ] {
            let tuples: Tuples = text.parse().expect("tuples");
            let places = Places::of(&tuples);
            for _ in 0..200 {
                let board = random_board(&mut random);
                let mut found = vec![[0; IMAGES]; tuples.count()];
                let mut by_masks = found.clone();
                places.find(board, &mut found);
                places.find_by_masks(board, 0, &mut by_masks);
                assert_eq!(found, by_masks, "{text}");
            }
        }
    }
}
