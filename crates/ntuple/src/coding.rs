//! Values of some entries of large tables, in few bytes: an arithmetic coder with frequencies by what is
//! known of neighbouring entries, in which one of the pieces is less by one (context modelling, as of
//! lossless pictures: Wu and Memon 1997). All arithmetic is in whole numbers, the same on every machine.

use std::borrow::Borrow;
use std::num::NonZero;

use constriction::backends::Cursor;
use constriction::stream::model::{DecoderModel, EncoderModel, EntropyModel};
use constriction::stream::queue::{DefaultRangeDecoder, DefaultRangeEncoder};
use constriction::stream::{Decode, Encode};

use super::features::Table;

/// Bytes that no table was coded to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damaged;

/// Returns the bytes that [`decode`] reads; 0 stands for entries that are not stored.
pub(super) fn encode(table: &Table, mut stored: Vec<i16>) -> Vec<u8> {
    let mut coder = DefaultRangeEncoder::new();
    walk(&mut coder, table, &mut stored).expect("every value can be coded");
    let Ok(words) = coder.into_compressed();
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Sets what is stored of the entries of a table, which must be 0 before, from what it was [coded](encode)
/// to.
pub(super) fn decode(table: &Table, bytes: Vec<u8>, stored: &mut [i16]) -> Result<(), Damaged> {
    let (words, rest) = bytes.as_chunks();
    if !rest.is_empty() {
        return Err(Damaged);
    }
    let words: Vec<u32> = words.iter().copied().map(u32::from_le_bytes).collect();
    drop(bytes);
    let Ok(mut coder) = DefaultRangeDecoder::from_compressed(words);
    walk(&mut coder, table, stored)?;
    if coder.maybe_exhausted() {
        Ok(())
    } else {
        Err(Damaged)
    }
}

/// The most fields of a table's entries that are looked at.
const FIELDS: usize = 8;

/// How many classes of chances a [`level`] distinguishes, or by thirds of factors of two: more than either
/// can be.
const LEVELS: usize = 48;

/// The frequencies of some symbols so far.
///
/// Each symbol moves them towards its own certainty: as one more observation of a mean, and by no less than a
/// 128th (as in the video format AV1: Chen and others 2018, "An overview of core coding tools in the AV1
/// video codec").
#[derive(Clone, Copy, Debug)]
struct Chances<const N: usize> {
    /// The chance, of 65,536, of each symbol and those before it; the last one's is all.
    up_to: [u16; N],
    /// How many symbols there were, as far as that matters.
    seen: u8,
}

impl<const N: usize> Chances<N> {
    /// All are as likely.
    const EVEN: Self = {
        let mut up_to = [0; N];
        let mut symbol = 0;
        while symbol < N {
            up_to[symbol] = ((symbol as u32 + 1) * (1 << 16) / N as u32) as u16;
            symbol += 1;
        }
        Self { up_to, seen: 0 }
    };

    /// No chance falls below this, as what has never been may yet be.
    const LEAST: i32 = 24;

    fn learn(&mut self, symbol: usize) {
        let rate = (self.seen + 3).ilog2();
        self.seen = (self.seen + 1).min(125);
        for (place, up_to) in self.up_to[..N - 1].iter_mut().enumerate() {
            let place_from_last = (N - 1 - place) as i32;
            let target = if place < symbol {
                Self::LEAST * (place as i32 + 1)
            } else {
                (1 << 16) - Self::LEAST * place_from_last
            };
            // It stays between those of its neighbours, as they move alike.
            *up_to = (i32::from(*up_to) + ((target - i32::from(*up_to)) >> rate)) as u16;
        }
    }

    /// Returns the chance of all symbols before one, and its own.
    fn part(&self, symbol: usize) -> (u16, NonZero<u16>) {
        let before = symbol.checked_sub(1).map_or(0, |before| self.up_to[before]);
        // The last one is up to 65,536, which is 0 here.
        let up_to = if symbol == N - 1 { 0 } else { self.up_to[symbol] };
        (
            before,
            NonZero::new(up_to.wrapping_sub(before)).expect("no chance is 0"),
        )
    }
}

impl<const N: usize> EntropyModel<16> for &Chances<N> {
    type Symbol = usize;
    type Probability = u16;
}

impl<const N: usize> EncoderModel<16> for &Chances<N> {
    fn left_cumulative_and_probability(&self, symbol: impl Borrow<usize>) -> Option<(u16, NonZero<u16>)> {
        Some(self.part(*symbol.borrow()))
    }
}

impl<const N: usize> DecoderModel<16> for &Chances<N> {
    fn quantile_function(&self, quantile: u16) -> (usize, u16, NonZero<u16>) {
        let symbol = self.up_to[..N - 1]
            .iter()
            .map(|&up_to| u16::from(up_to <= quantile))
            .sum::<u16>();
        let (before, chance) = self.part(symbol.into());
        (symbol.into(), before, chance)
    }
}

/// Numbers of so many bits, 1 to 16, all as likely.
#[derive(Clone, Copy)]
struct Uniform(usize);

impl EntropyModel<16> for Uniform {
    type Symbol = usize;
    type Probability = u16;
}

impl EncoderModel<16> for Uniform {
    fn left_cumulative_and_probability(&self, number: impl Borrow<usize>) -> Option<(u16, NonZero<u16>)> {
        let chance = 1 << (16 - self.0);
        Some((*number.borrow() as u16 * chance, NonZero::new(chance)?))
    }
}

impl DecoderModel<16> for Uniform {
    fn quantile_function(&self, quantile: u16) -> (usize, u16, NonZero<u16>) {
        let number = usize::from(quantile >> (16 - self.0));
        let (before, chance) = self
            .left_cumulative_and_probability(number)
            .expect("it is below 2^16");
        (number, before, chance)
    }
}

/// Codes symbols, or decodes them.
trait Coder {
    /// Codes a symbol and returns it; or decodes one, whatever it is said to be.
    fn code<M>(&mut self, symbol: usize, model: M) -> Result<usize, Damaged>
    where
        M: EncoderModel<16, Symbol = usize, Probability = u16> + DecoderModel<16>;

    /// Does the same with chances that learn from it.
    fn choose<const N: usize>(&mut self, symbol: usize, chances: &mut Chances<N>) -> Result<usize, Damaged> {
        let symbol = self.code(symbol, &*chances)?;
        chances.learn(symbol);
        Ok(symbol)
    }
}

impl Coder for DefaultRangeEncoder {
    fn code<M>(&mut self, symbol: usize, model: M) -> Result<usize, Damaged>
    where
        M: EncoderModel<16, Symbol = usize, Probability = u16> + DecoderModel<16>,
    {
        self.encode_symbol(symbol, model).map_err(|_| Damaged)?;
        Ok(symbol)
    }
}

impl Coder for DefaultRangeDecoder<Cursor<u32, Vec<u32>>> {
    fn code<M>(&mut self, _: usize, model: M) -> Result<usize, Damaged>
    where
        M: EncoderModel<16, Symbol = usize, Probability = u16> + DecoderModel<16>,
    {
        self.decode_symbol(model).map_err(|_| Damaged)
    }
}

/// Whether something is stored, by how many of its kind next below are, and how many there are.
type StoredChances = [[Chances<2>; FIELDS + 1]; FIELDS + 1];

/// The chances of what a value is made of.
struct Values {
    /// The factors of two: by those of the neighbours, in thirds, and the number of stored neighbours.
    twos: [[Chances<16>; 4]; LEVELS],
    /// The bits of the difference from the expected value: by the spread and number of neighbours.
    bits: [[Chances<16>; 4]; LEVELS],
    /// Whether the value is below the expected one: by the sign of that, and by how much the others differ.
    is_less: [[Chances<2>; 3]; LEVELS],
    /// The upper two bits of the difference below the first: by its bits and the spread.
    upper: [[Chances<4>; 16]; LEVELS],
}

impl Values {
    const EVEN: Self = Self {
        twos: [[Chances::EVEN; 4]; LEVELS],
        bits: [[Chances::EVEN; 4]; LEVELS],
        is_less: [[Chances::EVEN; 3]; LEVELS],
        upper: [[Chances::EVEN; 16]; LEVELS],
    };
}

/// The values of the entries next below that are stored.
#[derive(Default)]
struct Near {
    values: [i32; FIELDS],
    count: usize,
}

impl Near {
    /// Returns those of some values that are stored: of as many as there are fields, at most.
    fn of(values: impl Iterator<Item = i16>) -> Self {
        let mut near = Self::default();
        for value in values {
            near.values[near.count] = value.into();
            near.count += usize::from(value != 0);
        }
        near
    }

    fn values(&self) -> impl Iterator<Item = i32> {
        self.values[..self.count].iter().copied()
    }

    /// Returns the mean of numbers of the values, if there are any.
    fn mean(&self, number: impl Fn(i32) -> i32) -> Option<i32> {
        self.values()
            .map(number)
            .sum::<i32>()
            .checked_div(self.count as i32)
    }
}

/// Returns the fields of a table's entries: of each the bits of an entry's number that hold its value. A
/// table whose sides are all 2^n has n fields, others have none; see [`Table::shape`].
fn fields(table: &Table) -> Vec<usize> {
    let side = table.shape.last().copied().unwrap_or_default();
    if !side.is_power_of_two() || table.shape.iter().any(|&other| other != side) {
        return Vec::new();
    }
    let bits = side.ilog2();
    let field =
        |field| (0..table.shape.len() as u32).fold(0, |mask, digit| mask | 1_usize << (field + bits * digit));
    (0..bits).map(field).take(FIELDS).collect()
}

/// Returns the number of the entry that has less by one on a field, where it has not 0.
const fn next_below(number: usize, field: usize) -> Option<usize> {
    let digits = number & field;
    if digits == 0 {
        return None;
    }
    let lowest = digits & digits.wrapping_neg();
    Some((number - lowest) | ((lowest - 1) & field))
}

/// Entries that stand together, of which often none is stored.
struct Groups {
    /// How many entries a group has; a power of two where entries have fields.
    side: usize,
    /// Of each group whether anything is stored.
    stored: Vec<bool>,
    /// Whether anything of a group is stored: by its stored neighbours, and how many there are.
    chances: StoredChances,
}

impl Groups {
    fn new(entries: usize, side: usize) -> Self {
        Self {
            side,
            stored: vec![false; entries.div_ceil(side)],
            chances: [[Chances::EVEN; FIELDS + 1]; FIELDS + 1],
        }
    }

    /// Codes whether anything is stored of the group whose first entry this is, and returns it.
    fn choose(
        &mut self,
        coder: &mut impl Coder,
        fields: &[usize],
        first: usize,
        stored: &[i16],
    ) -> Result<bool, Damaged> {
        let (mut stored_below, mut there) = (0, 0);
        for below in fields
            .iter()
            .filter_map(|field| next_below(first, field & !(self.side - 1)))
        {
            stored_below += usize::from(self.stored[below / self.side]);
            there += 1;
        }
        let is_stored = stored[first..first + self.side].iter().any(|&value| value != 0);
        let is_stored = coder.choose(is_stored.into(), &mut self.chances[stored_below][there])? != 0;
        self.stored[first / self.side] = is_stored;
        Ok(is_stored)
    }
}

/// Codes the entries of a table in order, so that an entry's neighbours come before it.
fn walk(coder: &mut impl Coder, table: &Table, stored: &mut [i16]) -> Result<(), Damaged> {
    let fields = fields(table);
    let side = table.shape.last().copied().unwrap_or_default().max(1);
    let part = if side % 8 == 0 { 8 } else { side };
    let (mut rows, mut parts) = (Groups::new(stored.len(), side), Groups::new(stored.len(), part));
    let mut entries: StoredChances = [[Chances::EVEN; FIELDS + 1]; FIELDS + 1];
    let mut values = Values::EVEN;
    for row in (0..stored.len()).step_by(side) {
        if !rows.choose(coder, &fields, row, stored)? {
            continue;
        }
        for first in (row..row + side).step_by(part) {
            if !parts.choose(coder, &fields, first, stored)? {
                continue;
            }
            for entry in first..first + part {
                let below = || fields.iter().filter_map(|&field| next_below(entry, field));
                let (mut stored_below, mut there) = (0, 0);
                for below in below() {
                    stored_below += usize::from(stored[below] != 0);
                    there += 1;
                }
                let chances = &mut entries[stored_below][there];
                if coder.choose((stored[entry] != 0).into(), chances)? != 0 {
                    let near = Near::of(below().map(|below| stored[below]));
                    stored[entry] = value(coder, &mut values, stored[entry], &near)?;
                }
            }
        }
    }
    Ok(())
}

/// Codes a value other than 0: its factors of two, and the difference of its odd rest from the expected.
fn value(coder: &mut impl Coder, chances: &mut Values, value: i16, near: &Near) -> Result<i16, Damaged> {
    let stored = near.count.min(3);
    let thirds = near.values().map(|value| 3 * value.trailing_zeros() as usize);
    let thirds = thirds
        .sum::<usize>()
        .checked_div(near.count)
        .map_or(0, |thirds| thirds + 1);
    let twos = coder.choose(value.trailing_zeros() as usize, &mut chances.twos[thirds][stored])?;

    let mean = near.mean(|value| value).unwrap_or(0);
    let spread = match near.count {
        0 | 1 => (mean.abs() + 1) / 2,
        _ => near.mean(|value| (value - mean).abs()).unwrap_or(0),
    };
    let level = level((spread as u32) << 4 >> twos);
    // The odd rest is 2n + 1.
    let expected = mean >> (twos + 1);
    let more = (i32::from(value) >> (twos + 1)) - expected;
    let size = more.unsigned_abs() as usize;
    let bits = coder.choose(
        (usize::BITS - size.leading_zeros()) as usize,
        &mut chances.bits[level][stored],
    )?;
    let mut decoded = usize::from(bits > 0);
    let mut is_less = false;
    if bits > 0 {
        let sign = (expected.signum() + 1) as usize;
        is_less = coder.choose((more < 0).into(), &mut chances.is_less[level][sign])? != 0;
    }
    if bits > 1 {
        let upper = (bits - 1).min(2);
        let rest = bits - 1 - upper;
        decoded = decoded << upper
            | coder.choose(size >> rest & ((1 << upper) - 1), &mut chances.upper[level][bits])?;
        if rest > 0 {
            decoded = decoded << rest | coder.code(size & ((1 << rest) - 1), Uniform(rest))?;
        }
    }
    let more = if is_less {
        -(decoded as i64)
    } else {
        decoded as i64
    };
    let value = (2 * (i64::from(expected) + more) + 1) << twos;
    value.try_into().map_err(|_| Damaged)
}

/// Returns twice the logarithm of a number to base 2, about, and 0 of 0.
const fn level(number: u32) -> usize {
    match number {
        0 | 1 => number as usize,
        _ => {
            let whole = number.ilog2();
            (2 * whole + (number >> (whole - 1) & 1)) as usize
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(shape: &[usize]) -> Table {
        Table {
            name: "a table".to_owned(),
            shape: shape.to_vec(),
        }
    }

    /// Returns what must be decoded again, and in how many bytes it was.
    fn coded(shape: &[usize], stored: &[i16]) -> usize {
        let table = table(shape);
        let bytes = encode(&table, stored.to_vec());
        let mut again = vec![0; stored.len()];
        let length = bytes.len();
        assert_eq!(decode(&table, bytes, &mut again), Ok(()));
        assert_eq!(again, stored);
        length
    }

    #[test]
    fn all_values_are_decoded_again() {
        let all: Vec<i16> = (i16::MIN..=i16::MAX).collect();
        coded(&[16; 4], &all);
        coded(&[256, 256], &all.iter().rev().copied().collect::<Vec<i16>>());
        coded(&[3, 5], &(-7..8).map(|value| value * 3000).collect::<Vec<i16>>());
        coded(&[7], &[0, 0, i16::MIN, i16::MAX, -1, 1, 0]);
        coded(&[1], &[5]);
        coded(&[], &[-3]);
    }

    #[test]
    fn what_is_like_its_neighbours_takes_little_room() {
        // Five places of three bits; what stands there adds up, and is stored up to a sum.
        let sum = |entry: usize| {
            let places = (0..5).map(|place| {
                (0..3)
                    .map(|digit| (entry >> (place + 5 * digit) & 1) << (2 - digit))
                    .sum::<usize>()
            });
            places.sum::<usize>()
        };
        let stored = |entry| {
            if sum(entry) < 16 {
                100 + 40 * sum(entry) as i16
            } else {
                0
            }
        };
        let stored: Vec<i16> = (0..1 << 15).map(stored).collect();
        let count = stored.iter().filter(|&&value| value != 0).count();
        let bytes = coded(&[32; 3], &stored);
        assert!(
            count > 10_000 && 2 * bytes < count,
            "{count} values in {bytes} bytes"
        );
        assert!(coded(&[32; 3], &vec![0; 1 << 15]) < 40);
    }

    #[test]
    fn the_fields_of_an_entry_have_bits_of_their_own() {
        assert_eq!(fields(&table(&[4, 4, 4])), [0b01_01_01, 0b10_10_10]);
        assert_eq!(fields(&table(&[4, 2])), [0; 0]);
        assert_eq!(fields(&table(&[3, 3])), [0; 0]);
        assert_eq!(next_below(0b11_00_00, 0b01_01_01), Some(0b10_01_01));
        assert_eq!(next_below(0b11_01_10, 0b10_10_10), Some(0b11_01_00));
        assert_eq!(next_below(0b10_10_10, 0b01_01_01), None);
    }

    #[test]
    fn what_was_coded_and_damaged_is_refused_or_something_else() {
        let table = table(&[16; 3]);
        let stored: Vec<i16> = (0..1 << 12)
            .map(|entry| (entry * 7919 % 400) as i16 - 150)
            .collect();
        let bytes = encode(&table, stored.clone());
        let decoded = |bytes: &[u8]| {
            let mut stored = vec![0; 1 << 12];
            decode(&table, bytes.to_vec(), &mut stored).map(|()| stored)
        };
        assert_eq!(decoded(&bytes), Ok(stored.clone()));
        assert_eq!(decoded(&bytes[..bytes.len() - 1]), Err(Damaged), "no whole word");
        let longer = [&*bytes, &[0xff; 8]].concat();
        assert_eq!(decoded(&longer), Err(Damaged));
        for at in (0..bytes.len()).step_by(37) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert_ne!(decoded(&damaged), Ok(stored.clone()), "{at}");
        }
    }

    /// Files are read for years: what they were coded to must not change.
    #[test]
    fn the_bytes_are_these() {
        let stored = |entry: usize| match entry * 7919 % 11 {
            0..6 => 0,
            rest => ((entry % 64) as i16 - 20) * 37 * (rest as i16 - 8),
        };
        let mut checksum = flate2::Crc::new();
        for shape in [vec![16; 4], vec![8, 8], vec![5, 3]] {
            let table = table(&shape);
            checksum.update(&encode(&table, (0..table.entries()).map(stored).collect()));
        }
        assert_eq!((checksum.amount(), checksum.sum()), (39132, 3_044_031_936));
    }

    proptest::proptest! {
        /// No bytes make it panic.
        #[test]
        fn any_bytes_are_refused_or_decoded(bytes: Vec<u8>, is_long: bool) {
            let table = table(if is_long { &[4; 4] } else { &[3, 4] });
            let _ = decode(&table, bytes, &mut vec![0; table.entries()]);
        }
    }
}
