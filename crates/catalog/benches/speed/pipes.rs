//! Consoles as a script drives them: the built program, commands in through a pipe, answers out through
//! another.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use crate::harness::Line;

/// How many commands are given in a round.
const COMMANDS: u64 = 400_000;

/// Each line console with what begins a game, where it must, and a command that costs next to nothing.
const CONSOLES: [(&str, &str, &str); 4] = [
    ("connect-four", "", "state\n"),
    ("2048", "", "points\n"),
    ("quartet", "start standard\n", "select 16\n"),
    ("match-three", "load AB;BA\n", "contains 1,1\n"),
];

pub(crate) fn lines() -> Vec<Line> {
    let line = |(game, begin, command): (&'static str, &str, &str)| {
        let input = begin.to_owned() + &command.repeat(COMMANDS as usize);
        let answers = begin.lines().count() + COMMANDS as usize;
        Line::pipe(
            format!("console {game} through a pipe"),
            "commands",
            200e3,
            move || {
                assert_eq!(
                    drive(game, &input),
                    answers,
                    "every command has a line for an answer"
                );
                COMMANDS
            },
        )
    };
    CONSOLES.into_iter().map(line).collect()
}

/// Returns the path of the built program.
fn program() -> std::ffi::OsString {
    std::env::var_os("QUINCUNX_PROGRAM")
        .unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/release/quincunx").into())
}

/// Runs the program's console with this input and counts the lines of its answer.
fn drive(game: &str, input: &str) -> usize {
    let mut child = Command::new(program())
        .args(["console", game])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = child.stdout.take().expect("a pipe");
    let lines = std::thread::scope(|scope| {
        scope.spawn(move || {
            to.write_all(input.as_bytes())
                .expect("the console reads to the end");
        });
        let mut buffer = [0; 1 << 16];
        let mut lines = 0;
        loop {
            let read = from.read(&mut buffer).expect("the console answers");
            if read == 0 {
                break lines;
            }
            lines += buffer[..read].iter().filter(|&&byte| byte == b'\n').count();
        }
    });
    assert!(
        child.wait().expect("the program ends").success(),
        "a console ends well"
    );
    lines
}
