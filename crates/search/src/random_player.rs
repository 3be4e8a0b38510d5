//! The player that plays anything.

use quincunx_core::{ActionSet, Game, Random, RandomSource};

use crate::analysis::{ActionValue, Analysis, Value};
use crate::limits::Limits;
use crate::player::Player;
use quincunx_core::hash::hash_of;

/// Plays a uniformly random legal action, which depends on the seed and the position alone.
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
        let mut actions: Vec<ActionValue<G::Action>> = rules
            .legal_actions(state)
            .into_iter()
            .map(|action| ActionValue { action, value })
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

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::testkit::toys::{Board, TicTacToe};

    #[test]
    fn all_actions_are_played_equally_often() {
        let board = Board::after(&[4]);
        let mut counts = [0u32; 9];
        for seed in 0..8000 {
            let mut player = RandomPlayer { seed };
            let action = player.choose(&TicTacToe, &board, &Limits::default());
            let analysis = player.analyze(&TicTacToe, &board, &Limits::default(), &mut |_| {});
            assert_eq!((analysis.best(), analysis.actions.len()), (action, 8));
            counts[usize::from(action)] += 1;
        }
        // Each of the eight 1000 ± 30; six standard deviations.
        for (field, &count) in counts.iter().enumerate() {
            let expected = if field == 4 { 0 } else { 1000 };
            assert!(count.abs_diff(expected) < 180, "field {field}: {count}");
        }
    }

    #[test]
    fn the_position_decides_as_the_seed_does() {
        let mut player = RandomPlayer { seed: 1 };
        let actions: std::collections::HashSet<u8> = (0..9)
            .map(|field| player.choose(&TicTacToe, &Board::after(&[field]), &Limits::default()))
            .collect();
        assert!(actions.len() > 2, "{actions:?}");
    }
}
