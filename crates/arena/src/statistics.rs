//! What counters say: means with their errors, quantiles, rates with their intervals, histograms.

use super::counts::{Histogram, bin_end};

/// The quantile of the normal distribution that leaves 2.5 % above it: intervals are of 95 % confidence.
pub const Z: f64 = 1.959_964;

/// Returns how many standard errors an interval of 95 % confidence goes to either side where the error is
/// itself estimated with so many degrees of freedom: the quantile of Student's distribution, to within
/// 0.0003.
///
/// ```
/// use quincunx_arena::statistics::t_quantile;
/// assert!((t_quantile(9) - 2.2622).abs() < 1e-3);
/// ```
pub fn t_quantile(degrees: u64) -> f64 {
    match degrees {
        0 => f64::INFINITY,
        1 => 12.7062,
        2 => 4.3027,
        3 => 3.1824,
        4 => 2.7764,
        _ => {
            // The expansion around the normal distribution, Abramowitz and Stegun 26.7.5.
            let (n, z) = (degrees as f64, Z);
            let of = |coefficients: &[f64]| {
                // Of odd powers, the highest first.
                z * coefficients
                    .iter()
                    .fold(0.0, |sum, coefficient| sum * z * z + coefficient)
            };
            z + of(&[1.0, 1.0]) / 4.0 / n
                + of(&[5.0, 16.0, 3.0]) / 96.0 / n.powi(2)
                + of(&[3.0, 19.0, 17.0, -15.0]) / 384.0 / n.powi(3)
                + of(&[79.0, 776.0, 1482.0, -1920.0, -945.0]) / 92_160.0 / n.powi(4)
        }
    }
}

/// Returns the interval that holds a rate with 95 % confidence (Wilson 1927); `hits` may be halves.
pub fn wilson_interval(hits: f64, count: f64) -> (f64, f64) {
    if count <= 0.0 {
        return (0.0, 1.0);
    }
    let rate = hits / count;
    let centre = rate + Z * Z / (2.0 * count);
    let spread = Z * (rate * (1.0 - rate) / count + Z * Z / (4.0 * count * count)).sqrt();
    let scale = 1.0 + Z * Z / count;
    (
        ((centre - spread) / scale).max(0.0),
        ((centre + spread) / scale).min(1.0),
    )
}

/// Returns how far a mean of whole numbers may lie from the value that all games gave: a share of games up to
/// the upper end of Wilson's interval of none may give the next number.
pub fn unseen_share(games: u64) -> f64 {
    wilson_interval(0.0, games as f64).1
}

/// An estimate, and the ends of its interval of 95 % confidence.
pub type WithInterval = (f64, (f64, f64));

/// Estimates the mean of independent values, as [`estimate_ratio`] does.
pub fn estimate_mean(values: impl Iterator<Item = f64> + Clone) -> WithInterval {
    estimate_ratio(values.map(|value| (value, 1.0)))
}

/// Estimates a ratio of sums from the parts that independent clusters have in both sums, as the mean of all
/// moves from games.
///
/// The error is that of the ratio estimator (Cochran 1977, 6.4), the interval Student's. Where all clusters
/// have the same ratio, some may differ by one [unseen](unseen_share). The interval of fewer than two
/// clusters is infinite.
pub fn estimate_ratio(clusters: impl Iterator<Item = (f64, f64)> + Clone) -> WithInterval {
    let (count, above, below) = clusters
        .clone()
        .fold((0_u64, 0.0, 0.0), |(count, above, below), (a, b)| {
            (count + 1, above + a, below + b)
        });
    let around = |value: f64, half: f64| (value, (value - half, value + half));
    if below <= 0.0 {
        return around(0.0, f64::INFINITY);
    }
    let ratio = above / below;
    if count < 2 {
        return around(ratio, f64::INFINITY);
    }
    let n = count as f64;
    let squares: f64 = clusters.map(|(a, b)| (a - ratio * b).powi(2)).sum();
    // Rounding is no spread.
    if squares <= n * (1e-9 * above / n).powi(2) {
        return around(ratio, unseen_share(count) * n / below);
    }
    let error = (squares * n / (n - 1.0)).sqrt() / below;
    around(ratio, t_quantile(count - 1) * error)
}

/// Estimates the rate of the second of two events less that of the first, from matched pairs: the adjusted
/// interval of Agresti and Min (2005).
pub fn estimate_matched(pairs: impl Iterator<Item = (bool, bool)>) -> WithInterval {
    let (mut more, mut less, mut count) = (0.0, 0.0, 0.0);
    for (one, other) in pairs {
        count += 1.0;
        more += f64::from(u8::from(other && !one));
        less += f64::from(u8::from(one && !other));
    }
    let value = if count > 0.0 { (more - less) / count } else { 0.0 };
    // A half more in each of the four cells.
    let (more, less, all) = (more + 0.5, less + 0.5, count + 2.0);
    let centre: f64 = (more - less) / all;
    let spread = Z * (more + less - (more - less).powi(2) / all).sqrt() / all;
    (value, ((centre - spread).max(-1.0), (centre + spread).min(1.0)))
}

/// Returns `n` times the sum of squares of `n` numbers, less the square of their sum: `n²` variances.
pub fn spread(n: u64, sum: u128, squares: u128) -> f64 {
    // Both products nearly cancel out, so they are taken exactly as long as they fit.
    let exact = squares
        .checked_mul(n.into())
        .zip(sum.checked_mul(sum))
        .and_then(|(larger, smaller)| larger.checked_sub(smaller));
    exact.map_or_else(
        || (squares as f64 * n as f64 - (sum as f64).powi(2)).max(0.0),
        |difference| difference as f64,
    )
}

/// A bar of a histogram: how many values there are from one number to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The first value.
    pub from: u64,
    /// The last value.
    pub to: u64,
    /// How many there are.
    pub count: u64,
}

impl Histogram {
    /// Returns the mean; `None` of nothing.
    pub fn mean(&self) -> Option<f64> {
        (!self.is_empty()).then(|| self.sum() as f64 / self.len() as f64)
    }

    /// Returns the standard deviation of the values as a sample (with n − 1); `None` of fewer than two.
    pub fn deviation(&self) -> Option<f64> {
        let n = self.len();
        if n < 2 {
            return None;
        }
        let spread = spread(n, self.sum(), self.squares());
        Some((spread / n as f64 / (n - 1) as f64).sqrt())
    }

    /// Returns the standard error of the mean; `None` of fewer than two values.
    pub fn standard_error(&self) -> Option<f64> {
        self.deviation()
            .map(|deviation| deviation / (self.len() as f64).sqrt())
    }

    /// Returns half the width of the interval that holds the mean with 95 % confidence (Student's
    /// distribution, as the spread is estimated too); `None` of fewer than two values. Where all are the
    /// same, some may differ by one [unseen](unseen_share).
    pub fn mean_error(&self) -> Option<f64> {
        let error = self.standard_error()?;
        Some(match self.least() == self.most() {
            true => unseen_share(self.len()),
            false => t_quantile(self.len() - 1) * error,
        })
    }

    /// Lists the bins with values as bars, ascending, as narrow as the sum of all values allows.
    pub fn ranges(&self) -> impl Iterator<Item = Bar> + '_ {
        let (least, most) = (self.least().unwrap_or(0), self.most().unwrap_or(0));
        let bins = move || self.bins().map(move |(from, count)| (from.max(least), count));
        let least_sum = bins().fold(0u128, |sum, (from, count)| {
            sum.saturating_add(u128::from(from) * u128::from(count))
        });
        let are_exact = least_sum == self.sum() && least_sum < u128::MAX;
        bins().map(move |(from, count)| Bar {
            from,
            to: if are_exact { from } else { bin_end(from).min(most) },
            count,
        })
    }

    /// Returns the least value that is not less than a share of all values (the nearest rank); `None` of
    /// nothing. From 4096 on it is the least value of its bin.
    ///
    /// # Panics
    /// When the share is not from 0 to 1.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        assert!((0.0..=1.0).contains(&share), "{share} is not a share");
        let rank = ((share * self.len() as f64).ceil() as u64).clamp(1, self.len().max(1));
        let mut below = 0u64;
        let bin = self.bins().find(|&(_, count)| {
            below = below.saturating_add(count);
            below >= rank
        });
        let (least, most) = (self.least()?, self.most()?);
        bin.map(|(value, _)| value.clamp(least, most))
    }

    /// Returns at most `max_bars` bars that hold all values, of a width of 1, 2 or 5 times a power of ten.
    pub fn bars(&self, max_bars: usize) -> Vec<Bar> {
        let (Some(least), Some(most)) = (self.least(), self.most()) else {
            return Vec::new();
        };
        let max_bars = max_bars.max(2) as u64;
        let widths = (0..19).flat_map(|power| [1, 2, 5].map(|factor| factor * 10u64.pow(power)));
        let width = widths
            .into_iter()
            .find(|width| most / width - least / width < max_bars)
            .unwrap_or(u64::MAX);
        let first = least / width;
        let mut bars: Vec<Bar> = (first..=most / width)
            .map(|number| Bar {
                from: number * width,
                to: (number * width).saturating_add(width - 1),
                count: 0,
            })
            .collect();
        for (value, count) in self.bins() {
            bars[(value.clamp(least, most) / width - first) as usize].count += count;
        }
        bars
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn wilson_is_as_published() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29; four digits.
        for (hits, count, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let (from, to) = wilson_interval(hits, count);
            assert!(
                (from - low).abs() < 5e-5 && (to - high).abs() < 5e-5,
                "{hits} of {count}: {from} {to}"
            );
        }
        assert_eq!(wilson_interval(0.0, 0.0), (0.0, 1.0));
    }

    #[test]
    fn small_samples_are_worked_out_by_hand() {
        let counts = Histogram::from_iter([2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(counts.mean(), Some(5.0));
        assert_eq!(counts.deviation(), Some((32.0f64 / 7.0).sqrt()));
        let quantiles = [0.0, 0.125, 0.126, 0.5, 0.75, 1.0].map(|share| counts.quantile(share));
        assert_eq!(quantiles, [2, 2, 4, 4, 5, 9].map(Some));
        let none = Histogram::default();
        assert_eq!(
            (none.mean(), none.quantile(0.5), none.bars(5)),
            (None, None, Vec::new())
        );
        assert_eq!(
            (
                Histogram::from_iter([7]).mean(),
                Histogram::from_iter([7]).deviation()
            ),
            (Some(7.0), None)
        );
    }

    #[test]
    fn few_values_have_wide_intervals() {
        // Quantiles of Student's distribution, as in every table.
        for (degrees, quantile) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (5, 2.571),
            (9, 2.262),
            (30, 2.042),
        ] {
            assert!(
                (t_quantile(degrees) - quantile).abs() < 5e-3,
                "{degrees}: {}",
                t_quantile(degrees)
            );
        }
        assert!((t_quantile(1_000_000) - Z).abs() < 1e-5);
        let counts = Histogram::from_iter([2, 4, 4, 4, 5, 5, 7, 9]);
        let error = 2.365 * (32.0f64 / 7.0 / 8.0).sqrt();
        assert!((counts.mean_error().expect("values") - error).abs() < 2e-3);
        assert_eq!(Histogram::from_iter([7]).mean_error(), None);
    }

    #[test]
    fn what_does_not_vary_is_not_certain() {
        let rare = wilson_interval(0.0, 40.0).1;
        assert_eq!(
            estimate_mean([3.0; 40].into_iter()),
            (3.0, (3.0 - rare, 3.0 + rare))
        );
        assert_eq!(Histogram::from_iter([3; 40]).mean_error(), Some(rare));
        // A third is none exactly.
        let (_, (_, high)) = estimate_ratio([(7.0, 21.0), (1.0, 3.0), (3.0, 9.0)].into_iter());
        let spread = wilson_interval(0.0, 3.0).1 * 3.0 / 33.0;
        assert!((high - 1.0 / 3.0 - spread).abs() < 1e-12, "{high}");
        let infinite = (f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!(estimate_mean([3.0].into_iter()), (3.0, infinite));
    }

    #[test]
    fn ratios_are_worked_out_by_hand() {
        // The ratio is 10 / 5; residuals 4 - 2 * 1 and 6 - 2 * 4.
        let (ratio, (_, high)) = estimate_ratio([(4.0, 1.0), (6.0, 4.0)].into_iter());
        let error = (2.0f64 * (4.0 + 4.0)).sqrt() / 5.0;
        assert!((ratio - 2.0).abs() < 1e-12 && (high - 2.0 - t_quantile(1) * error).abs() < 1e-9);
    }

    #[test]
    fn matched_pairs_are_counted_by_hand() {
        // Of ten pairs both are so in three, the one alone in one, the other alone in four.
        let cells = [
            ((true, true), 3),
            ((true, false), 1),
            ((false, true), 4),
            ((false, false), 2),
        ];
        let pairs = cells
            .into_iter()
            .flat_map(|(pair, count)| std::iter::repeat_n(pair, count));
        let (value, (low, high)) = estimate_matched(pairs);
        assert!((value - 0.3).abs() < 1e-12);
        // (4.5 - 1.5) / 12 = 0.25, and 1.96 sqrt(6 - 9 / 12) / 12 = 0.3742.
        assert!((low - (0.25 - 0.374_24)).abs() < 1e-4, "{low}");
        assert!((high - (0.25 + 0.374_24)).abs() < 1e-4, "{high}");
    }

    #[test]
    fn bins_tell_what_they_hold() {
        let counts = Histogram::from_iter([5, 5, 387_210, 387_300, 1_000_000]);
        let ranges: Vec<(u64, u64, u64)> = counts.ranges().map(|bar| (bar.from, bar.to, bar.count)).collect();
        assert_eq!(
            ranges,
            [(5, 5, 2), (387_200, 387_327, 2), (999_936, 1_000_000, 1)]
        );
    }

    #[test]
    fn a_small_spread_of_large_values_is_not_lost() {
        let base = 1_000_000_000_000;
        let counts = Histogram::from_iter((0..1000).map(|n| base + n % 2));
        let exact = (250.0f64 / 999.0).sqrt();
        assert!((counts.deviation().expect("values") - exact).abs() < 1e-9);
        // Here the products pass 128 bits.
        assert!(Histogram::from_iter([u64::MAX, 0]).deviation().expect("values") > 1e19);
    }

    #[test]
    fn what_the_sum_tells_of_values_is_reported() {
        let ranges = |values: &[u64]| -> Vec<(u64, u64)> {
            let counts = Histogram::from_iter(values.iter().copied());
            counts.ranges().map(|bar| (bar.from, bar.to)).collect()
        };
        assert_eq!(
            ranges(&[2048, 16_384, 16_384, 32_768]),
            [2048, 16_384, 32_768].map(|tile| (tile, tile))
        );
        assert_eq!(
            ranges(&[2048, 16_385, 32_768]),
            [(2048, 2048), (16_384, 16_391), (32_768, 32_768)]
        );
        // The least value is more exact than its bin.
        assert_eq!(ranges(&[16_385, 32_768]), [(16_385, 16_385), (32_768, 32_768)]);
        assert_eq!(ranges(&[u64::MAX; 2]), [(u64::MAX, u64::MAX)]);
        assert_eq!(ranges(&[]), []);
    }

    #[test]
    fn bars_have_round_ends() {
        let bars = Histogram::from_iter([3, 18, 22, 22, 95]).bars(10);
        let ends: Vec<(u64, u64, u64)> = bars.iter().map(|bar| (bar.from, bar.to, bar.count)).collect();
        assert_eq!(ends[..3], [(0, 9, 1), (10, 19, 1), (20, 29, 2)]);
        assert_eq!(ends[9], (90, 99, 1));
        assert_eq!(
            Histogram::from_iter([5, 5]).bars(10),
            [Bar {
                from: 5,
                to: 5,
                count: 2
            }]
        );
    }

    proptest! {
        #[test]
        fn bars_hold_all_values_and_quantiles_ascend(
            values in prop::collection::vec((any::<u64>(), 0u32..64).prop_map(|(v, s)| v >> s), 1..40),
            max_bars in 0usize..30,
        ) {
            let counts = Histogram::from_iter(values.iter().copied());
            let bars = counts.bars(max_bars);
            prop_assert!(bars.len() <= max_bars.max(2));
            prop_assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), values.len() as u64);
            let quantiles: Vec<u64> = (0..=20)
                .filter_map(|twentieth| counts.quantile(f64::from(twentieth) / 20.0))
                .collect();
            prop_assert!(quantiles.is_sorted() && quantiles.len() == 21);
            let mut sorted = values.clone();
            sorted.sort_unstable();
            let median = sorted[values.len().div_ceil(2) - 1];
            let found = counts.quantile(0.5).expect("values");
            prop_assert!(found <= median && median - found <= median / 2048, "{} {}", found, median);
            prop_assert!(counts.deviation().is_none_or(f64::is_finite));
        }
    }
}
