//! Forward: all boards that can be met, layer by layer of the sum of their pieces.
//!
//! Only boards *behind a slide* are kept, those to which a piece is added next: there are far fewer of them
//! than of boards on the player's turn, as their lines are pushed to one side and one cell at least is free.
//! A piece raises the sum by 2 or 4 and a slide leaves it, so boards of one sum lead only to the next two
//! layers.

use super::keys::{Index, KeySet, Keys};
use super::shape::{Kernel, LARGEST, Pieces};
use super::work::{AT_A_TIME, Work};
use quincunx_registry::tablebase::{Progress, SolveError};

/// What can be met.
#[derive(Debug)]
pub(super) struct Reach {
    /// The number of the first layer: half the sum of its boards.
    pub(super) first: usize,
    /// The canonical boards of each layer.
    pub(super) layers: Vec<Keys>,
    /// The largest exponent on any of them.
    pub(super) largest: u32,
}

impl Reach {
    /// Finds all boards that can be met from some, each given with its layer.
    ///
    /// # Errors
    /// When the flag is raised, a piece becomes too large or a layer has too many boards.
    pub(super) fn from(
        seeds: &[(usize, u64)],
        kernel: &dyn Kernel,
        pieces: &Pieces,
        work: &Work<'_>,
    ) -> Result<Self, SolveError> {
        let first = seeds.iter().map(|(layer, _)| *layer).min().unwrap_or(0);
        let last_seed = seeds.iter().map(|(layer, _)| *layer).max().unwrap_or(0);
        let (mut layers, mut total, mut largest) = (Vec::new(), 0, 0);
        // What each thread has found of the next layer and of the one behind it.
        let mut found = vec![[KeySet::new(), KeySet::new()]; work.threads.get()];
        for layer in first.. {
            let seeds = seeds.iter().filter(|(of, _)| *of == layer);
            let mut keys: Vec<u64> = seeds.map(|(_, board)| *board).collect();
            for found in &mut found {
                found[0].drain_into(&mut keys);
                found.swap(0, 1);
            }
            keys.sort_unstable();
            keys.dedup();
            if keys.is_empty() && layer > last_seed && found.iter().all(|found| found[0].is_empty()) {
                break;
            }
            if keys.len() > Index::MOST {
                return Err(SolveError::TooManyAtOnce(keys.len()));
            }
            largest = keys
                .iter()
                .map(|key| super::board::largest(*key))
                .fold(largest, u32::max);
            if largest > LARGEST {
                return Err(SolveError::TooLargePiece(1 << LARGEST));
            }
            work.share(&mut found, keys.chunks(AT_A_TIME), |found, boards| {
                kernel.spread(boards, pieces, found);
            })?;
            total += keys.len() as u64;
            layers.push(Keys::pack(&keys));
            (work.report)(Progress {
                done: total,
                of: None,
            });
        }
        Ok(Self {
            first,
            layers,
            largest,
        })
    }

    /// Returns how many boards there are.
    pub(super) fn boards(&self) -> u64 {
        self.layers.iter().map(|keys| keys.len() as u64).sum()
    }
}
