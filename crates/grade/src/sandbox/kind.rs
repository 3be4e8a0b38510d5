//! The means by which programs are kept apart.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How programs are kept apart from the machine, beside their limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Isolation {
    /// By bubblewrap: no network, processes of its own, only its own folder and the system's programs in
    /// sight, nothing writable but an empty `/tmp`.
    Bubblewrap,
    /// By Landlock: the same files, no new network connections over TCP, no signals to other processes, which
    /// are in sight. Kernels before 6.7 do not refuse connections, those before 6.12 not signals; none
    /// refuses UDP, or sockets in files that may be read.
    Landlock,
    /// Not at all: limits only.
    None,
}

impl Isolation {
    /// All of them, the strictest first.
    pub const ALL: [Self; 3] = [Self::Bubblewrap, Self::Landlock, Self::None];

    /// Returns its name on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Isolation {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|isolation| isolation.word() == word);
        named.ok_or_else(|| format!("expected bubblewrap, landlock or none, found {word}"))
    }
}
