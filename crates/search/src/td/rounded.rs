//! Values for players: those that have learned enough, rounded to steps, in a hundredth of the room.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use safetensors::tensor::{Dtype, TensorInfo};

use super::file::{FileError, WeightsFile, write_header};
use super::{Part, Table, Weights};

/// The key of the step in a file's metadata.
pub(super) const STEP: &str = "step";

/// How values are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// An entry whose errors have a lesser sum of amounts has hardly learned anything, and is dropped.
    pub least: f32,
    /// What values are multiples of, at most 32,767 times; more than 0.
    pub step: f32,
}

/// Values that are multiples of a step, in two bytes each.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounded {
    multiples: Vec<i16>,
    step: f32,
}

impl Rounded {
    /// Rounds the values of weights.
    ///
    /// # Panics
    /// When the step is not a positive number.
    #[must_use]
    pub fn of(weights: &Weights, rounding: Rounding) -> Self {
        let Rounding { least, step } = rounding;
        assert!(is_step(step), "{step} is no step");
        let entries = weights.part(Part::Value).zip(weights.part(Part::Amounts));
        let limit = f32::from(i16::MAX);
        let multiples = entries.map(|(value, amount)| match amount >= least {
            true => (value / step).round().clamp(-limit, limit) as i16,
            false => 0,
        });
        Self {
            multiples: multiples.collect(),
            step,
        }
    }

    /// Returns of each value how many times the step it is.
    #[must_use]
    pub fn multiples(&self) -> &[i16] {
        &self.multiples
    }

    /// Returns the step.
    #[must_use]
    pub const fn step(&self) -> f32 {
        self.step
    }

    /// Returns how many values are not 0.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.multiples.iter().filter(|&&multiple| multiple != 0).count()
    }

    /// Writes the values with a description, compressed by gzip.
    ///
    /// Inside is a file in the form safetensors. A multiple n is written as the number 2n, or −2n − 1 below 0, and a table
    /// has two tensors of bytes without a sign: `NAME.low` holds the lower bytes of these numbers and `NAME.high` the upper
    /// ones. Compressed they take a third less than the multiples as they are: a small one has a zero for its upper byte,
    /// and stands beside others.
    ///
    /// # Errors
    /// When they cannot be written.
    ///
    /// # Panics
    /// When the values are not those of the tables.
    pub fn write(&self, out: &mut dyn Write, description: &str, tables: &[Table]) -> io::Result<()> {
        assert_eq!(
            self.multiples.len(),
            Table::entries_of(tables),
            "the values are those of the tables"
        );
        let mut out = GzEncoder::new(out, Compression::best());
        write_header(&mut out, description, Some(self.step), tensors(tables))?;
        for byte in Byte::BOTH {
            for multiples in self.multiples.chunks(1 << 16) {
                let bytes: Vec<u8> = multiples
                    .iter()
                    .map(|&multiple| folded(multiple).to_le_bytes()[byte as usize])
                    .collect();
                out.write_all(&bytes)?;
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

/// Lists the tensors of tables, in their order.
fn tensors(tables: &[Table]) -> Vec<(String, Dtype, Vec<usize>)> {
    let tensor = |table: &Table, byte| {
        let suffix = match byte {
            Byte::Low => "low",
            Byte::High => "high",
        };
        (format!("{}.{suffix}", table.name), Dtype::U8, table.shape.clone())
    };
    let of_all = |byte| tables.iter().map(move |table| tensor(table, byte));
    Byte::BOTH.into_iter().flat_map(of_all).collect()
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
    /// When the file has other values, its step is none, or it is damaged.
    pub fn read_rounded(mut self, tables: &[Table]) -> Result<Rounded, FileError> {
        let step = self.text(STEP).unwrap_or_default();
        let step: f32 = step
            .parse()
            .ok()
            .filter(|&step| is_step(step))
            .ok_or_else(|| FileError::Step(step.to_owned()))?;
        let has = |(name, dtype, shape): &(String, Dtype, Vec<usize>)| {
            let is = |info: &TensorInfo| info.dtype == *dtype && info.shape == *shape;
            self.info(name).is_some_and(is)
        };
        let wanted = tensors(tables);
        let names: Vec<&String> = wanted.iter().map(|(name, ..)| name).collect();
        if !wanted.iter().all(has) || !self.names().iter().eq(names) {
            return Err(FileError::Other);
        }
        let mut multiples = vec![0i16; Table::entries_of(tables)];
        let mut bytes = vec![0; 1 << 16];
        for byte in Byte::BOTH {
            for multiples in multiples.chunks_mut(1 << 16) {
                let bytes = &mut bytes[..multiples.len()];
                self.fill(bytes, "values")?;
                for (multiple, &mut read) in multiples.iter_mut().zip(bytes) {
                    let mut both = folded(*multiple).to_le_bytes();
                    both[byte as usize] = read;
                    *multiple = unfolded(u16::from_le_bytes(both));
                }
            }
        }
        self.finish()?;
        Ok(Rounded { multiples, step })
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
            (100.0, 50.0),
            (-3.9, 50.0),
            (3.9, 49.0),
            (1e9, 60.0),
            (-1e9, 1e9),
            (-515.0, 50.0),
            (0.9, 50.0),
        ];
        for (place, (value, amount)) in entries.into_iter().enumerate() {
            weights.set(place, Part::Value, value);
            weights.set(place, Part::Amounts, amount);
        }
        Rounded::of(
            &weights,
            Rounding {
                least: 50.0,
                step: 2.0,
            },
        )
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
    fn values_are_rounded_and_those_that_learned_little_dropped() {
        let rounded = rounded();
        assert_eq!(rounded.multiples(), [50, -2, 0, 32_767, -32_767, -258, 0]);
        assert_eq!((rounded.kept(), rounded.step()), (5, 2.0));
    }

    #[test]
    fn small_multiples_are_small_numbers() {
        assert_eq!([0, -1, 1, -2, 2].map(folded), [0, 1, 2, 3, 4]);
        assert!((i16::MIN..=i16::MAX).all(|multiple| unfolded(folded(multiple)) == multiple));
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(read(&written(), &tables()).expect("it was written"), rounded());
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
        others[1].shape = vec![3, 1];
        assert!(matches!(read(&bytes, &others), Err(FileError::Other)));
        assert!(matches!(read(&bytes, &tables()[..1]), Err(FileError::Other)));
        for step in ["0", "-1", "NaN", "inf", "x"] {
            let mut header = Vec::new();
            let tensors = tensors(&tables());
            write_header(&mut header, "of a test", Some(1.0), tensors).expect("memory can be written");
            let text = String::from_utf8(header[8..].to_vec()).expect("JSON");
            let text = text.replace(r#""step":"1""#, &format!(r#""step":"{step}""#));
            let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
            bytes.extend(text.into_bytes());
            bytes.extend([0; 14]);
            let error = read(&bytes, &tables()).expect_err("no step");
            assert_eq!(
                error.to_string(),
                format!("its values are multiples of `{step}`, which is no positive number")
            );
        }
    }
}
