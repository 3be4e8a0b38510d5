//! A part of the games of a run, and how it is played.

use quincunx_core::{Game, Streams};

use super::contest::Contest;
use super::games::{Games, Overlap};
use super::parallel::{DELIVERY_INTERVAL, Panicked, SaveTimer, Work, play_in_parallel};
use super::tally::{OutcomeCounts, Row};

/// What some games of a run gave.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// Which games they are.
    pub games: Games,
    /// What they gave together.
    pub tally: OutcomeCounts,
    /// What each gave, in the order of games; `None` where only the counters were kept.
    pub rows: Option<Vec<Row>>,
}

impl Part {
    /// Creates the part without games; `figures` is their number a game. A row takes some 50 bytes, and 8 for
    /// each figure.
    pub fn none(figures: usize, rows: bool) -> Self {
        Self {
            games: Games::default(),
            tally: OutcomeCounts::new(figures),
            rows: rows.then(Vec::new),
        }
    }

    /// Adds another part of the same run, with its rows behind these until they are [sorted](Self::sort).
    /// Rows are kept only if both have them.
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

/// Returns the seed of a game of the run whose streams these are.
pub fn seed_of(run: Streams, game: u64) -> u64 {
    run.first_word(game)
}

impl<G: Game> Contest<G> {
    /// Plays games of a run of this seed, which the part lacks, and adds them to it. `keep` sees the part
    /// [from time to time](super::SAVE_INTERVAL). When a game panicked, all others that were played are in
    /// the part.
    pub fn play_on(
        &self,
        seed: u64,
        wanted: &Games,
        part: &mut Part,
        work: &Work<'_>,
        keep: &mut (dyn FnMut(&Part) + Send),
    ) -> Result<(), Panicked> {
        let streams = Streams::new(seed);
        let rows = part.rows.is_some();
        let none = || Part::none(self.figures.len(), rows);
        let play = |own: &mut Part, game| {
            let Some(row) = self.play(game, seed_of(streams, game), work.stop) else {
                return false;
            };
            own.tally.count(&row);
            if let Some(rows) = &mut own.rows {
                rows.push(row);
            }
            true
        };
        let mut timer = SaveTimer::start();
        let done = play_in_parallel(wanted, work, DELIVERY_INTERVAL, none, play, |games, own| {
            part.add_unsorted(Part { games, ..own })
                .expect("each game is played once");
            timer.save_if_due(|| {
                part.sort();
                keep(part);
            });
        });
        part.sort();
        done
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Plays games of a run that nothing stops.
    pub(crate) fn play_all<G: Game>(
        contest: &Contest<G>,
        seed: u64,
        wanted: &Games,
        rows: bool,
        work: &Work<'_>,
    ) -> Part {
        let mut part = Part::none(contest.figures.len(), rows);
        contest
            .play_on(seed, wanted, &mut part, work, &mut |_| {})
            .expect("no player panics");
        part
    }

    use super::*;
    use std::num::NonZero;

    use crate::Competitor;
    use quincunx_core::testkit::toys::TicTacToe;
    use quincunx_search::StopToken;

    fn add(part: &mut Part, other: Part) -> Result<(), Overlap> {
        part.add_unsorted(other)?;
        part.sort();
        Ok(())
    }

    fn contest() -> Contest<TicTacToe> {
        let random = || Competitor::Random { seed: 0 };
        Contest::new(TicTacToe, vec![random(), random()], &[], 100)
    }

    fn play(games: &Games, threads: usize, rows: bool) -> Part {
        let reported = AtomicU64::new(0);
        let work = Work {
            threads: NonZero::new(threads).expect("a thread"),
            stop: &StopToken::default(),
            progress: &|more| {
                reported.fetch_add(more, Ordering::Relaxed);
            },
        };
        let part = play_all(&contest(), 7, games, rows, &work);
        assert_eq!(reported.into_inner(), part.games.len());
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
            add(&mut merged, play(&Games::range(range), 2, true)).expect("no game twice");
        }
        assert_eq!(merged, whole);
        assert!(add(&mut merged, play(&Games::range(5..6), 1, true)).is_err());
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
        let reported = AtomicU64::new(0);
        let work = Work {
            threads: NonZero::new(2).expect("a thread"),
            stop: &stop,
            progress: &|more| {
                if reported.fetch_add(more, Ordering::Relaxed) > 50 {
                    stop.stop();
                }
            },
        };
        let mut done = play_all(&contest(), 7, &all, true, &work);
        assert!(
            done.games.len() > 50 && done.games.len() < 100_000,
            "{}",
            done.games
        );
        assert_eq!(done.tally.games(), done.games.len());
        let rest = play(&all.without(&done.games), 2, true);
        add(&mut done, rest).expect("the rest has no game that is done");
        assert_eq!(done, play(&all, 1, true));
    }
}
