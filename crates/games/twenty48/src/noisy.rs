//! Players that misjudge.

use quincunx_core::hash::hash_of;
use quincunx_core::{Direction, Random, RandomSource};
use quincunx_search::{Analysis, Limits, Player};

use super::position::Position;
use super::rules::Twenty48;

/// Plays as another player does, but takes every move for somewhat better or worse than it is.
///
/// So people err: between moves that are nearly alike now and then, and the less often the more a mistake
/// would cost. By how much it misjudges a move, at most a part of what the best one is worth, follows from
/// the seed, the position and the move. Its analysis is the other player's.
#[derive(Clone, Debug)]
pub(super) struct Doubting<P> {
    player: P,
    doubt: f64,
    /// What the best move counts as, if not what it is judged to be worth.
    worth: Option<f64>,
    seed: u64,
}

/// What the best move counts as where the look of the lines judges: its numbers say which board is better,
/// and little about the points to come.
pub(super) const WORTH_BY_LOOK: f64 = 10_000.0;

impl<P> Doubting<P> {
    /// Makes the player that misjudges moves by at most such a part of what the best one is worth, or of
    /// another worth.
    pub(super) const fn new(player: P, doubt: f64, worth: Option<f64>, seed: u64) -> Self {
        Self {
            player,
            doubt,
            worth,
            seed,
        }
    }
}

impl<P: Player<Twenty48>> Player<Twenty48> for Doubting<P> {
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
        if self.doubt == 0.0 {
            return self.player.choose(rules, state, limits);
        }
        let analysis = self.player.analyze(rules, state, limits, &mut |_| {});
        let best = analysis.actions[0].value.expected().abs();
        let most = self.doubt * self.worth.unwrap_or(best);
        let seems = |direction: Direction, value: f64| {
            let luck = Random::stream(self.seed, hash_of(&(state, direction))).unit();
            value + most * (2.0 * luck - 1.0)
        };
        let actions = analysis.actions.iter();
        let (_, best) = actions
            .map(|judged| (seems(judged.action, judged.value.expected()), judged.action))
            .max_by(|(one, _), (other, _)| one.total_cmp(other))
            .expect("a player who acts has a legal action");
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::expectimax::PackedExpectimax;
    use super::*;
    use quincunx_core::{ActionSet, Notation};

    /// Returns how often, of 200 seeds, another move is played than the best.
    fn errors(rows: &str, doubt: f64) -> usize {
        let rules = Twenty48::default();
        let state = rules
            .parse_position(&format!("{rows} 0 0 0"))
            .expect("a position");
        let limits = Limits::default();
        let mut player = PackedExpectimax::new(1, 1);
        let best = player.choose(&rules, &state, &limits);
        let errs = |seed| {
            let mut doubting = Doubting::new(PackedExpectimax::new(1, 1), doubt, None, seed);
            let chosen = doubting.choose(&rules, &state, &limits);
            assert_eq!(chosen, doubting.choose(&rules, &state, &limits));
            assert!(state.possible().contains(chosen));
            chosen != best
        };
        (0..200).filter(|&seed| errs(seed)).count()
    }

    #[test]
    fn more_doubt_makes_more_errors() {
        let rows = "2,4,8,16/0,2,64,32/0,0,2,4/0,0,0,2";
        let counts = [0.0, 0.001, 1.0].map(|doubt| errors(rows, doubt));
        assert_eq!(counts[0], 0);
        assert!(counts[1] < counts[2] && counts[2] > 60, "{counts:?}");
    }
}
