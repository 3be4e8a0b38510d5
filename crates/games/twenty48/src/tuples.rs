//! n-tuple networks on the 4×4 board.

use std::str::FromStr;
use std::{fmt, iter};

use quincunx_ntuple::{Features, Table};
use thiserror::Error;

use super::feature_index::{PLANES, Places};
use super::packed::Packed;
use super::packed_rules::PackedPosition;

/// Groups of fields of the 4×4 board, whose table entries judge it.
///
/// A tuple is written by its fields as hexadecimal digits in reading order, and a network by its tuples:
/// ```text
/// 0 1 2 3     0 1 2 ·     · · · ·
/// 4 5 6 7     4 5 6 ·     · · · ·
/// 8 9 a b     · · · ·     8 9 a ·
/// c d e f     · · · ·     c d e ·     012456 89acde
/// ```
/// A table has an entry for everything that can stand on the fields, found by the bits of the exponents:
/// first the eights of all fields, then the fours, the twos and the ones, of each the last field first. What
/// differs by a small piece is so near in memory, and learning, which waits for memory, is a third faster
/// than with the bits of a field together.
///
/// Of two entries that always come together, as `45689a` shows each board also as `89a456`, the one with the
/// lesser number is in use for both.
///
/// Behind the tuples may stand stages, in ascending order: with `@2048 @16384 @16384+8192` boards have tables
/// of their own from the first piece of 2048 on, others from 16384 on, and others as long as there are both a
/// 16384 and an 8192, or higher ones in their place (multi-stage learning: Wu, Yeh and others 2014,
/// "Multi-stage temporal difference learning for 2048"). What is learned late does not disturb then what has
/// been learned early, and takes as much memory again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tuples {
    tuples: Vec<Vec<u32>>,
    /// The later stages.
    stages: Vec<Stage>,
}

/// A part of a game that has tables of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stage {
    /// The exponents of different pieces, the highest first: a board is of the stage that has all of them,
    /// or higher ones in their place.
    pieces: Vec<u32>,
}

impl Stage {
    /// Returns the exponent of the highest of its pieces.
    pub(super) fn highest(&self) -> u32 {
        self.pieces[0]
    }

    /// Tells whether a board has what the stage takes.
    #[inline]
    pub(super) fn is_reached(&self, board: Packed) -> bool {
        let mut pieces = (1..).zip(&self.pieces);
        pieces.all(|(count, exponent)| board.above(exponent - 1).count_ones() >= count)
    }

    /// Tells whether every board of this stage has what an earlier one takes, and not the other way round.
    fn is_behind(&self, earlier: &Self) -> bool {
        let mut pairs = self.pieces.iter().zip(&earlier.pieces);
        self != earlier
            && self.pieces.len() >= earlier.pieces.len()
            && pairs.all(|(here, there)| here >= there)
    }

    /// Reads a stage as it is written, `@16384+8192`.
    fn read(word: &str) -> Option<Self> {
        let exponent =
            |piece: &str| (2..=Packed::LARGEST).find(|exponent| piece == (1 << exponent).to_string());
        let pieces: Option<Vec<u32>> = word.strip_prefix('@')?.split('+').map(exponent).collect();
        let pieces = pieces.filter(|pieces| pieces.is_sorted_by(|one, next| one > next))?;
        Some(Self { pieces })
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (sign, exponent) in iter::once('@').chain(iter::repeat('+')).zip(&self.pieces) {
            write!(f, "{sign}{}", 1 << exponent)?;
        }
        Ok(())
    }
}

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
    #[error("`{}` is no tuple: its fields are different hexadecimal digits in ascending order", shown(.0))]
    Digits(String),
    /// A tuple is there twice, where a table is named by its tuple and belongs to one.
    #[error("tuple `{0}` is named twice: the tuples of a network are different")]
    Twice(String),
    /// A stage does not begin with pieces of a 4×4 board, or not behind the one before.
    #[error(
        "`{}` is no stage: stages begin with different pieces from 4 to 32768, the highest first, as in `@16384` or `@16384+8192`, and stand behind the \
         tuples, each with at least as many pieces as the one before, none of them lower",
        shown(.0)
    )]
    Stage(String),
    /// The tables would be too large.
    #[error("its tables have {0} entries, more than the {most} that a network may have", most = Tuples::MOST_ENTRIES)]
    Entries(usize),
    /// There are too many stages.
    #[error("a network has up to {} stages, not {}", Tuples::MOST_STAGES, .0)]
    Stages(usize),
}

impl Tuples {
    /// How many tuples a network has at most.
    pub const MOST: usize = 8;

    /// How many stages a network has at most.
    pub const MOST_STAGES: usize = 4;

    /// How many entries all tables have at most: in training they take 3 GiB.
    pub const MOST_ENTRIES: usize = 1 << 28;

    /// How many fields a tuple has at most: with six, a table has 2^24 entries, and each more makes it
    /// sixteen times as large.
    pub const LONGEST: usize = 6;

    /// Returns how many tuples there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.tuples.len()
    }

    /// Checks that its tables are not too large.
    fn checked(self) -> Result<Self, TuplesError> {
        match Table::entries_of(&self.tables()) {
            ..=Self::MOST_ENTRIES => Ok(self),
            more => Err(TuplesError::Entries(more)),
        }
    }

    /// Returns the stages behind the first one.
    pub(super) fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn name(tuple: &[u32]) -> String {
        tuple.iter().map(|field| format!("{field:x}")).collect()
    }

    /// Lists the tables of the tuples, stage by stage; those of a later one are named by the tuple and the
    /// stage, `0123@2048`.
    pub(super) fn tables(&self) -> Vec<Table> {
        let of_stage = |stage: Option<&Stage>| {
            let name = stage.map(Stage::to_string).unwrap_or_default();
            self.tuples.iter().map(move |tuple| Table {
                name: format!("{}{name}", Self::name(tuple)),
                shape: vec![1 << tuple.len(); PLANES],
            })
        };
        let stages = iter::once(None).chain(self.stages.iter().map(Some));
        stages.flat_map(of_stage).collect()
    }

    /// Returns the exponent of the piece from which on all boards are of a later stage; 0 where there is
    /// none.
    pub(super) fn last_stage(&self) -> u32 {
        let of_one_piece = self.stages.iter().rfind(|stage| stage.pieces.len() == 1);
        of_one_piece.map_or(0, Stage::highest)
    }

    /// Lists the fields of the tuples.
    pub(super) fn fields(&self) -> impl Iterator<Item = &[u32]> {
        self.tuples.iter().map(Vec::as_slice)
    }
}

impl fmt::Display for Tuples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tuples = self.tuples.iter().map(|tuple| Self::name(tuple));
        let stages = self.stages.iter().map(Stage::to_string);
        let words: Vec<String> = tuples.chain(stages).collect();
        f.write_str(&words.join(" "))
    }
}

impl FromStr for Tuples {
    type Err = TuplesError;

    fn from_str(text: &str) -> Result<Self, TuplesError> {
        let tuples_end = text.find('@').unwrap_or(text.len());
        let (tuples, stages) = text.split_at(tuples_end);
        let stages = read_stages(stages)?;
        let words = tuples.split_ascii_whitespace();
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
            None => Self { tuples, stages }.checked(),
        }
    }
}

/// Shows the beginning of a word, which may be anybody's.
fn shown(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}

/// Reads stages, each behind the one before.
fn read_stages(text: &str) -> Result<Vec<Stage>, TuplesError> {
    let words = text.split_ascii_whitespace();
    let count = 1 + words.clone().count();
    if count > Tuples::MOST_STAGES {
        return Err(TuplesError::Stages(count));
    }
    let mut stages: Vec<Stage> = Vec::new();
    for word in words {
        let stage =
            Stage::read(word).filter(|stage| stages.last().is_none_or(|earlier| stage.is_behind(earlier)));
        stages.push(stage.ok_or_else(|| TuplesError::Stage(word.to_owned()))?);
    }
    Ok(stages)
}

/// A network of `T` tuples: tables indexed by what stands on groups of fields, shared by the eight images of
/// a board.
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

            fn stage(&self, position: &PackedPosition) -> u32 {
                self.places.stage(position.board)
            }

            fn stages(&self) -> usize {
                1 + self.tuples.stages().len()
            }

            fn may_be_active(&self, entry: u32) -> bool {
                self.places.may_be_found(entry)
            }

            fn in_use_for(&self, entry: u32) -> u32 {
                self.places.in_use_for(entry)
            }
        }
    )*};
}

features!(1: 8, 2: 16, 3: 24, 4: 32, 5: 40, 6: 48, 7: 56, 8: 64);

#[cfg(test)]
mod tests {
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
            tuples("0123 45 @2048  @16384").to_string(),
            "0123 45 @2048 @16384"
        );
        assert_eq!(tuples("0123@8").to_string(), "0123 @8");
        for (text, stage) in [
            ("01 @3", "@3"),
            ("01 @2", "@2"),
            ("01 @65536", "@65536"),
            ("01 @8 @8", "@8"),
            ("01 @16 8", "8"),
            ("01 @", "@"),
            ("01 @+8", "@+8"),
            ("01 @08", "@08"),
            ("01 @8+8", "@8+8"),
            ("01 @8+16", "@8+16"),
            ("01 @8+", "@8+"),
            ("01 @16 @8+4", "@8+4"),
            ("01 @16+8 @32", "@32"),
        ] {
            assert_eq!(text.parse::<Tuples>(), Err(TuplesError::Stage(stage.to_owned())));
        }
        assert_eq!(tuples("01 @8+4 @16+8+4").to_string(), "01 @8+4 @16+8+4");
        assert_eq!("01 @4 @8 @16 @32".parse::<Tuples>(), Err(TuplesError::Stages(5)));
        assert_eq!("@8".parse::<Tuples>(), Err(TuplesError::Count(0)));
        let six = |count: usize| ["012345", "456789", "012456", "45689a", "89abcd"][..count].join(" ");
        assert_eq!(tuples(&format!("{} @4 @8 @16", six(4))).tables().len(), 16);
        let error = format!("{} @4 @8 @16", six(5)).parse::<Tuples>();
        assert_eq!(error, Err(TuplesError::Entries(20 << 24)));
        let error = "01 @\u{1b}]0;x\u{7}".parse::<Tuples>().expect_err("no stage");
        assert!(
            error.to_string().starts_with(r"`@\u{1b}]0;x\u{7}` is no stage"),
            "{error}"
        );
        let names = tuples("01 f @8").tables().into_iter().map(|table| table.name);
        assert!(names.eq(["01", "f", "01@8", "f@8"]));
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
    fn a_stage_lasts_as_long_as_its_pieces_or_higher_ones_are_there() {
        let network = TupleNetwork::<1>::new(tuples("0 @16 @16+8 @16+8+4")).expect("a tuple");
        let stage = |exponents: &[u32]| {
            let fields = (0..).zip(exponents);
            let board = fields.fold(Packed::default(), |board, (field, &exponent)| {
                board.with(field, exponent)
            });
            let stage = network.stage(&PackedPosition {
                board,
                points: 0,
                owed: 1,
            });
            let entries = network.active(&PackedPosition {
                board,
                points: 0,
                owed: 1,
            });
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
