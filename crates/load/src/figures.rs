//! Measured figures and their limits.

use std::time::Duration;

use serde::Serialize;

/// A row of the table.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Figure {
    /// What was measured.
    pub name: &'static str,
    /// The required value.
    pub required: String,
    /// The measured value.
    pub measured: String,
    /// Whether that is enough.
    pub passed: bool,
}

/// Formats the table of BENCHMARKS.md.
pub(crate) fn table(figures: &[Figure]) -> String {
    let mut text = String::from("| what | required | measured | |\n| --- | --- | --- | --- |\n");
    for figure in figures {
        let mark = if figure.passed { "ok" } else { "**failed**" };
        let (name, required, measured) = (figure.name, &figure.required, &figure.measured);
        text.push_str(&format!("| {name} | {required} | {measured} | {mark} |\n"));
    }
    text
}

/// Durations of many operations.
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

    /// Returns a percentile; zero without times.
    pub(crate) fn percentile(&mut self, part: usize) -> Duration {
        self.0.sort_unstable();
        let last = self.0.len().saturating_sub(1);
        let place = (self.0.len() * part / 100).min(last);
        self.0.get(place).copied().unwrap_or_default()
    }

    pub(crate) fn summary(&mut self) -> String {
        format!(
            "p50 {}, p99 {}, slowest {}",
            milliseconds(self.percentile(50)),
            milliseconds(self.percentile(99)),
            milliseconds(self.percentile(100)),
        )
    }
}

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
