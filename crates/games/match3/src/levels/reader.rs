//! TOML with places: fields are taken from tables one by one, and errors are collected with their lines.

use std::ops::{Range, RangeInclusive};

use quincunx_core::notation::shorten;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::LevelError;

/// A text that is parsed, with the errors so far.
pub(super) struct Reader<'t> {
    text: &'t str,
    /// Where every line begins but the first.
    line_starts: Vec<usize>,
    /// Whether the whole text is TOML; else errors of fields are not reported.
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
    at: usize,
    fields: Vec<Found<'t>>,
}

/// A value with its field's full name and its place.
pub(super) struct Found<'t> {
    pub(super) name: String,
    pub(super) at: usize,
    value: DeValue<'t>,
}

/// A text with its field's name and the line in which it begins.
pub(super) struct Text {
    pub(super) name: String,
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

    /// Returns the line of the file in which a row stands, counted from 0, of rows that end with the line or
    /// a separator.
    pub(super) fn line_of_row(&self, row: usize, separator: char) -> usize {
        let lines = self.lines().into_iter().flat_map(|(number, line)| {
            let rows = line.split(separator).filter(|row| !row.trim().is_empty());
            rows.map(move |_| number)
        });
        let lines: Vec<usize> = lines.collect();
        lines.get(row).or(lines.last()).copied().unwrap_or(self.line)
    }
}

impl<'t> Reader<'t> {
    /// The most errors that are kept; further ones are counted.
    const MOST_ERRORS: usize = 50;

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
            let at = error.span().map_or(text.len(), |span| span.start);
            let line = shorten(this.line_text(at).trim());
            this.report(
                at,
                "",
                format!("this is not TOML: {}, in `{line}`", error.message()),
            );
        }
        this.is_toml = errors.is_empty();
        let root = section(String::new(), table.into_inner(), 0);
        (this, root)
    }

    /// Returns the errors in the order of lines.
    pub(super) fn into_errors(mut self) -> Vec<LevelError> {
        self.errors.sort_by_key(|error| error.line);
        if let (Some(last), 1..) = (self.errors.last(), self.more) {
            let (line, field) = (last.line, String::new());
            let what = format!("and {} more errors", self.more);
            self.errors.push(LevelError { line, field, what });
        }
        self.errors
    }

    pub(super) const fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns the number of errors.
    pub(super) const fn count(&self) -> usize {
        self.errors.len() + self.more
    }

    /// Reports an error of a field at a byte of the text.
    pub(super) fn report(&mut self, at: usize, field: &str, what: impl Into<String>) {
        let line = self.line_of(at);
        self.report_line(line, field, what);
    }

    /// Reports an error of a field in a line of the text.
    pub(super) fn report_line(&mut self, line: usize, field: &str, what: impl Into<String>) {
        if !self.is_toml {
            return;
        }
        if self.errors.len() == Self::MOST_ERRORS {
            self.more += 1;
            return;
        }
        self.errors.push(LevelError {
            line,
            field: printable(field),
            what: printable(&what.into()),
        });
    }

    /// Reports that a table lacks a field.
    pub(super) fn report_missing(&mut self, section: &Section<'_>, name: &str, expected: &str) {
        let name = format!("{}{name}", section.prefix);
        self.report(section.at, &name, format!("`{name}` is missing: {expected}"));
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

    /// Reports that a field takes something else.
    pub(super) fn expect(&mut self, found: &Found<'_>, expected: &str) {
        let value = shown(&found.value);
        self.report(
            found.at,
            &found.name,
            format!("`{}` takes {expected}, not {value}", found.name),
        );
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
            let expected = format!("a whole number from {} to {}", range.start(), range.end());
            self.expect(found, &expected);
        }
        number
    }

    /// Takes `true` or `false`.
    pub(super) fn boolean(&mut self, section: &mut Section<'t>, name: &str) -> Option<bool> {
        let found = section.take(name)?;
        let answer = found.value.as_bool();
        if answer.is_none() {
            self.expect(&found, "true or false");
        }
        answer
    }

    /// Takes a text.
    pub(super) fn text(&mut self, section: &mut Section<'t>, name: &str) -> Option<Text> {
        let found = section.take(name)?;
        let Some(text) = found.value.as_str() else {
            self.expect(&found, "a text in quotation marks");
            return None;
        };
        // A line break right behind three quotation marks does not belong to the text.
        let opening = self.text[found.at..].get(..5).unwrap_or_default();
        let begins_below = ["\"\"\"\n", "'''\n", "\"\"\"\r\n", "'''\r\n"]
            .iter()
            .any(|marks| opening.starts_with(marks));
        Some(Text {
            spans_lines: opening.starts_with("\"\"\"") || opening.starts_with("'''"),
            line: self.line_of(found.at) + usize::from(begins_below),
            text: text.to_owned(),
            name: found.name,
        })
    }

    /// Takes one of some words; returns its place among them.
    pub(super) fn word(&mut self, section: &mut Section<'t>, name: &str, words: &[&str]) -> Option<usize> {
        let found = section.take(name)?;
        self.word_of(&found, words)
    }

    /// Reads a value as one of some words.
    pub(super) fn word_of(&mut self, found: &Found<'_>, words: &[&str]) -> Option<usize> {
        let place = found
            .value
            .as_str()
            .and_then(|text| words.iter().position(|&word| word == text));
        if place.is_none() {
            self.expect(found, &format!("one of {}", words.join(", ")));
        }
        place
    }

    /// Takes a list that is not empty, with its place.
    pub(super) fn list(&mut self, section: &mut Section<'t>, name: &str) -> Option<(usize, Vec<Found<'t>>)> {
        let found = section.take(name)?;
        self.list_of(found)
    }

    /// Reads a value as a list that is not empty.
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
                self.expect(&found, "a list of at least one value in square brackets");
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
                self.expect(&found, &format!("a table, as in `[{}]`", found.name));
                self::section(prefix, DeTable::new(), found.at)
            }
        }
    }

    /// Reports every field that was not taken.
    pub(super) fn finish(&mut self, section: &mut Section<'t>, known: &[&str]) {
        for found in section.take_all() {
            let what = format!(
                "there is no field `{}`; there are {}",
                shorten(&found.name),
                known.join(", ")
            );
            self.report(found.at, &found.name, what);
        }
    }
}

impl<'t> Section<'t> {
    /// Takes a field out of the table.
    pub(super) fn take(&mut self, name: &str) -> Option<Found<'t>> {
        let is_it = |found: &Found<'_>| found.name[self.prefix.len()..] == *name;
        let place = self.fields.iter().position(is_it)?;
        Some(self.fields.swap_remove(place))
    }

    /// Returns whether the table has a field.
    pub(super) fn has(&self, name: &str) -> bool {
        self.place_of(name).is_some()
    }

    /// Returns where the value of a field is.
    pub(super) fn place_of(&self, name: &str) -> Option<usize> {
        let is_it = |found: &&Found<'_>| found.name[self.prefix.len()..] == *name;
        self.fields.iter().find(is_it).map(|found| found.at)
    }

    /// Takes all fields that are left.
    pub(super) fn take_all(&mut self) -> Vec<Found<'t>> {
        std::mem::take(&mut self.fields)
    }

    /// Returns the name of a field inside the table.
    pub(super) fn short<'n>(&self, found: &'n Found<'_>) -> &'n str {
        &found.name[self.prefix.len()..]
    }

    /// Returns where the table is.
    pub(super) const fn at(&self) -> usize {
        self.at
    }
}

impl Found<'_> {
    /// Returns the text of a value that is one.
    pub(super) fn as_str(&self) -> Option<&str> {
        self.value.as_str()
    }
}

fn section(prefix: String, table: DeTable<'_>, at: usize) -> Section<'_> {
    let fields = table.into_iter().map(|(key, value)| {
        let Range { start: key_at, .. } = key.span();
        let Range { start, .. } = value.span();
        Found {
            name: format!("{prefix}{}", key.get_ref()),
            // A table written as `[goals]` has the place of its heading, which begins before its name.
            at: if value.get_ref().is_table() { key_at } else { start },
            value: value.into_inner(),
        }
    });
    Section {
        fields: fields.collect(),
        prefix,
        at,
    }
}

/// Returns a text without control characters.
fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => printable.push(' '),
            _ if character.is_control() => printable.extend(character.escape_default()),
            _ => printable.push(character),
        }
    }
    printable
}

/// Formats a value for a message.
fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("`{}`", shorten(text)),
        DeValue::Integer(number) => shorten(number.as_str()),
        DeValue::Float(number) => shorten(number.as_str()),
        DeValue::Boolean(answer) => answer.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(items) if items.is_empty() => "an empty list".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
