//! Players that err on purpose.

use quincunx_core::{Game, Random, RandomSource};

use crate::analysis::Analysis;
use crate::limits::Limits;
use crate::player::Player;
use crate::random_player::any_action;
use quincunx_core::hash::hash_of;

/// Plays as another player does, but sometimes a random legal action, as the seed and the position decide.
#[derive(Clone, Debug)]
pub struct EpsilonRandom<P> {
    player: P,
    rate: f64,
    seed: u64,
}

impl<P> EpsilonRandom<P> {
    /// Makes the player that errs with a probability of `rate`.
    ///
    /// # Panics
    /// When the rate is not from 0 to 1.
    pub fn new(player: P, rate: f64, seed: u64) -> Self {
        assert!((0.0..=1.0).contains(&rate), "{rate} is not a probability");
        Self { player, rate, seed }
    }
}

impl<G: Game, P: Player<G>> Player<G> for EpsilonRandom<P> {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        self.player.analyze(rules, state, limits, report)
    }

    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        // Whether it errs and how must not hang together, so they come from different seeds.
        let errs = Random::stream(!self.seed, hash_of(state)).unit() < self.rate;
        if errs {
            any_action(rules, state, self.seed)
        } else {
            self.player.choose(rules, state, limits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta::AlphaBeta;
    use crate::player::ZeroEvaluation;
    use quincunx_core::testkit::toys::{Board, TicTacToe};

    #[test]
    fn it_errs_as_often_as_it_should() {
        // x x .
        // o o .
        // . . .
        let board = Board::after(&[0, 3, 1, 4]);
        let right = (0..500)
            .filter(|&seed| {
                let mut player =
                    EpsilonRandom::new(AlphaBeta::new(ZeroEvaluation, 3).with_table(64), 0.5, seed);
                let best = player
                    .analyze(&TicTacToe, &board, &Limits::default(), &mut |_| {})
                    .best();
                assert_eq!(best, 2, "the analysis does not err");
                player.choose(&TicTacToe, &board, &Limits::default()) == 2
            })
            .count();
        // Half of the time on purpose, and of the errors one in five is right by accident: 300 ± 11.
        assert!(right.abs_diff(300) < 66, "{right}");
    }
}
