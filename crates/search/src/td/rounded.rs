//! Values for players: those that have learned enough, rounded to steps, in a hundredth of the room.
//!
//! What is rounded is what a value has learned, by how much it is more than it was at first: 0 for most networks, a part of what
//! was expected where the start was [optimistic](super::DynNetwork::expect). So what is dropped is worth what it was at first.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use safetensors::tensor::{Dtype, TensorInfo};

use super::file::{FileError, WeightsFile, write_header};
use super::memory::{Memory, NoMemory};
use super::{Part, Table, Weights};

/// The key of the step in a file's metadata.
pub(super) const STEP: &str = "step";

/// How values are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// An entry is dropped when the sum of the amounts of its errors, times what its value has learned, is less than the square
    /// of this: it has hardly been met, or adds hardly anything. One of which no errors are remembered, as it has learned
    /// without temporal coherence or was taken over, is kept.
    pub least: f32,
    /// What is left is rounded to multiples of this, at most 32,767 times; more than 0.
    pub step: f32,
}

impl Rounding {
    /// Returns how many times the step is what a value has learned, and 0 when it is dropped.
    fn multiple(self, learned: f32, amount: f32) -> i16 {
        let limit = f32::from(i16::MAX);
        if amount == 0.0 || amount * learned.abs() >= self.least * self.least {
            (learned / self.step).round().clamp(-limit, limit) as i16
        } else {
            0
        }
    }
}

/// What values have learned in multiples of a step, in two bytes each.
#[derive(Debug)]
pub struct Rounded {
    multiples: Memory,
    count: usize,
    step: f32,
}

impl Rounded {
    /// Rounds what the values of weights have learned that were all the same `first`, as far as they may be met.
    ///
    /// # Errors
    /// When there is not as much memory.
    ///
    /// # Panics
    /// When the step is not a positive number.
    pub fn of(
        weights: &Weights,
        first: f32,
        rounding: Rounding,
        may_be_met: impl Fn(usize) -> bool,
    ) -> Result<Self, NoMemory> {
        let step = rounding.step;
        assert!(is_step(step), "{step} is no step");
        let mut rounded = Self::new(weights.len(), step)?;
        let entries = weights.part(Part::Value).zip(weights.part(Part::Amounts));
        for (entry, (multiple, (value, amount))) in
            rounded.multiples_mut().iter_mut().zip(entries).enumerate()
        {
            let of_value = rounding.multiple(value - first, amount);
            *multiple = if of_value != 0 && may_be_met(entry) {
                of_value
            } else {
                0
            };
        }
        Ok(rounded)
    }

    fn new(count: usize, step: f32) -> Result<Self, NoMemory> {
        let multiples = Memory::new(count.div_ceil(2))?;
        Ok(Self {
            multiples,
            count,
            step,
        })
    }

    /// Returns of each value how many times the step is what it has learned.
    #[must_use]
    pub fn multiples(&self) -> &[i16] {
        &self.multiples.halves()[..self.count]
    }

    fn multiples_mut(&mut self) -> &mut [i16] {
        &mut self.multiples.halves_mut()[..self.count]
    }

    /// Returns the step.
    #[must_use]
    pub const fn step(&self) -> f32 {
        self.step
    }

    /// Returns how many values are not 0.
    #[must_use]
    pub fn kept(&self) -> usize {
        kept(self.multiples()).count()
    }

    /// Writes the values with a description, compressed by gzip.
    ///
    /// Inside is a file in the form safetensors. A table has three tensors of bytes: `NAME.kept` has a bit for each value,
    /// the lowest of a byte first, that tells whether it is other than 0, and the others have a byte for each that is. A
    /// multiple n is written as the number 2n, or −2n − 1 below 0; `NAME.low` holds the lower bytes of these numbers and
    /// `NAME.high` the upper ones. So they are compressed to two thirds of what the multiples as they are would take.
    ///
    /// # Errors
    /// When they cannot be written.
    ///
    /// # Panics
    /// When the values are not those of the tables.
    pub fn write(&self, out: &mut dyn Write, description: &str, tables: &[Table]) -> io::Result<()> {
        assert_eq!(
            self.count,
            Table::entries_of(tables),
            "the values are those of the tables"
        );
        let of_tables = || split(self.multiples(), tables);
        let counts = of_tables().map(|multiples| kept(multiples).count());
        let mut out = GzEncoder::new(out, Compression::best());
        let tensors = tensors(tables, &counts.collect::<Vec<_>>());
        write_header(&mut out, description, Some(self.step), tensors)?;
        for multiples in of_tables() {
            let bits = multiples.chunks(8).map(|eight| {
                let bits = eight.iter().rev();
                bits.fold(0, |byte, &multiple| byte << 1 | u8::from(multiple != 0))
            });
            out.write_all(&bits.collect::<Vec<u8>>())?;
        }
        for byte in Byte::BOTH {
            for multiples in of_tables() {
                let bytes = kept(multiples).map(|&multiple| folded(multiple).to_le_bytes()[byte as usize]);
                out.write_all(&bytes.collect::<Vec<u8>>())?;
            }
        }
        out.finish()?;
        Ok(())
    }
}

/// Tells whether values can be multiples of a number.
fn is_step(step: f32) -> bool {
    step.is_finite() && step > 0.0
}

/// Returns those that are not 0.
fn kept(multiples: &[i16]) -> impl Iterator<Item = &i16> {
    multiples.iter().filter(|&&multiple| multiple != 0)
}

/// Returns what is of each table.
fn split<'a>(mut multiples: &'a [i16], tables: &'a [Table]) -> impl Iterator<Item = &'a [i16]> {
    tables.iter().map(move |table| {
        let (of_table, others) = multiples.split_at(table.entries());
        multiples = others;
        of_table
    })
}

/// The two bytes of a multiple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Byte {
    Low,
    High,
}

impl Byte {
    const BOTH: [Self; 2] = [Self::Low, Self::High];
}

/// Returns 2n, or −2n − 1 below 0.
const fn folded(multiple: i16) -> u16 {
    (multiple << 1 ^ multiple >> 15).cast_unsigned()
}

/// Returns what was [`folded`].
const fn unfolded(number: u16) -> i16 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// Lists the tensors of tables that keep so many values each, in their order.
fn tensors(tables: &[Table], counts: &[usize]) -> Vec<(String, Dtype, Vec<usize>)> {
    let tensor =
        |table: &Table, suffix, length| (format!("{}.{suffix}", table.name), Dtype::U8, vec![length]);
    let bits = tables
        .iter()
        .map(|table| tensor(table, "kept", bytes_of_bits(table)));
    let of_all = |suffix| {
        let tables = tables.iter().zip(counts);
        tables.map(move |(table, &count)| tensor(table, suffix, count))
    };
    bits.chain(of_all("low")).chain(of_all("high")).collect()
}

/// Returns in how many bytes there is a bit for each entry.
fn bytes_of_bits(table: &Table) -> usize {
    table.entries().div_ceil(8)
}

/// Returns the places of the bits that are set.
fn places(bits: &[u8]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(byte, &bits)| {
        let set = (0..8).filter(move |bit| bits >> bit & 1 != 0);
        set.map(move |bit| 8 * byte + bit)
    })
}

impl<R: Read> WeightsFile<R> {
    /// Tells whether its values are rounded.
    #[must_use]
    pub fn is_rounded(&self) -> bool {
        self.text(STEP).is_some()
    }

    /// Reads the values of tables that were rounded.
    ///
    /// It takes memory for two bytes an entry, and only when the file has just these tables.
    ///
    /// # Errors
    /// When the file has other values, its step is none, it is damaged, or there is not as much memory.
    pub fn read_rounded(mut self, tables: &[Table]) -> Result<Rounded, FileError> {
        let step = self.text(STEP).unwrap_or_default();
        let step: f32 = step
            .parse()
            .ok()
            .filter(|&step| is_step(step))
            .ok_or_else(|| FileError::Step(step.to_owned()))?;
        let count = |table: &Table| {
            let info = self.info(&format!("{}.low", table.name))?;
            (info.shape.iter().product::<usize>() <= table.entries()).then(|| info.shape.iter().product())
        };
        let counts: Option<Vec<usize>> = tables.iter().map(count).collect();
        let counts = counts.ok_or(FileError::Other)?;
        let has = |(name, dtype, shape): &(String, Dtype, Vec<usize>)| {
            let is = |info: &TensorInfo| info.dtype == *dtype && info.shape == *shape;
            self.info(name).is_some_and(is)
        };
        let wanted = tensors(tables, &counts);
        let names: Vec<&String> = wanted.iter().map(|(name, ..)| name).collect();
        if !wanted.iter().all(has) || !self.names().iter().eq(names) {
            return Err(FileError::Other);
        }
        let mut bits = Vec::new();
        for (table, &count) in tables.iter().zip(&counts) {
            let mut of_table = vec![0; bytes_of_bits(table)];
            self.fill(&mut of_table, &table.name)?;
            let last = places(&of_table).last();
            if places(&of_table).count() != count || last.is_some_and(|last| last >= table.entries()) {
                return Err(FileError::Other);
            }
            bits.push(of_table);
        }
        let mut rounded = Rounded::new(Table::entries_of(tables), step)?;
        for byte in Byte::BOTH {
            let mut multiples = rounded.multiples_mut();
            for ((table, bits), &count) in tables.iter().zip(&bits).zip(&counts) {
                let (of_table, others) = multiples.split_at_mut(table.entries());
                multiples = others;
                let mut bytes = vec![0; count];
                self.fill(&mut bytes, &table.name)?;
                for (place, read) in places(bits).zip(bytes) {
                    let mut both = folded(of_table[place]).to_le_bytes();
                    both[byte as usize] = read;
                    of_table[place] = unfolded(u16::from_le_bytes(both));
                }
            }
        }
        self.finish()?;
        Ok(rounded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables() -> Vec<Table> {
        let table = |name: &str, shape: &[usize]| Table {
            name: name.to_owned(),
            shape: shape.to_vec(),
        };
        vec![table("first", &[2, 2]), table("second", &[3])]
    }

    fn rounded() -> Rounded {
        let mut weights = Weights::new(7).expect("seven entries");
        let entries = [
            (100.0, 4.0),
            (-4.0, 100.0),
            (3.9, 100.0),
            (1e9, 60.0),
            (-1e9, 1e9),
            (-515.0, 50.0),
            (0.9, 5000.0),
        ];
        for (place, (value, amount)) in entries.into_iter().enumerate() {
            weights.set(place, Part::Value, value);
            weights.set(place, Part::Amounts, amount);
        }
        Rounded::of(
            &weights,
            0.0,
            Rounding {
                least: 20.0,
                step: 2.0,
            },
            |_| true,
        )
        .expect("seven values")
    }

    fn written() -> Vec<u8> {
        let mut bytes = Vec::new();
        rounded()
            .write(&mut bytes, "of a test", &tables())
            .expect("memory can be written");
        bytes
    }

    fn read(bytes: &[u8], tables: &[Table]) -> Result<Rounded, FileError> {
        let file = WeightsFile::open(bytes)?;
        assert!(file.is_rounded() && file.description() == "of a test");
        file.read_rounded(tables)
    }

    #[test]
    fn values_are_rounded_and_those_that_matter_little_dropped() {
        let rounded = rounded();
        assert_eq!(rounded.multiples(), [50, -2, 0, 32_767, -32_767, -258, 0]);
        assert_eq!((rounded.kept(), rounded.step()), (5, 2.0));
    }

    #[test]
    fn what_has_learned_without_a_memory_is_kept() {
        let rounding = Rounding {
            least: 20.0,
            step: 2.0,
        };
        assert_eq!(rounding.multiple(3.0, 0.0), 2);
        assert_eq!(rounding.multiple(3.0, 1.0), 0);
        assert_eq!(rounding.multiple(0.0, 0.0), 0);
    }

    #[test]
    fn what_values_have_learned_is_rounded() {
        let mut weights = Weights::new(4).expect("four entries");
        // Never met, met once, what was learned to be worth nothing, and what is worth more than was thought.
        for (place, (value, amount)) in [(100.0, 0.0), (99.0, 1.0), (0.0, 1e6), (130.0, 1e6)]
            .into_iter()
            .enumerate()
        {
            weights.set(place, Part::Value, value);
            weights.set(place, Part::Amounts, amount);
        }
        let rounding = Rounding {
            least: 20.0,
            step: 2.0,
        };
        let rounded = |may_be_met: fn(usize) -> bool| {
            let rounded = Rounded::of(&weights, 100.0, rounding, may_be_met);
            rounded.expect("four values").multiples().to_vec()
        };
        assert_eq!(rounded(|_| true), [0, 0, -50, 15]);
        assert_eq!(rounded(|entry| entry != 2), [0, 0, 0, 15]);
    }

    #[test]
    fn small_multiples_are_small_numbers() {
        assert_eq!([0, -1, 1, -2, 2].map(folded), [0, 1, 2, 3, 4]);
        assert!((i16::MIN..=i16::MAX).all(|multiple| unfolded(folded(multiple)) == multiple));
    }

    #[test]
    fn what_is_written_is_read() {
        let read = read(&written(), &tables()).expect("it was written");
        assert_eq!((read.multiples(), read.step()), (rounded().multiples(), 2.0));
        assert_eq!(written(), written(), "the same values, the same bytes");
    }

    /// For those who want the values and no more.
    #[test]
    fn values_are_read_as_numbers_too() {
        let bytes = written();
        let mut weights = Weights::new(7).expect("seven entries");
        let file = WeightsFile::open(&*bytes).expect("it was written");
        file.read_into(&tables(), &[Part::Value], &mut weights)
            .expect("it was written");
        let want = [100.0, -4.0, 0.0, 65_534.0, -65_534.0, -516.0, 0.0];
        assert!(weights.part(Part::Value).eq(want));
        let file = WeightsFile::open(&*bytes).expect("it was written");
        let error = file.read_into(&tables(), &Part::ALL, &mut weights);
        assert!(matches!(error, Err(FileError::Other)));
    }

    #[test]
    fn what_is_damaged_or_something_else_is_refused() {
        let bytes = written();
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length], &tables()).is_err(), "{length}");
        }
        // The checksum is behind the values.
        let mut damaged = bytes.clone();
        let at = damaged.len() - 6;
        damaged[at] ^= 1;
        assert!(matches!(read(&damaged, &tables()), Err(FileError::Damaged(_))));
        let longer = [&*bytes, b"and so on"].concat();
        assert!(read(&longer, &tables()).is_err());
        let mut others = tables();
        others[1].shape = vec![9];
        assert!(matches!(read(&bytes, &others), Err(FileError::Other)));
        assert!(matches!(read(&bytes, &tables()[..1]), Err(FileError::Other)));
        for step in ["0", "-1", "NaN", "inf", "x"] {
            let mut header = Vec::new();
            let tensors = tensors(&tables(), &[0, 0]);
            write_header(&mut header, "of a test", Some(1.0), tensors).expect("memory can be written");
            let text = String::from_utf8(header[8..].to_vec()).expect("JSON");
            let text = text.replace(r#""step":"1""#, &format!(r#""step":"{step}""#));
            let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
            bytes.extend(text.into_bytes());
            bytes.extend([0; 2]);
            let error = read(&bytes, &tables()).expect_err("no step");
            assert_eq!(
                error.to_string(),
                format!("its values are multiples of `{step}`, which is no positive number")
            );
        }
    }
}
