//! Judges of positions that know no game.

use quincunx_core::{Evaluate, Game, Player};

/// Thinks the same of every position: 0. A player with it sees only what its search proves and the points it
/// gains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZeroEvaluation;

impl<G: Game> Evaluate<G> for ZeroEvaluation {
    fn evaluate(&self, _: &G, _: &G::State, _: Player) -> f64 {
        0.0
    }
}
