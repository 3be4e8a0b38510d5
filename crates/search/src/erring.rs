//! Players that err on purpose.

use quincunx_core::{Game, Random, RandomSource};

use crate::analysis::Analysis;
use crate::hash::hash_of;
use crate::limits::Limits;
use crate::player::Player;
use crate::random_player::any_action;

/// Plays as another player does, but now and then a random legal action: what makes the easy levels easy.
///
/// Its analysis is the other player's. Whether it errs depends on the seed and the position alone.
#[derive(Clone, Debug)]
pub struct Erring<P> {
    player: P,
    rate: f64,
    seed: u64,
}

impl<P> Erring<P> {
    /// Makes the player that errs with a probability of `rate`.
    ///
    /// # Panics
    /// When the rate is not between 0 and 1.
    pub fn new(player: P, rate: f64, seed: u64) -> Self {
        assert!((0.0..=1.0).contains(&rate), "{rate} is not a probability");
        Self { player, rate, seed }
    }
}

impl<G: Game, P: Player<G>> Player<G> for Erring<P> {
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
