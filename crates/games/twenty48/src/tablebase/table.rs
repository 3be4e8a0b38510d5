//! Solved games: in memory for small boards, in a file for larger ones; and how commands solve them (see
//! [`quincunx_registry::tablebase`]).

use std::io::Write;

use quincunx_core::{Game, Notation, Options, Size};
use quincunx_registry::tablebase::{
    self, Evaluation, Solution, SolveError, SolveRequest, Tablebase, TablebaseError, Tablebases,
};

use super::evaluator::{PositionEvaluator, PositionValues};
use super::file::{Reader, Writer, file_name, is_file_name};
use super::layer::EvaluatedLayer;
use super::packing::Packing;
use super::solver::{Solver, unsupported_pieces};
use super::worker_pool::WorkerPool;
use crate::options::{options_of, rules_of};
use crate::position::Position;
use crate::rules::Twenty48;

/// The values of every position that a game can reach.
pub(super) struct ExactTablebase {
    pub(super) rules: Twenty48,
    evaluator: PositionEvaluator,
    boards: u64,
    source: Source,
}

enum Source {
    /// From the layer of the empty board on.
    Memory(Vec<Option<EvaluatedLayer>>),
    File(Reader<Box<dyn tablebase::Source>>),
}

impl ExactTablebase {
    /// Solves a game from a position and keeps all in memory, with no goals beside the points.
    pub(super) fn in_memory(
        rules: &Twenty48,
        position: &Position,
        work: &WorkerPool<'_>,
    ) -> Result<Self, SolveError> {
        let solver = Solver::begin(rules, position, Some(&[]), work)?;
        let mut layers = Vec::new();
        solver.finish(work, &mut |layer, keys, values| {
            if layers.len() <= layer {
                layers.resize(layer + 1, None);
            }
            // No goals: the only value is that of the points.
            layers[layer] = Some(EvaluatedLayer::new(keys, 1, values.to_vec())?);
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
    pub(super) fn open(source: Box<dyn tablebase::Source>) -> Result<Self, TablebaseError> {
        let reader = Reader::open(source)?;
        let evaluator = PositionEvaluator::new(&reader.rules, reader.goals.clone());
        Ok(Self {
            rules: reader.rules,
            boards: reader.boards(),
            evaluator: evaluator.expect("the header names a size that is packed"),
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

    /// Returns the values of a position; `None` if no game reaches it.
    pub(super) fn position_values(
        &mut self,
        position: &Position,
    ) -> Result<Option<PositionValues>, TablebaseError> {
        let source = &mut self.source;
        self.evaluator.values(position, &mut |layer, board| match source {
            Source::Memory(layers) => {
                let layer = layers.get(layer).and_then(Option::as_ref);
                Ok(layer.and_then(|layer| layer.row(board)).map(<[f64]>::to_vec))
            }
            Source::File(reader) => reader.row(layer, board),
        })
    }
}

/// The tablebases of small boards.
pub(crate) struct Tablebases2048;

impl Tablebases for Tablebases2048 {
    fn goal(&self) -> &'static str {
        "tile"
    }

    fn goal_help(&self) -> &'static str {
        "Report the greatest chance of making this tile or a larger one; may be given several times \
                [default: every tile that can be made]"
    }

    fn solve(
        &self,
        request: &SolveRequest<'_>,
        output: Option<&mut dyn Write>,
    ) -> Result<Solution, SolveError> {
        let rules = rules_of(request.options);
        let position = match request.position {
            None => rules.initial(),
            Some(text) => rules.parse_position(text)?,
        };
        let workers = WorkerPool {
            threads: request.threads,
            stop: request.stop,
            report: request.report,
        };
        let solver = Solver::begin(&rules, &position, request.goals, &workers)?;
        let goals = &solver.evaluator.goals;
        let values = match output {
            None => solver.finish(&workers, &mut |_, _, _| Ok(()))?,
            Some(output) => {
                let mut writer = Writer::begin(output, &rules, goals)?;
                let values = solver.finish(&workers, &mut |layer, boards, values| {
                    writer.layer(layer, boards, values)
                })?;
                writer.finish()?;
                values
            }
        };
        Ok(Solution {
            goals: goals.tiles(),
            positions: solver.boards(),
            evaluation: evaluation(&rules, values),
        })
    }

    fn open(&self, source: Box<dyn tablebase::Source>) -> Result<Box<dyn Tablebase>, TablebaseError> {
        Ok(Box::new(ExactTablebase::open(source)?))
    }

    fn check(&self, options: &Options, text: &str) -> Result<(), SolveError> {
        let rules = rules_of(options);
        let position = rules.parse_position(text)?;
        if Packing::fits(rules.size()) && !Packing::has(position.cells()) {
            return Err(unsupported_pieces(&rules, &position));
        }
        Ok(())
    }

    fn file_name(&self, options: &Options) -> String {
        file_name(&rules_of(options))
    }

    fn is_file_name(&self, name: &str) -> bool {
        is_file_name(name)
    }
}

/// Converts the values of a position, with directions as text.
fn evaluation(rules: &Twenty48, values: PositionValues) -> Evaluation {
    let slides = values.slides.into_iter();
    Evaluation {
        values: values.values,
        actions: slides
            .map(|(direction, values)| (rules.action_text(direction), values))
            .collect(),
    }
}

impl Tablebase for ExactTablebase {
    fn options(&self) -> Options {
        options_of(&self.rules)
    }

    fn goals(&self) -> Vec<u64> {
        self.evaluator.goals.tiles()
    }

    fn positions(&self) -> u64 {
        self.boards
    }

    fn evaluate(&mut self, position: &str) -> Result<Option<Evaluation>, TablebaseError> {
        let position = self.rules.parse_position(position)?;
        let values = self.position_values(&position)?;
        Ok(values.map(|values| evaluation(&self.rules, values)))
    }
}
