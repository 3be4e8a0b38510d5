//! The options of a game: their names, ranges and defaults, read alike by the command line, records, page and
//! Python.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::notation::shorten;

/// One option that a game's rules take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionSpec {
    /// The name: lower case, words joined by `-`.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// The value when none is given, in text.
    pub default: &'static str,
    /// One line that says what it does.
    pub help: &'static str,
}

impl OptionSpec {
    /// Creates an option without a help text.
    pub const fn new(name: &'static str, kind: OptionKind, default: &'static str) -> Self {
        Self {
            name,
            kind,
            default,
            help: "",
        }
    }

    /// Sets the line that says what it does.
    pub const fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }
}

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionKind {
    /// A whole number from the first to the second, both included.
    Integer(u64, u64),
    /// A number from the first to the second, both included.
    Number(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text.
    Text,
    /// The contents of a text file; on the command line the file is named.
    File,
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(least, most) => write!(f, "a whole number from {least} to {most}"),
            Self::Number(least, most) => write!(f, "a number from {least} to {most}"),
            Self::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Self::Text => f.write_str("a text"),
            Self::File => f.write_str("a text file"),
        }
    }
}

/// Values for a game's options, each checked against its [`OptionSpec`]; the rest keep their defaults.
///
/// Two sets are equal when all options have the same values, whether by default or not.
#[derive(Clone, Debug)]
pub struct Options {
    specs: &'static [OptionSpec],
    values: BTreeMap<&'static str, String>,
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.specs == other.specs && self.iter().eq(other.iter())
    }
}

/// A value that an option does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of this name.
    #[error("there is no option `{name}` here; there are {known}")]
    Unknown { name: String, known: String },
    /// The value is not one that the option takes.
    #[error("option `{name}` takes {expected}, not `{value}`")]
    Value {
        name: String,
        value: String,
        expected: String,
    },
}

impl OptionError {
    /// Returns the name of the option.
    pub fn name(&self) -> &str {
        let (Self::Unknown { name, .. } | Self::Value { name, .. }) = self;
        name
    }

    /// Makes the error for a value that rules refuse for a reason of their own; a long value is shortened.
    pub fn value(name: &str, value: impl fmt::Display, expected: impl Into<String>) -> Self {
        Self::Value {
            name: name.to_owned(),
            value: shorten(&value.to_string()),
            expected: expected.into(),
        }
    }
}

impl Options {
    /// Makes the set in which every option has its default.
    pub const fn defaults(specs: &'static [OptionSpec]) -> Self {
        Self {
            specs,
            values: BTreeMap::new(),
        }
    }

    /// Creates the set with values from pairs of names and values.
    ///
    /// # Errors
    /// As [`Options::set`].
    pub fn from_pairs(
        specs: &'static [OptionSpec],
        pairs: &BTreeMap<String, String>,
    ) -> Result<Self, OptionError> {
        let mut options = Self::defaults(specs);
        for (name, value) in pairs {
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// Sets one option. A number is kept as it is printed, so that `+05` and `5` are the same value. If it
    /// fails, nothing is changed.
    ///
    /// # Errors
    /// [`OptionError::Unknown`], when there is no option of this name; [`OptionError::Value`], when it does
    /// not take the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = self
            .specs
            .iter()
            .find(|spec| spec.name == name)
            .ok_or_else(|| OptionError::Unknown {
                name: shorten(name),
                known: match self.specs {
                    [] => "none".to_owned(),
                    specs => specs.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", "),
                },
            })?;
        let kept = match spec.kind {
            OptionKind::Integer(least, most) => value
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .map(|number: u64| number.to_string()),
            OptionKind::Number(least, most) => value
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number))
                // −0 is 0.
                .map(|number: f64| (number + 0.0).to_string()),
            OptionKind::Choice(words) => words.contains(&value).then(|| value.to_owned()),
            OptionKind::Text | OptionKind::File => Some(value.to_owned()),
        };
        let kept = kept.ok_or_else(|| OptionError::value(name, value, spec.kind.to_string()))?;
        self.values.insert(spec.name, kept);
        Ok(())
    }

    /// Returns what the options are.
    pub const fn specs(&self) -> &'static [OptionSpec] {
        self.specs
    }

    /// Returns the text of an option's value.
    ///
    /// # Panics
    /// When there is no option of this name.
    pub fn text(&self, name: &str) -> &str {
        match self.values.get(name) {
            Some(value) => value,
            None => {
                self.specs
                    .iter()
                    .find(|spec| spec.name == name)
                    .expect("the game names its options")
                    .default
            }
        }
    }

    /// Returns the value of a whole-number option.
    ///
    /// # Panics
    /// When there is no option of this name, or its value is not a whole number that fits in the type.
    pub fn integer<N: TryFrom<u64>>(&self, name: &str) -> N {
        let value: u64 = self.text(name).parse().expect("checked when it was set");
        N::try_from(value).ok().expect("the option's range fits its type")
    }

    /// Returns the value of a number option.
    ///
    /// # Panics
    /// When there is no option of this name, or its value is not a number.
    pub fn number(&self, name: &str) -> f64 {
        self.text(name).parse().expect("checked when it was set")
    }

    /// Lists every option with its value, defaults included, in the order of the specifications.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.specs.iter().map(|spec| (spec.name, self.text(spec.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec::new("width", OptionKind::Integer(2, 64), "4").help("columns"),
        OptionSpec::new(
            "scoring",
            OptionKind::Choice(&["standard", "contest"]),
            "standard",
        )
        .help("points"),
        OptionSpec::new("rate", OptionKind::Number(0.0, 1.0), "0.1").help("fours"),
    ];

    #[test]
    fn values_are_checked_and_defaults_kept() {
        let mut options = Options::defaults(SPECS);
        options.set("width", "5").expect("in range");
        assert_eq!(options.integer::<u32>("width"), 5);
        assert_eq!(options.text("scoring"), "standard");
        for (name, value) in [
            ("width", "1"),
            ("width", "x"),
            ("scoring", "x"),
            ("rate", "NaN"),
            ("height", "4"),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(
            options.iter().collect::<Vec<_>>(),
            [("width", "5"), ("scoring", "standard"), ("rate", "0.1")]
        );
    }

    #[test]
    fn a_default_that_is_set_is_the_default() {
        let mut options = Options::defaults(SPECS);
        options.set("width", "4").expect("in range");
        assert_eq!(options, Options::defaults(SPECS));
        options.set("width", "5").expect("in range");
        assert_ne!(options, Options::defaults(SPECS));
    }

    #[test]
    fn a_number_is_the_same_however_it_is_written() {
        let mut options = Options::defaults(SPECS);
        for (name, value) in [("width", "+04"), ("rate", "1e-1"), ("rate", ".10")] {
            options.set(name, value).expect("in range");
            assert_eq!(options, Options::defaults(SPECS), "{name} {value}");
        }
        for zero in ["-0", "-0.0", "0"] {
            options.set("rate", zero).expect("in range");
            assert_eq!(options.text("rate"), "0", "{zero}");
        }
        options.set("width", "0064").expect("in range");
        assert_eq!(options.text("width"), "64");
    }

    #[test]
    fn errors_repeat_no_more_than_the_beginning_of_a_value() {
        let mut options = Options::defaults(SPECS);
        let long = "9".repeat(1000);
        for (name, value) in [("width", long.as_str()), (&long, "4")] {
            let error = options.set(name, value).expect_err("no such thing");
            assert!(error.to_string().len() < 200, "{error}");
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let mut options = Options::defaults(SPECS);
        let error = options.set("width", "65").expect_err("out of range");
        assert_eq!(
            error.to_string(),
            "option `width` takes a whole number from 2 to 64, not `65`"
        );
        let error = options.set("width", &"6".repeat(100)).expect_err("out of range");
        assert!(
            error.to_string().ends_with(&format!("not `{}…`", "6".repeat(60))),
            "{error}"
        );
        let error = options.set("depth", "1").expect_err("unknown");
        assert_eq!(
            error.to_string(),
            "there is no option `depth` here; there are width, scoring, rate"
        );
    }
}
