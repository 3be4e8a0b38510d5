//! The player that knows: exact values where there are any, and another player elsewhere.

use std::fmt;
use std::fs::File;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use quincunx_core::{Direction, Game};
use quincunx_search::{Analysis, Judged, Limits, Player, Value};

use super::ability::file_name;
use super::answer::Answer;
use super::table::ExactTable;
use super::work::Work;
use crate::{Position, Twenty48};
use quincunx_registry::tablebase;

/// Boards of up to so many fields are worked out when they are asked about: some thousandths of a second.
const AT_ONCE: usize = 6;

/// Plays perfectly where a whole game is worked out: on boards of up to six fields, which it works out
/// itself, and on others of which there is a table in the [folder of tables](tablebase::folder). It plays as
/// another player elsewhere.
///
/// A board that was set up by hand and that no game comes to is worked out from there if it is small enough;
/// what was found of the last such board serves for all that follow from it.
pub struct TablePlayer<P> {
    others: P,
    /// Where tables are.
    folder: Option<PathBuf>,
    known: Option<Known>,
}

/// What is known of the rules that were asked about last.
struct Known {
    rules: Twenty48,
    /// Their table, where there is one.
    table: Option<ExactTable>,
    /// What was worked out from the last position that no game comes to.
    by_hand: Option<ExactTable>,
}

impl<P> TablePlayer<P> {
    /// Makes the player that plays as another one where nothing is worked out.
    pub fn new(others: P) -> Self {
        Self::with_folder(others, tablebase::folder().map(Path::to_owned))
    }

    /// Makes the player that looks for tables in this folder.
    pub(super) const fn with_folder(others: P, folder: Option<PathBuf>) -> Self {
        Self {
            others,
            folder,
            known: None,
        }
    }

    /// Tells what a position is worth, where that is known.
    fn exactly(&mut self, rules: &Twenty48, position: &Position, limits: &Limits) -> Option<Answer> {
        if self.known.as_ref().is_none_or(|known| known.rules != *rules) {
            let table = table(rules, self.folder.as_deref(), limits);
            if limits.stop.is_stopped() {
                return None;
            }
            self.known = Some(Known {
                rules: *rules,
                table,
                by_hand: None,
            });
        }
        let known = self.known.as_mut()?;
        // What cannot be read is as good as not there; who wants to know why asks for the table by its name.
        let judge = |table: &mut Option<ExactTable>| table.as_mut()?.judge(position).ok().flatten();
        if let Some(answer) = judge(&mut known.table).or_else(|| judge(&mut known.by_hand)) {
            return Some(answer);
        }
        if rules.size().area() > AT_ONCE {
            return None;
        }
        known.by_hand = Some(ExactTable::in_memory(rules, position, &alone(limits)).ok()?);
        judge(&mut known.by_hand)
    }
}

/// Works out a game on a small board, or opens the table of a larger one.
fn table(rules: &Twenty48, folder: Option<&Path>, limits: &Limits) -> Option<ExactTable> {
    if rules.size().area() <= AT_ONCE {
        return ExactTable::in_memory(rules, &rules.initial(), &alone(limits)).ok();
    }
    let file = File::open(folder?.join(file_name(rules))).ok()?;
    ExactTable::open(Box::new(file)).ok()?.for_rules(rules)
}

/// One thread, which ends when the search is to end.
fn alone(limits: &Limits) -> Work<'_> {
    Work {
        threads: NonZero::<usize>::MIN,
        stop: &limits.stop,
        report: &|_| {},
    }
}

impl<P: Player<Twenty48>> Player<Twenty48> for TablePlayer<P> {
    fn analyze(
        &mut self,
        rules: &Twenty48,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        match self.exactly(rules, state, limits) {
            Some(Answer { slides, .. }) if !slides.is_empty() => {
                let nodes = slides.len() as u64;
                let judged = slides.into_iter().map(|(action, values)| Judged {
                    action,
                    value: Value::ExactPoints(values[0]),
                });
                Analysis::new(judged.collect(), 0, nodes)
            }
            _ => self.others.analyze(rules, state, limits, report),
        }
    }
}

impl<P: fmt::Debug> fmt::Debug for TablePlayer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TablePlayer")
            .field("others", &self.others)
            .finish_non_exhaustive()
    }
}
