//! The games of a tournament: which are played, on many threads, and what each gave.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use indicatif::ProgressBar;
use quincunx_core::{DynSession, Options, Outcome, RandomSource as _, Streams, Turn};
use quincunx_games::Entry;
use quincunx_search::{AgentSpec, Limits};

use crate::record_file;

/// Where players meet: all that the games of a tournament have in common.
pub(super) struct Hall {
    pub(super) entry: &'static Entry,
    pub(super) options: Options,
    pub(super) agents: Vec<AgentSpec>,
    pub(super) seed: u64,
    pub(super) opening: usize,
    pub(super) most_plies: usize,
    pub(super) limits: Limits,
    pub(super) threads: NonZero<usize>,
    pub(super) records: Option<PathBuf>,
}

/// A game to be played: who sits where, by their numbers, and which of the tournament's seeds it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    /// In which part of the tournament, for the record.
    pub(super) round: usize,
    pub(super) seed: u64,
    pub(super) seats: Vec<usize>,
}

/// What a game gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// The winner's number; `None` for a draw, a game that was left, and a game for one.
    pub(super) winner: Option<usize>,
    /// The points of a game for one.
    pub(super) points: u64,
}

impl Hall {
    /// Lists the games of a meeting on some seeds: in a game of two each seed twice, each player once in either seat; in a game
    /// for one each player once.
    pub(super) fn meeting(
        &self,
        round: usize,
        [one, two]: [usize; 2],
        seeds: std::ops::Range<u64>,
    ) -> Vec<Fixture> {
        let seatings = match self.entry.players {
            1 => [vec![one], vec![two]],
            _ => [vec![one, two], vec![two, one]],
        };
        let fixtures = seeds.flat_map(|seed| seatings.clone().map(|seats| Fixture { round, seed, seats }));
        fixtures.collect()
    }

    /// Plays games on all threads; `None` for those that were not played to the end before somebody stopped it.
    pub(super) fn play(
        &self,
        fixtures: &[Fixture],
        progress: &ProgressBar,
    ) -> anyhow::Result<Vec<Option<Played>>> {
        let next = AtomicUsize::new(0);
        let played = Mutex::new(vec![None; fixtures.len()]);
        let work = || -> anyhow::Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(fixture) = fixtures.get(number) else {
                    break;
                };
                let Some(game) = self.play_one(fixture)? else {
                    break;
                };
                played.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(game);
                progress.inc(1);
            }
            Ok(())
        };
        thread::scope(|scope| {
            let hands: Vec<_> = (0..self.threads.get().min(fixtures.len()))
                .map(|_| scope.spawn(work))
                .collect();
            hands
                .into_iter()
                .try_for_each(|hand| hand.join().expect("a player panicked"))
        })?;
        Ok(played.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn play_one(&self, fixture: &Fixture) -> anyhow::Result<Option<Played>> {
        let agents: Vec<&AgentSpec> = fixture.seats.iter().map(|&agent| &self.agents[agent]).collect();
        let seed = Streams::new(self.seed).get(fixture.seed).next_word();
        let (opening, most) = (self.opening, self.most_plies);
        let session = self
            .entry
            .play_game(&self.options, &agents, seed, opening, &self.limits, most)?;
        let Some(session) = session else {
            return Ok(None);
        };
        self.save(fixture, session.as_ref())?;
        let winner = match session.turn() {
            Turn::Over(Outcome::Win(player)) => fixture.seats.get(player.index()).copied(),
            _ => None,
        };
        Ok(Some(Played {
            winner,
            points: session.points(),
        }))
    }

    fn save(&self, fixture: &Fixture, session: &dyn DynSession) -> anyhow::Result<()> {
        let Some(folder) = &self.records else {
            return Ok(());
        };
        let players = (1..).zip(&fixture.seats);
        let mut tags: Vec<(String, String)> = players
            .map(|(seat, &agent)| (format!("player-{seat}"), self.agents[agent].to_string()))
            .collect();
        tags.push(("round".to_owned(), (fixture.round + 1).to_string()));
        let seats: Vec<String> = fixture.seats.iter().map(|seat| (seat + 1).to_string()).collect();
        let (round, seed) = (fixture.round + 1, fixture.seed + 1);
        let name = format!(
            "{}-round-{round}-seed-{seed}-players-{}.record",
            self.entry.id,
            seats.join("-")
        );
        record_file::save(&folder.join(name), &session.record(tags).to_text())
    }

    /// Names a player.
    pub(super) fn name(&self, agent: usize) -> String {
        self.agents[agent].to_string()
    }
}

/// Returns the half points of both players of a meeting, of the games that count: by wins, or seed by seed by points where each
/// plays for itself. Games whose other half was not played do not count.
pub(super) fn half_points(fixtures: &[Fixture], played: &[Option<Played>], pair: [usize; 2]) -> [u32; 2] {
    let mut halves = [0, 0];
    for (seeds, games) in fixtures.chunks(2).zip(played.chunks(2)) {
        let [Some(first), Some(second)] = games else {
            continue;
        };
        let mut count = |winner: Option<usize>| match winner
            .and_then(|winner| pair.iter().position(|&player| player == winner))
        {
            Some(winner) => halves[winner] += 2,
            None => halves.iter_mut().for_each(|half| *half += 1),
        };
        if seeds[0].seats.len() == 2 {
            count(first.winner);
            count(second.winner);
        } else {
            count(match first.points.cmp(&second.points) {
                std::cmp::Ordering::Greater => Some(seeds[0].seats[0]),
                std::cmp::Ordering::Less => Some(seeds[1].seats[0]),
                std::cmp::Ordering::Equal => None,
            });
        }
    }
    halves
}
