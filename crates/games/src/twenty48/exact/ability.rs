//! What command lines ask of exact boards; see [`crate::tables`].

use std::fs::File;
use std::io::Write;

use quincunx_core::{Game, Notation, NotationError, OptionError, Options};

use super::answer::Answer;
use super::file::Writer;
use super::solving::Solving;
use super::table::ExactTable;
use super::work::Work;
use crate::entry::Listed;
use crate::tables::{Solution, SolveError, Table, TableError, Tables, Task, Worth};
use crate::twenty48::{Position, Scoring, Twenty48};

/// Boards worked out, as command lines ask for them.
pub(in crate::twenty48) static TABLES: Tables = Tables {
    goal: "tile",
    goal_help: "Tell the greatest chance of making this tile or a larger one; may be given several times \
                [default: every tile that can be made]",
    solve,
    open: |file: File| match ExactTable::open(file) {
        Ok(table) => Ok(Box::new(table)),
        Err(error) => Err(error),
    },
    file_name: |options| Ok(file_name(&Twenty48::from_options(options)?)),
};

fn solve(task: &Task<'_>, output: Option<&mut dyn Write>) -> Result<Solution, SolveError> {
    let rules = Twenty48::from_options(task.options)?;
    let position = match task.position {
        None => rules.initial(),
        Some(text) => read(&rules, text)?,
    };
    let work = Work {
        threads: task.threads,
        interrupt: task.interrupt,
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

/// Returns the name of the file in which players look for the table of some rules.
pub(super) fn file_name(rules: &Twenty48) -> String {
    let size = rules.size();
    let mut name = format!("2048-{}x{}", size.columns(), size.rows());
    if rules.scoring() == Scoring::Contest {
        name.push_str("-contest");
    }
    if rules.four_rate() != Twenty48::FOUR_RATE {
        name.push_str(&format!("-four-rate-{}", rules.four_rate()));
    }
    name.push_str(".exact");
    name
}

/// Reads a position; of one whose turn it is to slide the rows will do, as its points and moves do not matter here.
fn read(rules: &Twenty48, text: &str) -> Result<Position, NotationError> {
    let text = text.trim();
    if text.contains(' ') {
        rules.parse_position(text)
    } else {
        rules.parse_position(&format!("{text} 0 0 0"))
    }
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
        let position = read(Self::rules(self), position)?;
        let answer = self.judge(&position)?;
        Ok(answer.map(|answer| worth(Self::rules(self), answer)))
    }
}
