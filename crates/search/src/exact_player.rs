//! The player that proves what it can and estimates the rest.

use std::time::Duration;

use crate::{ActionValue, Analysis, Limits, Player, SearchBudget, Value};
use quincunx_core::{ActionSet, Playable, Side, Turn};

use crate::action_bounds::ActionBounds;
use crate::exact::{Bounds, ExactSolver, Strength};

/// Plays perfectly where a solver proves the scores within the limits, and as another player estimates
/// elsewhere.
///
/// The solver has a first look, then is asked who wins, then which actions keep that outcome. What is left
/// open is estimated, within what is proved. Once a win is proved the player goes on to prove it until it has
/// won. The answer depends on what the player was asked before, as the solver remembers.
pub struct ExactPlayer<G: Playable> {
    /// Proves.
    solver: Box<dyn ExactSolver<G>>,
    /// Estimates.
    estimator: Box<dyn Player<G>>,
    /// Positions to look at for a proof when there is no other limit.
    nodes: u64,
    /// How many positions of the solver's cost as much time as one node of the estimator's.
    nodes_an_estimate: u64,
    /// Who wins, as was proved, and the position to which the action led that was chosen then.
    won: Option<(Side, G::State)>,
}

/// The part of the remaining budget for the solver's first look, at most [`MAX_FIRST_LOOK_TIME`].
const FIRST_LOOK: u32 = 16;

/// See [`FIRST_LOOK`].
const MAX_FIRST_LOOK_TIME: Duration = Duration::from_millis(100);

/// The part of what is left that the question takes who wins the position.
const OUTCOME: u32 = 2;

/// The part of the remaining budget for estimates, at most [`MAX_ESTIMATE_TIME`].
const ESTIMATE: u32 = 4;

/// See [`ESTIMATE`].
const MAX_ESTIMATE_TIME: Duration = Duration::from_millis(500);

/// Everything that is left.
const REST: u32 = 1;

impl<G: Playable> ExactPlayer<G> {
    /// Makes a player; a node of the estimator takes as long as `nodes_an_estimate` of the solver's.
    pub fn new(
        solver: Box<dyn ExactSolver<G>>,
        nodes: u64,
        estimator: Box<dyn Player<G>>,
        nodes_an_estimate: u64,
    ) -> Self {
        Self {
            solver,
            estimator,
            nodes,
            nodes_an_estimate,
            won: None,
        }
    }

    /// Starts a budget, with the player's own number of nodes where neither nodes nor time are bounded.
    fn budget(&self, limits: &Limits) -> SearchBudget {
        SearchBudget::start(&Limits {
            nodes: limits.nodes.or(limits.time.is_none().then_some(self.nodes)),
            ..limits.clone()
        })
    }

    /// Asks who wins the position, in a share of what is left.
    fn decide(&mut self, bounds: &mut ActionBounds<'_, G>, share: u32, budget: &mut SearchBudget) {
        let mut part = SearchBudget::start(&part_of(budget, share, Duration::MAX));
        bounds.ask(&mut *self.solver, Strength::Weak, &mut part);
        budget.absorb(&part);
    }

    /// Estimates all actions.
    fn estimate(
        &mut self,
        bounds: &ActionBounds<'_, G>,
        budget: &mut SearchBudget,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Vec<ActionValue<G::Action>> {
        let part = part_of(budget, ESTIMATE, MAX_ESTIMATE_TIME);
        let limits = Limits {
            nodes: part.nodes.map(|nodes| nodes / self.nodes_an_estimate),
            ..part
        };
        if limits.nodes == Some(0) || budget.is_spent() {
            return Vec::new();
        }
        let (solver, cost) = (&*self.solver, self.nodes_an_estimate);
        let (rules, state) = (bounds.rules(), bounds.state());
        let estimates = self.estimator.analyze(rules, state, &limits, &mut |analysis| {
            let nodes = budget.nodes() + analysis.nodes * cost;
            report(&combined(bounds, &analysis.actions, solver, nodes));
        });
        budget.count_many(estimates.nodes * cost);
        estimates.actions
    }

    /// Proves the actions, the most promising first; see [`ActionBounds::prove`].
    fn prove(
        &mut self,
        bounds: &mut ActionBounds<'_, G>,
        estimates: &[ActionValue<G::Action>],
        strength: Strength,
        budget: &mut SearchBudget,
        one_is_enough: bool,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) {
        let order = if estimates.is_empty() {
            self.solver.preferred(bounds.state())
        } else {
            estimates.iter().map(|judged| judged.action).collect()
        };
        bounds.prove(
            &mut *self.solver,
            order,
            strength,
            budget,
            |bounds| one_is_enough && bounds.secures_outcome(),
            |bounds, solver, budget| report(&combined(bounds, estimates, solver, budget.nodes())),
        );
    }

    /// Returns whether a position follows upon the one to which the player's last action led, and that won.
    fn is_won(&self, rules: &G, state: &G::State) -> bool {
        let mover = rules.turn(state).player();
        self.won
            .as_ref()
            .is_some_and(|(winner, after)| mover == Some(*winner) && follows(rules, state, after, *winner))
    }

    /// Remembers whether an action wins.
    fn remember(&mut self, rules: &G, state: &G::State, action: G::Action, wins: bool) {
        let mover = rules.turn(state).player().filter(|_| wins);
        self.won = mover.map(|mover| (mover, rules.after(state, action)));
    }

    /// Chooses an action to report as the best.
    fn think(&mut self, rules: &G, state: &G::State, mut budget: SearchBudget) -> (G::Action, bool) {
        let mut part = SearchBudget::start(&part_of(&budget, FIRST_LOOK, MAX_FIRST_LOOK_TIME));
        let best = self.solver.best(state, &mut part);
        budget.absorb(&part);
        if let Some((action, score)) = best {
            return (action, score > 0);
        }
        let mut bounds = ActionBounds::of_no_search(rules, state, &mut *self.solver, &budget);
        if self.is_won(rules, state) {
            bounds.note_position(Bounds {
                low: 1,
                ..Bounds::NONE
            });
            self.decide(&mut bounds, REST, &mut budget);
        } else {
            self.decide(&mut bounds, OUTCOME, &mut budget);
        }
        let mut estimates = Vec::new();
        if bounds.position().high > 0 && !bounds.secures_outcome() {
            // Nobody knows whether it is won, or the estimates show where.
            estimates = self.estimate(&bounds, &mut budget, &mut |_| {});
        }
        self.prove(
            &mut bounds,
            &estimates,
            Strength::Weak,
            &mut budget,
            true,
            &mut |_| {},
        );
        if bounds.position().high != 0
            && let Some((action, score)) = self.solver.best(state, &mut budget)
        {
            return (action, score > 0);
        }
        let analysis = combined(&bounds, &estimates, &*self.solver, budget.nodes());
        let best = analysis.actions[0].value;
        let equals = |action: &G::Action| {
            let judged = analysis.actions.iter().find(|judged| judged.action == *action);
            judged.is_some_and(|judged| judged.value == best)
        };
        let preferred = self.solver.preferred(state).into_iter().find(equals);
        let action = preferred.unwrap_or_else(|| analysis.best());
        let known = bounds.action(rules.action_index(action));
        (action, known.is_some_and(|bounds| bounds.low > 0))
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
        let mut part = SearchBudget::start(&part_of(&budget, FIRST_LOOK, MAX_FIRST_LOOK_TIME));
        let scores = self.solver.solve_actions(state, Strength::Strong, &mut part);
        budget.absorb(&part);
        let mut bounds = ActionBounds::new(rules, state, scores);
        let mut estimates = Vec::new();
        if !bounds.are_settled(Strength::Strong) {
            estimates = self.estimate(&bounds, &mut budget, report);
            report(&combined(&bounds, &estimates, &*self.solver, budget.nodes()));
            self.decide(&mut bounds, OUTCOME, &mut budget);
            for strength in [Strength::Weak, Strength::Strong] {
                self.prove(&mut bounds, &estimates, strength, &mut budget, false, report);
            }
        }
        combined(&bounds, &estimates, &*self.solver, budget.nodes())
    }

    /// Chooses a best action: the quickest win, the longest defence. Where it can be proved who wins but not
    /// how soon, it is any action that keeps a win or a draw, and of what is known to be worth the same
    /// the first in the solver's order.
    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        let legal = rules.legal_actions(state);
        let only = legal.get(0).filter(|_| legal.len() == 1);
        let (action, wins) = match only {
            Some(action) => (action, self.is_won(rules, state)),
            None => self.think(rules, state, self.budget(limits)),
        };
        self.remember(rules, state, action, wins);
        action
    }
}

/// Returns a share of what a budget has left, and no more than so much time.
fn part_of(budget: &SearchBudget, share: u32, longest: Duration) -> Limits {
    let left = budget.left();
    Limits {
        nodes: left.nodes.map(|nodes| nodes / u64::from(share)),
        time: left.time.map(|time| (time / share).min(longest)),
        ..left
    }
}

/// Returns whether a position is another one or follows upon it by actions of others than a player.
fn follows<G: Playable>(rules: &G, state: &G::State, earlier: &G::State, player: Side) -> bool {
    state == earlier
        || matches!(rules.turn(earlier), Turn::Player(mover) if mover != player)
            && rules
                .legal_actions(earlier)
                .into_iter()
                .any(|action| follows(rules, state, &rules.after(earlier, action), player))
}

/// Returns what is known and, where that leaves the winner open, what is estimated.
fn combined<G: Playable>(
    bounds: &ActionBounds<'_, G>,
    estimates: &[ActionValue<G::Action>],
    solver: &dyn ExactSolver<G>,
    nodes: u64,
) -> Analysis<G::Action> {
    let (rules, state) = (bounds.rules(), bounds.state());
    let judged = (0..rules.action_count()).filter_map(|index| {
        let action = rules.action_at(index)?;
        let estimate = estimates.iter().find(|judged| judged.action == action);
        let estimate = estimate.map(|judged| judged.value);
        let value = value_within(bounds.action(index)?, estimate, |score| {
            solver.value(state, score)
        });
        Some(ActionValue { action, value })
    });
    let is_whole = bounds.are_settled(Strength::Strong);
    let depth = if is_whole { solver.max_plies_left(state) } else { 0 };
    Analysis::new(judged.collect(), depth, nodes)
}

/// The least value of an action that cannot lose but may win: more than a proved draw.
const BESIDE_A_DRAW: f64 = 0.01;

/// Returns what bounds prove; where they leave the winner open, the estimate as far as they allow it. Of a
/// win that is not yet exact the most plies are known, of a loss the fewest.
pub fn value_within(bounds: Bounds, estimate: Option<Value>, value_of: impl Fn(i32) -> Value) -> Value {
    if let Some(score) = bounds.exact() {
        return value_of(score);
    }
    match value_of(bounds.low) {
        Value::Win(plies) if bounds.low > 0 => return Value::WinWithin(plies),
        Value::Loss(plies) if bounds.high < 0 => return Value::LossAfter(plies),
        _ => {}
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
