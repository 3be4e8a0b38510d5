//! The commands as scripts meet them: standard output, standard error and exit status.

use std::io::Write as _;
use std::process::{Command, Stdio};

use quincunx_catalog::GAMES;
use quincunx_core::OptionKind;

use crate::common::{answer, complaint, converse, quincunx, text};

#[test]
fn help_has_examples_everywhere() {
    for command in [
        "play",
        "replay",
        "games",
        "agents",
        "simulate",
        "merge",
        "tournament",
        "console",
        "puzzle",
        "analyze",
        "solve",
        "exact",
        "grade",
        "grade-tests",
        "perft",
    ] {
        let text = answer(&[command, "--help"], "");
        assert!(text.contains("Examples:"), "{command}: {text}");
    }
    for command in [
        "play",
        "agents",
        "simulate",
        "tournament",
        "console",
        "analyze",
        "perft",
    ] {
        let text = answer(&[command, "--help"], "");
        for entry in GAMES {
            assert!(text.contains(entry.id()), "{command}: {text}");
        }
    }
}

#[test]
fn shells_complete_every_command_and_manual_pages_describe_it() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(&["completions", shell], "");
        for command in ["serve", "tournament", "completions"] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    answer(&["man", "--out", text(&pages)], "");
    for page in ["quincunx.1", "quincunx-serve.1", "quincunx-level-report.1"] {
        assert!(pages.join(page).is_file(), "{page}");
    }
    complaint(&["completions", "cmd"], 2);
}

#[test]
fn the_list_has_every_game_with_its_options_and_levels() {
    let text = answer(&["games"], "");
    let json: serde_json::Value = serde_json::from_str(&answer(&["games", "--json"], "")).expect("JSON");
    for (number, entry) in GAMES.iter().enumerate() {
        assert!(
            text.contains(entry.title()) && text.contains(entry.summary()),
            "{text}"
        );
        assert_eq!(json[number]["id"], entry.id());
        assert_eq!(json[number]["levels"].as_array().map(Vec::len), Some(5));
        for option in entry.options() {
            assert!(text.contains(&format!("--{}", option.name)), "{text}");
        }
    }
}

#[test]
fn an_unknown_game_is_wrong_use() {
    for command in [
        "play", "agents", "simulate", "console", "puzzle", "solve", "perft",
    ] {
        let text = complaint(&[command, "connect-for"], 2);
        for entry in GAMES {
            assert!(text.contains(entry.id()), "{text}");
        }
        assert!(text.contains("did you mean `connect-four`?"), "{text}");
    }
}

#[test]
fn options_out_of_range_are_wrong_use() {
    for entry in GAMES {
        for option in entry.options() {
            let value = match option.kind {
                OptionKind::Integer(_, u64::MAX) | OptionKind::Text | OptionKind::File => continue,
                OptionKind::Integer(_, most) => (most + 1).to_string(),
                OptionKind::Number(_, most) => (most + 1.0).to_string(),
                OptionKind::Choice(_) => "no-such-word".to_owned(),
            };
            let text = complaint(&["perft", entry.id(), &format!("--{}", option.name), &value], 2);
            assert!(text.contains(option.name) && text.contains(&value), "{text}");
        }
    }
}

#[test]
fn numbers_out_of_range_are_reported_with_their_option_and_its_range() {
    for (arguments, option, range) in [
        ("perft connect-four --depth -1", "--depth <N>", "0 to 4294967295"),
        (
            "perft connect-four --limit many",
            "--limit <N>",
            "0 to 18446744073709551615",
        ),
        ("solve connect-four --threads 0", "--threads <N>", "1 to 1024"),
        (
            "solve connect-four --nodes -1",
            "--nodes <N>",
            "0 to 18446744073709551615",
        ),
        ("analyze connect-four --best 0", "--best <N>", "1 to 65535"),
        ("level report hourglass --games -1", "--games <N>", "2 to 100000"),
    ] {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let printed = complaint(&arguments, 2);
        assert!(
            printed.contains(option) && printed.contains(&format!("expected a whole number from {range}")),
            "{printed}"
        );
    }
}

#[test]
fn a_file_that_is_not_there_is_reported_with_its_path() {
    for entry in GAMES {
        for option in entry.options() {
            if option.kind == OptionKind::File {
                let flag = format!("--{}", option.name);
                let text = complaint(&["perft", entry.id(), &flag, "/no/such/file"], 1);
                assert!(text.contains("/no/such/file"), "{text}");
            }
        }
    }
    let text = complaint(&["replay", "/no/such/file"], 1);
    assert!(
        text.contains("/no/such/file") && text.contains("No such file"),
        "{text}"
    );
}

#[test]
fn paths_are_counted() {
    let json = answer(&["perft", "connect-four", "--depth", "5", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let counts: Vec<u64> = json["counts"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|count| count["paths"].as_u64().expect("a number"))
        .collect();
    assert_eq!(counts, [1, 7, 49, 343, 2401, 16807]);
    assert_eq!(json["seed"], "0");
    for entry in GAMES {
        let text = answer(&["perft", entry.id(), "--depth", "1"], "");
        assert_eq!(text.lines().count(), 3, "a heading and two depths: {text}");
    }
}

#[test]
fn a_count_stops_at_its_limit() {
    let output = quincunx(&["perft", "connect-four", "--depth", "4", "--limit", "400"], "");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).expect("errors are text");
    assert!(
        text.contains("depth 4") && text.contains("more than 400"),
        "{text}"
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 5);
}

#[test]
fn every_console_quits_and_takes_its_flags() {
    for entry in GAMES {
        assert_eq!(
            answer(&["console", entry.id()], ""),
            "",
            "{}: no input, no answer",
            entry.id()
        );
        for (flag, _) in entry.console().flags {
            assert_eq!(answer(&["console", entry.id(), flag], ""), "");
        }
        complaint(&["console", entry.id(), "--no-such-flag"], 2);
    }
    let text = answer(&["console", "connect-four"], "drop 4\nfly\nstate\nquit\n");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        (lines[0], lines[2], lines.len()),
        ("OK", "P2 to move", 3),
        "{text}"
    );
    assert!(lines[1].starts_with("Error, "), "{text}");
}

#[test]
fn a_console_answers_before_it_waits() {
    let questions = [("drop 1", "OK"), ("moves", "1"), ("undo", "OK")];
    let questions = questions.map(|(question, answer)| (question.to_owned(), answer.to_owned()));
    converse(&["console", "connect-four"], &questions);
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(["console", "connect-four"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("its input is a pipe");
    // It may be gone before it has read everything.
    let _ = input.write_all("print\n".repeat(100_000).as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn play_without_a_terminal_points_to_the_console() {
    for entry in GAMES {
        let text = complaint(&["play", entry.id()], 2);
        let console = format!("quincunx console {}", entry.id());
        assert!(
            text.contains("needs a terminal") && text.contains(&console),
            "{text}"
        );
    }
    assert!(complaint(&["play"], 2).contains("quincunx console"));
}

#[test]
fn a_record_that_is_none_is_reported_with_its_line() {
    let path = std::env::temp_dir().join(format!("quincunx-{}-foreign.record", std::process::id()));
    let file = path.to_str().expect("a plain path");
    for (text, line) in [
        ("[Event \"chess\"]\n", "line 1"),
        ("quincunx-record 1\ngame connect-four\n", "line 3"),
        ("quincunx-record 1\ngame chess\nseed 0\nend 00000000\n", "line 4"),
    ] {
        std::fs::write(&path, text).expect("a temporary file can be written");
        let error = complaint(&["replay", file], 1);
        assert!(error.contains(file) && error.contains(line), "{error}");
    }
    std::fs::remove_file(&path).expect("the file is ours");
}

#[test]
fn a_replay_into_a_pipe_is_text() {
    let entry = GAMES.iter().find(|entry| entry.id() == "connect-four");
    let entry = entry.expect("the console test plays it as well");
    let mut session = entry
        .new_session(&entry.defaults(), 0)
        .expect("the defaults make a game");
    for _ in 0..3 {
        session
            .play(session.legal_actions()[0])
            .expect("a legal action can be played");
    }
    let record = session.record(vec![("player-1".into(), "person".into())]);
    let path = std::env::temp_dir().join(format!("quincunx-{}-piped.record", std::process::id()));
    std::fs::write(&path, record.to_text()).expect("a temporary file can be written");
    let text = answer(&["replay", path.to_str().expect("a plain path")], "");
    std::fs::remove_file(&path).expect("the file is ours");
    assert!(
        text.starts_with("game connect-four, seed 0\nplayer-1 person\n"),
        "{text}"
    );
    assert!(text.contains("   3 P1 "), "{text}");
    assert!(!text.contains('\u{1b}'));
}

/// Without a depth nobody waits long, however many actions a game has.
#[test]
fn paths_are_counted_as_deep_as_is_soon_done() {
    for entry in GAMES {
        let text = answer(&["perft", entry.id(), "--json"], "");
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let counts = report["counts"].as_array().expect("a list of counts");
        assert!((3..=5).contains(&counts.len()), "{}: {text}", entry.id());
    }
    let output = quincunx(&["perft", "match-three"], "");
    let note = String::from_utf8(output.stderr).expect("notes are text");
    assert!(output.status.success(), "{note}");
    assert!(note.contains("--depth 3 counts them"), "{note}");
}

/// A file that cannot be read is a problem like any other: the files after it are checked, too.
#[test]
fn all_level_files_are_checked_whatever_is_wrong_with_one() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let [absent, binary, right] = ["absent", "binary", "right"].map(path);
    std::fs::write(&binary, b"limit = 5\n\xff\n").expect("the file can be written");
    assert_eq!(answer(&["level", "new", &right], ""), "");
    let check = |more: &[&str]| {
        let files = ["level", "check", &absent, &binary, &right];
        let output = quincunx(&[&files[..], more].concat(), "");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stdout).expect("text")
    };
    let printed = check(&[]);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        lines[0].starts_with(&format!("{absent}: cannot read: ")),
        "{printed}"
    );
    assert_eq!(
        lines[1],
        format!("{binary}:2: cannot read: line 2 is not UTF-8: save the file with this encoding")
    );
    assert!(lines[2].starts_with(&format!("{right}: valid")), "{printed}");
    let problems: serde_json::Value = serde_json::from_str(&check(&["--json"])).expect("JSON");
    assert_eq!(problems.as_array().map(Vec::len), Some(2));
    assert_eq!(problems[0]["line"], serde_json::Value::Null);
    assert_eq!(problems[1]["line"], 2);
}

/// A new level is right, a wrong one is reported line by line, and what is there already stays.
#[test]
fn levels_are_begun_checked_and_listed() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("my.toml");
    let file = path.to_str().expect("a plain path");
    assert_eq!(answer(&["level", "new", file], ""), "");
    let right = answer(&["level", "check", file], "");
    assert_eq!(
        right,
        format!("{file}: valid, 8×8, 25 moves: win 2000 points, collect 20 red, clear 12 fields\n")
    );
    let there = complaint(&["level", "new", file], 1);
    assert!(there.contains("already exists"), "{there}");
    let text = std::fs::read_to_string(&path).expect("it was written");
    assert_eq!(answer(&["level", "new"], ""), text);
    std::fs::write(&path, text.replace("limit = 25", "limit = 0")).expect("the file can be written");
    let output = quincunx(&["level", "check", file], "");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1));
    let line = 1 + text
        .lines()
        .position(|line| line == "limit = 25")
        .expect("the line");
    assert_eq!(
        printed,
        format!("{file}:{line}: `limit` takes a whole number from 1 to 1000, not 0\n")
    );
    let schema: serde_json::Value = serde_json::from_str(&answer(&["level", "schema"], "")).expect("JSON");
    assert_eq!(schema["required"], serde_json::json!(["limit", "goals"]));
    let list: serde_json::Value =
        serde_json::from_str(&answer(&["level", "list", "--json"], "")).expect("JSON");
    let names = list.as_array().expect("a list").len();
    assert_eq!(names, quincunx_match3::levels::SHIPPED.len());
    assert!(answer(&["level", "list"], "").contains("first-steps"));
}

/// The ids of the games that have puzzles, and of those that have none.
fn with_and_without_puzzles() -> (Vec<&'static str>, Vec<&'static str>) {
    let (with, without): (Vec<_>, Vec<_>) = GAMES.iter().partition(|entry| entry.puzzles().is_some());
    let ids = |entries: Vec<&&'static dyn quincunx_registry::DynGame>| {
        entries.iter().map(|entry| entry.id()).collect()
    };
    (ids(with), ids(without))
}

#[test]
fn puzzles_are_reported_in_words_and_json_and_the_solution_only_when_asked_for() {
    let (with, without) = with_and_without_puzzles();
    for id in with {
        let seeds = ["puzzle", id, "--wins-in", "2", "--seed", "4", "--count", "2"];
        let text = answer(&seeds, "");
        assert!(
            text.starts_with("seed 4: player ") && text.contains("\nseed 5: player "),
            "{text}"
        );
        assert!(text.contains("win in 2") && !text.contains("solution"), "{text}");
        assert_eq!(answer(&seeds, ""), text, "the same seeds make the same puzzles");
        let json = answer(&[&seeds[..], &["--json", "--solution"]].concat(), "");
        let lines: Vec<serde_json::Value> = json
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(lines.len(), 2);
        for (line, seed) in lines.iter().zip(4_u32..) {
            assert_eq!(
                (&line["seed"], &line["wins_in"]),
                (&seed.to_string().into(), &2.into()),
                "{line}"
            );
            assert_eq!(line["solution"].as_array().map(Vec::len), Some(3), "{line}");
        }
        let printed = answer(&[&seeds[..], &["--solution"]].concat(), "");
        assert!(printed.contains("solution: "), "{printed}");
        let wrong = complaint(&["puzzle", id, "--wins-in", "99"], 2);
        assert!(wrong.contains("99"), "{wrong}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let records = folder.path().join("records");
    for id in without {
        let file = records.to_str().expect("a plain path");
        let text = complaint(&["puzzle", id, "--records", file], 2);
        assert!(text.contains(id) && text.contains("no puzzles"), "{text}");
    }
    assert!(!records.exists(), "what is refused leaves nothing behind");
}

/// Hardly a game on four by four goes on to a win in six: seed 0 finds none, seed 1 does.
#[test]
fn a_seed_without_a_puzzle_is_reported_and_does_not_end_the_run() {
    let rare = ["--columns", "4", "--rows", "4", "--wins-in", "6", "--json"];
    let run = |more: &[&str]| quincunx(&[&["puzzle", "connect-four"], &rare[..], more].concat(), "");
    let both = run(&["--count", "2"]);
    assert_eq!(both.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&both.stderr);
    assert!(
        errors.starts_with("error: seed 0: no puzzle to win in 6") && errors.lines().count() == 1,
        "{errors}"
    );
    let second = run(&["--seed", "1"]);
    assert!(second.status.success());
    assert_eq!(
        both.stdout, second.stdout,
        "the second seed's puzzle is made all the same"
    );
}

#[test]
fn puzzles_are_saved_as_records_that_replay() {
    let folder = std::env::temp_dir().join(format!("quincunx-puzzles-{}", std::process::id()));
    let (with, _) = with_and_without_puzzles();
    for id in with {
        let at = folder.to_str().expect("a plain name");
        answer(
            &["puzzle", id, "--wins-in", "2", "--count", "2", "--records", at],
            "",
        );
        for seed in [0, 1] {
            let path = folder.join(format!("{id}-wins-in-2-seed-{seed}.record"));
            let text = std::fs::read_to_string(path).expect("it was saved");
            let record = quincunx_core::Record::parse(&text).expect("a record");
            let session = quincunx_catalog::find(id)
                .expect("a game")
                .replay(&record)
                .expect("it replays");
            assert!(session.turn().player().is_some());
            assert!(
                record.tags.contains(&("puzzle".into(), "win in 2".into())),
                "{text}"
            );
        }
    }
    let at = folder.to_str().expect("a plain name");
    let same = ["puzzle", "connect-four", "--wins-in", "2", "--records", at];
    let path = folder.join("connect-four-wins-in-2-seed-0.record");
    let saved = || std::fs::read_to_string(&path).expect("it was saved");
    let text = saved();
    answer(&same, "");
    let refused = complaint(&[&same[..], &["--columns", "8"]].concat(), 1);
    assert!(
        refused.contains("already has another record and is unchanged"),
        "{refused}"
    );
    assert_eq!(saved(), text, "a record of other options is no replacement");
    std::fs::remove_dir_all(folder).expect("the folder is ours");
}
