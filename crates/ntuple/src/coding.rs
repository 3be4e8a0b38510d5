//! Compresses sparse tables: first which entries are stored, then their values, with frequencies by what is
//! stored of neighbouring entries, in which one of the pieces is less by one (context modelling, as of
//! lossless pictures: Wu and Memon 1997). Symbols are coded by asymmetric numeral systems (Duda 2013) with
//! frequencies that are counted first, so that a value is decoded in less than a tenth of a microsecond. All
//! arithmetic is in whole numbers, the same on every machine.

mod blocks;
mod contexts;
mod symbols;
#[cfg(test)]
mod tests;

use constriction::stream::stack::AnsCoder;

use self::blocks::code;
pub(super) use self::contexts::COUNT as CONTEXTS;
use self::symbols::{Counter, Decoder, Encoder};
pub(super) use self::symbols::{Frequencies, SYMBOLS};
use super::features::Table;
use super::file::FileError;
use super::memory::NoMemory;
use super::sparse::{SparseTable, reserve};

/// Returns the frequencies in some tables, and the words of each that [`decode`] reads with them.
pub(super) fn encode(tables: &[(&Table, SparseTable)]) -> Result<(Frequencies, Vec<Vec<u32>>), NoMemory> {
    let mut counter = Counter(vec![[0; SYMBOLS]; CONTEXTS]);
    for (table, stored) in tables {
        code(&mut counter, table, Some(stored))?;
    }
    let frequencies = Frequencies::of(&counter.0);
    let coded = tables.iter().map(|(table, stored)| {
        let mut encoder = Encoder::new(&frequencies);
        code(&mut encoder, table, Some(stored))?;
        Ok(encoder.into_words())
    });
    let coded = coded.collect::<Result<_, NoMemory>>()?;
    Ok((frequencies, coded))
}

/// Returns the table that was [coded](encode) to some words.
pub(super) fn decode(
    table: &Table,
    words: &[u32],
    frequencies: &Frequencies,
) -> Result<SparseTable, FileError> {
    let damaged = || FileError::Values(table.name.clone());
    // The coder decodes a list of its own faster than a slice.
    let mut copied = Vec::new();
    reserve(&mut copied, words.len())?;
    copied.extend(words);
    let coder = AnsCoder::from_compressed(copied).map_err(|_| damaged())?;
    let mut decoder = Decoder { frequencies, coder };
    let stored = code(&mut decoder, table, None)?;
    if decoder.coder.is_empty() {
        Ok(stored)
    } else {
        Err(damaged())
    }
}
