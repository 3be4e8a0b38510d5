//! Drawn boards in every accepted form, and the errors of those that are not boards.

use quincunx_core::{Game, Notation};

use crate::ConnectFour;

#[test]
fn all_ways_to_draw_a_board_mean_the_same() {
    let rules = ConnectFour::default();
    let position = rules.parse_position("44443").expect("legal drops");
    let drawn = "
        . . . . . . .
        . . . . . . .
        . . . o . . .
        . . . x . . .
        . . . o . . .
        . . x x . . .
    ";
    let compact = drawn.replace(' ', "");
    for text in [
        drawn.to_owned(),
        drawn.replace('\n', "\r\n\r\n"),
        drawn.replace('x', "X").replace('o', "2"),
        compact.trim().replace('\n', "/"),
        drawn.trim().replace('\n', "/"),
        compact,
        rules.diagram(&position),
        rules.position_text(&position),
    ] {
        assert_eq!(rules.parse_position(&text).as_ref(), Ok(&position), "{text}");
    }
}

#[test]
fn illegal_actions_are_explained() {
    let rules = ConnectFour::default();
    let full = rules.parse_position("333333").expect("legal drops");
    let column = rules.parse_action("3").expect("an action");
    assert!(!rules.is_legal(&full, column));
    let reason = rules.illegal_reason(&full, column);
    assert_eq!(reason.as_deref(), Some("column 3 is full"));
}

#[test]
fn an_invalid_board_is_reported_with_its_place() {
    let rules = ConnectFour::new(5, 4).expect("a size in range");
    for (text, error) in [
        (
            "...../..z../...../.....",
            "`z` is not a field: row 2 from the top, column 3; `.` is empty, `1` or `x` a stone of P1, `2` or `o` \
             one of P2",
        ),
        (
            "...../..../...../.....",
            "`....` is not a row of 5 fields: row 2 from the top has 4",
        ),
        (
            ". . . . .\n. . . . .\n. . x . .",
            "`. . . . ./. . . . ./. . x . .` is not a board of 4 rows: it has 3",
        ),
        ("/", "`` is not a row of 5 fields: row 1 from the top has 0"),
        (
            "...../..1../...../.....",
            "`...../..1../...../.....` is not possible: below the stone in row 2 from the top, column 3, the field \
             is empty",
        ),
        (
            "...../...../...../..o..",
            "`...../...../...../..o..` is not possible: P1 has 0 and P2 1 stones, but P1 begins and has as many as P2 \
             or one more",
        ),
        (
            "...../...../2222./1111.",
            "`...../...../2222./1111.` is not possible: P1 has four in a line, but the last stone was dropped by P2",
        ),
        (
            "...../...../222../1111.",
            "`...../...../222../1111.` is not a position to play on: it is over (P1 wins)",
        ),
    ] {
        let found = rules.parse_position(text).expect_err(text).to_string();
        assert_eq!(found, error);
    }
}
