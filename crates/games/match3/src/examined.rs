//! Checks of an examination: right programs pass, wrong ones do not.

use std::collections::BTreeSet;

use quincunx_core::Random;
use quincunx_registry::RegisteredGame;
use quincunx_registry::examination::{Case, Examination, VariantKind};

/// The seed of the cases that find every fault.
const SEED: u64 = 1;

/// Returns the published cases and those generated from a seed.
fn cases(exam: &dyn Examination, seed: u64) -> Vec<Case> {
    let mut cases = exam.published();
    for (index, rule) in exam.rules().iter().enumerate() {
        let mut random = Random::stream(seed, index as u64);
        cases.extend((0..rule.cases).map(|_| exam.generate(rule, &mut random)));
    }
    cases
}

/// Returns what a program that writes to its last argument prints for a case.
fn output(
    case: &Case,
    run: impl FnOnce(&mut dyn std::io::Read, &mut Vec<u8>) -> std::io::Result<()>,
) -> String {
    let mut output = Vec::new();
    run(&mut case.input().as_bytes(), &mut output).expect("nothing fails in memory");
    String::from_utf8(output).expect("answers are text")
}

/// Checks that the own console and every right variant pass all cases, and that each fault fails in a case of
/// the rule that it breaks.
pub(crate) fn check<G: RegisteredGame>() {
    let exam = G::EXAMINATION.expect("the game has an examination");
    for case in (0..5).flat_map(|seed| cases(exam, seed)) {
        let own = output(&case, |input, output| {
            (G::CONSOLE.run)(case.arguments, input, output)
        });
        assert_eq!(exam.check(&case, &own), Ok(()), "{case:#?}");
    }
    let rules: BTreeSet<&str> = exam.rules().iter().map(|rule| rule.name).collect();
    let published: BTreeSet<&str> = exam.published().iter().map(|case| case.rule).collect();
    assert_eq!((rules.len(), &published), (exam.rules().len(), &rules));
    let names: BTreeSet<&str> = exam.variants().iter().map(|variant| variant.name).collect();
    assert_eq!(names.len(), exam.variants().len());
    let cases = cases(exam, SEED);
    for variant in exam.variants() {
        let fails = |case: &&Case| {
            let found = output(case, |input, output| {
                exam.run_variant(variant, case.arguments, input, output)
            });
            exam.check(case, &found).is_err()
        };
        let failed: BTreeSet<&str> = cases.iter().filter(fails).map(|case| case.rule).collect();
        match variant.kind {
            VariantKind::Right => assert!(failed.is_empty(), "{}: {failed:?}", variant.name),
            VariantKind::Fault(rule) | VariantKind::Beyond(rule) => {
                assert!(failed.contains(rule), "{} ({rule}): {failed:?}", variant.name);
            }
        }
    }
}
