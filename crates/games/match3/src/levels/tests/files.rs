//! Level files, good and bad.

use proptest::prelude::*;
use quincunx_core::{Game, Session};

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
            "matchers = [\"1,0 | 0,1\"]",
            "line 4: `matchers` takes the deltas of one matcher, and several matchers as items of the list, not `1,0 | 0,1`",
        ),
        (
            "name = \"a\\u001b[31m\"",
            "line 4: `name` takes one line of at most 200 characters without tabs and other control characters",
        ),
        (
            "stuck = \"\\u001b[31m\"",
            "line 4: `stuck` takes one of reshuffle, end, not `\\u{1b}[31m`",
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
            "spawn = { columns = { 00 = [1, 1, 1, 1, 1, 1] } }",
            "line 4: there is no `spawn.columns.00`: the columns are 0 to 3",
        ),
        (
            "start = \"R1 R2\"",
            "line 4: `start` has 2×1 cells, the level 4×4: they must agree",
        ),
        (
            "start = \"R1 R9\"",
            "line 4: `start` is neither a token string, as in `ABC;CAB`, nor rows of squares, as in `R1 V2 --`: row 1, column 2: \"R9\" is not an element: \
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
        (
            "matchers = [\"1,0\", \"0,3 0,-4\"]",
            "line 4: `matchers` has the delta 0,-4, which leads off a board of 4×4 from every field",
        ),
        (
            "matchers = [\n\"1,0\",\n\"0,1 99999999999999999999,1\"]",
            "line 6: `matchers` has the delta 99999999999999999999,1, which leads off a board of 4×4 from every field",
        ),
    ];
    for (line, message) in cases {
        let found = Level::read(&with(line)).expect_err(line).0;
        assert_eq!(found[0].to_string(), message, "{line}");
    }
}

#[test]
fn what_is_missing_or_unknown_is_reported() {
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
fn all_fields_that_are_wrong_are_reported_at_once_in_the_order_of_lines() {
    let text = "columns = 1\nrows = 99\nmoves = \"swap\"\nlimit = 0\n[goals]\ncollect = 4\n";
    let errors = Level::read(text).expect_err("much is wrong");
    let lines: Vec<usize> = errors.0.iter().map(|error| error.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 6], "{errors}");
}

#[test]
fn text_that_is_no_toml_is_reported_with_its_line() {
    // What its fields would be nobody knows: a score behind a broken head is no field in the wrong place.
    for (text, line, result) in [
        ("columns = 4\nrows =\n", 2, "in `rows =`"),
        ("columns = 4\n[goals\nscore = 5\n", 2, "in `[goals`"),
        ("limit = 1\nlimit = 2\n", 2, "in `limit = 2`"),
        ("limit = twenty\n", 1, "in `limit = twenty`"),
    ] {
        let errors = Level::read(text).expect_err(text);
        let [error] = errors.0.as_slice() else {
            panic!("one thing is wrong: {errors}")
        };
        assert_eq!(error.line, line, "{errors}");
        assert!(
            error.message.starts_with("this is not TOML: ") && error.message.ends_with(result),
            "{errors}"
        );
    }
    let long = "#".repeat(Level::MAX_BYTES + 1);
    check(
        &long,
        &["line 1: the text has 65537 bytes; a level has at most 65536"],
    );
}

#[test]
fn errors_are_reported_in_a_line_that_has_a_text() {
    let text = format!("{PLAIN}\nfields = \"\"\"\n....\n\n\n");
    let errors = Level::read(&text).expect_err("the text has no end");
    let error = &errors.0[0];
    assert!(error.line == 8 && error.message.ends_with("in `....`"), "{error}");
}

#[test]
fn goals_are_refused_in_their_own_lines() {
    let text = PLAIN.replace(
        "score = 100",
        "score = 10\nclear = true\n\n[goals.collect]\nred = 9\nblue = 9",
    );
    check(
        &format!("colours = 3\n{text}"),
        &[
            "line 7: `goals.clear` is true, but no field is marked: draw `fields` with `*` where something is to clear",
            "line 11: `goals.collect.blue` can't be reached: no blue comes in and none is on `start`",
        ],
    );
}

#[test]
fn a_flood_of_errors_is_counted() {
    let errors = Level::read(&"=\n".repeat(2000)).expect_err("no TOML");
    let last = errors.0.last().expect("there are errors").to_string();
    assert_eq!(errors.0.len(), 51);
    assert!(
        last.contains(": further errors: ") && last.ends_with(|digit: char| digit.is_ascii_digit()),
        "{last}"
    );
    assert!(errors.to_string().len() < 10_000);
    let few = PLAIN.replace("limit = 5", &"x = \n".repeat(9));
    let errors = Level::read(&few).expect_err("no TOML").to_string();
    assert!(!errors.contains("further errors"), "{errors}");
}

#[test]
fn nothing_is_missed_in_what_is_no_toml() {
    let errors = Level::read("columns = = 4\nrows = 4\n[goals\nscore = \"many\"\n").expect_err("no TOML");
    assert!(
        errors.0.iter().all(|error| !error.message.contains("is missing")),
        "{errors}"
    );
}

#[test]
fn a_start_is_refused_in_the_row_that_is_wrong() {
    let start = |rows: &str, specials: bool| {
        format!(
            "limit = 5\nspecials = {specials}\nfields = '''\n....\n....\n...#\n'''\nstart = '''\n{rows}\n'''\n[goals]\nscore = 10\n"
        )
    };
    for (rows, specials, line) in [
        ("R1 R2 R3 R4\n\nR1 R2 R3 R4\nR5 R7 R5 --", true, 12),
        ("R1 R2 R3 R4\nR1 R2 R3\nR5 R6 R5 --", true, 10),
        ("R1 R2 R3 R4\nR1 R2 R3 R4\nR5 R6 R5 R6", true, 11),
        ("R1 R2 R3 R4 / R1 R2 R3 R4\nR5 R6 R5 R6", true, 10),
        ("R1 R2 R3 R4\nR1 V2 R3 R4\nR5 R6 R5 --", false, 10),
        ("R1 R2 R3 R4\nR1 R2 R3 R4\nR5 R5 R5 --", true, 11),
        ("R1 R2 R3 R4\nR1 R2 R6 R4\nR1 R6 R5 --", true, 9),
        ("\nR1 R2 R3\nR1 R2 R6\nR1 R6 R5", true, 10),
    ] {
        let errors = Level::read(&start(rows, specials)).expect_err(rows);
        assert_eq!(errors.0[0].line, line, "{errors}");
    }
}

#[test]
fn every_seed_of_a_level_that_is_right_begins_with_a_move() {
    let rare = PLAIN.replace('4', "5");
    for matchers in ["[\"five\"]", "[\"four\"]", "[\"corner\"]"] {
        let text = format!("matchers = {matchers}\nstuck = \"end\"\n{rare}");
        let Ok(level) = Level::read(&text) else {
            continue;
        };
        let rules = LevelGame::new(level);
        for seed in 0..100 {
            let session = Session::new(rules.clone(), seed).expect("the board is dealt");
            assert!(
                rules.turn(session.state()).player().is_some(),
                "{matchers} {seed}"
            );
        }
    }
    let full = format!("start = 'R1 R2 R3 R4 / R2 R3 R4 R1 / R3 R4 R1 R2 / R4 R1 R2 R3'\n{PLAIN}");
    let errors = Level::read(&full).expect_err("no swap makes a line").to_string();
    assert!(errors.starts_with("line 1: no board could be dealt"), "{errors}");
    let none = format!("matchers = [\"five\"]\n{}", PLAIN.replace('4', "3"));
    let errors = Level::read(&none).expect_err("no line of five fits").to_string();
    assert!(errors.starts_with("line 1: no board could be dealt"), "{errors}");
}

#[test]
fn goals_beyond_what_a_board_without_refill_holds_are_refused() {
    let without = |goals: &str| format!("refill = false\n{}", PLAIN.replace("score = 100", goals));
    for (goals, message) in [
        (
            "score = 1000000000",
            "line 6: `goals.score` is 1000000000, and a board that is not refilled gives 1260 points at most",
        ),
        (
            "collect = { red = 11, blue = 11 }",
            "line 6: `goals.collect` is 22 elements of a board that has 16 and is not refilled: it gives 21 at most",
        ),
    ] {
        check(&without(goals), &[message]);
    }
    assert!(Level::read(&without("score = 1000")).is_ok());
    let by_deltas = format!("matchers = [\"1,0\", \"0,1\"]\n{}", without("score = 1000000000"));
    check(
        &by_deltas,
        &["line 7: `goals.score` is 1000000000, and a board that is not refilled gives 4224 points at most"],
    );
    let given = "start = \"ABAB;BCBC;ABAB;BCBC\"\nspecials = false\n";
    check(
        &format!("{given}{}", without("collect = { yellow = 5 }")),
        &["line 8: `goals.collect.yellow` is 5, and this board gives 4 yellow at most"],
    );
}

#[test]
fn marked_fields_that_nothing_clears_are_refused() {
    let with = |more: &str| {
        format!("{more}\nlimit = 5\nfields = '''\n*#...\n#....\n.....\n.....\n'''\n[goals]\nclear = true\n")
    };
    let alone = "line 10: `goals.clear` can't be reached: nothing can match on the marked field in column 0 and row 0, and no special reaches it";
    check(&with("specials = false"), &[alone]);
    check(&with("matchers = [\"three\"]"), &[alone]);
    check(&with("matchers = [\"1,0\", \"0,1\"]"), &[alone]);
    assert!(Level::read(&with("")).is_ok(), "a special may reach it");
    assert!(Level::read(&with("matchers = [\"1,1\", \"1,0\"]")).is_ok());
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
            "line 5: `goals.clear` is true, but no field is marked: draw `fields` with `*` where something is to clear",
        ],
    );
    check(
        &format!(
            "colours = 3\n{}",
            PLAIN.replace("score = 100", "collect = { blue = 3 }")
        ),
        &["line 6: `goals.collect.blue` can't be reached: no blue comes in and none is on `start`"],
    );
    check(
        &format!(
            "refill = false\n{}",
            PLAIN.replace("score = 100", "collect = { red = 17 }")
        ),
        &["line 6: `goals.collect.red` is 17, and this board gives 15 red at most"],
    );
    // Whatever a board holds at first, other colours may follow.
    let full = "start = 'ABCA;BCAB;ABCA;BCAB'\n";
    let purple = PLAIN.replace("score = 100", "collect = { purple = 3 }");
    Level::read(&format!("{full}{purple}")).expect("purple comes in");
    // Of what does not come in there is only what the board holds at first.
    let rare = "start = 'R6 -- -- -- / -- -- -- R6 / -- -- -- -- / -- -- -- --'\n";
    let never = "[spawn]\nweights = [1, 1, 1, 1, 1, 0]\n";
    check(
        &format!("{rare}{purple}{never}"),
        &["line 6: `goals.collect.purple` is 3, and this board gives 2 purple at most"],
    );
    let two = purple.replace("purple = 3", "purple = 2");
    Level::read(&format!("{rare}{two}{never}")).expect("there are two");
    let one_colour = format!("{PLAIN}[spawn]\nweights = [1, 0, 0, 0, 0, 0]\n");
    let errors = Level::read(&one_colour).expect_err("all is equal").to_string();
    assert!(
        errors.contains("no board could be dealt") && errors.contains("by `spawn.weights`"),
        "{errors}"
    );
    let line = 1 + one_colour
        .lines()
        .position(|line| line.starts_with("weights"))
        .expect("the weights");
    assert!(errors.starts_with(&format!("line {line}: ")), "{errors}");
}

#[test]
fn pictures_are_refused_in_the_row_that_is_wrong() {
    for cells in [".é.", "€.."] {
        let text = format!("limit = 5\nfields = \"\"\"{cells}\n..x\n...\n\"\"\"\n[goals]\nscore = 10\n");
        let errors = Level::read(&text).expect_err("no cells").to_string();
        assert!(errors.starts_with("line 2: "), "{errors}");
    }
    // Behind a backslash the text begins with the next line that has one.
    let text = "limit = 5\nfields = \"\"\"\\\n\n  ...\n..x\n...\n\"\"\"\n[goals]\nscore = 10\n";
    let errors = Level::read(text).expect_err("no cell").to_string();
    assert!(errors.starts_with("line 5: "), "{errors}");
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
    let lines = format!("start = \"\"\"\nA BC;\n D  ;\r\n    ;\n   F\n\"\"\"\n{PLAIN}");
    assert_eq!(level(&lines), level(&tokens));
    for (rows, message) in [
        (
            "ABCA;\n    ;\nBC;\nABCA",
            "line 4: `start` is no token string, rows of ABCDEF and blanks joined by semicolons: row 2 has 2 fields \
             where row 0 has 4: all rows are equally long",
        ),
        (
            "    ;\nABCA;\nBCXB;\nABCA",
            "line 4: `start` is no token string, rows of ABCDEF and blanks joined by semicolons: X is not a valid token",
        ),
        (
            "    ;\n    ;\nAAAB;\n    ",
            "line 4: `start` is not at rest: something on it matches already",
        ),
    ] {
        let errors = Level::read(&format!("start = \"\"\"\n{rows}\n\"\"\"\n{PLAIN}")).expect_err(rows);
        assert!(errors.to_string().starts_with(message), "{errors}");
    }
}

#[test]
fn shipped_levels_are_right_and_unlike() {
    let renamed = SHIPPED[0].text.replacen("name = \"", "name = \"New ", 1);
    let levels: Vec<Level> = SHIPPED.iter().map(|shipped| level(shipped.text)).collect();
    assert!(level(&renamed) != levels[0] && level(&renamed).plays_like(&levels[0]));
    for (number, level) in levels.iter().enumerate() {
        assert!(!level.name().is_empty() && !level.about().is_empty());
        for other in &levels[..number] {
            assert!(!level.plays_like(other));
            assert!(
                level.name() != other.name() && level.fields != other.fields
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
