//! Backward: what every board is worth, from the layer of the greatest sum to the first.
//!
//! A board behind a slide is worth the mean over the pieces that chance may add; a board on the player's turn
//! what its best slide gives and leads to. Values are doubles: of some five hundred moves each adds an error
//! of 10⁻¹⁶ of the value at most, so that what is told of a board is exact to more than ten digits.

use super::goals::Goals;
use super::keys::Index;
use super::reach::Reach;
use super::shape::{Kernel, MOST_VALUES, Pieces};
use super::work::{AT_A_TIME, Work};
use crate::Scoring;
use quincunx_registry::tablebase::{Progress, SolveError};

/// What the boards of a layer are valued by.
pub(super) struct Evaluation<'a> {
    pub(super) pieces: Pieces,
    pub(super) scoring: Scoring,
    /// How many values a board has.
    pub(super) width: usize,
    /// The exponents whose chances are asked for, behind the points.
    pub(super) exponents: &'a [u32],
    /// The layers behind a 2 and behind a 4.
    pub(super) later: [&'a Valued; 2],
}

/// A layer whose boards are valued.
#[derive(Clone, Debug)]
pub(super) struct Valued {
    index: Index,
    width: usize,
    values: Vec<f64>,
}

impl Valued {
    fn new(keys: &[u64], width: usize, values: Vec<f64>) -> Self {
        Self {
            index: Index::new(keys),
            width,
            values,
        }
    }

    /// Makes the layer behind the last one: nothing is possible there, and what is not reached never will be.
    fn behind_the_last() -> Self {
        Self::new(&[], MOST_VALUES, Vec::new())
    }

    /// Returns how many values a board has; what is behind them is certain.
    #[inline]
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// Returns the values of a canonical board; none where it was not found.
    #[inline]
    pub(super) fn row(&self, key: u64) -> Option<&[f64]> {
        let at = self.index.find(key)? * self.width;
        Some(&self.values[at..at + self.width])
    }
}

/// Takes the values of layers as they become known, the last layer first: its number, its boards and a row
/// for each.
pub(super) type Keep<'a> = dyn FnMut(usize, &[u64], &[f64]) -> Result<(), SolveError> + 'a;

/// Values all boards that can be met and hands every layer on; returns the two first ones.
///
/// # Errors
/// When the flag is raised or a layer cannot be kept.
pub(super) fn evaluate(
    reach: &Reach,
    kernel: &dyn Kernel,
    goals: &Goals,
    (pieces, scoring): (Pieces, Scoring),
    work: &Work<'_>,
    keep: &mut Keep<'_>,
) -> Result<[Valued; 2], SolveError> {
    let (all, mut done) = (reach.boards(), 0);
    let mut later = [Valued::behind_the_last(), Valued::behind_the_last()];
    let mut nothing = vec![(); work.threads.get()];
    for (at, keys) in reach.layers.iter().enumerate().rev() {
        let (layer, boards) = (reach.first + at, keys.unpack());
        let width = goals.width(layer);
        let mut values = vec![0.0; width * boards.len()];
        let evaluation = Evaluation {
            pieces,
            scoring,
            width,
            exponents: goals.exponents(),
            later: [&later[0], &later[1]],
        };
        let parts = boards.chunks(AT_A_TIME).zip(values.chunks_mut(AT_A_TIME * width));
        work.share(&mut nothing, parts, |(), (boards, values)| {
            kernel.evaluate(boards, &evaluation, values);
        })?;
        keep(layer, &boards, &values)?;
        done += boards.len() as u64;
        (work.report)(Progress { done, of: Some(all) });
        later.swap(0, 1);
        later[0] = Valued::new(&boards, width, values);
    }
    Ok(later)
}
