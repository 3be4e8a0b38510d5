//! A program that runs in a sandbox, its bounded output and how it ended.

use std::ffi::OsString;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use quincunx_search::StopToken;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::isolation::Sandbox;
use super::orphans;

/// A command line and the folder in which it is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// An absolute path.
    pub folder: PathBuf,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By itself, with an exit status.
    Exit(i32),
    /// By a signal that was not ours.
    Signal(i32),
    /// It took more processor time than allowed.
    CpuLimit,
    /// It took longer than allowed.
    Timeout,
    /// It printed more than allowed.
    Flood,
    /// It could not be started.
    NotStarted,
}

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its standard output.
    pub output: String,
    /// The last bytes of its standard error.
    pub errors: String,
    /// How it ended.
    pub end: End,
}

/// The bytes of standard error that are kept.
const KEPT_ERRORS: usize = 4096;

/// How long the output is still read after the program has ended: a process that it left behind may hold it.
const GRACE: Duration = Duration::from_millis(300);

impl Sandbox {
    /// Runs a program with more arguments on a whole input.
    #[must_use]
    pub fn run(&self, program: &Program, arguments: &[&str], input: &str) -> Run {
        match self.start(program, arguments) {
            Ok(running) => {
                running.write(input.to_owned());
                running.finish()
            }
            Err(error) => not_started(&error),
        }
    }

    /// Starts a program with more arguments, to be spoken to line by line.
    ///
    /// # Errors
    /// When [`Sandbox::check`] fails, or a process, a thread or a temporary folder cannot be made.
    pub fn start(&self, program: &Program, arguments: &[&str]) -> io::Result<Running> {
        let mut running = self.spawn(program, arguments, Stdio::piped(), Stdio::piped())?;
        let stdin = running.child.stdin.take().expect("it is piped");
        let stdout = running.child.stdout.take().expect("it is piped");
        let stderr = running.child.stderr.take().expect("it is piped");
        let (of_output, of_errors) = (Arc::clone(&running.output), Arc::clone(&running.output));
        let most = self.limits().output;
        spawn(move || of_output.read(stdout, most))?;
        spawn(move || of_errors.read_errors(stderr))?;
        let (input, texts) = channel();
        spawn(move || write_all(stdin, &texts))?;
        running.input = Some(input);
        Ok(running)
    }

    /// Starts a program with more arguments on an input and an output of the caller's, and returns its
    /// standard error with it. Neither its time nor its output is limited; it ends when the running program
    /// is dropped.
    pub(crate) fn start_piped(
        &self,
        program: &Program,
        arguments: &[&str],
        input: Stdio,
        output: Stdio,
    ) -> io::Result<(Running, ChildStderr)> {
        let mut running = self.spawn(program, arguments, input, output)?;
        let stderr = running.child.stderr.take().expect("it is piped");
        Ok((running, stderr))
    }

    fn spawn(
        &self,
        program: &Program,
        arguments: &[&str],
        input: Stdio,
        output: Stdio,
    ) -> io::Result<Running> {
        self.check(program)?;
        let scratch = self.make_scratch()?;
        let writable = scratch.as_ref().map_or(Path::new("/tmp"), TempDir::path);
        let mut command = self.command(program, arguments, writable);
        command.stdin(input).stdout(output).stderr(Stdio::piped());
        Ok(Running {
            input: None,
            child: orphans::spawn(&mut command)?,
            has_ended: false,
            output: Arc::default(),
            read: 0,
            _scratch: scratch,
            stop: self.stop.clone(),
            deadline: Instant::now() + self.limits().wall,
        })
    }
}

/// Runs work in a thread of its own that nobody waits for.
pub(crate) fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(work).map(drop)
}

/// Writes texts until there are no more. One write each, as programs may look whether more input is waiting.
/// A program that reads nothing lets it wait until it is ended; one that has ended breaks the pipe, which is
/// no failure of ours.
fn write_all(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

fn not_started(error: &io::Error) -> Run {
    Run {
        output: String::new(),
        errors: error.to_string(),
        end: End::NotStarted,
    }
}

/// A program that has been started. It is killed with all its processes when this is dropped.
#[derive(Debug)]
pub struct Running {
    child: Child,
    /// What a thread of its own writes to the program.
    input: Option<Sender<String>>,
    /// Whether it was waited for, with all processes that it left behind.
    has_ended: bool,
    output: Arc<Output>,
    /// The bytes of the output that were returned as lines.
    read: usize,
    /// Is removed after the program has ended.
    _scratch: Option<TempDir>,
    stop: StopToken,
    deadline: Instant,
}

/// What the reading threads have read.
#[derive(Debug, Default)]
struct Output {
    state: Mutex<OutputState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct OutputState {
    bytes: Vec<u8>,
    errors: Vec<u8>,
    has_ended: bool,
    is_flood: bool,
}

impl Output {
    fn lock(&self) -> MutexGuard<'_, OutputState> {
        self.state
            .lock()
            .expect("no thread panics while it holds the lock")
    }

    fn read(&self, mut stdout: ChildStdout, most: u64) {
        let mut buffer = [0; 1 << 14];
        loop {
            let read = stdout.read(&mut buffer).unwrap_or(0);
            let mut state = self.lock();
            let room = usize::try_from(most).unwrap_or(usize::MAX) - state.bytes.len();
            state.bytes.extend_from_slice(&buffer[..read.min(room)]);
            state.is_flood = read > room;
            state.has_ended = read == 0 || state.is_flood;
            self.changed.notify_all();
            if state.has_ended {
                return;
            }
        }
    }

    fn read_errors(&self, mut stderr: ChildStderr) {
        let mut buffer = [0; 1 << 12];
        while let Ok(read @ 1..) = stderr.read(&mut buffer) {
            let mut state = self.lock();
            state.errors.extend_from_slice(&buffer[..read]);
            let surplus = state.errors.len().saturating_sub(KEPT_ERRORS);
            state.errors.drain(..surplus);
        }
    }

    /// Waits until the output so far fulfils a condition, or has ended, or a time has come. Returns whether
    /// the condition holds.
    fn wait(&self, until: Instant, mut holds: impl FnMut(&OutputState) -> bool) -> bool {
        let mut state = self.lock();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if holds(&state) {
                return true;
            }
            if state.has_ended || left.is_zero() {
                return false;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.expect("no thread panics while it holds the lock").0;
        }
    }
}

impl Running {
    /// Writes a line to the program. A program that has ended does not read it, which is no error here.
    pub fn send(&self, line: &str) {
        self.write(format!("{line}\n"));
    }

    fn write(&self, text: String) {
        if let Some(input) = &self.input {
            let _ = input.send(text);
        }
    }

    /// Waits until the output so far fulfils a condition, at most for a time. Returns whether it did.
    pub(crate) fn wait_for(&self, most: Duration, mut holds: impl FnMut(&str) -> bool) -> bool {
        let until = self.deadline.min(Instant::now() + most);
        self.output
            .wait(until, |state| holds(&String::from_utf8_lossy(&state.bytes)))
    }

    /// Returns the next line of its output without its end, if one comes in time.
    pub fn next_line(&mut self, most: Duration) -> Option<String> {
        let until = self.deadline.min(Instant::now() + most);
        let mut end = None;
        let read = self.read;
        self.output.wait(until, |state| {
            end = state.bytes[read..].iter().position(|&byte| byte == b'\n');
            end.is_some()
        });
        let line = read..read + end?;
        self.read = line.end + 1;
        let bytes = &self.output.lock().bytes[line];
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    /// Returns whether its output has ended.
    pub fn has_ended(&self) -> bool {
        self.output.lock().has_ended
    }

    /// Closes its input and waits for its end, at most until its time is up.
    #[must_use]
    pub fn finish(mut self) -> Run {
        self.input = None;
        let status = self.wait_for_exit();
        let is_flood = self.output.lock().is_flood;
        self.kill();
        self.output.wait(Instant::now() + GRACE, |_| false);
        let mut state = self.output.lock();
        Run {
            output: String::from_utf8_lossy(&std::mem::take(&mut state.bytes)).into_owned(),
            errors: String::from_utf8_lossy(&std::mem::take(&mut state.errors)).into_owned(),
            end: match status {
                _ if is_flood => End::Flood,
                None => End::Timeout,
                Some(status) => end_of(status),
            },
        }
    }

    /// Waits until the program ends; `None` when its time is up, it has printed too much or is to be stopped.
    /// A process that it left behind may still hold its output.
    fn wait_for_exit(&mut self) -> Option<ExitStatus> {
        let mut pause = Duration::from_micros(200);
        let mut has_ended = false;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            let now = Instant::now();
            if now >= self.deadline || self.stop.is_stopped() || self.output.lock().is_flood {
                return None;
            }
            if has_ended {
                thread::sleep(pause);
            } else {
                self.output.wait(now + pause, |_| false);
                has_ended = self.output.lock().has_ended;
            }
            pause = (2 * pause).min(Duration::from_millis(10));
        }
    }

    /// Kills the program, all processes of its group and those that have left it.
    fn kill(&mut self) {
        if self.has_ended {
            return;
        }
        self.has_ended = true;
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        orphans::kill_of(&self.child);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The signals by which the system ends a program that takes too much processor time.
const SIGXCPU: i32 = 24;

/// The exit statuses that stand for signals, of which there are 64.
const SIGNAL_STATUSES: std::ops::RangeInclusive<i32> = 129..=192;

/// Converts an exit status; bubblewrap and shells report the signal n of a program as the status 128 + n.
fn end_of(status: ExitStatus) -> End {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    let reported = status.code().filter(|code| SIGNAL_STATUSES.contains(code));
    let signal = signal.or_else(|| reported.map(|code| code - 128));
    match (signal, status.code()) {
        (Some(SIGXCPU), _) => End::CpuLimit,
        (Some(signal), _) => End::Signal(signal),
        (None, code) => End::Exit(code.unwrap_or(1)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;

    use super::*;

    #[test]
    fn only_statuses_of_existing_signals_stand_for_them() {
        let exits = |status: i32| end_of(ExitStatus::from_raw(status << 8));
        assert_eq!([128, 193, 255].map(exits), [128, 193, 255].map(End::Exit));
        assert_eq!(
            [129, 152, 192].map(exits),
            [End::Signal(1), End::CpuLimit, End::Signal(64)]
        );
    }
}
