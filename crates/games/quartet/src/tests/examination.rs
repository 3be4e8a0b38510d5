//! The examination against programs that are wrong on purpose; the catalog's tests hold it against all of
//! them.

use proptest::prelude::*;
use quincunx_registry::Examination as _;
use quincunx_registry::examination::{Case, Variant};

use crate::examination::QuartetExamination;
use crate::faults;

/// A name that no fault has.
static PLAIN: Variant = Variant::right("plain", "It has no fault.");

fn output(variant: &'static Variant, case: &Case) -> String {
    let answers = case.answers(|input, output| faults::run(variant, input, output));
    answers.expect("nothing fails in memory")
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    let select = (-1..17_i32).prop_map(|piece| format!("select {piece}"));
    let place = (-8..14_i32, -8..14_i32).prop_map(|(row, column)| format!("place {row};{column}"));
    let near = (0..6_i32, 0..6_i32).prop_map(|(row, column)| format!("place {row};{column}"));
    let turn = (select.clone(), near).prop_map(|(select, place)| vec![select, place]);
    let one = |line: BoxedStrategy<String>| line.prop_map(|line| vec![line]);
    let lines = prop_oneof![
        12 => turn,
        2 => one(select.boxed()),
        2 => one(place.boxed()),
        2 => one("(bag|rowprint [0-7]|colprint [0-7]|start (standard|torus))".boxed()),
        1 => one("[a-z0-9; -]{0,12}".boxed()),
    ];
    (any::<bool>(), prop::collection::vec(lines, 0..60)).prop_map(|(is_torus, lines)| {
        let start = if is_torus { "start torus" } else { "start standard" };
        std::iter::once(start.to_owned()).chain(lines.concat()).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_model_without_a_fault_is_right(lines in lines()) {
        let case = Case { lines, ..Case::new("row", "") };
        let found = output(&PLAIN, &case);
        prop_assert_eq!(QuartetExamination.check(&case, &found), Ok(()));
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
fn a_bag_is_accepted_in_any_order() {
    let case = Case::new("bag", "start torus\nselect 0\nplace 0;0\nbag");
    let accepts = |bag: &str| {
        QuartetExamination
            .check(&case, &format!("OK\nOK\nOK\n{bag}\n"))
            .is_ok()
    };
    assert!(accepts("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"));
    assert!(accepts("15 2 3 4 5 6 7 8 9 10 11 12 13 14 1"));
    assert!(!accepts("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"));
    assert!(!accepts("1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"));
    assert!(!accepts("1  2 3 4 5 6 7 8 9 10 11 12 13 14 15"));
    assert!(!accepts(""));
}

#[test]
fn squares_become_simpler() {
    assert_eq!(QuartetExamination.simpler("place -13;7"), ["place 5;1"]);
    assert!(QuartetExamination.simpler("place 5;1").is_empty());
    assert!(QuartetExamination.simpler("select 3").is_empty());
}
