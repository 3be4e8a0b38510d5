//! `quincunx solve`: answers to people, pipes and programs, and `--check`.

use quincunx_catalog::GAMES;
use serde_json::Value;

use crate::common::{answer, complaint, converse, quincunx};

/// Late positions with the exact score and the score of every column.
const SOLVED: [(&str, &str, &str); 3] = [
    ("2252576253462244111563365343671351441", "-1", "- - - - - -1 -2"),
    ("7422341735647741166133573473242566", "1", "-3 1 - - -4 1 -"),
    ("23163416124767223154467471272416755633", "0", "- - 0 - -2 - -"),
];

fn solve(arguments: &[&str], input: &str) -> String {
    answer(&[&["solve", "connect-four"], arguments].concat(), input)
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn the_example_of_help_for_another_game_is_solved() {
    let help = answer(&["solve", "--help"], "");
    let example = help
        .lines()
        .find_map(|line| line.trim().strip_prefix("quincunx solve quartet "));
    let (options, position) = example
        .and_then(|example| example.trim_end_matches('"').split_once('"'))
        .expect("options and a position in quotes");
    let words: Vec<&str> = ["solve", "quartet"]
        .into_iter()
        .chain(options.split_whitespace())
        .chain([position])
        .collect();
    let solved = answer(&words, "");
    assert!(solved.starts_with(position), "{solved}");
}

#[test]
fn a_stream_is_answered_line_by_line_in_the_fields_notation() {
    let input: String = SOLVED.map(|(position, ..)| format!("{position}\n")).concat();
    let lines = |of: fn(&(&str, &str, &str)) -> String| SOLVED.iter().map(of).collect::<String>();
    let scores = lines(|(position, score, _)| format!("{position} {score}\n"));
    assert_eq!(solve(&[], &input), scores);
    assert_eq!(solve(&["-"], &input), scores);
    assert_eq!(
        solve(&["--all"], &input),
        lines(|(position, _, all)| format!("{position} {all}\n"))
    );
    let weak = solve(&["--weak"], &input);
    let signs: Vec<&str> = weak.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(signs, ["-1", "1", "0"]);
    assert_eq!(solve(&["--threads", "2"], &input), scores);
    complaint(&["solve", "connect-four", "--threads", "0", "4"], 2);
    // Arguments are answered alike where nobody reads them on a terminal.
    let arguments = SOLVED.map(|(position, ..)| position);
    assert_eq!(solve(&arguments, ""), scores);
}

#[test]
fn the_line_of_perfect_play_ends_as_the_score_says() {
    assert_eq!(
        solve(&["--pv", SOLVED[0].0], ""),
        format!("{} -1 6777\n", SOLVED[0].0)
    );
    // On a board of more columns than digits the notation separates moves by blanks.
    let wide = solve(&["--columns", "10", "--rows", "4", "--pv", "10 9 10 9 10 9"], "");
    assert!(
        wide.starts_with("10 9 10 9 10 9 ") && wide.ends_with(" 10\n"),
        "{wide}"
    );
}

#[test]
fn json_tells_score_outcome_plies_actions_and_line() {
    let text = solve(&["--json", "--all", "--pv", SOLVED[0].0, SOLVED[2].0], "");
    let lines: Vec<Value> = text.lines().map(json).collect();
    let loss = &lines[0];
    assert_eq!(loss["position"], SOLVED[0].0);
    assert_eq!(loss["player"], 2);
    assert_eq!(
        (&loss["score"], &loss["low"], &loss["high"]),
        (&json("-1"), &json("-1"), &json("-1"))
    );
    assert_eq!(
        (&loss["outcome"], &loss["plies"]),
        (&json("\"loss\""), &json("4"))
    );
    assert_eq!(loss["pv"], json(r#"["6", "7", "7", "7"]"#));
    let actions = loss["actions"].as_array().expect("a list");
    let printed = |action: &Value| (action["action"].clone(), action["score"].clone());
    assert_eq!(
        actions.iter().map(printed).collect::<Vec<_>>(),
        [(json("\"6\""), json("-1")), (json("\"7\""), json("-2"))]
    );
    assert!(loss["nodes"].is_u64() && loss["seconds"].is_f64());
    let draw = &lines[1];
    assert_eq!(
        (&draw["outcome"], &draw["plies"]),
        (&json("\"draw\""), &Value::Null)
    );
}

#[test]
fn a_board_is_read_however_it_is_drawn() {
    let drops = json(&solve(&["--json", "--columns", "5", "--rows", "4", "3324"], ""));
    for drawn in [
        ". . . . .\n. . . . .\n. . o . .\n. x x o .\n",
        "...../...../..2../.112.",
        ". . . . ./. . . . ./. . o . ./. x x o .",
    ] {
        let text = solve(&["--json", "--columns", "5", "--rows", "4", drawn], "");
        assert_eq!(json(&text)["score"], drops["score"], "{drawn}");
    }
    let rows = quincunx(&["solve", "connect-four"], ". . . . . . .\n");
    let hint = String::from_utf8_lossy(&rows.stderr).into_owned();
    assert!(hint.contains("on one line rows are joined by `/`"), "{hint}");
    let wrong = complaint(&["solve", "connect-four", "1/2"], 2);
    assert!(wrong.contains("row of 7 fields"), "{wrong}");
}

#[test]
fn a_bad_line_is_refused_in_its_place_and_the_stream_goes_on() {
    let input = format!("{}\n12x\n1212121\n{}\n", SOLVED[0].0, SOLVED[1].0);
    for form in [&[][..], &["--json"]] {
        let output = quincunx(&[&["solve", "connect-four"], form].concat(), &input);
        assert_eq!(output.status.code(), Some(1));
        let answers = String::from_utf8(output.stdout).expect("answers are text");
        let answers: Vec<&str> = answers.lines().collect();
        assert_eq!(answers.len(), 4, "{answers:?}");
        assert!(answers[3].contains(SOLVED[1].0), "{answers:?}");
        for (answer, reason) in answers[1..3]
            .iter()
            .zip(["column from 1 to 7", "it is over (P1 wins)"])
        {
            match form {
                [] => assert!(
                    answer.starts_with("Error, ") && answer.contains(reason),
                    "{answer}"
                ),
                _ => assert!(
                    json(answer)["error"]
                        .as_str()
                        .is_some_and(|printed| printed.contains(reason))
                ),
            }
        }
        let errors = String::from_utf8(output.stderr).expect("errors are text");
        let printed: Vec<&str> = errors.lines().collect();
        assert_eq!(printed.len(), 2, "{errors}");
        assert!(printed[0].starts_with("error: line 2: ") && printed[1].starts_with("error: line 3: "));
    }
}

#[test]
fn an_answer_does_not_wait_for_the_next_question() {
    let questions = SOLVED.map(|(position, score, _)| (position.to_owned(), format!("{position} {score}")));
    converse(&["solve", "connect-four"], &questions);
}

#[test]
fn limits_leave_honest_bounds() {
    let hard = "44444";
    let text = solve(&["--no-book", "--nodes", "50", hard, "--json"], "");
    let bounds = json(&text);
    let (low, high) = (bounds["low"].as_i64(), bounds["high"].as_i64());
    assert!(
        low < high && bounds["score"].is_null() && bounds["plies"].is_null(),
        "{text}"
    );
    let word = solve(&["--no-book", "--nodes", "50", hard], "");
    assert_eq!(
        word,
        format!("{hard} {}..{}\n", low.expect("a number"), high.expect("a number"))
    );
    // Nothing is known after no time, and every column has an answer.
    let all = solve(&["--no-book", "--time", "0", "--all", "--weak", hard], "");
    assert_eq!(all, format!("{hard}{}\n", " -1..1".repeat(7)));
    let with_unit = solve(&["--no-book", "--time", "0s", "--all", "--weak", hard], "");
    assert_eq!(with_unit, all);
}

#[test]
fn records_are_solved_where_they_end_or_at_a_ply() {
    let entry = quincunx_catalog::find("connect-four").expect("it is in the list");
    let mut options = entry.defaults();
    options.set("columns", "5").expect("a possible size");
    options.set("rows", "4").expect("a possible size");
    let mut session = entry.new_session(&options, 0).expect("a game");
    for action in [0, 1, 0, 1, 0, 1, 0] {
        session.play(action).expect("a legal drop");
    }
    let text = session.record(Vec::new()).to_text();
    let path = std::env::temp_dir().join(format!("quincunx-{}-solve.record", std::process::id()));
    std::fs::write(&path, &text).expect("a temporary file can be written");
    let file = path.to_str().expect("a plain path");

    assert!(
        complaint(&["solve", "connect-four", "--record", file], 1).contains("over (P1 wins) after 7 moves")
    );
    let printed = json(&solve(&["--record", file, "--ply", "6", "--json"], ""));
    assert_eq!((&printed["plies"], &printed["player"]), (&json("1"), &json("1")));
    assert_eq!(printed["position"], "...../12.../12.../12...");
    assert!(
        complaint(&["solve", "connect-four", "--record", file, "--ply", "8"], 2).contains("only 7 moves")
    );
    std::fs::remove_file(&path).expect("the file is ours");
    let piped = json(&solve(&["--record", "-", "--ply", "6", "--json"], &text));
    assert_eq!(piped["score"], printed["score"]);
    for rest in [&[][..], &["44"]] {
        let without = complaint(&[&["solve", "connect-four", "--ply", "2"], rest].concat(), 2);
        assert!(
            without.contains("--record") || without.contains("'[POSITION]...'"),
            "{without}"
        );
    }

    // The text of a record is a position as well, when its rules are those asked about.
    assert!(session.undo());
    let text = session
        .begun_at(6)
        .expect("a position")
        .record(Vec::new())
        .to_text();
    let same = json(&solve(&["--columns", "5", "--rows", "4", "--json", &text], ""));
    assert_eq!(same["score"], printed["score"]);
    let other = complaint(&["solve", "connect-four", &text], 2);
    assert!(other.contains("option `columns` is `5`"), "{other}");
}

#[test]
fn a_set_of_scores_is_checked() {
    let right: String = SOLVED
        .map(|(position, score, _)| format!("{position} {score}\n"))
        .concat();
    let table = solve(&["--check"], &right);
    let cells: Vec<&str> = table.lines().nth(1).expect("a row").split_whitespace().collect();
    assert_eq!(cells[..6], ["input", "3", "3", "0", "0", "0"], "{table}");
    solve(&["--check", "--weak"], &right);
    let two = json(&solve(&["--check", "--first", "2", "--json"], &right));
    assert_eq!(two["positions"], 2);
    // More solvers than positions: which of them solves what changes no count.
    let many = json(&solve(&["--check", "--threads", "5", "--json"], &right));
    assert_eq!((&many["positions"], &many["right"]), (&3.into(), &3.into()));

    let path = std::env::temp_dir().join(format!("quincunx-{}-scores", std::process::id()));
    let wrong = format!("{right}\n{} 2\n12x 1\n44444 1\n", SOLVED[0].0);
    std::fs::write(&path, wrong).expect("a temporary file can be written");
    let file = path.to_str().expect("a plain path");
    let output = quincunx(
        &[
            "solve",
            "connect-four",
            "--nodes",
            "1000",
            "--json",
            "--check",
            file,
        ],
        "",
    );
    std::fs::remove_file(&path).expect("the file is ours");
    assert_eq!(output.status.code(), Some(1));
    let printed = json(&String::from_utf8_lossy(&output.stdout));
    let counts = ["positions", "right", "wrong", "open", "refused"].map(|key| printed[key].as_u64());
    assert_eq!(counts, [5, 3, 1, 1, 1].map(Some));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("line 5: ") && errors.contains("scores -1, not 2"),
        "{errors}"
    );
    assert!(errors.contains("line 6: `x` is not a column"), "{errors}");
}

#[test]
fn a_line_of_a_set_needs_a_blank_and_the_empty_board_begins_with_it() {
    let check = |input: &str| {
        let small = ["--columns", "4", "--rows", "4", "--check", "--json"];
        let output = quincunx(&[&["solve", "connect-four"], &small[..]].concat(), input);
        let printed = json(&String::from_utf8_lossy(&output.stdout));
        let counts = ["right", "wrong", "refused"].map(|key| printed[key].as_u64().expect("a number"));
        for time in ["mean_cpu_seconds", "mean_wall_seconds"] {
            assert!(printed[time].is_f64(), "{printed}");
        }
        (counts, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // The empty board of four by four is a draw.
    assert_eq!(check(" 0\n12 0\n"), ([2, 0, 0], String::new()));
    let (counts, errors) = check("1212\n0\n 3\n");
    assert_eq!(counts, [0, 1, 2]);
    for (line, printed) in errors.lines().zip([
        "line 1: `1212`",
        "line 2: `0`",
        "line 3: the empty board scores 0",
    ]) {
        assert!(line.contains(printed), "{errors}");
    }
    assert_eq!(errors.lines().count(), 3, "{errors}");
}

#[test]
fn the_help_of_a_game_says_what_a_score_is() {
    for entry in GAMES.iter().filter(|entry| entry.has_solver()) {
        let help = answer(&["solve", entry.id(), "--help"], "");
        let example = format!("quincunx solve {} ", entry.id());
        for printed in ["0 for a draw", "the more the sooner", example.as_str()] {
            assert!(help.replace("\n", " ").contains(printed), "{printed}: {help}");
        }
    }
}

#[test]
fn a_search_within_a_number_of_nodes_repeats() {
    let ask = || json(&solve(&["--json", "--nodes", "5000", "444455"], ""));
    let (first, second) = (ask(), ask());
    for key in ["low", "high", "nodes"] {
        assert_eq!(first[key], second[key], "{key}");
    }
}

#[test]
fn games_without_a_solver_are_reported_from_those_with_one() {
    let with = |solver: bool| GAMES.iter().filter(move |entry| entry.has_solver() == solver);
    assert!(with(true).count() > 0 && with(false).count() > 0);
    for without in with(false) {
        let text = complaint(&["solve", without.id()], 2);
        assert!(text.contains("no exact solver"), "{text}");
        assert!(with(true).all(|entry| text.contains(entry.id())), "{text}");
    }
}
