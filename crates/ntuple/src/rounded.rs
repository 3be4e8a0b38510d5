//! Values for players: those that have learned enough, rounded to steps, in less than a hundredth of the
//! space. Rounded is by how much a value is more than at first, which is 0 unless the start was
//! [optimistic](super::DynNetwork::reset_to); so what is dropped is worth what it was at first.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::ops::Range;

use flate2::Compression;
use flate2::write::GzEncoder;
use safetensors::tensor::{Dtype, TensorInfo};

use super::coding::{CONTEXTS, Frequencies, SYMBOLS, decode, encode};
use super::features::Table;
use super::file::{FileError, WeightsFile, write_header};
use super::memory::{Memory, NoMemory};
use super::rounding::{Rounding, RoundingError, STAYS};
use super::sparse::SparseTable;
use super::stages::{CodedTable, RoundedStages};
use super::weights::{Component, Weights};

/// The key of the step in a file's metadata.
const STEP: &str = "step";

/// The key of the JSON object that maps tables to those from which they are stored as differences.
const BASES: &str = "bases";

/// The key of the sides of the tables: an object of JSON with the name of each.
const SHAPES: &str = "shapes";

/// The key of the number of the code, and the number of today's.
const CODE: (&str, &str) = ("code", "2");

/// The tensor of the frequencies by which all tables are coded.
const FREQUENCIES: &str = "frequencies";

/// What becomes of entries that were dropped, when values that were rounded learn on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dropped {
    /// They learn as entries that were never met.
    #[default]
    Learn,
    /// They stay as they are and are dropped again, as in pruned neural networks (Han and others 2015).
    Stay,
}

/// What values have learned in multiples of a step, in two bytes each.
#[derive(Debug)]
pub struct Rounded {
    multiples: Memory,
    count: usize,
    step: f32,
    tables: Vec<RoundedTable>,
}

/// What of the values is a table's.
#[derive(Debug)]
struct RoundedTable {
    entries: Range<usize>,
    /// The place of the earlier table from which it differs little.
    base: Option<usize>,
}

impl Rounded {
    /// Rounds what the values of weights have learned that were all `first`, as far as they may be met. A
    /// table is stored as the difference from an earlier one of its shape, where that leaves fewer entries.
    ///
    /// # Errors
    /// [`RoundingError::Step`], when a value that is kept has learned more than 32,767 times the step;
    /// [`RoundingError::Memory`], when memory is insufficient.
    ///
    /// # Panics
    /// When the step is not a positive number, there is no least amount, or the weights are not those of the
    /// tables.
    pub fn of(
        weights: &Weights,
        tables: &[Table],
        first: f32,
        rounding: &Rounding,
        may_be_met: impl Fn(usize) -> bool,
    ) -> Result<Self, RoundingError> {
        let step = rounding.step;
        assert!(is_step(step), "{step} is no step");
        assert_eq!(
            weights.len(),
            Table::entries_of(tables),
            "they are those of the tables"
        );
        let mut rounded = Self::new(weights.len(), step)?;
        // Half a step further is nearest to the last multiple.
        let reach = (f32::from(i16::MAX) + 0.5) * step;
        let mut furthest = 0.0f32;
        for (place, (table, range)) in tables.iter().zip(Table::ranges(tables)).enumerate() {
            let least = Rounding::least_of(&rounding.least, place, tables.len());
            let entries = || {
                let values = weights.part_of(Component::Value, range.clone());
                values
                    .zip(weights.part_of(Component::Amounts, range.clone()))
                    .zip(range.clone())
            };
            // What a value has learned since it was worth so many times the step.
            let since = |base: i16, ((value, amount), entry): ((f32, f32), usize)| {
                let learned = value - first - f32::from(base) * step;
                let multiple = rounding.multiple(least, learned, amount);
                if multiple != 0 && may_be_met(entry) {
                    multiple
                } else {
                    0
                }
            };
            // How many entries are stored with a base. What stays is not, but has to be worth about the same:
            // it counts where what it is worth is nearer to the first value.
            let stored = |base: &[i16]| {
                let is_stored = |&(&base, entry @ ((value, amount), _)): &(&i16, ((f32, f32), usize))| {
                    let learned = value - first;
                    let off = (learned - f32::from(base) * step).abs();
                    let is_about_right = off < step || off <= learned.abs() / 2.0;
                    since(base, entry) != 0 || amount == STAYS && !is_about_right
                };
                base.iter().zip(entries()).filter(is_stored).count()
            };
            let (before, of_table) = rounded.multiples.halves_mut().split_at_mut(range.start);
            let of_table = &mut of_table[..range.len()];
            // They are 0 as yet.
            let without = (stored(of_table), None);
            let alike = (0..place).filter(|&other| tables[other].shape == table.shape);
            let with = alike.map(|other| {
                (
                    stored(&before[rounded.tables[other].entries.clone()]),
                    Some(other),
                )
            });
            let base = with.chain([without]).min().and_then(|(_, base)| base);
            if let Some(base) = base {
                of_table.copy_from_slice(&before[rounded.tables[base].entries.clone()]);
            }
            for (multiple, entry) in of_table.iter_mut().zip(entries()) {
                let since = since(*multiple, entry);
                if since != 0 {
                    let ((value, _), _) = entry;
                    furthest = furthest.max((value - first).abs());
                }
                let sum = i32::from(*multiple) + since;
                *multiple = sum.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16;
            }
            rounded.tables.push(RoundedTable { entries: range, base });
        }
        if furthest > reach {
            let learned = furthest;
            return Err(RoundingError::Step { learned, step });
        }
        Ok(rounded)
    }

    fn new(count: usize, step: f32) -> Result<Self, NoMemory> {
        let multiples = Memory::new(count.div_ceil(2))?;
        Ok(Self {
            multiples,
            count,
            step,
            tables: Vec::new(),
        })
    }

    /// Returns of each value how many times the step is what it has learned.
    pub fn multiples(&self) -> &[i16] {
        &self.multiples.halves()[..self.count]
    }

    /// Returns the step.
    pub const fn step(&self) -> f32 {
        self.step
    }

    /// Returns how many values are stored: those other than 0, or than in the table's base.
    pub fn kept(&self) -> usize {
        let stored = self.tables.iter().flat_map(|table| self.stored(table));
        stored.filter(|&multiple| multiple != 0).count()
    }

    /// Lists what is stored of each entry of a table: its multiple, or the difference from the base.
    fn stored(&self, table: &RoundedTable) -> impl Iterator<Item = i16> {
        let multiples = self.multiples();
        let base = table
            .base
            .map(|base| &multiples[self.tables[base].entries.clone()]);
        let of_table = multiples[table.entries.clone()].iter().enumerate();
        of_table.map(move |(place, multiple)| multiple.wrapping_sub(base.map_or(0, |base| base[place])))
    }

    /// Sets the values of weights that were all `first`, and, with least amounts, the amounts of their errors
    /// with which rounding again changes nothing. Entries that are not stored have never been met, or
    /// [stay](Dropped::Stay) as they are.
    ///
    /// # Panics
    /// When there are not as many weights as values.
    pub fn restore(&self, weights: &mut Weights, first: f32, least: &[f32], dropped: Dropped) {
        assert_eq!(weights.len(), self.count, "there are as many");
        let values = weights.part_mut(Component::Value).zip(self.multiples());
        values.for_each(|(value, &multiple)| *value = first + f32::from(multiple) * self.step);
        if least.is_empty() {
            return;
        }
        let tables = self.tables.iter().enumerate();
        let met = tables.flat_map(|(place, table)| {
            let least = Rounding::least_of(least, place, self.tables.len()).max(self.step);
            self.stored(table)
                .map(move |stored| (stored, 1.01 * least * least / self.step))
        });
        let amounts = weights
            .part_mut(Component::Amounts)
            .zip(self.multiples())
            .zip(met);
        for ((amount, &multiple), (stored, met)) in amounts {
            *amount = match (stored.unsigned_abs(), multiple.unsigned_abs()) {
                (0, _) if dropped == Dropped::Stay => STAYS,
                (0, 0) => 0.0,
                (0, multiple) => met / f32::from(multiple),
                (stored, _) => {
                    met / f32::from(stored).min((2.0_f32).powi(stored.trailing_zeros() as i32 + 1))
                }
            };
        }
    }

    /// Writes the values with a description, as a safetensors file compressed by gzip. A table has one tensor
    /// of words, `NAME.values`; of a table with a base it is `NAME.differences`, in 16 bits that wrap around.
    ///
    /// # Errors
    /// When the file cannot be written or memory is insufficient.
    ///
    /// # Panics
    /// When the values are not those of the tables.
    pub fn write(&self, out: &mut dyn Write, description: &str, tables: &[Table]) -> io::Result<()> {
        let lengths = self.tables.iter().map(|table| table.entries.len());
        assert!(
            lengths.eq(tables.iter().map(Table::entries)),
            "the values are those of the tables"
        );
        let bases = tables.iter().zip(&self.tables);
        let bases: BTreeMap<&str, &str> = bases
            .filter_map(|(table, rounded)| Some((&*table.name, &*tables[rounded.base?].name)))
            .collect();
        let mut texts = vec![
            (STEP, self.step.to_string()),
            (CODE.0, CODE.1.to_owned()),
            (SHAPES, shapes(tables)),
        ];
        if !bases.is_empty() {
            texts.push((BASES, serde_json::to_string(&bases)?));
        }
        let sparse = tables.iter().zip(&self.tables).map(|(table, rounded)| {
            let stored = SparseTable::of_numbers(table.entries(), self.stored(rounded))?;
            Ok((table, stored))
        });
        let sparse = sparse
            .collect::<Result<Vec<_>, NoMemory>>()
            .map_err(io::Error::other)?;
        let (frequencies, coded) = encode(&sparse).map_err(io::Error::other)?;
        let mut out = GzEncoder::new(out, Compression::fast());
        let tensors = tables
            .iter()
            .zip(&coded)
            .map(|(table, words)| tensor(table, bases.contains_key(&*table.name), words.len()));
        write_header(
            &mut out,
            description,
            texts,
            [frequencies_tensor()].into_iter().chain(tensors),
        )?;
        for frequency in frequencies.per_context().flatten() {
            out.write_all(&frequency.to_le_bytes())?;
        }
        for word in coded.into_iter().flatten() {
            out.write_all(&word.to_le_bytes())?;
        }
        out.finish()?;
        Ok(())
    }
}

/// Returns whether values can be multiples of a number.
fn is_step(step: f32) -> bool {
    step.is_finite() && step > 0.0
}

/// Returns the text of the sides of tables.
fn shapes(tables: &[Table]) -> String {
    let shapes: BTreeMap<&str, &[usize]> = tables.iter().map(|table| (&*table.name, &*table.shape)).collect();
    serde_json::json!(shapes).to_string()
}

/// Returns the name, type and sides of the tensor of a table's coded words.
fn tensor(table: &Table, has_base: bool, words: usize) -> (String, Dtype, Vec<usize>) {
    let suffix = if has_base { "differences" } else { "values" };
    (format!("{}.{suffix}", table.name), Dtype::U32, vec![words])
}

/// Returns the name, type and sides of the tensor of the frequencies: of each symbol in each context.
fn frequencies_tensor() -> (String, Dtype, Vec<usize>) {
    (FREQUENCIES.to_owned(), Dtype::U16, vec![CONTEXTS, SYMBOLS])
}

/// Returns the most bytes that a table may be coded to: an entry takes five symbols at most, of 15 bits each,
/// where the frequencies are those of other tables.
fn max_bytes(table: &Table) -> usize {
    table.entries().saturating_mul(10).saturating_add(64)
}

impl<R: Read> WeightsFile<R> {
    /// Returns whether its values are rounded.
    pub fn is_rounded(&self) -> bool {
        self.text(STEP).is_some()
    }

    /// Reads rounded values, in two bytes an entry, if the file has just these tables.
    ///
    /// # Errors
    /// * [`FileError::Step`], when it is not rounded, or its step is no positive number;
    /// * [`FileError::Code`], when it was written by another version;
    /// * [`FileError::Other`], when its tables are others;
    /// * [`FileError::Values`], when its values are damaged;
    /// * [`FileError::Memory`], when memory is insufficient;
    /// * [`FileError::CutOff`] or [`FileError::Longer`], when it has another length;
    /// * [`FileError::Io`] or [`FileError::Damaged`], when it cannot be read.
    pub fn read_rounded(self, tables: &[Table]) -> Result<Rounded, FileError> {
        let (step, frequencies, coded) = self.read_coded(tables)?;
        let mut rounded = Rounded::new(Table::entries_of(tables), step)?;
        for ((table, entries), CodedTable { words, base }) in
            tables.iter().zip(Table::ranges(tables)).zip(coded)
        {
            let dense = rounded.multiples.halves_mut();
            if let Some(base) = base {
                dense.copy_within(rounded.tables[base].entries.clone(), entries.start);
            }
            let dense = &mut dense[entries.clone()];
            for (first, part) in decode(table, &words, &frequencies)?.stored_parts() {
                for (multiple, stored) in dense[first..].iter_mut().zip(part) {
                    *multiple = multiple.wrapping_add(*stored);
                }
            }
            rounded.tables.push(RoundedTable { entries, base });
        }
        Ok(rounded)
    }

    /// Reads rounded values for players, if the file has just these tables, as many for each stage.
    ///
    /// # Errors
    /// As [`WeightsFile::read_rounded`]; damaged values may be found only by [`RoundedStages::multiples`].
    ///
    /// # Panics
    /// When `stages` is 0 or does not divide the number of tables.
    pub fn read_stages(self, tables: &[Table], stages: usize) -> Result<RoundedStages, FileError> {
        let (step, frequencies, coded) = self.read_coded(tables)?;
        Ok(RoundedStages::new(step, frequencies, tables, coded, stages)?)
    }

    /// Reads the bytes of rounded values, if the file has just these tables.
    fn read_coded(mut self, tables: &[Table]) -> Result<(f32, Frequencies, Vec<CodedTable>), FileError> {
        let step = self.text(STEP).unwrap_or_default();
        let step: f32 = step
            .parse()
            .ok()
            .filter(|&step| is_step(step))
            .ok_or_else(|| FileError::Step(step.to_owned()))?;
        let mut names: BTreeMap<String, String> = match self.text(BASES) {
            Some(bases) => serde_json::from_str(bases).map_err(|_| FileError::Other)?,
            None => BTreeMap::new(),
        };
        if self.text(CODE.0) != Some(CODE.1) {
            return Err(FileError::Code);
        }
        if self.text(SHAPES) != Some(&shapes(tables)) {
            return Err(FileError::Other);
        }
        // The header's form makes sure that the bytes of one are followed by those of the next.
        let mut end = 0;
        let mut length = |name: &str, of: Dtype, most: usize| {
            let TensorInfo {
                dtype,
                data_offsets: (begin, behind),
                ..
            } = *self.info(name)?;
            let is_next = begin == std::mem::replace(&mut end, behind);
            (of == dtype && is_next && behind - begin <= most).then_some(behind - begin)
        };
        let (name, dtype, shape) = frequencies_tensor();
        let of_frequencies = shape.iter().product::<usize>() * dtype.bitsize() / 8;
        let mut lengths =
            vec![length(&name, dtype, of_frequencies).filter(|&length| length == of_frequencies)];
        lengths.extend(tables.iter().map(|table| {
            let (name, dtype, _) = tensor(table, names.contains_key(&table.name), 0);
            length(&name, dtype, max_bytes(table))
        }));
        let lengths: Option<Vec<usize>> = lengths.into_iter().collect();
        let lengths = lengths.filter(|lengths| lengths.len() == self.names().len());
        let lengths = lengths.ok_or(FileError::Other)?;
        let frequencies = self.bytes(lengths[0], &name)?;
        let frequencies = frequencies.as_chunks().0.iter().copied().map(u16::from_le_bytes);
        let frequencies: Vec<u16> = frequencies.collect();
        let frequencies = Frequencies::read(frequencies.as_chunks().0.iter().copied());
        let frequencies = frequencies.ok_or(FileError::Values(name))?;
        let mut coded = Vec::new();
        for (place, (table, length)) in tables.iter().zip(&lengths[1..]).enumerate() {
            let bytes = self.bytes(*length, &table.name)?;
            let words = bytes
                .as_chunks()
                .0
                .iter()
                .copied()
                .map(u32::from_le_bytes)
                .collect();
            let base = names.remove(&table.name).map(|base| {
                let mut before = tables[..place].iter();
                let base = before.position(|other| other.name == base && other.shape == table.shape);
                base.ok_or(FileError::Other)
            });
            let base = base.transpose()?;
            coded.push(CodedTable { words, base });
        }
        self.finish()?;
        if names.is_empty() {
            Ok((step, frequencies, coded))
        } else {
            Err(FileError::Other)
        }
    }
}

#[cfg(test)]
mod tests;
