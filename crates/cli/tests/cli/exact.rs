//! `quincunx exact`: whole games worked out, kept and asked.

use std::process::Command;

use serde_json::Value;

use crate::common::{answer, complaint, quincunx, text};

const SMALL: [&str; 6] = ["exact", "2048", "--width", "3", "--height", "2"];

fn json(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

fn near(value: &Value, want: f64) -> bool {
    value
        .as_f64()
        .is_some_and(|value| (value - want).abs() < 1e-6 * want)
}

#[test]
fn a_small_game_is_worked_out_at_once() {
    let text = answer(&SMALL, "");
    assert!(text.starts_with("2048 (width 3, height 2, "), "{text}");
    for part in [": 14885 positions", "480.258", "tile 128        0.0569922"] {
        assert!(text.contains(part), "{text}");
    }
    let solved = json(&answer(
        &[&SMALL[..], &["--json", "--tile", "64", "--threads", "2"]].concat(),
        "",
    ));
    assert!(
        near(&solved["points"], 480.2583) && near(&solved["tile"]["64"], 0.939264),
        "{solved}"
    );
    assert_eq!(solved["tile"].as_object().map(serde_json::Map::len), Some(1));
    assert_eq!(solved["actions"], Value::Array(Vec::new()));
    let points = json(&answer(&[&SMALL[..], &["--json", "--points-only"]].concat(), ""));
    assert!(
        near(&points["points"], 480.2583)
            && points["tile"].as_object().is_some_and(serde_json::Map::is_empty)
    );
}

#[test]
fn a_table_is_kept_and_asked() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let out = text(folder.path());
    let solved = json(&answer(
        &[&SMALL[..], &["--json", "--scoring", "contest", "--out", out]].concat(),
        "",
    ));
    let file = folder.path().join("2048-3x2-contest.exact");
    let path = text(&file);
    assert_eq!(solved["file"], path);
    assert_eq!(
        solved["bytes"].as_u64(),
        std::fs::metadata(&file).ok().map(|file| file.len())
    );

    // The table, and working it out from there, say the same.
    let position = "2,4,2/16,32,0";
    let from_there = [&SMALL[..], &["--scoring", "contest", "--json", position]].concat();
    let (asked, fresh) = (
        json(&answer(
            &["exact", "2048", "--table", path, "--json", position],
            "",
        )),
        json(&answer(&from_there, "")),
    );
    for object in [&asked, &fresh] {
        assert_eq!(object["actions"].as_array().map(Vec::len), Some(2), "{object}");
    }
    for (one, other) in [(&asked, &fresh), (&asked["actions"][0], &fresh["actions"][0])] {
        assert!(
            near(&one["points"], other["points"].as_f64().expect("a number")),
            "{one} {other}"
        );
        assert!(
            near(
                &one["tile"]["64"],
                other["tile"]["64"].as_f64().expect("a number")
            ),
            "{one} {other}"
        );
    }
    let words = answer(&["exact", "2048", "--table", path, position], "");
    assert!(
        words.starts_with("2,4,2/16,32,0\n") && words.contains("right"),
        "{words}"
    );
    let best = asked["best"]["points"].as_str().expect("an action");
    let points = words
        .lines()
        .find(|line| line.contains("points"))
        .expect("a line of points");
    assert!(points.ends_with(best), "{points}");

    // Every line has an answer, also one that is no position and one that no game comes to.
    let long = "2,".repeat(1 << 24);
    let lines = format!("{position} 0 0 0\n{long}\nno position\n128,128,0/0,0,0\n0,0,0/0,0,0 0 0 2\n");
    let output = quincunx(&["exact", "2048", "--table", path, "--json"], &lines);
    assert_eq!(output.status.code(), Some(1));
    let written = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<Value> = written.lines().map(json).collect();
    let printed: Vec<bool> = answers.iter().map(|answer| answer["error"].is_null()).collect();
    assert_eq!(printed, [true, false, false, false, true], "{written}");
    assert!(near(
        &answers[4]["points"],
        solved["points"].as_f64().expect("a number")
    ));

    // All that are asked about in arguments are read before one is answered.
    let wrong = [&["exact", "2048", "--table", path][..], &[position, "2,4/2,4"]].concat();
    assert!(complaint(&wrong, 2).contains("position 2: `2,4/2,4` is not a position"));
    let wrong = [&SMALL[..], &[position, "3,0,0/0,0,0"]].concat();
    assert!(complaint(&wrong, 2).contains("pieces are powers of two"));

    // It is not written over, and not believed when it is damaged.
    let again = [&SMALL[..], &["--scoring", "contest", "--out", out]].concat();
    assert!(complaint(&again, 1).contains("already exists and is unchanged"));
    // A folder that is not there is made.
    let new = folder.path().join("new/tables/");
    let new = text(&new);
    answer(&[&SMALL[..], &["--out", new]].concat(), "");
    assert!(folder.path().join("new/tables/2048-3x2.exact").exists());
    let bytes = std::fs::read(&file).expect("it was written");
    std::fs::write(&file, &bytes[..bytes.len() / 2]).expect("the folder can be written");
    assert!(complaint(&["exact", "2048", "--table", path, position], 1).contains("the table is damaged"));

    // Whoever looks for tables there gets an error as well, and of a folder that is none.
    let warned = |folder: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_quincunx"))
            .args(["analyze", "2048", "--width", "3", "--height", "2", position])
            .env("QUINCUNX_TABLES", folder)
            .output()
            .expect("the program starts");
        assert!(output.status.success());
        String::from_utf8(output.stderr).expect("text")
    };
    let printed = warned(out);
    assert!(
        printed.contains("2048-3x2-contest.exact: the table is damaged"),
        "{printed}"
    );
    assert!(
        printed.ends_with("it is not used\n") && printed.lines().count() == 1,
        "{printed}"
    );
    assert!(warned(&format!("{out}/none")).contains("no tables are used"));
    assert_eq!(warned(new), "");
}

#[test]
fn what_cannot_be_worked_out_is_refused() {
    let refused = complaint(&["exact", "2048"], 2);
    assert!(
        refused.contains("a 4×4 board cannot be worked out: it has about 10^18 positions"),
        "{refused}"
    );
    assert!(complaint(&["exact", "connect-four"], 2).contains("has no exact tables"));
    assert!(
        complaint(&[&SMALL[..], &["--tile", "100"]].concat(), 2).contains("a power of two from 8 to 32768")
    );
    assert!(complaint(&[&SMALL[..], &["3,0,0/0,0,0"]].concat(), 2).contains("powers of two"));
    assert!(complaint(&[&SMALL[..], &["2,0/0,2"]].concat(), 2).contains("is not a position"));
    assert!(complaint(&[&SMALL[..], &["-"]].concat(), 2).contains("standard input, is for --table"));
    complaint(&["exact", "2048", "--table", "none.exact", "--width", "3"], 2);
    assert!(
        complaint(&["exact", "2048", "--table", "none.exact", "2,2"], 1).contains("cannot ask none.exact")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn where_there_is_little_memory_that_is_reported() {
    let limited = "ulimit -v 90000; exec \"$0\" \"$@\"";
    let words = ["exact", "2048", "--width", "3", "--height", "3", "--threads", "1"];
    let shell = [&["-c", limited, env!("CARGO_BIN_EXE_quincunx")][..], &words].concat();
    let output = crate::common::run("sh", &shell, "");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(printed.contains("bytes of memory"), "{printed}");
    assert_eq!(output.status.code(), Some(1), "{printed}");
}
