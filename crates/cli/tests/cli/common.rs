//! The program as scripts run it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program to its end.
pub(crate) fn quincunx(arguments: &[&str], input: &str) -> Output {
    run(env!("CARGO_BIN_EXE_quincunx"), arguments, input)
}

/// Runs a program to its end.
pub(crate) fn run(program: &str, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments does not read.
    let _ = child
        .stdin
        .take()
        .expect("its input is a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Runs the program, asks it line by line, each line after the answer to the one before, and checks the
/// answers.
pub(crate) fn converse(arguments: &[&str], questions: &[(String, String)]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input is a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
    for (question, answer) in questions {
        writeln!(input, "{question}").expect("it listens");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        assert_eq!(line, format!("{answer}\n"));
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

/// Returns standard output of a run that must succeed silently.
pub(crate) fn answer(arguments: &[&str], input: &str) -> String {
    let output = quincunx(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("answers are text")
}

/// Returns standard error of a run that must fail with this status and write nothing else.
pub(crate) fn complaint(arguments: &[&str], status: i32) -> String {
    let output = quincunx(arguments, "");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).expect("errors are text");
    assert!(!text.contains('\u{1b}'), "no escape codes: {text:?}");
    text
}

/// Splits a command line at its blanks.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Returns options of a board for which 2048 has no network, which takes seconds to load.
pub(crate) fn small(game: &str) -> &'static [&'static str] {
    match game {
        "2048" => &["--width", "3"],
        _ => &[],
    }
}

/// Returns a path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Saves a few games of `simulate`, `tournament` or `level report`, over an existing file.
pub(crate) fn save(command: &str, out: &str) {
    let rest: &[&str] = match command {
        "simulate" => &["quartet", "--agent", "random", "--games", "3"],
        "tournament" => &["quartet", "--games", "2", "--agents", "random", "greedy"],
        _ => &["hourglass", "--agent", "random", "--games", "2"],
    };
    answer(
        &[&words(command)[..], rest, &["--force", "--out", out]].concat(),
        "",
    );
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn signal(name: &str, process: u32) {
    let kill = Command::new("kill")
        .args([&format!("-{name}"), &process.to_string()])
        .status();
    assert!(kill.expect("there is `kill`").success());
}

/// Runs the program and terminates it as soon as it has made a file.
///
/// SIGTERM, as SIGINT is ignored where tests run in the background of a shell.
#[cfg(unix)]
pub(crate) fn ended_once_there(arguments: &[&str], path: &Path) -> Output {
    ended_once(arguments, |_| path.exists())
}

/// Runs the program and terminates it as soon as a condition holds.
#[cfg(unix)]
pub(crate) fn ended_once(arguments: &[&str], is_time: impl Fn(&std::process::Child) -> bool) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while !is_time(&child) {
        let ended = child.try_wait().expect("it can be asked");
        assert_eq!(ended, None, "it works longer than this test looks");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    signal("TERM", child.id());
    child.wait_with_output().expect("the program ends")
}
