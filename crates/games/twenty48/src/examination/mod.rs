//! How programs of others that play 2048 on the console are examined.

mod cases;
mod generator;
mod judge;
mod published;
mod statistics;

use std::io::{self, Read, Write};

use quincunx_core::Random;
use quincunx_registry::Examination;
use quincunx_registry::examination::{Case, Difference, ExaminedRule, Variant};

use crate::faults;
use judge::Judge;

/// The examination.
pub(crate) struct Twenty48Examination;

impl Examination for Twenty48Examination {
    fn rules(&self) -> &'static [ExaminedRule] {
        cases::RULES
    }

    fn published(&self) -> Vec<Case> {
        published::published()
    }

    fn generate(&self, rule: &'static ExaminedRule, random: &mut Random) -> Case {
        generator::generate(rule.name, random)
    }

    fn check(&self, case: &Case, output: &str) -> Result<(), Difference> {
        Judge::new().check(&case.lines, output)
    }

    fn simpler(&self, line: &str) -> Vec<String> {
        cases::simpler(line)
    }

    fn smaller(&self, lines: &[String]) -> Vec<Vec<String>> {
        cases::smaller(lines)
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
