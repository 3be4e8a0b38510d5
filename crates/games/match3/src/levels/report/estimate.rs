//! Estimates with their intervals of 95 % confidence.

use quincunx_arena::Histogram;
use quincunx_arena::statistics::{
    WithInterval, estimate_matched, estimate_mean, estimate_ratio, t_quantile, unseen_share, wilson_interval,
};
use serde::Serialize;
use utoipa::ToSchema;

/// An estimate with the ends of the interval that holds the true value with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval; infinite, and in JSON null, where there are too few games.
    #[schema(required, value_type = Option<f64>)]
    pub low: f64,
    /// The upper end of the interval; infinite, and in JSON null, where there are too few games.
    #[schema(required, value_type = Option<f64>)]
    pub high: f64,
}

/// A share of cases, with Wilson's interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Rate {
    /// The number of hits.
    pub hits: u64,
    /// The number of cases.
    pub of: u64,
    /// The share, 0 of no cases.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The distribution of whole numbers; quantiles are those of the nearest rank.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Distribution {
    /// The mean.
    pub mean: Estimate,
    /// The least value.
    pub least: u64,
    /// The quantile of 5 %.
    pub p5: u64,
    /// The quantile of 25 %.
    pub p25: u64,
    /// The median.
    pub p50: u64,
    /// The quantile of 75 %.
    pub p75: u64,
    /// The quantile of 95 %.
    pub p95: u64,
    /// The greatest value.
    pub most: u64,
}

impl Estimate {
    const fn new(value: f64, low: f64, high: f64) -> Self {
        Self { value, low, high }
    }

    /// Creates an estimate from half the width of its interval.
    pub(super) const fn with_spread(value: f64, spread: f64) -> Self {
        Self::new(value, value - spread, value + spread)
    }

    /// Creates an estimate from the ends of its interval, in either order.
    pub(super) const fn between(value: f64, one: f64, other: f64) -> Self {
        Self::new(value, one.min(other), one.max(other))
    }

    /// Estimates the mean of independent values.
    pub(super) fn mean_of(values: impl Iterator<Item = f64> + Clone) -> Self {
        estimate_mean(values).into()
    }

    /// Estimates a ratio of sums from the parts that independent clusters have in both sums.
    pub(super) fn ratio_of(clusters: impl Iterator<Item = (f64, f64)> + Clone) -> Self {
        estimate_ratio(clusters).into()
    }

    /// Estimates the rate of the second of two events less that of the first, from matched pairs.
    pub(super) fn of_matched(pairs: impl Iterator<Item = (bool, bool)>) -> Self {
        estimate_matched(pairs).into()
    }

    /// Estimates the mean of the lowest values of a distribution, one in `one_in` of `all`, from the lowest
    /// in ascending order; `None` where these are too few.
    ///
    /// The last value counts in part where the part is no whole number of values. The end of the part is
    /// estimated too, which adds to the variance (Manistre and Hancock 2005, on the conditional tail
    /// expectation); the interval is Student's. Where the lowest values are all the same, one may be lower
    /// [unseen](unseen_share), and one higher where so low a value may be rarer than the part.
    pub(super) fn of_lowest(ascending: &[f64], one_in: u64, all: u64) -> Option<Self> {
        let (count, share) = (all as f64 / one_in as f64, 1.0 / one_in as f64);
        let lowest = ascending.get(..count.ceil() as usize)?;
        let first = lowest.first()?;
        // Of less than one value it is that one.
        let count = count.max(1.0);
        let weight = |place: usize| (count - place as f64).min(1.0);
        let weighted = |term: &dyn Fn(f64) -> f64| -> f64 {
            let values = lowest.iter().enumerate();
            values.map(|(place, &value)| weight(place) * term(value)).sum()
        };
        let mean = weighted(&|value| value) / count;
        let whole = count as u64;
        if whole < 2 {
            return Some(Self::with_spread(mean, f64::INFINITY));
        }
        let squares = weighted(&|value| (value - mean).powi(2));
        if squares <= 1e-12 {
            let same = ascending.iter().take_while(|value| *value == first).count();
            let (at_least, _) = wilson_interval(same as f64, all as f64);
            let low = mean - (unseen_share(all) / share).min(1.0);
            return Some(Self::new(mean, low, mean + (1.0 - at_least / share).max(0.0)));
        }
        let within = squares / (count - 1.0);
        let of_end = (1.0 - share) * (lowest[lowest.len() - 1] - mean).powi(2);
        let error = ((within + of_end) / count).sqrt();
        Some(Self::with_spread(mean, t_quantile(whole - 1) * error))
    }

    /// Returns an estimate with the interval of the jackknife (Efron and Stein 1981), from the estimates
    /// without each of the games; an infinite one where there are fewer than three, or one of them is `None`.
    pub(super) fn jackknife(value: f64, left_out: impl ExactSizeIterator<Item = Option<f64>>) -> Self {
        let games = left_out.len() as u64;
        let Some(left_out) = left_out.collect::<Option<Vec<f64>>>().filter(|_| games > 2) else {
            return Self::with_spread(value, f64::INFINITY);
        };
        let n = games as f64;
        let mean = left_out.iter().sum::<f64>() / n;
        let squares: f64 = left_out.iter().map(|without| (without - mean).powi(2)).sum();
        let error = ((n - 1.0) / n * squares).sqrt();
        Self::with_spread(value, (t_quantile(games - 1) * error).max(unseen_share(games)))
    }

    /// Clamps the estimate and the ends of its interval.
    pub(super) const fn within(self, low: f64, high: f64) -> Self {
        let Self {
            value,
            low: from,
            high: to,
        } = self;
        Self::new(value.clamp(low, high), from.clamp(low, high), to.clamp(low, high))
    }

    /// Applies a monotonic function to the estimate and the ends of its interval.
    pub(super) fn map(self, change: impl Fn(f64) -> f64) -> Self {
        let [value, one, other] = [self.value, self.low, self.high].map(change);
        Self::between(value, one, other)
    }
}

impl Rate {
    pub(super) fn new(hits: u64, of: u64) -> Self {
        Self::of_independent(hits, of, of as f64)
    }

    /// Creates a rate whose interval is that of another number of independent cases.
    fn of_independent(hits: u64, of: u64, independent: f64) -> Self {
        let value = hits as f64 / of.max(1) as f64;
        let (low, high) = wilson_interval(value * independent, independent);
        Self {
            hits,
            of,
            value,
            // Rounding must not put it beside its interval.
            low: low.min(value),
            high: high.max(value),
        }
    }

    /// Creates the rate of cases in independent clusters, as the moves of games, from the hits and the cases
    /// of each.
    ///
    /// The interval is Wilson's for the effective sample size (Kish 1965); where nothing varies each cluster
    /// counts as one case.
    pub(super) fn of_clusters(clusters: impl Iterator<Item = (u64, u64)> + Clone) -> Self {
        let (count, hits, of) = clusters.clone().fold((0_u64, 0, 0), |(count, hits, of), (a, b)| {
            (count + 1, hits + a, of + b)
        });
        let rate = hits as f64 / of.max(1) as f64;
        let spread = rate * (1.0 - rate);
        let squares: f64 = clusters
            .map(|(hits, of)| (hits as f64 - rate * of as f64).powi(2))
            .sum();
        let effect = match (spread > 0.0, count) {
            (true, 2..) => squares * count as f64 / (count - 1) as f64 / (spread * of as f64),
            _ => of as f64 / count.max(1) as f64,
        };
        Self::of_independent(hits, of, of as f64 / effect.max(1.0))
    }

    /// Counts how many of some values satisfy a condition.
    pub(super) fn count<T>(all: impl IntoIterator<Item = T>, is_hit: impl Fn(&T) -> bool) -> Self {
        let (mut hits, mut of) = (0, 0);
        for one in all {
            hits += u64::from(is_hit(&one));
            of += 1;
        }
        Self::new(hits, of)
    }
}

impl From<WithInterval> for Estimate {
    fn from((value, (low, high)): WithInterval) -> Self {
        Self { value, low, high }
    }
}

impl From<Rate> for Estimate {
    fn from(Rate { value, low, high, .. }: Rate) -> Self {
        Self { value, low, high }
    }
}

impl Distribution {
    /// Creates the distribution of independent values; `None` of no values.
    pub(super) fn of(counts: &Histogram) -> Option<Self> {
        let spread = counts.mean_error().unwrap_or(f64::INFINITY);
        Self::with_mean(counts, Estimate::with_spread(counts.mean()?, spread))
    }

    /// Creates the distribution of values whose mean has another interval; `None` of no values.
    pub(super) fn with_mean(counts: &Histogram, mean: Estimate) -> Option<Self> {
        let quantile = |share| counts.quantile(share).unwrap_or(0);
        Some(Self {
            mean: mean.within(0.0, f64::INFINITY),
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
    fn means_have_intervals() {
        let mean = Estimate::mean_of([1.0, 2.0, 3.0, 4.0].into_iter());
        // Of three degrees of freedom Student's quantile is 3.182.
        let error = 3.1824 * (5.0f64 / 3.0 / 4.0).sqrt();
        assert!((mean.value - 2.5).abs() < 1e-12 && (mean.high - mean.value - error).abs() < 1e-2);
        assert_eq!(mean.map(|value| -value).value, -2.5);
        assert!(mean.map(|value| -value).low < mean.map(|value| -value).high);
        let cut = mean.within(2.0, 3.0);
        assert_eq!((cut.low, cut.value, cut.high), (2.0, 2.5, 3.0));
    }

    #[test]
    fn what_is_in_one_cluster_counts_once() {
        // Ten games of a hundred moves, in five of which every move is a hit: ten independent ones, not a
        // thousand.
        let alike = (0..10).map(|game| (100 * (game % 2), 100));
        let rate = Rate::of_clusters(alike);
        assert_eq!((rate.hits, rate.of, rate.value), (500, 1000, 0.5));
        let (low, high) = wilson_interval(4.5, 9.0);
        assert!(
            (rate.low - low).abs() < 1e-9 && (rate.high - high).abs() < 1e-9,
            "{rate:?}"
        );
        // Spread evenly over games they are no worse than independent.
        let even = Rate::of_clusters((0..10).map(|_| (50, 100)));
        assert_eq!(even, Rate::new(500, 1000));
        let never = Rate::of_clusters((0..10).map(|_| (0, 100)));
        assert_eq!((never.low, never.high), wilson_interval(0.0, 10.0));
    }

    #[test]
    fn intervals_of_clusters_hold_the_truth() {
        use quincunx_core::{Random, RandomSource as _};
        // Games of twenty moves, each with a rate of its own of 20 or 60 %: the truth is 40 %.
        let mut random = Random::new(3);
        let trials = 400;
        let mut held = [0, 0];
        for _ in 0..trials {
            let games: Vec<(u64, u64)> = (0..60)
                .map(|_| {
                    let rate = if random.unit() < 0.5 { 0.2 } else { 0.6 };
                    ((0..20).filter(|_| random.unit() < rate).count() as u64, 20)
                })
                .collect();
            let clustered = Rate::of_clusters(games.iter().copied());
            let plain = Rate::new(clustered.hits, clustered.of);
            for (held, rate) in held.iter_mut().zip([clustered, plain]) {
                *held += i32::from(rate.low <= 0.4 && 0.4 <= rate.high);
            }
        }
        // 95 % are 380 of 400, with a deviation of 4.4; the interval of independent moves holds it far too
        // seldom.
        assert!(held[0] >= 363 && held[1] < 330, "{held:?}");
    }

    #[test]
    fn intervals_of_the_lowest_hold_the_truth() {
        use quincunx_core::{Random, RandomSource as _};
        // Of numbers from 0 to 100, all alike often, the mean of the lowest twentieth is 2.5.
        let mut random = Random::new(5);
        let mut held = 0;
        for _ in 0..400 {
            let mut values: Vec<f64> = (0..400).map(|_| 100.0 * random.unit()).collect();
            values.sort_unstable_by(f64::total_cmp);
            let result = Estimate::of_lowest(&values, 20, 400).expect("values enough");
            held += i32::from(result.low <= 2.5 && 2.5 <= result.high);
        }
        assert!((363..=397).contains(&held), "{held}");
        let one = Estimate::of_lowest(&[7.0], 20, 9).map(|result| result.within(0.0, 30.0));
        let one = one.expect("a twentieth of nine is less than one");
        assert_eq!((one.low, one.value, one.high), (0.0, 7.0, 30.0));
        assert_eq!(
            Estimate::of_lowest(&[], 20, 0),
            None,
            "of nothing there is no lowest"
        );
        assert_eq!(
            Estimate::of_lowest(&[7.0], 20, 21),
            None,
            "a twentieth of 21 is more than one"
        );
    }

    #[test]
    fn the_lowest_part_is_no_more_than_that() {
        // Half a value of the third: (2 + 4 + 9 / 2) / 2.5.
        let result = Estimate::of_lowest(&[2.0, 4.0, 9.0, 9.0], 20, 50).expect("values enough");
        assert!((result.value - 4.2).abs() < 1e-12, "{result:?}");
        assert!(
            result.low < 2.0 && result.high > 9.0,
            "of two and a half little is known: {result:?}"
        );
    }

    #[test]
    fn what_does_not_vary_is_not_certain() {
        use quincunx_core::{Random, RandomSource as _};
        let same = Estimate::mean_of([3.0; 40].into_iter());
        let single = Estimate::mean_of([3.0].into_iter()).within(0.0, f64::INFINITY);
        assert_eq!((single.low, single.high), (0.0, f64::INFINITY));
        let counted = |values: &[u64]| {
            Distribution::of(&values.iter().copied().collect())
                .expect("values")
                .mean
        };
        assert_eq!(counted(&[3]).high, f64::INFINITY);
        assert_eq!(counted(&[3; 40]), same);
        // The lowest of a thousand, half of which are the same, might be lower now and then; of forty more
        // may be higher.
        let lowest = |same: u64, all| {
            let values = vec![4.0; same as usize];
            Estimate::of_lowest(&values, 20, all).expect("values enough")
        };
        let many = lowest(500, 1000);
        assert!(many.low < 4.0 && many.low > 3.9 && many.high == 4.0, "{many:?}");
        let few = lowest(2, 40);
        assert!(few.low == 3.0 && few.high > 4.5 && few.high < 5.0, "{few:?}");
        // What happens in one game of two hundred is not seen at all in most batches of a hundred.
        let mut random = Random::new(11);
        let mut held = 0;
        for _ in 0..400 {
            let games: Vec<f64> = (0..100)
                .map(|_| f64::from(u8::from(random.unit() < 0.005)))
                .collect();
            let result = Estimate::mean_of(games.iter().copied());
            held += i32::from(result.low <= 0.005 && 0.005 <= result.high);
        }
        assert!(held >= 363, "{held}");
    }
}
