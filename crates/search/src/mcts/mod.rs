//! Monte Carlo tree search.

mod proof;
#[cfg(test)]
mod tests;
mod tree;

use quincunx_core::{Evaluate, Game};

use crate::analysis::{ActionValue, Analysis, Value};
use crate::limits::{Limits, SearchBudget};
use crate::player::{Player, ZeroEvaluation};
use tree::{ROOT, Tree};

/// Monte Carlo tree search with the upper confidence rule, UCT (Kocsis and Szepesvári 2006), for one player
/// or two, with or without chance.
///
/// * **Chance** is met with √n different outcomes behind an action tried n times (progressive widening:
///   Couëtoux and others 2011). An outcome is remembered by its seed.
/// * **Priors** ([`Evaluate::priors`]) order the actions, of which ⌈w √n⌉ are tried at a position visited n
///   times (Coulom 2007; Chaslot and others 2008).
/// * **Proofs** are passed up the tree (Winands, Björnsson and Saito 2008), but not past chance. The plies of
///   a proved value are an upper bound.
/// * In a single-player game the exploration bonus is scaled by the range of the points gained so far.
///
/// The analysis lists the actions by their simulations, proved wins first and proved losses last. A node of
/// [`Limits::nodes`] is a simulation; at least one is made, and at most 2³² − 1. A limit of depth bounds
/// the walk and the random play together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mcts<E = ZeroEvaluation> {
    /// Simulations to make when there is no other limit.
    pub simulations: u64,
    /// The weight of doubt against the mean reward, for rewards from 0 to 1; the theory's is √2.
    pub exploration: f64,
    /// The w of progressive widening, more than 0; it matters where the judge has priors.
    pub widening: f64,
    /// Actions of random play after which the position is judged by the evaluator; with 0 at once.
    pub playout_plies: u32,
    /// The judge of positions in which a playout is cut off.
    pub evaluator: E,
    /// Positions kept in memory, some 32 bytes each; when they are used up the tree no longer grows.
    pub max_positions: u32,
    /// Where chance and random play come from.
    pub seed: u64,
}

impl Default for Mcts {
    fn default() -> Self {
        Self {
            simulations: 1000,
            exploration: 0.5,
            widening: 1.0,
            playout_plies: 1000,
            evaluator: ZeroEvaluation,
            max_positions: 1 << 22,
            seed: 0,
        }
    }
}

impl<G: Game, E: Evaluate<G> + Send> Player<G> for Mcts<E> {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let limits = limits.or_own(None, Some(self.simulations));
        let nodes = match (limits.nodes, limits.time) {
            (None, None) => Some(self.simulations),
            (nodes, _) => nodes,
        };
        let nodes = Some(nodes.unwrap_or(u64::MAX).min(MAX_SIMULATIONS));
        let max_plies = limits.depth.unwrap_or(u32::MAX).max(1);
        let mut budget = SearchBudget::start(&Limits { nodes, ..limits });
        let mut tree = Tree::new(self, rules, state, max_plies);
        // The first look comes after the first simulation, so that a raised flag is seen at once.
        let mut work = WORK_BETWEEN_LOOKS;
        let mut next_report = FIRST_REPORT;
        budget.count();
        loop {
            work += tree.simulate(&mut budget);
            if tree.simulations() == next_report {
                report(&analysis(&tree));
                next_report *= 2;
            }
            if tree.is_proved(ROOT) || !budget.count() {
                break;
            }
            // Slow simulations, or those of a judge that looks ahead itself, would otherwise pass a deadline
            // by far before the budget looks at the clock.
            if work >= WORK_BETWEEN_LOOKS || tree.has_priors() {
                work = 0;
                if !budget.check_limits() {
                    break;
                }
            }
        }
        analysis(&tree)
    }
}

/// The most simulations: nodes count their visits in 32 bits.
const MAX_SIMULATIONS: u64 = u32::MAX as u64;

/// Reports are made after this many simulations and at every doubling.
const FIRST_REPORT: u64 = 1024;

/// The clock is looked at when this many actions have been played.
const WORK_BETWEEN_LOOKS: u64 = 512;

/// Judges the actions at the root.
fn analysis<G: Game, E: Evaluate<G>>(tree: &Tree<'_, G, E>) -> Analysis<G::Action> {
    let mut actions = tree.root_actions();
    // Stable, so equals stay in the order of actions.
    actions.sort_by(|a, b| {
        let standing = |value: Value| match value.without_bound() {
            Value::Win(plies) => (2, -i64::from(plies)),
            Value::Loss(plies) => (0, i64::from(plies)),
            _ => (1, 0),
        };
        standing(b.value)
            .cmp(&standing(a.value))
            .then(b.visits.cmp(&a.visits))
    });
    Analysis {
        actions: actions
            .iter()
            .map(|root| ActionValue {
                action: root.action,
                value: root.value,
            })
            .collect(),
        principal_variation: tree.principal_variation(actions[0].action),
        depth: 0,
        nodes: tree.simulations(),
    }
}
