//! What was measured, against what it must be.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

/// One line of the table.
#[derive(Debug, Serialize)]
pub struct Figure {
    /// What was measured.
    pub name: &'static str,
    /// What it must be.
    pub gate: String,
    /// What it is.
    pub measured: String,
    /// Whether that is enough.
    pub passed: bool,
}

/// Writes the table as BENCHMARKS.md has it.
pub(crate) fn in_words(figures: &[Figure]) -> String {
    let mut text = String::from("| what | must be | measured | |\n| --- | --- | --- | --- |\n");
    for figure in figures {
        let Figure {
            name,
            gate,
            measured,
            passed,
        } = figure;
        let mark = if *passed { "ok" } else { "**failed**" };
        writeln!(text, "| {name} | {gate} | {measured} | {mark} |").expect("a string takes everything");
    }
    text
}

/// Writes it for programs.
pub(crate) fn in_json(figures: &[Figure]) -> String {
    serde_json::to_string_pretty(figures).expect("figures are plain")
}

/// How long things took.
#[derive(Debug, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the time that this part of a hundred took at most; zero when nothing was timed.
    pub(crate) fn percentile(&mut self, part: usize) -> Duration {
        self.0.sort_unstable();
        let last = self.0.len().saturating_sub(1);
        self.0
            .get((self.0.len() * part / 100).min(last))
            .copied()
            .unwrap_or_default()
    }

    /// Writes the middle, the slow end and the slowest.
    pub(crate) fn in_words(&mut self) -> String {
        format!(
            "p50 {}, p99 {}, slowest {}",
            milliseconds(self.percentile(50)),
            milliseconds(self.percentile(99)),
            milliseconds(self.percentile(100)),
        )
    }
}

/// Writes a time in milliseconds.
pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_sorted_times() {
        let mut times = Times::default();
        assert_eq!(times.percentile(99), Duration::ZERO);
        for millisecond in (1..=100).rev() {
            times.add(Duration::from_millis(millisecond));
        }
        assert_eq!(times.percentile(50), Duration::from_millis(51));
        assert_eq!(times.percentile(99), Duration::from_millis(100));
        assert_eq!(times.percentile(0), Duration::from_millis(1));
    }
}
