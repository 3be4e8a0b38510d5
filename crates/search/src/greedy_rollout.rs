//! A judge of positions in single-player games that plays on for a while, each time what wins most at once.

use quincunx_core::perft::settle;
use quincunx_core::{ActionSet, Evaluate, Game, Random, RandomSource, Side};

use quincunx_core::hash::hash_of;

/// Judges a position of a single-player game by playing on, each time the action that gains most at once,
/// without chance behind the last one; an action's prior is what it gains at once. For games of many actions,
/// most of which are poor.
pub struct GreedyRollout<G: Game> {
    /// Actions to play on.
    pub plies: u32,
    /// Where the luck comes from.
    pub seed: u64,
    /// Lists what each legal action gains before chance acts, as [`immediate_points`] does.
    pub gains: fn(&G, &G::State) -> Vec<u64>,
}

/// Lists the points that each legal action of a position wins before chance acts, in their order.
pub fn immediate_points<G: Game>(rules: &G, state: &G::State) -> Vec<u64> {
    let before = rules.points(state);
    let gain = |action| rules.points(&rules.after(state, action)) - before;
    rules.legal_actions(state).into_iter().map(gain).collect()
}

impl<G: Game> Evaluate<G> for GreedyRollout<G> {
    fn evaluate(&self, rules: &G, state: &G::State, _: Side) -> f64 {
        let mut random = Random::stream(self.seed, hash_of(state));
        let mut next = state.clone();
        for ply in 0..self.plies {
            if ply > 0 {
                settle(rules, &mut next, &mut random, &mut ());
            }
            if rules.turn(&next).player().is_none() {
                break;
            }
            let best = any_greatest(&(self.gains)(rules, &next), &mut random);
            let action = rules.legal_actions(&next).get(best);
            let action = action.expect("there is a gain for each legal action");
            rules.play_unchecked(&mut next, action, &mut ());
        }
        rules.points(&next) as f64 - rules.points(state) as f64
    }

    fn priors(&self, rules: &G, state: &G::State) -> Option<Vec<f64>> {
        let gains = (self.gains)(rules, state);
        Some(gains.into_iter().map(|gain| gain as f64).collect())
    }
}

/// Returns the index of a greatest number, each of them with the same probability.
fn any_greatest(numbers: &[u64], random: &mut Random) -> usize {
    let (mut best, mut equals) = (0, 0);
    for (index, number) in numbers.iter().enumerate() {
        match number.cmp(&numbers[best]) {
            std::cmp::Ordering::Less => continue,
            std::cmp::Ordering::Equal => equals += 1,
            std::cmp::Ordering::Greater => equals = 1,
        }
        if random.index(equals) == 0 {
            best = index;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::testkit::toys::{DiceAction, DiceGame, Die};

    fn ahead(plies: u32) -> GreedyRollout<DiceGame> {
        GreedyRollout {
            plies,
            seed: 3,
            gains: immediate_points,
        }
    }

    #[test]
    fn what_wins_most_at_once_is_played() {
        let rules = DiceGame { rolls: 3 };
        // A die that is kept wins what it shows, and one that is rolled nothing yet.
        assert_eq!(ahead(0).evaluate(&rules, &Die::on_table(2, 2), Side::One), 0.0);
        assert_eq!(ahead(1).evaluate(&rules, &Die::on_table(2, 2), Side::One), 2.0);
        assert_eq!(ahead(9).evaluate(&rules, &Die::on_table(2, 2), Side::One), 2.0);
    }

    #[test]
    fn priors_are_in_the_order_of_actions() {
        let rules = DiceGame { rolls: 3 };
        let priors = ahead(1)
            .priors(&rules, &Die::on_table(5, 2))
            .expect("it has an opinion");
        let legal: Vec<DiceAction> = rules.legal_actions(&Die::on_table(5, 2)).into_iter().collect();
        let best = legal.iter().position(|&action| action == DiceAction::Keep);
        assert_eq!(priors.iter().position(|&prior| prior == 5.0), best);
        assert_eq!(priors.iter().sum::<f64>(), 5.0);
    }

    #[test]
    fn equals_are_chosen_alike_often() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 5];
        for _ in 0..9000 {
            counts[any_greatest(&[1, 7, 3, 7, 7], &mut random)] += 1;
        }
        // Six standard deviations of a count of mean 3,000 are 268.
        let fair = |at: usize| counts[at].abs_diff(3000) < 268;
        assert!(
            counts[0] + counts[2] == 0 && [1, 3, 4].into_iter().all(fair),
            "{counts:?}"
        );
    }
}
