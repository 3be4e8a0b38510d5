//! What a game offers to examine other programs that speak its console, and test suites for such programs.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read, Write};

use quincunx_core::{Random, RandomSource as _};

use crate::console::{LineConsole, Refusal, run_until_quit};

/// Cases for the rules of a game's console, the judge of a program's answers, and programs that are wrong on
/// purpose.
pub trait Examination: Sync {
    /// Returns the rules that are examined, in the order of the game's description.
    fn rules(&self) -> &'static [ExaminedRule];

    /// Returns the cases that everybody may know, at least one for each rule.
    fn published(&self) -> Vec<Case>;

    /// Generates a case that is aimed at one of the rules.
    fn generate(&self, rule: &'static ExaminedRule, random: &mut Random) -> Case;

    /// Checks the whole output of a program for a case, or for cases one after the other in one run.
    ///
    /// # Errors
    /// When an answer is wrong or missing, or output follows the last one: the first such place.
    fn check(&self, case: &Case, output: &str) -> Result<(), Difference>;

    /// Returns simpler lines that could replace a line of a case, the simplest first; fewer rows, say.
    fn simpler(&self, _line: &str) -> Vec<String> {
        Vec::new()
    }

    /// Returns scripts on smaller boards that could replace the lines of a case.
    fn smaller(&self, _lines: &[String]) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Returns the programs that behave otherwise than the game's own console.
    fn variants(&self) -> &'static [Variant];

    /// Runs the console of a variant until its input ends or `quit`.
    ///
    /// # Errors
    /// When the input cannot be read or the output cannot be written.
    fn run_variant(
        &self,
        variant: &'static Variant,
        arguments: &[&str],
        input: &mut dyn Read,
        output: &mut dyn Write,
    ) -> io::Result<()>;
}

/// A rule of a game as its console shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExaminedRule {
    /// Its name: lower case, words joined by `-`.
    pub name: &'static str,
    /// One sentence that states it.
    pub sentence: &'static str,
    /// How many cases are generated for it by default.
    pub cases: u32,
    /// Whether the assignment itself does not ask for it, so that only a full examination does.
    pub is_extra: bool,
}

impl ExaminedRule {
    /// Makes a rule that the assignment asks for.
    #[must_use]
    pub const fn new(name: &'static str, cases: u32, sentence: &'static str) -> Self {
        Self {
            name,
            sentence,
            cases,
            is_extra: false,
        }
    }

    /// Makes a rule that the assignment leaves out.
    #[must_use]
    pub const fn extra(name: &'static str, cases: u32, sentence: &'static str) -> Self {
        Self {
            is_extra: true,
            ..Self::new(name, cases, sentence)
        }
    }
}

/// Lines for a program's standard input, aimed at one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name of the rule.
    pub rule: &'static str,
    /// The arguments with which the program is started.
    pub arguments: &'static [&'static str],
    /// The lines, without their ends.
    pub lines: Vec<String>,
    /// Whether the program must not have read anything before these lines, so that the case has to be the
    /// first one of a run.
    pub starts_run: bool,
    /// Whether the program may not read anything after these lines, so that no other case can follow in the
    /// same run.
    pub ends_run: bool,
}

impl Case {
    /// Makes a case of text with a line for each line of input.
    pub fn new(rule: &'static str, text: &str) -> Self {
        Self::of_lines(rule, text.lines().map(str::to_owned).collect())
    }

    /// Makes a case of lines.
    #[must_use]
    pub fn of_lines(rule: &'static str, lines: Vec<String>) -> Self {
        Self {
            rule,
            arguments: &[],
            starts_run: false,
            ends_run: lines.iter().any(|line| line == "quit"),
            lines,
        }
    }

    /// Returns the lines as a program reads them.
    #[must_use]
    pub fn input(&self) -> String {
        self.lines.iter().fold(String::new(), |mut text, line| {
            text.push_str(line);
            text.push('\n');
            text
        })
    }

    /// Returns what a console writes that reads the case.
    ///
    /// # Errors
    /// When `run` fails or writes what is not UTF-8.
    pub fn answers(
        &self,
        run: impl FnOnce(&mut dyn Read, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<String> {
        let mut answers = Vec::new();
        run(&mut self.input().as_bytes(), &mut answers)?;
        String::from_utf8(answers).map_err(io::Error::other)
    }
}

/// The first place where a program's answer is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The index of the line that was answered wrongly; the number of lines for what came after all answers.
    pub line: usize,
    /// What a right program answers, or a description where several answers are right.
    pub expected: String,
    /// The answer, line by line as far as it was read; `None` where the output had ended.
    pub found: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {:?}, found ", self.line + 1, self.expected)?;
        match &self.found {
            Some(found) => write!(f, "{found:?}"),
            None => f.write_str("the end of the output"),
        }
    }
}

/// A program that behaves otherwise than the game's own console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name: lower case, words joined by `-`.
    pub name: &'static str,
    /// One sentence that states what it does.
    pub sentence: &'static str,
    /// What it is for a test suite.
    pub kind: VariantKind,
}

/// What a variant is for a test suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantKind {
    /// It is right, and differs where the game's source leaves freedom: no test may fail on it.
    Right,
    /// It breaks the rule of this name.
    Fault(&'static str),
    /// It breaks the rule of this name, but not within the limits that the assignment sets for tests.
    Beyond(&'static str),
}

impl Variant {
    /// Makes a right variant.
    #[must_use]
    pub const fn right(name: &'static str, sentence: &'static str) -> Self {
        Self {
            name,
            sentence,
            kind: VariantKind::Right,
        }
    }

    /// Makes a fault that breaks the rule of a name.
    #[must_use]
    pub const fn fault(name: &'static str, rule: &'static str, sentence: &'static str) -> Self {
        Self {
            name,
            sentence,
            kind: VariantKind::Fault(rule),
        }
    }

    /// Makes a fault that the tests of the assignment need not find.
    #[must_use]
    pub const fn beyond(name: &'static str, rule: &'static str, sentence: &'static str) -> Self {
        Self {
            name,
            sentence,
            kind: VariantKind::Beyond(rule),
        }
    }

    /// Returns the name of the rule that it breaks; `None` for a right one.
    #[must_use]
    pub const fn broken_rule(&self) -> Option<&'static str> {
        match self.kind {
            VariantKind::Right => None,
            VariantKind::Fault(rule) | VariantKind::Beyond(rule) => Some(rule),
        }
    }
}

/// Right variants of any console, whose refusals have other words; see [`reworded`].
pub const REWORDED: [Variant; 4] = [
    Variant::right("terse-refusals", "It refuses every line by the same word."),
    Variant::right("german-refusals", "It refuses lines in German."),
    Variant::right("numbered-refusals", "Its refusals begin with a number."),
    Variant::right("quoting-refusals", "Its refusals repeat the line."),
];

/// Returns a refusal of a line in the words of a variant of [`REWORDED`], and in its own for all others.
#[must_use]
pub fn reworded(variant: &str, line: &str, refusal: Refusal) -> Refusal {
    match variant {
        "terse-refusals" => Refusal::new("no"),
        "german-refusals" => Refusal::new("das geht hier nicht, bitte die Eingabe prüfen"),
        "numbered-refusals" => Refusal::new(format_args!("E{:03}: {refusal}!", line.len())),
        "quoting-refusals" => Refusal::new(format_args!("{line:?} is refused, as {refusal}.")),
        _ => refusal,
    }
}

/// Returns a line as a variant reads it: `loose-blanks` passes over further blanks between words, `any-case`
/// accepts capital letters, `underscores` passes over underscores, and all others read it as it is.
#[must_use]
pub fn read_by<'a>(variant: &str, line: &'a str) -> Cow<'a, str> {
    match variant {
        "loose-blanks" => line.split_whitespace().collect::<Vec<_>>().join(" ").into(),
        "any-case" => line.to_lowercase().into(),
        "underscores" => line.replace('_', "").into(),
        _ => line.into(),
    }
}

/// Refuses a line with a number that a variant does not read: `no-plus` reads none with a plus, `no-zeros`
/// none with leading zeros.
///
/// # Errors
/// When the line has such a number.
pub fn check_numbers(variant: &str, line: &str) -> Result<(), Refusal> {
    let is_refused = |word: &str| {
        let digits = word.trim_start_matches(['+', '-']);
        match variant {
            "no-plus" => word.starts_with('+'),
            "no-zeros" => digits.len() > 1 && digits.starts_with('0'),
            _ => false,
        }
    };
    if line.split([' ', ';']).any(is_refused) {
        return Err(Refusal::new("that is not a number"));
    }
    Ok(())
}

/// Runs the console of a variant until its input ends or `quit`, which `answers-quit` answers by a line.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn run_variant(
    variant: &str,
    console: &mut dyn LineConsole,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> io::Result<()> {
    let has_quit = run_until_quit(console, input, output)?;
    if has_quit && variant == "answers-quit" {
        output.write_all(b"OK\n")?;
        output.flush()?;
    }
    Ok(())
}

/// Writes a number with a sign or leading zeros, with both, or plainly.
pub fn number_in_any_form(number: u32, random: &mut Random) -> String {
    let prefixes = ["", "+", "0", "00", "+0", "-", "-00"];
    let count = if number == 0 { 7 } else { 5 };
    format!("{}{number}", prefixes[random.index(count)])
}

/// Words that are no numbers, though some languages read them as one.
pub const NO_NUMBERS: [&str; 10] = ["+", "-", "+-1", "--1", "1.0", "1.", "1e0", "0x1", "0_1", "1_0"];

/// The lines of a program's output that have not been checked yet.
#[derive(Clone, Debug)]
pub struct Answers<'a>(&'a str);

impl<'a> Answers<'a> {
    /// Begins with the whole output.
    #[must_use]
    pub const fn new(output: &'a str) -> Self {
        Self(output)
    }

    /// Takes the next line without its end; `None` where nothing is left.
    pub fn next_line(&mut self) -> Option<&'a str> {
        if self.0.is_empty() {
            return None;
        }
        let (line, rest) = self.0.split_once('\n').unwrap_or((self.0, ""));
        self.0 = rest;
        Some(line)
    }

    /// Takes as many lines as an expected answer has and compares them with it. A refusal equals every other
    /// refusal.
    ///
    /// # Errors
    /// When the lines differ: what was found, or `None` where the output had ended.
    pub fn expect(&mut self, expected: &str) -> Result<(), Option<String>> {
        let before = self.0;
        for (index, line) in expected.lines().enumerate() {
            let start = before.len() - self.0.len();
            let found = self.next_line();
            let is_same = found.is_some_and(|found| found == line || is_refusal(found) && is_refusal(line));
            // The last line lacks its end where the program forgot to write one.
            let has_end = before[..before.len() - self.0.len()].ends_with('\n');
            if !is_same || !has_end {
                let Some(found) = found else {
                    return Err((index > 0).then(|| before.to_owned()));
                };
                let shown = if is_same {
                    "the line without its end"
                } else {
                    found
                };
                return Err(Some(format!("{}{shown}", &before[..start])));
            }
        }
        Ok(())
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// When a line is left.
    pub fn expect_end(mut self, lines: usize) -> Result<(), Difference> {
        match self.next_line() {
            None => Ok(()),
            Some(found) => Err(Difference {
                line: lines,
                expected: "nothing more".to_owned(),
                found: Some(found.to_owned()),
            }),
        }
    }
}

/// Returns whether a line refuses a command: `Error, ` and a sentence.
#[must_use]
pub fn is_refusal(line: &str) -> bool {
    line.strip_prefix("Error, ")
        .is_some_and(|sentence| !sentence.trim().is_empty())
}

/// Checks an output against a console of our own that gets the same lines. Where answers differ, `accepts`
/// may still accept the found one; it sees the console after the line, the line and the answer that was
/// found.
///
/// An answer always has as many lines as the console's own.
///
/// # Errors
/// When an answer differs and is not accepted, or a line is left after the last one: the first such place.
pub fn check_lines<C: LineConsole>(
    console: &mut C,
    lines: &[String],
    output: &str,
    mut accepts: impl FnMut(&mut C, &str, &str) -> bool,
) -> Result<(), Difference> {
    let mut answers = Answers::new(output);
    for (index, line) in lines.iter().enumerate() {
        if line == "quit" {
            break;
        }
        let expected = answer_of(console, line);
        if let Err(found) = answers.expect(&expected)
            && !found.as_ref().is_some_and(|found| accepts(console, line, found))
        {
            return Err(Difference {
                line: index,
                expected: expected.trim_end_matches('\n').to_owned(),
                found,
            });
        }
    }
    answers.expect_end(lines.len())
}

/// Returns a console's answer to a line, with the ends of its lines; that of a refusal is `Error, ` and its
/// sentence.
pub fn answer_of(console: &mut impl LineConsole, line: &str) -> String {
    let mut answer = String::new();
    match console.command(line, &mut answer) {
        Ok(()) => answer,
        Err(refusal) => format!("Error, {refusal}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_compared_line_by_line() {
        let mut answers = Answers::new("OK\nError, no\n1\n2\n3");
        assert_eq!(answers.expect("OK\n"), Ok(()));
        assert_eq!(answers.expect("Error, other words\n"), Ok(()));
        assert_eq!(answers.clone().expect("1\n4\n"), Err(Some("1\n2".to_owned())));
        assert_eq!(answers.expect("1\n2\n"), Ok(()));
        assert_eq!(
            answers.clone().expect("3\n"),
            Err(Some("the line without its end".to_owned()))
        );
        assert!(answers.clone().expect_end(4).is_err());
        assert_eq!(answers.next_line(), Some("3"));
        assert_eq!(answers.expect("4\n"), Err(None));
        assert_eq!(answers.expect_end(4), Ok(()));
    }

    #[test]
    fn numbers_keep_their_value_in_any_form() {
        use crate::console::integer;

        let mut random = Random::new(1);
        for number in (0..100).chain([u32::MAX]) {
            let word = number_in_any_form(number, &mut random);
            assert_eq!(integer(&word), Ok(i64::from(number)), "{word}");
        }
        assert!(NO_NUMBERS.iter().all(|word| integer(word).is_err()));
        let refused = |variant, line| check_numbers(variant, line).is_err();
        assert!(refused("no-plus", "place 1;+2") && !refused("no-zeros", "place 1;+2"));
        assert!(refused("no-zeros", "select +01") && !refused("no-plus", "select -01"));
        assert!(!refused("no-zeros", "place 0;10") && !refused("plain", "place +00;1"));
    }

    #[test]
    fn a_refusal_needs_a_sentence() {
        assert!(is_refusal("Error, that is wrong"));
        assert!(!is_refusal("Error, "));
        assert!(!is_refusal("Error: no"));
    }
}
