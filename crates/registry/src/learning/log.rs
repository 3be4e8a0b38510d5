//! The log of a training.

use serde::{Deserialize, Serialize};

/// How many stretches a log has at most before neighbours become one: enough to draw how a training went.
const MAX_ENTRIES: usize = 1000;

/// A stretch of training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LogEntry {
    /// Games played.
    pub games: u64,
    /// Actions played, those of restarts included.
    pub plies: u64,
    /// The average of the games' points.
    pub average: f64,
    /// The most points of a game.
    pub best: u64,
    /// The time that passed, in seconds.
    pub seconds: f64,
    /// The threads that worked.
    pub threads: usize,
    /// How it learned.
    pub lambda: f32,
    /// The part of an error that is learned at once.
    pub rate: f32,
    /// Whether every entry had a rate of its own by temporal coherence; true in files that do not say.
    #[serde(default = "yes")]
    pub coherence: bool,
    /// From how many actions on a game that ended went on from its middle; 0 for never.
    pub restart: usize,
}

/// What a file means that does not say.
const fn yes() -> bool {
    true
}

impl LogEntry {
    /// Makes one of this and the one behind it; how they were played is taken from that one.
    #[must_use]
    pub fn merge(self, next: Self) -> Self {
        let games = self.games.saturating_add(next.games);
        let points = |stretch: Self| stretch.average * stretch.games as f64;
        Self {
            games,
            plies: self.plies.saturating_add(next.plies),
            average: (points(self) + points(next)) / games.max(1) as f64,
            best: self.best.max(next.best),
            seconds: self.seconds + next.seconds,
            ..next
        }
    }

    fn is_done_as(&self, other: &Self) -> bool {
        let how = |of: &Self| (of.threads, of.lambda, of.rate, of.coherence, of.restart);
        how(self) == how(other)
    }
}

/// Adds a stretch to a log. When it is full, every two neighbours that were done alike become one, and any
/// two if that is not enough, so that a log stays small and shows the whole training.
pub(super) fn append(log: &mut Vec<LogEntry>, stretch: LogEntry) {
    log.push(stretch);
    if log.len() > MAX_ENTRIES {
        let alike = log.chunk_by(LogEntry::is_done_as);
        *log = alike
            .flat_map(|alike| alike.chunks(2))
            .filter_map(|two| two.iter().copied().reduce(LogEntry::merge))
            .collect();
    }
    if log.len() > MAX_ENTRIES {
        *log = shortened(log, MAX_ENTRIES / 2);
    }
}

/// Returns a log of at most `most` stretches, in which neighbours have become one however they were done.
pub(super) fn shortened(log: &[LogEntry], most: usize) -> Vec<LogEntry> {
    let together = log.chunks(log.len().div_ceil(most).max(1));
    together
        .filter_map(|stretches| stretches.iter().copied().reduce(LogEntry::merge))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(games: u64, threads: usize) -> LogEntry {
        LogEntry {
            games,
            plies: 10 * games,
            average: 100.0,
            best: games,
            seconds: 0.5,
            threads,
            lambda: 0.5,
            rate: 1.0,
            coherence: true,
            restart: 0,
        }
    }

    #[test]
    fn stretches_become_one() {
        let second = LogEntry {
            average: 200.0,
            ..stretch(3, 4)
        };
        let want = LogEntry {
            average: 175.0,
            seconds: 1.0,
            best: 3,
            ..stretch(4, 4)
        };
        assert_eq!(stretch(1, 2).merge(second), want);
        let endless = LogEntry {
            games: u64::MAX,
            ..stretch(1, 1)
        };
        assert_eq!(endless.merge(stretch(1, 1)).games, u64::MAX);
    }

    #[test]
    fn a_log_stays_short_and_keeps_its_sums() {
        let mut stretches = Vec::new();
        for number in 1..=5000 {
            let threads = if number <= 500 { 1 } else { 2 };
            append(&mut stretches, stretch(number, threads));
            assert!(stretches.len() <= MAX_ENTRIES);
        }
        let sum = |of: fn(&LogEntry) -> u64| stretches.iter().map(of).sum::<u64>();
        assert_eq!(sum(|stretch| stretch.games), 5000 * 5001 / 2);
        assert_eq!(sum(|stretch| stretch.plies), 10 * 5000 * 5001 / 2);
        assert!(
            stretches.is_sorted_by_key(|stretch| stretch.best),
            "in their order"
        );
        assert!(stretches.len() > MAX_ENTRIES / 3);
        let alone = stretches.iter().filter(|stretch| stretch.threads == 1);
        let games: u64 = alone.map(|stretch| stretch.games).sum();
        assert_eq!(games, 500 * 501 / 2, "others are not mixed with them");
    }

    #[test]
    fn a_log_of_stretches_none_of_which_is_like_the_next_stays_short_too() {
        let mut stretches = Vec::new();
        for number in 1..=5000 {
            append(&mut stretches, stretch(number, number as usize % 2));
            assert!(stretches.len() <= MAX_ENTRIES);
        }
        let games: u64 = stretches.iter().map(|stretch| stretch.games).sum();
        assert_eq!(games, 5000 * 5001 / 2);
        let short = shortened(&stretches, 20);
        assert!((11..=20).contains(&short.len()), "{}", short.len());
        assert_eq!(short.iter().map(|stretch| stretch.games).sum::<u64>(), games);
    }
}
