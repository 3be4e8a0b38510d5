//! Alpha-beta search.

mod score;
mod search;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

use quincunx_core::{ActionSet, Evaluate, Game, Side};

use crate::analysis::{ActionValue, Analysis};
use crate::limits::{Limits, SearchBudget};
use crate::player::{Player, mover, only_action};
use crate::table::DepthTable;
use score::{INFINITE, Score, is_decided, to_value};
use search::{Found, Known, Search};

/// Alpha-beta search (Knuth and Moore 1975) for games of two without chance.
///
/// Iterative deepening with a transposition table, killers, history, and null windows behind the first action
/// (principal variation search: Marsland and Campbell 1982, Reinefeld 1983). The first iteration is finished
/// whatever the limits. Ends of the game are proved; a proved win may have more plies than the quickest one
/// when the limits are tight. [`Player::choose`] spends the time on the best action alone.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Game, E> {
    evaluator: E,
    depth: u32,
    /// Nodes after which it stops when there is no other limit.
    pub nodes: Option<u64>,
    table: DepthTable<Known<G::Action>>,
}

/// The deepest search, so that recursion is bounded.
pub const MAX_DEPTH: u32 = 250;

impl<G: Game<Chance = Infallible>, E: Evaluate<G>> AlphaBeta<G, E> {
    /// Positions in the table by default; some 24 bytes each.
    const POSITIONS: usize = 1 << 20;

    /// Makes the player that searches `depth` plies, at most [`MAX_DEPTH`], when there is no other limit.
    pub fn new(evaluator: E, depth: u32) -> Self {
        Self {
            evaluator,
            depth,
            nodes: None,
            table: DepthTable::new(Self::POSITIONS),
        }
    }

    /// Sets how many positions the table holds, rounded up to a power of two.
    #[must_use]
    pub fn with_table(mut self, positions: usize) -> Self {
        self.table = DepthTable::new(positions);
        self
    }

    /// Deepens until a limit is reached or nothing is left to find out.
    fn deepen(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        aim: Aim,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let side = mover(rules, state);
        let limits = limits.or_own(Some(self.depth), self.nodes);
        let depth_limit = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut search = Search::new(
            rules,
            &self.evaluator,
            &mut self.table,
            SearchBudget::start(&limits),
        );
        let mut root = Root::new(rules, state, side);
        let mut analysis = None;
        for depth in 1..=depth_limit {
            search.unstoppable = depth == 1;
            let finished = match aim {
                Aim::All => root.search_all(&mut search, depth),
                Aim::Best => root.search_best(&mut search, depth),
            };
            if finished.is_none() {
                break;
            }
            let deeper = root.analysis(&search, depth);
            report(&deeper);
            analysis = Some(deeper);
            if root.is_settled(aim) || !search.budget.check_limits() {
                break;
            }
        }
        let mut analysis = analysis.expect("the first iteration is always finished");
        analysis.nodes = search.budget.nodes();
        analysis
    }
}

impl<G: Game<Chance = Infallible>, E: Evaluate<G> + Send> Player<G> for AlphaBeta<G, E> {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        self.deepen(rules, state, limits, Aim::All, report)
    }

    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        only_action(rules, state)
            .unwrap_or_else(|| self.deepen(rules, state, limits, Aim::Best, &mut |_| {}).best())
    }
}

/// What is asked of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The value of every action.
    All,
    /// The best action; of the others a bound that shows them to be no better.
    Best,
}

/// The actions at the root with what the last iteration found out, in the order in which they are searched.
struct Root<'a, G: Game> {
    rules: &'a G,
    state: &'a G::State,
    side: Side,
    actions: Vec<RootAction<G>>,
}

#[derive(Clone)]
struct RootAction<G: Game> {
    action: G::Action,
    after: G::State,
    found: Found,
}

impl<'a, G: Game<Chance = Infallible>> Root<'a, G> {
    fn new(rules: &'a G, state: &'a G::State, side: Side) -> Self {
        let legal = rules.legal_actions(state);
        assert!(!legal.is_empty(), "a player who acts has a legal action");
        let actions = legal.into_iter().map(|action| RootAction {
            action,
            after: rules.after(state, action),
            found: Found {
                score: -INFINITE,
                complete: false,
            },
        });
        Self {
            rules,
            state,
            side,
            actions: actions.collect(),
        }
    }

    /// Finds out the value of every action; `None`, and nothing is changed, when a limit was reached.
    fn search_all<E: Evaluate<G>>(&mut self, search: &mut Search<'_, G, E>, depth: u32) -> Option<()> {
        let mut found = Vec::with_capacity(self.actions.len());
        for root in &self.actions {
            found.push(search.value_of_action(&root.after, self.side, depth - 1)?);
        }
        self.update_values(found);
        Some(())
    }

    /// Finds the best action, the first of equals in the order of actions; `None`, and nothing is changed,
    /// when a limit was reached.
    ///
    /// An action before the best so far must reach its score, one behind must beat it; so the null window
    /// lies just below or just above that score.
    fn search_best<E: Evaluate<G>>(&mut self, search: &mut Search<'_, G, E>, depth: u32) -> Option<()> {
        let mut found = Vec::with_capacity(self.actions.len());
        let mut best: Option<(Score, G::Action)> = None;
        for root in &self.actions {
            let mut look =
                |alpha, beta| search.after_action(&root.after, self.side, depth - 1, 1, alpha, beta);
            let this = match best {
                None => look(-INFINITE, INFINITE)?,
                Some((score, action)) => {
                    let to_fail = if root.action < action { score - 1 } else { score };
                    let this = look(to_fail, to_fail + 1)?;
                    if this.score > to_fail {
                        look(to_fail, INFINITE)?
                    } else {
                        this
                    }
                }
            };
            let better = match best {
                None => true,
                Some((score, action)) => this.score > score || this.score == score && root.action < action,
            };
            if better {
                best = Some((this.score, root.action));
            }
            found.push(this);
        }
        let (_, best) = best.expect("a player who acts has a legal action");
        // The bounds of the others may equal the best score without being values; the best must stay first.
        let place = self
            .actions
            .iter()
            .position(|root| root.action == best)
            .expect("the best is one of them");
        self.actions[..=place].rotate_right(1);
        found[..=place].rotate_right(1);
        for (root, found) in self.actions.iter_mut().zip(found) {
            root.found = found;
        }
        Some(())
    }

    /// Sorts the actions by what was found, the best first and equals in the order of actions.
    fn update_values(&mut self, found: Vec<Found>) {
        for (root, found) in self.actions.iter_mut().zip(found) {
            root.found = found;
        }
        self.actions
            .sort_by_key(|root| (std::cmp::Reverse(root.found.score), root.action));
    }

    /// Returns whether deeper searches can find out nothing more.
    fn is_settled(&self, aim: Aim) -> bool {
        let best = self.actions[0].found;
        self.actions.iter().all(|root| root.found.complete)
            || aim == Aim::Best && best.complete && is_decided(best.score) && best.score > 0
    }

    fn analysis<E: Evaluate<G>>(&self, search: &Search<'_, G, E>, depth: u32) -> Analysis<G::Action> {
        Analysis {
            actions: self
                .actions
                .iter()
                .map(|root| ActionValue {
                    action: root.action,
                    value: to_value(root.found.score, root.found.complete),
                })
                .collect(),
            principal_variation: self.principal_variation(search, depth),
            depth,
            nodes: search.budget.nodes(),
        }
    }

    /// Follows the best actions through the table as far as it knows them.
    fn principal_variation<E: Evaluate<G>>(&self, search: &Search<'_, G, E>, depth: u32) -> Vec<G::Action> {
        let mut line = vec![self.actions[0].action];
        let mut state = self.actions[0].after.clone();
        while line.len() < depth as usize {
            let Some(action) = search.known_best(&state) else {
                break;
            };
            if self.rules.play(&mut state, action, &mut ()).is_err() {
                break;
            }
            line.push(action);
        }
        debug_assert!(
            self.rules.is_legal(self.state, line[0]),
            "the line begins at the root"
        );
        line
    }
}
