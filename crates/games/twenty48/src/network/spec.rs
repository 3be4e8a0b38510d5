//! The text form of an n-tuple network: its tuples and stages.

use std::str::FromStr;
use std::{fmt, iter};

use quincunx_ntuple::Table;
use thiserror::Error;

use crate::packed_board::PackedBoard;

/// The bits of an exponent.
pub(super) const PLANES: usize = 4;

/// The tuples of a network, groups of cells of the 4×4 board, and its stages.
///
/// A tuple is written by its cells as hexadecimal digits in reading order, a network by its tuples:
/// ```text
/// 0 1 2 3     0 1 2 ·     · · · ·
/// 4 5 6 7     4 5 6 ·     · · · ·
/// 8 9 a b     · · · ·     8 9 a ·
/// c d e f     · · · ·     c d e ·     012456 89acde
/// ```
/// A table has an entry for every content of the cells, indexed by the bits of the exponents: first the
/// eights of all cells, then the fours, the twos and the ones, each from the last cell to the first. Contents
/// that differ by a small piece are then close in memory, which makes training a third faster than indexing
/// cell by cell.
///
/// Two entries that always occur together, as `45689a` shows each board also as `89a456`, share the lesser
/// index.
///
/// Stages may follow in ascending order. With `@2048 @16384 @16384+8192` boards have tables of their own from
/// the first 2048 on, others from 16384 on, and others while there are both a 16384 and an 8192, or higher
/// pieces instead (multi-stage learning: Wu, Yeh and others, "Multi-stage temporal difference learning for
/// 2048", 2014). Each stage takes as much memory again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NetworkSpec {
    tuples: Vec<Vec<u32>>,
    /// The stages after the first.
    stages: Vec<Stage>,
}

/// A part of the game that has tables of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stage {
    /// Different exponents, the highest first. The stage has the boards with all of them, or higher ones
    /// instead.
    pieces: Vec<u32>,
}

impl Stage {
    pub(super) fn highest(&self) -> u32 {
        self.pieces[0]
    }

    /// Returns whether a board has the pieces of the stage.
    #[inline]
    pub(super) fn is_reached(&self, board: PackedBoard) -> bool {
        let mut pieces = (1..).zip(&self.pieces);
        pieces.all(|(count, exponent)| board.above(exponent - 1).count_ones() >= count)
    }

    /// Returns whether every board of this stage has the pieces of an earlier one, but not the other way
    /// round.
    fn follows(&self, earlier: &Self) -> bool {
        let mut pairs = self.pieces.iter().zip(&earlier.pieces);
        self != earlier
            && self.pieces.len() >= earlier.pieces.len()
            && pairs.all(|(here, there)| here >= there)
    }

    /// Parses a stage such as `@16384+8192`.
    fn read(word: &str) -> Option<Self> {
        let exponent =
            |piece: &str| (2..=PackedBoard::LARGEST).find(|exponent| piece == (1 << exponent).to_string());
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

/// Why a text does not describe a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkSpecError {
    /// There are too many tuples, or none.
    #[error("expected 1 to {} tuples, found {}", NetworkSpec::MAX_TUPLES, .0)]
    Count(usize),
    /// A tuple has too many cells, or none.
    #[error("expected a tuple of 1 to {} cells, found {}", NetworkSpec::MAX_TUPLE_LENGTH, .0.len())]
    Fields(String),
    /// A cell is not one, or does not follow the one before.
    #[error("`{}` is no tuple: its fields are different hexadecimal digits in ascending order", shown(.0))]
    Digits(String),
    /// A tuple occurs twice, while its name identifies a table.
    #[error("tuple `{0}` occurs twice: the tuples of a network are different")]
    Twice(String),
    /// A stage is not one, or does not follow the one before.
    #[error(
        "`{}` is no stage: stages follow the tuples, as in `@16384` or `@16384+8192`, each with different \
         pieces from 4 to 32768, the highest first, and with at least as many as the stage before, none of them \
         lower",
        shown(.0)
    )]
    Stage(String),
    /// The tables are too large.
    #[error("expected tables of at most {most} entries, found {0}", most = NetworkSpec::MAX_ENTRIES)]
    Entries(usize),
    /// There are too many stages.
    #[error("expected at most {} stages, found {}", NetworkSpec::MAX_STAGES, .0)]
    Stages(usize),
}

impl NetworkSpec {
    /// The most tuples of a network.
    pub const MAX_TUPLES: usize = 8;

    /// The most stages of a network.
    pub const MAX_STAGES: usize = 4;

    /// The most entries of all tables: in training they take 3 GiB.
    pub const MAX_ENTRIES: usize = 1 << 28;

    /// The most cells of a tuple: with six a table has 2^24 entries, with each further one sixteen times as
    /// many.
    pub const MAX_TUPLE_LENGTH: usize = 6;

    /// Returns the number of tuples.
    pub fn count(&self) -> usize {
        self.tuples.len()
    }

    /// Checks the size of the tables.
    fn checked(self) -> Result<Self, NetworkSpecError> {
        match Table::entries_of(&self.tables()) {
            ..=Self::MAX_ENTRIES => Ok(self),
            more => Err(NetworkSpecError::Entries(more)),
        }
    }

    /// Returns the stages after the first.
    pub(super) fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn name(tuple: &[u32]) -> String {
        tuple.iter().map(|field| format!("{field:x}")).collect()
    }

    /// Lists the tables, stage by stage. Those of later stages are named by tuple and stage, as in
    /// `0123@2048`.
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

    /// Returns the exponent of the piece from which on every board is of a later stage; 0 if there is none.
    pub(super) fn last_stage(&self) -> u32 {
        let of_one_piece = self.stages.iter().rfind(|stage| stage.pieces.len() == 1);
        of_one_piece.map_or(0, Stage::highest)
    }

    /// Lists the cells of each tuple.
    pub(super) fn fields(&self) -> impl Iterator<Item = &[u32]> {
        self.tuples.iter().map(Vec::as_slice)
    }
}

impl fmt::Display for NetworkSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tuples = self.tuples.iter().map(|tuple| Self::name(tuple));
        let stages = self.stages.iter().map(Stage::to_string);
        let words: Vec<String> = tuples.chain(stages).collect();
        f.write_str(&words.join(" "))
    }
}

impl FromStr for NetworkSpec {
    type Err = NetworkSpecError;

    fn from_str(text: &str) -> Result<Self, NetworkSpecError> {
        let tuples_end = text.find('@').unwrap_or(text.len());
        let (tuples, stages) = text.split_at(tuples_end);
        let stages = read_stages(stages)?;
        let words = tuples.split_ascii_whitespace();
        let count = words.clone().count();
        if !(1..=Self::MAX_TUPLES).contains(&count) {
            return Err(NetworkSpecError::Count(count));
        }
        let tuple = |word: &str| {
            if word.len() > Self::MAX_TUPLE_LENGTH {
                return Err(NetworkSpecError::Fields(word.to_owned()));
            }
            let fields: Option<Vec<u32>> = word.chars().map(|digit| digit.to_digit(16)).collect();
            fields
                .filter(|fields| fields.is_sorted_by(|one, next| one < next))
                .ok_or_else(|| NetworkSpecError::Digits(word.to_owned()))
        };
        let tuples: Vec<Vec<u32>> = words.map(tuple).collect::<Result<_, _>>()?;
        let twice = (1..)
            .zip(&tuples)
            .find(|(next, tuple)| tuples[*next..].contains(tuple));
        match twice {
            Some((_, tuple)) => Err(NetworkSpecError::Twice(Self::name(tuple))),
            None => Self { tuples, stages }.checked(),
        }
    }
}

/// Returns the beginning of a word, escaped.
fn shown(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}

/// Parses stages, each of which follows the one before.
fn read_stages(text: &str) -> Result<Vec<Stage>, NetworkSpecError> {
    let words = text.split_ascii_whitespace();
    let count = 1 + words.clone().count();
    if count > NetworkSpec::MAX_STAGES {
        return Err(NetworkSpecError::Stages(count));
    }
    let mut stages: Vec<Stage> = Vec::new();
    for word in words {
        let stage =
            Stage::read(word).filter(|stage| stages.last().is_none_or(|earlier| stage.follows(earlier)));
        stages.push(stage.ok_or_else(|| NetworkSpecError::Stage(word.to_owned()))?);
    }
    Ok(stages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{FOUR, tuples};

    #[test]
    fn tuples_are_parsed_as_they_are_written() {
        for text in [FOUR, "0", "f", "0123 4567"] {
            assert_eq!(tuples(text).to_string(), text);
        }
        for text in ["", "0123456", "10", "00", "0g", "0é", "0 1 2 3 4 5 6 7 8"] {
            assert!(text.parse::<NetworkSpec>().is_err(), "{text}");
        }
        let error = "012 210".parse::<NetworkSpec>().expect_err("not ascending");
        assert_eq!(
            error.to_string(),
            "`210` is no tuple: its fields are different hexadecimal digits in ascending order"
        );
        for text in ["012 345 012", "0a 0A"] {
            let error = text.parse::<NetworkSpec>().expect_err("twice");
            let name = &text[..text.find(' ').expect("two words")];
            assert_eq!(error, NetworkSpecError::Twice(name.to_owned()));
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
            assert_eq!(
                text.parse::<NetworkSpec>(),
                Err(NetworkSpecError::Stage(stage.to_owned()))
            );
        }
        assert_eq!(tuples("01 @8+4 @16+8+4").to_string(), "01 @8+4 @16+8+4");
        assert_eq!(
            "01 @4 @8 @16 @32".parse::<NetworkSpec>(),
            Err(NetworkSpecError::Stages(5))
        );
        assert_eq!("@8".parse::<NetworkSpec>(), Err(NetworkSpecError::Count(0)));
        let six = |count: usize| ["012345", "456789", "012456", "45689a", "89abcd"][..count].join(" ");
        assert_eq!(tuples(&format!("{} @4 @8 @16", six(4))).tables().len(), 16);
        let error = format!("{} @4 @8 @16", six(5)).parse::<NetworkSpec>();
        assert_eq!(error, Err(NetworkSpecError::Entries(20 << 24)));
        let error = "01 @\u{1b}]0;x\u{7}"
            .parse::<NetworkSpec>()
            .expect_err("no stage");
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
}
