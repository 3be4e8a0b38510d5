//! A tablebase as a file, from which a query reads one layer.
//!
//! | bytes | |
//! | --- | --- |
//! | 8 | `QXEXACT1` |
//! | 1, 1, 1 | columns, rows, scoring: 0 standard, 1 contest |
//! | 8 | the probability of a 4, as a double |
//! | 1, then 1 each | how many goals, and their exponents from the largest |
//! | | the layers, from that of the greatest sum, each deflated by itself |
//! | 20 each | the directory, an entry a layer |
//! | 4, 4, 8 | how many layers, the CRC-32 of the header and the directory, and `QXEXACT.` |
//!
//! A directory entry has the layer's number, its boards, the bytes of their packed keys, its bytes here and
//! their CRC-32, 4 bytes each.
//!
//! A layer is its [keys](PackedKeys) and then, value by value, a double for each board. Its number and the
//! [goals](Goals) give the count of values: what is certain for all its boards is left out. All numbers are
//! little-endian.

use std::io::{self, Read, Seek, SeekFrom, Write};

use crc32fast::Hasher;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use quincunx_core::Size;

use quincunx_registry::tablebase::{SolveError, TablebaseError};

use super::goals::{Goals, MIN_EXPONENT};
use super::kernel::LARGEST;
use super::keys::{KeyIndex, PackedKeys, with_room};
use super::layer::EvaluatedLayer;
use super::packing::Packing;
use crate::position::Scoring;
use crate::rules::Twenty48;

const MAGIC: &[u8; 8] = b"QXEXACT1";
const END: &[u8; 8] = b"QXEXACT.";

const PREFIX: &str = "2048-";
const SUFFIX: &str = ".exact";

/// The bytes of a directory entry.
const ENTRY: usize = 20;

/// The bytes after the directory.
const FOOTER: usize = 16;

/// The bytes of the header without goals.
const HEADER: usize = 20;

/// The most bytes that one deflated byte unpacks to.
const MAX_UNPACKED: u64 = 1100;

/// The bytes of a value.
const DOUBLE: usize = 8;

/// The most values of a layer: some ten times those of the largest board with all its goals.
const MAX_VALUES: u64 = 1 << 26;

/// The layers that a reader keeps unpacked: a slide stays in its layer, and a new piece leads one or two
/// layers on.
const KEPT: usize = 4;

/// The most values that a reader keeps beside those of the requested layer.
const MAX_KEPT: usize = 1 << 24;

#[derive(Clone, Copy, Debug)]
struct DirectoryEntry {
    layer: u32,
    boards: u32,
    key_bytes: u32,
    bytes: u32,
    checksum: u32,
}

impl DirectoryEntry {
    fn to_bytes(self) -> Vec<u8> {
        let numbers = [self.layer, self.boards, self.key_bytes, self.bytes, self.checksum];
        numbers.map(u32::to_le_bytes).concat()
    }

    fn from_bytes(bytes: &[u8; ENTRY]) -> Self {
        let (numbers, _) = bytes.as_chunks();
        let number = |at: usize| u32::from_le_bytes(numbers[at]);
        Self {
            layer: number(0),
            boards: number(1),
            key_bytes: number(2),
            bytes: number(3),
            checksum: number(4),
        }
    }
}

/// Writes a tablebase, layer by layer.
pub(super) struct Writer<W> {
    output: W,
    goals: Goals,
    checksum: Hasher,
    directory: Vec<DirectoryEntry>,
}

impl<W: Write> Writer<W> {
    pub(super) fn begin(mut output: W, rules: &Twenty48, goals: &Goals) -> io::Result<Self> {
        let mut header = MAGIC.to_vec();
        header.extend([
            rules.size().columns() as u8,
            rules.size().rows() as u8,
            u8::from(rules.scoring() == Scoring::Contest),
        ]);
        header.extend(rules.four_rate().to_le_bytes());
        header.push(goals.exponents.len() as u8);
        header.extend(goals.exponents.iter().map(|exponent| *exponent as u8));
        output.write_all(&header)?;
        let mut checksum = Hasher::new();
        checksum.update(&header);
        Ok(Self {
            output,
            goals: goals.clone(),
            checksum,
            directory: Vec::new(),
        })
    }

    /// Writes a layer, which has a lower number than the one before.
    pub(super) fn layer(&mut self, layer: usize, boards: &[u64], values: &[f64]) -> Result<(), SolveError> {
        let (keys, width) = (PackedKeys::pack(boards)?, self.goals.width(layer));
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(keys.bytes())?;
        let mut doubles = with_room(DOUBLE * boards.len())?;
        for column in 0..width {
            doubles.clear();
            for row in values.chunks_exact(width) {
                doubles.extend(row[column].to_le_bytes());
            }
            encoder.write_all(&doubles)?;
        }
        let packed = encoder.finish()?;
        let number = |number: usize| {
            u32::try_from(number).map_err(|_| io::Error::other("a layer takes more than 4 GiB"))
        };
        self.directory.push(DirectoryEntry {
            layer: number(layer)?,
            boards: number(boards.len())?,
            key_bytes: number(keys.bytes().len())?,
            bytes: number(packed.len())?,
            checksum: crc32fast::hash(&packed),
        });
        Ok(self.output.write_all(&packed)?)
    }

    /// Writes the directory and the footer.
    pub(super) fn finish(mut self) -> io::Result<()> {
        for entry in &self.directory {
            let bytes = entry.to_bytes();
            self.checksum.update(&bytes);
            self.output.write_all(&bytes)?;
        }
        self.output
            .write_all(&(self.directory.len() as u32).to_le_bytes())?;
        self.output.write_all(&self.checksum.finalize().to_le_bytes())?;
        self.output.write_all(END)
    }
}

/// Reads a tablebase, a layer at a time.
pub(super) struct Reader<R> {
    input: R,
    pub(super) rules: Twenty48,
    pub(super) goals: Goals,
    /// The layers with their offsets, the greatest number first.
    directory: Vec<(u64, DirectoryEntry)>,
    /// The layers that were read last, the latest first.
    kept: Vec<(usize, EvaluatedLayer)>,
}

impl<R: Read + Seek> Reader<R> {
    /// Opens a tablebase: reads all but the layers.
    pub(super) fn open(mut input: R) -> Result<Self, TablebaseError> {
        let length = input.seek(SeekFrom::End(0))?;
        input.rewind()?;
        let no_table = || TablebaseError::Magic("QXEXACT1");
        let mut header = vec![0; HEADER];
        if length < (HEADER + FOOTER) as u64 {
            return Err(no_table());
        }
        input.read_exact(&mut header)?;
        if !header.starts_with(MAGIC) {
            return Err(no_table());
        }
        let mut exponents = vec![0; usize::from(header[HEADER - 1])];
        let cut = |_| TablebaseError::Damaged("it ends too soon");
        input.read_exact(&mut exponents).map_err(cut)?;
        header.extend(&exponents);

        let mut footer = [0; FOOTER];
        input.seek(SeekFrom::End(-(FOOTER as i64)))?;
        input.read_exact(&mut footer)?;
        let [layers, checksum] =
            [0, 4].map(|at| u32::from_le_bytes(footer[at..at + 4].try_into().expect("four bytes")));
        let room = length.checked_sub((FOOTER + header.len()) as u64);
        let directory_bytes = ENTRY as u64 * u64::from(layers);
        if &footer[8..] != END || room.is_none_or(|room| directory_bytes > room) {
            return Err(TablebaseError::Damaged("it does not end as tables do"));
        }
        let mut directory = vec![0; directory_bytes as usize];
        input.seek(SeekFrom::End(-((FOOTER + directory.len()) as i64)))?;
        input.read_exact(&mut directory)?;
        let mut hasher = Hasher::new();
        hasher.update(&header);
        hasher.update(&directory);
        if hasher.finalize() != checksum {
            return Err(TablebaseError::Damaged("the checksum of its directory is wrong"));
        }
        let (rules, goals) = read_header(&header)?;
        let mut offset = header.len() as u64;
        let entries = directory.as_chunks().0.iter().map(|bytes| {
            let (entry, begins) = (DirectoryEntry::from_bytes(bytes), offset);
            offset += u64::from(entry.bytes);
            (begins, entry)
        });
        let directory: Vec<_> = entries.collect();
        if offset != length - FOOTER as u64 - directory_bytes
            || !directory.is_sorted_by(|(_, a), (_, b)| a.layer > b.layer)
        {
            return Err(TablebaseError::Damaged(
                "its layers are not where the directory says",
            ));
        }
        Ok(Self {
            input,
            rules,
            goals,
            directory,
            kept: Vec::new(),
        })
    }

    pub(super) fn boards(&self) -> u64 {
        let directory = self.directory.iter();
        directory.map(|(_, entry)| u64::from(entry.boards)).sum()
    }

    /// Returns the values of a canonical board of a layer; `None` if the tablebase does not have it.
    pub(super) fn row(&mut self, layer: usize, board: u64) -> Result<Option<Vec<f64>>, TablebaseError> {
        let at = match self.kept.iter().position(|(kept, _)| *kept == layer) {
            Some(at) => at,
            None => {
                let found = self
                    .directory
                    .binary_search_by(|(_, entry)| layer.cmp(&(entry.layer as usize)));
                let Ok(at) = found else { return Ok(None) };
                let (begins, entry) = self.directory[at];
                let read = self.read_layer(begins, entry)?;
                self.kept.truncate(KEPT - 1);
                while self.kept.iter().map(|(_, kept)| kept.values.len()).sum::<usize>() > MAX_KEPT {
                    self.kept.pop();
                }
                self.kept.push((layer, read));
                self.kept.len() - 1
            }
        };
        self.kept[..=at].rotate_right(1);
        Ok(self.kept[0].1.row(board).map(<[f64]>::to_vec))
    }

    fn read_layer(&mut self, begins: u64, entry: DirectoryEntry) -> Result<EvaluatedLayer, TablebaseError> {
        let (boards, width) = (entry.boards as usize, self.goals.width(entry.layer as usize));
        let key_bytes = entry.key_bytes as usize;
        let values = u64::from(entry.boards) * width as u64;
        let length = u64::from(entry.key_bytes) + DOUBLE as u64 * values;
        if boards > KeyIndex::MAX_KEYS
            || values > MAX_VALUES
            || key_bytes > PackedKeys::MAX_KEY_BYTES * boards
            || length > MAX_UNPACKED * u64::from(entry.bytes)
        {
            return Err(TablebaseError::Damaged(
                "a layer has more boards than bytes for them",
            ));
        }
        let length = length as usize;
        let mut packed = vec![0; entry.bytes as usize];
        self.input.seek(SeekFrom::Start(begins))?;
        self.input.read_exact(&mut packed)?;
        if crc32fast::hash(&packed) != entry.checksum {
            return Err(TablebaseError::Damaged("the checksum of a layer is wrong"));
        }
        let mut bytes = Vec::new();
        let unpacked = DeflateDecoder::new(&*packed)
            .take(length as u64 + 1)
            .read_to_end(&mut bytes);
        if unpacked.is_err() || bytes.len() != length {
            return Err(TablebaseError::Damaged(
                "a layer does not hold what the directory says",
            ));
        }
        let (keys, doubles) = bytes.split_at(key_bytes);
        let keys = PackedKeys::from_bytes(boards, keys)
            .ok_or(TablebaseError::Damaged("a layer's boards are none"))?;
        let mut values = vec![0.0; boards * width];
        for (number, double) in doubles.as_chunks().0.iter().enumerate() {
            let (column, row) = (number / boards, number % boards);
            let value = f64::from_le_bytes(*double);
            if !(value.is_finite() && value >= 0.0 && (column == 0 || value <= 1.0)) {
                return Err(TablebaseError::Damaged("a layer's value is none"));
            }
            values[row * width + column] = value;
        }
        let layer = keys
            .unpack()
            .and_then(|keys| EvaluatedLayer::new(&keys, width, values));
        layer.map_err(|error| TablebaseError::Read(io::Error::new(io::ErrorKind::OutOfMemory, error)))
    }
}

/// Parses rules and goals.
fn read_header(header: &[u8]) -> Result<(Twenty48, Goals), TablebaseError> {
    let damaged = || TablebaseError::Damaged("its header names no rules that can be worked out");
    let [columns, rows, scoring] = [8, 9, 10].map(|at| header[at]);
    let scoring = match scoring {
        0 => Scoring::Standard,
        1 => Scoring::Contest,
        _ => return Err(damaged()),
    };
    let size = Size::new(columns.into(), rows.into()).map_err(|_| damaged())?;
    let four_rate = f64::from_le_bytes(header[11..19].try_into().expect("eight bytes"));
    let rules = Twenty48::new(size, scoring, four_rate).map_err(|_| damaged())?;
    if !Packing::fits(size) {
        return Err(damaged());
    }
    let exponents: Vec<u32> = header[HEADER..]
        .iter()
        .map(|exponent| u32::from(*exponent))
        .collect();
    let possible = |exponent: &u32| (MIN_EXPONENT..=LARGEST + 1).contains(exponent);
    if !exponents.iter().all(possible) || !exponents.is_sorted_by(|a, b| a > b) {
        return Err(damaged());
    }
    Ok((rules, Goals::new(size.area() as u32, exponents)))
}

/// Returns the file name for some rules, the same for a board and its transpose, which have one tablebase.
pub(super) fn file_name(rules: &Twenty48) -> String {
    let size = rules.size();
    let (longer, shorter) = (size.columns().max(size.rows()), size.columns().min(size.rows()));
    let scoring = match rules.scoring() {
        Scoring::Standard => "",
        Scoring::Contest => "-contest",
    };
    let four_rate = match rules.four_rate() {
        Twenty48::FOUR_RATE => String::new(),
        rate => format!("-four-rate-{rate}"),
    };
    format!("{PREFIX}{longer}x{shorter}{scoring}{four_rate}{SUFFIX}")
}

pub(super) fn is_file_name(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}
