//! Tablebases as commands ask for them; see [`quincunx_registry::tablebase`].

use std::io::Write;

use quincunx_core::{Game, Notation, Options};
use quincunx_registry::tablebase::{
    Evaluation, Solution, SolveError, SolveRequest, Source, TableError, Tablebase, Tablebases,
};

use super::evaluator::PositionValues;
use super::file::Writer;
use super::file_name::{file_name, is_file_name};
use super::packing::Packing;
use super::solver::{Solver, unsupported_pieces};
use super::table::ExactTablebase;
use super::worker_pool::WorkerPool;
use crate::options::{options_of, rules_of};
use crate::rules::Twenty48;

/// The tablebases of small boards.
pub(crate) struct Tablebases2048;

impl Tablebases for Tablebases2048 {
    fn goal(&self) -> &'static str {
        "tile"
    }

    fn goal_help(&self) -> &'static str {
        "Tell the greatest chance of making this tile or a larger one; may be given several times \
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
                    Ok(writer.layer(layer, boards, values)?)
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

    fn open(&self, source: Box<dyn Source>) -> Result<Box<dyn Tablebase>, TableError> {
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
        options_of(self.rules())
    }

    fn goals(&self) -> Vec<u64> {
        self.tiles()
    }

    fn positions(&self) -> u64 {
        self.boards()
    }

    fn evaluate(&mut self, position: &str) -> Result<Option<Evaluation>, TableError> {
        let position = self.rules().parse_position(position)?;
        let values = self.position_values(&position)?;
        Ok(values.map(|values| evaluation(self.rules(), values)))
    }
}
