//! How players are named.

use std::fmt;

use quincunx_core::{OptionError, OptionSpec, Options};
use thiserror::Error;

/// The name of a player with its parameters: `NAME` or `NAME:KEY=VALUE,KEY=VALUE`, in the one grammar in
/// which players are named everywhere.
///
/// `random`, `greedy`, `mcts:simulations=2000,seed=7`, `expectimax:depth=3`; `level:4` is short for
/// `level:n=4` — a first value without a key belongs to the agent's first parameter. All of `program:COMMAND`
/// after the colon is one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    /// The kind of player.
    pub name: String,
    /// The parameters given; the first may lack its key.
    parameters: Vec<(Option<String>, String)>,
}

/// The name of the agent whose moves a program makes.
const PROGRAM: &str = "program";

/// A kind of player that can be named.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentKind {
    /// Its name in specifications.
    pub name: &'static str,
    /// One line that says how it plays.
    pub help: &'static str,
    /// Its parameters; the first may be given without its key.
    pub parameters: &'static [OptionSpec],
}

/// What the machine lacks for a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MissingResource {
    /// Memory, for what the words say.
    #[error("{0}")]
    Memory(String),
    /// A file that comes beside the program, of this name.
    #[error("the file `{0}`, which comes with the program, is not beside it")]
    DataFile(&'static str),
    /// A file that comes with the program cannot be read, or is damaged.
    #[error("cannot use the file {path}, which comes with the program: {reason}")]
    UnusableFile {
        /// Its path, or its name.
        path: String,
        /// Why it is of no use.
        reason: String,
    },
}

/// A specification that names no player, or none that can play here and now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum AgentError {
    /// The text is not of the form.
    #[error("`{0}` does not name a player; one is named as in `mcts:simulations=2000,seed=7`")]
    Malformed(String),
    /// There is no player of this name for the game.
    #[error("there is no player `{name}` for this game; there are {known}")]
    Unknown { name: String, known: String },
    /// A parameter is not right.
    #[error("player `{name}`: {source}")]
    Parameter { name: String, source: OptionError },
    /// The machine has not what it needs.
    #[error("player `{name}` cannot play here")]
    MissingResource { name: String, source: MissingResource },
    /// The calling program has no player of a name.
    #[error("there is no player `custom:{name}` in this call; there are {known}")]
    NoCustomPlayer { name: String, known: String },
    /// A parameter is given twice.
    #[error("player `{name}`: `{key}` is given twice, and can have one value")]
    Twice { name: String, key: String },
}

impl AgentSpec {
    /// Returns the command line of `program:COMMAND`.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        let (_, command) = self.parameters.first()?;
        (self.name == PROGRAM).then_some(command)
    }

    /// Returns the same with one parameter more, which takes the place of one with this key. A first value
    /// without a key stays.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.parameters.retain(|(known, _)| known.as_deref() != Some(key));
        self.parameters.push((Some(key.to_owned()), value.to_string()));
        self
    }

    /// Reads the parameters against what the player takes.
    ///
    /// # Errors
    /// [`AgentError::Parameter`], when the player does not take a parameter or its value;
    /// [`AgentError::Twice`], when one is given twice.
    pub fn parameters(&self, kind: &AgentKind) -> Result<Options, AgentError> {
        let wrong = |source| AgentError::Parameter {
            name: self.name.clone(),
            source,
        };
        let mut options = Options::defaults(kind.parameters);
        let first = kind.parameters.first().map(|first| first.name);
        let key_of = |(key, value)| Option::<&str>::or(key, first).unwrap_or(value);
        let given = self
            .parameters
            .iter()
            .map(|(key, value)| (key.as_deref(), value.as_str()));
        for (place, parameter) in given.clone().enumerate() {
            let key = key_of(parameter);
            options.set(key, parameter.1).map_err(wrong)?;
            if given.clone().take(place).any(|earlier| key_of(earlier) == key) {
                return Err(AgentError::Twice {
                    name: self.name.clone(),
                    key: key.to_owned(),
                });
            }
        }
        Ok(options)
    }

    /// Finds the kind of player among those that a game has.
    ///
    /// # Errors
    /// [`AgentError::Unknown`], when none of them has the name.
    pub fn find<'a>(
        &self,
        kinds: impl IntoIterator<Item = &'a AgentKind> + Clone,
    ) -> Result<&'a AgentKind, AgentError> {
        kinds
            .clone()
            .into_iter()
            .find(|kind| kind.name == self.name)
            .ok_or_else(|| AgentError::Unknown {
                name: self.name.clone(),
                known: kinds
                    .into_iter()
                    .map(|kind| kind.name)
                    .collect::<Vec<_>>()
                    .join(", "),
            })
    }
}

impl std::str::FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let malformed = || AgentError::Malformed(text.chars().take(60).collect());
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if name.is_empty()
            || !name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        {
            return Err(malformed());
        }
        if let (PROGRAM, Some(command)) = (name, rest) {
            // A command line may hold commas and equals signs.
            return Ok(Self {
                name: name.to_owned(),
                parameters: vec![(None, command.to_owned())],
            });
        }
        let mut parameters = Vec::new();
        for (position, part) in rest.into_iter().flat_map(|rest| rest.split(',')).enumerate() {
            match part.split_once('=') {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => {
                    parameters.push((Some(key.to_owned()), value.to_owned()));
                }
                None if position == 0 && !part.is_empty() => parameters.push((None, part.to_owned())),
                _ => return Err(malformed()),
            }
        }
        Ok(Self {
            name: name.to_owned(),
            parameters,
        })
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (position, (key, value)) in self.parameters.iter().enumerate() {
            f.write_str(if position == 0 { ":" } else { "," })?;
            match key {
                Some(key) => write!(f, "{key}={value}")?,
                None => f.write_str(value)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::OptionKind;

    const KIND: AgentKind = AgentKind {
        name: "mcts",
        help: "",
        parameters: &[
            OptionSpec::new("simulations", OptionKind::Integer(1, 1_000_000), "1000"),
            OptionSpec::new("seed", OptionKind::Integer(0, u64::MAX), "0"),
        ],
    };

    #[test]
    fn the_first_key_may_be_left_out() {
        for text in [
            "mcts:2000,seed=7",
            "mcts:simulations=2000,seed=7",
            "mcts:seed=7,simulations=2000",
        ] {
            let spec: AgentSpec = text.parse().expect("a specification");
            assert_eq!(spec.to_string(), text);
            let options = spec.parameters(&KIND).expect("parameters it takes");
            assert_eq!(
                (
                    options.integer::<u64>("simulations"),
                    options.integer::<u64>("seed")
                ),
                (2000, 7)
            );
        }
    }

    #[test]
    fn a_parameter_is_added_whatever_there_is() {
        for (text, whole) in [
            ("mcts", "mcts:seed=7"),
            ("mcts:50", "mcts:50,seed=7"),
            ("mcts:seed=1", "mcts:seed=7"),
            ("mcts:seed=1,simulations=9", "mcts:simulations=9,seed=7"),
        ] {
            let spec: AgentSpec = text.parse().expect("a specification");
            let spec = spec.with("seed", 7);
            assert_eq!(spec.to_string(), whole);
            let options = spec.parameters(&KIND).expect("parameters it takes");
            assert_eq!(options.integer::<u64>("seed"), 7, "{text}");
        }
    }

    #[test]
    fn bad_specifications_are_reported() {
        for text in [
            "",
            ":",
            "mcts:",
            "mcts:a=",
            "mcts:=1",
            "mcts:a=1,2",
            "mc ts",
            "mcts:1,,",
        ] {
            assert!(
                matches!(text.parse::<AgentSpec>(), Err(AgentError::Malformed(_))),
                "{text}"
            );
        }
        for text in ["mcts:0", "mcts:depth=1", "mcts:x"] {
            let spec: AgentSpec = text.parse().expect("a specification");
            assert!(spec.parameters(&KIND).is_err(), "{text}");
        }
        for text in ["mcts:20,simulations=5", "mcts:seed=1,simulations=2,seed=1"] {
            let spec: AgentSpec = text.parse().expect("a specification");
            let error = spec.parameters(&KIND).expect_err("twice").to_string();
            assert!(error.contains("is given twice"), "{error}");
        }
        let other: AgentSpec = "oracle".parse().expect("a specification");
        let error = other.find(&[KIND]).expect_err("unknown");
        assert_eq!(
            error.to_string(),
            "there is no player `oracle` for this game; there are mcts"
        );
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[a-z0-9:=,. é-]{0,40}") {
            if let Ok(spec) = text.parse::<AgentSpec>() {
                proptest::prop_assert_eq!(spec.to_string(), text);
                let _ = spec.parameters(&KIND);
            }
        }
    }
}
