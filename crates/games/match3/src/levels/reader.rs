//! TOML with places: fields are taken from tables one by one, and errors are collected with their lines.

use std::ops::RangeInclusive;

use quincunx_core::notation::shorten;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::{LevelError, LevelProblem};

/// A text with the errors so far.
pub(super) struct Reader<'t> {
    text: &'t str,
    /// Where every line begins but the first.
    line_starts: Vec<usize>,
    /// Whether the text is TOML; else errors of fields are not reported.
    is_toml: bool,
    errors: Vec<LevelError>,
    /// The number of errors that are not kept.
    more: usize,
}

/// A table whose fields are being taken.
pub(super) struct Section<'t> {
    /// The prefix of the names of its fields: empty, or as in `goals.`.
    prefix: String,
    /// Where it is, for fields that it lacks.
    pub(super) at: usize,
    fields: Vec<Found<'t>>,
}

/// A value with its field's full name and its place.
pub(super) struct Found<'t> {
    pub(super) name: String,
    pub(super) at: usize,
    value: DeValue<'t>,
}

/// The characters of line breaks.
pub(super) const BREAKS: [char; 2] = ['\n', '\r'];

/// A text with the line in which it begins.
pub(super) struct Text {
    pub(super) text: String,
    /// The line of the file in which the first line of the text stands.
    pub(super) line: usize,
    /// Whether its lines are lines of the file.
    spans_lines: bool,
}

impl Text {
    /// Returns the lines that are not empty, trimmed, each with its number in the file.
    pub(super) fn lines(&self) -> Vec<(usize, &str)> {
        let number = |index| self.line + if self.spans_lines { index } else { 0 };
        let lines = self.text.lines().enumerate();
        lines
            .map(|(index, line)| (number(index), line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .collect()
    }

    /// Returns the line of the file in which a row stands, counted from 0, of rows that end with a separator:
    /// a semicolon, or else a slash or the line.
    pub(super) fn line_of_row(&self, row: usize, separator: char) -> usize {
        if separator == ';' {
            return self.line_of_token_row(row);
        }
        let lines = self.lines().into_iter().flat_map(|(number, line)| {
            let rows = line.split(separator).filter(|row| !row.trim().is_empty());
            rows.map(move |_| number)
        });
        let lines: Vec<usize> = lines.collect();
        lines.get(row).or(lines.last()).copied().unwrap_or(self.line)
    }

    /// Returns the line of the file in which a row stands, counted from 0, of rows that a semicolon separates
    /// and that may be blank.
    fn line_of_token_row(&self, row: usize) -> usize {
        if !self.spans_lines {
            return self.line;
        }
        let breaks = |text: &str| text.matches('\n').count();
        let mut rows = self.text.split(';');
        let above: usize = rows.by_ref().take(row).map(breaks).sum();
        let before = |row: &str| breaks(&row[..row.len() - row.trim_start_matches(BREAKS).len()]);
        self.line + above + rows.next().map_or(0, before)
    }
}

impl<'t> Reader<'t> {
    const MAX_ERRORS: usize = 50;

    /// Parses the outermost table; where the text is not TOML, only that is reported.
    pub(super) fn begin(text: &'t str) -> (Self, Section<'t>) {
        let mut this = Self {
            text,
            line_starts: text.match_indices('\n').map(|(at, _)| at + 1).collect(),
            is_toml: true,
            errors: Vec::new(),
            more: 0,
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            // What is missing at the end is missing behind the last line with a text.
            let at = error.span().map_or(text.len(), |span| span.start);
            let at = at.min(text.trim_end().len());
            let text = printable(&shorten(this.line_text(at).trim()));
            let reason = printable(error.message());
            this.report(at, "", LevelProblem::NotToml { reason, text });
        }
        this.is_toml = errors.is_empty();
        let root = section(String::new(), table.into_inner(), 0);
        (this, root)
    }

    /// Returns the errors in the order of lines.
    pub(super) fn into_errors(mut self) -> Vec<LevelError> {
        self.errors.sort_by_key(|error| error.line);
        if let (Some(last), 1..) = (self.errors.last(), self.more) {
            let problem = LevelProblem::MoreErrors { count: self.more };
            self.errors.push(LevelError::new(last.line, "", problem));
        }
        self.errors
    }

    pub(super) const fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    pub(super) const fn count(&self) -> usize {
        self.errors.len() + self.more
    }

    /// Reports an error of a field at a byte of the text.
    pub(super) fn report(&mut self, at: usize, field: &str, problem: LevelProblem) {
        let line = self.line_of(at);
        self.report_line(line, field, problem);
    }

    /// Reports an error of a field in a line of the text.
    pub(super) fn report_line(&mut self, line: usize, field: &str, problem: LevelProblem) {
        if !self.is_toml {
            return;
        }
        if self.errors.len() == Self::MAX_ERRORS {
            self.more += 1;
            return;
        }
        self.errors
            .push(LevelError::new(line, &printable(field), problem));
    }

    fn line_of(&self, at: usize) -> usize {
        1 + self.line_starts.partition_point(|&start| start <= at)
    }

    /// Returns the text of the line of a place.
    fn line_text(&self, at: usize) -> &'t str {
        let next = self.line_starts.partition_point(|&start| start <= at);
        let begin = next.checked_sub(1).map_or(0, |line| self.line_starts[line]);
        let end = self.line_starts.get(next).copied().unwrap_or(self.text.len());
        &self.text[begin..end]
    }

    /// Reports that a field takes something else, for a problem made of its name and the value found.
    pub(super) fn expect(&mut self, found: &Found<'_>, problem: impl FnOnce(String, String) -> LevelProblem) {
        let problem = problem(printable(&found.name), shown(&found.value));
        self.report(found.at, &found.name, problem);
    }

    /// Takes a whole number within a range.
    pub(super) fn integer(
        &mut self,
        section: &mut Section<'t>,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Option<u64> {
        let found = section.take(name)?;
        self.integer_in(&found, range)
    }

    /// Reads a value as a whole number within a range.
    pub(super) fn integer_in(&mut self, found: &Found<'_>, range: RangeInclusive<u64>) -> Option<u64> {
        let number = match &found.value {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let (least, most) = range.into_inner();
            self.expect(found, |name, found| LevelProblem::NotAnInteger {
                name,
                least,
                most,
                found,
            });
        }
        number
    }

    /// Takes a whole number within a range that must be there.
    pub(super) fn required(
        &mut self,
        section: &mut Section<'t>,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Option<u64> {
        if section.place_of(name).is_none() {
            let name = format!("{}{name}", section.prefix);
            let (least, most) = range.clone().into_inner();
            let problem = LevelProblem::MissingInteger {
                name: name.clone(),
                least,
                most,
            };
            self.report(section.at, &name, problem);
        }
        self.integer(section, name, range)
    }

    /// Takes `true` or `false`.
    pub(super) fn boolean(&mut self, section: &mut Section<'t>, name: &str) -> Option<bool> {
        let found = section.take(name)?;
        let answer = found.value.as_bool();
        if answer.is_none() {
            self.expect(&found, |name, found| LevelProblem::NotABoolean { name, found });
        }
        answer
    }

    /// Takes a text.
    pub(super) fn text(&mut self, section: &mut Section<'t>, name: &str) -> Option<Text> {
        let found = section.take(name)?;
        let Some(text) = found.value.as_str() else {
            self.expect(&found, |name, found| LevelProblem::NotAText { name, found });
            return None;
        };
        let rest = &self.text[found.at..];
        let marks = ["\"\"\"", "'''"]
            .into_iter()
            .find(|marks| rest.starts_with(marks));
        let begin = found.at + marks.map_or(0, |marks| not_of_the_text(rest, marks));
        Some(Text {
            spans_lines: marks.is_some(),
            line: self.line_of(begin),
            text: text.to_owned(),
        })
    }

    /// Reads a value as one of some words; returns its place among them.
    pub(super) fn word_of(&mut self, found: &Found<'_>, words: &[&str]) -> Option<usize> {
        let place = words.iter().position(|&word| found.as_str() == Some(word));
        if place.is_none() {
            let words = words.join(", ");
            self.expect(found, |name, found| LevelProblem::NotAWord { name, words, found });
        }
        place
    }

    /// Reads a value as a list that is not empty, with its place.
    pub(super) fn list_of(&mut self, found: Found<'t>) -> Option<(usize, Vec<Found<'t>>)> {
        match found.value {
            DeValue::Array(items) if !items.is_empty() => {
                let item = |item: Spanned<DeValue<'t>>| Found {
                    name: found.name.clone(),
                    at: item.span().start,
                    value: item.into_inner(),
                };
                Some((found.at, items.into_iter().map(item).collect()))
            }
            _ => {
                self.expect(&found, |name, found| LevelProblem::NotAList { name, found });
                None
            }
        }
    }

    /// Takes a table; an empty one where there is none.
    pub(super) fn section(&mut self, section: &mut Section<'t>, name: &str) -> Section<'t> {
        let prefix = format!("{}{name}.", section.prefix);
        let Some(found) = section.take(name) else {
            return self::section(prefix, DeTable::new(), section.at);
        };
        match found.value {
            DeValue::Table(table) => self::section(prefix, table, found.at),
            _ => {
                self.expect(&found, |name, found| LevelProblem::NotATable { name, found });
                self::section(prefix, DeTable::new(), found.at)
            }
        }
    }

    /// Reports every field that was not taken.
    pub(super) fn finish(&mut self, section: &mut Section<'t>, known: &[&str]) {
        for found in section.take_all() {
            let (name, known) = (printable(&shorten(&found.name)), known.join(", "));
            self.report(found.at, &found.name, LevelProblem::UnknownField { name, known });
        }
    }
}

impl<'t> Section<'t> {
    /// Takes a field out of the table.
    pub(super) fn take(&mut self, name: &str) -> Option<Found<'t>> {
        let place = self.fields.iter().position(|found| self.short(found) == name)?;
        Some(self.fields.swap_remove(place))
    }

    /// Returns where the value of a field is.
    pub(super) fn place_of(&self, name: &str) -> Option<usize> {
        let found = self.fields.iter().find(|found| self.short(found) == name);
        found.map(|found| found.at)
    }

    /// Returns where the values of all fields are, by their full names.
    pub(super) fn places(&self) -> Vec<(String, usize)> {
        let place = |found: &Found<'_>| (found.name.clone(), found.at);
        self.fields.iter().map(place).collect()
    }

    /// Takes all fields that are left.
    pub(super) fn take_all(&mut self) -> Vec<Found<'t>> {
        std::mem::take(&mut self.fields)
    }

    /// Returns the name of a field inside the table.
    pub(super) fn short<'n>(&self, found: &'n Found<'_>) -> &'n str {
        &found.name[self.prefix.len()..]
    }
}

impl Found<'_> {
    pub(super) fn as_str(&self) -> Option<&str> {
        self.value.as_str()
    }
}

/// Returns the length of the marks with which a text of several lines begins, and of what does not belong to
/// it behind them: a line break, and white space that follows a backslash at the end of a line.
fn not_of_the_text(rest: &str, marks: &str) -> usize {
    let text = &rest[marks.len()..];
    let mut text = text
        .strip_prefix('\n')
        .or_else(|| text.strip_prefix("\r\n"))
        .unwrap_or(text);
    while let Some(behind) = text.strip_prefix('\\').filter(|_| marks == "\"\"\"") {
        let begin = behind.trim_start_matches([' ', '\t', '\r', '\n']);
        if !behind[..behind.len() - begin.len()].contains('\n') {
            break;
        }
        text = begin;
    }
    rest.len() - text.len()
}

fn section(prefix: String, table: DeTable<'_>, at: usize) -> Section<'_> {
    let fields = table.into_iter().map(|(key, value)| {
        // A table written as `[goals]` has the place of its heading, which begins before its name.
        let is_table = value.get_ref().is_table();
        Found {
            name: format!("{prefix}{}", key.get_ref()),
            at: if is_table { key.span() } else { value.span() }.start,
            value: value.into_inner(),
        }
    });
    Section {
        fields: fields.collect(),
        prefix,
        at,
    }
}

/// Returns a text on one line and without control characters.
pub(super) fn printable(text: &str) -> String {
    quincunx_core::notation::printable(text).replace('\n', " ")
}

/// Formats a value for a message.
fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("`{}`", printable(&shorten(text))),
        DeValue::Integer(number) => shorten(number.as_str()),
        DeValue::Float(number) => shorten(number.as_str()),
        DeValue::Boolean(answer) => answer.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(items) if items.is_empty() => "an empty list".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
