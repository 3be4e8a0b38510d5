//! Exact solvers: the scores of positions when both sides play perfectly.
//!
//! A registered game offers its solver as a capability. Scores are whole numbers in the game's own
//! convention: above 0 for a position that its mover wins, the more the sooner, 0 for a draw, below 0 for a
//! loss.

use std::cmp::Ordering;
use std::num::NonZero;

use crate::{SearchBudget, Value};
use quincunx_core::{DynSession, Options, Playable, Session, session_of};

use crate::action_bounds::ActionBounds;

/// Values that an exact score is known to lie between, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The score is at least this.
    pub low: i32,
    /// The score is at most this.
    pub high: i32,
}

/// How much of a score is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The exact score: who wins, and how soon.
    Strong,
    /// Who wins only, which is often known long before.
    Weak,
}

impl Bounds {
    /// What is known of a score of which nothing is known.
    pub const NONE: Self = Self {
        low: -i32::MAX,
        high: i32::MAX,
    };

    /// Makes the bounds of a score that is known.
    #[must_use]
    pub const fn exactly(score: i32) -> Self {
        Self {
            low: score,
            high: score,
        }
    }

    /// Returns the score if it is known exactly.
    #[must_use]
    pub fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns who wins if that is known: `Greater` when the mover does, `Equal` for a draw.
    #[must_use]
    pub fn outcome(self) -> Option<Ordering> {
        let (low, high) = (self.low.signum(), self.high.signum());
        (low == high).then(|| low.cmp(&0))
    }

    /// Tells whether nothing is left to be asked.
    #[must_use]
    pub fn is_settled(self, strength: Strength) -> bool {
        match strength {
            Strength::Strong => self.exact().is_some(),
            Strength::Weak => self.outcome().is_some(),
        }
    }

    /// Returns what is known when these are known as well, which must not contradict.
    #[must_use]
    pub fn intersect(self, others: Self) -> Self {
        let both = Self {
            low: self.low.max(others.low),
            high: self.high.min(others.high),
        };
        debug_assert!(both.low <= both.high, "{self:?} and {others:?} contradict");
        both
    }

    /// Returns the same for the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }
}

/// An exact solver of positions under some rules, with the knowledge that it gathers.
pub trait ExactSolver<G: Playable>: Send {
    /// Returns the rules.
    fn rules(&self) -> &G;

    /// Bounds the score of a position for its mover: as exactly as asked for, unless the meter stops the
    /// search. With them comes an action that scores at least the lower bound, if the search has met one.
    ///
    /// # Panics
    /// When the game is over.
    fn solve(
        &mut self,
        state: &G::State,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> (Bounds, Option<G::Action>);

    /// Narrows what is known of the score of a legal action for the player who acts: as far as asked for,
    /// unless the meter stops the search. With a meter that allows no node it tells what needs no search.
    fn narrow(
        &mut self,
        state: &G::State,
        action: G::Action,
        known: Bounds,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Bounds;

    /// Finds an action with the best score and that score; `None` when the meter stops the search before.
    ///
    /// # Panics
    /// When the game is over.
    fn best(&mut self, state: &G::State, budget: &mut SearchBudget) -> Option<(G::Action, i32)>;

    /// Lists the legal actions in the order in which a player should prefer them when they are worth the
    /// same.
    fn preferred(&self, state: &G::State) -> Vec<G::Action>;

    /// Says in how many plies the game ends that a score of a position promises.
    fn value(&self, state: &G::State, score: i32) -> Value;

    /// Returns how many plies the game can last from a position.
    fn most_plies(&self, state: &G::State) -> u32;

    /// Bounds the score of every action for the player who acts, in the order of their numbers; `None` for
    /// one that is not legal.
    fn solve_actions(
        &mut self,
        state: &G::State,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Option<Bounds>> {
        let rules = self.rules().clone();
        let mut findings = ActionBounds::of_no_search(&rules, state, self, budget);
        findings.solve(self, strength, budget);
        findings.actions()
    }

    /// Finds how perfect play goes on to the end of the game, with the quickest win and the longest defence;
    /// `None` when the meter stops the search before.
    ///
    /// # Panics
    /// When the game is over.
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
    /// Whether scores that were found once and for all may be looked up; a solver without a book has none to
    /// look in.
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

/// How a game makes the exact solver of its rules.
pub type MakeSolver<G> = fn(&G, &SolverSettings) -> Box<dyn ExactSolver<G>>;

/// An exact solver that knows no types; actions are the session's numbers.
///
/// Every question panics when the session is of another game or other rules than the solver, or its game is
/// over.
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
pub fn erase<G: Playable>(options: &Options, solver: Box<dyn ExactSolver<G>>) -> Box<dyn DynExactSolver> {
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
