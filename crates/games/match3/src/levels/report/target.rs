//! The limit of moves for a target success.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::super::level::Level;
use super::estimate::Rate;
use super::game::{Batch, Run};

/// The limit of moves for a target success.
///
/// A player that does not consider the limit plays the same game under any, so the limit is a quantile of the
/// moves needed in games under a long limit. The same games are played under the limit found and under the
/// level's own. Where one of them ends otherwise, the player considers the limit, and all figures come from
/// games under each limit itself.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Target {
    /// The target success.
    pub success: f64,
    /// The player, as named.
    pub agent: String,
    /// Games under each limit.
    pub games: u64,
    /// The long limit.
    pub tried: u32,
    /// Whether the player plays otherwise under another limit.
    pub looks_at_limit: bool,
    /// The least limit with the target success; `None` where the long limit is not enough.
    #[schema(required)]
    pub limit: Option<u32>,
    /// The least limit whose interval reaches the target, at most `limit`; `None` where that of the long
    /// limit does not.
    #[schema(required)]
    pub low: Option<u32>,
    /// The least limit whose interval lies above the target, at least `limit`; `None` where that of the long
    /// limit does not.
    #[schema(required)]
    pub high: Option<u32>,
    /// Success within each number of moves from 1, in the games under the long limit.
    pub by_limit: Vec<Rate>,
    /// Success in games under a limit itself, ascending.
    pub played: Vec<AtLimit>,
}

/// Success under a limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct AtLimit {
    /// The limit.
    pub limit: u32,
    /// Games that reached all goals.
    pub success: Rate,
}

/// A limit under which games are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missing(pub(super) u32);

impl Target {
    /// Returns the long limit: four times the level's own, at least 20 moves more.
    pub(super) fn tried(level: &Level) -> u32 {
        let limit = level.limit();
        limit.saturating_mul(4).max(limit + 20).min(Level::MAX_MOVES)
    }

    /// Finds the limit from the games of a player under the level's own limit, under the long one, and under
    /// others as far as there are any; `None` of fewer than two games.
    pub(super) fn find<'b>(
        success: f64,
        agent: String,
        own: &Batch,
        long: &'b Batch,
        under: impl Fn(u32) -> Option<&'b Batch>,
    ) -> Result<Option<Self>, Missing> {
        let games = long.runs.len() as u64;
        if games < 2 {
            return Ok(None);
        }
        let by_limit = long.success_by_move().split_off(1);
        let ends: [fn(&Rate) -> f64; 3] = [|rate| rate.value, |rate| rate.high, |rate| rate.low];
        let guesses = ends.map(|end| by_limit.iter().position(|rate| end(rate) >= success));
        let guesses = guesses.map(|place| place.map(|place| place as u32 + 1));
        let mut trials = Trials {
            long,
            under,
            played: BTreeMap::from([(own.limit, own.success())]),
        };
        let differs = match guesses[0].or(guesses[1]).filter(|guess| *guess != own.limit) {
            Some(guess) => differs(trials.batch(guess)?, long),
            None => false,
        };
        let looks_at_limit = differs || self::differs(own, long);
        let mut limits = guesses;
        if looks_at_limit {
            for (limit, end) in limits.iter_mut().zip(ends) {
                let is_enough = |rate: &Rate| end(rate) >= success;
                *limit = limit.map(|guess| trials.least(guess, is_enough)).transpose()?;
            }
        }
        let [limit, low, high] = limits;
        let at = |(limit, success)| AtLimit { limit, success };
        Ok(Some(Self {
            success,
            agent,
            games,
            tried: long.limit,
            looks_at_limit,
            limit,
            // Success does not always rise with the limit, and each was found from a guess of its own.
            low: low.map(|low| limit.map_or(low, |limit| low.min(limit))),
            high: high.map(|high| limit.map_or(high, |limit| high.max(limit))),
            by_limit,
            played: trials.played.into_iter().map(at).collect(),
        }))
    }

    /// Returns the success under a limit, from games under the limit itself where there are any.
    #[must_use]
    pub fn success_under(&self, limit: u32) -> Option<Rate> {
        let played = self.played.iter().find(|at| at.limit == limit);
        let by_limit = || self.by_limit.get((limit as usize).checked_sub(1)?).copied();
        played.map(|at| at.success).or_else(by_limit)
    }
}

/// Returns whether a game under a limit ends otherwise than the same one under a longer limit.
fn differs(batch: &Batch, long: &Batch) -> bool {
    let mut pairs = batch.runs.iter().zip(&long.runs);
    let moves = |run: &Run| Some(run.moves).filter(|&moves| run.reached && moves <= batch.limit);
    pairs.any(|(run, long)| moves(run) != moves(long))
}

/// Games under several limits.
struct Trials<'b, P> {
    long: &'b Batch,
    under: P,
    /// Success under each limit that was needed.
    played: BTreeMap<u32, Rate>,
}

impl<'b, P: Fn(u32) -> Option<&'b Batch>> Trials<'b, P> {
    fn batch(&mut self, limit: u32) -> Result<&'b Batch, Missing> {
        let batch = (self.under)(limit).ok_or(Missing(limit))?;
        self.played.insert(limit, batch.success());
        Ok(batch)
    }

    fn success(&mut self, limit: u32) -> Result<Rate, Missing> {
        if limit == self.long.limit {
            return Ok(self.long.success());
        }
        match self.played.get(&limit) {
            Some(&rate) => Ok(rate),
            None => self.batch(limit).map(Batch::success),
        }
    }

    /// Finds a limit whose success is enough while that of one move less is not, near a guess: in steps that
    /// double, then by halving. That of the long limit is enough.
    fn least(&mut self, guess: u32, is_enough: impl Fn(&Rate) -> bool) -> Result<u32, Missing> {
        let most = self.long.limit;
        let (mut too_few, mut enough) = (0, most);
        let (mut limit, mut step) = (guess, 1);
        // The steps go one way until the other side is met.
        loop {
            if is_enough(&self.success(limit)?) {
                enough = limit;
                if too_few > 0 || limit == 1 {
                    break;
                }
                limit = limit.saturating_sub(step).max(1);
            } else {
                too_few = limit;
                if enough < most || limit + 1 >= most {
                    break;
                }
                limit = (limit + step).min(most - 1);
            }
            step *= 2;
        }
        while enough - too_few > 1 {
            let middle = too_few + (enough - too_few) / 2;
            if is_enough(&self.success(middle)?) {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        Ok(enough)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{batch, batch_of};
    use super::*;

    #[test]
    fn limits_are_found_near_a_guess_and_far_from_it() {
        let long = batch_of(40, 10);
        for (least, guess) in [
            (1, 1),
            (1, 40),
            (7, 8),
            (8, 7),
            (23, 1),
            (40, 1),
            (39, 39),
            (40, 40),
        ] {
            let all = under(|limit| if limit >= least { 10 } else { 0 });
            let mut trials = Trials {
                long: &long,
                under: |limit| all.get(&limit),
                played: BTreeMap::new(),
            };
            let found = trials.least(guess, |rate| rate.value >= 0.5);
            assert_eq!(found.ok(), Some(least), "from {guess}");
            assert!(trials.played.len() <= 11, "{:?}", trials.played.keys());
        }
    }

    /// Games under every limit, of which as many as is said reach the goal.
    fn under(hits: impl Fn(u32) -> usize) -> BTreeMap<u32, Batch> {
        (1..=40)
            .map(|limit| (limit, batch_of(limit, hits(limit))))
            .collect()
    }

    #[test]
    fn games_that_are_missing_are_asked_for_one_limit_after_the_other() {
        let all = under(|limit| if limit >= 9 { 10 } else { 0 });
        let mut known = BTreeMap::new();
        let result = loop {
            let found = Target::find(0.5, "somebody".to_owned(), &all[&10], &long(), |limit| {
                known.get(&limit).copied()
            });
            match found {
                Ok(result) => break result.expect("there are games"),
                Err(Missing(limit)) => {
                    assert!(known.insert(limit, &all[&limit]).is_none(), "{limit} was there");
                }
            }
        };
        assert_eq!((result.limit, result.looks_at_limit), (Some(9), true));
        assert!(known.len() < 12, "{:?}", known.keys());
    }

    /// Games that reach the goal by their second move, or by their tenth.
    fn long() -> Batch {
        let games: Vec<_> = (0..10)
            .map(|game| match game < 2 {
                true => (true, 1, &[(1, Some(1))][..]),
                false => (true, 10, &[(1, Some(10))][..]),
            })
            .collect();
        Batch {
            limit: 40,
            ..batch(&[1], &games)
        }
    }

    #[test]
    fn the_interval_of_who_looks_at_the_limit_holds_it() {
        // Success does not rise with the limit: on the way up from 1, where the interval is looked for, all
        // but 16 are passed over.
        let all = under(|limit| if [9, 10, 14, 16].contains(&limit) { 10 } else { 0 });
        let long = long();
        let result = Target::find(0.5, "somebody".to_owned(), &all[&10], &long, |limit| {
            all.get(&limit)
        });
        let result = result.expect("none is missing").expect("there are games");
        assert!(result.looks_at_limit);
        assert_eq!((result.limit, result.low), (Some(9), Some(9)), "{result:?}");
        assert!(result.high.is_some_and(|high| high >= 9));
    }

    #[test]
    fn who_looks_at_the_limit_is_found_out_where_none_is_enough() {
        // Under a long limit nobody hurries, and a tenth reach the goal; under their own all do.
        let (own, long) = (batch_of(10, 10), batch_of(40, 1));
        let all = under(|_| 1);
        let result = Target::find(0.9, "somebody".to_owned(), &own, &long, |limit| all.get(&limit));
        let result = result.expect("none is missing").expect("there are games");
        assert_eq!(
            (result.limit, result.low, result.looks_at_limit),
            (None, None, true)
        );
        assert_eq!(result.success_under(10).map(|rate| rate.hits), Some(10));
    }
}
