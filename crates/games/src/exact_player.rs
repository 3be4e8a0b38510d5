//! The player that proves what it can and estimates the rest.

use std::time::{Duration, Instant};

use quincunx_core::Playable;
use quincunx_search::{Analysis, Judged, Limits, Meter, Player, Value};

use crate::exact::{Bounds, ExactSolver, Strength};

/// Plays perfectly where a solver proves the scores within the limits, and as another player estimates elsewhere.
///
/// A first look by the solver settles easy positions at once, all of Connect Four on 7×6 with the book. If an action stays
/// open, all are estimated; then the solver goes on with the most promising, asks first who wins and then how soon, and
/// each proof replaces an estimate. Of actions worth the same it plays the one that comes first in the solver's order.
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

/// The part of all nodes that the solver's first look takes; the same part of the time, but no more than
/// [`LONGEST_FIRST_LOOK`], so that whoever waits for an analysis sees one soon.
const FIRST_LOOK: u64 = 16;

/// See [`FIRST_LOOK`].
const LONGEST_FIRST_LOOK: Duration = Duration::from_millis(100);

/// The part of all nodes that the estimates take; the same part of the time, but no more than [`LONGEST_ESTIMATE`], for
/// they soon say all they have to say.
const ESTIMATE: u64 = 4;

/// See [`ESTIMATE`].
const LONGEST_ESTIMATE: Duration = Duration::from_millis(500);

impl<G: Playable> ExactPlayer<G> {
    /// Returns limits, with the player's own number of nodes where they bound neither nodes nor time.
    fn limits(&self, limits: &Limits) -> Limits {
        Limits {
            nodes: limits.nodes.or(limits.time.is_none().then_some(self.nodes)),
            ..limits.clone()
        }
    }

    /// Judges every action; ends before the limits when nothing is open or, if that is enough, as soon as a win is proved.
    fn think(
        &mut self,
        rules: &G,
        state: &G::State,
        whole: &Limits,
        a_win_is_enough: bool,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let (solver, began) = (&mut *self.solver, Instant::now());
        let mut meter = Meter::start(&part(whole, FIRST_LOOK, LONGEST_FIRST_LOOK));
        let mut findings = Findings {
            rules,
            state,
            scores: solver.solve_actions(state, Strength::Strong, &mut meter),
            estimates: Vec::new(),
        };
        let mut nodes = meter.nodes();
        if findings.are_all_exact() || a_win_is_enough && findings.have_a_win() {
            return findings.analysis(solver, nodes);
        }
        let estimate = part(whole, ESTIMATE, LONGEST_ESTIMATE);
        let limits = Limits {
            nodes: estimate
                .nodes
                .map(|nodes| (nodes / self.nodes_an_estimate).max(1)),
            depth: None,
            ..estimate
        };
        let estimates = self.estimator.analyze(rules, state, &limits, &mut |analysis| {
            findings.estimates.clone_from(&analysis.actions);
            report(&findings.analysis(solver, nodes + analysis.nodes));
        });
        nodes += estimates.nodes;
        findings.estimates = estimates.actions;
        report(&findings.analysis(solver, nodes));
        let mut meter = Meter::start(&Limits {
            time: whole.time.map(|time| time.saturating_sub(began.elapsed())),
            ..whole.clone()
        });
        let promising: Vec<G::Action> = findings.estimates.iter().map(|judged| judged.action).collect();
        for strength in [Strength::Weak, Strength::Strong] {
            for &action in &promising {
                if a_win_is_enough && findings.have_a_win() || !meter.look() {
                    return findings.analysis(solver, nodes + meter.nodes());
                }
                if findings.prove(solver, action, strength, &mut meter) {
                    report(&findings.analysis(solver, nodes + meter.nodes()));
                }
            }
        }
        findings.analysis(solver, nodes + meter.nodes())
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
        self.think(rules, state, &self.limits(limits), false, report)
    }

    /// Chooses a best action: the quickest win, the longest defence, of equals the first in the solver's order. To find one
    /// that is proved takes less than the scores of all. Where a win can be proved but not which one is the quickest, it is
    /// any.
    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        let whole = self.limits(limits);
        let began = Instant::now();
        let mut meter = Meter::start(&part(&whole, FIRST_LOOK, LONGEST_FIRST_LOOK));
        if let Some((action, _)) = self.solver.best(state, &mut meter) {
            return action;
        }
        let rest = Limits {
            nodes: whole.nodes.map(|nodes| nodes.saturating_sub(meter.nodes())),
            time: whole.time.map(|time| time.saturating_sub(began.elapsed())),
            ..whole
        };
        let analysis = self.think(rules, state, &rest, true, &mut |_| {});
        let best = analysis.actions[0].value;
        let equals = |action: &G::Action| {
            let judged = analysis.actions.iter().find(|judged| judged.action == *action);
            judged.is_some_and(|judged| judged.value == best)
        };
        let preferred = self.solver.preferred(state).into_iter().find(equals);
        preferred.unwrap_or_else(|| analysis.best())
    }
}

/// What is known of the actions in a position.
struct Findings<'a, G: Playable> {
    rules: &'a G,
    state: &'a G::State,
    /// By the numbers of the actions, `None` for one that is not legal.
    scores: Vec<Option<Bounds>>,
    estimates: Vec<Judged<G::Action>>,
}

impl<G: Playable> Findings<'_, G> {
    fn are_all_exact(&self) -> bool {
        self.scores
            .iter()
            .flatten()
            .all(|bounds| bounds.exact().is_some())
    }

    fn have_a_win(&self) -> bool {
        self.scores.iter().flatten().any(|bounds| bounds.low > 0)
    }

    /// Asks the solver for more about an action; tells whether all that was asked for is known now and was not before.
    fn prove(
        &mut self,
        solver: &mut dyn ExactSolver<G>,
        action: G::Action,
        strength: Strength,
        meter: &mut Meter,
    ) -> bool {
        let known = &mut self.scores[self.rules.action_index(action)];
        let Some(old) = known.filter(|old| !old.is_settled(strength)) else {
            return false;
        };
        let found = solver.solve_action(self.state, action, strength, meter);
        let found = found.expect("an action with bounds is legal");
        let both = Bounds {
            low: old.low.max(found.low),
            high: old.high.min(found.high),
        };
        *known = Some(both);
        both.is_settled(strength)
    }

    fn analysis(&self, solver: &dyn ExactSolver<G>, nodes: u64) -> Analysis<G::Action> {
        let judged = self.scores.iter().enumerate().filter_map(|(index, bounds)| {
            let action = self.rules.action_at(index)?;
            let estimate = self.estimates.iter().find(|judged| judged.action == action);
            let estimate = estimate.map(|judged| judged.value);
            let value = value_within((*bounds)?, estimate, |score| solver.value(self.state, score));
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

/// Returns a share of limits, and no more than so much time.
fn part(whole: &Limits, share: u64, longest: Duration) -> Limits {
    Limits {
        nodes: whole.nodes.map(|nodes| nodes / share),
        time: whole.time.map(|time| (time / share as u32).min(longest)),
        ..whole.clone()
    }
}

/// Says what bounds prove; where they leave the winner open, the estimate as far as they allow it.
///
/// A proved win that is not yet exact is told with the plies after which it comes at the latest.
fn value_within(bounds: Bounds, estimate: Option<Value>, value_of: impl Fn(i32) -> Value) -> Value {
    if let Some(score) = bounds.exact() {
        return value_of(score);
    }
    if bounds.low > 0 {
        return value_of(bounds.low);
    }
    if bounds.high < 0 {
        return value_of(bounds.high);
    }
    let estimate = match estimate {
        Some(Value::Estimate(estimate)) => estimate,
        Some(proved) => return proved,
        None => 0.0,
    };
    match bounds {
        Bounds { low: 0, .. } => Value::Estimate(estimate.max(0.0)),
        Bounds { high: 0, .. } => Value::Estimate(estimate.min(0.0)),
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
        assert_eq!(value(0, 5, Value::Estimate(-0.5)), Value::Estimate(0.0));
        assert_eq!(value(-5, 0, Value::Estimate(0.5)), Value::Estimate(0.0));
        assert_eq!(value(-5, 5, Value::Estimate(0.5)), Value::Estimate(0.5));
        assert_eq!(value(-5, 5, Value::Win(3)), Value::Win(3));
        assert_eq!(value(1, 5, Value::Estimate(-0.5)), value_of_score(42, 10, 1));
        assert_eq!(value(-5, -1, Value::Estimate(0.5)), value_of_score(42, 10, -1));
    }
}
