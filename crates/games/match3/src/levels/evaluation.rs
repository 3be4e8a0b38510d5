//! What every move is worth: at once exactly, and with what may come in by samples.

use quincunx_search::Limits;

use super::objective::Aim;
use super::rules::{LevelGame, State};
use crate::framework::BasicMove;
use quincunx_search::one_ply::valued;

/// A move with what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The move.
    pub action: BasicMove,
    /// The points that it wins before anything comes in: certain.
    pub points: u64,
    /// The points that it wins until the board is at rest: the mean of the samples.
    pub expected: f64,
    /// What it gains for the goals ([`Aim::Goals`]) until then: the mean of the samples.
    pub goals: f64,
    /// What it gains in points and in what the board has in store ([`Aim::Specials`]) until then: the mean of the samples.
    pub specials: f64,
}

/// Values every legal move of a position, in their order.
///
/// Behind each move chance is drawn so many times until the board is at rest, the same luck behind every move (common
/// random numbers), so that moves are compared and not their luck; with no samples all is judged before chance acts. The
/// same position, samples and seed give the same values. A move behind which nothing is left to chance is judged once.
///
/// When the time is up or the search is interrupted, the moves not come to are missing; at least one is there.
///
/// # Panics
/// When it is not the player's turn.
#[must_use]
pub fn worths(rules: &LevelGame, state: &State, samples: u32, seed: u64, limits: &Limits) -> Vec<Worth> {
    let aims = [Aim::Points, Aim::Goals, Aim::Specials].map(Aim::worth_of);
    let valued = valued(rules, state, aims, None, samples, seed, limits);
    let worths = valued.into_iter().map(|valued| {
        let [expected, goals, specials] = valued.gains;
        Worth {
            action: valued.action,
            points: valued.points,
            expected,
            goals,
            specials,
        }
    });
    worths.collect()
}
