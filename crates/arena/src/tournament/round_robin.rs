//! All meet all.

use super::{Stage, Standing};
use crate::Histogram;
use crate::rating::{Ratings, Score};

/// What a round robin gave; players by their numbers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CrossTable {
    /// The half points of each against each: 2 for a win, 1 for a draw.
    pub half_points: Vec<Vec<u64>>,
    /// How strong they are.
    pub ratings: Ratings,
    /// The points of each player's own games, where each plays alone.
    pub points: Vec<Histogram>,
    /// Seeds on which somebody met.
    pub seeds: u64,
}

impl CrossTable {
    /// Returns the points that a player has scored, and the games or comparisons.
    pub fn score(&self, player: usize) -> (f64, u64) {
        let own: u64 = self.half_points[player].iter().sum();
        let others: u64 = self.half_points.iter().map(|row| row[player]).sum();
        (own as f64 / 2.0, (own + others) / 2)
    }

    /// Returns the points of one player against another.
    pub fn against(&self, one: usize, other: usize) -> f64 {
        self.half_points[one][other] as f64 / 2.0
    }
}

/// Lists all pairs of so many players.
pub(super) fn pairs(players: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..players).flat_map(move |one| (one + 1..players).map(move |other| [one, other]))
}

impl Standing {
    /// Returns the table of all games of the first round, which of a round robin is all there is.
    pub fn table(&self) -> CrossTable {
        let players = self.tournament().agents.len();
        let mut half_points = vec![vec![0; players]; players];
        let mut units = Vec::new();
        // Of all that have no game nothing is asked: there may be many more than games.
        let first_round = || self.games().iter().take_while(|(pairing, _)| pairing.round == 0);
        let mut numbers: Vec<u64> = first_round().map(|(pairing, _)| pairing.number).collect();
        numbers.dedup();
        for number in numbers {
            let mut unit = Vec::new();
            for [one, other] in pairs(players) {
                let Some([first, second]) = self.half_points(0, number, [one, other]) else {
                    continue;
                };
                half_points[one][other] += first;
                half_points[other][one] += second;
                unit.push(Score {
                    one,
                    other,
                    points: first as f64 / 2.0,
                    games: (first + second) as f64 / 2.0,
                });
            }
            if !unit.is_empty() {
                units.push(unit);
            }
        }
        let mut points = vec![Histogram::default(); if self.tournament().seats == 1 { players } else { 0 }];
        for (pairing, row) in first_round() {
            if let ([player], 1) = (&pairing.seats[..], self.tournament().seats) {
                points[*player].count(row.points);
            }
        }
        CrossTable {
            ratings: Ratings::estimate(players, &units),
            half_points,
            points,
            seeds: units.len() as u64,
        }
    }

    pub(super) fn next_of_round_robin(&self) -> Option<Stage> {
        let tournament = self.tournament();
        let players = tournament.agents.len();
        // Where each plays alone nobody disturbs another: one game on a seed does for all meetings.
        let seatings = match tournament.seats {
            1 => (0..players).map(|player| vec![player]).collect(),
            _ => pairs(players)
                .flat_map(|pair| tournament.seatings(pair))
                .collect(),
        };
        let stage = Stage {
            round: 0,
            first: 0,
            seeds: tournament.seeds,
            seatings,
        };
        ((self.games().len() as u64) < stage.len()).then_some(stage)
    }
}
