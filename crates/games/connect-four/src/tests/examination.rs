//! The examination against programs that are wrong on purpose; the catalog's tests hold it against all of
//! them.

use proptest::prelude::*;
use quincunx_registry::Examination as _;
use quincunx_registry::examination::{Case, Variant};

use crate::examination::ConnectFourExamination;
use crate::faults;

/// A name that no fault has.
static PLAIN: Variant = Variant::right("plain", "It has no fault.");

fn output(variant: &'static Variant, case: &Case) -> String {
    let answers = case.answers(|input, output| faults::run(variant, input, output));
    answers.expect("nothing fails in memory")
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    let line = prop_oneof![
        12 => (0..9_u32).prop_map(|column| format!("drop {column}")),
        3 => "(print|state|moves|undo)",
        1 => (3..9_u32, 3..9_u32).prop_map(|(columns, rows)| format!("start {columns} {rows}")),
        1 => "position [1-7]{0,30}",
        1 => "[a-z0-9 -]{0,12}",
    ];
    prop::collection::vec(line, 0..90)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_model_without_a_fault_is_right(lines in lines()) {
        let case = Case { lines, ..Case::new("row", "") };
        let found = output(&PLAIN, &case);
        prop_assert_eq!(ConnectFourExamination.check(&case, &found), Ok(()));
    }

    #[test]
    fn variants_survive_all_lines(lines in lines()) {
        let case = Case { lines, ..Case::new("row", "") };
        for variant in faults::VARIANTS {
            output(variant, &case);
        }
    }
}

#[test]
fn every_best_column_is_accepted_and_no_other() {
    let case = Case::new(
        "best",
        "position 4557146376176147672424763164551222\nundo\nbest\nscores",
    );
    let own = case.answers(|input, output| crate::console::console(&[], input, output));
    let own = own.expect("nothing fails in memory");
    let answers: Vec<&str> = own.lines().collect();
    let scores: Vec<Option<i32>> = answers[3].split(' ').map(|word| word.parse().ok()).collect();
    let most = scores.iter().flatten().max();
    let accepts = |best: &str| {
        let output = format!("OK\nOK\n{best}\n{}\n", answers[3]);
        ConnectFourExamination.check(&case, &output).is_ok()
    };
    for (column, score) in (1..).zip(&scores) {
        let is_best = score.is_some() && score.as_ref() == most;
        assert_eq!(accepts(&format!("{column}")), is_best, "{column} of {scores:?}");
        assert!(!accepts(&format!("+{column}")) && !accepts(&format!("0{column}")));
    }
    assert!(
        ["0", "8", "", "-1", "Error, no"]
            .iter()
            .all(|wrong| !accepts(wrong))
    );
}

#[test]
fn positions_become_shorter() {
    assert_eq!(
        ConnectFourExamination.simpler("position 123"),
        ["position 1", "position 12"]
    );
    let long = format!("position {}", "1".repeat(30));
    assert_eq!(ConnectFourExamination.simpler(&long).len(), 2);
    assert!(ConnectFourExamination.simpler("drop 1").is_empty());
}
