//! Whether the new pieces of a program are as likely as they should be.

use quincunx_registry::examination::Difference;

/// The new pieces since the last `start`.
#[derive(Default)]
pub(super) struct Statistics {
    /// How many were 2, and how many 4.
    values: [u64; 2],
    /// For each number of free fields, how often each of them was taken.
    fields: Vec<Vec<u64>>,
}

/// The fewest expected in each class of a test, so that its statistic is nearly χ²-distributed.
const MIN_EXPECTED: f64 = 50.0;

/// A right program deviates by more standard deviations less than once in 10^11 tests.
const MAX_DEVIATION: f64 = 7.0;

impl Statistics {
    pub(super) fn note_value(&mut self, value: u64) {
        self.values[usize::from(value == 4)] += 1;
    }

    pub(super) fn note_field(&mut self, free: usize, rank: usize) {
        if self.fields.len() <= free {
            self.fields.resize(free + 1, Vec::new());
        }
        self.fields[free].resize(free, 0);
        self.fields[free][rank] += 1;
    }

    /// Checks that a tenth of the pieces were 4, and that every free field was as likely as the others,
    /// before a line.
    pub(super) fn check(&self, line: usize) -> Result<(), Difference> {
        let wrong = |expected: String, found: String| Difference {
            line: line - 1,
            expected,
            found: Some(found),
        };
        let pieces: u64 = self.values.iter().sum();
        if deviation(&self.values, &[0.9, 0.1]) > MAX_DEVIATION {
            let found = format!("{} of {pieces}", self.values[1]);
            return Err(wrong("about 10 % of the new pieces to be 4".to_owned(), found));
        }
        for (free, counts) in self.fields.iter().enumerate() {
            if deviation(counts, &vec![1.0 / free as f64; free]) > MAX_DEVIATION {
                let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
                let expected = format!("new pieces on all of {free} free fields equally often");
                return Err(wrong(
                    expected,
                    format!("{} times, in reading order", counts.join(", ")),
                ));
            }
        }
        Ok(())
    }
}

/// Returns by how many standard deviations Pearson's χ² of some counts is above its mean, by the
/// approximation of Wilson and Hilferty (1931, "The distribution of chi-square"); 0 where the counts are too
/// small.
fn deviation(counts: &[u64], probabilities: &[f64]) -> f64 {
    let all = counts.iter().sum::<u64>() as f64;
    let expected = || probabilities.iter().map(|probability| all * probability);
    if counts.len() < 2 || expected().any(|expected| expected < MIN_EXPECTED) {
        return 0.0;
    }
    let terms = counts
        .iter()
        .zip(expected())
        .map(|(&count, expected)| (count as f64 - expected).powi(2) / expected);
    let (chi_squared, freedom) = (terms.sum::<f64>(), (counts.len() - 1) as f64);
    let spread = 2.0 / (9.0 * freedom);
    ((chi_squared / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlikely_counts_deviate() {
        let uniform = [0.25; 4];
        assert!(deviation(&[100, 110, 95, 95], &uniform) < 2.0);
        assert!(deviation(&[400, 0, 0, 0], &uniform) > MAX_DEVIATION);
        assert!(deviation(&[2400, 600], &[0.9, 0.1]) > MAX_DEVIATION);
        assert!(deviation(&[2700, 300], &[0.9, 0.1]) < 1.0);
        assert_eq!(deviation(&[4, 0], &[0.5, 0.5]), 0.0);
    }
}
