//! What a game gave, and what many gave together.

use std::fmt;
use std::str::FromStr;

use quincunx_core::{Outcome, Side};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::counts::{Histogram, Written};

/// How a game of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// A player won.
    Won(Side),
    /// Nobody won.
    Drawn,
    /// A single-player game was over.
    Scored,
    /// A single-player game with goals was over, and they were reached.
    Reached,
    /// A single-player game with goals was over, and one was missed.
    Missed,
    /// It was left after the most actions that the run allows, or in a cascade that came to no rest.
    Unfinished,
}

/// What one game of a run gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the game in the run.
    pub game: u64,
    /// Its seed: a session of this seed meets the same outcomes.
    pub seed: u64,
    /// How it ended.
    pub end: End,
    /// The points of a single-player game; 0 in a game of two.
    pub points: u64,
    /// Actions played.
    pub plies: u32,
    /// What the game reports beside; see [`Figure`](super::Figure).
    pub figures: Box<[u64]>,
}

/// What games gave together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeCounts {
    /// Games that each player won.
    pub won: [u64; 2],
    /// Games that nobody won.
    pub drawn: u64,
    /// Single-player games that were over.
    pub scored: u64,
    /// Single-player games whose goals were reached.
    pub reached: u64,
    /// Single-player games whose goals were missed.
    pub missed: u64,
    /// Games that were left.
    pub unfinished: u64,
    /// The points of single-player games.
    pub points: Histogram,
    /// The actions played.
    pub plies: Histogram,
    /// What the game reports beside, in the order of its list.
    #[serde(deserialize_with = "few")]
    pub figures: Vec<Histogram>,
}

/// The most figures that a game can report, so that a short text cannot take all memory.
pub const MAX_FIGURES: usize = 64;

/// Reads no more counters than there can be figures.
fn few<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Histogram>, D::Error> {
    let written: Vec<Written> = Vec::deserialize(deserializer)?;
    if written.len() > MAX_FIGURES {
        let expected = format!("the counters of {MAX_FIGURES} figures at most");
        return Err(D::Error::invalid_length(written.len(), &expected.as_str()));
    }
    let counts = written.into_iter().map(Histogram::try_from);
    counts.collect::<Result<_, _>>().map_err(D::Error::custom)
}

impl OutcomeCounts {
    /// Creates counters for a number of figures, before the first game.
    pub fn new(figures: usize) -> Self {
        Self {
            figures: vec![Histogram::default(); figures],
            ..Self::default()
        }
    }

    /// Counts a game.
    #[inline]
    pub fn count(&mut self, row: &Row) {
        *self.end_mut(row.end) += 1;
        self.points.count(row.points);
        self.plies.count(row.plies.into());
        for (counts, &figure) in self.figures.iter_mut().zip(&row.figures) {
            counts.count(figure);
        }
    }

    /// Adds what others have counted of as many figures.
    pub fn add(&mut self, other: &Self) {
        for (end, games) in other.ends() {
            let mine = self.end_mut(end);
            *mine = mine.saturating_add(games);
        }
        self.points.add(&other.points);
        self.plies.add(&other.plies);
        for (counts, others) in self.figures.iter_mut().zip(&other.figures) {
            counts.add(others);
        }
    }

    /// Returns how many games were counted.
    pub const fn games(&self) -> u64 {
        self.plies.len()
    }

    /// Returns whether all counters speak of the same number of games and figures.
    pub(super) fn is_of(&self, games: u64, figures: usize) -> bool {
        let ends = self
            .ends()
            .iter()
            .fold(0u64, |sum, (_, games)| sum.saturating_add(*games));
        let counts = [&self.points, &self.plies].into_iter().chain(&self.figures);
        ends == games
            && self.figures.len() == figures
            && counts.into_iter().all(|counts| counts.len() == games)
    }

    /// Returns how many games ended in each way.
    pub const fn ends(&self) -> [(End, u64); 7] {
        let [one, two] = self.won;
        [
            (End::Won(Side::One), one),
            (End::Won(Side::Two), two),
            (End::Drawn, self.drawn),
            (End::Scored, self.scored),
            (End::Reached, self.reached),
            (End::Missed, self.missed),
            (End::Unfinished, self.unfinished),
        ]
    }

    fn end_mut(&mut self, end: End) -> &mut u64 {
        match end {
            End::Won(player) => &mut self.won[player.index()],
            End::Drawn => &mut self.drawn,
            End::Scored => &mut self.scored,
            End::Reached => &mut self.reached,
            End::Missed => &mut self.missed,
            End::Unfinished => &mut self.unfinished,
        }
    }
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(player) => Self::Won(player),
            Outcome::Draw => Self::Drawn,
            Outcome::Score(_) => Self::Scored,
            Outcome::Goals { reached: true, .. } => Self::Reached,
            Outcome::Goals { reached: false, .. } => Self::Missed,
        }
    }
}

/// A word that is no end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected P1, P2, draw, score, reached, missed or unfinished, found `{0}`")]
pub struct EndError(String);

impl End {
    const ALL: [Self; 7] = [
        Self::Won(Side::One),
        Self::Won(Side::Two),
        Self::Drawn,
        Self::Scored,
        Self::Reached,
        Self::Missed,
        Self::Unfinished,
    ];

    /// Checks that a game with a number of seats can have this end.
    pub(super) fn check(self, seats: usize) -> Result<(), String> {
        let is_possible = match self {
            Self::Won(_) | Self::Drawn => seats == 2,
            Self::Scored | Self::Reached | Self::Missed => seats == 1,
            Self::Unfinished => true,
        };
        is_possible
            .then_some(())
            .ok_or_else(|| format!("no game for {seats} ends with `{self}`"))
    }

    /// Returns the word for it in files: the winner, or what happened.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won(Side::One) => "P1",
            Self::Won(Side::Two) => "P2",
            Self::Drawn => "draw",
            Self::Scored => "score",
            Self::Reached => "reached",
            Self::Missed => "missed",
            Self::Unfinished => "unfinished",
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for End {
    type Err = EndError;

    fn from_str(word: &str) -> Result<Self, EndError> {
        let known = Self::ALL.into_iter().find(|end| end.word() == word);
        known.ok_or_else(|| EndError(word.chars().take(60).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_is_counted_and_written_apart() {
        let mut tally = OutcomeCounts::new(1);
        for (number, end) in (0..).zip(End::ALL) {
            assert_eq!(end.to_string().parse(), Ok(end));
            let row = Row {
                game: number,
                seed: 0,
                end,
                points: 10 * number,
                plies: 7,
                figures: Box::new([number]),
            };
            for _ in 0..=number {
                tally.count(&row);
            }
        }
        assert_eq!(tally.ends().map(|(_, games)| games), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(
            (tally.games(), tally.points.sum(), tally.plies.sum()),
            (28, 1120, 196)
        );
        assert_eq!(tally.figures[0].most(), Some(6));
        assert!(tally.is_of(28, 1) && !tally.is_of(28, 2) && !tally.is_of(27, 1));
        let mut twice = tally.clone();
        twice.add(&tally);
        assert_eq!(twice.ends().map(|(_, games)| games), [2, 4, 6, 8, 10, 12, 14]);
        assert!(twice.is_of(56, 1));
        assert!("P3".parse::<End>().is_err());
    }
}
