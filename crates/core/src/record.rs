//! The record of a game as text: rules, seed, actions and chance outcomes, so that it replays for ever.
//!
//! ```text
//! quincunx-record 1
//! game 2048
//! option width 4
//! option height 4
//! seed 7
//! tag player-1 level:5
//! * 2@1;3
//! * 2@0;0
//! > left
//! * 4@3;2
//! end 5d41402a
//! ```
//! A line is one event: `>` an action, `*` an outcome of chance, both in the game's own notation. A game that
//! did not begin where its rules do has a line `position` after the seed, which is a number or a key
//! ([`Seed`]). The last line carries the CRC-32 of all bytes before it, line ends counted as one line feed.
//! In names and values a line break is written `\n`, a carriage return `\r` and a backslash `\\`; in names a
//! blank is `\s`.

use std::fmt::Write as _;

use thiserror::Error;

use crate::notation::shorten;
use crate::seed::Seed;

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The options of the rules, all of them, in the game's order.
    pub options: Vec<(String, String)>,
    /// The seed that chance outcomes after the record's end are drawn from.
    pub seed: Seed,
    /// The position the game began in, in the game's notation; `None` for that of the rules.
    pub position: Option<String>,
    /// What else is known: players, date. No name is empty.
    pub tags: Vec<(String, String)>,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// One event of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player acted.
    Action(String),
    /// Chance decided.
    Chance(String),
}

/// A text that is no record, or not a whole one; lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum RecordError {
    /// The text does not begin as a record does.
    #[error("line 1: this is no record of a game: it should begin with `quincunx-record 1`")]
    Foreign,
    /// The record is of a version that this program does not know.
    #[error("line 1: this record is of version `{0}`; this program reads version 1")]
    Version(String),
    /// A line is not one that a record may have here.
    #[error("line {line}: `{text}` is not {expected}")]
    Line {
        line: usize,
        text: String,
        expected: &'static str,
    },
    /// The last line is missing.
    #[error("line {line}: the record breaks off: its last line `end CHECKSUM` is missing")]
    CutOff { line: usize },
    /// The contents do not fit the checksum.
    #[error(
        "line {line}: the record is damaged: its contents give the checksum {actual:08x}, the line says {stated}"
    )]
    Checksum {
        line: usize,
        actual: u32,
        stated: String,
    },
    /// The record is of another game.
    #[error("line 2: this is a record of `{0}`, which is not known here")]
    Game(String),
    /// The rules are not possible.
    #[error("line {line}: {reason}")]
    Rules { line: usize, reason: String },
    /// The position the game began in is none.
    #[error("line {line}: {reason}")]
    Position { line: usize, reason: String },
    /// An event could not have happened.
    #[error("line {line}: {reason}")]
    Event { line: usize, reason: String },
}

impl Record {
    /// The word with which the text form begins.
    pub const MAGIC: &str = "quincunx-record";

    const VERSION: &str = "1";

    /// Returns the error for a record of a game that is not known; a long name is shortened.
    pub fn unknown_game(&self) -> RecordError {
        RecordError::Game(shorten(&self.game))
    }

    /// Returns the line of an event in the text form, for errors about it. Lines count from 1, events from 0.
    pub fn line_of_event(&self, index: usize) -> usize {
        self.line_of_position() + usize::from(self.position.is_some()) + self.tags.len() + index
    }

    /// Returns the line of the position in the text form, whether or not there is one: the line after the
    /// seed.
    pub(crate) const fn line_of_position(&self) -> usize {
        self.line_of_option(self.options.len()) + 1
    }

    /// Returns the line of an option in the text form. Lines count from 1, options from 0.
    pub const fn line_of_option(&self, index: usize) -> usize {
        3 + index
    }

    /// Writes the text form.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} {}\ngame {}\n", Self::MAGIC, Self::VERSION, self.game);
        let line = |text: &mut String, key: &str, value: &str| {
            text.push_str(key);
            text.push(' ');
            escape_into(text, value);
            text.push('\n');
        };
        for (name, value) in &self.options {
            line(&mut text, &format!("option {name}"), value);
        }
        line(&mut text, "seed", &self.seed.to_string());
        if let Some(position) = &self.position {
            line(&mut text, "position", position);
        }
        for (name, value) in &self.tags {
            let mut key = "tag ".to_owned();
            for word in name.split_inclusive(' ') {
                escape_into(&mut key, word.trim_end_matches(' '));
                key.push_str(if word.ends_with(' ') { "\\s" } else { "" });
            }
            line(&mut text, &key, value);
        }
        for event in &self.events {
            match event {
                Event::Action(action) => line(&mut text, ">", action),
                Event::Chance(outcome) => line(&mut text, "*", outcome),
            }
        }
        let checksum = crc32fast::hash(text.as_bytes());
        writeln!(text, "end {checksum:08x}").expect("a string takes everything");
        text
    }

    /// Reads the text form; line ends may be those of any system.
    ///
    /// # Errors
    /// When the text is not a record of this form, is cut off or changed, or has a line that cannot be read.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let mut reader = Reader::new(text);
        match reader.next_pair() {
            Some((Self::MAGIC, Self::VERSION)) => {}
            Some((Self::MAGIC, version)) => return Err(RecordError::Version(shorten(version))),
            _ => return Err(RecordError::Foreign),
        }
        let game = reader.expect("game", "`game` and its name")?;
        let mut options = Vec::new();
        while let Some(value) = reader.take("option") {
            options.push(reader.named(value, "`option`, a name and a value")?);
        }
        let seed_text = reader.expect("seed", "`seed` and a number or a key (or another `option`)")?;
        let seed = seed_text.parse().map_err(|_| {
            reader.error(
                seed_text,
                "a seed, a whole number below 2^64 or 64 digits of 0-9 and a-f",
            )
        })?;
        let position = match reader.take("position") {
            Some(text) => Some(reader.unescape(text)?),
            None => None,
        };
        let mut tags = Vec::new();
        while let Some(value) = reader.take("tag") {
            tags.push(reader.named(value, "`tag`, a name and a value")?);
        }
        let mut events = Vec::new();
        loop {
            if let Some(action) = reader.take(">") {
                events.push(Event::Action(reader.unescape(action)?));
            } else if let Some(outcome) = reader.take("*") {
                events.push(Event::Chance(reader.unescape(outcome)?));
            } else {
                break;
            }
        }
        let actual = reader.checksum();
        let stated = reader.expect("end", "an event (`>` or `*`) or `end` and the checksum")?;
        if stated != format!("{actual:08x}") {
            return Err(RecordError::Checksum {
                line: reader.line,
                actual,
                stated: shorten(stated),
            });
        }
        for text in reader.lines.by_ref() {
            reader.line += 1;
            if !text.trim().is_empty() {
                return Err(RecordError::Line {
                    line: reader.line,
                    text: shorten(text),
                    expected: "an empty line: the record has ended",
                });
            }
        }
        Ok(Self {
            game: game.to_owned(),
            options,
            seed,
            position,
            tags,
            events,
        })
    }
}

/// Reads line by line and keeps the checksum of what it has passed, with line ends as they were written at
/// first.
struct Reader<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
    line: usize,
    hasher: crc32fast::Hasher,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            lines: text.lines().peekable(),
            line: 0,
            hasher: crc32fast::Hasher::new(),
        }
    }

    /// Returns the key and the value of the next line.
    fn next_pair(&mut self) -> Option<(&'a str, &'a str)> {
        let line = self.lines.next()?;
        self.line += 1;
        self.hasher.update(line.as_bytes());
        self.hasher.update(b"\n");
        Some(split(line))
    }

    /// Returns the value of the next line when it has this key; otherwise the line stays.
    fn take(&mut self, key: &str) -> Option<&'a str> {
        let line = *self.lines.peek()?;
        if split(line).0 != key {
            return None;
        }
        self.next_pair().map(|(_, value)| value)
    }

    /// Returns the value of the next line, which must have this key.
    fn expect(&mut self, key: &str, expected: &'static str) -> Result<&'a str, RecordError> {
        match self.take(key) {
            Some(value) if !value.is_empty() => Ok(value),
            Some(_) => Err(self.error(key, expected)),
            None => {
                self.line += 1;
                Err(match self.lines.peek().copied() {
                    Some(line) => self.error(line, expected),
                    None => RecordError::CutOff { line: self.line },
                })
            }
        }
    }

    fn named(&self, text: &str, expected: &'static str) -> Result<(String, String), RecordError> {
        let (name, value) = split(text);
        if name.is_empty() {
            return Err(self.error(text, expected));
        }
        Ok((self.unescape(name)?, self.unescape(value)?))
    }

    fn unescape(&self, text: &str) -> Result<String, RecordError> {
        unescape(text).ok_or_else(|| {
            self.error(
                text,
                "a value: a backslash stands only in `\\n`, `\\r`, `\\s` and `\\\\`",
            )
        })
    }

    fn checksum(&self) -> u32 {
        self.hasher.clone().finalize()
    }

    fn error(&self, text: &str, expected: &'static str) -> RecordError {
        RecordError::Line {
            line: self.line,
            text: shorten(text),
            expected,
        }
    }
}

fn split(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

fn escape_into(text: &mut String, value: &str) {
    for character in value.chars() {
        match character {
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\\' => text.push_str("\\\\"),
            other => text.push(other),
        }
    }
}

fn unescape(text: &str) -> Option<String> {
    let mut value = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        value.push(match character {
            '\\' => match characters.next()? {
                'n' => '\n',
                'r' => '\r',
                's' => ' ',
                '\\' => '\\',
                _ => return None,
            },
            other => other,
        });
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample() -> Record {
        Record {
            game: "2048".into(),
            options: vec![
                ("width".into(), "4".into()),
                ("board".into(), "a b\nc\\d".into()),
                ("empty".into(), String::new()),
            ],
            seed: Seed::Number(7),
            position: None,
            tags: vec![
                ("player-1".into(), "level:5".into()),
                (" the\nplace ".into(), "a room".into()),
            ],
            events: vec![Event::Chance("2@1;3".into()), Event::Action("left".into())],
        }
    }

    #[test]
    fn text_and_record_are_inverse() {
        let record = sample();
        let text = record.to_text();
        assert_eq!(Record::parse(&text), Ok(record.clone()));
        assert_eq!(Record::parse(&text.replace('\n', "\r\n")), Ok(record));
    }

    #[test]
    fn line_numbers_are_those_of_the_text() {
        let record = sample();
        let text = record.to_text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[record.line_of_option(1) - 1], "option board a b\\nc\\\\d");
        assert_eq!(lines[record.line_of_event(1) - 1], "> left");
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let text = sample().to_text();
        for end in 0..text.len() - 1 {
            assert!(Record::parse(&text[..end]).is_err(), "cut at {end}");
        }
        // Bit 5 turns a checksum's letters into capitals.
        for (at, bit) in (0..text.len() - 1).flat_map(|at| [(at, 1), (at, 32)]) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= bit;
            if let Ok(changed) = String::from_utf8(bytes) {
                assert!(Record::parse(&changed).is_err(), "changed at {at}: {changed}");
            }
        }
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(Record::parse("PGN"), Err(RecordError::Foreign));
        assert_eq!(
            Record::parse("quincunx-record 9"),
            Err(RecordError::Version("9".into()))
        );
        let game = "g".repeat(99);
        let error = Record { game, ..sample() }.unknown_game();
        assert_eq!(error, RecordError::Game("g".repeat(60) + "…"));
        let text = sample().to_text();
        let damaged = text.replace("left", "right");
        assert!(matches!(
            Record::parse(&damaged),
            Err(RecordError::Checksum { line: 11, .. })
        ));
        let odd = text.replace("> left", "left");
        assert!(matches!(
            Record::parse(&odd),
            Err(RecordError::Line { line: 10, .. })
        ));
        let longer = format!("{text}\n\nmore\n");
        let error = Record::parse(&longer).expect_err("it has ended");
        assert_eq!(
            error.to_string(),
            "line 14: `more` is not an empty line: the record has ended"
        );
        assert_eq!(Record::parse(&format!("{text}\n \n")), Ok(sample()));
    }

    /// A record of any contents: names are words, values any text.
    fn records() -> impl Strategy<Value = Record> {
        let name = "[a-z][a-z0-9-]{0,8}";
        let named = || prop::collection::vec((name, any::<String>()), 0..4);
        let event = prop_oneof![
            any::<String>().prop_map(Event::Action),
            any::<String>().prop_map(Event::Chance),
        ];
        let events = prop::collection::vec(event, 0..8);
        let seeds = prop_oneof![
            any::<u64>().prop_map(Seed::Number),
            any::<[u8; 32]>().prop_map(Seed::Key),
        ];
        let position = prop::option::of(any::<String>());
        (name, named(), seeds, position, named(), events).prop_map(
            |(game, options, seed, position, tags, events)| Record {
                game,
                options,
                seed,
                position,
                tags,
                events,
            },
        )
    }

    /// A text made of pieces of records, so that reading gets past the first line.
    fn near_records() -> impl Strategy<Value = String> {
        let line = prop_oneof![
            Just("game 2048".to_owned()),
            Just("seed 7".to_owned()),
            Just(format!("seed {}", "0f".repeat(32))),
            "(option|tag|position|seed|end|>|\\*)( [a-z0-9\\\\]{0,4}){0,2}",
            any::<String>(),
        ];
        prop::collection::vec(line, 0..10).prop_map(|lines| {
            let body = format!("quincunx-record 1\n{}\n", lines.join("\n"));
            format!("{body}end {:08x}\n", crc32fast::hash(body.as_bytes()))
        })
    }

    proptest! {
        #[test]
        fn any_record_reads_as_what_wrote_it(record in records()) {
            let text = record.to_text();
            prop_assert_eq!(Record::parse(&text), Ok(record.clone()), "{}", text);
            for (index, event) in record.events.iter().enumerate() {
                let line = text.lines().nth(record.line_of_event(index) - 1).expect("a line an event");
                let sign = if matches!(event, Event::Action(_)) { '>' } else { '*' };
                prop_assert!(line.starts_with(sign), "{}", line);
            }
        }

        #[test]
        fn no_text_is_read_wrongly(text in prop_oneof![any::<String>(), near_records()]) {
            if let Ok(record) = Record::parse(&text) {
                prop_assert_eq!(Record::parse(&record.to_text()), Ok(record), "{}", text);
            }
        }
    }
}
