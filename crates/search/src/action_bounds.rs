//! What is known of the actions in a position, and how an exact solver is asked for more.

use quincunx_core::Playable;

use crate::SearchBudget;
use crate::bounds::{Bounds, Strength};
use crate::exact::ExactSolver;

/// What is known of the actions in a position. Each proof narrows the bounds of others.
#[derive(Clone)]
pub struct ActionBounds<'a, G: Playable> {
    rules: &'a G,
    state: &'a G::State,
    /// By the numbers of the actions, `None` for one that is not legal.
    actions: Vec<Option<Bounds>>,
    position: Bounds,
}

/// The part of the nodes left that the question takes what the position is worth.
const POSITION: u64 = 2;

/// The nodes of the first try to prove an action.
const FIRST_TRY: u64 = 1000;

/// How many times as many nodes the next try gets, when all actions have had theirs.
const MORE_NODES: u64 = 4;

impl<'a, G: Playable> ActionBounds<'a, G> {
    /// Takes over what is known of the actions, by their numbers; `None` for those that are not legal.
    ///
    /// # Panics
    /// When no action is legal.
    pub fn new(rules: &'a G, state: &'a G::State, actions: Vec<Option<Bounds>>) -> Self {
        let known = || actions.iter().flatten();
        let low = known().map(|bounds| bounds.low).max();
        let high = known().map(|bounds| bounds.high).max();
        let (low, high) = low.zip(high).expect("a player who acts has a legal action");
        Self {
            rules,
            state,
            actions,
            position: Bounds { low, high },
        }
    }

    /// Asks a solver what it knows without a search.
    ///
    /// # Panics
    /// When no action is legal.
    pub fn of_no_search<S: ExactSolver<G> + ?Sized>(
        rules: &'a G,
        state: &'a G::State,
        solver: &mut S,
        budget: &SearchBudget,
    ) -> Self {
        let actions = (0..rules.action_count()).map(|index| {
            let action = rules.action_at(index)?;
            let mut none = budget.at_most(0);
            rules
                .is_legal(state, action)
                .then(|| solver.narrow(state, action, Bounds::NONE, Strength::Weak, &mut none))
        });
        Self::new(rules, state, actions.collect())
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &'a G {
        self.rules
    }

    /// Returns the position.
    pub const fn state(&self) -> &'a G::State {
        self.state
    }

    /// Returns what is known of the position.
    pub const fn position(&self) -> Bounds {
        self.position
    }

    /// Returns what is known of an action, by its number, if it is legal.
    ///
    /// # Panics
    /// When there is no action of this number.
    pub fn action(&self, index: usize) -> Option<Bounds> {
        self.actions[index].map(|bounds| Bounds {
            high: bounds.high.min(self.position.high),
            ..bounds
        })
    }

    /// Returns what is known of every action, by their numbers; `None` for those that are not legal.
    pub fn actions(&self) -> Vec<Option<Bounds>> {
        (0..self.actions.len()).map(|index| self.action(index)).collect()
    }

    /// Returns whether as much is known of every action.
    pub fn are_settled(&self, strength: Strength) -> bool {
        let mut indices = 0..self.actions.len();
        indices.all(|index| {
            self.action(index)
                .is_none_or(|bounds| bounds.is_settled(strength))
        })
    }

    /// Returns whether an action is proved to win, or to draw where nothing wins, or everything loses.
    pub fn secures_outcome(&self) -> bool {
        let least = self.position.high.clamp(-1, 1);
        let reaches = |bounds: &Bounds| least < 0 || bounds.low >= least;
        self.actions.iter().flatten().any(reaches)
    }

    /// Adds what was found out about the position.
    ///
    /// # Panics
    /// In debug builds, when it contradicts what is known.
    pub fn note_position(&mut self, found: Bounds) {
        self.position = self.position.intersect(found);
    }

    /// Adds what was found out about an action.
    ///
    /// # Panics
    /// When the rules have no such action; in debug builds also when it contradicts what is known.
    pub fn note(&mut self, action: G::Action, found: Bounds) {
        if let Some(known) = &mut self.actions[self.rules.action_index(action)] {
            *known = known.intersect(found);
        }
        let highest = self.actions.iter().flatten().map(|bounds| bounds.high).max();
        self.note_position(Bounds {
            low: found.low,
            high: highest.expect("a legal action has bounds"),
        });
    }

    /// Asks a solver what the position is worth, and for an action that is worth as much.
    pub fn ask<S: ExactSolver<G> + ?Sized>(
        &mut self,
        solver: &mut S,
        strength: Strength,
        budget: &mut SearchBudget,
    ) {
        let is_reached = |bounds: &Bounds| bounds.low >= self.position.low;
        if self.position.is_settled(strength) && self.actions.iter().flatten().any(is_reached) {
            return;
        }
        let (found, action) = solver.solve(self.state, strength, budget);
        self.note_position(found);
        if let Some(action) = action {
            let low = found.low;
            self.note(action, Bounds { low, ..Bounds::NONE });
        }
    }

    /// Lets a solver prove the actions in turns, with more and more nodes each, until as much is known of
    /// all, the budget ends it or `enough` is true. `report` is called for every action that is settled.
    pub fn prove<S: ExactSolver<G> + ?Sized>(
        &mut self,
        solver: &mut S,
        mut order: Vec<G::Action>,
        strength: Strength,
        budget: &mut SearchBudget,
        enough: impl Fn(&Self) -> bool,
        mut report: impl FnMut(&Self, &S, &SearchBudget),
    ) {
        let mut max_nodes = FIRST_TRY;
        loop {
            order.retain(|&action| self.is_open(action, strength));
            if order.is_empty() {
                return;
            }
            for &action in &order {
                if enough(self) || budget.is_spent() {
                    return;
                }
                let Some(known) = self.action(self.rules.action_index(action)) else {
                    continue;
                };
                let mut part = budget.at_most(max_nodes);
                let found = solver.narrow(self.state, action, known, strength, &mut part);
                budget.absorb(&part);
                self.note(action, found);
                if !self.is_open(action, strength) {
                    report(self, solver, budget);
                }
            }
            max_nodes = max_nodes.saturating_mul(MORE_NODES);
        }
    }

    /// Settles all actions: first who wins and then how soon, first the position and then each action.
    pub fn solve<S: ExactSolver<G> + ?Sized>(
        &mut self,
        solver: &mut S,
        strength: Strength,
        budget: &mut SearchBudget,
    ) {
        for asked in [Strength::Weak, strength] {
            let mut part = budget.part(POSITION);
            self.ask(solver, asked, &mut part);
            budget.absorb(&part);
            let order = solver.preferred(self.state);
            self.prove(solver, order, asked, budget, |_| false, |_, _, _| {});
        }
    }

    fn is_open(&self, action: G::Action, strength: Strength) -> bool {
        let bounds = self.action(self.rules.action_index(action));
        bounds.is_some_and(|bounds| !bounds.is_settled(strength))
    }
}

/// Bounds the score of every action; see [`ActionBounds::solve`].
///
/// # Panics
/// When no action is legal.
pub fn solve_actions<G: Playable, S: ExactSolver<G> + ?Sized>(
    solver: &mut S,
    state: &G::State,
    strength: Strength,
    budget: &mut SearchBudget,
) -> Vec<Option<Bounds>> {
    let rules = solver.rules().clone();
    let mut bounds = ActionBounds::of_no_search(&rules, state, solver, budget);
    bounds.solve(solver, strength, budget);
    bounds.actions()
}
