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
    contexts: Vec<Context>,
}

/// How often, of 32,768 times, it is a symbol before each one; the last number is 32,768.
#[derive(Debug)]
struct Context([u16; SYMBOLS + 1]);

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
        let contexts = frequencies.map(|frequencies| {
            let mut sum = 0u32;
            let mut starts = [0; SYMBOLS + 1];
            for (start, frequency) in starts[1..].iter_mut().zip(frequencies) {
                sum += u32::from(frequency);
                *start = sum as u16;
            }
            (sum == Self::ALL).then_some(Context(starts))
        });
        let contexts: Vec<_> = contexts.collect::<Option<_>>()?;
        (contexts.len() == contexts::COUNT).then_some(Self { contexts })
    }

    /// Lists them for each context.
    pub(in super::super) fn per_context(&self) -> impl Iterator<Item = [u16; SYMBOLS]> {
        let of_context =
            |Context(starts): &Context| std::array::from_fn(|symbol| starts[symbol + 1] - starts[symbol]);
        self.contexts.iter().map(of_context)
    }
}

impl Context {
    /// Returns the numbers that stand for a symbol.
    #[inline]
    fn interval(&self, symbol: u32) -> Interval {
        let [first, behind] = [symbol, symbol + 1].map(|symbol| self.0[symbol as usize]);
        Interval::of(first, behind - first)
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

impl EntropyModel<PRECISION> for &Context {
    type Symbol = u32;
    type Probability = u16;
}

impl DecoderModel<PRECISION> for &Context {
    #[inline(always)]
    fn quantile_function(&self, number: u16) -> (u32, u16, NonZero<u16>) {
        // What begins behind the number leaves the highest bit; so symbols are compared side by side.
        let begins_behind = |&start: &u16| number.wrapping_sub(start) >> PRECISION;
        let behind: u16 = self.0[1..].iter().map(begins_behind).sum();
        let symbol = SYMBOLS as u32 - u32::from(behind);
        let Interval { first, len } = self.interval(symbol);
        (symbol, first, len)
    }
}

/// A symbol that is 0 for the numbers below one, else 1.
struct Flag {
    zero: u16,
}

impl EntropyModel<PRECISION> for Flag {
    type Symbol = u32;
    type Probability = u16;
}

impl DecoderModel<PRECISION> for Flag {
    #[inline(always)]
    fn quantile_function(&self, number: u16) -> (u32, u16, NonZero<u16>) {
        let flag = number >= self.zero;
        let Interval { first, len } = match flag {
            false => Interval::of(0, self.zero),
            true => Interval::of(self.zero, (1 << PRECISION) - self.zero),
        };
        (flag.into(), first, len)
    }
}

/// Numbers of a count of bits, all equally likely.
struct Bits(u32);

impl EntropyModel<PRECISION> for Bits {
    type Symbol = u32;
    type Probability = u16;
}

impl DecoderModel<PRECISION> for Bits {
    #[inline(always)]
    fn quantile_function(&self, number: u16) -> (u32, u16, NonZero<u16>) {
        let number = u32::from(number) >> (PRECISION as u32 - self.0);
        let Interval { first, len } = Interval::of_bits(self.0, number);
        (number, first, len)
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
            .push(self.frequencies.contexts[context].interval(symbol));
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
    #[inline(always)]
    fn decode(&mut self, model: impl DecoderModel<PRECISION, Symbol = u32, Probability = u16>) -> u32 {
        let Ok(symbol) = self.coder.decode_symbol(model);
        symbol
    }
}

impl Coder for Decoder<'_> {
    #[inline(always)]
    fn flag(&mut self, context: usize, _: bool) -> bool {
        let zero = self.frequencies.contexts[context].0[1];
        self.decode(Flag { zero }) != 0
    }

    #[inline(always)]
    fn symbol(&mut self, context: usize, _: u32) -> u32 {
        let frequencies = self.frequencies;
        self.decode(&frequencies.contexts[context])
    }

    #[inline(always)]
    fn bits(&mut self, bits: u32, _: u32) -> u32 {
        self.decode(Bits(bits))
    }
}
