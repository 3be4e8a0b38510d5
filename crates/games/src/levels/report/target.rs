//! The limit of moves at which a level is reached as often as wanted.

use serde::Serialize;

use super::super::level::Level;
use super::estimate::Rate;
use super::game::Batch;

/// The limit at which a share of all games reaches the goals, read off games that were played far beyond the level's own.
///
/// Who does not look at the limit plays the same game under any, up to its end. So the games that a limit would let reach the goals
/// are those that reached them within as many moves, and the limit wanted is a quantile of that number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Target {
    /// The share wanted.
    pub success: f64,
    /// The player, as named.
    pub agent: String,
    /// Games played.
    pub games: u64,
    /// The limit up to which they were played.
    pub tried: u32,
    /// The least limit at which at least as many reach the goals as wanted; `None` where not even the limit tried is enough.
    pub limit: Option<u32>,
    /// The least limit at which it may be so: where the upper end of the rate's interval is as much.
    pub low: Option<u32>,
    /// The least limit at which it is so almost certainly: where the lower end of the rate's interval is as much.
    pub high: Option<u32>,
    /// Success under each limit, from 1 on.
    pub by_limit: Vec<Rate>,
}

impl Target {
    /// How many times the level's own limit is tried.
    const TIMES: u32 = 4;

    /// How many moves more than its own are tried at least.
    const MORE: u32 = 20;

    /// Returns the level with the limit up to which games are to be played.
    pub(super) fn tried(level: &Level) -> Level {
        let limit = level.limit();
        let tried = limit.saturating_mul(Self::TIMES).max(limit + Self::MORE);
        level.with_limit(tried.min(Level::MOST_MOVES))
    }

    /// Reads it off the games of a player.
    pub(super) fn of(success: f64, agent: String, batch: &Batch) -> Option<Self> {
        let games = batch.runs.len() as u64;
        if games < 2 {
            return None;
        }
        let mut reached_after = vec![0; batch.limit as usize + 1];
        for run in batch.runs.iter().filter(|run| run.reached) {
            reached_after[run.moves as usize] += 1;
        }
        let mut reached = reached_after[0];
        let by_limit: Vec<Rate> = reached_after[1..]
            .iter()
            .map(|more| {
                reached += more;
                Rate::new(reached, games)
            })
            .collect();
        let first = |rate: fn(&Rate) -> f64| {
            let is_enough = |at: &Rate| rate(at) >= success;
            (1..)
                .zip(&by_limit)
                .find(|(_, at)| is_enough(at))
                .map(|(limit, _)| limit)
        };
        Some(Self {
            success,
            agent,
            games,
            tried: batch.limit,
            limit: first(|rate| rate.value),
            low: first(|rate| rate.high),
            high: first(|rate| rate.low),
            by_limit,
        })
    }
}
