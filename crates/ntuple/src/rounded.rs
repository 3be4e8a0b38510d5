//! Values for players: those that have learned enough, rounded to steps, in less than a hundredth of the
//! space. Rounded is by how much a value is more than at first, which is 0 unless the start was
//! [optimistic](super::DynNetwork::expect); so what is dropped is worth what it was at first.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::ops::Range;

use flate2::Compression;
use flate2::write::GzEncoder;
use safetensors::tensor::{Dtype, TensorInfo};

use super::coding::{decode, encode};
use super::features::Table;
use super::file::{FileError, WeightsFile, write_header};
use super::memory::{Memory, NoMemory};
use super::rounding::{Rounding, RoundingError, STAYS};
use super::weights::{Component, Weights};
use quincunx_search::workers::parallel_map;

/// The key of the step in a file's metadata.
const STEP: &str = "step";

/// The key of the JSON object that maps tables to those from which they are stored as differences.
const BASES: &str = "bases";

/// The key of the sides of the tables: an object of JSON with the name of each.
const SHAPES: &str = "shapes";

/// The key of the number of the code, and the number of today's.
const CODE: (&str, &str) = ("code", "1");

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
        let mut end = 0;
        for (place, table) in tables.iter().enumerate() {
            let range = end..end + table.entries();
            end = range.end;
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
    /// of bytes, `NAME.told`; of a table with a base, `NAME.differs`, its multiples are differences in 16
    /// bits that wrap around.
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
        let coded: Vec<Vec<u8>> = parallel_map(tables.iter().zip(&self.tables), |(table, rounded)| {
            encode(table, self.stored(rounded).collect())
        });
        let mut lengths = tables.iter().zip(&coded);
        if let Some((table, _)) = lengths.find(|(table, bytes)| bytes.len() > most_bytes(table)) {
            return Err(io::Error::other(format!(
                "the values of table `{}` cannot be coded",
                table.name
            )));
        }
        let mut out = GzEncoder::new(out, Compression::fast());
        let tensors = tables
            .iter()
            .zip(&coded)
            .map(|(table, bytes)| tensor(table, bases.contains_key(&*table.name), bytes.len()));
        write_header(&mut out, description, texts, tensors)?;
        for bytes in coded {
            out.write_all(&bytes)?;
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

/// Returns the name, type and sides of the tensor in which there is what is stored of a table: so many bytes.
fn tensor(table: &Table, has_base: bool, bytes: usize) -> (String, Dtype, Vec<usize>) {
    let suffix = if has_base { "differs" } else { "told" };
    (format!("{}.{suffix}", table.name), Dtype::U8, vec![bytes])
}

/// Returns the most bytes that a table may be coded to; random numbers take two and a half each.
fn most_bytes(table: &Table) -> usize {
    table.entries().saturating_mul(4).saturating_add(64)
}

impl<R: Read> WeightsFile<R> {
    /// Returns whether its values are rounded.
    pub fn is_rounded(&self) -> bool {
        self.text(STEP).is_some()
    }

    /// Reads rounded values, in two bytes an entry, if the file has just these tables.
    pub fn read_rounded(mut self, tables: &[Table]) -> Result<Rounded, FileError> {
        let step = self.text(STEP).unwrap_or_default();
        let step: f32 = step
            .parse()
            .ok()
            .filter(|&step| is_step(step))
            .ok_or_else(|| FileError::Step(step.to_owned()))?;
        let bases: BTreeMap<String, String> = match self.text(BASES) {
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
        let mut length = |table: &Table| {
            let (name, dtype, _) = tensor(table, bases.contains_key(&table.name), 0);
            let TensorInfo {
                dtype: of,
                data_offsets: (begin, behind),
                ..
            } = *self.info(&name)?;
            let is_next = begin == std::mem::replace(&mut end, behind);
            (of == dtype && is_next && behind - begin <= most_bytes(table)).then_some(behind - begin)
        };
        let lengths: Option<Vec<usize>> = tables.iter().map(&mut length).collect();
        let lengths = lengths.filter(|lengths| lengths.len() == self.names().len());
        let mut coded = Vec::new();
        for (table, length) in tables.iter().zip(lengths.ok_or(FileError::Other)?) {
            coded.push(self.bytes(length, &table.name)?);
        }
        self.finish()?;
        let mut rounded = Rounded::new(Table::entries_of(tables), step)?;
        let mut left = rounded.multiples.halves_mut();
        let mut parts = Vec::new();
        for (table, bytes) in tables.iter().zip(coded) {
            let (part, others) = left.split_at_mut(table.entries());
            left = others;
            parts.push((table, bytes, part));
        }
        let decoded = parallel_map(parts, |(table, bytes, part)| {
            decode(table, bytes, part).map_err(|_| table)
        });
        for decoded in decoded {
            decoded.map_err(|table| FileError::Values(table.name.clone()))?;
        }
        let mut end = 0;
        for table in tables {
            let entries = end..end + table.entries();
            end = entries.end;
            let base = match bases.get(&table.name) {
                Some(base) => {
                    let mut before = tables[..rounded.tables.len()].iter();
                    let place = before.position(|other| other.name == *base && other.shape == table.shape);
                    let place = place.ok_or(FileError::Other)?;
                    let of_base = rounded.tables[place].entries.clone();
                    let (before, rest) = rounded.multiples.halves_mut().split_at_mut(entries.start);
                    for (stored, base) in rest[..entries.len()].iter_mut().zip(&before[of_base]) {
                        *stored = stored.wrapping_add(*base);
                    }
                    Some(place)
                }
                None => None,
            };
            rounded.tables.push(RoundedTable { entries, base });
        }
        if rounded.tables.iter().filter(|table| table.base.is_some()).count() < bases.len() {
            return Err(FileError::Other);
        }
        Ok(rounded)
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::Entries;
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
            (65_534.0, 60.0),
            (-65_534.0, 1e9),
            (-515.0, 50.0),
            (0.9, 5000.0),
        ];
        for (place, (value, amount)) in entries.into_iter().enumerate() {
            weights.set(place, Component::Value, value);
            weights.set(place, Component::Amounts, amount);
        }
        Rounded::of(
            &weights,
            &tables(),
            0.0,
            &Rounding {
                least: vec![20.0],
                step: 2.0,
            },
            |_| true,
        )
        .expect("seven values")
    }

    /// What a table is coded to of which nothing is stored.
    fn nothing(table: &Table) -> Vec<u8> {
        encode(table, vec![0; table.entries()])
    }

    /// A file without a checksum, of tables that were coded to these bytes, with other texts in the metadata.
    fn plain(tables: &[Table], other: &[(&'static str, &str)], coded: &[Vec<u8>]) -> Vec<u8> {
        let mut texts = BTreeMap::from([
            (STEP, "1".to_owned()),
            (CODE.0, CODE.1.to_owned()),
            (SHAPES, shapes(tables)),
        ]);
        texts.extend(other.iter().map(|&(key, text)| (key, text.to_owned())));
        let bases = texts.get(BASES).cloned().unwrap_or_default();
        let tensors = tables.iter().zip(coded).map(|(table, bytes)| {
            let has_base = bases.contains(&format!("\"{}\":", table.name));
            tensor(table, has_base, bytes.len())
        });
        let mut bytes = Vec::new();
        write_header(&mut bytes, "of a test", texts, tensors).expect("memory can be written");
        coded.iter().for_each(|coded| bytes.extend(coded));
        bytes
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
        assert_eq!(rounded.multiples(), [48, -2, 0, 32_767, -32_767, -258, 0]);
        assert_eq!((rounded.kept(), rounded.step()), (5, 2.0));
    }

    #[test]
    fn what_was_dropped_may_stay_so() {
        let learned = |dropped| {
            let mut weights = Weights::new(7).expect("seven entries");
            rounded().restore(&mut weights, 0.0, &[20.0], dropped);
            let before: Vec<f32> = weights.part(Component::Value).collect();
            for _ in 0..1000 {
                // The third and the last were dropped.
                weights.view_mut().learn(&Entries::new([0, 2, 6]), 6e4, 1.0);
            }
            let again = Rounding {
                least: vec![20.0],
                step: 2.0,
            };
            let again = Rounded::of(&weights, &tables(), 0.0, &again, |_| true).expect("seven values");
            let moved = weights
                .part(Component::Value)
                .zip(before)
                .map(|(now, before)| now - before);
            (moved.collect::<Vec<f32>>(), again.multiples().to_vec())
        };
        let (moved, multiples) = learned(Dropped::Stay);
        assert!(
            moved[0] > 1e3 && moved[2].abs() < 1e-9 && moved[6].abs() < 1e-9,
            "{moved:?}"
        );
        assert!(
            multiples[0] > 48 && (multiples[2], multiples[6]) == (0, 0),
            "{multiples:?}"
        );
        let (moved, multiples) = learned(Dropped::Learn);
        assert!(moved[2] > 1e3 && moved[6] > 1e3, "{moved:?}");
        assert!(multiples[2] > 0 && multiples[6] > 0, "{multiples:?}");
    }

    #[test]
    fn what_values_have_learned_is_rounded() {
        let mut weights = Weights::new(4).expect("four entries");
        let four = [Table {
            name: "four".to_owned(),
            shape: vec![4],
        }];
        // Never met, met once, what was learned to be worth nothing, and what is worth more than was thought.
        for (place, (value, amount)) in [(100.0, 0.0), (99.0, 1.0), (0.0, 1e6), (130.0, 1e6)]
            .into_iter()
            .enumerate()
        {
            weights.set(place, Component::Value, value);
            weights.set(place, Component::Amounts, amount);
        }
        let rounding = Rounding {
            least: vec![20.0],
            step: 2.0,
        };
        let rounded = |may_be_met: fn(usize) -> bool| {
            let rounded = Rounded::of(&weights, &four, 100.0, &rounding, may_be_met);
            rounded.expect("four values").multiples().to_vec()
        };
        assert_eq!(rounded(|_| true), [0, 0, -50, 15]);
        assert_eq!(rounded(|entry| entry != 2), [0, 0, 0, 15]);
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
        file.read_into(&tables(), &[Component::Value], &mut weights)
            .expect("it was written");
        let want = [96.0, -4.0, 0.0, 65_534.0, -65_534.0, -516.0, 0.0];
        assert!(weights.part(Component::Value).eq(want));
        let file = WeightsFile::open(&*bytes).expect("it was written");
        let error = file.read_into(&tables(), &Component::ALL, &mut weights);
        assert!(matches!(error, Err(FileError::Other)));
    }

    /// Two stages of two tables; the second stage has gone on from the first.
    fn of_stages() -> (Vec<Table>, Weights) {
        let table = |name: &str, side| Table {
            name: name.to_owned(),
            shape: vec![side],
        };
        let tables = vec![
            table("a", 3),
            table("b", 2),
            table("a late", 3),
            table("b late", 2),
        ];
        let mut weights = Weights::new(10).expect("ten entries");
        let values = [70.0, 80.0, 90.0, 5.0, 0.0, 70.5, 60.0, 90.0, -40.0, 1.0];
        for (place, value) in values.into_iter().enumerate() {
            weights.set(place, Component::Value, value);
            weights.set(place, Component::Amounts, 100.0);
        }
        (tables, weights)
    }

    #[test]
    fn tables_are_reported_by_how_they_differ_from_earlier_ones() {
        let (tables, weights) = of_stages();
        let rounded = |least: &[f32], may_be_met: fn(usize) -> bool| {
            let rounding = Rounding {
                least: least.to_vec(),
                step: 1.0,
            };
            Rounded::of(&weights, &tables, 0.0, &rounding, may_be_met).expect("ten values")
        };
        let whole = rounded(&[10.0], |_| true);
        // What matters too little to be stored is worth what it was before.
        assert_eq!(whole.multiples(), [70, 80, 90, 5, 0, 70, 60, 90, -40, 1]);
        assert_eq!(whole.kept(), 7, "the last two differ from 5 and 0 in both");
        let mut bytes = Vec::new();
        whole
            .write(&mut bytes, "of a test", &tables)
            .expect("memory can be written");
        let again = read(&bytes, &tables).expect("it was written");
        assert_eq!(
            (again.multiples(), again.kept()),
            (whole.multiples(), whole.kept())
        );
        assert!(matches!(read(&bytes, &tables[..2]), Err(FileError::Other)));
        let turned: Vec<Table> = tables.iter().rev().cloned().collect();
        assert!(matches!(read(&bytes, &turned), Err(FileError::Other)));

        let late = rounded(&[10.0, 60.0], |_| true);
        assert_eq!(
            late.multiples(),
            [70, 80, 90, 5, 0, 70, 80, 90, -48, 0],
            "20 and 1 matter by less than 60"
        );
        let few = rounded(&[10.0], |entry| entry != 6 && entry != 8);
        assert_eq!(few.multiples(), [70, 80, 90, 5, 0, 70, 80, 90, 0, 1]);
    }

    /// What stays is stored nothing of, so that of itself no table would need a base.
    #[test]
    fn what_stays_is_worth_what_it_has_come_to_be_before() {
        let (tables, mut weights) = of_stages();
        let rounding = Rounding {
            least: vec![10.0],
            step: 1.0,
        };
        let round =
            |weights: &Weights| Rounded::of(weights, &tables, 0.0, &rounding, |_| true).expect("ten values");
        round(&weights).restore(&mut weights, 0.0, &[10.0], Dropped::Stay);
        // The first stage learns on.
        for place in 0..3 {
            let value = weights.part(Component::Value).nth(place).expect("ten entries");
            weights.set(place, Component::Value, value + 8.0);
        }
        assert_eq!(
            round(&weights).multiples(),
            [78, 88, 98, 5, 0, 78, 60, 98, -40, 1]
        );
    }

    /// Found as cut short without a word: the player that came out was worth a third.
    #[test]
    fn a_step_that_does_not_reach_all_that_was_learned_is_refused() {
        let (tables, mut weights) = of_stages();
        let round = |weights: &Weights, step| {
            let rounding = Rounding {
                least: vec![10.0],
                step,
            };
            Rounded::of(weights, &tables, 0.0, &rounding, |_| true)
        };
        weights.set(1, Component::Value, -50_000.0);
        let refused = round(&weights, 1.0).expect_err("it is too fine");
        let RoundingError::Step { learned, .. } = refused else {
            panic!("{refused}");
        };
        assert_eq!(learned, 50_000.0);
        let stored = refused.to_string();
        let (_, step) = stored
            .split_once("a step of ")
            .expect("the error names one that will do");
        let step: f32 = step.trim_end_matches(" will do").parse().expect("a number");
        assert_eq!(round(&weights, step).expect("it does").multiples()[1], -32_767);
        // What is dropped may have learned anything.
        weights.set(1, Component::Amounts, 1e-9);
        assert_eq!(round(&weights, 1.0).expect("it is dropped").multiples()[1], 0);
    }

    #[test]
    fn values_may_differ_from_one_end_to_the_other() {
        let (tables, mut weights) = of_stages();
        for (place, value) in [(0, -32_767.0), (5, 32_767.0)] {
            weights.set(place, Component::Value, value);
        }
        let rounding = Rounding {
            least: vec![10.0],
            step: 1.0,
        };
        let rounded = Rounded::of(&weights, &tables, 0.0, &rounding, |_| true).expect("ten values");
        assert_eq!(
            (rounded.multiples()[0], rounded.multiples()[5]),
            (-32_767, 32_767)
        );
        assert_eq!(rounded.tables[2].base, Some(0));
        let mut bytes = Vec::new();
        rounded
            .write(&mut bytes, "of a test", &tables)
            .expect("memory can be written");
        assert_eq!(
            read(&bytes, &tables).expect("it was written").multiples(),
            rounded.multiples()
        );
    }

    #[test]
    fn a_file_whose_table_has_no_earlier_base_is_refused() {
        let (tables, _) = of_stages();
        for (bases, is_right) in [
            (r#"{"a late":"a"}"#, true),
            (r#"{"a late":"a","b late":"b"}"#, true),
            (r#"{"a":"a"}"#, false),
            (r#"{"a":"a late"}"#, false),
            (r#"{"b late":"a"}"#, false),
            (r#"{"a late":"c"}"#, false),
            (r#"{"a late":"a","c":"a"}"#, false),
            ("a", false),
        ] {
            let coded: Vec<Vec<u8>> = tables.iter().map(nothing).collect();
            let bytes = plain(&tables, &[(BASES, bases)], &coded);
            match read(&bytes, &tables) {
                Ok(_) => assert!(is_right, "{bases}"),
                Err(error) => assert!(!is_right && matches!(error, FileError::Other), "{bases}: {error}"),
            }
        }
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
    }

    #[test]
    fn what_is_reported_of_a_file_must_be_right() {
        let tables = tables();
        let coded: Vec<Vec<u8>> = tables.iter().map(nothing).collect();
        let error = |bytes: &[u8]| {
            let error = read(bytes, &tables).map(|_| ()).expect_err("it is wrong");
            error.to_string()
        };
        assert!(read(&plain(&tables, &[], &coded), &tables).is_ok());
        for step in ["0", "-1", "NaN", "inf", "x"] {
            assert_eq!(
                error(&plain(&tables, &[(STEP, step)], &coded)),
                format!("its values are multiples of `{step}`, which is no positive number")
            );
        }
        assert_eq!(
            error(&plain(&tables, &[("code", "0")], &coded)),
            "its rounded values were written by another version of this program, in a form of its own"
        );
        let foreign = vec![coded[0].clone(), [0xff; 40].to_vec()];
        assert_eq!(
            error(&plain(&tables, &[], &foreign)),
            "its values in table `second` are damaged"
        );
        let long = vec![coded[0].clone(), vec![0; most_bytes(&tables[1]) + 1]];
        let error = read(&plain(&tables, &[], &long), &tables);
        assert!(matches!(error, Err(FileError::Other)));
    }
}
