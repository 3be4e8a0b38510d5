//! A figure over many games, as counters that add.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Counters of a whole number over many games, which add exactly. The bins are fixed: each value below 4096
/// has its own, and each octave above has 2048 (as in Gil Tene's HdrHistogram). Sums saturate at 2^128 − 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Histogram {
    count: u64,
    sum: u128,
    squares: u128,
    least: u64,
    most: u64,
    /// How often each bin was met; the last is not 0.
    bins: Vec<u64>,
}

/// Counters that cannot have been counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum HistogramError {
    /// A number is missing or none.
    #[error("`{0}` is not a sum: a whole number below 2^128")]
    Sum(String),
    /// A bin is none, or not in its place.
    #[error("{0} is not the least value of a bin above those before it")]
    Bin(u64),
    /// The bins hold another number of values.
    #[error("the bins do not hold the {0} values that were counted")]
    Held(u64),
    /// The least or the most is not in the first or the last bin.
    #[error("{least} to {most} are not the least and the most of these bins")]
    Ends { least: u64, most: u64 },
    /// A sum is of other values.
    #[error("{0} is not the {1} of values in these bins")]
    OtherSum(u128, &'static str),
}

/// Bits of a value that its bin keeps.
const KEPT_BITS: u32 = 12;

/// Bins of an octave.
const OCTAVE: u64 = 1 << (KEPT_BITS - 1);

impl Histogram {
    /// Counts a value.
    #[inline]
    pub fn count(&mut self, value: u64) {
        self.count_many(value, 1);
    }

    /// Counts a value so often, together with all others at most 2^64 − 1 times.
    #[inline]
    pub fn count_many(&mut self, value: u64, times: u64) {
        if times == 0 {
            return;
        }
        self.least = if self.count == 0 {
            value
        } else {
            self.least.min(value)
        };
        self.most = self.most.max(value);
        self.count += times;
        let (value, times_wide) = (u128::from(value), u128::from(times));
        self.sum = self.sum.saturating_add(value * times_wide);
        self.squares = self
            .squares
            .saturating_add((value * value).saturating_mul(times_wide));
        let bin = bin_of(value as u64);
        if bin >= self.bins.len() {
            self.bins.resize(bin + 1, 0);
        }
        self.bins[bin] += times;
    }

    /// Adds what others have counted.
    pub fn add(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        self.least = if self.count == 0 {
            other.least
        } else {
            self.least.min(other.least)
        };
        self.most = self.most.max(other.most);
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
        if self.bins.len() < other.bins.len() {
            self.bins.resize(other.bins.len(), 0);
        }
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            *bin = bin.saturating_add(*more);
        }
    }

    /// Returns how many values were counted.
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Returns whether none was counted.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the sum of the values.
    pub const fn sum(&self) -> u128 {
        self.sum
    }

    /// Returns the sum of the squares of the values.
    pub const fn squares(&self) -> u128 {
        self.squares
    }

    /// Returns the least value; `None` when there are none.
    pub const fn least(&self) -> Option<u64> {
        if self.count == 0 { None } else { Some(self.least) }
    }

    /// Returns the greatest value; `None` when there are none.
    pub const fn most(&self) -> Option<u64> {
        if self.count == 0 { None } else { Some(self.most) }
    }

    /// Lists the bins that were met, ascending: the least value that each can hold, and how often it was met.
    pub fn bins(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let met = |(bin, &count): (usize, &u64)| (count > 0).then(|| (least_of(bin), count));
        self.bins.iter().enumerate().filter_map(met)
    }
}

impl FromIterator<u64> for Histogram {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Self {
        let mut counts = Self::default();
        values.into_iter().for_each(|value| counts.count(value));
        counts
    }
}

/// Returns the bin of a value.
#[inline]
const fn bin_of(value: u64) -> usize {
    // Up to here a value is its own bin; each octave above drops one more bit.
    let dropped = (u64::BITS - value.leading_zeros()).saturating_sub(KEPT_BITS);
    (dropped as u64 * OCTAVE + (value >> dropped)) as usize
}

/// Returns the least value of a bin.
const fn least_of(bin: usize) -> u64 {
    let bin = bin as u64;
    let dropped = (bin / OCTAVE).saturating_sub(1);
    (bin - dropped * OCTAVE) << dropped
}

/// Returns the greatest value of a bin.
const fn most_of(bin: usize) -> u64 {
    if bin >= bin_of(u64::MAX) {
        u64::MAX
    } else {
        least_of(bin + 1) - 1
    }
}

/// Returns the greatest value in the bin of one.
pub(super) const fn bin_end(value: u64) -> u64 {
    most_of(bin_of(value))
}

/// The written form: sums as text, as few readers of JSON know numbers of 128 bits; bins as pairs.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    count: u64,
    sum: String,
    squares: String,
    least: u64,
    most: u64,
    bins: Vec<(u64, u64)>,
}

impl From<Histogram> for Written {
    fn from(counts: Histogram) -> Self {
        Self {
            count: counts.count,
            sum: counts.sum.to_string(),
            squares: counts.squares.to_string(),
            least: counts.least,
            most: counts.most,
            bins: counts.bins().collect(),
        }
    }
}

impl TryFrom<Written> for Histogram {
    type Error = HistogramError;

    fn try_from(written: Written) -> Result<Self, HistogramError> {
        let sum = |text: String| {
            text.parse()
                .map_err(|_| HistogramError::Sum(text.chars().take(60).collect()))
        };
        let mut bins: Vec<u64> = Vec::new();
        let mut held = 0u64;
        for &(least, count) in &written.bins {
            let bin = bin_of(least);
            if least_of(bin) != least || bin < bins.len() || count == 0 {
                return Err(HistogramError::Bin(least));
            }
            bins.resize(bin, 0);
            bins.push(count);
            held = held
                .checked_add(count)
                .ok_or(HistogramError::Held(written.count))?;
        }
        if held != written.count {
            return Err(HistogramError::Held(written.count));
        }
        let counts = Self {
            count: written.count,
            sum: sum(written.sum)?,
            squares: sum(written.squares)?,
            least: written.least,
            most: written.most,
            bins,
        };
        counts.check_ends(&written.bins)?;
        counts.check_sums()?;
        Ok(counts)
    }
}

impl Histogram {
    /// Checks that the least and the most are of the first and the last bin; of no values both are 0.
    fn check_ends(&self, met: &[(u64, u64)]) -> Result<(), HistogramError> {
        let of = |bin: Option<&(u64, u64)>| bin.map_or(0, |&(least, _)| least);
        let Self { least, most, .. } = *self;
        let is_right = least <= most
            && least_of(bin_of(least)) == of(met.first())
            && least_of(bin_of(most)) == of(met.last())
            && (self.count > 0 || most == 0)
            && (self.count != 1 || least == most);
        is_right.then_some(()).ok_or(HistogramError::Ends { least, most })
    }

    /// Checks that the sums are possible for values in these bins between the least and the most.
    fn check_sums(&self) -> Result<(), HistogramError> {
        let held = || (0..).zip(&self.bins).filter(|&(_, &count)| count > 0);
        let low = |bin| u128::from(least_of(bin).max(self.least));
        let high = |bin| u128::from(most_of(bin).min(self.most));
        let [first, last] = [held().next(), held().last()].map(|bin| bin.map_or(0, |(bin, _)| bin));
        let sums = |of: fn(u128) -> u128| {
            let sum = |value: &dyn Fn(usize) -> u128| {
                held().fold(0u128, |sum, (bin, &count)| {
                    sum.saturating_add(of(value(bin)).saturating_mul(count.into()))
                })
            };
            let least = sum(&low).saturating_add(of(self.most.into()) - of(low(last)));
            let most = match sum(&high) {
                // Beyond that sums stay there.
                u128::MAX => u128::MAX,
                most => most - (of(high(first)) - of(self.least.into())),
            };
            least..=most
        };
        if !sums(|value| value).contains(&self.sum) {
            return Err(HistogramError::OtherSum(self.sum, "sum"));
        }
        // By Cauchy and Schwarz squares are not under the square of the mean for each value.
        let least = self.sum.checked_mul(self.sum).unwrap_or(0) / u128::from(self.count.max(1));
        if !sums(|value| value * value).contains(&self.squares) || self.squares < least {
            return Err(HistogramError::OtherSum(self.squares, "sum of squares"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bins_are_exact_at_first_and_narrow_for_ever() {
        assert!((0..4096).all(|value| bin_of(value) as u64 == value));
        assert_eq!(bin_of(u64::MAX), 110_591);
        for bin in 0..=bin_of(u64::MAX) {
            assert_eq!(bin_of(least_of(bin)), bin);
            let (least, most) = (least_of(bin), most_of(bin));
            assert_eq!(bin_of(most), bin, "the bin of {least}");
            assert!(most - least <= least / 2048, "the bin of {least} ends at {most}");
        }
    }

    #[test]
    fn what_was_not_counted_is_refused() {
        let text = serde_json::to_string(&Histogram::from_iter([3, 3, 9, 5000])).expect("it can be written");
        assert!(serde_json::from_str::<Histogram>(&text).is_ok());
        for (old, new) in [
            ("[3,2]", "[3,1]"),
            ("[3,2]", "[3,18446744073709551615]"),
            ("[9,1]", "[2,1]"),
            ("[5000,1]", "[5001,1]"),
            ("\"least\":3", "\"least\":2"),
            ("\"most\":5000", "\"most\":9"),
            ("\"sum\":\"5015\"", "\"sum\":\"-1\""),
            ("\"sum\":\"5015\"", "\"sum\":\"5014\""),
            ("\"sum\":\"5015\"", "\"sum\":\"5016\""),
            ("\"squares\":\"25000099\"", "\"squares\":\"25000098\""),
            ("\"most\":5000", "\"most\":5001"),
        ] {
            let wrong = text.replacen(old, new, 1);
            assert_ne!(wrong, text, "{old}");
            assert!(serde_json::from_str::<Histogram>(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ends_in_one_bin_are_in_order() {
        // 387,200 and 387,327 share a bin; in the wrong order they would end the program that asks for
        // quantiles.
        let text =
            serde_json::to_string(&Histogram::from_iter([387_200, 387_327])).expect("it can be written");
        let turned = text
            .replace("\"least\":387200", "\"least\":387327")
            .replace("\"most\":387327", "\"most\":387200");
        assert_ne!(turned, text);
        assert!(serde_json::from_str::<Histogram>(&turned).is_err(), "{turned}");
        let none = serde_json::to_string(&Histogram::default()).expect("it can be written");
        assert!(serde_json::from_str::<Histogram>(&none).is_ok());
        for number in ["count", "least", "most"] {
            let wrong = none.replace(&format!("\"{number}\":0"), &format!("\"{number}\":1"));
            assert_ne!(wrong, none);
            assert!(serde_json::from_str::<Histogram>(&wrong).is_err(), "{wrong}");
        }
    }

    /// Values of all magnitudes.
    fn values() -> impl Strategy<Value = Vec<u64>> {
        prop::collection::vec(
            (any::<u64>(), 0u32..64).prop_map(|(value, shift)| value >> shift),
            0..40,
        )
    }

    proptest! {
        #[test]
        fn parts_add_up_to_the_whole(one in values(), other in values()) {
            let counted = |values: &[u64]| values.iter().copied().collect::<Histogram>();
            let whole = counted(&[&one[..], &other[..]].concat());
            let mut sum = counted(&one);
            sum.add(&counted(&other));
            prop_assert_eq!(&sum, &whole);
            let mut turned = counted(&other);
            turned.add(&counted(&one));
            prop_assert_eq!(&turned, &whole);
            let text = serde_json::to_string(&whole).expect("it can be written");
            prop_assert_eq!(serde_json::from_str::<Histogram>(&text).expect("it was written"), whole);
        }
    }
}
