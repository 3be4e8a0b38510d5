//! All meet all: scores, strengths, and the cross table.

use std::io::{self, Write};

use quincunx_search::arena::{Counts, Rating, ratings};
use serde_json::{Value, json};

use super::games::{Fixture, Hall, Played, half_points};
use crate::progress::bar;

/// What a round robin gave; players by their numbers.
struct Table {
    /// The half points of each against each.
    halves: Vec<Vec<u32>>,
    ratings: Vec<Rating>,
    /// The points of each player's own games, where each plays for itself.
    points: Vec<Counts>,
}

/// Plays it and tells what came of it; false when it was stopped before its end.
pub(super) fn run(hall: &Hall, games: u64, for_programs: bool) -> anyhow::Result<bool> {
    let players = hall.agents.len();
    let pairs: Vec<[usize; 2]> = (0..players)
        .flat_map(|one| (one + 1..players).map(move |two| [one, two]))
        .collect();
    let alone = hall.entry.players == 1;
    let fixtures: Vec<Fixture> = if alone {
        // Nobody disturbs the other, so one game on a seed does for all meetings.
        let fixture = |seed, player| Fixture {
            round: 0,
            seed,
            seats: vec![player],
        };
        let of_seed = |seed| (0..players).map(move |player| fixture(seed, player));
        (0..games).flat_map(of_seed).collect()
    } else {
        let meeting = |&pair: &[usize; 2]| hall.meeting(0, pair, 0..games / 2);
        pairs.iter().flat_map(meeting).collect()
    };
    let progress = bar(fixtures.len(), 0, "games");
    let played = hall.play(&fixtures, &progress)?;
    progress.finish_and_clear();

    let mut halves = vec![vec![0; players]; players];
    for (number, &[one, two]) in pairs.iter().enumerate() {
        let [first, second] = if alone {
            let both = |at: usize| [at - at % players + one, at - at % players + two];
            let chosen: Vec<usize> = (0..fixtures.len()).step_by(players).flat_map(both).collect();
            let seeds: Vec<Fixture> = chosen.iter().map(|&at| fixtures[at].clone()).collect();
            let games: Vec<Option<Played>> = chosen.iter().map(|&at| played[at]).collect();
            half_points(&seeds, &games, [one, two])
        } else {
            let of_pair = number * games as usize..(number + 1) * games as usize;
            half_points(&fixtures[of_pair.clone()], &played[of_pair], [one, two])
        };
        halves[one][two] = first;
        halves[two][one] = second;
    }
    let as_points = |row: &Vec<u32>| row.iter().map(|&half| f64::from(half) / 2.0).collect();
    let mut points = vec![Counts::default(); if alone { players } else { 0 }];
    if alone {
        for (fixture, game) in fixtures.iter().zip(&played) {
            if let Some(game) = game {
                points[fixture.seats[0]].count(game.points);
            }
        }
    }
    let table = Table {
        ratings: ratings(&halves.iter().map(as_points).collect::<Vec<Vec<f64>>>()),
        halves,
        points,
    };
    let mut output = io::stdout().lock();
    if for_programs {
        serde_json::to_writer_pretty(&mut output, &table.in_json(hall))?;
        writeln!(output)?;
    } else {
        table.in_words(hall, &mut output)?;
    }
    output.flush()?;
    Ok(played.iter().all(Option::is_some))
}

impl Table {
    /// Returns the players, the strongest first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.ratings.len()).collect();
        order.sort_by(|&a, &b| self.ratings[b].elo.total_cmp(&self.ratings[a].elo));
        order
    }

    /// Returns the points that a player scored, and the games that it played.
    fn score(&self, player: usize) -> (f64, u32) {
        let own: u32 = self.halves[player].iter().sum();
        let others: u32 = self.halves.iter().map(|row| row[player]).sum();
        (f64::from(own) / 2.0, (own + others) / 2)
    }

    fn in_words(&self, hall: &Hall, output: &mut dyn Write) -> io::Result<()> {
        let order = self.order();
        let width = order
            .iter()
            .map(|&player| hall.name(player).chars().count())
            .max()
            .unwrap_or(0);
        let cell = |half: u32| format!("{:.1}", f64::from(half) / 2.0);
        write!(
            output,
            " #  {:width$} {:>7} {:>7} {:>8} {:>6}",
            "player", "Elo", "± 95 %", "points", "games"
        )?;
        if !self.points.is_empty() {
            write!(output, " {:>12} {:>9}", "mean", "± error")?;
        }
        for place in 1..=order.len() {
            write!(output, " {place:>7}")?;
        }
        writeln!(output)?;
        for (place, &player) in (1..).zip(&order) {
            let Rating { elo, error } = self.ratings[player];
            let (points, games) = self.score(player);
            let name = hall.name(player);
            write!(
                output,
                "{place:>2}  {name:width$} {elo:>+7.0} {error:>7.0} {points:>8.1} {games:>6}"
            )?;
            if let Some(own) = self.points.get(player) {
                let (mean, error) = (own.mean().unwrap_or(0.0), own.standard_error().unwrap_or(0.0));
                write!(output, " {mean:>12.1} {error:>9.1}")?;
            }
            for &other in &order {
                let half = self.halves[player][other];
                let cell = if other == player {
                    "·".to_owned()
                } else {
                    cell(half)
                };
                write!(output, " {cell:>7}")?;
            }
            writeln!(output)?;
        }
        Ok(())
    }

    fn in_json(&self, hall: &Hall) -> Value {
        let order = self.order();
        let players: Vec<Value> = order
            .iter()
            .map(|&player| {
                let (points, games) = self.score(player);
                let own = self.points.get(player);
                json!({
                    "player": hall.name(player),
                    "elo": self.ratings[player].elo,
                    "error": self.ratings[player].error,
                    "points": points,
                    "games": games,
                    "mean": own.and_then(Counts::mean),
                    "standard_error": own.and_then(Counts::standard_error),
                    "against": order.iter().map(|&other| f64::from(self.halves[player][other]) / 2.0).collect::<Vec<_>>(),
                })
            })
            .collect();
        json!({"game": hall.entry.id, "format": super::ROUND_ROBIN, "seed": hall.seed, "players": players})
    }
}
