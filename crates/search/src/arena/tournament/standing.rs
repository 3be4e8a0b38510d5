//! The games that were played, and how more are.

use std::collections::BTreeMap;
use std::time::Instant;

use super::{Format, Pairing, Stage, Tournament};
use crate::arena::games::Games;
use crate::arena::spread::{Panicked, deliver};
use crate::arena::tally::{End, Row};
use crate::arena::work::{KEEP_EVERY, Work};

/// A tournament with the games of it that were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    tournament: Tournament,
    games: BTreeMap<Pairing, Row>,
}

impl Standing {
    /// Makes the standing before the first game.
    #[must_use]
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
    #[must_use]
    pub const fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// Returns the games that were played.
    #[must_use]
    pub const fn games(&self) -> &BTreeMap<Pairing, Row> {
        &self.games
    }

    /// Tells whether all games were played.
    #[must_use]
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

    /// Plays what is left, or as much of it as there is before the flag is raised. `play` plays a game of a seed, or returns
    /// `None` when the flag was raised before its end; `keep` sees the standing [from time to time](KEEP_EVERY), and after
    /// every stage: all of a round robin, a round of a knock-out, a seed more for who is even.
    ///
    /// # Errors
    /// When a game panicked; the others' are kept.
    pub fn play(
        &mut self,
        work: &Work<'_>,
        play: impl Fn(&Pairing, u64) -> Option<Row> + Sync,
        keep: &mut (dyn FnMut(&Self) + Send),
    ) -> Result<(), Panicked> {
        let tournament = self.tournament.clone();
        while let Some(stage) = self.upcoming() {
            let is_missing = |game: &u64| !self.games.contains_key(&stage.pairing(*game));
            let missing = (0..stage.len()).filter(is_missing);
            let wanted: Games = missing.map(|game| game..game + 1).collect();
            let play_one = |rows: &mut Vec<(Pairing, Row)>, game| {
                let pairing = stage.pairing(game);
                let row = play(&pairing, tournament.seed_of(&pairing));
                row.map(|row| rows.push((pairing, row))).is_some()
            };
            let (mut played, mut kept) = (0, Instant::now());
            let done = deliver(&wanted, work, KEEP_EVERY, Vec::new, play_one, |games, rows| {
                played += games.len();
                self.games.extend(rows);
                if kept.elapsed() >= KEEP_EVERY {
                    keep(self);
                    kept = Instant::now();
                }
            });
            keep(self);
            done?;
            if played < wanted.len() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the half points of two players on a seed; `None` when not both its games were played.
    pub(super) fn half_points(&self, round: u32, number: u64, pair: [usize; 2]) -> Option<[u64; 2]> {
        let [one, two] = self
            .tournament
            .seatings(pair)
            .map(|seats| Pairing { round, number, seats });
        let (first, second) = (self.games.get(&one)?, self.games.get(&two)?);
        if self.tournament.seats == 1 {
            return Some(match worth(first).cmp(&worth(second)) {
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

/// Returns by what games for one are compared: goals that were reached count more than any points.
fn worth(row: &Row) -> (bool, u64) {
    (row.end == End::Reached, row.points)
}
