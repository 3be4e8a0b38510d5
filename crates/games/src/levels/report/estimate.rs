//! Numbers with what is not known of them.

use quincunx_search::arena::Counts;
use quincunx_search::arena::statistics::{Z, wilson};
use serde::Serialize;

/// An estimate with the ends of the interval that holds the true value with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// How often something was so, with Wilson's interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// How often it was so.
    pub hits: u64,
    /// How often it could have been.
    pub of: u64,
    /// The share, 0 where it never could.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// How many attempts a success takes who begins anew after each miss, on new luck.
///
/// Attempts are independent then and their number is geometric, so that everything follows from the rate of success `p`: the
/// mean is 1/p, and within `k` attempts there is a success with probability 1 − (1 − p)^k.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Attempts {
    /// The mean; `None` where there was no success.
    pub mean: Option<f64>,
    /// The lower end of the mean's interval, from the upper one of the rate.
    pub low: f64,
    /// The upper end of the mean's interval; `None` where the rate may be 0.
    pub high: Option<f64>,
    /// The least number within which at least half succeed.
    pub median: Option<u64>,
    /// The least number within which at least 95 % succeed.
    pub p95: Option<u64>,
}

/// How whole numbers are distributed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distribution {
    /// The mean; its interval is that of the normal distribution.
    pub mean: Estimate,
    /// The least.
    pub least: u64,
    /// The quantile of 5 %, by the nearest rank as all of these.
    pub p5: u64,
    /// The quantile of 25 %.
    pub p25: u64,
    /// The median.
    pub p50: u64,
    /// The quantile of 75 %.
    pub p75: u64,
    /// The quantile of 95 %.
    pub p95: u64,
    /// The greatest.
    pub most: u64,
}

impl Estimate {
    /// Makes an estimate of a standard error, by the normal distribution.
    pub(super) fn with_error(value: f64, error: f64) -> Self {
        Self {
            value,
            low: value - Z * error,
            high: value + Z * error,
        }
    }

    /// Estimates a mean from values, of which there must be two at least for an interval of any width.
    pub(super) fn mean_of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / count.max(1.0);
        let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
        Self::with_error(mean, (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt())
    }

    /// Does the same to the estimate and to the ends of its interval; what turns their order puts them back into it.
    pub(super) fn map(self, change: impl Fn(f64) -> f64) -> Self {
        let [value, one, other] = [self.value, self.low, self.high].map(change);
        Self {
            value,
            low: one.min(other),
            high: one.max(other),
        }
    }
}

impl Rate {
    /// Makes the rate of so many hits.
    pub(super) fn new(hits: u64, of: u64) -> Self {
        let (low, high) = wilson(hits as f64, of as f64);
        Self {
            hits,
            of,
            value: hits as f64 / of.max(1) as f64,
            low,
            high,
        }
    }

    /// Counts how often something is so.
    pub(super) fn count<T>(all: impl IntoIterator<Item = T>, is_so: impl Fn(&T) -> bool) -> Self {
        let (mut hits, mut of) = (0, 0);
        for one in all {
            hits += u64::from(is_so(&one));
            of += 1;
        }
        Self::new(hits, of)
    }
}

impl From<Rate> for Estimate {
    fn from(rate: Rate) -> Self {
        Self {
            value: rate.value,
            low: rate.low,
            high: rate.high,
        }
    }
}

impl Attempts {
    /// Works them out from the rate of success.
    pub(super) fn of(success: Rate) -> Self {
        let mean = |rate: f64| (rate > 0.0).then(|| 1.0 / rate);
        Self {
            mean: mean(success.value),
            low: 1.0 / success.high,
            high: mean(success.low),
            median: attempts_for(0.5, success.value),
            p95: attempts_for(0.95, success.value),
        }
    }
}

/// Returns the least number of attempts within which a share of all succeeds, where each does at a rate.
fn attempts_for(share: f64, rate: f64) -> Option<u64> {
    if rate <= 0.0 {
        return None;
    }
    // Of a rate of 1 the quotient is 0.
    let attempts = (-share).ln_1p() / (-rate).ln_1p();
    // What is whole in truth may come out a hair too large.
    Some(((attempts - 1e-9).ceil() as u64).max(1))
}

impl Distribution {
    /// Reads it off counters; `None` of nothing.
    pub(super) fn of(counts: &Counts) -> Option<Self> {
        let mean = counts.mean()?;
        let quantile = |share| counts.quantile(share).unwrap_or(0);
        Some(Self {
            mean: Estimate::with_error(mean, counts.standard_error().unwrap_or(0.0)),
            least: counts.least()?,
            p5: quantile(0.05),
            p25: quantile(0.25),
            p50: quantile(0.5),
            p75: quantile(0.75),
            p95: quantile(0.95),
            most: counts.most()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_geometric() {
        let of = |hits, games| Attempts::of(Rate::new(hits, games));
        let half = of(50, 100);
        assert_eq!((half.mean, half.median, half.p95), (Some(2.0), Some(1), Some(5)));
        assert_eq!(of(100, 100).p95, Some(1));
        // 1 − 0.9^6 is 47 %, with a seventh 52 %; 1 − 0.9^28 is 94.8 %, with one more 95.3 %.
        let tenth = of(10, 100);
        assert_eq!((tenth.median, tenth.p95), (Some(7), Some(29)));
        // 0.75^2 is more than a half, and 0.2^2 is less than 5 %.
        assert_eq!((of(25, 100).median, of(80, 100).p95), (Some(3), Some(2)));
        assert!(tenth.low < 10.0 && tenth.high.is_some_and(|high| high > 10.0));
        let never = of(0, 100);
        assert_eq!(
            (never.mean, never.high, never.median, never.p95),
            (None, None, None, None)
        );
        // The upper end of none in a hundred is 3.7 %.
        assert!((never.low - 27.03).abs() < 0.01, "{never:?}");
    }

    #[test]
    fn the_number_of_attempts_is_the_least() {
        for rate in (1..100).map(|hundredths| f64::from(hundredths) / 100.0) {
            for share in [0.5, 0.95] {
                let attempts = attempts_for(share, rate).expect("the rate is above 0") as i32;
                let within = |attempts: i32| 1.0 - (1.0 - rate).powi(attempts);
                assert!(within(attempts) >= share - 1e-9, "{rate} {share}: {attempts}");
                assert!(within(attempts - 1) < share, "{rate} {share}: {attempts}");
            }
        }
    }

    #[test]
    fn means_have_intervals() {
        let mean = Estimate::mean_of([1.0, 2.0, 3.0, 4.0].into_iter());
        let error = Z * (5.0f64 / 3.0 / 4.0).sqrt();
        assert!((mean.value - 2.5).abs() < 1e-12 && (mean.high - mean.value - error).abs() < 1e-12);
        assert_eq!(mean.map(|value| -value).value, -2.5);
        assert!(mean.map(|value| -value).low < mean.map(|value| -value).high);
    }
}
