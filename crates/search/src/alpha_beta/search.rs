//! The recursion of alpha-beta search.

use std::convert::Infallible;

use quincunx_core::{Evaluate, Game, Side, Turn};

use super::score::{
    INFINITE, Score, is_decided, of_end, of_estimate, one_ply_before, one_ply_on, plies_to_end,
};
use crate::limits::SearchBudget;
use crate::table::DepthTable;
use quincunx_core::hash::hash_of;

/// The depth in the table of a result that rests on nothing but ends of the game: good for every depth.
const COMPLETE: u8 = u8::MAX;

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) score: Score,
    /// Whether the score or bound rests only on ends of the game, so that no deeper search can change it.
    pub(super) complete: bool,
}

/// What the table keeps of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<A> {
    score: Score,
    bound: Bound,
    best: Option<A>,
}

impl<A> Default for Known<A> {
    fn default() -> Self {
        Self {
            score: 0,
            bound: Bound::Lower,
            best: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
    /// The value is at most the score.
    Upper,
}

/// A running search.
pub(super) struct Search<'a, G: Game, E> {
    pub(super) rules: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) table: &'a mut DepthTable<Known<G::Action>>,
    pub(super) budget: SearchBudget,
    /// Set for the first iteration, which is finished whatever the limits.
    pub(super) unstoppable: bool,
    order: Order<G::Action>,
}

impl<'a, G: Game<Chance = Infallible>, E: Evaluate<G>> Search<'a, G, E> {
    pub(super) fn new(
        rules: &'a G,
        evaluator: &'a E,
        table: &'a mut DepthTable<Known<G::Action>>,
        budget: SearchBudget,
    ) -> Self {
        table.forget();
        Self {
            rules,
            evaluator,
            table,
            budget,
            unstoppable: false,
            order: Order::new(),
        }
    }

    /// Searches the position after an action of `side`, `depth` plies on, as `side` sees it before the
    /// action.
    ///
    /// Returns a score `s` for which the value `v` of the whole tree to this depth satisfies
    ///
    /// * `s ≤ alpha` ⇒ `v ≤ s`,
    /// * `alpha < s < beta` ⇒ `v = s`,
    /// * `s ≥ beta` ⇒ `v ≥ s`;
    ///
    /// `None` when a limit has been reached. Where a table entry from a deeper search helps, `v` is the value
    /// of the deeper tree.
    ///
    /// # Panics
    /// In debug builds, when the window is empty: `alpha ≥ beta`.
    pub(super) fn after_action(
        &mut self,
        state: &G::State,
        side: Side,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Found> {
        debug_assert!(alpha < beta, "the window {alpha}, {beta} is empty");
        let found = match self.rules.turn(state) {
            Turn::Over(outcome) => {
                return self.count().then(|| Found {
                    score: of_end(outcome, side),
                    complete: true,
                });
            }
            Turn::Chance => unreachable!("a game whose chance is infallible has none"),
            Turn::Player(next) if next == side => {
                self.search(state, side, depth, ply, one_ply_on(alpha), one_ply_on(beta))?
            }
            Turn::Player(next) => {
                let found = self.search(state, next, depth, ply, -one_ply_on(beta), -one_ply_on(alpha))?;
                Found {
                    score: -found.score,
                    ..found
                }
            }
        };
        Some(Found {
            score: one_ply_before(found.score),
            ..found
        })
    }

    /// Searches a position as its player sees it; the return is bounded as in [`Search::after_action`].
    fn search(
        &mut self,
        state: &G::State,
        side: Side,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Found> {
        if !self.count() {
            return None;
        }
        if depth == 0 {
            return Some(Found {
                score: of_estimate(self.evaluator.evaluate(self.rules, state, side)),
                complete: false,
            });
        }
        let name = hash_of(state);
        let mut hint = None;
        if let Some((known, known_depth)) = self.table.get(name) {
            let settles = match known.bound {
                Bound::Lower => known.score >= beta,
                Bound::Exact => true,
                Bound::Upper => known.score <= alpha,
            };
            if settles && u32::from(known_depth) >= depth {
                return Some(Found {
                    score: known.score,
                    complete: known_depth == COMPLETE,
                });
            }
            hint = known.best;
        }
        let actions = self.order.push(self.rules.legal_actions(state), hint, ply);
        let best = self.best_of(actions, state, side, depth, ply, alpha, beta);
        self.order.pop(actions);
        let (best, mut found) = best?;
        // Had there been a sooner end within the depth it would have been seen.
        found.complete |= is_decided(found.score) && plies_to_end(found.score) <= depth;
        let bound = if found.score >= beta {
            self.order.cut(best, depth, ply);
            Bound::Lower
        } else if found.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let known = Known {
            score: found.score,
            bound,
            best: Some(best),
        };
        let depth = if found.complete { COMPLETE } else { depth as u8 };
        self.table.put(name, depth, known);
        Some(found)
    }

    /// Searches the actions on the stack from `actions` on, behind the first with null windows.
    #[expect(
        clippy::too_many_arguments,
        reason = "the window and the place in the tree are needed all"
    )]
    fn best_of(
        &mut self,
        actions: usize,
        state: &G::State,
        side: Side,
        depth: u32,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Option<(G::Action, Found)> {
        let mut best: Option<(G::Action, Found)> = None;
        let mut all_complete = true;
        for index in actions..self.order.len() {
            let action = self.order.next(index);
            let next = self.rules.after(state, action);
            let mut search = |beta| self.after_action(&next, side, depth - 1, ply + 1, alpha, beta);
            let found = if best.is_none() {
                search(beta)?
            } else {
                let found = search(alpha + 1)?;
                if alpha < found.score && found.score < beta {
                    search(beta)?
                } else {
                    found
                }
            };
            all_complete &= found.complete;
            if best.is_none_or(|(_, best)| found.score > best.score) {
                best = Some((action, found));
            }
            if found.score >= beta {
                return best;
            }
            alpha = alpha.max(found.score);
        }
        best.map(|(action, found)| {
            let found = Found {
                complete: all_complete,
                ..found
            };
            (action, found)
        })
    }

    /// Returns the table's best action in a position.
    pub(super) fn known_best(&self, state: &G::State) -> Option<G::Action> {
        self.table.get(hash_of(state)).and_then(|(known, _)| known.best)
    }

    /// Searches the position after an action at the root with the whole window.
    pub(super) fn value_of_action(&mut self, state: &G::State, side: Side, depth: u32) -> Option<Found> {
        self.after_action(state, side, depth, 1, -INFINITE, INFINITE)
    }

    #[inline]
    fn count(&mut self) -> bool {
        self.budget.count() || self.unstoppable
    }
}

/// The order of actions: the table's first, then killers of the same ply, then by history.
struct Order<A> {
    /// The actions of all positions on the way down, one behind the other, with their urgency.
    stack: Vec<(A, u32)>,
    /// The last two refutations at each ply.
    killers: Vec<[Option<A>; 2]>,
    /// How often an action refuted a position, weighted by depth; by the top bits of its hash.
    history: Vec<u32>,
}

impl<A: Copy + Eq + std::hash::Hash> Order<A> {
    const HISTORY_BITS: u32 = 12;
    /// The urgency of the table's action and of the killers; history stays below.
    const HINTED: u32 = u32::MAX;
    const KILLERS: [u32; 2] = [u32::MAX - 1, u32::MAX - 2];
    const MAX_HISTORY: u32 = 1 << 30;

    fn new() -> Self {
        Self {
            stack: Vec::new(),
            killers: Vec::new(),
            history: vec![0; 1 << Self::HISTORY_BITS],
        }
    }

    const fn len(&self) -> usize {
        self.stack.len()
    }

    /// Puts the actions of a position on the stack; returns where they begin.
    fn push(&mut self, actions: impl IntoIterator<Item = A>, hint: Option<A>, ply: usize) -> usize {
        let begin = self.stack.len();
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        for action in actions {
            let urgency = if hint == Some(action) {
                Self::HINTED
            } else if let Some(rank) = killers.iter().position(|killer| *killer == Some(action)) {
                Self::KILLERS[rank]
            } else {
                self.history[Self::slot(action)]
            };
            self.stack.push((action, urgency));
        }
        begin
    }

    fn pop(&mut self, begin: usize) {
        self.stack.truncate(begin);
    }

    /// Moves the most urgent of the actions from `index` on to `index`, and returns it.
    fn next(&mut self, index: usize) -> A {
        let rest = &mut self.stack[index..];
        let mut first = 0;
        for (at, &(_, urgency)) in rest.iter().enumerate() {
            if urgency > rest[first].1 {
                first = at;
            }
        }
        // Rotating keeps the others in order, as a swap would not.
        rest[..=first].rotate_right(1);
        rest[0].0
    }

    /// Notes that the action refuted a position.
    fn cut(&mut self, action: A, depth: u32, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let history = &mut self.history[Self::slot(action)];
        *history = (*history + depth * depth).min(Self::MAX_HISTORY);
    }

    fn slot(action: A) -> usize {
        (hash_of(&action) >> (u64::BITS - Self::HISTORY_BITS)) as usize
    }
}
