//! The file format of a book.
//!
//! | bytes | |
//! | --- | --- |
//! | 8 | `QXBOOK 1` |
//! | 1 | the plies |
//! | 4 | CRC-32 of the scores, little-endian |
//! | rest | the scores of the last ply's positions in the order of their keys, a byte each, deflated |
//!
//! A score is stored with 64 added; 0 stands for one not known yet.

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use thiserror::Error;

use super::Book;
use super::positions::{self, Layer};

const MAGIC: &[u8; 8] = b"QXBOOK 1";

const BIAS: i8 = 64;

/// The greatest score on 7×6.
const MAX_SCORE: i8 = 21;

/// The numbers of positions with 0, 1, … stones that are not over, mirror images counted once.
pub(super) const POSITIONS: [usize; Book::MAX_PLIES as usize + 1] = [
    1, 4, 25, 121, 568, 2_144, 8_231, 27_109, 91_295, 269_531, 809_464, 2_148_087, 5_832_236,
];

/// Why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// They do not begin with the signature.
    #[error("this is no opening book: it does not begin with `QXBOOK 1`")]
    Magic,
    /// The book has more plies than [`Book::MAX_PLIES`].
    #[error("a book of {0} plies is not possible; the most are {most}", most = Book::MAX_PLIES)]
    Plies(u8),
    /// The scores cannot be decompressed, or are not as many as the positions.
    #[error("the book is damaged: it does not hold a score for each of its {0} positions")]
    Length(usize),
    /// Bytes follow the scores.
    #[error("the book is damaged: {0} bytes follow its end")]
    Trailing(u64),
    /// The checksum does not match.
    #[error("the book is damaged: its checksum is wrong")]
    Checksum,
    /// A byte is not a score.
    #[error("the book is damaged: {value} is no score, of position {at}")]
    Score {
        /// The index of the position.
        at: usize,
        /// The byte.
        value: u8,
    },
    /// Some positions have no score.
    #[error("the book is not finished: {0} positions have no score yet")]
    Unfinished(usize),
}

/// Writes the scores of a last layer.
pub(crate) fn write(plies: u32, scores: &[Option<i8>]) -> Vec<u8> {
    let raw: Vec<u8> = scores
        .iter()
        .map(|score| score.map_or(0, |score| (score + BIAS) as u8))
        .collect();
    let mut bytes = MAGIC.to_vec();
    bytes.push(plies as u8);
    bytes.extend(crc32fast::hash(&raw).to_le_bytes());
    let mut encoder = DeflateEncoder::new(bytes, Compression::best());
    encoder.write_all(&raw).expect("a vector takes everything");
    encoder.finish().expect("a vector takes everything")
}

/// Reads the scores of a last layer. Every error is found before the positions, which may be millions, are
/// generated.
fn read_scores(bytes: &[u8]) -> Result<(u32, Vec<Option<i8>>), FileError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(FileError::Magic)?;
    let (plies, rest) = rest.split_first().ok_or(FileError::Magic)?;
    let positions = *POSITIONS
        .get(usize::from(*plies))
        .ok_or(FileError::Plies(*plies))?;
    let (checksum, packed) = rest.split_first_chunk().ok_or(FileError::Checksum)?;
    // One more than expected suffices to detect too many.
    let mut raw = Vec::with_capacity(positions + 1);
    let mut decompressor = Decompress::new(false);
    let status = decompressor.decompress_vec(packed, &mut raw, FlushDecompress::Finish);
    if !matches!(status, Ok(Status::StreamEnd)) || raw.len() != positions {
        return Err(FileError::Length(positions));
    }
    let trailing = packed.len() as u64 - decompressor.total_in();
    if trailing > 0 {
        return Err(FileError::Trailing(trailing));
    }
    if crc32fast::hash(&raw) != u32::from_le_bytes(*checksum) {
        return Err(FileError::Checksum);
    }
    let score = |(at, value): (usize, &u8)| match *value {
        0 => Ok(None),
        value => {
            let score = value.checked_sub(BIAS as u8 - MAX_SCORE as u8);
            let score = score.filter(|score| *score <= 2 * MAX_SCORE as u8);
            score
                .map(|score| Some(score as i8 - MAX_SCORE))
                .ok_or(FileError::Score { at, value })
        }
    };
    let scores = raw.iter().enumerate().map(score).collect::<Result<_, _>>()?;
    Ok((u32::from(*plies), scores))
}

/// Reads the scores of a last layer and generates all layers.
pub(crate) fn read(bytes: &[u8]) -> Result<(Vec<Layer>, Vec<Option<i8>>), FileError> {
    let (plies, scores) = read_scores(bytes)?;
    Ok((positions::layers(plies), scores))
}

impl Book {
    /// Reads a finished book.
    ///
    /// # Errors
    /// When the bytes are not a finished book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let (plies, scores) = read_scores(bytes)?;
        let known: Vec<i8> = scores.iter().flatten().copied().collect();
        if known.len() < scores.len() {
            return Err(FileError::Unfinished(scores.len() - known.len()));
        }
        Ok(Self::new(positions::layers(plies), known))
    }

    /// Writes the book as [`Book::from_bytes`] reads it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (_, scores) = self.layers.last().expect("a book has a layer");
        let scores: Vec<Option<i8>> = scores.iter().copied().map(Some).collect();
        write(self.plies(), &scores)
    }
}
