//! Programs that are told to end while they work.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Sends a signal to a process.
pub(crate) fn signal(name: &str, process: u32) {
    let kill = Command::new("kill")
        .args([&format!("-{name}"), &process.to_string()])
        .status();
    assert!(kill.expect("there is `kill`").success());
}

/// Runs the program, which works longer than a test waits, and has it end as soon as a file is there that it
/// makes.
///
/// The signal is a request to terminate: an interrupt is ignored where tests run in the background of a
/// shell.
pub(crate) fn ended_once_there(arguments: &[&str], path: &Path) -> Output {
    ended_once(arguments, |_| path.exists())
}

/// The same, as soon as whoever looks at it says so.
pub(crate) fn ended_once(arguments: &[&str], is_time: impl Fn(&Child) -> bool) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while !is_time(&child) {
        let ended = child.try_wait().expect("it can be asked");
        assert_eq!(ended, None, "it works longer than this test looks");
        thread::sleep(Duration::from_millis(5));
    }
    signal("TERM", child.id());
    child.wait_with_output().expect("the program ends")
}
