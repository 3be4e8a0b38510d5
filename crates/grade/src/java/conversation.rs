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
//! The tests see only lines and answers. Both pass through threads of ours that record them, so that a test
//! that fails for another reason is found out.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use super::witness::{Moment, Recording};
use crate::sandbox::{Program, Running, Sandbox, spawn};

/// The most bytes of a line, and the messages that wait to be read.
const MAX_LINE: u64 = 1 << 16;
const MAX_MESSAGES: usize = 1 << 10;

/// What a machine reports.
#[derive(Debug)]
pub(super) enum Message {
    /// A message of what runs the tests, and when it came.
    Report(String, Moment),
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
    _console: Console,
    messages: Receiver<Message>,
    /// What passes between both.
    pub(super) recording: Arc<Recording>,
}

impl Machine {
    /// Starts a machine with more arguments, and the console of a command line.
    pub(super) fn start(
        sandbox: &Sandbox,
        program: &Program,
        arguments: &[&str],
        console: &[OsString],
    ) -> io::Result<Self> {
        let (commands, from_machine) = io::pipe()?;
        let (to_machine, answers) = io::pipe()?;
        let mut console = Console(
            Command::new(&console[0])
                .args(&console[1..])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()?,
        );
        let to_console = console.0.stdin.take().expect("it is piped");
        let from_console = console.0.stdout.take().expect("it is piped");
        let (running, stderr) =
            sandbox.start_piped(program, arguments, to_machine.into(), from_machine.into())?;
        let recording = Arc::<Recording>::default();
        let recorded = Arc::clone(&recording);
        spawn(move || {
            let note = |bytes: &[u8]| recorded.note_commands(bytes);
            let note_end = || recorded.note_end_of_commands();
            relay(commands, to_console, note, || (), note_end);
        })?;
        let recorded = Arc::clone(&recording);
        spawn(move || {
            let note = |bytes: &[u8]| recorded.note_answers(bytes);
            let note_taken = || recorded.note_taken();
            let note_end = || recorded.note_end_of_answers();
            relay(from_console, answers, note, note_taken, note_end);
        })?;
        let (sender, messages) = sync_channel(MAX_MESSAGES);
        let recorded = Arc::clone(&recording);
        spawn(move || read_messages(stderr, &recorded, &sender))?;
        Ok(Self {
            _running: running,
            _console: console,
            messages,
            recording,
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

/// A console that is ended when it is dropped.
struct Console(Child);

impl Drop for Console {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Passes on what comes, each part after it was noted, until either side ends. The end of what comes is noted
/// before it is passed on.
fn relay(
    mut from: impl Read,
    mut to: impl Write,
    note: impl Fn(&[u8]),
    note_taken: impl Fn(),
    note_end: impl FnOnce(),
) {
    let mut buffer = [0; 1 << 14];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        note(&buffer[..read]);
        if to.write_all(&buffer[..read]).is_err() {
            return;
        }
        note_taken();
    }
    note_end();
}

/// Reads messages until the machine ends or nobody wants them any more. Lines that are too long end them too.
fn read_messages(stderr: ChildStderr, recording: &Recording, messages: &SyncSender<Message>) {
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
            |report| Message::Report(report.to_owned(), recording.moment()),
        );
        if messages.send(message).is_err() {
            return;
        }
    }
}
