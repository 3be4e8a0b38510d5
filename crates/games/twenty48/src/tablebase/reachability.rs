//! Forward: all reachable boards, layer by layer of the sum of their pieces.
//!
//! Only afterstates are kept. They are far fewer than boards on the player's turn: their lines are pushed to
//! one side, and one cell at least is free. A piece raises the sum by 2 or 4 and a slide keeps it, so a layer
//! leads only to the next two.

use quincunx_registry::tablebase::{Progress, SolveError};

use super::kernel::{BoardKernel, LARGEST};
use super::keys::{KeyIndex, KeySet, PackedKeys};
use super::layer::SpawnRates;
use super::packing;
use super::worker_pool::{BATCH, WorkerPool};

pub(super) struct ReachableBoards {
    /// The number of the first layer: half the sum of its boards.
    pub(super) first: usize,
    /// The canonical boards of each layer.
    pub(super) layers: Vec<PackedKeys>,
    /// The largest exponent on any of them.
    pub(super) largest: u32,
}

impl ReachableBoards {
    /// Finds all boards that are reachable from some, each given with its layer.
    pub(super) fn from(
        seeds: &[(usize, u64)],
        kernel: &dyn BoardKernel,
        rates: &SpawnRates,
        work: &WorkerPool<'_>,
    ) -> Result<Self, SolveError> {
        let first = seeds.iter().map(|(layer, _)| *layer).min().unwrap_or(0);
        let last_seed = seeds.iter().map(|(layer, _)| *layer).max().unwrap_or(0);
        let (mut layers, mut total, mut largest) = (Vec::new(), 0, 0);
        // What each thread has found in the next layer and in the one after it.
        let mut found = vec![[KeySet::new(), KeySet::new()]; work.threads.get()];
        for layer in first.. {
            let seeds = seeds.iter().filter(|(of, _)| *of == layer);
            let mut keys: Vec<u64> = seeds.map(|(_, board)| *board).collect();
            for found in &mut found {
                found[0].drain_into(&mut keys)?;
                found.swap(0, 1);
            }
            keys.sort_unstable();
            keys.dedup();
            if keys.is_empty() && layer > last_seed && found.iter().all(|found| found[0].is_empty()) {
                break;
            }
            if keys.len() > KeyIndex::MAX_KEYS {
                return Err(SolveError::TooManyAtOnce(keys.len()));
            }
            largest = keys
                .iter()
                .map(|key| packing::largest(*key))
                .fold(largest, u32::max);
            if largest > LARGEST {
                return Err(SolveError::TooLargePiece(1 << LARGEST));
            }
            work.for_each(&mut found, keys.chunks(BATCH), |found, boards| {
                kernel.spread(boards, rates, found);
            })?;
            total += keys.len() as u64;
            layers.push(PackedKeys::pack(&keys)?);
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

    pub(super) fn boards(&self) -> u64 {
        self.layers.iter().map(|keys| keys.len() as u64).sum()
    }
}
