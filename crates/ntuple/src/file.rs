//! Weights in files of the format safetensors.
//!
//! Every table is a tensor of 32-bit numbers for each [`Component`]: `NAME` holds the values, `NAME.errors`
//! and `NAME.amounts` the state of temporal coherence. Metadata under the key [`DESCRIPTION`] describe the
//! weights. The values come first: a player reads no further, unless the checksum of gzip is behind them.

use std::collections::HashMap;
use std::io::{self, Read, Write};

use flate2::read::MultiGzDecoder;
use safetensors::tensor::{Dtype, Metadata, TensorInfo};
use thiserror::Error;

use super::features::Table;
use super::memory::NoMemory;
use super::weights::{Component, Weights};

/// The key of the description in a file's metadata.
const DESCRIPTION: &str = "quincunx";

/// The longest header: a description has at most a thousand log entries of some hundred bytes.
const MAX_HEADER_BYTES: u64 = 1 << 22;

/// Numbers that are read or written at a time.
const AT_ONCE: usize = 1 << 16;

/// Why a file is not one of weights, or not of these.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is no file of weights: {0}")]
    Form(String),
    /// Its tables are others.
    #[error("it has no table `{name}` of {shape:?} numbers of 32 bits")]
    Table { name: String, shape: Vec<usize> },
    /// It holds what no training makes.
    #[error("it has {number} in table `{name}`, at entry {entry}: only finite numbers are values")]
    NotFinite { name: String, entry: usize, number: f32 },
    /// It remembers what no errors add up to.
    #[error("it has {number} in table `{name}`, at entry {entry}: amounts of errors are not below 0")]
    Amount { name: String, entry: usize, number: f32 },
    /// It ends too soon.
    #[error("it is cut off in table `{}`", .0.chars().take(80).collect::<String>().escape_debug())]
    CutOff(String),
    /// It was compressed, and is no longer what it was.
    #[error("it is damaged: {0}")]
    Damaged(io::Error),
    /// Its tables are rounded, and others than are wanted.
    #[error("its rounded values are not those of the tables that are wanted")]
    Other,
    /// Its rounded values cannot be made out.
    #[error("its values are multiples of `{}`, which is no positive number", .0.escape_debug())]
    Step(String),
    /// Its rounded values are coded in another way.
    #[error("its rounded values were written by another version of this program, in a form of its own")]
    Code,
    /// A table's coded values, or the frequencies by which they are coded, are damaged.
    #[error("its values in table `{0}` are damaged")]
    Values(String),
    /// There is not as much memory as its values take.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// Something is behind its end.
    #[error("it goes on behind its last table")]
    Longer,
}

/// Returns the name of one of a table's tensors.
fn tensor(table: &Table, part: Component) -> String {
    let name = &table.name;
    match part {
        Component::Value => name.clone(),
        Component::Errors => format!("{name}.errors"),
        Component::Amounts => format!("{name}.amounts"),
    }
}

/// Writes some components of the weights of these tables with their description.
///
/// # Errors
/// When the output cannot be written.
///
/// # Panics
/// When the weights are not those of the tables.
pub fn write(
    out: &mut dyn Write,
    description: &str,
    tables: &[Table],
    weights: &Weights,
    parts: &[Component],
) -> io::Result<()> {
    assert_eq!(
        weights.len(),
        Table::entries_of(tables),
        "the weights are those of the tables"
    );
    let tensors = parts.iter().flat_map(|&part| {
        let tensor = move |table| (tensor(table, part), Dtype::F32, table.shape.clone());
        tables.iter().map(tensor)
    });
    write_header(out, description, [], tensors)?;
    let mut bytes = Vec::with_capacity(AT_ONCE * size_of::<f32>());
    for &part in parts {
        let mut numbers = weights.part(part);
        while numbers.len() > 0 {
            bytes.clear();
            bytes.extend(numbers.by_ref().take(AT_ONCE).flat_map(f32::to_le_bytes));
            out.write_all(&bytes)?;
        }
    }
    Ok(())
}

/// Writes the header: name, type and sides of each tensor, and the metadata.
pub(super) fn write_header(
    out: &mut dyn Write,
    description: &str,
    more: impl IntoIterator<Item = (&'static str, String)>,
    tensors: impl IntoIterator<Item = (String, Dtype, Vec<usize>)>,
) -> io::Result<()> {
    let tensors = tensors.into_iter().scan(0, |end, (name, dtype, shape)| {
        let begin = *end;
        *end += shape.iter().product::<usize>() * dtype.bitsize() / 8;
        let info = TensorInfo {
            dtype,
            shape,
            data_offsets: (begin, *end),
        };
        Some((name, info))
    });
    let texts = [(DESCRIPTION, description.to_owned())].into_iter().chain(more);
    let texts = texts.map(|(key, text)| (key.to_owned(), text)).collect();
    let metadata = Metadata::new(Some(texts), tensors.collect()).map_err(io::Error::other)?;
    // Through a value, whose keys are sorted: the same weights make the same bytes.
    let mut header = serde_json::to_vec(&serde_json::to_value(&metadata)?)?;
    // The numbers begin at a multiple of eight, as the form asks.
    header.resize(header.len().next_multiple_of(8), b' ');
    out.write_all(&(header.len() as u64).to_le_bytes())?;
    out.write_all(&header)
}

/// Where a file is read from.
#[derive(Debug)]
enum Source<R> {
    Plain(Begun<R>),
    Compressed(MultiGzDecoder<Begun<R>>),
}

/// A file whose first bytes have been looked at.
type Begun<R> = io::Chain<io::Cursor<[u8; 2]>, R>;

/// How gzip begins, which no header of weights does: its length is a multiple of eight.
const GZIP: [u8; 2] = [0x1f, 0x8b];

impl<R: Read> Read for Source<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(source) => source.read(bytes),
            Self::Compressed(source) => source.read(bytes),
        }
    }
}

/// A file of weights whose header has been read.
#[derive(Debug)]
pub struct WeightsFile<R> {
    source: Source<R>,
    /// How many bytes the header takes, with its length.
    header: u64,
    metadata: Metadata,
    description: String,
}

impl<R: Read> WeightsFile<R> {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// [`FileError::Form`], when it is no file of weights or ends in its header; [`FileError::Io`] or
    /// [`FileError::Damaged`], when it cannot be read.
    pub fn open(mut source: R) -> Result<Self, FileError> {
        let cut_off = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => FileError::Form("it ends in its header".to_owned()),
            _ => read_error(error),
        };
        let mut first = [0; 2];
        source.read_exact(&mut first).map_err(cut_off)?;
        let begun = io::Cursor::new(first).chain(source);
        let mut source = match first {
            GZIP => Source::Compressed(MultiGzDecoder::new(begun)),
            _ => Source::Plain(begun),
        };
        let mut length = [0; 8];
        source.read_exact(&mut length).map_err(cut_off)?;
        let length = u64::from_le_bytes(length);
        if length > MAX_HEADER_BYTES {
            return Err(FileError::Form(format!("a header of {length} bytes")));
        }
        let mut header = Vec::new();
        source
            .by_ref()
            .take(length)
            .read_to_end(&mut header)
            .map_err(cut_off)?;
        if (header.len() as u64) < length {
            return Err(cut_off(io::ErrorKind::UnexpectedEof.into()));
        }
        let metadata: Metadata =
            serde_json::from_slice(&header).map_err(|error| FileError::Form(error.to_string()))?;
        let texts = metadata.metadata().as_ref();
        let description = texts
            .and_then(|texts| texts.get(DESCRIPTION))
            .ok_or_else(|| FileError::Form(format!("its metadata have no `{DESCRIPTION}`")))?
            .clone();
        Ok(Self {
            source,
            header: 8 + length,
            metadata,
            description,
        })
    }

    /// Returns the description that was written with the weights.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns one of the texts in its metadata.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        let texts = self.metadata.metadata().as_ref()?;
        texts.get(key).map(String::as_str)
    }

    /// Returns of what type and shape a tensor is, if it has one of that name.
    pub(super) fn info(&self, name: &str) -> Option<&TensorInfo> {
        self.metadata.info(name)
    }

    /// Lists the names of its tensors, in their order.
    pub(super) fn names(&self) -> Vec<String> {
        self.metadata.offset_keys()
    }

    /// Reads the next bytes, which are of a table; memory is taken as they come.
    pub(super) fn bytes(&mut self, length: usize, table: &str) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        let source = self.source.by_ref();
        source
            .take(length as u64)
            .read_to_end(&mut bytes)
            .map_err(read_error)?;
        if bytes.len() < length {
            return Err(FileError::CutOff(table.to_owned()));
        }
        Ok(bytes)
    }

    const fn is_compressed(&self) -> bool {
        matches!(self.source, Source::Compressed(_))
    }

    /// Makes sure that nothing is left, and that what was compressed is whole.
    pub(super) fn finish(&mut self) -> Result<(), FileError> {
        match self.source.read(&mut [0]).map_err(read_error)? {
            0 => Ok(()),
            _ => Err(FileError::Longer),
        }
    }

    /// Checks that the file is whole: by its checksum if it is compressed, else by its length in bytes.
    ///
    /// # Errors
    /// [`FileError::CutOff`] or [`FileError::Longer`], when it has another length; [`FileError::Io`] or
    /// [`FileError::Damaged`], when it cannot be read.
    pub fn check(self, bytes: u64) -> Result<(), FileError> {
        let ends = self.names().into_iter().filter_map(|name| {
            let end = self.info(&name)?.data_offsets.1 as u64;
            Some((name, end))
        });
        let ends: Vec<(String, u64)> = ends.collect();
        let end = ends.last().map_or(0, |&(_, end)| end);
        let there = match self.source {
            Source::Plain(_) => bytes.saturating_sub(self.header),
            Source::Compressed(source) => {
                io::copy(&mut source.take(end.saturating_add(1)), &mut io::sink()).map_err(read_error)?
            }
        };
        match ends.into_iter().find(|&(_, end)| end > there) {
            Some((name, _)) => Err(FileError::CutOff(name)),
            None if there > end => Err(FileError::Longer),
            None => Ok(()),
        }
    }

    /// Lists its tensors, each with its name and its sides, in their order.
    pub fn tensors(&self) -> Vec<Table> {
        let names = self.metadata.offset_keys().into_iter();
        names
            .map(|name| {
                let info = self.metadata.info(&name).expect("it is in the list");
                let shape = info.shape.clone();
                Table { name, shape }
            })
            .collect()
    }

    /// Returns whether it has a part of some tables.
    pub fn has(&self, tables: &[Table], part: Component) -> bool {
        tables.iter().all(|table| self.find(table, part).is_ok())
    }

    fn find(&self, table: &Table, part: Component) -> Result<&TensorInfo, FileError> {
        self.metadata
            .info(&tensor(table, part))
            .filter(|info| info.dtype == Dtype::F32 && info.shape == table.shape)
            .ok_or_else(|| FileError::Table {
                name: tensor(table, part),
                shape: table.shape.clone(),
            })
    }

    /// Reads components of tables and hands over each number with its component and entry. Of a
    /// [rounded](Self::is_rounded) file only `[Component::Value]` can be read.
    ///
    /// # Errors
    /// Of a file that is not rounded; some numbers may have been handed over before:
    ///
    /// * [`FileError::Table`], when it does not have one of the tables;
    /// * [`FileError::NotFinite`] or [`FileError::Amount`], when it has a number that no training makes;
    /// * [`FileError::CutOff`], when it ends too soon;
    /// * [`FileError::Longer`], when bytes follow its last table, and all components are read or it is
    ///   compressed;
    /// * [`FileError::Io`] or [`FileError::Damaged`], when it cannot be read.
    ///
    /// Of a rounded file [`FileError::Other`], when other components are asked for, or an error of
    /// [`WeightsFile::read_rounded`].
    pub fn read(
        mut self,
        tables: &[Table],
        parts: &[Component],
        set: &mut dyn FnMut(Component, usize, f32),
    ) -> Result<(), FileError> {
        if self.is_rounded() {
            if parts != [Component::Value] {
                return Err(FileError::Other);
            }
            let rounded = self.read_rounded(tables)?;
            for (place, &multiple) in rounded.multiples().iter().enumerate() {
                set(Component::Value, place, f32::from(multiple) * rounded.step());
            }
            return Ok(());
        }
        let mut wanted = HashMap::new();
        for &part in parts {
            for (table, range) in tables.iter().zip(Table::ranges(tables)) {
                self.find(table, part)?;
                wanted.insert(tensor(table, part), (part, range.start));
            }
        }
        for name in self.metadata.offset_keys() {
            let info = self.metadata.info(&name).expect("it is in the list");
            let mut left = info.data_offsets.1 - info.data_offsets.0;
            let target = wanted.remove(&name);
            let mut place = target.map(|(_, first)| first).unwrap_or_default();
            while left > 0 {
                let chunk = self.bytes(left.min(AT_ONCE * size_of::<f32>()), &name)?;
                left -= chunk.len();
                if let Some((part, first)) = target {
                    for number in chunk.as_chunks().0 {
                        let number = f32::from_le_bytes(*number);
                        if !number.is_finite() {
                            let entry = place - first;
                            return Err(FileError::NotFinite { name, entry, number });
                        }
                        if part == Component::Amounts && number < 0.0 {
                            let entry = place - first;
                            return Err(FileError::Amount { name, entry, number });
                        }
                        set(part, place, number);
                        place += 1;
                    }
                }
            }
            // The checksum of what is compressed is at its end.
            if wanted.is_empty() && parts.len() < Component::ALL.len() && !self.is_compressed() {
                return Ok(());
            }
        }
        self.finish()
    }

    /// Reads components of tables into their weights; see [`WeightsFile::read`].
    ///
    /// # Errors
    /// As [`WeightsFile::read`]; some weights may have been set before.
    ///
    /// # Panics
    /// When the weights are not those of the tables.
    pub fn read_into(
        self,
        tables: &[Table],
        parts: &[Component],
        weights: &mut Weights,
    ) -> Result<(), FileError> {
        assert_eq!(
            weights.len(),
            Table::entries_of(tables),
            "the weights are those of the tables"
        );
        self.read(tables, parts, &mut |part, place, number| {
            weights.set(place, part, number);
        })
    }
}

/// Reports what is wrong with a source that cannot be read.
fn read_error(error: io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => FileError::Damaged(error),
        _ => FileError::Io(error),
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn tables() -> Vec<Table> {
        let table = |name: &str, shape: &[usize]| Table {
            name: name.to_owned(),
            shape: shape.to_vec(),
        };
        vec![table("first", &[2, 3]), table("second", &[4])]
    }

    fn weights() -> Weights {
        let mut weights = Weights::new(10).expect("ten entries");
        for (number, part) in (1u8..).zip(Component::ALL) {
            for (place, value) in (0u8..).zip(weights.part_mut(part)) {
                *value = f32::from(number) * 100.0 + f32::from(place);
            }
        }
        weights
    }

    fn written(parts: &[Component]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, "of a test", &tables(), &weights(), parts).expect("memory can be written");
        bytes
    }

    fn read(bytes: &[u8], parts: &[Component]) -> Result<Weights, FileError> {
        let file = WeightsFile::open(bytes)?;
        assert_eq!(file.description(), "of a test");
        let mut weights = Weights::new(10).expect("ten entries");
        file.read_into(&tables(), parts, &mut weights)?;
        Ok(weights)
    }

    #[test]
    fn what_is_written_is_read() {
        let whole = read(&written(&Component::ALL), &Component::ALL).expect("it was written");
        for part in Component::ALL {
            assert!(whole.part(part).eq(weights().part(part)), "{part:?}");
        }
        for bytes in [written(&Component::ALL), written(&[Component::Value])] {
            let values = read(&bytes, &[Component::Value]).expect("it was written");
            assert!(values.part(Component::Value).eq(weights().part(Component::Value)));
            assert!(values.part(Component::Errors).all(|number| number == 0.0));
        }
    }

    /// What other programs see.
    #[test]
    fn a_table_is_a_tensor_of_its_shape() {
        let bytes = written(&Component::ALL);
        let file = safetensors::SafeTensors::deserialize(&bytes).expect("it is of the form");
        assert_eq!(file.len(), 6);
        let second = file.tensor("second.errors").expect("it is there");
        assert_eq!((second.dtype(), second.shape()), (Dtype::F32, &[4][..]));
        assert_eq!(second.data()[4..8], 207.0f32.to_le_bytes());
        assert_eq!(
            written(&Component::ALL),
            bytes,
            "the same weights, the same bytes"
        );
    }

    #[test]
    fn whether_a_file_is_whole_is_reported_by_its_length_or_its_checksum() {
        let plain = written(&Component::ALL);
        let check = |bytes: &[u8]| WeightsFile::open(bytes)?.check(bytes.len() as u64);
        let compressed = |bytes: &[u8]| {
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(bytes).expect("memory can be written");
            packed.finish().expect("memory can be written")
        };
        let packed = compressed(&plain);
        assert!(check(&compressed(&plain[..plain.len() - 1])).is_err());
        assert!(check(&compressed(&[&*plain, &[0]].concat())).is_err());
        let mut damaged = packed.clone();
        // The checksum is in the last eight bytes but four.
        damaged[packed.len() - 6] ^= 1;
        assert!(check(&damaged).is_err());
        let values = compressed(&written(&[Component::Value]));
        for mut bytes in [values, packed.clone()] {
            assert!(read(&bytes, &[Component::Value]).is_ok());
            let at = bytes.len() - 6;
            bytes[at] ^= 1;
            let error = read(&bytes, &[Component::Value]).expect_err("players check it too");
            assert!(matches!(error, FileError::Damaged(_)), "{error:?}");
        }
        for bytes in [&plain, &packed] {
            assert!(check(bytes).is_ok());
            let longer = [&**bytes, b"and so on"].concat();
            assert!(check(&longer).is_err());
            for length in 0..bytes.len() {
                assert!(check(&bytes[..length]).is_err(), "{length}");
            }
        }
        let error = check(&plain[..plain.len() - 1]).expect_err("it is cut off");
        assert_eq!(error.to_string(), "it is cut off in table `second.amounts`");
    }

    #[test]
    fn what_is_something_else_is_refused() {
        let bytes = written(&[Component::Value]);
        let error = read(&bytes, &Component::ALL).expect_err("only the values are there");
        assert_eq!(
            error.to_string(),
            "it has no table `first.errors` of [2, 3] numbers of 32 bits"
        );
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length], &[Component::Value]).is_err(), "{length}");
        }
        for number in [f32::NAN, f32::NEG_INFINITY] {
            let mut bytes = bytes.clone();
            // The last but one of ten numbers, the third of the second table.
            let at = bytes.len() - 2 * size_of::<f32>();
            bytes[at..][..4].copy_from_slice(&number.to_le_bytes());
            let error = read(&bytes, &[Component::Value]).expect_err("it is not finite");
            let message =
                format!("it has {number} in table `second`, at entry 2: only finite numbers are values");
            assert_eq!(error.to_string(), message);
        }
        let mut longer = written(&Component::ALL);
        longer.push(0);
        assert!(matches!(read(&longer, &Component::ALL), Err(FileError::Longer)));
        for damaged in [
            &b"Dear diary, today"[..],
            &[255; 40],
            &[2, 0, 0, 0, 0, 0, 0, 0, b'{', b'}'],
        ] {
            assert!(matches!(WeightsFile::open(damaged), Err(FileError::Form(_))));
        }
    }
}
