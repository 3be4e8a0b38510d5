//! The program as scripts run it.

use std::io::Write as _;
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
