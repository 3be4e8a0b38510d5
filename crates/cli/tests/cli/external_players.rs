//! Agents that are programs of others: in simulations and tournaments, within their time.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{answer, complaint, text};

/// The player of `docs/how-to/external-players.md`.
const PLAYER: &str = include_str!("../programs/player.py");

const PAGE: &str = include_str!("../../../../docs/how-to/external-players.md");

/// A program that does something for every line of moves.
fn for_moves(action: &str) -> String {
    format!("import sys, time\nfor line in sys.stdin:\n    if line.startswith('moves'): {action}\n")
}

fn folder(programs: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (name, program) in programs {
        fs::write(folder.path().join(name), program).expect("the folder can be written");
    }
    folder
}

/// Runs the program in a folder, as agents run in the present one; no temporary file may be left.
fn run_in(folder: &TempDir, arguments: &[&str]) -> Output {
    let temporary = tempfile::tempdir().expect("a temporary folder can be made");
    let output = Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(arguments)
        .current_dir(folder.path())
        .env("TMPDIR", temporary.path())
        .output()
        .expect("the program starts");
    let left: Vec<_> = fs::read_dir(temporary.path())
        .expect("it is there")
        .flatten()
        .collect();
    assert!(left.is_empty(), "{left:?}");
    output
}

fn simulated(folder: &TempDir, name: &str, games: &str, more: &[&str]) -> (Value, String) {
    let agent = format!("program:python3 {name}");
    let arguments = [
        "simulate", "2048", "--width", "2", "--height", "2", "--games", games, "--json", "--agent", &agent,
    ];
    let output = run_in(folder, &[&arguments[..], more].concat());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    (serde_json::from_slice(&output.stdout).expect("JSON"), errors)
}

#[test]
fn the_page_holds_the_player() {
    assert!(PAGE.contains(&format!("```python\n{PLAYER}```")));
}

#[test]
fn a_program_plays_the_same_games_each_time() {
    let folder = folder(&[("player.py", PLAYER)]);
    let (one, errors) = simulated(&folder, "player.py", "5", &["--seed", "3"]);
    assert_eq!(errors, "");
    assert_eq!(
        one,
        simulated(&folder, "player.py", "5", &["--seed", "3", "--threads", "1"]).0
    );
}

/// Seen from inside, the session of such a process has the number 0.
#[cfg(target_os = "linux")]
#[test]
fn programs_play_where_the_session_began_outside_the_pid_namespace() {
    let folder = folder(&[("player.py", PLAYER)]);
    let namespace = ["--pid", "--fork", "--mount-proc"];
    let run = |arguments: &[&str]| {
        let mut unshare = Command::new("unshare");
        unshare.args(namespace).args(arguments).current_dir(folder.path());
        unshare.output()
    };
    if !run(&["true"]).is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: only root can make a PID namespace");
        return;
    }
    let program = env!("CARGO_BIN_EXE_quincunx");
    let agent = "program:python3 player.py";
    let arguments = [
        "simulate", "2048", "--width", "2", "--height", "2", "--games", "1", "--agent", agent,
    ];
    let output = run(&[&[program][..], &arguments].concat()).expect("it has run before");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
}

#[test]
fn who_breaks_the_limits_gives_the_game_up() {
    let programs = [
        ("dying", "raise SystemExit(1)", "the program ended"),
        ("hanging", &for_moves("time.sleep(60)"), "too slow for a move"),
        ("left", &for_moves("print('left', flush=True)"), "impossible move"),
        (
            "nonsense",
            &for_moves("print('fly', flush=True)"),
            "impossible move",
        ),
    ];
    for (name, program, reason) in programs {
        let folder = folder(&[(name, program)]);
        let (_, errors) = simulated(&folder, name, "1", &[]);
        assert!(
            errors.contains(&format!("gave up 1 game: {reason}")),
            "{name}: {errors}"
        );
    }
    let folder = folder(&[("nonsense", &for_moves("print('fly', flush=True)"))]);
    let nonsense = "program:python3 nonsense";
    let arguments = [
        "simulate",
        "connect-four",
        "--games",
        "4",
        "--agent",
        nonsense,
        "--agent",
        "random",
        "--json",
    ];
    let output = run_in(&folder, &arguments);
    let results = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{results}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("gave up 4 games: impossible move"), "{errors}");
}

/// A program that never reads must not hold up who writes to it: a pipe holds some eight of these positions.
#[test]
fn a_program_that_does_not_read_ends_its_game() {
    let deaf = "import time\nfor _ in range(20): print('left\\nright', flush=True)\ntime.sleep(60)\n";
    let folder = folder(&[("deaf", deaf)]);
    let agent = "program:python3 deaf";
    let arguments = [
        "simulate", "2048", "--width", "64", "--height", "64", "--games", "1", "--agent", agent,
    ];
    let output = run_in(&folder, &arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("gave up 1 game: too slow for a move"), "{errors}");
}

#[test]
fn a_knock_out_among_programs_has_records_and_a_bracket() {
    let left = for_moves("print('left', flush=True)");
    let folder = folder(&[
        ("ada", PLAYER),
        ("ben", &left),
        ("cleo", &for_moves("time.sleep(60)")),
    ]);
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let (out, games, html) = (path("contest.json"), path("games"), path("bracket.html"));
    let arguments = [
        "tournament",
        "2048",
        "--width",
        "2",
        "--height",
        "2",
        "--scoring",
        "contest",
        "--games",
        "1",
        "--out",
        &out,
        "--records",
        &games,
        "--agents",
        "program:python3 ada",
        "program:python3 ben",
        "program:python3 cleo",
    ];
    let output = run_in(&folder, &arguments);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        printed.contains("Winner") || printed.contains("winner"),
        "{printed}"
    );
    let again = run_in(&folder, &arguments);
    assert!(
        again.status.success(),
        "{}",
        String::from_utf8_lossy(&again.stderr)
    );
    assert!(fs::read_dir(&games).expect("a folder").count() >= 4);
    answer(&["report", &out, "--out", &html], "");
    assert!(
        fs::read_to_string(&html)
            .expect("a page")
            .contains("class=\"bracket")
    );
}

#[test]
fn programs_are_agents_only_where_they_are_limited() {
    let errors = complaint(&["analyze", "2048", "--agent", "program:true"], 2);
    assert!(errors.contains("program"), "{errors}");
    let errors = complaint(&["simulate", "2048", "--agent", "program:"], 2);
    assert!(errors.contains("`command` takes a command line"), "{errors}");
}
