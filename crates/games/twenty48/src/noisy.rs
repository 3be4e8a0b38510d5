//! Players that change the values of another one: errors for the lower levels, and ordinal values.

use quincunx_core::hash::hash_of;
use quincunx_core::{Direction, Random, RandomSource};
use quincunx_search::{Analysis, Limits, Player, Value};

use super::position::Position;
use super::rules::Twenty48;

/// Plays like another player, but adds noise to the value of every move.
///
/// The smaller the difference between two moves, the more often it takes the worse one. The noise follows
/// from the seed, the position and the move. Analyses are those of the other player.
#[derive(Clone, Debug)]
pub(super) struct NoisyPlayer<P> {
    pub(super) player: P,
    /// The largest noise, as a share of the best move's value.
    pub(super) noise: f64,
    /// The value that the share is taken of instead.
    pub(super) scale: Option<f64>,
    pub(super) seed: u64,
}

/// The [scale](NoisyPlayer::scale) of heuristic values, which order boards but predict little of the points
/// to come.
pub(super) const HEURISTIC_SCALE: f64 = 10_000.0;

impl<P: Player<Twenty48>> Player<Twenty48> for NoisyPlayer<P> {
    fn analyze(
        &mut self,
        rules: &Twenty48,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        self.player.analyze(rules, state, limits, report)
    }

    fn choose(&mut self, rules: &Twenty48, state: &Position, limits: &Limits) -> Direction {
        if self.noise == 0.0 {
            return self.player.choose(rules, state, limits);
        }
        let analysis = self.player.analyze(rules, state, limits, &mut |_| {});
        let best = analysis.actions[0].value.expected().abs();
        let most = self.noise * self.scale.unwrap_or(best);
        let noisy = |direction: Direction, value: f64| {
            let sample = Random::stream(self.seed, hash_of(&(state, direction))).unit();
            value + most * (2.0 * sample - 1.0)
        };
        let actions = analysis.actions.iter();
        let (_, best) = actions
            .map(|judged| (noisy(judged.action, judged.value.expected()), judged.action))
            .max_by(|(one, _), (other, _)| one.total_cmp(other))
            .expect("the player has a legal action on its turn");
        best
    }
}

/// Reports another player's points as ordinal values: the heuristic is scaled to points for 4×4 boards only.
pub(super) struct OrdinalPlayer(pub(super) Box<dyn Player<Twenty48>>);

impl Player<Twenty48> for OrdinalPlayer {
    fn analyze(
        &mut self,
        rules: &Twenty48,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        let report = &mut |analysis: &Analysis<Direction>| report(&ordinal(analysis.clone()));
        ordinal(self.0.analyze(rules, state, limits, report))
    }

    fn choose(&mut self, rules: &Twenty48, state: &Position, limits: &Limits) -> Direction {
        self.0.choose(rules, state, limits)
    }
}

/// Turns points that are not exact into ordinal values.
fn ordinal(mut analysis: Analysis<Direction>) -> Analysis<Direction> {
    for judged in &mut analysis.actions {
        if let Value::Points(number) = judged.value {
            judged.value = Value::Order(number);
        }
    }
    analysis
}

#[cfg(test)]
mod tests {
    use super::super::expectimax::PackedExpectimax;
    use super::*;
    use quincunx_core::{ActionSet, Notation};

    /// Returns for how many of 200 seeds another move than the best is played.
    fn errors(rows: &str, noise: f64) -> usize {
        let rules = Twenty48::default();
        let state = rules
            .parse_position(&format!("{rows} 0 0 0"))
            .expect("a position");
        let limits = Limits::default();
        let mut player = PackedExpectimax::new(1, 1);
        let best = player.choose(&rules, &state, &limits);
        let errs = |seed| {
            let mut noisy = NoisyPlayer {
                player: PackedExpectimax::new(1, 1),
                noise,
                scale: None,
                seed,
            };
            let chosen = noisy.choose(&rules, &state, &limits);
            assert_eq!(chosen, noisy.choose(&rules, &state, &limits));
            assert!(state.possible().contains(chosen));
            chosen != best
        };
        (0..200).filter(|&seed| errs(seed)).count()
    }

    #[test]
    fn more_noise_makes_more_errors() {
        let rows = "2,4,8,16/0,2,64,32/0,0,2,4/0,0,0,2";
        let counts = [0.0, 0.001, 1.0].map(|noise| errors(rows, noise));
        assert_eq!(counts[0], 0);
        assert!(counts[1] < counts[2] && counts[2] > 60, "{counts:?}");
    }
}
