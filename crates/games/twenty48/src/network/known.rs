//! How far a trained network knows the game.

use quincunx_ntuple::Table;

use super::feature_index::exponents;
use super::spec::{NetworkSpec, NetworkSpecError, Stage};
use crate::packed_board::PackedBoard;

/// Returns the highest exponent of the first stage that was trained and is left out.
pub(super) fn first_left_out(
    spec: &NetworkSpec,
    whole: Option<&str>,
) -> Result<Option<u32>, NetworkSpecError> {
    let whole: Option<NetworkSpec> = whole.map(str::parse).transpose()?;
    Ok(whole.and_then(|whole| whole.stages().get(spec.stages().len()).map(Stage::highest)))
}

/// Returns the highest exponent of boards from which training has often gone on, by the entries that training
/// has changed.
///
/// A piece that is made as often as the one below it has about as many entries. One that is made now and then
/// has a hundredth or less, learned where games end with it. So the highest exponent that counts has at least
/// half as many entries as the one below, and boards are known up to the one before it. Rounding, which drops
/// entries, changes this ratio little. The result is 1 if nothing was learned.
pub(super) fn highest_known(mut known: impl Iterator<Item = usize>, tables: &[Table]) -> u32 {
    const EXPONENTS: usize = PackedBoard::LARGEST as usize + 1;
    // The number of entries for each set of exponents.
    let mut having = vec![0usize; 1 << EXPONENTS];
    let mut next = known.next();
    let mut first = 0;
    for table in tables {
        let fields = table.shape[0].ilog2() as usize;
        while let Some(entry) = next.filter(|&entry| entry < first + table.entries()) {
            let set = exponents(entry - first, fields).fold(0, |set, exponent| set | 1 << exponent);
            having[set] += 1usize;
            next = known.next();
        }
        first += table.entries();
    }
    let with: [usize; EXPONENTS] = std::array::from_fn(|exponent| {
        let having = having.iter().enumerate();
        having
            .filter(|(set, _)| set >> exponent & 1 != 0)
            .map(|(_, count)| count)
            .sum()
    });
    // There is no 2 if all new pieces are fours.
    let is_made = |&exponent: &usize| with[exponent] > 0 && 2 * with[exponent] >= with[exponent - 1];
    (2..EXPONENTS).take_while(is_made).count().max(1) as u32
}

/// Lists the indices of the values that satisfy a predicate.
pub(super) fn positions<'a, T>(
    values: &'a [T],
    is_one: impl Fn(&T) -> bool + 'a,
) -> impl Iterator<Item = usize> {
    let values = values.iter().enumerate();
    values
        .filter(move |(_, value)| is_one(value))
        .map(|(index, _)| index)
}
