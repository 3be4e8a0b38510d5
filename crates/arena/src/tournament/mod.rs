//! Players against each other, until it is known how strong each is or one is left.
//!
//! A [`Tournament`] says who plays what, as a [`Run`](super::Run) does for simulations; [`Standing`] holds
//! the games that were played. Everything else follows from these two: which games come next, the
//! [table](Standing::table) of a round robin, the [rounds](Standing::rounds) of a knock-out. So a tournament
//! that was stopped goes on from what was saved, and whoever reads a file of one works out the same.
//!
//! ```text
//!   Tournament ──▶ Standing ──▶ next stage: pairings by number ──▶ games on all threads ─┐
//!                     ▲                                                                 │
//!                     └───────────────────────── rows ◀─────────────────────────────────┘
//! ```
//! The unit of evidence is the seed: in a game of two each pair plays it twice, from the same opening, each
//! player once in either seat; in a single-player game all play it, and more points win. A seed of a pair
//! counts when both its games were played.

mod file;
mod knock_out;
mod round_robin;
mod standing;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use quincunx_core::{RandomSource as _, Streams};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::difference::Difference;
use quincunx_search::time_control::TimeControl;

pub use knock_out::{Meeting, Round};
pub use round_robin::CrossTable;
pub use standing::{PairingPanicked, Standing};

/// Everything that decides what the games of a tournament give, but for the clock where there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// The version of the program that plays: in another, players may choose otherwise.
    pub program: String,
    /// The game's id.
    pub game: String,
    /// All options of the rules.
    pub options: BTreeMap<String, String>,
    /// How many sit at a board: 1 or 2.
    pub seats: u8,
    /// The players ([`AgentSpec`](quincunx_search::AgentSpec)); elsewhere they are numbered from 0.
    pub agents: Vec<String>,
    /// Who meets whom.
    pub format: Format,
    /// How many seeds a meeting of two has.
    pub seeds: u64,
    /// Where all luck comes from.
    #[serde(with = "quincunx_core::digits")]
    pub seed: u64,
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
    pub limit: Option<TimeControl>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// All meet all.
    RoundRobin,
    /// Who loses a meeting is out.
    KnockOut,
}

/// A text that names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no format of a tournament: `round-robin` and `knock-out` are")]
pub struct FormatError(String);

impl Format {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::RoundRobin, Self::KnockOut];

    /// Returns the word by which it is named everywhere.
    pub const fn word(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::KnockOut => "knock-out",
        }
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        let found = Self::ALL.into_iter().find(|format| format.word() == text);
        found.ok_or_else(|| FormatError(text.chars().take(60).collect()))
    }
}

/// A game of a tournament, in the order of games. People see its numbers from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// The round, from 0; a round robin has one.
    pub round: u32,
    /// Which of the round's seeds it has, from 0.
    pub number: u64,
    /// Who sits in each seat.
    pub seats: Vec<usize>,
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { round, number, seats } = self;
        let seats: Vec<usize> = seats.iter().map(|seat| seat.saturating_add(1)).collect();
        let (number, round) = (number.saturating_add(1), round.saturating_add(1));
        write!(
            f,
            "the game of players {seats:?} on seed {number} of round {round}"
        )
    }
}

/// The most players of a tournament.
pub const MAX_PLAYERS: usize = 64;

/// The most games of a tournament: all of them are kept.
pub(crate) const MAX_GAMES: u64 = 1_000_000;

impl Tournament {
    /// Returns the seed of a game; all pairings of a number in a round have the same.
    pub fn seed_of(&self, pairing: &Pairing) -> u64 {
        let round = Streams::new(self.seed).get(pairing.round.into()).next_word();
        Streams::new(round).get(pairing.number).next_word()
    }

    /// Returns whether a game can be one of this tournament's, as far as that is seen without knowing who
    /// wins.
    pub fn has(&self, pairing: &Pairing) -> bool {
        let Pairing { round, number, seats } = pairing;
        let players = self.agents.len();
        let (rounds, seeds) = match self.format {
            Format::RoundRobin => (1, self.seeds),
            Format::KnockOut => (
                players.saturating_sub(1),
                self.seeds.saturating_add(knock_out::MAX_MORE_SEEDS),
            ),
        };
        (*round as usize) < rounds
            && *number < seeds
            && seats.len() == usize::from(self.seats)
            && seats.iter().all(|&seat| seat < players)
            && seats.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Returns the least number of games, without those that a knock-out adds to even meetings.
    pub fn games(&self) -> u64 {
        let players = self.agents.len() as u64;
        let each = match (self.format, self.seats) {
            (Format::RoundRobin, 1) => players,
            (Format::RoundRobin, _) => players * players.saturating_sub(1),
            (Format::KnockOut, _) => 2 * players.saturating_sub(1),
        };
        each.saturating_mul(self.seeds)
    }

    /// Names the players so that no two have one name: of those who are named alike, with a number behind.
    pub fn names(&self) -> Vec<String> {
        let alike = |name: &String, among: &[String]| among.iter().filter(|other| *other == name).count();
        let name = |(place, name): (usize, &String)| match alike(name, &self.agents) {
            1 => name.clone(),
            _ => format!("{name} #{}", alike(name, &self.agents[..place]) + 1),
        };
        self.agents.iter().enumerate().map(name).collect()
    }

    /// Names the first thing in which another tournament differs, with both values.
    fn difference(&self, other: &Self) -> Option<Difference> {
        let format = |of: &Self| of.format.word();
        Difference::of("the game is", &self.game, &other.game)
            .or_else(|| Difference::of_options(&self.options, &other.options))
            .or_else(|| Difference::of("the seats are", &self.seats, &other.seats))
            .or_else(|| Difference::of_lists("the players are", &self.agents, &other.agents))
            .or_else(|| Difference::of("the format is", &format(self), &format(other)))
            .or_else(|| Difference::of("the seeds of a meeting are", &self.seeds, &other.seeds))
            .or_else(|| Difference::of("the seed is", &self.seed, &other.seed))
            .or_else(|| Difference::of_lists("the positions are", &self.positions, &other.positions))
            .or_else(|| Difference::of("the opening is", &self.opening, &other.opening))
            .or_else(|| Difference::of("the most actions are", &self.max_plies, &other.max_plies))
            .or_else(|| Difference::of_limits(self.limit, other.limit))
            .or_else(|| Difference::of("the program's version is", &self.program, &other.program))
    }

    /// Lists the games of two players on a seed.
    fn seatings(&self, [one, two]: [usize; 2]) -> [Vec<usize>; 2] {
        match self.seats {
            1 => [vec![one], vec![two]],
            _ => [vec![one, two], vec![two, one]],
        }
    }
}

/// Games that can be played one beside the other: every seating on every seed of a range.
#[derive(Clone, Debug)]
struct Stage {
    round: u32,
    first: u64,
    seeds: u64,
    seatings: Vec<Vec<usize>>,
}

impl Stage {
    /// Returns how many games it has.
    const fn len(&self) -> u64 {
        self.seeds * self.seatings.len() as u64
    }

    /// Returns a game by its number: seed by seed, so that whenever it is stopped all have played as often.
    fn pairing(&self, game: u64) -> Pairing {
        let each = self.seatings.len() as u64;
        Pairing {
            round: self.round,
            number: self.first + game / each,
            seats: self.seatings[(game % each) as usize].clone(),
        }
    }
}
