//! Who plays a side.

use std::fmt;

use quincunx_search::{AgentError, AgentSpec};

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    Person,
    Computer(AgentSpec),
}

impl Seat {
    /// Reads a seat as it is written on the command line: `h`, `c`, a level from 1 to 5, or a player's
    /// specification.
    ///
    /// # Errors
    /// When it is none of these.
    pub(crate) fn parse(text: &str, level: u8) -> Result<Self, AgentError> {
        Ok(match text {
            "h" => Self::Person,
            "c" => Self::Computer(format!("level:{level}").parse()?),
            "1" | "2" | "3" | "4" | "5" => Self::Computer(format!("level:{text}").parse()?),
            spec => Self::Computer(spec.parse()?),
        })
    }

    /// Returns the level from 1 to 5, when it is one that plays.
    pub(crate) fn level(&self) -> Option<usize> {
        let Self::Computer(spec) = self else {
            return None;
        };
        let level = spec.to_string();
        let level = level.strip_prefix("level:")?.trim_start_matches("n=");
        level.parse().ok().filter(|level| (1..=5).contains(level))
    }
}

impl fmt::Display for Seat {
    /// Writes `person`, `computer, level 3` or the player's specification.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.level()) {
            (_, Some(level)) => write!(f, "computer, level {level}"),
            (Self::Person, None) => f.write_str("person"),
            (Self::Computer(spec), None) => spec.fmt(f),
        }
    }
}
