//! How programs of others that play Connect Four on the console are examined.

mod generator;
mod published;
mod rules;

use std::io::{self, Read, Write};

use quincunx_core::Random;
use quincunx_registry::Examination;
use quincunx_registry::examination::{Case, Difference, ExaminedRule, Variant, answer_of, check_lines};

use crate::console::ConnectFourConsole;
use crate::faults;
use generator::SCORED_STONES;

/// The examination.
pub(crate) struct ConnectFourExamination;

impl Examination for ConnectFourExamination {
    fn rules(&self) -> &'static [ExaminedRule] {
        rules::RULES
    }

    fn published(&self) -> Vec<Case> {
        published::published()
    }

    fn generate(&self, rule: &'static ExaminedRule, random: &mut Random) -> Case {
        generator::generate(rule.name, random)
    }

    fn check(&self, case: &Case, output: &str) -> Result<(), Difference> {
        let mut console = ConnectFourConsole::default();
        check_lines(&mut console, &case.lines, output, is_another_best_column)
    }

    fn simpler(&self, line: &str) -> Vec<String> {
        let Some(drops) = line.strip_prefix("position ").filter(|drops| drops.is_ascii()) else {
            return Vec::new();
        };
        // Scores of much earlier positions take long.
        let fewest = SCORED_STONES as usize;
        let fewest = if drops.len() >= fewest { fewest } else { 1 };
        (fewest..drops.len())
            .map(|length| format!("position {}", &drops[..length]))
            .collect()
    }

    fn variants(&self) -> &'static [Variant] {
        faults::VARIANTS
    }

    fn run_variant(
        &self,
        variant: &'static Variant,
        _: &[&str],
        input: &mut dyn Read,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        faults::run(variant, input, output)
    }
}

/// Returns whether an answer to `best` names a column of the best score: several columns may have it.
fn is_another_best_column(console: &mut ConnectFourConsole, line: &str, found: &str) -> bool {
    let is_answer = |column: &usize| line == "best" && column.to_string() == found;
    let Some(column) = found.parse::<usize>().ok().filter(is_answer) else {
        return false;
    };
    let scores = answer_of(console, "scores");
    let scores: Vec<Option<i32>> = scores.split_whitespace().map(|word| word.parse().ok()).collect();
    let best = scores.iter().flatten().max();
    let score = column
        .checked_sub(1)
        .and_then(|column| scores.get(column)?.as_ref());
    best.is_some() && best == score
}
