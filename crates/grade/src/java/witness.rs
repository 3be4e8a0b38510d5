//! What a machine and its console said, and whether a right program would have said the same.
//!
//! A test that fails although every answer so far was one that a right program gives has not seen the fault:
//! it may count runs, read the clock or throw dice.

use std::io::{self, Read, Write};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use quincunx_registry::Examination;
use quincunx_registry::examination::{Variant, VariantKind, is_refusal};

/// The most bytes of a conversation that are kept; what comes later is not compared.
const MAX_BYTES: usize = 32 << 20;

/// How long a right program may take to repeat a conversation; what it does not reach is not compared.
const TIME: Duration = Duration::from_secs(60);

/// How long nothing has been said when an answer counts as withheld.
const QUIET: Duration = Duration::from_millis(200);

/// The conversation of a machine with its console so far.
#[derive(Debug, Default)]
pub(super) struct Recording(Mutex<Recorded>);

#[derive(Debug, Default)]
struct Recorded {
    commands: Vec<u8>,
    answers: Vec<u8>,
    /// When something was said last, and whether the machine has still to take it.
    last: Option<Instant>,
    is_waiting: bool,
    /// Whether the machine has ended what it sends, so that the console ends too.
    has_hung_up: bool,
    /// Whether more was said than is kept, or the console has ended by itself, as a right one does not.
    is_beyond: bool,
}

/// A moment of a conversation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// The bytes of the answers so far; `None` when more has happened than was recorded.
    answers: Option<usize>,
    commands: usize,
    /// Whether the console has said nothing for some time.
    is_quiet: bool,
}

impl Recording {
    fn lock(&self) -> MutexGuard<'_, Recorded> {
        self.0.lock().expect("no thread panics while it holds the lock")
    }

    pub(super) fn note_commands(&self, bytes: &[u8]) {
        self.lock().note(bytes, |recorded| &mut recorded.commands);
    }

    pub(super) fn note_answers(&self, bytes: &[u8]) {
        let mut recorded = self.lock();
        recorded.note(bytes, |recorded| &mut recorded.answers);
        recorded.is_waiting = true;
    }

    /// Notes that the machine has taken all answers.
    pub(super) fn note_taken(&self) {
        self.lock().is_waiting = false;
    }

    /// Notes that the machine sends no more commands.
    pub(super) fn note_end_of_commands(&self) {
        self.lock().has_hung_up = true;
    }

    /// Notes that the console answers no more.
    pub(super) fn note_end_of_answers(&self) {
        let mut recorded = self.lock();
        let mut lines = recorded.commands.split(|&byte| byte == b'\n');
        let has_quit = lines.any(|line| line.strip_suffix(b"\r").unwrap_or(line) == b"quit");
        recorded.is_beyond |= !recorded.has_hung_up && !has_quit;
    }

    pub(super) fn moment(&self) -> Moment {
        let recorded = self.lock();
        Moment {
            answers: (!recorded.is_beyond).then_some(recorded.answers.len()),
            commands: recorded.commands.len(),
            is_quiet: !recorded.is_waiting && recorded.last.is_some_and(|last| last.elapsed() >= QUIET),
        }
    }

    /// Returns whether nothing was wrong until a moment: its answers are among the first bytes of them, which
    /// some right program gives too, and none is missing.
    pub(super) fn is_right(&self, exam: &dyn Examination, moment: Moment, agreed: usize) -> bool {
        let Some(answers) = moment.answers.filter(|&answers| answers <= agreed) else {
            return false;
        };
        if !moment.is_quiet {
            return true;
        }
        let (commands, answers) = {
            let recorded = self.lock();
            let commands = recorded.commands[..moment.commands].to_vec();
            (commands, recorded.answers[..answers].to_vec())
        };
        right(exam).any(|variant| {
            let comparison = compared(exam, variant, &commands, &answers);
            comparison.agreed == answers.len() && !comparison.has_more
        })
    }

    /// Returns how many of the first bytes of the answers until a moment some right program gives too.
    pub(super) fn agreed(&self, exam: &dyn Examination, until: Moment) -> usize {
        let (commands, answers) = {
            let recorded = self.lock();
            let until = until.answers.unwrap_or(recorded.answers.len());
            (recorded.commands.clone(), recorded.answers[..until].to_vec())
        };
        let mut most = 0;
        for variant in right(exam) {
            most = most.max(compared(exam, variant, &commands, &answers).agreed);
            if most == answers.len() {
                break;
            }
        }
        most
    }
}

impl Recorded {
    fn note(&mut self, bytes: &[u8], side: impl Fn(&mut Self) -> &mut Vec<u8>) {
        self.is_beyond |= self.commands.len() + self.answers.len() + bytes.len() > MAX_BYTES;
        self.last = Some(Instant::now());
        if !self.is_beyond {
            side(self).extend_from_slice(bytes);
        }
    }
}

fn right(exam: &dyn Examination) -> impl Iterator<Item = &'static Variant> {
    let variants = exam.variants().iter();
    variants.filter(|variant| variant.kind == VariantKind::Right)
}

/// Compares some answers with those that a variant gives to the same commands.
fn compared<'a>(
    exam: &dyn Examination,
    variant: &'static Variant,
    mut commands: &[u8],
    answers: &'a [u8],
) -> Comparison<'a> {
    let mut comparison = Comparison {
        answers,
        agreed: 0,
        has_more: false,
        line: Vec::new(),
    };
    let mut commands = LineByLine {
        rest: &mut commands,
        until: Instant::now() + TIME,
    };
    // An error ends the comparison where it stands.
    let _ = exam.run_variant(variant, &[], &mut commands, &mut comparison);
    comparison
}

/// Gives one line at a time, so that answers are compared early and the time is looked at often.
struct LineByLine<'a, 'b> {
    rest: &'a mut &'b [u8],
    until: Instant,
}

impl Read for LineByLine<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if Instant::now() >= self.until {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(self.rest.len(), |end| end + 1).min(buffer.len());
        self.rest.read(&mut buffer[..length])
    }
}

/// Compares what is written with other answers line by line; one refusal equals every other.
struct Comparison<'a> {
    answers: &'a [u8],
    /// The bytes of the other answers that were written too.
    agreed: usize,
    /// Whether more was written than they are.
    has_more: bool,
    /// The beginning of a line.
    line: Vec<u8>,
}

impl Write for Comparison<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") && !self.compare() {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Comparison<'_> {
    /// Compares a whole line. Returns whether it goes on.
    fn compare(&mut self) -> bool {
        let rest = &self.answers[self.agreed..];
        let end = rest.iter().position(|&byte| byte == b'\n');
        // The last line of the recorded ones may be there in part.
        let found = &rest[..end.map_or(rest.len(), |end| end + 1)];
        let is_refusal = |line: &[u8]| str::from_utf8(line).is_ok_and(|line| is_refusal(line.trim_end()));
        let is_same = if end.is_some() {
            found == self.line
        } else {
            self.line.starts_with(found)
        };
        if !(is_same || is_refusal(found) && is_refusal(&self.line)) {
            return false;
        }
        self.agreed += found.len();
        self.has_more = end.is_none();
        self.line.clear();
        !self.has_more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records commands and the answers of a variant.
    fn recorded(variant: &str, commands: &str) -> Recording {
        let exam = exam();
        let variant = exam.variants().iter().find(|other| other.name == variant);
        let mut answers = Vec::new();
        let ran = exam.run_variant(
            variant.expect("there is such a variant"),
            &[],
            &mut commands.as_bytes(),
            &mut answers,
        );
        ran.expect("nothing fails in memory");
        let recording = Recording::default();
        recording.note_commands(commands.as_bytes());
        recording.note_answers(&answers);
        recording
    }

    fn exam() -> &'static dyn Examination {
        let game = quincunx_catalog::find("2048").expect("there is such a game");
        game.examination().expect("it is examined")
    }

    fn is_seen(recording: &Recording) -> bool {
        let moment = recording.moment();
        !recording.is_right(exam(), moment, recording.agreed(exam(), moment))
    }

    #[test]
    fn a_fault_is_seen_from_its_first_wrong_answer_on() {
        let before = "start 4 4 7\nprint\nset 0;0 2\nset 1;0 2\nset 4;4 2\nget 0;0\n";
        assert!(!is_seen(&recorded("never-merges", before)));
        assert!(!is_seen(&recorded("quoting-refusals", before)));
        let commands = format!("{before}move left\nget 0;0\n");
        assert!(is_seen(&recorded("never-merges", &commands)));
        assert!(!is_seen(&recorded("merges-twice", &commands)));
        // The test has not read the whole answer.
        let cut = Recording::default();
        cut.note_commands(b"print\nget 4;4\n");
        cut.note_answers(&recorded("never-merges", "print\n").lock().answers);
        assert!(!is_seen(&cut));
        cut.note_answers(b"Error, o");
        assert!(!is_seen(&cut));
    }

    #[test]
    fn an_answer_that_does_not_come_is_seen() {
        let recording = Recording::default();
        recording.note_commands(b"points\nmoves\n");
        recording.note_answers(b"0\n");
        assert!(!is_seen(&recording), "it may still come");
        std::thread::sleep(2 * QUIET);
        assert!(!is_seen(&recording), "the test does not read");
        recording.note_taken();
        assert!(is_seen(&recording));
        recording.note_answers(b"0\n");
        recording.note_taken();
        std::thread::sleep(2 * QUIET);
        assert!(!is_seen(&recording));
    }

    #[test]
    fn a_console_that_ends_by_itself_is_seen() {
        let ends = |commands: &[u8], has_hung_up: bool| {
            let recording = Recording::default();
            recording.note_commands(commands);
            recording.note_answers(b"0\n");
            if has_hung_up {
                recording.note_end_of_commands();
            }
            recording.note_end_of_answers();
            is_seen(&recording)
        };
        assert!(ends(b"points\nmoves\n", false));
        assert!(!ends(b"points\nquit\n", false));
        assert!(!ends(b"points\n", true));
    }

    #[test]
    fn what_is_not_kept_counts_as_seen() {
        let recording = recorded("never-merges", "points\n");
        assert!(!is_seen(&recording));
        recording.note_commands(&vec![b'x'; MAX_BYTES]);
        assert!(is_seen(&recording));
    }
}
