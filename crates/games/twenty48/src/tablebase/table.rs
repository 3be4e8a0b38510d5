//! Solved games: in memory for small boards, in a file for larger ones.

use quincunx_core::Size;
use quincunx_registry::tablebase;
use quincunx_registry::tablebase::{SolveError, TableError};

use super::evaluator::{PositionEvaluator, PositionValues};
use super::file::Reader;
use super::layer::StoredLayer;
use super::packing::Packing;
use super::solver::Solver;
use super::worker_pool::WorkerPool;
use crate::position::Position;
use crate::rules::Twenty48;

/// The values of every position that a game can reach.
pub(super) struct ExactTablebase {
    rules: Twenty48,
    evaluator: PositionEvaluator,
    boards: u64,
    source: Source,
}

enum Source {
    /// From the layer of the empty board on.
    Memory(Vec<StoredLayer>),
    File(Reader<Box<dyn tablebase::Source>>),
}

impl ExactTablebase {
    /// Solves a game from a position and keeps all in memory, with no goals beside the points.
    ///
    /// # Errors
    /// When the board is too large, the position has pieces that cannot be packed, or the work is stopped.
    pub(super) fn in_memory(
        rules: &Twenty48,
        position: &Position,
        work: &WorkerPool<'_>,
    ) -> Result<Self, SolveError> {
        let solver = Solver::begin(rules, position, Some(&[]), work)?;
        let mut layers = Vec::new();
        solver.finish(work, &mut |layer, keys, values| {
            if layers.len() <= layer {
                layers.resize(layer + 1, StoredLayer::default());
            }
            layers[layer] = StoredLayer {
                keys: keys.to_vec(),
                values: values.to_vec(),
            };
            Ok(())
        })?;
        Ok(Self {
            rules: *rules,
            boards: solver.boards(),
            evaluator: solver.evaluator,
            source: Source::Memory(layers),
        })
    }

    /// Opens a tablebase and reads its directory.
    ///
    /// # Errors
    /// When it is not one or cannot be read.
    pub(super) fn open(source: Box<dyn tablebase::Source>) -> Result<Self, TableError> {
        let reader = Reader::open(source)?;
        let rules = *reader.rules();
        Ok(Self {
            rules,
            boards: reader.boards(),
            evaluator: PositionEvaluator {
                packing: Packing::of(rules.size()).expect("the header names a size that is packed"),
                rates: [1.0 - rules.four_rate(), rules.four_rate()],
                scoring: rules.scoring(),
                goals: reader.goals().clone(),
            },
            source: Source::File(reader),
        })
    }

    /// Returns the tablebase for the same rules or those with columns and rows exchanged; `None` for any
    /// others.
    pub(super) fn for_rules(mut self, rules: &Twenty48) -> Option<Self> {
        if self.rules != *rules {
            let size = self.rules.size();
            let turned = Size::new(size.rows(), size.columns()).ok()?;
            let turned = Twenty48::new(turned, self.rules.scoring(), self.rules.four_rate()).ok()?;
            if turned != *rules {
                return None;
            }
            self.evaluator.packing = self.evaluator.packing.transposed(rules.size());
            self.rules = *rules;
        }
        Some(self)
    }

    pub(super) const fn rules(&self) -> &Twenty48 {
        &self.rules
    }

    /// Returns the tiles of the goals, in the order of their chances after the points.
    pub(super) fn tiles(&self) -> Vec<u64> {
        self.evaluator.goals.tiles()
    }

    /// Returns the number of boards.
    pub(super) const fn boards(&self) -> u64 {
        self.boards
    }

    /// Returns the values of a position; `None` if no game reaches it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn position_values(
        &mut self,
        position: &Position,
    ) -> Result<Option<PositionValues>, TableError> {
        let source = &mut self.source;
        self.evaluator.values(position, &mut |layer, board| match source {
            Source::Memory(layers) => Ok(layers.get(layer).and_then(|layer| layer.row(board))),
            Source::File(reader) => reader.row(layer, board),
        })
    }
}
