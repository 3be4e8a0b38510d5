//! The examination against programs that are wrong on purpose; the catalog's tests hold it against all of
//! them.

use proptest::prelude::*;
use quincunx_registry::Examination as _;
use quincunx_registry::examination::{Case, Variant};

use crate::examination::Twenty48Examination;
use crate::faults;

/// A name that no fault has.
static PLAIN: Variant = Variant::right("plain", "It has no fault.");

fn output(variant: &'static Variant, case: &Case) -> String {
    let answers = case.answers(|input, output| faults::run(variant, input, output));
    answers.expect("nothing fails in memory")
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    let direction = "(up|down|left|right)";
    let value = prop_oneof![3 => 0..5_u64, 1 => Just(1 << 62), 1 => Just(1 << 61), 1 => any::<u64>()];
    let field = || (-1..4_i64, -1..4_i64);
    let line = prop_oneof![
        4 => (field(), value).prop_map(|((x, y), value)| format!("set {x};{y} {value}")),
        2 => field().prop_map(|(x, y)| format!("get {x};{y}")),
        4 => direction.prop_map(|direction| format!("move {direction}")),
        4 => direction.prop_map(|direction| format!("play {direction}")),
        2 => direction.prop_map(|direction| format!("possible {direction}")),
        1 => (1..5_u8, 1..5_u8).prop_map(|(width, height)| format!("start {width} {height} -7")),
        4 => "(print|add|points|moves|pieces|width|height|possible|space|hint)",
        1 => "scoring (standard|contest)",
        1 => "[a-z;0-9 -]{0,12}",
    ];
    prop::collection::vec(line, 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Whatever the judge does not know of the board, it accepts a right program and keeps in step with it.
    #[test]
    fn the_model_without_a_fault_is_right(lines in lines()) {
        let case = Case { lines, ..Case::new("slide", "") };
        let found = output(&PLAIN, &case);
        prop_assert_eq!(Twenty48Examination.check(&case, &found), Ok(()));
        let more = Twenty48Examination.check(&case, &(found + "OK\n"));
        prop_assert_eq!(more.map_err(|difference| difference.line), Err(case.lines.len()));
    }

    #[test]
    fn variants_survive_all_lines(lines in lines()) {
        let case = Case { lines, ..Case::new("slide", "") };
        for variant in faults::VARIANTS {
            output(variant, &case);
        }
    }
}

#[test]
fn simpler_lines_set_simpler_values() {
    assert_eq!(
        Twenty48Examination.simpler("set 0;1 8"),
        ["set 0;1 0", "set 0;1 2", "set 0;1 4"]
    );
    assert_eq!(Twenty48Examination.simpler("set 0;1 2"), ["set 0;1 0"]);
    assert!(Twenty48Examination.simpler("set 0;1 0").is_empty());
    assert_eq!(Twenty48Examination.simpler("start 4 5 77"), ["start 4 5"]);
    assert!(Twenty48Examination.simpler("move left").is_empty());
}

#[test]
fn boards_lose_a_column_or_a_row() {
    let lines = ["start 3 2", "set 2;1 4", "set 1;0 2", "get 0;1", "move up"].map(str::to_owned);
    let [last, middle, first] = [2, 1, 0].map(|column| {
        let smaller = Twenty48Examination.smaller(&lines);
        assert_eq!(smaller.len(), 3, "two rows are the fewest");
        smaller[2 - column].join("\n")
    });
    assert_eq!(last, "start 2 2\nset 1;0 2\nget 0;1\nmove up");
    assert_eq!(middle, "start 2 2\nset 1;1 4\nget 0;1\nmove up");
    assert_eq!(first, "start 2 2\nset 1;1 4\nset 0;0 2\nmove up");
}
