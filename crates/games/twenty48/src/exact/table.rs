//! Boards with their values, kept: in memory those of small boards, in a file those of larger ones.

use quincunx_core::Size;

use super::answer::{Answer, Judge};
use super::board::Packing;
use super::file::Reader;
use super::solving::Solving;
use super::work::Work;
use crate::{Position, Twenty48};
use quincunx_registry::tablebase;
use quincunx_registry::tablebase::{SolveError, TableError};

/// A layer that is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layer {
    /// The canonical boards, ascending.
    pub(super) keys: Vec<u64>,
    /// A row of values for each.
    pub(super) values: Vec<f64>,
}

impl Layer {
    /// Returns the values of a board; none where the layer has it not.
    pub(super) fn row(&self, board: u64) -> Option<Vec<f64>> {
        let at = self.keys.binary_search(&board).ok()?;
        let width = self.values.len() / self.keys.len();
        Some(self.values[at * width..][..width].to_vec())
    }
}

/// What every position that a game can come to is worth.
pub(super) struct ExactTable {
    rules: Twenty48,
    judge: Judge,
    boards: u64,
    source: Source,
}

enum Source {
    /// From the layer with the empty board on.
    Memory(Vec<Layer>),
    File(Reader<Box<dyn tablebase::Source>>),
}

impl ExactTable {
    /// Works out a game from a position and keeps all in memory, with no goals beside the points.
    ///
    /// # Errors
    /// When the board is too large, the position has pieces that no game makes, or the flag is raised.
    pub(super) fn in_memory(
        rules: &Twenty48,
        position: &Position,
        work: &Work<'_>,
    ) -> Result<Self, SolveError> {
        let solving = Solving::begin(rules, position, Some(&[]), work)?;
        let mut layers = Vec::new();
        solving.finish(work, &mut |layer, keys, values| {
            if layers.len() <= layer {
                layers.resize(layer + 1, Layer::default());
            }
            layers[layer] = Layer {
                keys: keys.to_vec(),
                values: values.to_vec(),
            };
            Ok(())
        })?;
        Ok(Self {
            rules: *rules,
            boards: solving.boards(),
            judge: solving.judge,
            source: Source::Memory(layers),
        })
    }

    /// Opens a table; of what it holds only the directory is read.
    ///
    /// # Errors
    /// When it is none or cannot be read.
    pub(super) fn open(source: Box<dyn tablebase::Source>) -> Result<Self, TableError> {
        let reader = Reader::open(source)?;
        let rules = *reader.rules();
        Ok(Self {
            rules,
            boards: reader.boards(),
            judge: Judge {
                packing: Packing::of(rules.size()).expect("the header names a size that is packed"),
                pieces: [1.0 - rules.four_rate(), rules.four_rate()],
                scoring: rules.scoring(),
                goals: reader.goals().clone(),
            },
            source: Source::File(reader),
        })
    }

    /// Returns the table for other rules: these, or these with the board on its side; `None` for any others.
    pub(super) fn for_rules(mut self, rules: &Twenty48) -> Option<Self> {
        if self.rules != *rules {
            let size = self.rules.size();
            let turned = Size::new(size.rows(), size.columns()).ok()?;
            let turned = Twenty48::new(turned, self.rules.scoring(), self.rules.four_rate()).ok()?;
            if turned != *rules {
                return None;
            }
            self.judge.packing = self.judge.packing.turned(rules.size());
            self.rules = *rules;
        }
        Some(self)
    }

    /// Returns the rules.
    pub(super) const fn rules(&self) -> &Twenty48 {
        &self.rules
    }

    /// Returns the values of goals, in the order of their chances behind the points.
    pub(super) fn goals(&self) -> Vec<u64> {
        let exponents = self.judge.goals.exponents().iter();
        exponents.map(|exponent| 1 << exponent).collect()
    }

    /// Returns how many boards are kept.
    pub(super) const fn boards(&self) -> u64 {
        self.boards
    }

    /// Tells what a position is worth; `None` where no game comes to it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn judge(&mut self, position: &Position) -> Result<Option<Answer>, TableError> {
        let source = &mut self.source;
        self.judge.judge(position, &mut |layer, board| match source {
            Source::Memory(layers) => Ok(layers.get(layer).and_then(|layer| layer.row(board))),
            Source::File(reader) => reader.row(layer, board),
        })
    }
}
