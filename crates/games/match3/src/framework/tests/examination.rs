//! The examination against the game's own console and against programs that are wrong on purpose.

use proptest::prelude::*;
use quincunx_core::Random;
use quincunx_registry::console::{LineConsole, Refusal, run};
use quincunx_registry::examination::{Case, Examination as _, Variant};

use super::super::console::MatchThreeConsole;
use super::super::examination::MatchThreeExamination;
use super::super::faults;

/// A name that no fault has.
static PLAIN: Variant = Variant::right("plain", "It has no fault.");

fn output(variant: &Variant, case: &Case) -> String {
    let mut output = Vec::new();
    faults::run(variant, &mut case.input().as_bytes(), &mut output).expect("nothing fails in memory");
    String::from_utf8(output).expect("answers are text")
}

/// Joins the published cases and generated ones, those that end a run left out.
fn joined(seed: u64) -> Case {
    let exam = &MatchThreeExamination;
    let mut cases = exam.published();
    let mut random = Random::new(seed);
    for rule in exam.rules() {
        cases.extend((0..5).map(|_| exam.generate(rule, &mut random)));
    }
    let mut joined = Case::new("tokens", "");
    for case in cases.into_iter().filter(|case| !case.ends_run) {
        joined.lines.extend(case.lines);
    }
    joined
}

#[test]
fn the_model_without_a_fault_is_the_console() {
    for seed in 0..20 {
        let case = joined(seed);
        assert_eq!(
            MatchThreeExamination.check(&case, &output(&PLAIN, &case)),
            Ok(()),
            "{seed}"
        );
    }
}

#[test]
fn cases_can_follow_each_other_in_a_run() {
    for seed in 0..5 {
        let case = joined(seed);
        // The judge has not lost track of the board before the end.
        let more = output(&PLAIN, &case) + "OK\n";
        let line = MatchThreeExamination
            .check(&case, &more)
            .map_err(|difference| difference.line);
        assert_eq!(line, Err(case.lines.len()), "{seed}");
    }
}

/// A program that accepts any characters as tokens of the next board, and refuses a board of one.
#[derive(Default)]
struct LateChecker {
    console: MatchThreeConsole,
    has_one_token: bool,
}

impl LineConsole for LateChecker {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut tokens: Vec<char> = rest.chars().collect();
        tokens.dedup();
        if command == "tokens" && tokens.len() == 1 && tokens != [';'] {
            self.has_one_token = true;
            answer.push_str("OK\n");
            return Ok(());
        }
        if self.has_one_token && matches!(command, "board" | "load") {
            return Err(Refusal::new("two tokens are needed"));
        }
        self.console.command(line, answer)?;
        self.has_one_token &= command != "tokens";
        Ok(())
    }
}

#[test]
fn one_token_may_be_refused_with_the_board() {
    for seed in 0..20 {
        let case = joined(seed);
        let answers = case.answers(|input, output| run(&mut LateChecker::default(), input, output));
        let answers = answers.expect("nothing fails in memory");
        assert_eq!(MatchThreeExamination.check(&case, &answers), Ok(()), "{seed}");
    }
}

/// Makes lines that are commands or nearly so.
fn lines() -> impl Strategy<Value = String> {
    let number = || prop_oneof![4 => -1..5_i64, 1 => any::<i64>()];
    let pair = move || (number(), number()).prop_map(|(x, y)| format!("{x},{y}"));
    prop_oneof![
        "[a-z]{0,9}( [0-9A,;|-]{0,5}){0,3}",
        "load [AB ;]{0,12}",
        "tokens [ABC;]{0,4}",
        "fill columns [AB;]{0,9}",
        Just("deltas 1,0 | 0,1".to_owned()),
        (pair(), pair()).prop_map(|(a, b)| format!("deltas {a} {b}")),
        (number(), number()).prop_map(|(columns, rows)| format!("board {columns} {rows}")),
        (
            "(get|contains|match|matchall|remove|set|swap|can flipRight|accept flipDown)",
            pair(),
            pair(),
            "( A)?"
        )
            .prop_map(|(command, a, b, rest)| format!("{command} {a} {b}{rest}")),
        (
            "(get|contains|match|remove|apply flipRight|accept flipDown|can reverse flipDown)",
            pair()
        )
            .prop_map(|(command, at)| format!("{command} {at}")),
        (
            "(apply|affected|accept) (reverse )?(rotateColumnDown|rotateRowRight)",
            number()
        )
            .prop_map(|(step, line)| format!("{step} {line}")),
        "(print|bottom|fillnow|start|score|fill random 7)",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn variants_survive_all_lines(lines in prop::collection::vec(lines(), 0..40)) {
        let mut all = vec!["tokens AB".to_owned(), "load AB A;BB A;A AA".to_owned(), "deltas 1,0".to_owned()];
        all.extend(lines);
        let case = Case { lines: all, ..Case::new("lines", "") };
        for variant in MatchThreeExamination.variants() {
            output(variant, &case);
        }
    }
}
