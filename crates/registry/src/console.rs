//! What all consoles share: lines in, answers out, nothing lost and nothing waited for.

use std::fmt;
use std::io::{self, BufRead as _, BufReader, Read, Write};

use quincunx_core::notation::shorten;

/// A console that answers line by line.
pub trait LineConsole {
    /// Carries out one command and writes its answer, or refuses it and changes nothing.
    ///
    /// # Errors
    /// When the line is not a command, or not one that can be carried out now.
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal>;
}

/// Why a line is refused: one sentence with what is wrong and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl Refusal {
    /// Makes a refusal of a sentence; line breaks in it become blanks.
    pub fn new(sentence: impl fmt::Display) -> Self {
        let sentence = sentence.to_string();
        let has_breaks = sentence.bytes().any(|byte| matches!(byte, b'\n' | b'\r'));
        Self(if has_breaks {
            sentence.replace(['\n', '\r'], " ")
        } else {
            sentence
        })
    }
}

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::new(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The longest line that is read: a token string of a million fields fits.
pub const MAX_LINE_BYTES: usize = 1 << 24;

/// Runs a console until `quit` or the end of input. Answers are written out before it waits for input.
///
/// # Errors
/// When the input cannot be read or the output cannot be written. A line that is refused is answered.
pub fn run(console: &mut dyn LineConsole, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run_until_quit(console, input, output).map(|_| ())
}

/// Runs a console as [`run`] does. Returns whether it was ended by `quit`.
pub(crate) fn run_until_quit(
    console: &mut dyn LineConsole,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> io::Result<bool> {
    let mut lines = LineReader::new(input);
    let mut answers = String::new();
    let mut answer = String::new();
    loop {
        if lines.buffered_line().is_none() || answers.len() > 1 << 16 {
            output.write_all(answers.as_bytes())?;
            output.flush()?;
            answers.clear();
        }
        answer.clear();
        let result = match lines.next_line()? {
            None => return Ok(false),
            Some(Line::Text("quit")) => break,
            Some(Line::Text(line)) => console.command(line, &mut answer),
            Some(Line::NotText) => Err(Refusal::new("the line is not UTF-8 text")),
            Some(Line::TooLong) => Err(Refusal::new(format_args!(
                "the line is longer than the {MAX_LINE_BYTES} bytes that are read"
            ))),
        };
        match result {
            Ok(()) => answers.push_str(&answer),
            Err(refusal) => {
                answers.push_str("Error, ");
                answers.push_str(&refusal.0);
                answers.push('\n');
            }
        }
    }
    output.write_all(answers.as_bytes())?;
    output.flush()?;
    Ok(true)
}

/// A line of input, without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// Text.
    Text(&'a str),
    /// Bytes that are not UTF-8.
    NotText,
    /// More bytes than [`MAX_LINE_BYTES`]; they have been passed over.
    TooLong,
}

/// Reads lines of bounded length. A line ends at a line feed, with or without a carriage return before it.
pub struct LineReader<'a> {
    input: BufReader<&'a mut dyn Read>,
    /// The bytes of the buffer that the last line took.
    taken: usize,
    /// A line that does not lie in the buffer as a whole.
    line: Vec<u8>,
}

impl<'a> LineReader<'a> {
    const CHUNK: usize = 1 << 16;

    /// Begins to read an input.
    pub fn new(input: &'a mut dyn Read) -> Self {
        Self {
            input: BufReader::with_capacity(Self::CHUNK, input),
            taken: 0,
            line: Vec::new(),
        }
    }

    /// Returns the bytes of the next line, without its end, if they have all been read already.
    fn buffered_line(&self) -> Option<&[u8]> {
        let bytes = &self.input.buffer()[self.taken..];
        bytes
            .iter()
            .position(|&byte| byte == b'\n')
            .map(|end| &bytes[..end])
    }

    /// Waits for the next line; `None` at the end of input.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        if let Some(length) = self.buffered_line().map(<[u8]>::len) {
            let start = self.taken;
            self.taken += length + 1;
            return Ok(Some(Line::of(&self.input.buffer()[start..start + length])));
        }
        self.input.consume(std::mem::take(&mut self.taken));
        self.line.clear();
        let mut limited = (&mut self.input).take(MAX_LINE_BYTES as u64 + 1);
        if limited.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        let line = match &*self.line {
            [line @ .., b'\n'] => line,
            line if line.len() > MAX_LINE_BYTES => {
                self.input.skip_until(b'\n')?;
                return Ok(Some(Line::TooLong));
            }
            line => line,
        };
        Ok(Some(Line::of(line)))
    }
}

impl<'a> Line<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        std::str::from_utf8(bytes).map_or(Self::NotText, Self::Text)
    }
}

/// Splits a line into words separated by exactly one blank each.
///
/// # Errors
/// When the line is empty, begins or ends with a blank, or has several blanks in a row.
pub fn words(line: &str) -> Result<Vec<&str>, Refusal> {
    let words: Vec<&str> = line.split(' ').collect();
    if words.iter().any(|word| word.is_empty()) {
        return Err(Refusal::new(
            "words are separated by exactly one blank, with none before the first or after the last",
        ));
    }
    Ok(words)
}

/// Reads a whole number, with sign and leading zeros if it has them.
///
/// # Errors
/// When the word is not digits with at most one sign before them, or the number does not fit into an `i64`.
pub fn integer(word: &str) -> Result<i64, Refusal> {
    digits(word)?;
    word.parse()
        .map_err(|_| Refusal::new(format_args!("{} is out of every range here", shorten(word))))
}

/// Splits a whole number of any length into whether it is negative and its digits.
///
/// # Errors
/// When the word is not digits with at most one sign before them.
pub fn digits(word: &str) -> Result<(bool, &str), Refusal> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Refusal::new(format_args!(
            "`{}` is not a whole number",
            shorten(word)
        )));
    }
    Ok((word.starts_with('-'), digits))
}

/// Reads two whole numbers with a separator between them, as `1;2` or `3,4`.
///
/// # Errors
/// When the separator is missing, or what is before or after it is not a number that [`integer`] reads.
pub fn pair(word: &str, separator: char) -> Result<(i64, i64), Refusal> {
    let (first, second) = word.split_once(separator).ok_or_else(|| {
        Refusal::new(format_args!(
            "`{}` is not two whole numbers as in `1{separator}2`",
            shorten(word)
        ))
    })?;
    Ok((integer(first)?, integer(second)?))
}

/// Writes an answer's line.
pub fn write_line(answer: &mut String, line: impl fmt::Display) {
    use fmt::Write as _;
    writeln!(answer, "{line}").expect("a string takes everything");
}

/// Writes an answer's line of items separated by one blank; an empty line when there are none.
pub fn write_items(answer: &mut String, items: impl IntoIterator<Item: fmt::Display>) {
    use fmt::Write as _;
    for (index, item) in items.into_iter().enumerate() {
        let separator = if index == 0 { "" } else { " " };
        write!(answer, "{separator}{item}").expect("a string takes everything");
    }
    answer.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl LineConsole for Echo {
        fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
            let words = words(line)?;
            write_line(answer, words.len());
            Ok(())
        }
    }

    /// Gives one byte at a time, as a slow pipe does.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((&first, rest)) = self.0.split_first() else {
                return Ok(0);
            };
            buffer[0] = first;
            self.0 = rest;
            Ok(1)
        }
    }

    fn answers(mut input: impl Read) -> String {
        let mut output = Vec::new();
        run(&mut Echo, &mut input, &mut output).expect("nothing fails in memory");
        String::from_utf8(output).expect("answers are text")
    }

    #[test]
    fn lines_are_answered_until_quit() {
        let input = b"a b\na  b\r\nc\r\nquit\nd\n".as_slice();
        let want = "2\nError, words are separated by exactly one blank, with none before the first or after the last\n1\n";
        assert_eq!(answers(input), want);
        assert_eq!(answers(Drip(input)), want);
    }

    #[test]
    fn the_last_line_needs_no_end_and_bad_bytes_are_refused() {
        assert_eq!(
            answers(b"\xff\na".as_slice()),
            "Error, the line is not UTF-8 text\n1\n"
        );
        assert_eq!(answers(b"".as_slice()), "");
    }

    #[test]
    fn a_line_without_end_is_passed_over() {
        let mut input = vec![b'x'; MAX_LINE_BYTES + 3 * LineReader::CHUNK];
        input.extend_from_slice(b"\na b c\n");
        let answers = answers(input.as_slice());
        assert!(answers.starts_with("Error, the line is longer"), "{answers}");
        assert!(answers.ends_with("\n3\n"), "{answers}");
    }

    #[test]
    fn integers_carry_signs_and_zeros() {
        assert_eq!(integer("+007"), Ok(7));
        assert_eq!(integer("-0"), Ok(0));
        for word in ["", "+", "1 ", "１", "1.0", "--1", "99999999999999999999"] {
            assert!(integer(word).is_err(), "{word}");
        }
        assert_eq!(pair("1;-2", ';'), Ok((1, -2)));
        assert!(pair("1;2;3", ';').is_err());
    }
}
