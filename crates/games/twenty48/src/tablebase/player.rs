//! The player that knows exact values, and plays as another one elsewhere.

use std::fs::File;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use quincunx_core::{Direction, Game};
use quincunx_search::{ActionValue, Analysis, Limits, Player, Value};

use quincunx_registry::tablebase;

use super::evaluator::PositionValues;
use super::file::file_name;
use super::table::ExactTablebase;
use super::worker_pool::WorkerPool;
use crate::position::Position;
use crate::rules::Twenty48;

/// The most cells of a board that is solved when it is met, in some milliseconds.
const SOLVED_WHEN_MET: usize = 6;

/// Plays perfectly on boards of up to six cells, which it solves itself, and where the [folder of
/// tablebases](tablebase::folder) has one. It plays as another player elsewhere.
///
/// A small board that no game reaches is solved from there. The solution serves for all that follows from it.
pub struct TablebasePlayer<P> {
    others: P,
    folder: Option<PathBuf>,
    solved: Option<SolvedRules>,
}

/// The solutions for the rules of the last position.
struct SolvedRules {
    rules: Twenty48,
    /// The tablebase of the whole game, if there is one.
    table: Option<ExactTablebase>,
    /// The solution from the last position that no game reaches.
    by_hand: Option<ExactTablebase>,
}

impl<P> TablebasePlayer<P> {
    /// Creates the player that plays as another one where nothing is solved.
    pub fn new(others: P) -> Self {
        Self::with_folder(others, tablebase::folder().map(Path::to_owned))
    }

    /// Creates the player with a folder of tablebases.
    pub(super) const fn with_folder(others: P, folder: Option<PathBuf>) -> Self {
        Self {
            others,
            folder,
            solved: None,
        }
    }

    /// Returns the exact values of a position, where they are known.
    fn exact_values(
        &mut self,
        rules: &Twenty48,
        position: &Position,
        limits: &Limits,
    ) -> Option<PositionValues> {
        if self.solved.as_ref().is_none_or(|solved| solved.rules != *rules) {
            let table = table(rules, self.folder.as_deref(), limits);
            if limits.stop.is_stopped() {
                return None;
            }
            self.solved = Some(SolvedRules {
                rules: *rules,
                table,
                by_hand: None,
            });
        }
        let solved = self.solved.as_mut()?;
        // An unreadable tablebase counts as none here; commands that name it report the error.
        let values =
            |table: &mut Option<ExactTablebase>| table.as_mut()?.position_values(position).ok().flatten();
        if let Some(known) = values(&mut solved.table).or_else(|| values(&mut solved.by_hand)) {
            return Some(known);
        }
        if rules.size().area() > SOLVED_WHEN_MET {
            return None;
        }
        solved.by_hand = Some(ExactTablebase::in_memory(rules, position, &single(limits)).ok()?);
        values(&mut solved.by_hand)
    }
}

/// Solves a small board, or opens the tablebase of a larger one.
fn table(rules: &Twenty48, folder: Option<&Path>, limits: &Limits) -> Option<ExactTablebase> {
    if rules.size().area() <= SOLVED_WHEN_MET {
        return ExactTablebase::in_memory(rules, &rules.initial(), &single(limits)).ok();
    }
    let file = File::open(folder?.join(file_name(rules))).ok()?;
    ExactTablebase::open(Box::new(file)).ok()?.for_rules(rules)
}

/// Returns one worker, which stops with the search.
fn single(limits: &Limits) -> WorkerPool<'_> {
    WorkerPool {
        threads: NonZero::<usize>::MIN,
        stop: &limits.stop,
        report: &|_| {},
    }
}

impl<P: Player<Twenty48>> Player<Twenty48> for TablebasePlayer<P> {
    fn analyze(
        &mut self,
        rules: &Twenty48,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        match self.exact_values(rules, state, limits) {
            Some(PositionValues { slides, .. }) if !slides.is_empty() => {
                let nodes = slides.len() as u64;
                let judged = slides.into_iter().map(|(action, values)| ActionValue {
                    action,
                    value: Value::ExactPoints(values[0]),
                });
                Analysis::new(judged.collect(), 0, nodes)
            }
            _ => self.others.analyze(rules, state, limits, report),
        }
    }
}
