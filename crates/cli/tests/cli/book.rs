//! `quincunx book`: what is refused and printed, and that a book in the making outlives Ctrl-C.

use std::fs;

use quincunx_catalog::GAMES;
use serde_json::Value;

#[cfg(unix)]
use crate::common::ended_once_there;
use crate::common::{answer, complaint, quincunx, text};

/// The book that is shipped.
fn shipped() -> &'static [u8] {
    let books = GAMES.iter().find_map(|entry| entry.books());
    books.expect("a game has books").shipped()
}

#[test]
fn the_book_in_the_program_is_reported_to_people_and_programs() {
    let printed: Value = serde_json::from_str(&answer(&["book", "info", "--json"], "")).expect("JSON");
    let of_plies = printed["by_ply"].as_array().expect("a list");
    assert_eq!(printed["plies"].as_u64(), Some(of_plies.len() as u64 - 1));
    assert_eq!(printed["bytes"].as_u64(), Some(shipped().len() as u64));
    assert!(printed["file"].is_null());
    let number = |value: &Value, key: &str| value[key].as_u64().expect("a number");
    let mut positions = 0;
    for ply in of_plies {
        let sum: u64 = ["wins", "draws", "losses"]
            .map(|key| number(ply, key))
            .iter()
            .sum();
        assert_eq!(number(ply, "positions"), sum, "{ply}");
        positions += sum;
    }
    assert_eq!(number(&printed, "positions"), positions);
    // The first player wins, in one of four openings; another draws.
    assert_eq!(
        (number(&of_plies[0], "wins"), number(&of_plies[1], "losses")),
        (1, 1)
    );
    assert_eq!(number(&of_plies[1], "draws"), 1);

    let words = answer(&["book", "info"], "");
    let rows: Vec<Vec<&str>> = words
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[1], ["ply", "positions", "wins", "draws", "losses"]);
    assert_eq!(rows[3], ["1", "4", "2", "1", "1"]);
    assert_eq!(rows.len(), of_plies.len() + 2);
}

#[test]
fn a_book_of_ones_own_is_read_from_its_file() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("own.book");
    fs::write(&path, shipped()).expect("the folder can be written");
    let printed: Value =
        serde_json::from_str(&answer(&["book", "info", text(&path), "--json"], "")).expect("JSON");
    assert_eq!(printed["file"].as_str(), path.to_str());

    // Another score, under a checksum that says nothing of it.
    let mut damaged = shipped().to_vec();
    damaged[9] ^= 1;
    fs::write(&path, damaged).expect("the folder can be written");
    for command in ["info", "verify"] {
        let printed = complaint(&["book", command, text(&path)], 1);
        assert!(
            printed.contains("own.book") && printed.contains("checksum is wrong"),
            "{printed}"
        );
    }
    let none = complaint(&["book", "info", text(&folder.path().join("none"))], 1);
    assert!(none.contains("cannot read"), "{none}");
}

#[test]
fn a_command_line_that_cannot_be_meant_is_refused() {
    let printed = complaint(&["book", "build", "--plies", "13"], 2);
    assert!(printed.contains("12 plies at most"), "{printed}");
    complaint(&["book", "build", "--plies", "-1"], 2);
    complaint(&["book", "build"], 2);
    complaint(&["book", "build", "--plies", "2", "--threads", "0"], 2);
    complaint(&["book", "verify", "--sample", "0"], 2);
    let without = GAMES.iter().filter(|entry| entry.books().is_none());
    for entry in without {
        complaint(&["book", "info", "--game", entry.id()], 2);
    }
}

#[test]
fn no_file_is_written_over_but_a_book_in_the_making() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("kept");
    for (contents, reason) in [
        (shipped(), "it is a finished book"),
        (b"Dear diary", "no opening book"),
        (b"QXBOOK 1", "no opening book"),
        (&shipped()[..shipped().len() - 1], "does not hold a score"),
    ] {
        fs::write(&path, contents).expect("the folder can be written");
        let printed = complaint(&["book", "build", "--plies", "1", "--out", text(&path)], 1);
        assert!(
            printed.contains("is unchanged") && printed.contains(reason),
            "{printed}"
        );
        assert_eq!(fs::read(&path).expect("it is there"), contents, "{reason}");
    }
    let nowhere = folder.path().join("none/a.book");
    let printed = complaint(&["book", "build", "--plies", "1", "--out", text(&nowhere)], 1);
    assert!(printed.contains("cannot save the book"), "{printed}");
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_a_book_to_go_on_with() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("a.book");
    // The file is there before the work begins, and signals are watched for before the file is written.
    let build = [
        "book",
        "build",
        "--plies",
        "0",
        "--threads",
        "1",
        "--out",
        text(&path),
    ];
    let output = ended_once_there(&build, &path);
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{printed}");
    assert!(printed.contains("0 of 1 positions are solved"), "{printed}");
    assert!(output.stdout.is_empty());
    let left = fs::read(&path).expect("it was kept");
    assert_eq!(
        fs::read_dir(folder.path()).expect("the folder is there").count(),
        1
    );

    for command in ["info", "verify"] {
        let printed = complaint(&["book", command, text(&path)], 1);
        assert!(printed.contains("1 positions have no score yet"), "{printed}");
    }
    let printed = complaint(&["book", "build", "--plies", "1", "--out", text(&path)], 1);
    assert!(printed.contains("a book of 0 plies in the making"), "{printed}");
    assert_eq!(fs::read(&path).expect("it was kept"), left);
}

#[test]
fn help_has_examples() {
    for command in ["build", "info", "verify"] {
        let output = quincunx(&["book", command, "--help"], "");
        let help = String::from_utf8(output.stdout).expect("help is text");
        assert!(
            output.status.success() && help.contains(&format!("quincunx book {command} ")),
            "{help}"
        );
    }
}
