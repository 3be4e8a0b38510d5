//! Which games of a run: sets of numbers, kept as ranges, and the shards into which a run is split.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A set of games by their numbers, as ascending ranges that neither touch nor overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub struct Games(Vec<Range<u64>>);

/// Ranges that are no set of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a range of games behind those before it, as [0,100] for 0 to 99, found [{0},{1}]")]
pub struct RangeError(u64, u64);

/// Two sets that have a game in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("game {0} is in both")]
pub struct Overlap(
    /// The first such game.
    pub u64,
);

/// One of the equal parts into which the games of a run are split, written `i/n` with `i` from 1.
///
/// ```
/// use quincunx_arena::{Games, Shard};
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(Games::shard(10, shard).to_string(), "3 to 5");
/// # Ok::<(), quincunx_arena::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

/// A text that names no shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a shard: `i/n` with i from 1 to n, as in `2/8`")]
pub struct ShardError(String);

impl Games {
    /// Makes the set of the games in a range.
    pub fn range(range: Range<u64>) -> Self {
        std::iter::once(range).collect()
    }

    /// Makes the set of neighbouring games of a shard of a run; shards differ by one game at most.
    pub fn shard(games: u64, shard: Shard) -> Self {
        let cut = |index: u64| (u128::from(games) * u128::from(index) / u128::from(shard.of)) as u64;
        Self::range(cut(shard.index - 1)..cut(shard.index))
    }

    /// Returns how many there are.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// Returns whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the ranges.
    pub fn ranges(&self) -> &[Range<u64>] {
        &self.0
    }

    /// Lists the games in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().cloned().flatten()
    }

    /// Returns those that are not in the other set.
    pub fn without(&self, other: &Self) -> Self {
        let mut left = Vec::new();
        for range in &self.0 {
            let mut from = range.start;
            for taken in other.0.iter().filter(|taken| taken.end > range.start) {
                if taken.start >= range.end {
                    break;
                }
                if taken.start > from {
                    left.push(from..taken.start);
                }
                from = taken.end;
            }
            if from < range.end {
                left.push(from..range.end);
            }
        }
        Self(left)
    }

    /// Adds the games of another set that has none of these; if a game is in both, nothing is changed.
    ///
    /// # Errors
    /// [`Overlap`], when a game is in both.
    pub fn add(&mut self, other: &Self) -> Result<(), Overlap> {
        let mut all: Vec<Range<u64>> = self.0.iter().chain(&other.0).cloned().collect();
        all.sort_by_key(|range| range.start);
        let mut joined: Vec<Range<u64>> = Vec::with_capacity(all.len());
        for range in all {
            match joined.last_mut() {
                Some(last) if range.start < last.end => return Err(Overlap(range.start)),
                Some(last) if range.start == last.end => last.end = range.end,
                _ => joined.push(range),
            }
        }
        self.0 = joined;
        Ok(())
    }

    /// Takes up to `most` games away, neighbours, from the front.
    pub(super) fn take(&mut self, most: u64) -> Option<Range<u64>> {
        let first = self.0.first_mut()?;
        let end = first.end.min(first.start.saturating_add(most.max(1)));
        let taken = first.start..end;
        first.start = end;
        if first.is_empty() {
            self.0.remove(0);
        }
        Some(taken)
    }
}

/// Pairs what two runs keep of the same games; both ascend by the number of the game.
pub fn pairs_by_game<'a, T>(
    one: &'a [T],
    other: &'a [T],
    game: impl Fn(&T) -> u64,
) -> impl Iterator<Item = (&'a T, &'a T)> {
    let mut others = other.iter().peekable();
    one.iter().filter_map(move |kept| {
        let number = game(kept);
        while others.next_if(|other| game(other) < number).is_some() {}
        Some((kept, others.next_if(|other| game(other) == number)?))
    })
}

impl FromIterator<Range<u64>> for Games {
    /// Makes the set of the games in any of these ranges.
    fn from_iter<I: IntoIterator<Item = Range<u64>>>(ranges: I) -> Self {
        let mut all: Vec<Range<u64>> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        all.sort_by_key(|range| range.start);
        all.dedup_by(|next, last| {
            let joins = next.start <= last.end;
            if joins {
                last.end = last.end.max(next.end);
            }
            joins
        });
        Self(all)
    }
}

impl TryFrom<Vec<(u64, u64)>> for Games {
    type Error = RangeError;

    fn try_from(pairs: Vec<(u64, u64)>) -> Result<Self, RangeError> {
        let mut end = None;
        for &(from, to) in &pairs {
            if from >= to || end.is_some_and(|end| from <= end) {
                return Err(RangeError(from, to));
            }
            end = Some(to);
        }
        Ok(Self(pairs.into_iter().map(|(from, to)| from..to).collect()))
    }
}

impl From<Games> for Vec<(u64, u64)> {
    /// Returns the ranges as pairs of the first game and the one behind the last.
    fn from(games: Games) -> Self {
        games
            .0
            .into_iter()
            .map(|range| (range.start, range.end))
            .collect()
    }
}

impl fmt::Display for Games {
    /// Writes `0 to 99, 200 to 299`, both ends included, or `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (number, range) in self.0.iter().enumerate() {
            f.write_str(if number > 0 { ", " } else { "" })?;
            write!(f, "{} to {}", range.start, range.end - 1)?;
        }
        Ok(())
    }
}

impl Shard {
    /// All of a run.
    pub const WHOLE: Self = Self { index: 1, of: 1 };
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let read = || {
            let (index, of) = text.split_once('/')?;
            let (index, of): (u64, u64) = (index.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&index).then_some(Self { index, of })
        };
        read().ok_or_else(|| ShardError(text.chars().take(60).collect()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Makes a set of single games.
    fn games(numbers: &BTreeSet<u64>) -> Games {
        numbers.iter().rev().map(|&number| number..number + 1).collect()
    }

    #[test]
    fn shards_are_the_run_in_order() {
        for (count, of) in [(10, 3), (2, 5), (0, 2), (u64::MAX, 7)] {
            let mut all = Games::default();
            let mut sizes = BTreeSet::new();
            for index in 1..=of {
                let shard = format!("{index}/{of}").parse().expect("a shard");
                let part = Games::shard(count, shard);
                sizes.insert(part.len());
                all.add(&part).expect("no game is in two shards");
            }
            assert_eq!(all, Games::range(0..count));
            let spread = sizes.last().expect("a shard") - sizes.first().expect("a shard");
            assert!(spread <= 1, "{count} games in {of} shards: {sizes:?}");
        }
    }

    #[test]
    fn bad_shards_and_ranges_are_reported() {
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        for pairs in ["[[1,1]]", "[[0,5],[5,6]]", "[[0,5],[4,6]]", "[[3,4],[0,1]]"] {
            let error = serde_json::from_str::<Games>(pairs).expect_err(pairs).to_string();
            let (_, last) = pairs.rsplit_once('[').expect("a pair");
            assert!(
                error.contains(&format!("found [{}", last.trim_end_matches(']'))),
                "{error}"
            );
        }
        let ends = Games::range(0..2);
        assert_eq!(Games::range(1..3).add(&ends), Err(Overlap(1)));
        assert_eq!(Games::default().to_string(), "none");
    }

    #[test]
    fn games_of_two_runs_are_paired_by_their_numbers() {
        let of = |games: &[u64], run: u64| games.iter().map(|&game| (game, run)).collect::<Vec<_>>();
        let (one, other) = (of(&[0, 2, 3, 7, 8], 1), of(&[1, 2, 5, 7], 2));
        let pairs: Vec<_> = pairs_by_game(&one, &other, |kept| kept.0).collect();
        assert_eq!(pairs, [(&(2, 1), &(2, 2)), (&(7, 1), &(7, 2))]);
    }

    proptest! {
        #[test]
        fn they_are_sets(
            one in prop::collection::btree_set(0u64..60, 0..40),
            other in prop::collection::btree_set(0u64..60, 0..40),
            most in 0u64..9,
        ) {
            let (a, b) = (games(&one), games(&other));
            prop_assert_eq!(a.iter().collect::<BTreeSet<_>>(), one.clone());
            prop_assert_eq!(a.len(), one.len() as u64);
            let rest: BTreeSet<u64> = one.difference(&other).copied().collect();
            let left = a.without(&b);
            prop_assert_eq!(left.iter().collect::<BTreeSet<_>>(), rest);
            let mut joined = left;
            prop_assert_eq!(joined.add(&b), Ok(()));
            prop_assert_eq!(joined.iter().collect::<BTreeSet<_>>(), one.union(&other).copied().collect());
            prop_assert_eq!(joined.add(&a).is_err(), !one.is_empty());
            let text = serde_json::to_string(&joined).expect("a set can be written");
            prop_assert_eq!(serde_json::from_str::<Games>(&text).expect("it was written"), joined.clone());
            let mut taken = Games::default();
            while let Some(range) = joined.take(most) {
                prop_assert!(range.end - range.start <= most.max(1));
                prop_assert_eq!(taken.add(&Games::range(range)), Ok(()));
            }
            prop_assert_eq!(taken.iter().collect::<BTreeSet<_>>(), one.union(&other).copied().collect());
        }
    }
}
