//! A run, and the results of it or of a part of it.

use std::collections::BTreeMap;

use quincunx_core::Streams;
use serde::{Deserialize, Serialize};

use super::difference::Difference;
use super::games::Games;
use super::part::{Part, seed_of};
use quincunx_search::time_control::TimeControl;

/// Everything that decides what the games of a run give, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The version of the program that plays them: in another, players may choose otherwise.
    pub program: String,
    /// The game's id.
    pub game: String,
    /// All options of the rules.
    pub options: BTreeMap<String, String>,
    /// The player of each seat, as named ([`AgentSpec`](quincunx_search::AgentSpec)).
    pub agents: Vec<String>,
    /// Where all luck comes from; written as text, as many readers of JSON know 53 bits of a number only.
    #[serde(with = "quincunx_core::digits")]
    pub seed: u64,
    /// How many games there are.
    pub games: u64,
    /// The positions in which games begin, in the game's notation, of which each game draws one by its seed;
    /// none for the beginning that the rules have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// Actions at the beginning of a game that are drawn from its seed.
    pub opening: u32,
    /// Actions after which a game is left.
    #[serde(rename = "most_plies")]
    pub max_plies: u32,
    /// How long players may think, instead of limits of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<TimeControl>,
    /// The names of the figures that the game reports.
    pub figures: Vec<String>,
}

impl Run {
    /// The version of the program that plays now.
    pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

    /// Returns the seed of a game: a session of this seed meets the same outcomes.
    pub fn seed_of(&self, game: u64) -> u64 {
        seed_of(Streams::new(self.seed), game)
    }

    /// Names the first thing in which another run differs, with both values.
    pub(super) fn difference(&self, other: &Self) -> Option<Difference> {
        Difference::of("the game is", &self.game, &other.game)
            .or_else(|| Difference::of_options(&self.options, &other.options))
            .or_else(|| Difference::of_lists("the players are", &self.agents, &other.agents))
            .or_else(|| Difference::of("the seed is", &self.seed, &other.seed))
            .or_else(|| Difference::of("the number of games is", &self.games, &other.games))
            .or_else(|| Difference::of_lists("the positions are", &self.positions, &other.positions))
            .or_else(|| Difference::of("the opening is", &self.opening, &other.opening))
            .or_else(|| Difference::of("the most actions are", &self.max_plies, &other.max_plies))
            .or_else(|| Difference::of_limits(self.limit, other.limit))
            .or_else(|| Difference::of("the program's version is", &self.program, &other.program))
            .or_else(|| Difference::of_lists("the figures are", &self.figures, &other.figures))
    }
}

/// What the games of a run gave, or as many of them as have been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The run.
    pub run: Run,
    /// What the games gave.
    pub part: Part,
}

impl Results {
    /// Makes the results of a run of which nothing has been played.
    pub fn none(run: Run, rows: bool) -> Self {
        let part = Part::none(run.figures.len(), rows);
        Self { run, part }
    }

    /// Returns the games of the run that are missing.
    pub fn missing(&self) -> Games {
        Games::range(0..self.run.games).without(&self.part.games)
    }
}
