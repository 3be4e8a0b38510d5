//! A machine of Java that runs tests in a sandbox, and the consoles outside of it that it speaks to.
//!
//! The tests see only lines and answers, so nothing tells them which variant a console is.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::sandbox::{Program, Running, Sandbox};

/// The most bytes of a line, the most consoles of a machine, and the messages that wait to be read.
const MAX_LINE: u64 = 1 << 20;
const MAX_CONSOLES: usize = 16;
const MAX_MESSAGES: usize = 1 << 10;

/// What a machine reports.
#[derive(Debug)]
pub(super) enum Message {
    /// A line for the grader.
    Line(String),
    /// Nothing came in time.
    Late,
    /// It has ended.
    Ended,
}

/// A running machine. It ends with its consoles when it is dropped.
pub(super) struct Machine {
    running: Running,
    input: Arc<Mutex<ChildStdin>>,
    messages: Receiver<String>,
}

impl Machine {
    /// Starts a machine whose consoles are those of a command line.
    pub(super) fn start(sandbox: &Sandbox, program: &Program, console: &[OsString]) -> io::Result<Self> {
        let (running, stdin, stdout) = sandbox.start_piped(program)?;
        let input = Arc::new(Mutex::new(stdin));
        let (sender, messages) = sync_channel(MAX_MESSAGES);
        let relay = Relay {
            console: console.to_vec(),
            consoles: Vec::new(),
            answers: Arc::clone(&input),
        };
        thread::Builder::new().spawn(move || relay.run(stdout, &sender))?;
        Ok(Self {
            running,
            input,
            messages,
        })
    }

    /// Waits for the next line for the grader.
    pub(super) fn message(&self, most: Duration) -> Message {
        match self.messages.recv_timeout(most) {
            Ok(line) => Message::Line(line),
            Err(RecvTimeoutError::Timeout) => Message::Late,
            Err(RecvTimeoutError::Disconnected) => Message::Ended,
        }
    }

    /// Answers the last message. A machine that has ended does not read it, which is no error here.
    pub(super) fn answer(&self, line: &str) {
        let _ = write_line(&self.input, line.as_bytes());
    }

    /// Returns the last bytes of its standard error.
    pub(super) fn errors(&self) -> String {
        self.running.errors()
    }
}

/// Passes lines on between a machine, its consoles and the grader.
struct Relay {
    console: Vec<OsString>,
    consoles: Vec<Console>,
    answers: Arc<Mutex<ChildStdin>>,
}

struct Console {
    child: Child,
    input: ChildStdin,
}

impl Relay {
    /// Passes lines on until the machine ends, or writes what is no line of the protocol.
    fn run(mut self, stdout: ChildStdout, messages: &SyncSender<String>) {
        let mut stdout = BufReader::new(stdout);
        let mut line = Vec::new();
        while let Ok(true) = read_line(&mut stdout, &mut line) {
            let is_passed = match line.strip_prefix(b"!") {
                Some(message) => messages
                    .send(String::from_utf8_lossy(message).into_owned())
                    .is_ok(),
                None => self.pass_on(&line).is_some(),
            };
            if !is_passed {
                break;
            }
        }
    }

    /// Passes the command `NUMBER COMMAND` on to a console; the next number starts one.
    fn pass_on(&mut self, line: &[u8]) -> Option<()> {
        let blank = line.iter().position(|&byte| byte == b' ')?;
        let number: usize = std::str::from_utf8(&line[..blank]).ok()?.parse().ok()?;
        if number == self.consoles.len() && number < MAX_CONSOLES {
            let console = self.start_console().ok()?;
            self.consoles.push(console);
        }
        let console = self.consoles.get_mut(number)?;
        let mut command = line[blank + 1..].to_vec();
        command.push(b'\n');
        console.input.write_all(&command).ok()
    }

    fn start_console(&self) -> io::Result<Console> {
        let mut child = Command::new(&self.console[0])
            .args(&self.console[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().expect("it is piped");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let answers = Arc::clone(&self.answers);
        thread::Builder::new().spawn(move || {
            let mut line = Vec::new();
            while let Ok(true) = read_line(&mut output, &mut line) {
                if write_line(&answers, &line).is_err() {
                    return;
                }
            }
        })?;
        Ok(Console { child, input })
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a line without its end; returns false at the end of the input or for a line that is too long.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    input.by_ref().take(MAX_LINE).read_until(b'\n', line)?;
    Ok(line.pop() == Some(b'\n'))
}

fn write_line(output: &Mutex<ChildStdin>, line: &[u8]) -> io::Result<()> {
    let line = [line, b"\n"].concat();
    output.lock().expect("nothing panics with it").write_all(&line)
}
