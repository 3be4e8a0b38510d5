//! The player that plays anything.

use quincunx_core::{ActionSet, Game, Random, RandomSource};

use crate::analysis::{Analysis, Judged, Value};
use crate::hash::hash_of;
use crate::limits::Limits;
use crate::player::Player;

/// Plays a uniformly random legal action.
///
/// The action depends on the seed and the position alone, so that a move taken back and asked for again is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomPlayer {
    /// Where its choices come from.
    pub seed: u64,
}

impl<G: Game> Player<G> for RandomPlayer {
    /// Judges every action alike; the chosen one comes first.
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        _: &Limits,
        _: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let value = match rules.players() {
            1 => Value::Points(0.0),
            _ => Value::Estimate(0.0),
        };
        let mut actions: Vec<Judged<G::Action>> = rules
            .legal_actions(state)
            .into_iter()
            .map(|action| Judged { action, value })
            .collect();
        let chosen = any_index::<G>(state, self.seed, actions.len());
        actions[..=chosen].rotate_right(1);
        Analysis::new(actions, 0, 0)
    }

    fn choose(&mut self, rules: &G, state: &G::State, _: &Limits) -> G::Action {
        any_action(rules, state, self.seed)
    }
}

/// Returns a random legal action, fixed by the seed and the position.
pub(crate) fn any_action<G: Game>(rules: &G, state: &G::State, seed: u64) -> G::Action {
    let legal = rules.legal_actions(state);
    legal
        .get(any_index::<G>(state, seed, legal.len()))
        .expect("an index below the length")
}

fn any_index<G: Game>(state: &G::State, seed: u64, len: usize) -> usize {
    Random::stream(seed, hash_of(state)).index(len)
}
