//! Consoles: transcripts with exact answers, and lines that nobody would type.
//!
//! A game keeps its transcripts in its folder as `console*.txt`: `// ` begins a remark, `> ` a line that is
//! typed, and the answer follows as it is written. Flags, if any, are in a first line `$ FLAG …`. Answers are
//! paired with lines by what has been written whenever the console waits for input, so a console that holds
//! an answer back fails as well.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::rc::Rc;

use proptest::prelude::*;
use quincunx_catalog::GAMES;
use quincunx_core::testkit::check_golden;
use quincunx_registry::DynGame;

use crate::folder;

/// Gives a console one line at a time and notes how much it has answered before it asks for the next.
struct Typist<'a> {
    lines: std::slice::Iter<'a, Vec<u8>>,
    line: &'a [u8],
    answered: Rc<RefCell<Vec<u8>>>,
    marks: Vec<usize>,
}

impl Read for Typist<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            self.marks.push(self.answered.borrow().len());
            self.line = self.lines.next().map_or(&[], Vec::as_slice);
        }
        self.line.read(buffer)
    }
}

/// Keeps what a console answers where the [`Typist`] sees it.
struct Paper(Rc<RefCell<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Types lines, each with its end, and returns the answer to each; fewer when the console quits before.
fn converse(entry: &dyn DynGame, flags: &[&str], lines: &[Vec<u8>]) -> Vec<String> {
    let answered = Rc::new(RefCell::new(Vec::new()));
    let mut typist = Typist {
        lines: lines.iter(),
        line: &[],
        answered: answered.clone(),
        marks: Vec::new(),
    };
    (entry.console().run)(flags, &mut typist, &mut Paper(answered.clone())).expect("memory does not fail");
    let answered = answered.borrow();
    let typed = typist.marks.len().min(lines.len());
    (0..typed)
        .map(|line| {
            // What follows the last line belongs to it, the answer to the end of input included.
            let end = typist.marks.get(line + 1).filter(|_| line + 1 < typed);
            let answer = &answered[typist.marks[line]..end.copied().unwrap_or(answered.len())];
            String::from_utf8(answer.to_vec()).expect("answers are text")
        })
        .collect()
}

fn typed(lines: &[String]) -> Vec<Vec<u8>> {
    lines
        .iter()
        .map(|line| format!("{line}\n").into_bytes())
        .collect()
}

/// Lists the files of a game's transcripts.
fn transcripts(entry: &dyn DynGame) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder(entry.id()))
        .expect("a game has a folder")
        .map(|item| item.expect("a readable folder").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("console") && name.ends_with(".txt")
        })
        .collect();
    files.sort();
    files
}

/// Lists the lines that are typed in a game's transcripts.
fn vocabulary(entry: &dyn DynGame) -> Vec<String> {
    transcripts(entry)
        .into_iter()
        .flat_map(|file| {
            let text = std::fs::read_to_string(file).expect("a transcript is text");
            text.lines()
                .filter_map(|line| line.strip_prefix("> ").map(str::to_owned))
                .collect::<Vec<_>>()
        })
        .filter(|line| line != "quit" && !THINKING.contains(&line.as_str()))
        .collect()
}

/// The commands that may think for long on a position that chance has put together.
const THINKING: [&str; 4] = ["scores", "best", "hint", "values"];

/// Types a transcript again and writes it down with the answers given now.
fn retyped(entry: &dyn DynGame, transcript: &str) -> String {
    let flags: Vec<&str> = transcript
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("$ "))
        .map_or_else(Vec::new, |flags| flags.split(' ').collect());
    let lines: Vec<String> = transcript
        .lines()
        .filter_map(|line| line.strip_prefix('>'))
        .map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned())
        .collect();
    let mut answers = converse(entry, &flags, &typed(&lines)).into_iter();
    let mut text = String::new();
    for line in transcript.lines() {
        let typed = line.starts_with('>');
        if typed || line.starts_with("//") || line.starts_with("$ ") {
            text.push_str(line);
            text.push('\n');
        }
        if typed {
            text.push_str(&answers.next().unwrap_or_default());
        }
    }
    text
}

/// Returns whether a console answers line by line; one that does refuses an empty line at once, a filter
/// passes over it.
fn answers_lines(entry: &dyn DynGame) -> bool {
    converse(entry, &[], &[b"\n".to_vec()])[0].starts_with("Error, ")
}

#[test]
fn transcripts_are_answered_to_the_character() {
    for &entry in GAMES {
        let files = transcripts(entry);
        assert!(!files.is_empty(), "{} has a transcript", entry.id());
        for file in files {
            let transcript = std::fs::read_to_string(&file).expect("a transcript is text");
            check_golden(&file, &retyped(entry, &transcript));
        }
    }
}

#[test]
fn a_console_ends_at_quit_and_at_the_end_of_input() {
    for &entry in GAMES.iter().filter(|entry| answers_lines(**entry)) {
        let lines = typed(&["quit".to_owned(), "quit ".to_owned(), "nonsense".to_owned()]);
        assert_eq!(converse(entry, &[], &lines), [""], "{}", entry.id());
        assert!(converse(entry, &[], &[]).is_empty(), "{}", entry.id());
        let answers = converse(entry, &[], &lines[1..]);
        assert_eq!(answers.len(), 2, "{}", entry.id());
        for answer in answers {
            assert!(answer.starts_with("Error, "), "{}: {answer}", entry.id());
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_refused_with_one_line(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..12)) {
        let lines: Vec<Vec<u8>> = lines
            .into_iter()
            .map(|mut line| {
                // A letter that begins no command, so that none of the lines is right by chance.
                line.retain(|&byte| byte != b'\n');
                line.splice(0..0, *b"Z");
                line.push(b'\n');
                line
            })
            .collect();
        for &entry in GAMES {
            let answers = converse(entry, &[], &lines);
            if answers_lines(entry) {
                prop_assert_eq!(answers.len(), lines.len());
                for answer in answers {
                    prop_assert!(answer.starts_with("Error, ") && answer.len() > "Error, \n".len(), "{}", answer);
                    prop_assert!(answer.ends_with('\n') && answer.lines().count() == 1, "{}: {}", entry.id(), answer);
                }
            }
        }
    }

    #[test]
    fn a_refused_line_changes_nothing(choices in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..8u8), 1..60)) {
        for &entry in GAMES.iter().filter(|entry| answers_lines(**entry)) {
            let vocabulary = vocabulary(entry);
            // Lines from the transcripts in any order, some with a word of another line at their end.
            let lines: Vec<String> = choices
                .iter()
                .map(|(line, other, kind)| {
                    let (line, other) = (line.get(&vocabulary), other.get(&vocabulary));
                    let first = line.split(' ').next().unwrap_or_default();
                    let last = other.rsplit(' ').next().unwrap_or_default();
                    match kind {
                        0 => format!("{line} {last}"),
                        1 => format!("{first} {last}"),
                        _ => line.clone(),
                    }
                })
                .collect();
            let answers = converse(entry, &[], &typed(&lines));
            prop_assert_eq!(answers.len(), lines.len());
            let is_kept = |line: &str, answer: &str| !answer.starts_with("Error, ") || line.starts_with(TAKES_BACK);
            let kept: Vec<(String, String)> = lines
                .into_iter()
                .zip(answers)
                .filter(|(line, answer)| is_kept(line, answer))
                .collect();
            let (lines, answers): (Vec<String>, Vec<String>) = kept.into_iter().unzip();
            prop_assert_eq!(converse(entry, &[], &typed(&lines)), answers, "{}", entry.id());
        }
    }
}

/// The one command whose refusal changes something: a well-formed `place` of Quartet takes the turn back.
const TAKES_BACK: &str = "place ";
