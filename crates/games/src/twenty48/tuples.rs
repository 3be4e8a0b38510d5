//! n-tuple networks on the 4×4 board.

use std::fmt;
use std::str::FromStr;

use quincunx_search::td::{Features, Table};
use thiserror::Error;

use super::packed_rules::PackedPosition;
use super::places::{PLANES, Places};

/// Groups of fields of the 4×4 board, whose table entries judge it.
///
/// A tuple is written by its fields as hexadecimal digits in reading order, and a network by its tuples:
/// ```text
/// 0 1 2 3     0 1 2 ·     · · · ·
/// 4 5 6 7     4 5 6 ·     · · · ·
/// 8 9 a b     · · · ·     8 9 a ·
/// c d e f     · · · ·     c d e ·     012456 89acde
/// ```
/// A table has an entry for everything that can stand on the fields, found by the bits of the exponents: first the eights of
/// all fields, then the fours, the twos and the ones, of each the last field first. What differs by a small piece is so
/// near in memory, and learning, which waits for memory, is a third faster than with the bits of a field together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tuples(Vec<Vec<u32>>);

/// A text that names no tuples.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TuplesError {
    /// There are too many tuples, or none.
    #[error("a network has 1 to {} tuples, not {}", Tuples::MOST, .0)]
    Count(usize),
    /// A tuple has too many fields, or none.
    #[error("a tuple has 1 to {} fields, not {}", Tuples::LONGEST, .0.len())]
    Fields(String),
    /// A field is none, or not behind the one before.
    #[error("`{0}` is no tuple: its fields are different hexadecimal digits in ascending order")]
    Digits(String),
    /// A tuple is there twice, where a table is named by its tuple and belongs to one.
    #[error("tuple `{0}` is named twice: the tuples of a network are different")]
    Twice(String),
}

impl Tuples {
    /// How many tuples a network has at most.
    pub const MOST: usize = 8;

    /// How many fields a tuple has at most: with six, a table has 2^24 entries, and each more makes it sixteen times as large.
    pub const LONGEST: usize = 6;

    /// Returns how many tuples there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    fn name(tuple: &[u32]) -> String {
        tuple.iter().map(|field| format!("{field:x}")).collect()
    }

    /// Lists the tables of the tuples.
    pub(super) fn tables(&self) -> Vec<Table> {
        let table = |tuple: &Vec<u32>| Table {
            name: Self::name(tuple),
            shape: vec![1 << tuple.len(); PLANES],
        };
        self.0.iter().map(table).collect()
    }

    /// Lists the fields of the tuples.
    pub(super) fn fields(&self) -> impl Iterator<Item = &[u32]> {
        self.0.iter().map(Vec::as_slice)
    }
}

impl fmt::Display for Tuples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(|tuple| Self::name(tuple)).collect();
        f.write_str(&names.join(" "))
    }
}

impl FromStr for Tuples {
    type Err = TuplesError;

    fn from_str(text: &str) -> Result<Self, TuplesError> {
        let words = text.split_ascii_whitespace();
        let count = words.clone().count();
        if !(1..=Self::MOST).contains(&count) {
            return Err(TuplesError::Count(count));
        }
        let tuple = |word: &str| {
            if word.len() > Self::LONGEST {
                return Err(TuplesError::Fields(word.to_owned()));
            }
            let fields: Option<Vec<u32>> = word.chars().map(|digit| digit.to_digit(16)).collect();
            fields
                .filter(|fields| fields.is_sorted_by(|one, next| one < next))
                .ok_or_else(|| TuplesError::Digits(word.to_owned()))
        };
        let tuples: Vec<Vec<u32>> = words.map(tuple).collect::<Result<_, _>>()?;
        let twice = (1..)
            .zip(&tuples)
            .find(|(next, tuple)| tuples[*next..].contains(tuple));
        match twice {
            Some((_, tuple)) => Err(TuplesError::Twice(Self::name(tuple))),
            None => Ok(Self(tuples)),
        }
    }
}

/// A network of `T` tuples: tables indexed by what stands on groups of fields, shared by the eight images of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TupleNetwork<const T: usize> {
    tuples: Tuples,
    places: Places,
}

impl<const T: usize> TupleNetwork<T> {
    /// Makes the network of some tuples; `None` unless there are `T`.
    #[must_use]
    pub fn new(tuples: Tuples) -> Option<Self> {
        let places = Places::of(&tuples);
        (tuples.count() == T).then_some(Self { tuples, places })
    }
}

macro_rules! features {
    ($($tuples:literal: $active:literal),*) => {$(
        impl Features<PackedPosition, $active> for TupleNetwork<$tuples> {
            fn tables(&self) -> Vec<Table> {
                self.tuples.tables()
            }

            #[inline]
            fn active(&self, position: &PackedPosition) -> [u32; $active] {
                let mut active = [0; $active];
                let (by_tuples, _) = active.as_chunks_mut();
                self.places.find(position.board, by_tuples);
                active
            }
        }
    )*};
}

features!(1: 8, 2: 16, 3: 24, 4: 32, 5: 40, 6: 48, 7: 56, 8: 64);

#[cfg(test)]
mod tests {
    use super::super::packed::Packed;
    use super::*;
    use quincunx_core::{Random, RandomSource};

    const FOUR: &str = "012345 456789 012456 45689a";

    fn tuples(text: &str) -> Tuples {
        text.parse().expect("tuples")
    }

    fn random_position(random: &mut Random) -> PackedPosition {
        let board = (0..16).fold(Packed::default(), |board, index| {
            board.with(index, random.below(16))
        });
        PackedPosition {
            board,
            points: 0,
            owed: 1,
        }
    }

    #[test]
    fn tuples_are_read_as_they_are_written() {
        for text in [FOUR, "0", "f", "0123 4567"] {
            assert_eq!(tuples(text).to_string(), text);
        }
        for text in ["", "0123456", "10", "00", "0g", "0é", "0 1 2 3 4 5 6 7 8"] {
            assert!(text.parse::<Tuples>().is_err(), "{text}");
        }
        let error = "012 210".parse::<Tuples>().expect_err("not ascending");
        assert_eq!(
            error.to_string(),
            "`210` is no tuple: its fields are different hexadecimal digits in ascending order"
        );
        for text in ["012 345 012", "0a 0A"] {
            let error = text.parse::<Tuples>().expect_err("twice");
            let name = &text[..text.find(' ').expect("two words")];
            assert_eq!(error, TuplesError::Twice(name.to_owned()));
        }
        assert_eq!(
            tuples("0123 cdef").count(),
            2,
            "images of a tuple have tables of their own"
        );
    }

    #[test]
    fn every_image_of_a_board_names_the_same_entries() {
        let network = TupleNetwork::<4>::new(tuples(FOUR)).expect("four tuples");
        let mut random = Random::new(3);
        for _ in 0..100 {
            let position = random_position(&mut random);
            let mut entries = network.active(&position);
            entries.sort_unstable();
            let turned = |board: Packed| {
                let image = (0..16).map(|index| board.exponent(index ^ 3));
                let image = (0..).zip(image);
                image.fold(Packed::default(), |board, (index, exponent)| {
                    board.with(index, exponent)
                })
            };
            let mut board = position.board;
            for image in 0..8 {
                // A turn is a mirror image, transposed; the second four are the images of the transposed board.
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
    fn an_entry_is_found_by_the_bits_of_its_exponents() {
        let network = TupleNetwork::<2>::new(tuples("01 f")).expect("two tuples");
        let board = Packed::default().with(0, 3).with(1, 2).with(15, 7);
        let active = network.active(&PackedPosition {
            board,
            points: 0,
            owed: 1,
        });
        // 3 on the first field and 2 on the second: no eights, no fours, twos on both, a one on the first.
        assert_eq!(
            [active[0], active[8]],
            [0b00_00_11_01, 256 + 7],
            "the board itself is the first image"
        );
        assert!(TupleNetwork::<1>::new(tuples("01 f")).is_none());
        let tables: Vec<usize> = network.tables().iter().map(Table::entries).collect();
        assert_eq!(tables, [256, 16]);
    }
}
