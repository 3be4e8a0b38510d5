//! The player that knows: exact values where there are any, and another player elsewhere.

use std::fmt;
use std::fs::File;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use quincunx_core::Direction;
use quincunx_search::{Analysis, Judged, Limits, Player, Value};

use super::ability::file_name;
use super::answer::Answer;
use super::solving::Solving;
use super::table::ExactTable;
use super::work::Work;
use crate::tables;
use crate::twenty48::{Position, Twenty48};

/// Boards of up to so many fields are worked out when they are asked about: some thousandths of a second.
const AT_ONCE: usize = 6;

/// Plays perfectly where a whole game is worked out: on boards of up to six fields, which it works out itself, and on
/// others of which there is a table in the [folder of tables](tables::folder). It plays as another player elsewhere.
///
/// A board that was set up by hand and that no game comes to is worked out from there if it is small enough.
pub struct TablePlayer<P> {
    others: P,
    /// Where tables are.
    folder: Option<PathBuf>,
    /// The rules that were asked about last, and their table, where there is one.
    known: Option<(Twenty48, Option<ExactTable>)>,
}

impl<P> TablePlayer<P> {
    /// Makes the player that plays as another one where nothing is worked out.
    pub fn new(others: P) -> Self {
        Self::with_folder(others, tables::folder().map(Path::to_owned))
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
        if self.known.as_ref().is_none_or(|(known, _)| known != rules) {
            let table = table(rules, self.folder.as_deref(), limits);
            if limits.interrupt.is_raised() {
                return None;
            }
            self.known = Some((*rules, table));
        }
        let (_, table) = self.known.as_mut()?;
        // What cannot be read is as good as not there; who wants to know why asks for the table by its name.
        let judge = |table: &mut ExactTable| table.judge(position).ok().flatten();
        table.as_mut().and_then(judge).or_else(|| {
            let small = rules.size().area() <= AT_ONCE;
            small.then(|| from_here(rules, position, limits)).flatten()
        })
    }
}

/// Works out a game on a small board, or opens the table of a larger one.
fn table(rules: &Twenty48, folder: Option<&Path>, limits: &Limits) -> Option<ExactTable> {
    if rules.size().area() <= AT_ONCE {
        return ExactTable::in_memory(rules, &alone(limits)).ok();
    }
    let file = File::open(folder?.join(file_name(rules))).ok()?;
    let table = ExactTable::open(file).ok()?;
    (table.rules() == rules).then_some(table)
}

/// Works out what can be met from a position.
fn from_here(rules: &Twenty48, position: &Position, limits: &Limits) -> Option<Answer> {
    let work = alone(limits);
    let solving = Solving::begin(rules, position, Some(&[]), &work).ok()?;
    solving.finish(&work, &mut |_, _, _| Ok(())).ok()
}

/// One thread, which ends when the search is to end.
fn alone(limits: &Limits) -> Work<'_> {
    Work {
        threads: NonZero::<usize>::MIN,
        interrupt: &limits.interrupt,
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
