//! The limit of moves at which a level is reached as often as wanted.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::super::level::Level;
use super::estimate::Rate;
use super::game::{Batch, Run};

/// The limit at which a share of all games reaches the goals, found with games that were played far beyond
/// the level's own.
///
/// Who does not look at the limit plays the same game under any, up to its end. So the games that a limit
/// would let reach the goals are those that reached them within as many moves, and the limit wanted is a
/// quantile of that number. The same games are played once more under the limit found, and have been under
/// the level's own: where one of them ends otherwise the player looks at the limit, and all that is told
/// comes from games played under each limit itself, around the one that the long games say.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Target {
    /// The share wanted.
    pub success: f64,
    /// The player, as named.
    pub agent: String,
    /// Games played under each limit.
    pub games: u64,
    /// The limit up to which they were played first.
    pub tried: u32,
    /// Whether the player plays otherwise under another limit.
    pub looks_at_limit: bool,
    /// The least limit at which at least as many reach the goals as wanted; `None` where not even the limit
    /// tried was enough.
    pub limit: Option<u32>,
    /// The least limit at which it may be so: where the upper end of the rate's interval is as much; `None`
    /// where not even that of the limit tried is. It is not above `limit`.
    pub low: Option<u32>,
    /// The least limit at which it is so almost certainly: where the lower end of the rate's interval is as
    /// much; `None` where not even that of the limit tried is. It is not below `limit`.
    pub high: Option<u32>,
    /// Success within each number of moves from 1 on, in the games under the limit tried.
    pub by_limit: Vec<Rate>,
    /// Success in games played under a limit itself, ascending.
    pub played: Vec<AtLimit>,
}

/// Success under a limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct AtLimit {
    /// The limit.
    pub limit: u32,
    /// How often all goals were reached.
    pub success: Rate,
}

/// A limit under which games are still to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missing(pub(super) u32);

impl Target {
    /// How many times the level's own limit is tried.
    const TIMES: u32 = 4;

    /// How many moves more than its own are tried at least.
    const MORE: u32 = 20;

    /// Returns the limit up to which games are to be played.
    pub(super) fn tried(level: &Level) -> u32 {
        let limit = level.limit();
        let tried = limit.saturating_mul(Self::TIMES).max(limit + Self::MORE);
        tried.min(Level::MOST_MOVES)
    }

    /// Finds it from the games of a player under the level's own limit and under the limit tried, and those
    /// same games under other limits, as far as there are any; `None` of fewer than two.
    ///
    /// # Errors
    /// When they are missing under another limit.
    pub(super) fn find<'b>(
        success: f64,
        agent: String,
        own: &Batch,
        long: &'b Batch,
        under: impl Fn(u32) -> Option<&'b Batch>,
    ) -> Result<Option<Self>, Missing> {
        let by_limit = by_limit(long);
        let mut found = Self {
            success,
            agent,
            games: long.runs.len() as u64,
            tried: long.limit,
            looks_at_limit: false,
            limit: None,
            low: None,
            high: None,
            by_limit,
            played: Vec::new(),
        };
        if found.games < 2 {
            return Ok(None);
        }
        let ends: [fn(&Rate) -> f64; 3] = [|rate| rate.value, |rate| rate.high, |rate| rate.low];
        let guesses = ends.map(|end| found.by_limit.iter().position(|rate| end(rate) >= success));
        let guesses = guesses.map(|place| place.map(|place| place as u32 + 1));
        let mut trials = Trials {
            long,
            under,
            played: BTreeMap::from([(own.limit, reached(own))]),
        };
        let is_other = match guesses[0].or(guesses[1]).filter(|guess| *guess != own.limit) {
            Some(guess) => is_other(trials.batch(guess)?, long),
            None => false,
        };
        found.looks_at_limit = is_other || self::is_other(own, long);
        let limits = if found.looks_at_limit {
            let mut limits = [None; 3];
            for (limit, (end, guess)) in limits.iter_mut().zip(ends.into_iter().zip(guesses)) {
                let is_enough = |rate: &Rate| end(rate) >= success;
                *limit = guess.map(|guess| trials.least(guess, is_enough)).transpose()?;
            }
            limits
        } else {
            guesses
        };
        let [limit, low, high] = limits;
        // Success does not always rise with the limit for who looks at it, and each was found from a guess of
        // its own.
        found.low = low.map(|low| limit.map_or(low, |limit| low.min(limit)));
        found.high = high.map(|high| limit.map_or(high, |limit| high.max(limit)));
        found.limit = limit;
        let at = |(&limit, &success): (&u32, &Rate)| AtLimit { limit, success };
        found.played = trials.played.iter().map(at).collect();
        Ok(Some(found))
    }

    /// Returns the success under a limit, told from games under that limit where there are any.
    #[must_use]
    pub fn success_under(&self, limit: u32) -> Option<Rate> {
        let played = self.played.iter().find(|at| at.limit == limit);
        let read_off = || self.by_limit.get((limit as usize).checked_sub(1)?).copied();
        played.map(|at| at.success).or_else(read_off)
    }
}

/// Returns the success of a batch.
fn reached(batch: &Batch) -> Rate {
    Rate::count(&batch.runs, |run| run.reached)
}

/// Returns whether a game ends otherwise under a limit than the same one under a longer limit says.
fn is_other(batch: &Batch, long: &Batch) -> bool {
    let mut pairs = batch.runs.iter().zip(&long.runs);
    let moves = |run: &Run| Some(run.moves).filter(|&moves| run.reached && moves <= batch.limit);
    pairs.any(|(run, long)| moves(run) != moves(long))
}

/// Returns how often games reached the goals within each number of moves, from 1 on.
fn by_limit(batch: &Batch) -> Vec<Rate> {
    let games = batch.runs.len() as u64;
    let mut reached_after = vec![0; batch.limit as usize + 1];
    for run in batch.runs.iter().filter(|run| run.reached) {
        reached_after[run.moves as usize] += 1;
    }
    let mut reached = reached_after[0];
    reached_after[1..]
        .iter()
        .map(|more| {
            reached += more;
            Rate::new(reached, games)
        })
        .collect()
}

/// Games under several limits.
struct Trials<'b, P> {
    long: &'b Batch,
    under: P,
    /// Success under each limit that was asked for.
    played: BTreeMap<u32, Rate>,
}

impl<'b, P: Fn(u32) -> Option<&'b Batch>> Trials<'b, P> {
    /// Returns the games under a limit.
    fn batch(&mut self, limit: u32) -> Result<&'b Batch, Missing> {
        let batch = (self.under)(limit).ok_or(Missing(limit))?;
        self.played.insert(limit, reached(batch));
        Ok(batch)
    }

    /// Returns the success under a limit.
    fn success(&mut self, limit: u32) -> Result<Rate, Missing> {
        if limit == self.long.limit {
            return Ok(reached(self.long));
        }
        if let Some(&rate) = self.played.get(&limit) {
            return Ok(rate);
        }
        self.batch(limit)?;
        Ok(self.played[&limit])
    }

    /// Finds a limit under which success is enough while it is not under one move less, near a guess: in
    /// steps that double, then by halving. Under the limit tried it is enough.
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
        let told = loop {
            let found = Target::find(0.5, "somebody".to_owned(), &all[&10], &long(), |limit| {
                known.get(&limit).copied()
            });
            match found {
                Ok(told) => break told.expect("there are games"),
                Err(Missing(limit)) => {
                    assert!(known.insert(limit, &all[&limit]).is_none(), "{limit} was there");
                }
            }
        };
        assert_eq!((told.limit, told.looks_at_limit), (Some(9), true));
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
        let told = Target::find(0.5, "somebody".to_owned(), &all[&10], &long, |limit| {
            all.get(&limit)
        });
        let told = told.expect("none is missing").expect("there are games");
        assert!(told.looks_at_limit);
        assert_eq!((told.limit, told.low), (Some(9), Some(9)), "{told:?}");
        assert!(told.high.is_some_and(|high| high >= 9));
    }

    #[test]
    fn who_looks_at_the_limit_is_found_out_where_none_is_enough() {
        // Under a long limit nobody hurries, and a tenth reach the goal; under their own all do.
        let (own, long) = (batch_of(10, 10), batch_of(40, 1));
        let all = under(|_| 1);
        let told = Target::find(0.9, "somebody".to_owned(), &own, &long, |limit| all.get(&limit));
        let told = told.expect("none is missing").expect("there are games");
        assert_eq!((told.limit, told.low, told.looks_at_limit), (None, None, true));
        assert_eq!(told.success_under(10).map(|rate| rate.hits), Some(10));
    }
}
