//! `quincunx tournament`: who is strong is told so, seats and seeds are fair, and records hold every game.

mod common;

use std::fs;

use quincunx_core::Record;
use quincunx_games::GAMES;
use serde_json::Value;

use common::{answer, complaint};

fn json(arguments: &[&str]) -> Value {
    let arguments = [&["tournament"], arguments, &["--json"]].concat();
    serde_json::from_str(&answer(&arguments, "")).expect("JSON")
}

#[test]
fn every_game_can_be_a_tournament_of_both_formats() {
    for entry in GAMES {
        for format in ["round-robin", "knock-out"] {
            let of = [entry.id, "--games", "2", "--plies", "30", "--format", format];
            let players = ["--agents", "random", "greedy", "level:1"];
            let told = json(&[&of[..], &players].concat());
            assert_eq!(
                (&told["game"], &told["format"]),
                (&entry.id.into(), &format.into())
            );
            let words = answer(&[&["tournament"], &of[..], &players].concat(), "");
            assert!(words.contains("random") && words.contains("greedy"), "{words}");
            // The same seed gives the same games on any number of threads.
            assert_eq!(json(&[&of[..], &["--threads", "3"], &players].concat()), told);
        }
    }
}

#[test]
fn the_stronger_is_told_to_be_stronger() {
    let told = json(&[
        "connect-four",
        "--games",
        "20",
        "--agents",
        "random",
        "mcts:200",
        "random:seed=1",
    ]);
    let players = told["players"].as_array().expect("a list");
    assert_eq!(players[0]["player"], "mcts:200");
    let elo = |place: usize| players[place]["elo"].as_f64().expect("a number");
    let error = players[0]["error"].as_f64().expect("a number");
    assert!(elo(0) > 150.0 && error > 0.0 && elo(0) - error > elo(1), "{told}");
    assert!((elo(0) + elo(1) + elo(2)).abs() < 1e-6, "{told}");
    for place in 0..3 {
        assert_eq!(players[place]["games"], 40);
        let points = |one: usize, two: usize| players[one]["against"][two].as_f64().expect("a number");
        for other in (0..3).filter(|&other| other != place) {
            assert_eq!(points(place, other) + points(other, place), 20.0);
        }
    }
}

#[test]
fn players_of_a_game_for_one_meet_on_the_same_seeds() {
    let told = json(&[
        "2048",
        "--games",
        "6",
        "--format",
        "round-robin",
        "--agents",
        "level:3",
        "random",
        "greedy",
    ]);
    let players = told["players"].as_array().expect("a list");
    assert_eq!(
        (&players[0]["player"], &players[0]["points"]),
        (&"level:3".into(), &12.0.into())
    );
    assert!(
        players[0]["mean"].as_f64() > players[1]["mean"].as_f64(),
        "{told}"
    );
    let knocked = json(&["2048", "--games", "3", "--agents", "random", "level:3", "greedy"]);
    assert_eq!(knocked["winner"], "level:3");
    let rounds = knocked["rounds"].as_array().expect("rounds");
    assert_eq!(rounds.len(), 2, "{knocked}");
    assert_eq!(rounds[0][0]["players"], serde_json::json!(["random", "greedy"]));
}

#[test]
fn equals_end_all_the_same() {
    let told = json(&[
        "2048", "--games", "1", "--plies", "5", "--agents", "random", "random",
    ]);
    // The same player on the same seed plays the same game.
    let meeting = &told["rounds"][0][0];
    assert_eq!(
        (&meeting["more_seeds"], &told["winner"]),
        (&100.into(), &"random".into()),
        "{told}"
    );
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
fn wrong_use_is_told() {
    for (arguments, told) in [
        (&["--agents", "random"][..], "2 values required"),
        (&["--agents", "random", "oracle"], "there is no player `oracle`"),
        (
            &["--agents", "random", "greedy", "--games", "3"],
            "an even number can",
        ),
        (
            &["--agents", "random", "greedy", "--time-per-move", "soon"],
            "it takes a time",
        ),
        (
            &[
                "--agents",
                "random",
                "greedy",
                "--time-per-move",
                "1s",
                "--nodes",
                "5",
            ],
            "cannot be used with",
        ),
    ] {
        let error = complaint(&[&["tournament", "connect-four"], arguments].concat(), 2);
        assert!(error.contains(told), "{arguments:?}: {error}");
    }
}
