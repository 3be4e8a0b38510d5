//! A layer of boards with their values, and what its evaluation needs.

use quincunx_registry::tablebase::SolveError;

use super::goals::MAX_VALUES;
use super::keys::KeyIndex;
use crate::position::Scoring;

/// The probabilities of a new 2 and a new 4.
pub(super) type SpawnRates = [f64; 2];

/// What the evaluation of a layer depends on.
pub(super) struct BackwardStep<'a> {
    pub(super) rates: SpawnRates,
    pub(super) scoring: Scoring,
    /// The number of values of a board.
    pub(super) width: usize,
    /// The exponents of the goals, whose chances follow the points.
    pub(super) exponents: &'a [u32],
    /// The layers after a 2 and after a 4.
    pub(super) later: [&'a EvaluatedLayer; 2],
}

#[derive(Clone, Debug)]
pub(super) struct EvaluatedLayer {
    index: KeyIndex,
    /// The number of values of a board; the chances after them are certain.
    pub(super) width: usize,
    pub(super) values: Vec<f64>,
}

impl EvaluatedLayer {
    pub(super) fn new(keys: &[u64], width: usize, values: Vec<f64>) -> Result<Self, SolveError> {
        Ok(Self {
            index: KeyIndex::new(keys)?,
            width,
            values,
        })
    }

    /// Creates the empty layer after the last one: no slide is possible there, and nothing more is reached.
    pub(super) fn after_the_last() -> Self {
        Self::new(&[], MAX_VALUES, Vec::new()).expect("there is memory for nothing")
    }

    /// Returns the values of a canonical board; `None` if the layer does not have it.
    #[inline]
    pub(super) fn row(&self, key: u64) -> Option<&[f64]> {
        let at = self.index.find(key)? * self.width;
        Some(&self.values[at..at + self.width])
    }
}
