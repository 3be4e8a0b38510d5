//! The values of all moves of a position.

use quincunx_search::Limits;
use quincunx_search::one_ply::valued;

use super::objective::Objective;
use super::position::Position;
use super::rules::LevelGame;
use crate::engine::moves::BasicMove;

/// A move with its values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveValues {
    /// The move.
    pub action: BasicMove,
    /// The points that it wins before anything comes in: certain.
    pub points: u64,
    /// The points that it wins until the board is at rest: the mean of the samples.
    pub expected: f64,
    /// Its gain for the goals ([`Objective::Goals`]) until then: the mean of the samples.
    pub goals: f64,
    /// Its gain in points and specials value ([`Objective::Specials`]) until then: the mean of the samples.
    pub specials: f64,
}

/// Evaluates every legal move of a position, in their order.
///
/// After each move chance is sampled until the board is at rest, with the same random numbers for every move,
/// so that moves are compared and not their chance. With no samples moves are evaluated before chance acts.
/// The same position, samples and seed give the same values. A move after which chance does not act is
/// evaluated once.
///
/// When the time is up or the search is interrupted, the last moves are missing; at least one is there.
///
/// # Panics
/// When it is not the player's turn.
#[must_use]
pub fn evaluate_moves(
    rules: &LevelGame,
    state: &Position,
    samples: u32,
    seed: u64,
    limits: &Limits,
) -> Vec<MoveValues> {
    let objectives = [Objective::Points, Objective::Goals, Objective::Specials].map(Objective::evaluation);
    let valued = valued(rules, state, objectives, None, samples, seed, limits);
    let values = valued.into_iter().map(|valued| {
        let [expected, goals, specials] = valued.gains;
        MoveValues {
            action: valued.action,
            points: valued.points,
            expected,
            goals,
            specials,
        }
    });
    values.collect()
}
