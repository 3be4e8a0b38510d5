//! The player that looks one action ahead.

use quincunx_core::perft::settle;
use quincunx_core::{Evaluate, Game, Random, RandomSource, Side, Turn};

use crate::analysis::{ActionValue, Analysis, Value};
use crate::limits::{Limits, SearchBudget};
use crate::player::{Player, mover};
use quincunx_core::hash::hash_of;

/// Plays the action that is best at once: in a single-player game by points gained and expected; in a game of
/// two it wins when it can, avoids a winning reply, and else goes by the evaluation. Only a limit of time
/// matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Greedy<E> {
    /// The judge of positions.
    pub evaluator: E,
    /// How often chance is drawn behind an action; with 0 the position is judged before chance has acted.
    pub samples: u32,
    /// Where chance and the choice among equals come from.
    pub seed: u64,
}

impl<G: Game, E: Evaluate<G> + Send> Player<G> for Greedy<E> {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let side = mover(rules, state);
        let mut budget = SearchBudget::start(&Limits {
            nodes: None,
            ..limits.clone()
        });
        let mut nodes = 0;
        let mut judged = Vec::new();
        for action in rules.legal_actions(state) {
            let next = rules.after(state, action);
            let value = self.value(rules, state, &next, side, &mut nodes);
            judged.push(ActionValue { action, value });
            if !budget.check_limits() {
                break;
            }
        }
        Analysis::new(judged, 1, nodes)
    }

    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        let analysis = self.analyze(rules, state, limits, &mut |_| {});
        let best = analysis.actions[0].value;
        let equals = analysis
            .actions
            .iter()
            .take_while(|judged| judged.value.compare(best).is_eq())
            .count();
        let chosen = Random::stream(self.seed, hash_of(state)).index(equals);
        analysis.actions[chosen].action
    }
}

impl<E> Greedy<E> {
    /// Returns what an action is worth to a side; in a single-player game points gained and expected.
    fn value<G: Game>(
        &self,
        rules: &G,
        before: &G::State,
        after: &G::State,
        side: Side,
        nodes: &mut u64,
    ) -> Value
    where
        E: Evaluate<G>,
    {
        self.average(rules, before, after, |state| {
            *nodes += 1;
            let turn = rules.turn(state);
            if rules.players() == 1 {
                let gained = rules.points(state) as f64 - rules.points(before) as f64;
                let to_come = match turn {
                    Turn::Over(_) => 0.0,
                    _ => self.evaluator.evaluate(rules, state, side),
                };
                return Value::Points(gained + to_come);
            }
            match turn {
                Turn::Over(outcome) => Value::of_outcome(outcome, side),
                Turn::Player(next) if wins_at_once(rules, state, next, nodes) => {
                    if next == side {
                        Value::Win(2)
                    } else {
                        Value::Loss(2)
                    }
                }
                _ => Value::Estimate(self.evaluator.evaluate(rules, state, side)),
            }
        })
    }

    /// Judges a position, or, on chance's turn, the average of samples.
    fn average<G: Game>(
        &self,
        rules: &G,
        before: &G::State,
        after: &G::State,
        mut judge: impl FnMut(&G::State) -> Value,
    ) -> Value {
        if self.samples == 0 || rules.turn(after) != Turn::Chance {
            return judge(after);
        }
        // The stream depends on the position before the action, so that every action meets the same outcomes.
        let seed = hash_of(before);
        let mut sum = 0.0;
        for sample in 0..self.samples {
            let mut state = after.clone();
            settle(
                rules,
                &mut state,
                &mut Random::stream(self.seed ^ seed, sample.into()),
                &mut (),
            );
            sum += judge(&state).expected();
        }
        let mean = sum / f64::from(self.samples);
        if rules.players() == 1 {
            Value::Points(mean)
        } else {
            Value::Estimate(mean)
        }
    }
}

/// Returns whether the side to act has an action that wins the game.
fn wins_at_once<G: Game>(rules: &G, state: &G::State, side: Side, nodes: &mut u64) -> bool {
    rules.legal_actions(state).into_iter().any(|action| {
        let next = rules.after(state, action);
        *nodes += 1;
        rules
            .turn(&next)
            .outcome()
            .is_some_and(|outcome| outcome.value_for(side) == 1)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::player::ZeroEvaluation;
    use quincunx_core::testkit::toys::{Board, DiceAction, DiceGame, Die, TicTacToe};

    fn flat(samples: u32, seed: u64) -> Greedy<ZeroEvaluation> {
        Greedy {
            evaluator: ZeroEvaluation,
            samples,
            seed,
        }
    }

    #[test]
    fn a_win_is_taken_and_a_threat_met() {
        let limits = Limits::default();
        for seed in 0..20 {
            // x x .        x x .
            // o o .        . o .
            // . . .        . . .
            let analysis =
                flat(1, seed).analyze(&TicTacToe, &Board::after(&[0, 3, 1, 4]), &limits, &mut |_| {});
            assert_eq!((analysis.best(), analysis.actions[0].value), (2, Value::Win(1)));
            let board = Board::after(&[0, 4, 1]);
            let analysis = flat(1, seed).analyze(&TicTacToe, &board, &limits, &mut |_| {});
            assert_eq!(
                (analysis.best(), analysis.actions[0].value),
                (2, Value::Estimate(0.0))
            );
            assert!(
                analysis.actions[1..]
                    .iter()
                    .all(|judged| judged.value == Value::Loss(2))
            );
            assert_eq!(flat(1, seed).choose(&TicTacToe, &board, &limits), 2);
        }
    }

    #[test]
    fn an_interrupt_is_seen_after_the_first_action() {
        let limits = Limits::default();
        limits.stop.stop();
        let analysis = flat(1, 1).analyze(&TicTacToe, &TicTacToe.initial(), &limits, &mut |_| {});
        assert_eq!(analysis.actions.len(), 1);
    }

    #[test]
    fn the_seed_decides_among_equals() {
        let board = TicTacToe.initial();
        let chosen: HashSet<u8> = (0..200)
            .map(|seed| flat(1, seed).choose(&TicTacToe, &board, &Limits::default()))
            .collect();
        assert_eq!(chosen.len(), 9, "on the empty board all are equal");
        let analysis = flat(1, 5).analyze(&TicTacToe, &board, &Limits::default(), &mut |_| {});
        assert!(
            analysis.actions.is_sorted_by_key(|judged| judged.action),
            "equals stay in the order of actions"
        );
    }

    #[test]
    fn chance_is_averaged() {
        /// Takes the face of a die for the points to come.
        struct Face;

        impl Evaluate<DiceGame> for Face {
            fn evaluate(&self, _: &DiceGame, die: &Die, _: Side) -> f64 {
                die.shows.map_or(100.0, f64::from)
            }
        }

        let rules = DiceGame { rolls: 2 };
        let die = Die::on_table(4, 1);
        let of_samples = |samples| {
            let mut player = Greedy {
                evaluator: Face,
                samples,
                seed: 1,
            };
            player.analyze(&rules, &die, &Limits::default(), &mut |_| {})
        };
        let before = of_samples(0);
        assert_eq!(
            before.actions[0].value,
            Value::Points(100.0),
            "judged while the die rolls"
        );
        let after = of_samples(1000);
        assert_eq!(
            (after.best(), after.actions[0].value),
            (DiceAction::Keep, Value::Points(4.0))
        );
        let Value::Points(rolled) = after.actions[1].value else {
            panic!("a single-player game is worth points")
        };
        assert!((rolled - 3.5).abs() < 0.35, "{rolled}");
    }
}
