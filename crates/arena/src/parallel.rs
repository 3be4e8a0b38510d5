//! Games spread over threads, whatever is made of them.

use std::any::Any;
use std::cell::Cell;
use std::num::NonZero;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use thiserror::Error;

use super::games::Games;
use quincunx_search::workers::run_on_threads;
use quincunx_search::{StopToken, clock};

/// Settings of parallel play; none of them changes the results.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Threads that play.
    pub threads: NonZero<usize>,
    /// Ends the work; games that have not ended are not counted.
    pub stop: &'a StopToken,
    /// Is called now and then, by any thread, with the number of games that ended since the last call.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// The time from one save to the next.
///
/// A kill or a power cut costs less than a minute of work: this interval and, before either save, the
/// [one](DELIVERY_INTERVAL) in which a thread has results that others do not know.
pub const SAVE_INTERVAL: Duration = Duration::from_secs(45);

/// The time after which a thread hands its results over.
pub const DELIVERY_INTERVAL: Duration = Duration::from_secs(5);

/// Runs saves of work under way, one every [`SAVE_INTERVAL`].
#[derive(Debug)]
pub struct SaveTimer {
    next: Duration,
}

impl SaveTimer {
    /// Starts the interval before the first save.
    pub fn start() -> Self {
        Self {
            next: clock::now() + SAVE_INTERVAL,
        }
    }

    /// Runs a save if it is time for one; the next interval starts at its end.
    pub fn save_if_due(&mut self, save: impl FnOnce()) {
        if clock::now() >= self.next {
            save();
            *self = Self::start();
        }
    }
}

/// A game that ended in a panic: a fault of a player or of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game} panicked: {reason}")]
#[non_exhaustive]
pub struct Panicked {
    /// The game.
    pub game: u64,
    /// The panic message.
    pub reason: String,
}

/// How long about a thread plays before it fetches more games.
const FETCH_EVERY: Duration = Duration::from_millis(10);

/// Plays games on threads until the stop, and hands results over to `take`: each thread at its end and about
/// every `every`.
///
/// Each thread has a result of its own, made by `new_result`, into which `play` puts a game; it returns
/// `false`, with the result as it was, when it was stopped. If `play` panics, it must leave the result
/// unchanged. Games that had ended are still handed over; no other game begins.
///
/// # Errors
/// When `play` panicked.
pub fn play_in_parallel<R: Send>(
    wanted: &Games,
    work: &Work<'_>,
    every: Duration,
    new_result: impl Fn() -> R + Sync,
    play: impl Fn(&mut R, u64) -> bool + Sync,
    take: impl FnMut(Games, R) + Send,
) -> Result<(), Panicked> {
    let threads = (work.threads.get() as u64).min(wanted.len()).max(1);
    let shared = Shared {
        left: Mutex::new(wanted.clone()),
        threads,
        take: Mutex::new(take),
        is_over: AtomicBool::new(false),
        panicked: Mutex::new(None),
    };
    run_on_threads(threads as usize, || {
        shared.run_worker(work, every, &new_result, &play);
    });
    let panicked = shared
        .panicked
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    panicked.map_or(Ok(()), Err)
}

/// What the threads have in common.
struct Shared<T> {
    left: Mutex<Games>,
    threads: u64,
    take: Mutex<T>,
    /// Whether a game panicked, after which no other is begun.
    is_over: AtomicBool,
    panicked: Mutex<Option<Panicked>>,
}

impl<T> Shared<T> {
    /// Plays as long as games are left, as one of the threads.
    fn run_worker<R>(
        &self,
        work: &Work<'_>,
        every: Duration,
        new_result: &impl Fn() -> R,
        play: &impl Fn(&mut R, u64) -> bool,
    ) where
        T: FnMut(Games, R),
    {
        let mut result = new_result();
        let mut played: Vec<Range<u64>> = Vec::new();
        let mut delivered = clock::now();
        let mut size = 1;
        while let Some(range) = self.fetch(size) {
            let began = clock::now();
            let end = self.play_some(range.clone(), work, &mut result, play);
            if end > range.start {
                (work.progress)(end - range.start);
                played.push(range.start..end);
            }
            if end < range.end {
                break;
            }
            if clock::now() - delivered >= every {
                self.deliver(&mut played, std::mem::replace(&mut result, new_result()));
                delivered = clock::now();
            }
            let fetched = range.end - range.start;
            size = if clock::now() - began < FETCH_EVERY {
                fetched.saturating_mul(2)
            } else {
                fetched / 2
            };
        }
        self.deliver(&mut played, result);
    }

    /// Plays games until one is not played to its end; returns the first that was not.
    fn play_some<R>(
        &self,
        games: Range<u64>,
        work: &Work<'_>,
        result: &mut R,
        play: &impl Fn(&mut R, u64) -> bool,
    ) -> u64 {
        let next = Cell::new(games.start);
        let is_stopped = || work.stop.is_stopped() || self.is_over.load(Ordering::Relaxed);
        let done = catch_unwind(AssertUnwindSafe(|| {
            while next.get() < games.end && !is_stopped() && play(result, next.get()) {
                next.set(next.get() + 1);
            }
        }));
        if let Err(payload) = done {
            self.is_over.store(true, Ordering::Relaxed);
            let (game, reason) = (next.get(), reason(&*payload));
            let mut panicked = self.panicked.lock().unwrap_or_else(PoisonError::into_inner);
            panicked.get_or_insert(Panicked { game, reason });
        }
        next.get()
    }

    /// Takes up to `size` of the next games, and leaves enough for other threads at the end.
    fn fetch(&self, size: u64) -> Option<Range<u64>> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let fair = left.len() / (4 * self.threads);
        left.take(size.min(fair))
    }

    fn deliver<R>(&self, played: &mut Vec<Range<u64>>, result: R)
    where
        T: FnMut(Games, R),
    {
        if played.is_empty() {
            return;
        }
        let games = played.drain(..).collect();
        let mut take = self.take.lock().unwrap_or_else(PoisonError::into_inner);
        take(games, result);
    }
}

/// Returns the message of a panic.
fn reason(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::*;
    use quincunx_search::StopToken;

    fn work(threads: usize) -> Work<'static> {
        static NEVER: std::sync::LazyLock<StopToken> = std::sync::LazyLock::new(StopToken::default);
        Work {
            threads: NonZero::new(threads).expect("a thread"),
            stop: &NEVER,
            progress: &|_| {},
        }
    }

    #[test]
    fn a_kill_costs_less_than_a_minute() {
        assert!(SAVE_INTERVAL + 2 * DELIVERY_INTERVAL < Duration::from_secs(60));
        SaveTimer::start().save_if_due(|| panic!("nothing is due at once"));
        let (mut timer, mut saves) = (SaveTimer { next: Duration::ZERO }, 0);
        for _ in 0..3 {
            timer.save_if_due(|| saves += 1);
        }
        assert_eq!(saves, 1);
    }

    #[test]
    fn what_was_played_is_handed_over_bit_by_bit_and_once() {
        let all = Games::range(0..500);
        for threads in [1, 3] {
            let (mut games, mut numbers, mut times) = (Games::default(), Vec::new(), 0);
            let play = |result: &mut Vec<u64>, game| {
                result.push(game);
                true
            };
            let take = |played: Games, result: Vec<u64>| {
                assert!(played.iter().eq(result.iter().copied()));
                games.add(&played).expect("each game once");
                numbers.extend(result);
                times += 1;
            };
            play_in_parallel(&all, &work(threads), Duration::ZERO, Vec::new, play, take)
                .expect("nothing panics");
            numbers.sort_unstable();
            assert_eq!(games, all);
            assert!(numbers.into_iter().eq(0..500) && times > threads);
        }
    }

    #[test]
    fn threads_that_played_nothing_hand_over_nothing() {
        let stop = StopToken::default();
        stop.stop();
        for threads in [1, 3] {
            let ended = Work {
                stop: &stop,
                ..work(threads)
            };
            let take = |games: Games, ()| panic!("{games} were handed over");
            play_in_parallel(
                &Games::range(0..50),
                &ended,
                Duration::ZERO,
                || (),
                |(), _| false,
                take,
            )
            .expect("no game panics");
        }
    }

    #[test]
    fn a_panic_is_reported_and_takes_nothing_from_others() {
        let all = Games::range(0..10_000);
        for threads in [1, 4] {
            let mut games = Games::default();
            let play = |_: &mut (), game| {
                assert_ne!(game, 777, "not this one");
                true
            };
            let failed = play_in_parallel(
                &all,
                &work(threads),
                Duration::MAX,
                || (),
                play,
                |played, ()| {
                    games.add(&played).expect("each game once");
                },
            );
            let failed = failed.expect_err("a game panics");
            assert_eq!(failed.game, 777);
            assert!(failed.to_string().contains("not this one"), "{failed}");
            let left: Vec<u64> = all.without(&games).iter().collect();
            assert!(left.contains(&777) && !left.contains(&776), "{games}");
        }
    }
}
