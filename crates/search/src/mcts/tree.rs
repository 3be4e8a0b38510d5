//! The tree of positions, its statistics and its proofs.

use quincunx_core::perft::settle;
use quincunx_core::{ActionSet, Evaluate, Game, Outcome, Random, RandomSource, Side, Turn};

use super::Mcts;
use super::proof::Proof;
use crate::analysis::Value;
use crate::limits::SearchBudget;
use crate::player::mover;
use crate::playout::playout;
use crate::sampled_outcomes::{NO_OUTCOME, SampledOutcomes};
use quincunx_core::hash::hash_of;

/// The node of the position asked about.
pub(super) const ROOT: usize = 0;

/// In long random play the clock is looked at when this many actions have been played.
const PLIES_BETWEEN_LOOKS: u32 = 64;

/// No child.
const NONE: u32 = NO_OUTCOME;

/// A position, or on chance's turn the moment before chance acts. 32 bytes when an action has at most four,
/// so that the children of a node lie in a few cache lines.
#[derive(Clone, Copy, Debug)]
struct Node<A> {
    /// The sum of the rewards of all simulations through here, as the first player sees them.
    sum: f64,
    /// Simulations through here.
    visits: u32,
    /// The first child, on a player's turn; the first outcome, on chance's turn; [`NONE`] before.
    first: u32,
    /// A player's turn: how many children there are. Chance's turn: how many outcomes.
    count: u32,
    /// One over the root of the visits, so that comparing children takes no division and no root.
    doubt: f32,
    /// What is proved.
    proof: Proof,
    /// The action that leads here.
    action: A,
}

impl<A> Node<A> {
    const fn new(action: A) -> Self {
        Self {
            sum: 0.0,
            visits: 0,
            first: NONE,
            count: 0,
            doubt: 0.0,
            proof: Proof::OPEN,
            action,
        }
    }
}

/// The search of one position.
pub(super) struct Tree<'a, G: Game, E> {
    settings: &'a Mcts<E>,
    rules: &'a G,
    start: &'a G::State,
    start_points: f64,
    is_single_player: bool,
    max_plies: u32,
    random: Random,
    nodes: Vec<Node<G::Action>>,
    outcomes: SampledOutcomes,
    /// The walk of the present simulation: each node with the side that chose among its children.
    path: Vec<(u32, Option<Side>)>,
    rewards: Range,
    /// Whether children lie in the order of their promise.
    has_priors: bool,
}

/// What is known of an action at the root.
pub(super) struct RootAction<A> {
    pub(super) action: A,
    pub(super) value: Value,
    pub(super) visits: u32,
}

impl<'a, G: Game, E: Evaluate<G>> Tree<'a, G, E> {
    pub(super) fn new(settings: &'a Mcts<E>, rules: &'a G, start: &'a G::State, max_plies: u32) -> Self {
        let mut tree = Self {
            settings,
            rules,
            start,
            start_points: rules.points(start) as f64,
            is_single_player: rules.players() == 1,
            max_plies,
            random: Random::stream(settings.seed, hash_of(start)),
            nodes: Vec::new(),
            outcomes: SampledOutcomes::default(),
            path: Vec::new(),
            rewards: Range::new(),
            has_priors: false,
        };
        let (side, legal) = (mover(rules, start), rules.legal_actions(start));
        let any = legal.get(0).expect("a player who acts has a legal action");
        tree.nodes.push(Node::new(any));
        // The root's actions are there even when the memory allowed has no room for them.
        tree.append_children(ROOT, legal, start, side);
        tree
    }

    pub(super) const fn simulations(&self) -> u64 {
        self.rewards.count
    }

    pub(super) const fn has_priors(&self) -> bool {
        self.has_priors
    }

    pub(super) fn is_proved(&self, node: usize) -> bool {
        !self.nodes[node].proof.is_open()
    }

    /// Makes one simulation and returns the number of actions and outcomes played.
    pub(super) fn simulate(&mut self, budget: &mut SearchBudget) -> u64 {
        let mut state = self.start.clone();
        let mut at = ROOT;
        let mut plies = 0;
        let mut proved = false;
        self.path.clear();
        let reward = loop {
            let node = self.nodes[at];
            if !node.proof.is_open() {
                self.path.push((at as u32, None));
                proved = node.visits == 0;
                break node.proof.reward();
            }
            match self.rules.turn(&state) {
                Turn::Over(outcome) => {
                    self.path.push((at as u32, None));
                    if self.is_single_player {
                        break self.points_gained(&state);
                    }
                    self.nodes[at].proof = Proof::end(outcome);
                    proved = true;
                    break f64::from(outcome.value_for(Side::One));
                }
                _ if plies == self.max_plies || node.visits == 0 && at != ROOT => {
                    self.path.push((at as u32, None));
                    break self.play_out(&mut state, &mut plies, budget);
                }
                Turn::Chance => {
                    self.path.push((at as u32, None));
                    let Some(next) = self.meet_chance(at, &mut state) else {
                        break self.play_out(&mut state, &mut plies, budget);
                    };
                    at = next;
                }
                Turn::Player(side) => {
                    self.path.push((at as u32, Some(side)));
                    if node.first == NONE && !self.grow(at, &state, side) {
                        break self.play_out(&mut state, &mut plies, budget);
                    }
                    at = self.select(at, side);
                    self.rules
                        .play_unchecked(&mut state, self.nodes[at].action, &mut ());
                    plies += 1;
                }
            }
        };
        self.rewards.add(reward);
        for &(node, _) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += reward;
            node.doubt = 1.0 / (node.visits as f32).sqrt();
        }
        if proved {
            self.pass_up_proof();
        }
        u64::from(plies) + self.path.len() as u64
    }

    /// Plays at random from a position and returns the reward.
    fn play_out(&mut self, state: &mut G::State, plies: &mut u32, budget: &mut SearchBudget) -> f64 {
        let mut left = self.settings.playout_plies.min(self.max_plies - *plies);
        let outcome = loop {
            let end = playout(self.rules, state, &mut self.random, left.min(PLIES_BETWEEN_LOOKS));
            left -= end.plies;
            *plies += end.plies;
            if end.plies < PLIES_BETWEEN_LOOKS || left == 0 || !budget.check_limits() {
                break end.outcome;
            }
        };
        let gained = if self.is_single_player {
            self.points_gained(state)
        } else {
            0.0
        };
        match outcome {
            Some(outcome) if !self.is_single_player => f64::from(outcome.value_for(Side::One)),
            Some(_) => gained,
            None => gained + self.settings.evaluator.evaluate(self.rules, state, Side::One),
        }
    }

    fn points_gained(&self, state: &G::State) -> f64 {
        self.rules.points(state) as f64 - self.start_points
    }

    /// Gives a node its children; false when there is no room for them.
    fn grow(&mut self, at: usize, state: &G::State, side: Side) -> bool {
        let legal = self.rules.legal_actions(state);
        if self.nodes.len() + legal.len() > self.settings.max_positions as usize {
            return false;
        }
        self.append_children(at, legal, state, side);
        true
    }

    /// Appends a node's children by their priors, equal ones in random order.
    fn append_children(&mut self, at: usize, legal: G::Actions, state: &G::State, side: Side) {
        let first = self.nodes.len();
        self.nodes.extend(legal.into_iter().map(Node::new));
        self.random.shuffle(&mut self.nodes[first..]);
        if let Some(priors) = self.settings.evaluator.priors(self.rules, state) {
            self.has_priors = true;
            self.order_children(first, &priors, state);
        }
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[at];
        node.first = u32::try_from(first).expect("the memory allowed is counted in 32 bits");
        node.count = u32::try_from(count).expect("a game has less than 2^32 actions");
        if !self.is_single_player {
            self.foresee_ends(first, state, side);
        }
    }

    /// Puts the children from `first` on into the order of their promise.
    fn order_children(&mut self, first: usize, priors: &[f64], state: &G::State) {
        let legal = self.rules.legal_actions(state);
        let by_action: Vec<(G::Action, f64)> = legal.into_iter().zip(priors.iter().copied()).collect();
        // A list of actions is sorted.
        let promise = |action: G::Action| {
            let at = by_action.binary_search_by_key(&action, |&(action, _)| action);
            by_action[at.expect("each child is of a legal action")].1
        };
        self.nodes[first..].sort_by(|a, b| promise(b.action).total_cmp(&promise(a.action)));
    }

    /// Proves the children from `first` on that end the game and brings one of them, a win if there is one,
    /// to the front. At equal simulations this wins 66 % of games of Quartet.
    fn foresee_ends(&mut self, first: usize, state: &G::State, side: Side) {
        for child in first..self.nodes.len() {
            let next = self.rules.after(state, self.nodes[child].action);
            if let Turn::Over(outcome) = self.rules.turn(&next) {
                self.nodes[child].proof = Proof::end(outcome);
                self.nodes.swap(first, child);
                if outcome == Outcome::Win(side) {
                    return;
                }
            }
        }
    }

    /// Selects a child: an untried one when it is time, else by the upper confidence rule without lost ones.
    #[inline]
    fn select(&self, at: usize, side: Side) -> usize {
        let node = &self.nodes[at];
        let first = node.first as usize;
        // But for its own first one, each visit of a node goes on to a child.
        let walked = if at == ROOT { node.visits } else { node.visits - 1 };
        let tried = self.tried(node.count, walked);
        if self.tried(node.count, walked + 1) > tried {
            return first + tried as usize;
        }
        let sign = if side == Side::One { 1.0 } else { -1.0 };
        let width = if self.is_single_player {
            self.rewards.width()
        } else {
            2.0
        };
        let weight = (self.settings.exploration * width) as f32 * rough_ln(node.visits).sqrt();
        let children = self.children(node);
        let is_lost = |child: &Node<G::Action>| child.proof.winner() == Some(side.opponent());
        let mut best = (f32::NEG_INFINITY, None);
        for (index, child) in children[..tried as usize].iter().enumerate() {
            // The mean reward, sum / visits, and the bonus, weight / √visits.
            let bound = ((sign * child.sum) as f32 * child.doubt + weight) * child.doubt;
            if bound > best.0 && !is_lost(child) {
                best = (bound, Some(index));
            }
        }
        // Where all that were tried lose, it is time for the next.
        let best = best
            .1
            .or_else(|| children.iter().position(|child| !is_lost(child)));
        first + best.unwrap_or(0)
    }

    /// Returns how many of a node's children have been tried after a number of visits. It never falls, and
    /// grows by at most one at a time, as ⌈w √n⌉ does.
    #[inline]
    fn tried(&self, children: u32, walked: u32) -> u32 {
        let most = children.min(walked);
        if self.has_priors {
            most.min((self.settings.widening * f64::from(walked).sqrt()).ceil() as u32)
        } else {
            most
        }
    }

    /// Lets chance act and returns the node it leads to; `None` when there is no room for a new one.
    fn meet_chance(&mut self, at: usize, state: &mut G::State) -> Option<usize> {
        let Node {
            visits, count, first, ..
        } = self.nodes[at];
        if u64::from(count) * u64::from(count) < u64::from(visits) {
            let seed = self.random.next_word();
            settle(self.rules, state, &mut Random::new(seed), &mut ());
            return self.remember(at, seed, hash_of(state));
        }
        let visits_of = |node: u32| self.nodes[node as usize].visits;
        let (seed, node) = self.outcomes.most_lagging(first, visits_of);
        settle(self.rules, state, &mut Random::new(seed), &mut ());
        Some(node as usize)
    }

    /// Returns the node of an outcome that was just drawn, a new one if it was not drawn before.
    fn remember(&mut self, at: usize, seed: u64, position: u64) -> Option<usize> {
        let first = self.nodes[at].first;
        if let Some(node) = self.outcomes.draw_again(first, position) {
            return Some(node as usize);
        }
        if self.nodes.len() >= self.settings.max_positions as usize {
            return None;
        }
        let node = u32::try_from(self.nodes.len()).expect("the memory allowed is counted in 32 bits");
        self.nodes.push(Node::new(self.nodes[at].action));
        self.nodes[at].first = self.outcomes.add(first, seed, position, node);
        self.nodes[at].count += 1;
        Some(node as usize)
    }

    /// Passes the proof of the last node of the path up as far as it goes; chance stops it.
    fn pass_up_proof(&mut self) {
        for step in (1..self.path.len()).rev() {
            let child = self.nodes[self.path[step].0 as usize].proof;
            let (at, Some(side)) = self.path[step - 1] else {
                return;
            };
            let proof = if child.winner() == Some(side) {
                child
            } else {
                let node = &self.nodes[at as usize];
                let children = &self.nodes[node.first as usize..(node.first + node.count) as usize];
                if children.iter().any(|child| child.proof.is_open()) {
                    return;
                }
                // None wins, or the node would be proved already: a draw is best, then the longest
                // resistance.
                children
                    .iter()
                    .map(|child| child.proof)
                    .max_by_key(|proof| (*proof == Proof::DRAW, proof.plies()))
                    .expect("a player who acts has a legal action")
            };
            self.nodes[at as usize].proof = proof.one_ply_before();
        }
    }

    pub(super) fn root_actions(&self) -> Vec<RootAction<G::Action>> {
        let root = self.nodes[ROOT];
        let side = mover(self.rules, self.start);
        let mean = |node: &Node<G::Action>| node.sum / f64::from(node.visits.max(1));
        // Of an action never tried nothing is known but the average of the others, or that each of them
        // promised more.
        let tried = self.children(&root).iter().filter(|child| child.visits > 0);
        let untried = if self.is_single_player && self.has_priors {
            tried.map(mean).reduce(f64::min)
        } else {
            None
        };
        let untried = untried.unwrap_or_else(|| mean(&root));
        let mut actions: Vec<_> = self
            .children(&root)
            .iter()
            .map(|child| RootAction {
                action: child.action,
                value: child.proof.value(side).unwrap_or_else(|| {
                    let mean = if child.visits == 0 { untried } else { mean(child) };
                    match (self.is_single_player, side) {
                        (true, _) => Value::Points(mean),
                        (false, Side::One) => Value::Estimate(mean),
                        (false, Side::Two) => Value::Estimate(-mean),
                    }
                }),
                visits: child.visits,
            })
            .collect();
        actions.sort_unstable_by_key(|root| root.action);
        actions
    }

    /// The expected course from the best action on, along the most visited actions; proved wins come before
    /// them, and it ends where only proved losses were visited though there are other actions.
    pub(super) fn principal_variation(&self, best: G::Action) -> Vec<G::Action> {
        let mut line = vec![best];
        let mut state = self.start.clone();
        let mut children = self.children(&self.nodes[ROOT]);
        while let Some(node) = children.iter().find(|child| Some(&child.action) == line.last()) {
            self.rules.play_unchecked(&mut state, node.action, &mut ());
            let Turn::Player(side) = self.rules.turn(&state) else {
                break;
            };
            children = if node.first == NONE {
                &[]
            } else {
                self.children(node)
            };
            let is_lost = |child: &Node<G::Action>| child.proof.winner() == Some(side.opponent());
            let are_lost = children.iter().all(is_lost);
            let visited = children.iter().filter(|child| child.visits > 0);
            let next = visited
                .filter(|child| are_lost || !is_lost(child))
                .max_by_key(|child| (child.proof.winner() == Some(side), child.visits));
            let Some(next) = next else { break };
            line.push(next.action);
        }
        line
    }

    fn children(&self, node: &Node<G::Action>) -> &[Node<G::Action>] {
        &self.nodes[node.first as usize..(node.first + node.count) as usize]
    }
}

/// Returns the natural logarithm to within 0.01, the same on every machine.
fn rough_ln(number: u32) -> f32 {
    let bits = (number as f32).to_bits();
    let exponent = (bits >> 23) as f32 - 127.0;
    let mantissa = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    // A parabola through the logarithm to base 2 at 1, √2 (nearly) and 2.
    let log2 = exponent + (2.0 - mantissa * (1.0 / 3.0)) * mantissa - 5.0 / 3.0;
    log2.max(0.0) * std::f32::consts::LN_2
}

/// The least and the greatest reward so far.
#[derive(Clone, Copy, Debug)]
struct Range {
    count: u64,
    least: f64,
    most: f64,
}

impl Range {
    const fn new() -> Self {
        Self {
            count: 0,
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
        }
    }

    fn add(&mut self, reward: f64) {
        self.count += 1;
        self.least = self.least.min(reward);
        self.most = self.most.max(reward);
    }

    /// Returns the width, or 1 while all rewards are equal.
    fn width(&self) -> f64 {
        if self.most > self.least {
            self.most - self.least
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rough_logarithm_is_near() {
        for number in (1..2000).chain([1 << 20, 3 << 20, u32::MAX]) {
            let exact = (number as f32).ln();
            assert!(
                (rough_ln(number) - exact).abs() < 0.01,
                "ln {number}: {} for {exact}",
                rough_ln(number)
            );
        }
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node<u8>>(), 32);
        assert_eq!(size_of::<Node<u32>>(), 32);
    }
}
