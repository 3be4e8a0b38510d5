//! The examination against the game's own filter and against programs that are wrong on purpose.

use proptest::prelude::*;
use quincunx_registry::examination::{Case, Difference, Examination as _, Variant};

use super::super::examination::SharikiExamination;
use super::super::{Board, faults, filter};
use super::boards;

/// A name that no fault has.
static PLAIN: Variant = Variant::right("plain", "It has no fault.");

fn as_line(board: &Board) -> String {
    let size = board.size();
    format!("{} {} {board}", size.rows(), size.columns()).replace('\n', " ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_model_without_a_fault_is_the_filter(
        boards in prop::collection::vec(boards(1..=7, 1..=7), 1..4),
        verbose: bool,
    ) {
        // Boards with less than three rows or columns are invalid input.
        let input: Vec<String> = boards.iter().map(as_line).collect();
        let input = input.join("\n");
        let (mut own, mut model) = (Vec::new(), Vec::new());
        filter(input.as_bytes(), &mut own, verbose).expect("nothing fails in memory");
        faults::run(&PLAIN, verbose, &mut input.as_bytes(), &mut model).expect("nothing fails in memory");
        prop_assert_eq!(String::from_utf8(model), String::from_utf8(own));
    }

    #[test]
    fn variants_survive_all_bytes(input in prop::collection::vec(any::<u8>(), 0..200), verbose: bool) {
        for variant in SharikiExamination.variants() {
            let input = [b"3 3 R1 R1 R1 W2 -- B3 H4 V1 R2 ", &*input, b"\n"].concat();
            faults::run(variant, verbose, &mut &*input, &mut Vec::new()).expect("nothing fails in memory");
        }
    }
}

const REST: &str = "R1 R2 R3 R4 R5 R6 R1 R2 R3";

fn difference(lines: &[&str], output: &str) -> Option<Difference> {
    let case = Case::new("output", &lines.join("\n"));
    SharikiExamination.check(&case, output).err()
}

#[test]
fn a_difference_is_on_the_line_where_its_board_ends() {
    let first = format!("3 3 {REST}");
    let (second, third) = ("3 3 R1 R2 R3", "R4 R5 R6 R1 R2 R3 3 3 x");
    let lines = [first.as_str(), "", second, third];
    let block = "R1 R2 R3\nR4 R5 R6\nR1 R2 R3\n";
    let right = format!("1:\n{block}\n2:\n{block}\ninvalid input\n");
    assert_eq!(difference(&lines, &right), None);
    let line_of = |output: &str| difference(&lines, output).map(|difference| difference.line);
    assert_eq!(line_of(&right.replace("1:", "0:")), Some(0));
    assert_eq!(line_of(&right.replace("2:", "1:")), Some(3));
    assert_eq!(line_of(&right.replace("invalid", "bad")), Some(3));
    assert_eq!(line_of(&format!("{right}\n")), Some(4));
    let ended = difference(&lines, &format!("1:\n{block}"));
    assert_eq!(ended.and_then(|difference| difference.found), None);
}

#[test]
fn simpler_boards_are_smaller_or_have_fewer_elements() {
    let line = "4 3 R1 -- R3 V4 R5 R6 R1 R2 R3 R4 R5 R6";
    let simpler = SharikiExamination.simpler(line);
    assert_eq!(simpler[0], "3 3 R1 -- R3 V4 R5 R6 R1 R2 R3");
    assert!(simpler.contains(&"3 3 R1 -- R3 R1 R2 R3 R4 R5 R6".to_owned()));
    assert!(simpler.contains(&line.replace("V4", "R4")));
    assert!(simpler.contains(&line.replace("R1 --", "-- --")));
    assert!(!simpler.contains(&line.to_owned()));
    assert_eq!(SharikiExamination.simpler("3 3 R1"), Vec::<String>::new());
    assert_eq!(
        SharikiExamination.simpler(&format!("{line} 3 3 {REST}")),
        Vec::<String>::new()
    );
    let large = format!("30 30 {}", "R1 ".repeat(900));
    let simpler = SharikiExamination.simpler(&large);
    assert!(simpler.len() <= 200);
    assert_eq!(simpler[0], format!("15 30 {}", "R1 ".repeat(450)).trim_end());
}
