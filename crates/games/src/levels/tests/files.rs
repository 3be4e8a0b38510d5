//! Level files, good and bad.

use proptest::prelude::*;

use super::super::*;
use super::level;

const PLAIN: &str = "columns = 4\nrows = 4\nlimit = 5\n[goals]\nscore = 100\n";

/// Asserts that a text is refused with exactly these messages.
fn check(text: &str, messages: &[&str]) {
    let errors = Level::read(text).expect_err(text);
    let found: Vec<String> = errors.0.iter().map(ToString::to_string).collect();
    assert_eq!(found, messages, "{text}");
}

#[test]
fn every_field_is_refused_with_its_line_and_what_would_be_right() {
    let goals = "[goals]\nscore = 100\n";
    let with = |line: &str| format!("columns = 4\nrows = 4\nlimit = 5\n{line}\n{goals}");
    let cases = [
        (
            "colours = 7",
            "line 4: `colours` takes a whole number from 2 to 6, not 7",
        ),
        (
            "colours = \"six\"",
            "line 4: `colours` takes a whole number from 2 to 6, not `six`",
        ),
        ("refill = 1", "line 4: `refill` takes true or false, not 1"),
        (
            "stuck = \"stop\"",
            "line 4: `stuck` takes one of reshuffle, end, not `stop`",
        ),
        (
            "seed = -1",
            "line 4: `seed` takes a whole number from 0 to 9223372036854775807, not -1",
        ),
        (
            "moves = []",
            "line 4: `moves` takes a list of at least one value in square brackets, not an empty list",
        ),
        (
            "moves = [\"jump\"]",
            "line 4: `moves` takes one of swap, flipRight, flipDown, rotateSquareClockwise, rotateColumnDown, rotateRowRight, not `jump`",
        ),
        (
            "matchers = [\"six\"]",
            "line 4: `matchers` takes five, corner, four, three, or deltas as in `1,0 0,1` (`six` is not two whole numbers as in `1,2`), not `six`",
        ),
        (
            "matchers = [\"three\", \"1,0\"]",
            "line 4: `matchers` names combinations and deltas: a level has either, five, corner, four and three, or deltas as in `1,0`",
        ),
        (
            "matchers = [\"1,0\"]\nspecials = true",
            "line 5: `specials` takes false where matchers are deltas: specials come of the combinations five, corner and four",
        ),
        (
            "name = 4",
            "line 4: `name` takes a text in quotation marks, not 4",
        ),
        (
            "spawn = 3",
            "line 4: `spawn` takes a table, as in `[spawn]`, not 3",
        ),
        (
            "spawn = { weights = [1, 2] }",
            "line 4: `spawn.weights` has 2 weights, and there are 6 colours: one for each",
        ),
        (
            "spawn = { weights = [0, 0, 0, 0, 0, 0] }",
            "line 4: `spawn.weights` is 0 for all colours: something must come in",
        ),
        (
            "spawn = { columns = { 4 = [1, 1, 1, 1, 1, 1] } }",
            "line 4: there is no `spawn.columns.4`: the columns are 0 to 3",
        ),
        (
            "start = \"R1 R2\"",
            "line 4: `start` has 2×1 cells, the level 4×4: they must agree",
        ),
        (
            "start = \"R1 R9\"",
            "line 4: `start` is neither a token string, as in `ABC;CAB`, nor rows of squares, as in `R1 V2 --`: \"R9\" is not an element: \
             a letter of R, V, H, W, B and a colour from 1 to 6, or -- for an empty square",
        ),
        (
            "start = \"AAAB;    ;    ;    \"",
            "line 4: `start` is not at rest: something on it matches already",
        ),
        (
            "specials = false\nstart = \"V1 -- -- --/-- -- -- --/-- -- -- --/-- -- -- --\"",
            "line 5: `start` has V1 in column 0 and row 0, but `specials` is false: write R1",
        ),
        (
            "fields = \"....\\n.x..\\n....\\n....\"",
            "line 4: `fields` takes `.` for a field, `*` for a marked one and `#` for a hole, not `x`",
        ),
    ];
    for (line, message) in cases {
        let found = Level::read(&with(line)).expect_err(line).0;
        assert_eq!(found[0].to_string(), message, "{line}");
    }
}

#[test]
fn what_is_missing_or_unknown_is_told() {
    check(
        "",
        &[
            "line 1: `columns` is missing: a whole number from 3 to 42",
            "line 1: `rows` is missing: a whole number from 3 to 42",
            "line 1: `limit` is missing: a whole number from 1 to 1000",
        ],
    );
    check(
        "columns = 4\nrows = 4\nlimit = 5\n",
        &["line 1: a level has a goal: `score`, `clear` or `collect` in `[goals]`"],
    );
    check(
        "columns = 40\nrows = 40\nlimit = 5\n[goals]\nscore = 1\n",
        &["line 1: `columns` × `rows` is 1600: a level has at most 128 cells"],
    );
    let text = PLAIN.replace("score", "scroe");
    check(
        &text,
        &["line 5: there is no field `goals.scroe`; there are score, collect, clear"],
    );
    let found = Level::read(&format!("colors = 3\n{PLAIN}")).expect_err("an unknown field");
    assert!(
        found
            .to_string()
            .starts_with("line 1: there is no field `colors`; there are name, about, columns"),
        "{found}"
    );
}

#[test]
fn all_that_is_wrong_is_told_at_once_in_the_order_of_lines() {
    let text = "columns = 1\nrows = 99\nmoves = \"swap\"\nlimit = 0\n[goals]\ncollect = 4\n";
    let errors = Level::read(text).expect_err("much is wrong");
    let lines: Vec<usize> = errors.0.iter().map(|error| error.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 6], "{errors}");
}

#[test]
fn text_that_is_no_toml_is_told_with_its_line() {
    for (text, line) in [
        ("columns = 4\nrows =\n", 2),
        ("columns = 4\n[goals\n", 2),
        ("a = 1\na = 2\n", 2),
    ] {
        let errors = Level::read(text).expect_err(text);
        assert!(
            errors
                .0
                .iter()
                .any(|error| error.line == line && error.what.starts_with("this is not TOML: ")),
            "{errors}"
        );
    }
    let long = "#".repeat(Level::MOST_BYTES + 1);
    check(
        &long,
        &["line 1: the text has 65537 bytes; a level has at most 65536"],
    );
}

#[test]
fn goals_that_cannot_be_reached_are_refused() {
    let drawn = "fields = \"\"\"\n....\n.*..\n....\n....\n\"\"\"\nlimit = 5\n";
    check(
        &format!("{drawn}[goals]\nscore = 10\n"),
        &["line 8: fields are marked, but `goals.clear` is not true: set it, or draw them with `.`"],
    );
    check(
        &PLAIN.replace("score = 100", "clear = true"),
        &[
            "line 4: `goals.clear` is true, but no field is marked: draw `fields` with `*` where something is to clear",
        ],
    );
    check(
        &format!(
            "colours = 3\n{}",
            PLAIN.replace("score = 100", "collect = { blue = 3 }")
        ),
        &["line 5: `goals.collect.blue` can't be reached: no blue comes in and none is on `start`"],
    );
    check(
        &format!(
            "refill = false\n{}",
            PLAIN.replace("score = 100", "collect = { red = 17 }")
        ),
        &["line 5: `goals.collect` wants 17 elements of a board that has 16 and is not refilled"],
    );
    let one_colour = format!("{PLAIN}[spawn]\nweights = [1, 0, 0, 0, 0, 0]\n");
    let errors = Level::read(&one_colour).expect_err("all is equal").to_string();
    assert!(errors.starts_with("line 1: no board could be dealt"), "{errors}");
}

#[test]
fn pictures_are_refused_in_the_row_that_is_wrong() {
    let drawn = |rows: &str| format!("limit = 5\nfields = \"\"\"\n{rows}\n\"\"\"\n[goals]\nscore = 10\n");
    check(
        &drawn("....\n...\n....\n...."),
        &["line 4: `fields` has 3 cells in this row and 4 in the first: all rows are equally long"],
    );
    check(
        &drawn("....\n....\n..o.\n...."),
        &["line 5: `fields` takes `.` for a field, `*` for a marked one and `#` for a hole, not `o`"],
    );
    check(
        &drawn("###\n###\n###"),
        &["line 3: `fields` has holes only: a level has fields"],
    );
    check(
        &drawn("..\n.."),
        &[
            "line 3: `fields` has 2 columns and 2 rows: a level has from 3 to 42 of each and at most 128 cells",
        ],
    );
    check(
        &format!("columns = 5\n{}", drawn("....\n....\n....")),
        &["line 1: `columns` is 5 and `fields` has 4: leave it out or let them agree"],
    );
    let with_hole =
        drawn("#...\n....\n....\n....").replace("[goals]", "start = \"A   ;    ;    ;    \"\n[goals]");
    check(
        &with_hole,
        &["line 8: `start` has R1 in column 0 and row 0, where `fields` has a hole: write --"],
    );
}

#[test]
fn a_start_can_be_written_in_both_ways() {
    let squares = format!("start = '''\nR1 -- R2 R3\n-- R4 -- --\n-- -- -- --\n-- -- -- R6\n'''\n{PLAIN}");
    let tokens = format!("start = \"A BC; D  ;    ;   F\"\n{PLAIN}");
    assert_eq!(level(&squares), level(&tokens));
}

#[test]
fn shipped_levels_are_right_and_unlike() {
    let levels: Vec<Level> = SHIPPED.iter().map(|shipped| level(shipped.text)).collect();
    for (number, level) in levels.iter().enumerate() {
        assert!(!level.name().is_empty() && !level.about().is_empty());
        for other in &levels[..number] {
            assert!(
                level.name() != other.name() && level.fields() != other.fields()
                    || level.goals() != other.goals()
            );
        }
    }
}

#[test]
fn the_template_is_a_level_that_says_all_there_is() {
    let template = level(TEMPLATE);
    assert_eq!(template.name(), "New level");
    for field in super::super::file::ROOT {
        assert!(TEMPLATE.contains(field), "the template explains `{field}`");
        assert!(
            SCHEMA.contains(&format!("\"{field}\"")),
            "the schema knows `{field}`"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_read_or_refused_with_lines_that_it_has(
        text in "((columns|rows|limit|colours|moves|matchers|start|fields|stuck|[a-z]{1,3}) = ([0-9]{1,3}|\"[.*#A-C;, 0-9-]{0,24}\"|true|\\[\"swap\"\\])\n){0,6}(\\[goals\\]\nscore = [0-9]{1,3}\n)?",
        tail in "\\PC{0,20}",
    ) {
        for text in [text.clone(), format!("{text}{tail}")] {
            if let Err(errors) = Level::read(&text) {
                prop_assert!(!errors.0.is_empty());
                for error in errors.0 {
                    prop_assert!((1..=text.lines().count().max(1) + 1).contains(&error.line), "{error}\n{text}");
                }
            }
        }
    }
}
