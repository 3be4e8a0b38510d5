//! The games that were played, and how more are.

use std::collections::BTreeMap;

use thiserror::Error;

use super::{Format, Pairing, Stage, Tournament};
use crate::games::{Games, Shard};
use crate::parallel::{DELIVERY_INTERVAL, SaveTimer, Work, play_in_parallel};
use crate::tally::{End, Row};

/// A tournament with the games of it that were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub(super) tournament: Tournament,
    pub(super) games: BTreeMap<Pairing, Row>,
}

/// A game of a tournament that ended in a panic: a fault of a player or of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{pairing} panicked, with the seed {seed}: {reason}")]
#[non_exhaustive]
pub struct PairingPanicked {
    /// The game.
    pub pairing: Pairing,
    /// Its seed.
    pub seed: u64,
    /// The panic message.
    pub reason: String,
}

impl Standing {
    /// Makes the standing before the first game.
    pub const fn new(tournament: Tournament) -> Self {
        Self {
            tournament,
            games: BTreeMap::new(),
        }
    }

    /// Makes the standing after these games.
    pub(super) const fn after(tournament: Tournament, games: BTreeMap<Pairing, Row>) -> Self {
        Self { tournament, games }
    }

    /// Returns the tournament.
    pub const fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// Returns the games that were played.
    pub const fn games(&self) -> &BTreeMap<Pairing, Row> {
        &self.games
    }

    /// Returns whether all games were played.
    pub fn is_over(&self) -> bool {
        self.upcoming().is_none()
    }

    /// Returns the games that come next, some of which may have been played.
    fn upcoming(&self) -> Option<Stage> {
        match self.tournament.format {
            Format::RoundRobin => self.next_of_round_robin(),
            Format::KnockOut => self.next_of_knock_out(),
        }
    }

    /// Lists the games of the present stage that were not played; with none the tournament is over.
    pub fn next_games(&self) -> Vec<Pairing> {
        self.share(self, Shard::WHOLE)
    }

    /// Lists what is left of a share of the [games that come next](Self::next_games) after `known`.
    pub fn share(&self, known: &Self, shard: Shard) -> Vec<Pairing> {
        let Some(stage) = known.upcoming() else {
            return Vec::new();
        };
        let share = Games::shard(stage.len(), shard);
        let pairings = share.iter().map(|game| stage.pairing(game));
        let is_left = |pairing: &Pairing| [self, known].iter().all(|had| !had.games.contains_key(pairing));
        pairings.filter(is_left).collect()
    }

    /// Plays what is left until the stop. `play` plays a game of a seed, or returns `None` when it was
    /// stopped; `keep` sees the standing [from time to time](crate::SAVE_INTERVAL), and after every stage.
    /// When a game panicked, the others are kept.
    ///
    /// # Errors
    /// When a game panicked.
    pub fn play(
        &mut self,
        work: &Work<'_>,
        play: impl Fn(&Pairing, u64) -> Option<Row> + Sync,
        keep: &mut (dyn FnMut(&Self) + Send),
    ) -> Result<(), PairingPanicked> {
        loop {
            let wanted = self.next_games();
            if wanted.is_empty() {
                return Ok(());
            }
            let done = self.play_some(&wanted, work, &play, keep);
            keep(self);
            done?;
            if wanted.iter().any(|pairing| !self.games.contains_key(pairing)) {
                return Ok(());
            }
        }
    }

    /// Plays those of the wanted games that were not played; see [`Self::play`].
    ///
    /// # Errors
    /// When a game panicked.
    pub fn play_some(
        &mut self,
        wanted: &[Pairing],
        work: &Work<'_>,
        play: impl Fn(&Pairing, u64) -> Option<Row> + Sync,
        keep: &mut (dyn FnMut(&Self) + Send),
    ) -> Result<(), PairingPanicked> {
        let tournament = self.tournament.clone();
        let missing = (0..)
            .zip(wanted)
            .filter(|(_, pairing)| !self.games.contains_key(pairing));
        let numbers: Games = missing.map(|(game, _)| game..game + 1).collect();
        let play_one = |rows: &mut Vec<(Pairing, Row)>, game: u64| {
            let pairing = &wanted[game as usize];
            let row = play(pairing, tournament.seed_of(pairing));
            row.map(|row| rows.push((pairing.clone(), row))).is_some()
        };
        let mut timer = SaveTimer::start();
        let done = play_in_parallel(
            &numbers,
            work,
            DELIVERY_INTERVAL,
            Vec::new,
            play_one,
            |_, rows| {
                self.games.extend(rows);
                timer.save_if_due(|| {
                    self.drop_strays();
                    keep(self);
                });
            },
        );
        self.drop_strays();
        done.map_err(|panicked| {
            let pairing = wanted[panicked.game as usize].clone();
            PairingPanicked {
                seed: tournament.seed_of(&pairing),
                pairing,
                reason: panicked.reason,
            }
        })
    }

    /// Returns the half points of two players on a seed; `None` when not both its games were played.
    pub(super) fn half_points(&self, round: u32, number: u64, pair: [usize; 2]) -> Option<[u64; 2]> {
        let [one, two] = self
            .tournament
            .seatings(pair)
            .map(|seats| Pairing { round, number, seats });
        let (first, second) = (self.games.get(&one)?, self.games.get(&two)?);
        if self.tournament.seats == 1 {
            return Some(match rank_key(first).cmp(&rank_key(second)) {
                std::cmp::Ordering::Greater => [2, 0],
                std::cmp::Ordering::Less => [0, 2],
                std::cmp::Ordering::Equal => [1, 1],
            });
        }
        let of = |row: &Row| match row.end {
            End::Won(side) if side.index() == 0 => [2, 0],
            End::Won(_) => [0, 2],
            _ => [1, 1],
        };
        // In the second game they have changed seats.
        let ([a, b], [c, d]) = (of(first), of(second));
        Some([a + d, b + c])
    }
}

/// Returns the key that orders single-player games: a reached goal outranks any points.
fn rank_key(row: &Row) -> (bool, u64) {
    (row.end == End::Reached, row.points)
}
