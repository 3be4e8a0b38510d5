//! Exact values as text for people and as JSON for programs.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use quincunx_core::Options;
use quincunx_registry::tablebase::{Evaluation, Solution};
use serde_json::{Map, Value, json};

use crate::args::positions::AnswerFormat;
use crate::output::options_json;

pub(super) struct TablePrinter<'a> {
    pub(super) game: &'static str,
    pub(super) goal: &'static str,
    pub(super) options: &'a Options,
    pub(super) format: AnswerFormat,
}

impl TablePrinter<'_> {
    /// Prints the solution from a position, or from the beginning, and where it is saved.
    pub(super) fn solution(
        &self,
        position: Option<&str>,
        solution: &Solution,
        file: Option<&Path>,
        time: Duration,
    ) -> anyhow::Result<()> {
        let seconds = time.as_secs_f64();
        let bytes = file
            .map(std::fs::metadata)
            .transpose()?
            .map(|metadata| metadata.len());
        let mut output = crate::output::stdout();
        if self.format == AnswerFormat::Json {
            let mut object = self.object(position, &solution.goals, &solution.evaluation);
            object.insert("positions".to_owned(), json!(solution.positions));
            object.insert("seconds".to_owned(), json!(seconds));
            if let Some(path) = file {
                object.insert("file".to_owned(), json!(path.display().to_string()));
                object.insert("bytes".to_owned(), json!(bytes));
            }
            writeln!(output, "{}", Value::Object(object))?;
        } else {
            let from = position.map_or_else(String::new, |text| format!(" from {}", on_one_line(text)));
            let (game, rules, positions) = (self.game, self.rules(), solution.positions);
            writeln!(
                output,
                "{game} ({rules}){from}: {positions} positions, solved in {seconds:.1} s"
            )?;
            self.values(&solution.goals, &solution.evaluation, &mut output)?;
            if let (Some(path), Some(bytes)) = (file, bytes) {
                writeln!(output, "saved in {} ({bytes} bytes)", path.display())?;
            }
        }
        Ok(output.flush()?)
    }

    /// Prints the values of a position in a table.
    pub(super) fn evaluation(
        &self,
        position: &str,
        goals: &[u64],
        evaluation: &Evaluation,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        if self.format == AnswerFormat::Json {
            let object = self.object(Some(position), goals, evaluation);
            return writeln!(output, "{}", Value::Object(object));
        }
        writeln!(output, "{}", on_one_line(position))?;
        self.values(goals, evaluation, output)
    }

    fn rules(&self) -> String {
        let pairs = self.options.iter().map(|(name, value)| format!("{name} {value}"));
        pairs.collect::<Vec<_>>().join(", ")
    }

    fn object(&self, position: Option<&str>, goals: &[u64], evaluation: &Evaluation) -> Map<String, Value> {
        let values = |values: &[f64]| {
            let chances = goals.iter().zip(&values[1..]);
            let chances = chances.map(|(goal, chance)| (goal.to_string(), json!(chance)));
            let mut object = Map::new();
            object.insert("points".to_owned(), json!(values[0]));
            object.insert(self.goal.to_owned(), Value::Object(chances.collect()));
            object
        };
        let actions = evaluation.actions.iter().map(|(action, of_action)| {
            let mut object = values(of_action);
            object.insert("action".to_owned(), json!(action));
            Value::Object(object)
        });
        let mut object = values(&evaluation.values);
        object.insert("game".to_owned(), json!(self.game));
        object.insert("options".to_owned(), Value::Object(options_json(self.options)));
        object.insert("position".to_owned(), json!(position));
        object.insert("actions".to_owned(), actions.collect());
        if !evaluation.actions.is_empty() {
            let best = |at: usize| json!(best(evaluation, at));
            let chances = (1..).zip(goals).map(|(at, goal)| (goal.to_string(), best(at)));
            let chances = Value::Object(chances.collect());
            object.insert("best".to_owned(), json!({"points": best(0), self.goal: chances}));
        }
        object
    }

    /// Writes a line for the points and one per goal: the best value, that of each action, and the best
    /// action.
    fn values(&self, goals: &[u64], evaluation: &Evaluation, output: &mut dyn Write) -> io::Result<()> {
        let mut line = |head: &str, cells: &mut dyn Iterator<Item = String>| {
            write!(output, "  {head:<12}")?;
            for cell in cells {
                write!(output, " {cell:>12}")?;
            }
            writeln!(output)
        };
        let columns =
            || std::iter::once(&evaluation.values).chain(evaluation.actions.iter().map(|(_, values)| values));
        if !evaluation.actions.is_empty() {
            let names = evaluation.actions.iter().map(|(action, _)| action.clone());
            let heads = std::iter::once("worth".to_owned()).chain(names);
            line("", &mut heads.chain(["best".to_owned()]))?;
        }
        let best = |at: usize| best(evaluation, at).map(str::to_owned);
        let points = columns().map(|values| format!("{:.3}", values[0]));
        line("points", &mut points.chain(best(0)))?;
        for (at, goal) in (1..).zip(goals) {
            let head = format!("{} {goal}", self.goal);
            line(
                &head,
                &mut columns().map(|values| chance(values[at])).chain(best(at)),
            )?;
        }
        Ok(())
    }
}

fn on_one_line(position: &str) -> String {
    position.replace('\n', "/")
}

/// Returns the first action with the most of a value; `None` if nobody acts.
fn best(evaluation: &Evaluation, at: usize) -> Option<&str> {
    let mut actions = evaluation.actions.iter();
    let first = actions.next()?;
    let best = actions.fold(
        first,
        |best, action| if action.1[at] > best.1[at] { action } else { best },
    );
    Some(&best.0)
}

/// Formats a chance with at least six digits; one that is nearly certain by three digits of what it lacks.
fn chance(chance: f64) -> String {
    match chance {
        0.0 => "0".to_owned(),
        chance if chance >= 1.0 => "1".to_owned(),
        chance if chance < 0.01 => format!("{chance:.5e}"),
        chance if chance > 0.999_999 => format!("1 - {:.2e}", 1.0 - chance),
        chance => format!("{chance:.7}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_keep_their_digits() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (0.011_337_880_08, "0.0113379"),
            (0.736_774_177, "0.7367742"),
            (0.999_999_8, "1 - 2.00e-7"),
            (0.001_234_567_8, "1.23457e-3"),
            (0.000_012_345_678, "1.23457e-5"),
        ] {
            assert_eq!(chance(value), text);
        }
    }
}
