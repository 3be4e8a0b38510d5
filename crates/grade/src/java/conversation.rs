//! A machine of Java that runs tests in a sandbox, and the console outside of it that it speaks to.
//!
//! ```text
//!          commands            answers
//! machine ─────────▶ console ─────────▶ machine
//!    │ outcomes of tests, on standard error
//!    ▼
//!  grader
//! ```
//!
//! The tests see only lines and answers, so nothing shows them which variant the console is.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read as _};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::sandbox::{Program, Running, Sandbox};

/// The most bytes of a line, and the messages that wait to be read.
const MAX_LINE: u64 = 1 << 16;
const MAX_MESSAGES: usize = 1 << 10;

/// What a machine reports.
#[derive(Debug)]
pub(super) enum Message {
    /// A message of what runs the tests.
    Report(String),
    /// A line of the machine itself.
    Other(String),
    /// Nothing came in time.
    Late,
    /// It has ended.
    Ended,
}

/// A running machine. It ends with its console when it is dropped.
pub(super) struct Machine {
    _running: Running,
    console: Child,
    messages: Receiver<Message>,
}

impl Machine {
    /// Starts a machine with more arguments, and the console of a command line.
    pub(super) fn start(
        sandbox: &Sandbox,
        program: &Program,
        arguments: &[&str],
        console: &[OsString],
    ) -> io::Result<Self> {
        let (commands, to_console) = io::pipe()?;
        let (answers, to_machine) = io::pipe()?;
        let console = Command::new(&console[0])
            .args(&console[1..])
            .stdin(Stdio::from(commands))
            .stdout(Stdio::from(to_machine))
            .stderr(Stdio::null())
            .spawn()?;
        let started = sandbox.start_piped(program, arguments, answers.into(), to_console.into());
        let (sender, messages) = sync_channel(MAX_MESSAGES);
        let (running, stderr) = started?;
        thread::Builder::new().spawn(move || read_messages(stderr, &sender))?;
        Ok(Self {
            _running: running,
            console,
            messages,
        })
    }

    /// Waits for the next message.
    pub(super) fn message(&self, most: Duration) -> Message {
        self.messages
            .recv_timeout(most)
            .unwrap_or_else(|error| match error {
                RecvTimeoutError::Timeout => Message::Late,
                RecvTimeoutError::Disconnected => Message::Ended,
            })
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.console.kill();
        let _ = self.console.wait();
    }
}

/// Reads messages until the machine ends or nobody wants them any more. Lines that are too long end them too.
fn read_messages(stderr: ChildStderr, messages: &SyncSender<Message>) {
    let mut stderr = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = stderr.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        if read.is_err() || line.pop() != Some(b'\n') {
            return;
        }
        let text = String::from_utf8_lossy(&line);
        let message = text.strip_prefix('!').map_or_else(
            || Message::Other(text.clone().into_owned()),
            |report| Message::Report(report.to_owned()),
        );
        if messages.send(message).is_err() {
            return;
        }
    }
}
