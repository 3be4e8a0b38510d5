//! Symbols in contexts, coded by how often each occurs.

use std::borrow::Borrow;
use std::num::NonZero;

use constriction::stream::model::{DecoderModel, EncoderModel, EntropyModel};
use constriction::stream::stack::AnsCoder;
use constriction::stream::{Decode, Encode};

use super::contexts;

/// Frequencies are numbers of 32,768.
pub(super) const PRECISION: usize = 15;

/// The most different symbols.
pub(in super::super) const SYMBOLS: usize = 32;

/// How often each symbol occurs in each context.
#[derive(Debug)]
pub(in super::super) struct Frequencies {
    /// How often, of 32,768 times, it is each symbol or one before it.
    cumulative: Vec<[u16; SYMBOLS]>,
}

impl Frequencies {
    const ALL: u32 = 1 << PRECISION;

    /// Returns those of symbols that were counted. None that was is 0.
    pub(super) fn of(counts: &[[u32; SYMBOLS]]) -> Self {
        let of_context = |counts: &[u32; SYMBOLS]| {
            let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
            let mut parts = counts.map(|count| match count {
                0 => 0,
                _ => (u64::from(count) * u64::from(Self::ALL) / total).max(1) as u32,
            });
            let sum: u32 = parts.iter().sum();
            // The first of them, as a context without symbols has that of 0. It is a 32nd of all or more, and
            // each of the others is too large by less than 1.
            let most = parts.iter_mut().rev().max().expect("there are symbols");
            *most = *most + Self::ALL - sum;
            parts.map(|part| part as u16)
        };
        let frequencies = counts.iter().map(of_context);
        Self::read(frequencies).expect("they sum up to all")
    }

    /// Returns these frequencies, if those of each context sum up to all.
    pub(in super::super) fn read(frequencies: impl Iterator<Item = [u16; SYMBOLS]>) -> Option<Self> {
        let cumulative = frequencies.map(|frequencies| {
            let mut sum = 0u32;
            let cumulative = frequencies.map(|frequency| {
                sum += u32::from(frequency);
                sum as u16
            });
            (sum == Self::ALL).then_some(cumulative)
        });
        let cumulative: Vec<_> = cumulative.collect::<Option<_>>()?;
        (cumulative.len() == contexts::COUNT).then_some(Self { cumulative })
    }

    /// Lists them for each context.
    pub(in super::super) fn per_context(&self) -> impl Iterator<Item = [u16; SYMBOLS]> {
        self.cumulative.iter().map(|cumulative| {
            let mut before = 0;
            cumulative.map(|cumulative| cumulative - std::mem::replace(&mut before, cumulative))
        })
    }

    /// Returns how often it is a symbol before one, and that one.
    #[inline]
    fn interval(&self, context: usize, symbol: usize) -> Interval {
        let cumulative = &self.cumulative[context];
        let before = symbol.checked_sub(1).map_or(0, |before| cumulative[before]);
        Interval::of(before, cumulative[symbol] - before)
    }
}

/// The part of all numbers that stands for a symbol.
#[derive(Clone, Copy)]
struct Interval {
    first: u16,
    len: NonZero<u16>,
}

impl Interval {
    #[inline]
    fn of(first: u16, len: u16) -> Self {
        let len = NonZero::new(len).expect("only counted symbols are coded");
        Self { first, len }
    }

    /// Returns the interval of a number of up to 15 bits, all of which are equally likely.
    #[inline]
    const fn of_bits(bits: u32, number: u32) -> Self {
        let len = 1 << (PRECISION as u32 - bits);
        Self {
            first: number as u16 * len,
            len: NonZero::new(len).expect("it is a power of two"),
        }
    }
}

impl EntropyModel<PRECISION> for Interval {
    type Symbol = ();
    type Probability = u16;
}

impl EncoderModel<PRECISION> for Interval {
    fn left_cumulative_and_probability(&self, _: impl Borrow<()>) -> Option<(u16, NonZero<u16>)> {
        Some((self.first, self.len))
    }
}

/// Finds a symbol and its interval by a number in it.
struct SymbolLookup<F>(F);

impl<F> EntropyModel<PRECISION> for SymbolLookup<F> {
    type Symbol = u32;
    type Probability = u16;
}

impl<F: Fn(u16) -> (u32, Interval)> DecoderModel<PRECISION> for SymbolLookup<F> {
    #[inline(always)]
    fn quantile_function(&self, number: u16) -> (u32, u16, NonZero<u16>) {
        let (symbol, Interval { first, len }) = self.0(number);
        (symbol, first, len)
    }
}

/// Codes the given symbols and returns them, or ignores the given ones and decodes others.
pub(super) trait Coder {
    /// Codes whether something is so.
    fn flag(&mut self, context: usize, flag: bool) -> bool;

    /// Codes a symbol below [`SYMBOLS`].
    fn symbol(&mut self, context: usize, symbol: u32) -> u32;

    /// Codes a number of up to 15 bits.
    fn bits(&mut self, bits: u32, number: u32) -> u32;
}

/// Counts the symbols of each context.
pub(super) struct Counter(pub(super) Vec<[u32; SYMBOLS]>);

impl Coder for Counter {
    fn flag(&mut self, context: usize, flag: bool) -> bool {
        self.symbol(context, flag.into()) != 0
    }

    fn symbol(&mut self, context: usize, symbol: u32) -> u32 {
        self.0[context][symbol as usize] += 1;
        symbol
    }

    fn bits(&mut self, _: u32, number: u32) -> u32 {
        number
    }
}

/// Collects what is to be coded, as the last is coded first.
pub(super) struct Encoder<'a> {
    frequencies: &'a Frequencies,
    intervals: Vec<Interval>,
}

impl<'a> Encoder<'a> {
    pub(super) const fn new(frequencies: &'a Frequencies) -> Self {
        Self {
            frequencies,
            intervals: Vec::new(),
        }
    }

    pub(super) fn into_words(self) -> Vec<u32> {
        let mut coder = AnsCoder::<u32, u64>::new();
        for interval in self.intervals.into_iter().rev() {
            coder
                .encode_symbol((), interval)
                .expect("an interval can be coded");
        }
        let Ok(words) = coder.into_compressed();
        words
    }
}

impl Coder for Encoder<'_> {
    fn flag(&mut self, context: usize, flag: bool) -> bool {
        self.symbol(context, flag.into()) != 0
    }

    fn symbol(&mut self, context: usize, symbol: u32) -> u32 {
        self.intervals
            .push(self.frequencies.interval(context, symbol as usize));
        symbol
    }

    fn bits(&mut self, bits: u32, number: u32) -> u32 {
        self.intervals.push(Interval::of_bits(bits, number));
        number
    }
}

pub(super) struct Decoder<'a> {
    pub(super) frequencies: &'a Frequencies,
    pub(super) coder: AnsCoder<u32, u64>,
}

impl Decoder<'_> {
    #[inline]
    fn decode(&mut self, symbol: impl Fn(u16) -> (u32, Interval)) -> u32 {
        let Ok(symbol) = self.coder.decode_symbol(SymbolLookup(symbol));
        symbol
    }
}

impl Coder for Decoder<'_> {
    #[inline]
    fn flag(&mut self, context: usize, _: bool) -> bool {
        let no = self.frequencies.cumulative[context][0];
        let flag = self.decode(|number| match number < no {
            true => (0, Interval::of(0, no)),
            false => (1, Interval::of(no, (1 << PRECISION) - no)),
        });
        flag != 0
    }

    #[inline(always)]
    fn symbol(&mut self, context: usize, _: u32) -> u32 {
        let frequencies = self.frequencies;
        let cumulative = &frequencies.cumulative[context];
        self.decode(|number| {
            let symbol: u16 = cumulative
                .iter()
                .map(|&cumulative| u16::from(cumulative <= number))
                .sum();
            (symbol.into(), frequencies.interval(context, symbol.into()))
        })
    }

    #[inline]
    fn bits(&mut self, bits: u32, _: u32) -> u32 {
        self.decode(|number| {
            let number = u32::from(number) >> (PRECISION as u32 - bits);
            (number, Interval::of_bits(bits, number))
        })
    }
}
