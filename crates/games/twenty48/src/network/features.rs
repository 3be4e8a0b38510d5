//! The features of an n-tuple network for training.

use quincunx_ntuple::{Features, Table};

use super::feature_index::FeatureIndex;
use super::spec::NetworkSpec;
use crate::packed::PackedPosition;

/// The features of a network of `T` tuples, shared by the eight images of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TupleFeatures<const T: usize> {
    spec: NetworkSpec,
    index: FeatureIndex,
}

impl<const T: usize> TupleFeatures<T> {
    /// Creates the features of a network; `None` unless it has `T` tuples.
    pub fn new(spec: NetworkSpec) -> Option<Self> {
        let index = FeatureIndex::of(&spec);
        (spec.count() == T).then_some(Self { spec, index })
    }
}

macro_rules! features {
    ($($tuples:literal: $active:literal),*) => {$(
        impl Features<PackedPosition, $active> for TupleFeatures<$tuples> {
            fn tables(&self) -> Vec<Table> {
                self.spec.tables()
            }

            #[inline]
            fn active(&self, position: &PackedPosition) -> [u32; $active] {
                let mut active = [0; $active];
                let (by_tuples, _) = active.as_chunks_mut();
                self.index.find(position.board, by_tuples);
                active
            }

            fn stage(&self, position: &PackedPosition) -> u32 {
                self.index.stage(position.board)
            }

            fn stages(&self) -> usize {
                1 + self.spec.stages().len()
            }

            fn may_be_active(&self, entry: u32) -> bool {
                self.index.may_be_found(entry)
            }

            fn in_use_for(&self, entry: u32) -> u32 {
                self.index.in_use_for(entry)
            }
        }
    )*};
}

features!(1: 8, 2: 16, 3: 24, 4: 32, 5: 40, 6: 48, 7: 56, 8: 64);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed_board::PackedBoard;
    use crate::tests::{FOUR, random_board, tuples};
    use quincunx_core::Random;

    #[test]
    fn every_image_of_a_board_has_the_same_entries() {
        let network = TupleFeatures::<4>::new(tuples(FOUR)).expect("four tuples");
        let mut random = Random::new(3);
        for _ in 0..100 {
            let position = PackedPosition::after_move(random_board(&mut random, 16));
            let mut entries = network.active(&position);
            entries.sort_unstable();
            let turned = |board: PackedBoard| {
                let image = (0..16).map(|index| board.exponent(index ^ 3));
                let image = (0..).zip(image);
                image.fold(PackedBoard::default(), |board, (index, exponent)| {
                    board.with(index, exponent)
                })
            };
            let mut board = position.board;
            for image in 0..8 {
                // A turn is a mirror image, transposed; the second four are the images of the transposed
                // board.
                board = if image == 4 {
                    board.transpose()
                } else {
                    turned(board).transpose()
                };
                let mut of_image = network.active(&PackedPosition { board, ..position });
                of_image.sort_unstable();
                assert_eq!(entries, of_image);
            }
            assert!(entries.iter().all(|&entry| entry < 4 << 24));
            assert!((0..4).all(|table| entries.iter().any(|entry| entry >> 24 == table)));
        }
    }

    #[test]
    fn a_stage_lasts_while_its_pieces_or_higher_ones_are_there() {
        let network = TupleFeatures::<1>::new(tuples("0 @16 @16+8 @16+8+4")).expect("a tuple");
        let stage = |exponents: &[u32]| {
            let cells = (0..).zip(exponents);
            let board = cells.fold(PackedBoard::default(), |board, (cell, &exponent)| {
                board.with(cell, exponent)
            });
            let stage = network.stage(&PackedPosition::after_move(board));
            let entries = network.active(&PackedPosition::after_move(board));
            assert!(entries.iter().all(|entry| entry >> 4 == stage));
            stage
        };
        for (exponents, want) in [
            (&[1, 3, 3, 3][..], 0),
            (&[1, 4, 2], 1),
            (&[2, 1, 1, 3, 4], 3),
            (&[3, 1, 1, 4], 2),
            (&[4, 4, 4], 3),
            (&[1, 5, 2, 1], 1),
            (&[5, 15], 2),
        ] {
            assert_eq!(stage(exponents), want, "{exponents:?}");
        }
    }

    #[test]
    fn an_entry_is_indexed_by_the_bits_of_its_exponents() {
        let network = TupleFeatures::<2>::new(tuples("01 f")).expect("two tuples");
        let board = PackedBoard::default().with(0, 3).with(1, 2).with(15, 7);
        let active = network.active(&PackedPosition::after_move(board));
        // 3 on the first cell and 2 on the second: no eights, no fours, twos on both, a one on the first.
        assert_eq!(
            [active[0], active[8]],
            [0b00_00_11_01, 256 + 7],
            "the board itself is the first image"
        );
        assert!(TupleFeatures::<1>::new(tuples("01 f")).is_none());
        let tables: Vec<usize> = network.tables().iter().map(Table::entries).collect();
        assert_eq!(tables, [256, 16]);
    }
}
