//! What command lines ask of exact boards; see [`quincunx_registry::tablebase`].

use std::io::Write;

use quincunx_core::{Game, Notation, OptionError, Options};

use super::answer::Answer;
use super::board::Packing;
use super::file::Writer;
use super::solving::{Solving, unlike};
use super::table::ExactTable;
use super::work::Work;
use crate::{Scoring, Twenty48};
use quincunx_registry::RegisteredGame;
use quincunx_registry::tablebase::{Solution, SolveError, Table, TableError, Tablebases, Task, Worth};

/// Boards worked out, as command lines ask for them.
pub(crate) static TABLES: Tablebases = Tablebases {
    goal: "tile",
    goal_help: "Tell the greatest chance of making this tile or a larger one; may be given several times \
                [default: every tile that can be made]",
    solve,
    open: |source| match ExactTable::open(source) {
        Ok(table) => Ok(Box::new(table)),
        Err(error) => Err(error),
    },
    check,
    file_name: |options| Ok(file_name(&Twenty48::from_options(options)?)),
    is_file_name: |name| name.starts_with(FILE_NAME.0) && name.ends_with(FILE_NAME.1),
};

/// How the names of tables begin and end.
const FILE_NAME: (&str, &str) = ("2048-", ".exact");

fn solve(task: &Task<'_>, output: Option<&mut dyn Write>) -> Result<Solution, SolveError> {
    let rules = Twenty48::from_options(task.options)?;
    let position = match task.position {
        None => rules.initial(),
        Some(text) => rules.parse_position(text)?,
    };
    let work = Work {
        threads: task.threads,
        stop: task.stop,
        report: task.report,
    };
    let solving = Solving::begin(&rules, &position, task.goals, &work)?;
    let goals = &solving.judge.goals;
    let answer = match output {
        None => solving.finish(&work, &mut |_, _, _| Ok(()))?,
        Some(output) => {
            let mut writer = Writer::begin(output, &rules, goals)?;
            let answer = solving.finish(&work, &mut |layer, boards, values| {
                Ok(writer.layer(layer, boards, values)?)
            })?;
            writer.finish()?;
            answer
        }
    };
    Ok(Solution {
        goals: goals.exponents().iter().map(|exponent| 1 << exponent).collect(),
        positions: solving.boards(),
        worth: worth(&rules, answer),
    })
}

fn check(options: &Options, text: &str) -> Result<(), SolveError> {
    let rules = Twenty48::from_options(options)?;
    let position = rules.parse_position(text)?;
    if Packing::fits(rules.size()) && !Packing::has(position.cells()) {
        return Err(unlike(&rules, &position));
    }
    Ok(())
}

/// Returns the name of the file in which players look for the table of some rules: one name for a board and
/// for the same board on its side, of which one table knows everything.
pub(super) fn file_name(rules: &Twenty48) -> String {
    let size = rules.size();
    let (longer, shorter) = (size.columns().max(size.rows()), size.columns().min(size.rows()));
    let mut name = format!("{}{longer}x{shorter}", FILE_NAME.0);
    if rules.scoring() == Scoring::Contest {
        name.push_str("-contest");
    }
    if rules.four_rate() != Twenty48::FOUR_RATE {
        name.push_str(&format!("-four-rate-{}", rules.four_rate()));
    }
    name.push_str(FILE_NAME.1);
    name
}

/// Writes what a position is worth with directions in words.
fn worth(rules: &Twenty48, answer: Answer) -> Worth {
    let slides = answer.slides.into_iter();
    Worth {
        values: answer.values,
        actions: slides
            .map(|(direction, values)| (rules.action_text(direction), values))
            .collect(),
    }
}

impl Table for ExactTable {
    fn options(&self) -> Options {
        let rules = Self::rules(self);
        let mut options = Options::defaults(Twenty48::OPTIONS);
        let scoring = match rules.scoring() {
            Scoring::Standard => "standard",
            Scoring::Contest => "contest",
        };
        let size = rules.size();
        for (name, value) in [
            ("width", size.columns().to_string()),
            ("height", size.rows().to_string()),
            ("scoring", scoring.to_owned()),
            ("four-rate", rules.four_rate().to_string()),
        ] {
            let set: Result<(), OptionError> = options.set(name, &value);
            set.expect("rules are made of such options");
        }
        options
    }

    fn goals(&self) -> Vec<u64> {
        Self::goals(self)
    }

    fn positions(&self) -> u64 {
        self.boards()
    }

    fn worth(&mut self, position: &str) -> Result<Option<Worth>, TableError> {
        let position = Self::rules(self).parse_position(position)?;
        let answer = self.judge(&position)?;
        Ok(answer.map(|answer| worth(Self::rules(self), answer)))
    }
}
