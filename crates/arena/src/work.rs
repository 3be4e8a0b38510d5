//! The games of a run spread over threads.

use std::num::NonZero;
use std::time::{Duration, Instant};

use quincunx_core::{Game, Streams};

use super::contest::Contest;
use super::games::{Games, Overlap};
use super::spread::{Panicked, play_in_parallel};
use super::tally::{OutcomeCounts, Row};
use quincunx_search::limits::StopToken;

/// How the games of a run are played; nothing of it changes what they give.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Threads that play.
    pub threads: NonZero<usize>,
    /// Whether a row is kept for every game, some 50 bytes and 8 for each figure, or the counters alone.
    pub rows: bool,
    /// Ends the work; games that have not ended are not counted.
    pub stop: &'a StopToken,
    /// Told from time to time, by any thread, how many more games have ended.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work")
            .field("threads", &self.threads)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

/// What some games of a run gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which games they are.
    pub games: Games,
    /// What they gave together.
    pub tally: OutcomeCounts,
    /// What each gave, in the order of games; `None` where only the counters were kept.
    pub rows: Option<Vec<Row>>,
}

impl Part {
    /// Makes the part that has no game, of which so many figures are reported.
    #[must_use]
    pub fn none(figures: usize, rows: bool) -> Self {
        Self {
            games: Games::default(),
            tally: OutcomeCounts::new(figures),
            rows: rows.then(Vec::new),
        }
    }

    /// Adds another part of the same run. Rows are kept only if both have them.
    ///
    /// # Errors
    /// When a game is in both; nothing is changed.
    pub fn add(&mut self, other: Self) -> Result<(), Overlap> {
        self.add_unsorted(other)?;
        self.sort();
        Ok(())
    }

    /// Adds another part, with its rows behind these: of many parts, until they are [sorted](Self::sort)
    /// once.
    pub(super) fn add_unsorted(&mut self, other: Self) -> Result<(), Overlap> {
        self.games.add(&other.games)?;
        self.tally.add(&other.tally);
        self.rows = self.rows.take().zip(other.rows).map(|(mut rows, others)| {
            // What one thread has played alone is not copied.
            if rows.is_empty() {
                return others;
            }
            rows.extend(others);
            rows
        });
        Ok(())
    }

    /// Puts the rows in the order of games.
    pub(super) fn sort(&mut self) {
        if let Some(rows) = &mut self.rows {
            // They are pieces in order, which this sort finds out and merges.
            rows.sort_by_key(|row| row.game);
        }
    }
}

/// How often what was played is handed over while more is, about: as much work as a power cut may cost.
pub const SAVE_INTERVAL: Duration = Duration::from_secs(60);

/// Returns the seed of a game of the run whose streams these are.
#[must_use]
pub fn seed_of(run: Streams, game: u64) -> u64 {
    run.first_word(game)
}

impl<G: Game> Contest<G> {
    /// Plays games of a run of this seed, all that are wanted or as many as there are before the flag is
    /// raised.
    ///
    /// # Panics
    /// When a player panics.
    #[must_use]
    pub fn play_all(&self, seed: u64, wanted: &Games, work: &Work<'_>) -> Part {
        let mut part = Part::none(self.figure_count(), work.rows);
        if let Err(panicked) = self.play_on(seed, wanted, &mut part, work, &mut |_| {}) {
            panic!("{panicked}");
        }
        part
    }

    /// Plays games of a run of this seed beside those of a part, which are not among the wanted, and adds
    /// them to it. `keep` sees the part [from time to time](SAVE_INTERVAL).
    ///
    /// # Errors
    /// When a game panicked; all others that were played are in the part.
    ///
    /// # Panics
    /// When a game is wanted that the part has.
    pub fn play_on(
        &self,
        seed: u64,
        wanted: &Games,
        part: &mut Part,
        work: &Work<'_>,
        keep: &mut (dyn FnMut(&Part) + Send),
    ) -> Result<(), Panicked> {
        let streams = Streams::new(seed);
        let none = || Part::none(self.figure_count(), work.rows);
        let play = |hand: &mut Part, game| {
            let Some(row) = self.play(game, seed_of(streams, game), work.stop) else {
                return false;
            };
            hand.tally.count(&row);
            if let Some(rows) = &mut hand.rows {
                rows.push(row);
            }
            true
        };
        let mut kept = Instant::now();
        let taken = play_in_parallel(wanted, work, SAVE_INTERVAL, none, play, |games, mut hand| {
            hand.games = games;
            part.add_unsorted(hand).expect("each game is played once");
            if kept.elapsed() >= SAVE_INTERVAL {
                part.sort();
                keep(part);
                kept = Instant::now();
            }
        });
        part.sort();
        taken
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::Competitor;
    use quincunx_core::testkit::toys::TicTacToe;

    fn contest() -> Contest<TicTacToe> {
        let random = || Competitor::Random { seed: 0 };
        Contest::new(TicTacToe, vec![random(), random()], &[], 100)
    }

    fn play(games: &Games, threads: usize, rows: bool) -> Part {
        let told = AtomicU64::new(0);
        let work = Work {
            threads: NonZero::new(threads).expect("a thread"),
            rows,
            stop: &StopToken::default(),
            progress: &|more| {
                told.fetch_add(more, Ordering::Relaxed);
            },
        };
        let part = contest().play_all(7, games, &work);
        assert_eq!(told.into_inner(), part.games.len());
        part
    }

    #[test]
    fn any_number_of_threads_and_any_split_give_the_same() {
        let all = Games::range(0..3000);
        let whole = play(&all, 1, true);
        assert_eq!(whole.games, all);
        let numbers = whole.rows.iter().flatten().map(|row| row.game);
        assert!(numbers.eq(0..3000));
        for threads in [2, 3, 16] {
            assert_eq!(play(&all, threads, true), whole, "{threads} threads");
        }
        let mut merged = Part::none(0, true);
        for range in [2000..3000, 0..1, 1..2000] {
            merged
                .add(play(&Games::range(range), 2, true))
                .expect("no game twice");
        }
        assert_eq!(merged, whole);
        assert!(merged.add(play(&Games::range(5..6), 1, true)).is_err());
        assert_eq!(merged, whole);
        let counted = play(&all, 2, false);
        assert_eq!((&counted.tally, &counted.rows), (&whole.tally, &None));
        assert_eq!(play(&Games::default(), 2, true), Part::none(0, true));
    }

    #[test]
    fn the_counters_are_those_of_the_rows() {
        let part = play(&Games::range(10..500), 2, true);
        let mut tally = OutcomeCounts::new(0);
        part.rows.iter().flatten().for_each(|row| tally.count(row));
        assert_eq!(tally, part.tally);
        // Where all play at random, who begins wins 58.5 %, and 12.7 % are draws.
        let [first, second] = tally.won;
        assert!(first > second && second > tally.drawn, "{tally:?}");
    }

    #[test]
    fn a_raised_flag_leaves_what_is_done() {
        let (stop, all) = (StopToken::default(), Games::range(0..100_000));
        let told = AtomicU64::new(0);
        let work = Work {
            threads: NonZero::new(2).expect("a thread"),
            rows: true,
            stop: &stop,
            progress: &|more| {
                if told.fetch_add(more, Ordering::Relaxed) > 50 {
                    stop.stop();
                }
            },
        };
        let mut done = contest().play_all(7, &all, &work);
        assert!(
            done.games.len() > 50 && done.games.len() < 100_000,
            "{}",
            done.games
        );
        assert_eq!(done.tally.games(), done.games.len());
        let rest = play(&all.without(&done.games), 2, true);
        done.add(rest).expect("the rest has no game that is done");
        assert_eq!(done, play(&all, 1, true));
    }
}
