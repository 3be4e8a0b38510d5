//! `quincunx tournament`: the strong are recognised, seats and seeds are fair, and records hold every game.

use std::fs;
use std::path::Path;

use quincunx_catalog::GAMES;
use quincunx_core::Record;
use serde_json::{Value, json};

use crate::common::{answer, complaint, quincunx, small, text, words};

fn json(arguments: &[&str]) -> Value {
    let arguments = [&["tournament"], arguments, &["--json"]].concat();
    serde_json::from_str(&answer(&arguments, "")).expect("JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn every_game_can_be_a_tournament_of_both_formats() {
    for entry in GAMES {
        for format in ["round-robin", "knock-out"] {
            let of = [entry.id(), "--games", "2", "--plies", "30", "--format", format];
            let of = [&of[..], small(entry.id())].concat();
            let players = ["--agents", "random", "greedy", "level:1"];
            let printed = json(&[&of[..], &players].concat());
            assert_eq!(
                (&printed["tournament"]["game"], &printed["tournament"]["format"]),
                (&entry.id().into(), &format.into())
            );
            let words = answer(&[&["tournament"], &of[..], &players].concat(), "");
            assert!(words.contains("random") && words.contains("greedy"), "{words}");
            // The same seed gives the same games on any number of threads.
            assert_eq!(json(&[&of[..], &["--threads", "3"], &players].concat()), printed);
        }
    }
}

#[test]
fn the_stronger_is_reported_to_be_stronger() {
    let printed = json(&words(
        "connect-four --games 20 --agents random mcts:200 random:seed=1",
    ));
    let players = printed["players"].as_array().expect("a list");
    assert_eq!(
        (&players[0]["name"], &players[0]["player"]),
        (&"mcts:200".into(), &1.into())
    );
    let elo = |place: usize| number(&players[place]["elo"]);
    let error = number(&players[0]["error"]);
    assert!(
        elo(0) > 150.0 && error > 0.0 && elo(0) - error > elo(1),
        "{printed}"
    );
    assert!((elo(0) + elo(1) + elo(2)).abs() < 1e-6, "{printed}");
    assert!(players.iter().all(|player| player["games"] == 40));
    let pairs = printed["pairs"].as_array().expect("a list");
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        assert_eq!(number(&pair["points"][0]) + number(&pair["points"][1]), 20.0);
        assert!(number(&pair["error"]) > 0.0, "{pair}");
    }
    assert_eq!(pairs[0]["players"], serde_json::json!([0, 1]));
    assert!(
        number(&pairs[0]["difference"]) + number(&pairs[0]["error"]) < 0.0,
        "{printed}"
    );
    assert_eq!(printed["games"].as_array().map(Vec::len), Some(60));
}

#[test]
fn players_without_luck_do_not_repeat_one_game() {
    let games = |opening: &[&str]| {
        let of = words("connect-four --games 12 --agents solver:nodes=500 greedy");
        let printed = json(&[&of[..], opening].concat());
        let mut lengths: Vec<u64> = printed["games"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|game| game[6].as_u64())
            .collect();
        assert_eq!(lengths.len(), 12);
        lengths.sort_unstable();
        lengths.dedup();
        (lengths.len(), printed["tournament"]["opening"].as_u64())
    };
    let (lengths, opening) = games(&[]);
    assert!(lengths > 2 && opening > Some(0), "{lengths} {opening:?}");
    assert_eq!(games(&["--opening", "0"]).1, Some(0));
    // Where chance has a part nothing need be drawn.
    let printed = json(&words("2048 --games 1 --plies 9 --agents random greedy"));
    assert_eq!(printed["tournament"]["opening"], 0);
}

#[test]
fn players_of_a_game_for_one_meet_on_the_same_seeds() {
    let printed = json(&words(
        "2048 --width 3 --games 6 --format round-robin --agents level:3 random greedy",
    ));
    let players = printed["players"].as_array().expect("a list");
    assert_eq!(players[0]["name"], "level:3");
    assert!(
        number(&players[0]["points"]) > 9.0,
        "of 12 games at least 10: {printed}"
    );
    assert!(
        number(&players[0]["mean"]) > number(&players[1]["mean"]),
        "{printed}"
    );
    let knocked = json(&words("2048 --width 3 --games 3 --agents random level:3 greedy"));
    assert_eq!(knocked["winner"], 1);
    let rounds = knocked["rounds"].as_array().expect("rounds");
    assert_eq!(rounds.len(), 2, "{knocked}");
    assert_eq!(rounds[0]["byes"], serde_json::json!([0]));
    assert_eq!(rounds[0]["meetings"][0]["players"], serde_json::json!([1, 2]));
    let words = answer(
        &words("tournament 2048 --width 3 --games 3 --agents random level:3 greedy"),
        "",
    );
    assert!(words.contains("random goes on without a meeting"), "{words}");
    assert!(words.ends_with("winner: level:3\n"), "{words}");
}

#[test]
fn a_contest_of_2048_is_one_command() {
    // Players on the same seeds, so long a move or a game, single elimination until a winner stands; by
    // points or by the contest's.
    for (scoring, limit, kept) in [
        ("standard", "move:2ms", json!({"move": 2000})),
        ("contest", "game:30ms", json!({"game": 30_000})),
    ] {
        let printed = json(&[
            "2048",
            "--width",
            "3",
            "--agents",
            "mcts",
            "greedy",
            "level:3",
            "random",
            "--limit",
            limit,
            "--scoring",
            scoring,
            "--games",
            "1",
            "--plies",
            "40",
        ]);
        assert_eq!(printed["tournament"]["options"]["scoring"], scoring);
        assert_eq!(printed["tournament"]["limit"], kept);
        assert!(printed["winner"].is_number(), "{printed}");
        let meetings: Vec<usize> = printed["rounds"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|round| round["meetings"].as_array().map(Vec::len))
            .collect();
        assert_eq!(meetings, [2, 1]);
    }
}

#[test]
fn limits_are_those_of_the_command_line() {
    let first_moves = |limit: &[&str]| {
        let of = words("connect-four --games 6 --agents mcts mcts:seed=1 --plies 20");
        json(&[&of[..], limit].concat())["games"].clone()
    };
    let few = first_moves(&["--nodes", "3"]);
    assert_eq!(few, first_moves(&["--nodes", "3", "--threads", "1"]));
    assert_ne!(few, first_moves(&["--nodes", "300"]));
    assert_ne!(few, first_moves(&[]));
    let timed = first_moves(&["--limit", "move:1ms"]);
    assert_eq!(timed.as_array().map(Vec::len), Some(6));
}

#[test]
fn equals_end_all_the_same() {
    let printed = json(&words("2048 --games 1 --plies 5 --agents random random"));
    // The same player on the same seed plays the same game.
    let meeting = &printed["rounds"][0]["meetings"][0];
    assert_eq!(
        (&meeting["more_seeds"], &meeting["by_order"], &printed["winner"]),
        (&100.into(), &true.into(), &0.into()),
        "{printed}"
    );
    let words = answer(
        &words("tournament 2048 --games 1 --plies 5 --agents random random"),
        "",
    );
    assert!(
        words.contains("so random #1 goes on, who was named first"),
        "{words}"
    );
}

#[test]
fn the_same_command_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("t.json");
    let file = path.to_str().expect("a plain path");
    let of = words("tournament quartet --games 6 --agents random greedy --json");
    let whole = answer(&[&of[..], &["--out", file]].concat(), "");
    assert_eq!(fs::read_to_string(&path).expect("it was saved"), whole);
    // As if it had been stopped: the last games are missing.
    let (head, rest) = whole.split_once("\n[0,1,").expect("a game of the second seed");
    let (_, tail) = rest.split_once("\n],").expect("the end of the games");
    fs::write(&path, format!("{}\n],{tail}", head.trim_end_matches(','))).expect("it can be written");
    let output = quincunx(&[&of[..], &["--out", file]].concat(), "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("games so far: 2\n"), "{errors}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), whole);
    assert_eq!(fs::read_to_string(&path).expect("it was saved"), whole);
    // A file of another tournament is not written over.
    let other = [&of[..], &["--out", file, "--seed", "9"]].concat();
    let refused = complaint(&other, 1);
    assert!(
        refused.contains("the results of other work") && refused.contains("is unchanged"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&path).expect("it is there"), whole);
    assert_ne!(answer(&[&other[..], &["--force"]].concat(), ""), whole);
}

#[test]
fn a_knock_out_goes_on_from_wherever_it_was_left() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("t.json");
    let of = [
        "tournament",
        "2048",
        "--games",
        "3",
        "--agents",
        "random",
        "greedy",
        "random:seed=1",
        "greedy:samples=0",
        "random:seed=2",
        "--out",
        text(&path),
    ];
    let printed = answer(&of, "");
    let whole = fs::read_to_string(&path).expect("it was saved");
    let (head, rest) = whole.split_once("\n\"games\":[").expect("the games");
    let (games, tail) = rest.split_once("\n],").expect("their end");
    let games: Vec<&str> = games.split(",\n").collect();
    assert!(games.len() >= 24, "four meetings of three seeds: {games:?}");
    for played in 0..games.len() {
        let kept = games[..played].join(",\n");
        fs::write(&path, format!("{head}\n\"games\":[{kept}\n],{tail}")).expect("it can be written");
        let output = quincunx(&of, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(&format!("games so far: {played}\n")), "{errors}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), printed);
        assert_eq!(fs::read_to_string(&path).expect("it was saved"), whole);
    }
}

#[test]
fn records_hold_every_game() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let records = folder.path().join("games");
    let path = records.to_str().expect("a plain path");
    json(&[
        "connect-four",
        "--games",
        "4",
        "--opening",
        "3",
        "--records",
        path,
        "--agents",
        "random",
        "greedy",
    ]);
    let again = [
        "connect-four",
        "--games",
        "2",
        "--agents",
        "random",
        "greedy",
        "--records",
        path,
    ];
    let refused = complaint(&[&["tournament"], &again[..]].concat(), 1);
    assert!(refused.contains("already has records"), "{refused}");
    let mut texts: Vec<String> = fs::read_dir(&records)
        .expect("it was made")
        .map(|file| fs::read_to_string(file.expect("a file").path()).expect("a text"))
        .collect();
    assert_eq!(texts.len(), 4);
    texts.sort();
    let mut first_players = Vec::new();
    for text in &texts {
        let record = Record::parse(text).expect("a record");
        let session = GAMES[0].replay(&record).expect("it was played");
        assert!(session.turn().outcome().is_some());
        let tag = |name: &str| {
            record
                .tags
                .iter()
                .find(|(tag, _)| tag == name)
                .map(|(_, value)| value.clone())
        };
        first_players.extend(tag("player-1"));
        assert!(tag("player-2").is_some() && tag("round").as_deref() == Some("1"));
    }
    let begun = |player: &str| first_players.iter().filter(|name| *name == player).count();
    assert_eq!((begun("random"), begun("greedy")), (2, 2));
}

#[test]
fn wrong_use_is_reported() {
    for (arguments, printed) in [
        (&["--agents", "random"][..], "2 values required"),
        (&["--agents", "random", "oracle"], "there is no player `oracle`"),
        (
            &["--agents", "random", "greedy", "--games", "3"],
            "an even number",
        ),
        (
            &["--agents", "random", "greedy", "--limit", "move:soon"],
            "expected a duration",
        ),
        (
            &[
                "--agents",
                "random",
                "greedy",
                "--limit",
                "move:5000000000000000h",
            ],
            "expected a duration above 0 and up to ten years",
        ),
        (
            &["--agents", "random", "greedy", "--limit", "10s"],
            "as `move:1s` or `game:10s`",
        ),
        (
            &words("--agents random greedy --limit move:1s --nodes 5"),
            "cannot be used with",
        ),
        (
            &words("--agents random greedy --limit move:1s --format knock-out --shard 1/2 --out part.json"),
            "--nodes instead of --limit",
        ),
        (
            &["--agents", "random", "mcts:20,simulations=5"],
            "`simulations` is given twice",
        ),
        (
            &["--agents", "random", "greedy", "--seed", "x"],
            "a whole number from -9223372036854775808 to 18446744073709551615",
        ),
        (
            &["--agents", "random", "greedy", "--out", "rows.csv"],
            "rows.csv: expected the extension .json",
        ),
    ] {
        let error = complaint(&[&["tournament", "connect-four"], arguments].concat(), 2);
        assert!(error.contains(printed), "{arguments:?}: {error}");
    }
    assert!(!Path::new("part.json").exists() && !Path::new("rows.csv").exists());
}
