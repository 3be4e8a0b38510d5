//! Examinations: right programs pass all cases, and each fault fails in one that is aimed at its rule.

use std::collections::BTreeSet;

use quincunx_catalog::GAMES;
use quincunx_core::Random;
use quincunx_registry::DynGame;
use quincunx_registry::examination::{Case, Examination, VariantKind};

/// The seed of the generated cases that find every fault, after the published ones.
const SEED: u64 = 1;

/// The fewest faults and right variants of a game.
const FAULTS: usize = 25;
const RIGHT_VARIANTS: usize = 5;

/// The games that are somebody's assignment.
const EXAMINED: usize = 5;

fn examined() -> impl Iterator<Item = (&'static dyn DynGame, &'static dyn Examination)> {
    GAMES
        .iter()
        .filter_map(|&entry| Some((entry, entry.examination()?)))
}

/// Lists the published cases and those generated from a seed.
fn cases(exam: &dyn Examination, seed: u64) -> Vec<Case> {
    let mut cases = exam.published();
    for (index, rule) in exam.rules().iter().enumerate() {
        let mut random = Random::stream(seed, index as u64);
        cases.extend((0..rule.cases).map(|_| exam.generate(rule, &mut random)));
    }
    cases
}

#[test]
fn the_own_console_passes_with_any_seed() {
    for (entry, exam) in examined() {
        for case in (0..5).flat_map(|seed| cases(exam, seed)) {
            let own = case.answers(|input, output| (entry.console().run)(case.arguments, input, output));
            let own = own.expect("nothing fails in memory");
            assert_eq!(exam.check(&case, &own), Ok(()), "{} {case:#?}", entry.id());
        }
    }
}

#[test]
fn names_are_unique_and_every_rule_has_a_published_case() {
    assert_eq!(examined().count(), EXAMINED);
    for (entry, exam) in examined() {
        let rules: BTreeSet<&str> = exam.rules().iter().map(|rule| rule.name).collect();
        let published: BTreeSet<&str> = exam.published().iter().map(|case| case.rule).collect();
        assert_eq!(rules.len(), exam.rules().len(), "{}", entry.id());
        assert_eq!(published, rules, "{}", entry.id());
        let variants = exam.variants();
        let names: BTreeSet<&str> = variants.iter().map(|variant| variant.name).collect();
        assert_eq!(names.len(), variants.len(), "{}", entry.id());
        let right = variants
            .iter()
            .filter(|variant| variant.kind == VariantKind::Right)
            .count();
        assert!(
            right >= RIGHT_VARIANTS && variants.len() - right >= FAULTS,
            "{}",
            entry.id()
        );
    }
}

#[test]
fn right_variants_pass_and_faults_fail_in_a_case_of_their_rule() {
    for (entry, exam) in examined() {
        let cases = cases(exam, SEED);
        let mut wrong = Vec::new();
        for variant in exam.variants() {
            let fails = |case: &&Case| {
                let found =
                    case.answers(|input, output| exam.run_variant(variant, case.arguments, input, output));
                let found = found.expect("nothing fails in memory");
                exam.check(case, &found).is_err()
            };
            // Of a fault only its own rule is looked at.
            let counts = |case: &&Case| variant.broken_rule().is_none_or(|rule| rule == case.rule);
            let failed = cases.iter().filter(counts).filter(fails);
            let failed: BTreeSet<&str> = failed.map(|case| case.rule).collect();
            let is_as_it_should = match variant.broken_rule() {
                None => failed.is_empty(),
                Some(rule) => failed.contains(rule),
            };
            if !is_as_it_should {
                wrong.push((variant.name, variant.broken_rule(), failed));
            }
        }
        assert_eq!(wrong, [], "{}", entry.id());
    }
}
