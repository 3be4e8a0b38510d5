//! Many searches that share batches.

use quincunx_core::Game;

use super::tree::Tree;
use super::{BatchEvaluator, SearchResult, Settings};
use crate::limits::{Limits, SearchBudget};

/// Searches from positions on players' turns, each with a seed of its own beside that of the settings, and
/// returns what was found about each, by PUCT (Rosin 2011) as AlphaZero has it (Silver and others 2018).
///
/// * **Batches**: leaves are collected until a batch is full, and evaluated at once. Until then each counts
///   as a loss (virtual loss: Chaslot and others 2008), so that the next simulation goes elsewhere.
/// * **Chance** is met as [`Mcts`](crate::Mcts) does.
/// * In a **single-player game** values are compared by their place between the least and the greatest value
///   so far (Schrittwieser and others 2020).
///
/// The searches of as many positions as a batch holds go on together and share the batches, so that games
/// played side by side need no virtual loss. Time and the stop token of `limits` end the search of all
/// positions: those whose search had not begun are missing in the answer then, the others have been evaluated
/// once at least. Other limits have no effect.
///
/// # Panics
/// When a position is not on a player's turn, or the batch or the simulations of the settings are 0.
pub fn search<G: Game>(
    settings: &Settings,
    rules: &G,
    starts: &[(&G::State, u64)],
    evaluator: &mut impl BatchEvaluator<G>,
    limits: &Limits,
) -> Vec<SearchResult<G::Action>> {
    assert!(
        settings.batch > 0 && settings.simulations > 0,
        "a batch and a search have a size"
    );
    let mut budget = SearchBudget::start(&Limits {
        nodes: None,
        ..limits.clone()
    });
    let mut all_found = Vec::with_capacity(starts.len());
    for group in starts.chunks(settings.batch) {
        let share_of_memory = settings.max_positions / group.len() as u32;
        let settings = &Settings {
            max_positions: share_of_memory.max(1),
            ..*settings
        };
        let trees = group
            .iter()
            .map(|&(start, seed)| Tree::new(settings, rules, start, seed));
        let mut trees: Vec<Tree<'_, G>> = trees.collect();
        let share = settings.batch / trees.len();
        let mut leaves = Vec::with_capacity(settings.batch);
        loop {
            for tree in &mut trees {
                tree.gather(share, &mut leaves);
            }
            if !leaves.is_empty() {
                evaluator.evaluate(rules, &mut leaves);
            }
            let mut evaluated = &leaves[..];
            for tree in &mut trees {
                let (own, others) = evaluated.split_at(tree.leaves());
                tree.take_evaluations(own);
                evaluated = others;
            }
            leaves.clear();
            if trees.iter().all(Tree::is_done) || !budget.check_limits() {
                break;
            }
        }
        all_found.extend(trees.iter().map(Tree::found));
        if budget.is_stopped() {
            break;
        }
    }
    all_found
}
