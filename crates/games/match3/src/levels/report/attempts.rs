//! How many attempts players need who begin again after each miss.

use serde::Serialize;
use utoipa::ToSchema;

use super::estimate::{Estimate, Rate};

/// The attempts until the first success, each with new chance.
///
/// Attempts are independent, so their number is geometric: with the success rate `p` the mean is 1/p, and
/// within `k` attempts a success has probability 1 − (1 − p)^k.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Attempts {
    /// The mean; `None` where there was no success.
    #[schema(required)]
    pub mean: Option<f64>,
    /// The lower end of the mean's interval.
    pub low: f64,
    /// The upper end of the mean's interval; `None` where the rate may be 0.
    #[schema(required)]
    pub high: Option<f64>,
    /// The least number within which at least half succeed.
    #[schema(required)]
    pub median: Option<u64>,
    /// The least number within which at least 95 % succeed; `None` where there was no success.
    #[schema(required)]
    pub p95: Option<u64>,
    /// The lower end of that number's interval.
    pub p95_low: u64,
    /// The upper end of that number's interval; `None` where the rate may be 0.
    #[schema(required)]
    pub p95_high: Option<u64>,
}

/// A population with equally many players of each skill.
///
/// Players of little skill make the tail, so that these figures do not follow from the mean success.
/// Intervals take all rates at the same end of their own intervals, and are rather too wide than too narrow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct People {
    /// The share of first attempts that succeed.
    pub success: Estimate,
    /// The least number of attempts within which at least 95 % succeed; `None` where more than 5 % never do.
    #[schema(required)]
    pub p95: Option<u64>,
    /// The lower end of that number's interval.
    pub p95_low: u64,
    /// The upper end of that number's interval; `None` where more than 5 % may never succeed.
    #[schema(required)]
    pub p95_high: Option<u64>,
    /// The share that misses three times in a row.
    pub three_misses: Estimate,
}

impl Attempts {
    pub(super) fn of(success: Rate) -> Self {
        let mean = |rate: f64| (rate > 0.0).then(|| 1.0 / rate);
        Self {
            mean: mean(success.value),
            low: 1.0 / success.high,
            high: mean(success.low),
            median: attempts_for(0.5, &[success.value]),
            p95: attempts_for(0.95, &[success.value]),
            p95_low: fewest_for_95(&[success.high]),
            p95_high: attempts_for(0.95, &[success.low]),
        }
    }
}

impl People {
    /// Creates the population from the success rate at each skill, at least one.
    pub(super) fn of(success: &[Rate]) -> Self {
        let at = |end: fn(&Rate) -> f64| -> Vec<f64> { success.iter().map(end).collect() };
        let [rates, lows, highs] = [at(|rate| rate.value), at(|rate| rate.low), at(|rate| rate.high)];
        let estimate = |of: fn(&[f64]) -> f64| Estimate::between(of(&rates), of(&lows), of(&highs));
        Self {
            success: estimate(|rates| 1.0 - missing_after(1.0, rates)),
            p95: attempts_for(0.95, &rates),
            p95_low: fewest_for_95(&highs),
            p95_high: attempts_for(0.95, &lows),
            three_misses: estimate(|rates| missing_after(3.0, rates)),
        }
    }
}

/// Returns the share of players without success after some attempts, equally many at each rate.
fn missing_after(attempts: f64, rates: &[f64]) -> f64 {
    let missing = rates.iter().map(|rate| (1.0 - rate).powf(attempts));
    missing.sum::<f64>() / rates.len() as f64
}

/// Returns the least number of attempts within which 95 % succeed, by the upper ends of their rates.
fn fewest_for_95(highs: &[f64]) -> u64 {
    attempts_for(0.95, highs).expect("the upper end of a rate is above 0")
}

/// Returns the least number of attempts within which a share of the players succeeds, equally many at each
/// rate; `None` where too many never do.
fn attempts_for(share: f64, rates: &[f64]) -> Option<u64> {
    // Rounding may make a whole number a little too large.
    let is_enough = |attempts: u64| missing_after(attempts as f64, rates) <= 1.0 - share + 1e-12;
    let never = rates.iter().filter(|&&rate| rate <= 0.0).count();
    if never as f64 / rates.len() as f64 > 1.0 - share {
        return None;
    }
    let mut enough = 1_u64;
    while !is_enough(enough) {
        enough = enough.checked_mul(2)?;
    }
    let mut too_few = enough / 2;
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if is_enough(middle) {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    Some(enough)
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
        // Wilson's interval is from 5.52 to 17.44 %: 0.8256^16 is 4.7 %, 0.9448^53 4.9 %.
        assert_eq!((tenth.p95_low, tenth.p95_high), (16, Some(53)));
        // 0.75^2 is more than a half, and 0.2^2 is less than 5 %.
        assert_eq!((of(25, 100).median, of(80, 100).p95), (Some(3), Some(2)));
        assert!(tenth.low < 10.0 && tenth.high.is_some_and(|high| high > 10.0));
        let never = of(0, 100);
        assert_eq!(
            (never.mean, never.high, never.median, never.p95, never.p95_high),
            (None, None, None, None, None)
        );
        // The upper end of none in a hundred is 3.7 %.
        assert!((never.low - 27.03).abs() < 0.01, "{never:?}");
    }

    #[test]
    fn the_number_of_attempts_is_the_least() {
        for rate in (1..100).map(|hundredths| f64::from(hundredths) / 100.0) {
            for share in [0.5, 0.95] {
                let attempts = attempts_for(share, &[rate]).expect("the rate is above 0") as i32;
                let within = |attempts: i32| 1.0 - (1.0 - rate).powi(attempts);
                assert!(within(attempts) >= share - 1e-9, "{rate} {share}: {attempts}");
                assert!(within(attempts - 1) < share, "{rate} {share}: {attempts}");
            }
        }
    }

    #[test]
    fn a_crowd_is_not_its_mean() {
        // Half succeed nine times in ten, half once in ten: together a half, and yet a tail of the latter.
        let rates = [Rate::new(900, 1000), Rate::new(100, 1000)];
        let crowd = People::of(&rates);
        assert!((crowd.success.value - 0.5).abs() < 1e-12);
        // (0.1^3 + 0.9^3) / 2, where who always succeeds in a half of all attempts misses three times in an
        // eighth.
        assert!((crowd.three_misses.value - 0.365).abs() < 1e-12, "{crowd:?}");
        // 0.9^21 / 2 is 5.5 %, 0.9^22 / 2 is 4.9 %; of one rate of a half it would be 5.
        assert_eq!(crowd.p95, Some(22));
        assert!(
            crowd.p95_low < 22 && crowd.p95_high.is_some_and(|high| high > 22),
            "{crowd:?}"
        );
        assert!(crowd.three_misses.low < 0.365 && crowd.three_misses.high > 0.365);
        let same = People::of(&[Rate::new(500, 1000); 5]);
        assert_eq!(same.p95, Attempts::of(Rate::new(500, 1000)).p95);
        // Who never succeeds is more than one in twenty here.
        let never = People::of(&[Rate::new(0, 10), Rate::new(10, 10)]);
        assert_eq!((never.p95, never.p95_high), (None, None));
    }
}
