//! The player of a side.

use std::fmt;

use quincunx_search::{AgentError, AgentSpec};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    Person,
    Computer(AgentSpec),
}

impl Seat {
    /// The word for a person in records.
    pub(crate) const PERSON: &str = "person";
    pub(crate) const PERSONS: [Self; 2] = [Self::Person, Self::Person];

    /// Parses a seat: `h`, `c`, a level from 1 to 5, or a player's specification.
    pub(crate) fn parse(text: &str, level: u8) -> Result<Self, AgentError> {
        Ok(match text {
            "h" => Self::Person,
            "c" => Self::Computer(format!("level:{level}").parse()?),
            "1" | "2" | "3" | "4" | "5" => Self::Computer(format!("level:{text}").parse()?),
            spec => Self::Computer(spec.parse()?),
        })
    }

    /// Returns the computer player, if it is one.
    pub(crate) const fn agent(&self) -> Option<&AgentSpec> {
        match self {
            Self::Person => None,
            Self::Computer(agent) => Some(agent),
        }
    }

    /// Returns the level from 1 to 5, if it is one.
    pub(crate) fn level(&self) -> Option<usize> {
        let level = self.agent()?.to_string();
        let level = level.strip_prefix("level:")?.trim_start_matches("n=");
        level.parse().ok().filter(|level| (1..=5).contains(level))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.level()) {
            (_, Some(level)) => write!(f, "computer, level {level}"),
            (Self::Person, None) => f.write_str(Self::PERSON),
            (Self::Computer(spec), None) => spec.fmt(f),
        }
    }
}
