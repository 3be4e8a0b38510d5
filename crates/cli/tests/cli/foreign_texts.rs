//! Shared files whose texts hold escape sequences, and files without an end.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{complaint, quincunx, save, text, words};

/// A terminal's colour, the same in one character, and a direction.
const EVIL: &str = "\u{1b}[31m\u{9b}31m\u{202e}";

/// Runs the program and checks that it prints text alone.
fn assert_harmless(arguments: &[&str], input: &str) -> String {
    let output = quincunx(arguments, input);
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    let printed = printed.concat();
    let harmful = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
    assert!(!printed.contains(harmful), "{arguments:?}: {printed:?}");
    if arguments.contains(&"--json") && output.status.success() {
        let json: Result<Value, _> = serde_json::from_str(&printed);
        assert!(json.is_ok(), "{arguments:?}: {printed}");
    }
    printed
}

/// Returns the copies of a file of results with the sequences behind one string or name; of a list, those of
/// its first item.
fn poisoned(json: &Value) -> Vec<Value> {
    match json {
        Value::String(text) => vec![format!("{text}{EVIL}").into()],
        Value::Array(items) => {
            let firsts = items.first().map(poisoned).unwrap_or_default().into_iter();
            let rest = items.iter().skip(1).cloned();
            firsts
                .map(|first| std::iter::once(first).chain(rest.clone()).collect())
                .collect()
        }
        Value::Object(fields) => {
            let mut copies = Vec::new();
            for (name, field) in fields {
                let mut renamed = fields.clone();
                renamed.remove(name);
                renamed.insert(format!("{name}{EVIL}"), field.clone());
                copies.push(renamed.into());
                for field in poisoned(field) {
                    let mut copy = fields.clone();
                    copy.insert(name.clone(), field);
                    copies.push(copy.into());
                }
            }
            copies
        }
        _ => Vec::new(),
    }
}

/// Returns the command that analyses a record of Connect Four.
fn analyze(record: &Path) -> [&str; 6] {
    let record = text(record);
    ["analyze", "connect-four", "--nodes", "10", "--record", record]
}

/// Gives a record the checksum that the program asks for.
fn sealed(record: &str, path: &Path) -> String {
    fs::write(path, format!("{record}end 00000000\n")).expect("it can be written");
    let complaint = complaint(&["replay", text(path)], 1);
    let (_, checksum) = complaint.split_once("give the checksum ").expect("it is damaged");
    format!("{record}end {}\n", &checksum[..8])
}

#[test]
fn texts_of_records_do_nothing_to_the_terminal() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("game");
    let record = "quincunx-record 1\ngame connect-four\noption columns 7\noption rows 6\nseed 0\ntag player-1 me\n> 4\n> 4\n";
    for part in [
        "record 1",
        "connect-four",
        "columns",
        " 7",
        "seed 0",
        "player-1",
        "player-1 me",
        "> 4\n> 4",
        "tag",
        "option",
    ] {
        fs::write(&path, record.replacen(part, &format!("{part}{EVIL}"), 1)).expect("it can be written");
        assert_harmless(&["replay", text(&path)], "");
        for more in [&[][..], &["--json"], &["--grade"]] {
            assert_harmless(&[&analyze(&path), more].concat(), "");
        }
    }
}

#[test]
fn texts_of_whole_records_do_nothing_to_the_terminal() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("game");
    let record = format!(
        "quincunx-record 1\ngame connect-four\nseed 0\ntag player-1 {EVIL}\ntag a{EVIL} b\ntag c \\r{EVIL}\n> 4\n"
    );
    fs::write(&path, sealed(&record, &path)).expect("it can be written");
    for command in [&["replay", text(&path)][..], &analyze(&path)] {
        let printed = assert_harmless(command, "");
        assert!(!printed.contains("error"), "{command:?}: {printed}");
    }
}

#[test]
fn texts_of_results_do_nothing_to_the_terminal() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let evil = path("evil.json");
    for command in ["simulate", "tournament", "level report"] {
        let saved = path("saved.json");
        save(command, &saved);
        let json = fs::read_to_string(&saved).expect("it was saved");
        let json: Value = serde_json::from_str(&json).expect("results are JSON");
        for json in poisoned(&json) {
            fs::write(&evil, json.to_string()).expect("it can be written");
            assert_harmless(&["merge", &evil], "");
            assert_harmless(&["merge", &evil, "--json"], "");
            let fresh = words("tournament quartet --games 2 --agents random greedy");
            let shard = [
                "--shard",
                "1/1",
                "--from",
                &evil,
                "--out",
                &path("part.json"),
                "--force",
            ];
            assert_harmless(&[&fresh[..], &shard].concat(), "");
            assert_harmless(&["report", &evil, "--out", &path("page.html")], "");
        }
        fs::remove_file(&saved).expect("it was saved");
    }
}

#[test]
fn other_files_do_nothing_to_the_terminal() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join(format!("a{EVIL}"));
    let level = format!("name = \"{EVIL}\"\n{EVIL} = 1\n[goals]\n\"{EVIL}\" = 3\n");
    for contents in [level.as_str(), EVIL, "level,success\n", "4444 1\n"] {
        let contents = contents.replace("success\n", &format!("success\n{EVIL},0.5\n"));
        fs::write(&path, contents.replace("4444", &format!("4444{EVIL}"))).expect("it can be written");
        let path = text(&path);
        assert_harmless(&["level", "check", path], "");
        assert_harmless(&["level", "report", path, "--games", "2"], "");
        assert_harmless(
            &[
                "level",
                "report",
                "first-steps",
                "--games",
                "2",
                "--calibrate",
                path,
            ],
            "",
        );
        assert_harmless(&["solve", "connect-four", "--check", path], "");
        assert_harmless(
            &["train", "2048", "--games", "1", "--network", EVIL, "--out", path],
            "",
        );
        assert_harmless(&["replay", path], "");
    }
}

#[cfg(unix)]
#[test]
fn files_without_an_end_are_refused() {
    for line in [
        "level report first-steps --games 2 --calibrate /dev/zero",
        "level report /dev/zero --games 2",
        "replay /dev/zero",
        "merge /dev/zero",
    ] {
        complaint(&words(line), 1);
    }
}
