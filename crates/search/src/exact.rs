//! Exact solvers: the scores of positions when both sides play perfectly.

use std::num::NonZero;

use quincunx_core::{DynSession, Options, Playable, Session, session_of};

pub use crate::bounds::{Bounds, Strength};
use crate::{SearchBudget, Value};

/// An exact solver of positions under some rules, with the knowledge that it gathers.
///
/// Scores are those of perfect play by both sides: above 0 the mover wins, the more the sooner; 0 is a
/// draw, below 0 a loss.
pub trait ExactSolver<G: Playable>: Send {
    /// Returns the rules.
    fn rules(&self) -> &G;

    /// Bounds the score of a position that is not over, for its mover: as exactly as asked for, unless the
    /// budget stops the search. Also returns an action that scores at least the lower bound, if the search
    /// has met one.
    fn solve(
        &mut self,
        state: &G::State,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> (Bounds, Option<G::Action>);

    /// Narrows the bounds of a legal action as far as asked for; with a budget of no node, without search.
    fn narrow(
        &mut self,
        state: &G::State,
        action: G::Action,
        known: Bounds,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Bounds;

    /// Finds an action with the best score; `None` when the budget stops the search before.
    fn best(&mut self, state: &G::State, budget: &mut SearchBudget) -> Option<(G::Action, i32)>;

    /// Lists the legal actions in the order of preference among equals.
    fn preferred(&self, state: &G::State) -> Vec<G::Action>;

    /// Converts the score of a position: who wins, and in how many plies.
    fn value(&self, state: &G::State, score: i32) -> Value;

    /// Returns how many plies the game can last from a position.
    fn max_plies_left(&self, state: &G::State) -> u32;

    /// Bounds the score of every action for the player who acts, in the order of their numbers; `None` for
    /// one that is not legal. See [`solve_actions`](crate::action_bounds::solve_actions).
    fn solve_actions(
        &mut self,
        state: &G::State,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Option<Bounds>>;

    /// Finds a line of perfect play to the end of the game; `None` when the budget stops the search before.
    fn principal_variation(&mut self, state: &G::State, budget: &mut SearchBudget) -> Option<Vec<G::Action>> {
        let mut state = state.clone();
        let mut line = Vec::new();
        while line.is_empty() || self.rules().turn(&state).player().is_some() {
            let (action, _) = self.best(&state, budget)?;
            self.rules().play_unchecked(&mut state, action, &mut ());
            line.push(action);
        }
        Some(line)
    }
}

/// What a solver may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverSettings {
    /// The threads that search a hard position together; a solver that cannot share its work uses one.
    pub threads: NonZero<usize>,
    /// Whether scores may be looked up in the opening book.
    pub book: bool,
}

impl Default for SolverSettings {
    /// Returns one thread, with which the same questions take the same nodes each time, and the book.
    fn default() -> Self {
        Self {
            threads: NonZero::<usize>::MIN,
            book: true,
        }
    }
}

/// An exact solver without types; it panics on sessions of other rules, and on finished games.
pub trait DynExactSolver: Send {
    /// As [`ExactSolver::solve`].
    fn solve(&mut self, session: &dyn DynSession, strength: Strength, budget: &mut SearchBudget) -> Bounds;

    /// As [`ExactSolver::solve_actions`].
    fn solve_actions(
        &mut self,
        session: &dyn DynSession,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Option<Bounds>>;

    /// As [`ExactSolver::principal_variation`].
    fn principal_variation(
        &mut self,
        session: &dyn DynSession,
        budget: &mut SearchBudget,
    ) -> Option<Vec<usize>>;

    /// As [`ExactSolver::value`].
    fn value(&self, session: &dyn DynSession, score: i32) -> Value;
}

/// Makes a solver that knows no types of one that does, for the rules that are made of some options.
pub fn into_dyn_solver<G: Playable>(
    options: &Options,
    solver: Box<dyn ExactSolver<G>>,
) -> Box<dyn DynExactSolver> {
    Box::new(Erased {
        options: options.clone(),
        solver,
    })
}

struct Erased<G: Playable> {
    options: Options,
    solver: Box<dyn ExactSolver<G>>,
}

impl<G: Playable> Erased<G> {
    fn typed<'a>(&self, session: &'a dyn DynSession) -> &'a Session<G> {
        assert_eq!(
            session.options(),
            &self.options,
            "the session is of the solver's rules"
        );
        session_of::<G>(session).expect("the session is of the solver's game")
    }
}

impl<G: Playable> DynExactSolver for Erased<G> {
    fn solve(&mut self, session: &dyn DynSession, strength: Strength, budget: &mut SearchBudget) -> Bounds {
        let session = self.typed(session);
        self.solver.solve(session.state(), strength, budget).0
    }

    fn solve_actions(
        &mut self,
        session: &dyn DynSession,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Option<Bounds>> {
        let session = self.typed(session);
        self.solver.solve_actions(session.state(), strength, budget)
    }

    fn principal_variation(
        &mut self,
        session: &dyn DynSession,
        budget: &mut SearchBudget,
    ) -> Option<Vec<usize>> {
        let session = self.typed(session);
        let line = self.solver.principal_variation(session.state(), budget)?;
        let rules = session.rules();
        Some(
            line.into_iter()
                .map(|action| rules.action_index(action))
                .collect(),
        )
    }

    fn value(&self, session: &dyn DynSession, score: i32) -> Value {
        self.solver.value(self.typed(session).state(), score)
    }
}
