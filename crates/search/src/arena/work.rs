//! The games of a run spread over threads.

use std::num::NonZero;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quincunx_core::{Game, RandomSource, Streams};

use super::contest::Contest;
use super::games::{Games, Overlap};
use super::tally::{Row, Tally};
use crate::limits::Interrupt;

/// How the games of a run are played; nothing of it changes what they give.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Threads that play.
    pub threads: NonZero<usize>,
    /// Whether a row is kept for every game, some 50 bytes and 8 for each figure, or the counters alone.
    pub rows: bool,
    /// Ends the work; games that have not ended are not counted.
    pub interrupt: &'a Interrupt,
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
    pub tally: Tally,
    /// What each gave, in the order of games; `None` where only the counters were kept.
    pub rows: Option<Vec<Row>>,
}

impl Part {
    /// Makes the part that has no game, of which so many figures are reported.
    #[must_use]
    pub fn none(figures: usize, rows: bool) -> Self {
        Self {
            games: Games::default(),
            tally: Tally::new(figures),
            rows: rows.then(Vec::new),
        }
    }

    /// Adds another part of the same run. Rows are kept only if both have them.
    ///
    /// # Errors
    /// When a game is in both; nothing is changed.
    pub fn add(&mut self, other: Self) -> Result<(), Overlap> {
        self.games.add(&other.games)?;
        self.tally.add(&other.tally);
        self.rows = self.rows.take().zip(other.rows).map(|(mut rows, others)| {
            let in_order = rows
                .last()
                .zip(others.first())
                .is_none_or(|(last, next)| last.game < next.game);
            rows.extend(others);
            if !in_order {
                rows.sort_unstable_by_key(|row| row.game);
            }
            rows
        });
        Ok(())
    }
}

/// How long a thread plays before it fetches more games, about: long against fetching, short against a person's patience.
const FETCH_EVERY: Duration = Duration::from_millis(10);

/// Returns the seed of a game of the run whose streams these are.
#[must_use]
pub fn seed_of(run: Streams, game: u64) -> u64 {
    run.get(game).next_word()
}

impl<G: Game> Contest<G> {
    /// Plays games of a run of this seed, all that are wanted or as many as there are before the flag is raised.
    ///
    /// # Panics
    /// When a player panics.
    #[must_use]
    pub fn play_all(&self, seed: u64, wanted: &Games, work: &Work<'_>) -> Part {
        let streams = Streams::new(seed);
        let none = || Part::none(self.figure_count(), work.rows);
        let (games, hands) = spread(wanted, work, none, |hand, game| {
            let Some(row) = self.play(game, seed_of(streams, game), work.interrupt) else {
                return false;
            };
            hand.tally.count(&row);
            if let Some(rows) = &mut hand.rows {
                rows.push(row);
            }
            true
        });
        let mut whole = none();
        whole.games = games;
        for hand in hands {
            whole.tally.add(&hand.tally);
            if let Some((rows, others)) = whole.rows.as_mut().zip(hand.rows) {
                rows.extend(others);
            }
        }
        if let Some(rows) = &mut whole.rows {
            // Each hand's are in order, which this sort finds out and merges.
            rows.sort_by_key(|row| row.game);
        }
        whole
    }
}

/// Spreads games over threads, all that are wanted or as many as there are before the flag is raised; returns which were
/// played, and what is in the hands of the threads.
///
/// Each thread has a hand of its own, made empty, into which `play` puts what a game gave; it returns `false`, with the hand as
/// it was, where the flag was raised before the end of the game. Which thread plays which game is chance, so what hands hold
/// must add exactly; each hand has its games in ascending order.
///
/// # Panics
/// When `play` panics.
pub fn spread<H: Send>(
    wanted: &Games,
    work: &Work<'_>,
    hand: impl Fn() -> H + Sync,
    play: impl Fn(&mut H, u64) -> bool + Sync,
) -> (Games, Vec<H>) {
    let left = Mutex::new(wanted.clone());
    let threads = (work.threads.get() as u64).min(wanted.len()).max(1);
    let one = || {
        let mut hand = hand();
        let played = work_on(&left, threads, work, |game| play(&mut hand, game));
        (played, hand)
    };
    let all: Vec<(Vec<Range<u64>>, H)> = thread::scope(|scope| {
        let hands: Vec<_> = (1..threads).map(|_| scope.spawn(one)).collect();
        let mine = one();
        let others = hands
            .into_iter()
            .map(|hand| hand.join().expect("a player panicked"));
        others.chain([mine]).collect()
    });
    let (played, hands): (Vec<_>, Vec<H>) = all.into_iter().unzip();
    let mut ranges: Vec<Range<u64>> = played.into_iter().flatten().collect();
    // In this order neighbours join at once.
    ranges.sort_by_key(|range| range.start);
    let mut games = Games::default();
    for range in ranges {
        let added = games.add(&Games::range(range));
        added.expect("each game was fetched once");
    }
    (games, hands)
}

/// Plays games as long as some are left, and returns which.
fn work_on(
    left: &Mutex<Games>,
    threads: u64,
    work: &Work<'_>,
    mut play: impl FnMut(u64) -> bool,
) -> Vec<Range<u64>> {
    let mut played = Vec::new();
    let mut size = 1;
    while let Some(range) = fetch(left, size, threads) {
        let began = Instant::now();
        let mut end = range.start;
        for game in range.clone() {
            if work.interrupt.is_raised() || !play(game) {
                break;
            }
            end = game + 1;
        }
        if end > range.start {
            (work.progress)(end - range.start);
            played.push(range.start..end);
        }
        if end < range.end {
            break;
        }
        let fetched = range.end - range.start;
        size = if began.elapsed() < FETCH_EVERY {
            fetched.saturating_mul(2)
        } else {
            fetched / 2
        };
    }
    played
}

/// Takes the next games, up to a number, but no more than would leave other threads without work at the end.
fn fetch(left: &Mutex<Games>, size: u64, threads: u64) -> Option<Range<u64>> {
    let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
    let fair = left.len() / (4 * threads);
    left.take(size.min(fair))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::arena::Contestant;
    use crate::tiny::Noughts;

    fn contest() -> Contest<Noughts> {
        let random = || Contestant::Random { seed: 0 };
        Contest::new(Noughts, vec![random(), random()], &[], 100)
    }

    fn play(games: &Games, threads: usize, rows: bool) -> Part {
        let told = AtomicU64::new(0);
        let work = Work {
            threads: NonZero::new(threads).expect("a thread"),
            rows,
            interrupt: &Interrupt::default(),
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
        let mut tally = Tally::new(0);
        part.rows.iter().flatten().for_each(|row| tally.count(row));
        assert_eq!(tally, part.tally);
        // Where all play at random, who begins wins 58.5 %, and 12.7 % are draws.
        let [first, second] = tally.won;
        assert!(first > second && second > tally.drawn, "{tally:?}");
    }

    #[test]
    fn a_raised_flag_leaves_what_is_done() {
        let (interrupt, all) = (Interrupt::default(), Games::range(0..100_000));
        let told = AtomicU64::new(0);
        let work = Work {
            threads: NonZero::new(2).expect("a thread"),
            rows: true,
            interrupt: &interrupt,
            progress: &|more| {
                if told.fetch_add(more, Ordering::Relaxed) > 50 {
                    interrupt.raise();
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
