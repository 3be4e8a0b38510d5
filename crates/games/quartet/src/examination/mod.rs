//! How programs of others that play Quartet on the console are examined.

mod games;
mod generator;
mod published;
mod rules;

use std::io::{self, Read, Write};

use quincunx_core::Random;
use quincunx_registry::Examination;
use quincunx_registry::examination::{Case, Difference, ExaminedRule, Variant, answer_of, check_lines};

use crate::console::QuartetConsole;
use crate::faults;

/// The examination.
pub(crate) struct QuartetExamination;

impl Examination for QuartetExamination {
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
        let mut console = QuartetConsole::default();
        check_lines(&mut console, &case.lines, output, is_bag_in_other_order)
    }

    /// Offers coordinates on the board for those beyond it.
    fn simpler(&self, line: &str) -> Vec<String> {
        let square = line.strip_prefix("place ").and_then(|square| {
            let (row, column) = square.split_once(';')?;
            let wrapped = |word: &str| Some(word.parse::<i64>().ok()?.rem_euclid(6));
            Some(format!("place {};{}", wrapped(row)?, wrapped(column)?))
        });
        square.filter(|simpler| simpler != line).into_iter().collect()
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

/// Returns whether an answer lists the pieces of the bag: the assignment leaves their order free.
fn is_bag_in_other_order(console: &mut QuartetConsole, line: &str, found: &str) -> bool {
    let sorted = |line: &str| {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    line == "bag" && sorted(answer_of(console, line).trim_end_matches('\n')) == sorted(found)
}
