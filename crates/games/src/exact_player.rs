//! The player that proves what it can and estimates the rest.

use std::time::{Duration, Instant};

use quincunx_core::Playable;
use quincunx_search::{Analysis, Judged, Limits, Meter, Player, Value};

use crate::exact::{Bounds, ExactSolver, Strength};

/// Plays perfectly where a solver proves the scores within the limits, and as another player estimates elsewhere.
///
/// A first look by the solver settles easy positions at once, all of Connect Four on 7×6 with the book. If an action stays
/// open, the solver is asked who wins the position at all, for that is often known long before how soon; then which
/// actions keep what it is worth, each for some nodes, and for more when all have had their turn. What is left open is
/// estimated, within what is proved. Of actions worth the same it plays the one that comes first in the solver's order.
///
/// Under a limit of nodes the answer depends on the position, the seed and what the player has been asked before, as
/// the solver remembers; what is proved never changes. A limit of depth means nothing to it.
pub(crate) struct ExactPlayer<G: Playable> {
    /// Proves.
    pub(crate) solver: Box<dyn ExactSolver<G>>,
    /// Estimates.
    pub(crate) estimator: Box<dyn Player<G>>,
    /// Positions to look at for a proof when there is no other limit.
    pub(crate) nodes: u64,
    /// How many positions of the solver's cost as much time as one node of the estimator's.
    pub(crate) nodes_an_estimate: u64,
}

/// The part of what is left that the solver's first look takes, and no more time than [`LONGEST_FIRST_LOOK`], so that whoever
/// waits for an analysis sees one soon.
const FIRST_LOOK: u64 = 16;

/// See [`FIRST_LOOK`].
const LONGEST_FIRST_LOOK: Duration = Duration::from_millis(100);

/// The part of what is left that the question takes who wins the position.
const OUTCOME: u64 = 2;

/// The part of what is left that the estimates take, and no more time than [`LONGEST_ESTIMATE`], for they soon say all they
/// have to say.
const ESTIMATE: u64 = 4;

/// See [`ESTIMATE`].
const LONGEST_ESTIMATE: Duration = Duration::from_millis(500);

/// The nodes of the first try to prove an action.
const FIRST_TRY: u64 = 1000;

/// How many times as many nodes the next try gets, when all actions have had theirs.
const MORE_NODES: u64 = 4;

impl<G: Playable> ExactPlayer<G> {
    /// Returns limits, with the player's own number of nodes where they bound neither nodes nor time.
    fn budget(&self, limits: &Limits) -> Budget {
        Budget::of(Limits {
            nodes: limits.nodes.or(limits.time.is_none().then_some(self.nodes)),
            ..limits.clone()
        })
    }

    /// Asks who wins the position.
    fn decide(&mut self, findings: &mut Findings<'_, G>, budget: &mut Budget) {
        let mut meter = budget.part(OUTCOME, Duration::MAX);
        let found = self.solver.solve(findings.state, Strength::Weak, &mut meter);
        findings.most = findings.most.min(found.high);
        budget.spend(meter.nodes());
    }

    /// Estimates all actions.
    fn estimate(
        &mut self,
        findings: &mut Findings<'_, G>,
        budget: &mut Budget,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) {
        let part = budget.part_limits(ESTIMATE, LONGEST_ESTIMATE);
        let limits = Limits {
            nodes: part.nodes.map(|nodes| (nodes / self.nodes_an_estimate).max(1)),
            depth: None,
            ..part
        };
        let (solver, spent) = (&*self.solver, budget.spent);
        let (rules, state) = (findings.rules, findings.state);
        let estimates = self.estimator.analyze(rules, state, &limits, &mut |analysis| {
            findings.estimates.clone_from(&analysis.actions);
            report(&findings.analysis(solver, spent + analysis.nodes * self.nodes_an_estimate));
        });
        budget.spend(estimates.nodes * self.nodes_an_estimate);
        findings.estimates = estimates.actions;
        report(&findings.analysis(solver, budget.spent));
    }

    /// Proves the actions one after another, the most promising first, with more and more nodes each, until all are proved,
    /// nothing is left of the budget or, if `one_is_enough`, one is known to keep what the position is worth.
    fn prove(
        &mut self,
        findings: &mut Findings<'_, G>,
        strength: Strength,
        budget: &mut Budget,
        one_is_enough: bool,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) {
        let mut open = findings.promising(&*self.solver);
        let mut most_nodes = FIRST_TRY;
        loop {
            open.retain(|&action| findings.is_open(action, strength));
            if open.is_empty() {
                return;
            }
            for &action in &open {
                if one_is_enough && findings.keep_the_outcome() || budget.is_spent() {
                    return;
                }
                let mut meter = budget.at_most(most_nodes);
                let found = self
                    .solver
                    .solve_action(findings.state, action, strength, &mut meter);
                budget.spend(meter.nodes());
                findings.note(action, found.expect("an action with bounds is legal"));
                if !findings.is_open(action, strength) {
                    report(&findings.analysis(&*self.solver, budget.spent));
                }
            }
            most_nodes = most_nodes.saturating_mul(MORE_NODES);
        }
    }
}

impl<G: Playable> Player<G> for ExactPlayer<G> {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let mut budget = self.budget(limits);
        let mut meter = budget.part(FIRST_LOOK, LONGEST_FIRST_LOOK);
        let scores = self.solver.solve_actions(state, Strength::Strong, &mut meter);
        budget.spend(meter.nodes());
        let mut findings = Findings::new(rules, state, scores);
        if !findings.are_all_exact() {
            self.estimate(&mut findings, &mut budget, report);
            self.decide(&mut findings, &mut budget);
            for strength in [Strength::Weak, Strength::Strong] {
                self.prove(&mut findings, strength, &mut budget, false, report);
            }
        }
        findings.analysis(&*self.solver, budget.spent)
    }

    /// Chooses a best action: the quickest win, the longest defence, of equals the first in the solver's order. Where it can
    /// be proved who wins but not how soon, it is any action that keeps a win or a draw.
    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        let mut budget = self.budget(limits);
        let mut meter = budget.part(FIRST_LOOK, LONGEST_FIRST_LOOK);
        let best = self.solver.best(state, &mut meter);
        budget.spend(meter.nodes());
        if let Some((action, _)) = best {
            return action;
        }
        let scores = self
            .solver
            .solve_actions(state, Strength::Weak, &mut budget.at_most(0));
        let mut findings = Findings::new(rules, state, scores);
        self.decide(&mut findings, &mut budget);
        if findings.most > 0 {
            // Nobody knows whether it is won, or it is and the estimates tell where.
            self.estimate(&mut findings, &mut budget, &mut |_| {});
        }
        self.prove(&mut findings, Strength::Weak, &mut budget, true, &mut |_| {});
        if findings.most != 0
            && let Some((action, _)) = self.solver.best(state, &mut budget.at_most(u64::MAX))
        {
            return action;
        }
        let analysis = findings.analysis(&*self.solver, budget.spent);
        let best = analysis.actions[0].value;
        let equals = |action: &G::Action| {
            let judged = analysis.actions.iter().find(|judged| judged.action == *action);
            judged.is_some_and(|judged| judged.value == best)
        };
        let preferred = self.solver.preferred(state).into_iter().find(equals);
        preferred.unwrap_or_else(|| analysis.best())
    }
}

/// Limits, and what has been spent of them.
struct Budget {
    limits: Limits,
    began: Instant,
    /// Nodes of the solver, or as much time.
    spent: u64,
}

impl Budget {
    fn of(limits: Limits) -> Self {
        Self {
            limits,
            began: Instant::now(),
            spent: 0,
        }
    }

    fn spend(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    fn left(&self) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.spent)),
            time: self
                .limits
                .time
                .map(|time| time.saturating_sub(self.began.elapsed())),
            ..self.limits.clone()
        }
    }

    fn is_spent(&self) -> bool {
        let left = self.left();
        left.nodes == Some(0) || !Meter::start(&left).look()
    }

    /// Returns a share of what is left, and no more than so much time.
    fn part_limits(&self, share: u64, longest: Duration) -> Limits {
        let left = self.left();
        Limits {
            nodes: left.nodes.map(|nodes| nodes / share),
            time: left.time.map(|time| (time / share as u32).min(longest)),
            ..left
        }
    }

    /// Starts a meter for [`Budget::part_limits`].
    fn part(&self, share: u64, longest: Duration) -> Meter {
        Meter::start(&self.part_limits(share, longest))
    }

    /// Starts a meter for so many of the nodes that are left.
    fn at_most(&self, nodes: u64) -> Meter {
        let left = self.left();
        Meter::start(&Limits {
            nodes: Some(left.nodes.unwrap_or(u64::MAX).min(nodes)),
            ..left
        })
    }
}

/// What is known of the actions in a position.
struct Findings<'a, G: Playable> {
    rules: &'a G,
    state: &'a G::State,
    /// By the numbers of the actions, `None` for one that is not legal.
    scores: Vec<Option<Bounds>>,
    /// The position, and so every action, scores no more than this.
    most: i32,
    estimates: Vec<Judged<G::Action>>,
}

impl<'a, G: Playable> Findings<'a, G> {
    fn new(rules: &'a G, state: &'a G::State, scores: Vec<Option<Bounds>>) -> Self {
        let highest = scores.iter().flatten().map(|bounds| bounds.high).max();
        Self {
            rules,
            state,
            scores,
            most: highest.expect("there is an action to judge"),
            estimates: Vec::new(),
        }
    }

    /// Returns what is known of an action, if it is legal.
    fn bounds(&self, index: usize) -> Option<Bounds> {
        self.scores[index].map(|bounds| Bounds {
            high: bounds.high.min(self.most),
            ..bounds
        })
    }

    fn are_all_exact(&self) -> bool {
        let mut indices = 0..self.scores.len();
        indices.all(|index| self.bounds(index).is_none_or(|bounds| bounds.exact().is_some()))
    }

    /// Tells whether an action is proved to win, or to draw where nothing wins.
    fn keep_the_outcome(&self) -> bool {
        let least = self.most.clamp(0, 1);
        self.scores.iter().flatten().any(|bounds| bounds.low >= least)
    }

    fn is_open(&self, action: G::Action, strength: Strength) -> bool {
        let bounds = self.bounds(self.rules.action_index(action));
        bounds.is_some_and(|bounds| !bounds.is_settled(strength))
    }

    /// Adds what was found out about an action.
    fn note(&mut self, action: G::Action, found: Bounds) {
        if let Some(known) = &mut self.scores[self.rules.action_index(action)] {
            known.low = known.low.max(found.low);
            known.high = known.high.min(found.high);
        }
    }

    /// Lists the actions, the most promising first, or in the solver's order where nothing is estimated.
    fn promising(&self, solver: &dyn ExactSolver<G>) -> Vec<G::Action> {
        if self.estimates.is_empty() {
            solver.preferred(self.state)
        } else {
            self.estimates.iter().map(|judged| judged.action).collect()
        }
    }

    fn analysis(&self, solver: &dyn ExactSolver<G>, nodes: u64) -> Analysis<G::Action> {
        let judged = (0..self.scores.len()).filter_map(|index| {
            let action = self.rules.action_at(index)?;
            let estimate = self.estimates.iter().find(|judged| judged.action == action);
            let estimate = estimate.map(|judged| judged.value);
            let value = value_within(self.bounds(index)?, estimate, |score| {
                solver.value(self.state, score)
            });
            Some(Judged { action, value })
        });
        let depth = if self.are_all_exact() {
            solver.most_plies(self.state)
        } else {
            0
        };
        Analysis::new(judged.collect(), depth, nodes)
    }
}

/// What an action is worth at least that cannot lose but may win, and at most, negative, if it is the other way round: it
/// is not to be confounded with a draw that is proved.
const BESIDE_A_DRAW: f64 = 0.01;

/// Says what bounds prove; where they leave the winner open, the estimate as far as they allow it.
///
/// A win that is proved but not yet exact is told with the plies after which it comes at the latest, a loss with those after
/// which it comes at the earliest.
fn value_within(bounds: Bounds, estimate: Option<Value>, value_of: impl Fn(i32) -> Value) -> Value {
    if let Some(score) = bounds.exact() {
        return value_of(score);
    }
    if bounds.low > 0 || bounds.high < 0 {
        return value_of(bounds.low);
    }
    let estimate = match estimate {
        Some(Value::Estimate(estimate)) => estimate,
        Some(proved) => return proved,
        None => 0.0,
    };
    match bounds {
        Bounds { low: 0, .. } => Value::Estimate(estimate.max(BESIDE_A_DRAW)),
        Bounds { high: 0, .. } => Value::Estimate(estimate.min(-BESIDE_A_DRAW)),
        _ => Value::Estimate(estimate),
    }
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet, Game, Notation, Random, RandomSource};
    use quincunx_search::Interrupt;

    use super::*;
    use crate::connect_four::solver::value_of_score;
    use crate::connect_four::{Column, ConnectFour};

    fn player() -> (ConnectFour, ExactPlayer<ConnectFour>) {
        let rules = ConnectFour::default();
        (rules, rules.exact_player(100_000, 1))
    }

    #[test]
    fn exact_values_are_told_for_every_column() {
        let (rules, mut player) = player();
        let position = rules
            .parse_position("4557146376176147672424763164551222")
            .expect("legal drops");
        let analysis = player.analyze(&rules, &position, &Limits::default(), &mut |_| {});
        let told: Vec<String> = analysis
            .actions
            .iter()
            .map(|judged| format!("{} {}", judged.action, judged.value))
            .collect();
        assert_eq!(
            told,
            ["3 wins in 1", "5 wins in 3", "1 loses in 2", "2 loses in 2",]
        );
        assert_eq!(player.choose(&rules, &position, &Limits::default()), Column(2));
    }

    #[test]
    fn the_quickest_win_and_the_longest_defence_are_chosen() {
        let (rules, mut player) = player();
        let mut random = Random::new(5);
        let mut proved = 0;
        for _ in 0..12 {
            let mut position = rules.initial();
            while position.turn().player().is_some() {
                if position.stones() >= 24 {
                    let analysis = player.analyze(&rules, &position, &Limits::default(), &mut |_| {});
                    let chosen = player.choose(&rules, &position, &Limits::default());
                    let judged = analysis.actions.iter().find(|judged| judged.action == chosen);
                    assert_eq!(
                        judged.map(|judged| judged.value),
                        Some(analysis.actions[0].value),
                        "{}",
                        rules.position_text(&position)
                    );
                    proved += usize::from(!matches!(analysis.actions[0].value, Value::Estimate(_)));
                }
                let legal = rules.legal_actions(&position);
                let column = legal
                    .get(random.index(legal.len()))
                    .expect("an index below the length");
                rules.play_unchecked(&mut position, column, &mut ());
            }
        }
        assert!(proved > 20, "{proved} positions were proved");
    }

    #[test]
    fn what_is_not_proved_is_estimated() {
        // No book tells of a larger board.
        let rules = ConnectFour::new(8, 7).expect("a possible size");
        let player = || rules.exact_player(100_000, 1);
        let mut asked = player();
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let mut reports = 0;
        let analysis = asked.analyze(&rules, &rules.initial(), &limits, &mut |_| reports += 1);
        assert_eq!(analysis.actions.len(), 8);
        assert!(reports > 0);
        assert!(matches!(analysis.actions[0].value, Value::Estimate(_)));
        // Asked alike, one made alike answers alike.
        let again = player().analyze(&rules, &rules.initial(), &limits, &mut |_| {});
        assert_eq!(analysis, again);
    }

    #[test]
    fn every_column_is_judged_however_tight_the_limits_are() {
        let (rules, mut player) = player();
        let interrupt = Interrupt::default();
        interrupt.raise();
        for limits in [
            Limits {
                nodes: Some(0),
                ..Limits::default()
            },
            Limits {
                time: Some(std::time::Duration::ZERO),
                ..Limits::default()
            },
            Limits {
                depth: Some(1),
                nodes: Some(1),
                ..Limits::default()
            },
            Limits {
                interrupt,
                ..Limits::default()
            },
        ] {
            let analysis = player.analyze(&rules, &rules.initial(), &limits, &mut |_| {});
            assert_eq!(analysis.actions.len(), 7);
        }
    }

    #[test]
    fn bounds_limit_estimates() {
        let value = |low, high, estimate| {
            value_within(Bounds { low, high }, Some(estimate), |score| {
                value_of_score(42, 10, score)
            })
        };
        assert_eq!(value(0, 5, Value::Estimate(-0.5)), Value::Estimate(0.01));
        assert_eq!(value(-5, 0, Value::Estimate(0.5)), Value::Estimate(-0.01));
        assert_eq!(value(-5, 5, Value::Estimate(0.5)), Value::Estimate(0.5));
        assert_eq!(value(-5, 5, Value::Win(3)), Value::Win(3));
        assert_eq!(value(1, 5, Value::Estimate(-0.5)), value_of_score(42, 10, 1));
        assert_eq!(value(-5, -1, Value::Estimate(0.5)), value_of_score(42, 10, -5));
    }
}
