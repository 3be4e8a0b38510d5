//! `quincunx analyze`: what every action is worth, of every game, from arguments and streams.

use quincunx_catalog::GAMES;
use serde_json::Value;

use crate::common::{answer, complaint, quincunx, words};

/// A small board of 2048, of which everything is known.
const SMALL: [&str; 6] = ["analyze", "2048", "--width", "3", "--height", "2"];

fn json(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

fn texts(actions: &Value) -> Vec<String> {
    let actions = actions.as_array().expect("a list").iter();
    actions
        .map(|action| action["action"].as_str().expect("a text").to_owned())
        .collect()
}

#[test]
fn every_game_is_analyzed_and_answers_can_be_asked_again() {
    for entry in GAMES {
        let session = entry.new_session(&entry.defaults(), 3).expect("a game");
        let position = session.position_text();
        let question = ["analyze", entry.id(), "--agent", "greedy", "--json"];
        let printed = answer(&[&question[..], &[&position]].concat(), "");
        let object = json(&printed);
        assert_eq!(object["position"], position, "{}", entry.id());
        assert_eq!(object["player"], 1, "{}", entry.id());
        let actions = texts(&object["actions"]);
        assert_eq!(object["best"], actions[0], "{}", entry.id());
        let mut legal: Vec<String> = session
            .legal_actions()
            .into_iter()
            .filter_map(|action| session.action_text(action))
            .collect();
        let mut sorted = actions.clone();
        legal.sort();
        sorted.sort();
        assert_eq!(sorted, legal, "{} evaluates every action", entry.id());
        // Its own answer is a question.
        let mut again = json(&answer(&question, &printed));
        again["seconds"] = object["seconds"].clone();
        assert_eq!(again, object, "{}", entry.id());
        // The same in a line with tabs.
        let line = answer(
            &[
                "analyze",
                entry.id(),
                "--agent",
                "greedy",
                "--best",
                "2",
                &position,
            ],
            "",
        );
        let parts: Vec<&str> = line.trim_end().split('\t').collect();
        assert_eq!((parts[0], parts.len()), (&*position, 1 + actions.len().min(2)));
        assert!(parts[1].starts_with(&actions[0]), "{line}");
    }
}

#[test]
fn what_is_proved_is_reported_exactly() {
    // The scores of Connect Four's columns are those of `solve`; a row that begins a record of the field is a
    // position as well.
    let object = json(&answer(
        &[
            "analyze",
            "connect-four",
            "2252576253462244111563365343671351441",
            "--json",
        ],
        "",
    ));
    assert_eq!(
        (&object["exact"], &object["player"]),
        (&Value::Bool(true), &json("2"))
    );
    let printed: Vec<(&Value, &Value, &Value)> = object["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|action| (&action["action"], &action["score"], &action["amount"]))
        .collect();
    assert_eq!(printed.len(), 2);
    assert_eq!(
        (printed[0].0, printed[0].1, printed[0].2),
        (&json("\"6\""), &json("-1"), &json("4.0"))
    );
    assert_eq!((printed[1].0, printed[1].1), (&json("\"7\""), &json("-2")));
    let line = answer(&["analyze", "connect-four", "121212"], "");
    assert!(line.starts_with("121212\t1 wins in 1 ply\t"), "{line}");

    // What a slide gives and leads to, and by another way the same.
    let position = "2,4,2/16,32,0";
    let object = json(&answer(&[&SMALL[..], &["--json", position]].concat(), ""));
    let exact = json(&answer(
        &[
            "exact", "2048", "--width", "3", "--height", "2", "--json", position,
        ],
        "",
    ));
    assert_eq!(object["exact"], Value::Bool(true));
    assert_eq!(object["best"], exact["best"]["points"]);
    for action in object["actions"].as_array().expect("a list") {
        let mut others = exact["actions"].as_array().expect("a list").iter();
        let same = others.find(|other| other["action"] == action["action"]);
        assert_eq!(
            same.map(|same| &same["points"]),
            Some(&action["amount"]),
            "{action}"
        );
        assert_eq!(
            (&action["kind"], &action["bound"]),
            (&json("\"points\""), &json("\"exactly\""))
        );
    }
    let line = answer(&[&SMALL[..], &[position]].concat(), "");
    assert!(line.contains(" exactly ") && line.contains(" points"), "{line}");
    // Other rules, other values.
    let rare = answer(&[&SMALL[..], &["--four-rate", "0.9", position]].concat(), "");
    assert!(rare.contains(" exactly ") && rare != line, "{rare}");

    // On larger boards no points are known, and none are printed.
    let larger = words("analyze 2048 --width 4 --height 3 --nodes 100");
    let position = "2,2,0,0/0,0,0,0/0,0,0,2";
    let object = json(&answer(&[&larger[..], &["--json", position]].concat(), ""));
    let actions = object["actions"].as_array().expect("a list");
    assert!(actions.iter().all(|action| action["kind"] == "order"), "{object}");
    let line = answer(&[&larger[..], &[position]].concat(), "");
    assert!(
        line.contains(", to compare moves by") && !line.contains("points"),
        "{line}"
    );
}

#[test]
fn limits_are_kept_and_repeat() {
    let of = |arguments: &[&str]| {
        // A board without a network, which takes seconds to load.
        let question = words("analyze 2048 --width 5 2,4,8,16,2/0,2,4,8,4/0,0,2,4,2/0,0,0,2,8 --json");
        let mut object = json(&answer(&[&question[..], arguments].concat(), ""));
        object["seconds"].take();
        object
    };
    let few = of(&["--nodes", "2000"]);
    assert!(few["nodes"].as_u64().is_some_and(|nodes| nodes <= 2001), "{few}");
    assert_eq!(few, of(&["--nodes", "2000"]));
    assert_eq!(few["exact"], Value::Bool(false));
    let many = of(&["--nodes", "200000"]);
    assert!(many["depth"].as_u64() > few["depth"].as_u64(), "{many}");
    assert_eq!(texts(&of(&["--time", "20ms"])["actions"]).len(), 2);
    assert_eq!(texts(&of(&["--limit", "move:20ms"])["actions"]).len(), 2);
    assert_eq!(of(&["--agent", "expectimax:depth=2"])["depth"], 2);
}

#[test]
fn a_bad_line_is_refused_in_its_place_and_the_stream_goes_on() {
    let input = "2,4,2/16,32,0\n2,4,2,0/16,32,0\n{\"board\": 1}\n2,4,2/4,2,4\n\
                 0,0,0/0,0,0 0 0 2\n{\"position\": [[2, 4, 2], \"16 32 0\"]}\n";
    let reasons = [
        "`2,4,2,0/16,32,0` is not a position",
        "with a position, as {\"position\"",
        "the game is over (0 points) after 0 moves: `2,4,2/4,2,4`",
        "chance is next",
    ];
    for form in [&[][..], &["--json"]] {
        let output = quincunx(&[&SMALL[..], form].concat(), input);
        assert_eq!(output.status.code(), Some(1));
        let answers = String::from_utf8(output.stdout).expect("answers are text");
        let answers: Vec<&str> = answers.lines().collect();
        assert_eq!(answers.len(), 6, "{answers:?}");
        let errors = String::from_utf8(output.stderr).expect("errors are text");
        let errors: Vec<&str> = errors.lines().collect();
        assert_eq!(errors.len(), 4, "{errors:?}");
        for (at, reason) in reasons.iter().enumerate() {
            let printed = format!("error: line {}: ", at + 2);
            assert!(
                errors[at].starts_with(&printed) && errors[at].contains(reason),
                "{errors:?}"
            );
            let answer = match form {
                [] => answers[at + 1].strip_prefix("Error, ").map(str::to_owned),
                _ => json(answers[at + 1])["error"].as_str().map(str::to_owned),
            };
            assert!(
                answer.is_some_and(|answer| answer.contains(reason)),
                "{answers:?}"
            );
        }
        // The board that was drawn is the one that was written.
        match form {
            [] => assert_eq!(
                answers[0].split_once('\t').map(|parts| parts.1),
                answers[5].split_once('\t').map(|parts| parts.1)
            ),
            _ => assert_eq!(json(answers[0])["actions"], json(answers[5])["actions"]),
        }
    }
}

#[test]
fn wrong_arguments_are_reported_before_anything_is_answered() {
    let two = complaint(&[&SMALL[..], &["2,4,2/16,32,0", "2,4/2,4"]].concat(), 2);
    assert!(two.contains("position 2: `2,4/2,4` is not a position"), "{two}");
    assert!(complaint(&["analyze", "2048", "--agent", "oracle"], 2).contains("no player `oracle`"));
    assert!(complaint(&["analyze", "2048", "--time", "soon"], 2).contains("a duration"));
    assert!(complaint(&["analyze", "2048", "--limit", "game:1s"], 2).contains("move:TIME"));
    assert!(complaint(&["analyze", "chess"], 2).contains("unknown game `chess`"));
}

/// A short game with a blunder in it.
#[test]
fn the_moves_of_a_recorded_game_are_graded() {
    let entry = quincunx_catalog::find("connect-four").expect("it is in the list");
    let mut session = entry.new_session(&entry.defaults(), 0).expect("a game");
    // P2 lets P1 have three in a row with both ends open, where it could have won.
    for action in [3, 3, 2, 2, 4, 6, 5] {
        session.play(action).expect("a legal drop");
    }
    let text = session.record(Vec::new()).to_text();
    let grade = |more: &[&str]| {
        let arguments = [&["analyze", "connect-four", "--record", "-", "--grade"], more].concat();
        answer(&arguments, &text)
    };
    let printed = grade(&["--json"]);
    let moves: Vec<Value> = printed.lines().map(json).collect();
    assert_eq!(moves.len(), 7);
    let grades: Vec<&str> = moves
        .iter()
        .map(|graded| graded["grade"].as_str().expect("a text"))
        .collect();
    assert_eq!(grades[0], "best", "the middle");
    assert_eq!((grades[3], grades[6]), ("blunder", "best"));
    let kind = |which: &str| moves[3][which]["kind"].as_str().expect("a text");
    assert_eq!((kind("best"), kind("chosen")), ("win", "loss"));
    for (ply, graded) in (1..).zip(&moves) {
        assert_eq!(
            (&graded["ply"], &graded["player"]),
            (&ply.into(), &(2 - ply % 2).into())
        );
        let is_best = graded["chosen"] == graded["best"];
        assert!(!is_best || graded["grade"] == "best");
    }
    let lines = grade(&[]);
    let fourth = lines.lines().nth(3).expect("a line a move");
    assert!(
        fourth.starts_with("4\tP2\tblunder\t3 loses in 4 plies\t"),
        "{fourth}"
    );
    let without = complaint(&["analyze", "connect-four", "--grade", "44"], 2);
    assert!(without.contains("--grade"), "{without}");
}
