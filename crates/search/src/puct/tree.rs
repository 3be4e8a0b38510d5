//! The tree of one position.

use quincunx_core::hash::hash_of;
use quincunx_core::perft::settle;
use quincunx_core::{Game, Outcome, Random, RandomSource, Side, Turn};

use super::noise::dirichlet;
use super::{ActionStats, Leaf, SearchResult, Settings, random_of};
use crate::player::mover;
use crate::sampled_outcomes::{NO_OUTCOME, SampledOutcomes};

const ROOT: usize = 0;

/// No child.
const NONE: u32 = NO_OUTCOME;

/// How much less than its parent an action without a visit is taken to be worth, of values from −1 to 1.
const FIRST_PLAY_REDUCTION: f32 = 0.25;

/// As many visits does the start have for each simulation that waits, beyond one.
const VISITS_FOR_WAITING: u32 = 4;

/// A position, or on chance's turn the moment before chance acts.
#[derive(Clone, Copy, Debug)]
struct Node<A> {
    /// The sum of the values of all simulations through here, as the first player sees them; in a
    /// single-player game with the points won since the start.
    sum: f64,
    /// Simulations through here.
    visits: u32,
    /// Simulations through here that wait for an evaluation.
    waiting: u32,
    /// The first child, on a player's turn; the first outcome, on chance's turn; [`NONE`] before.
    first: u32,
    /// How many children or outcomes there are.
    count: u32,
    /// The prior of the action.
    prior: f32,
    /// The action that leads here.
    action: A,
}

impl<A> Node<A> {
    const fn new(action: A, prior: f32) -> Self {
        Self {
            sum: 0.0,
            visits: 0,
            waiting: 0,
            first: NONE,
            count: 0,
            prior,
            action,
        }
    }
}

/// Where a simulation came to.
enum Descent<G: Game> {
    /// A position that has not been evaluated.
    Leaf(G::State, Side),
    /// A position that waits for its evaluation.
    Waiting,
    /// The end of the game, with its value for the first player.
    End(f64),
}

/// A simulation that is counted once the batch is evaluated: also one that needs no evaluation, as the
/// virtual losses of the others would drive the next simulations to it again and again.
struct Simulation {
    path: Vec<u32>,
    end: SimulationEnd,
}

/// What is counted for a simulation.
enum SimulationEnd {
    /// A leaf for a side, with the points won since the start.
    Leaf(Side, f64),
    /// A leaf of another simulation of the batch: it is not counted.
    Collision,
    /// The end of the game, with its value for the first player.
    Known(f64),
}

/// The search of one position.
pub(super) struct Tree<'a, G: Game> {
    settings: &'a Settings,
    rules: &'a G,
    start: &'a G::State,
    start_points: f64,
    is_single_player: bool,
    random: Random,
    nodes: Vec<Node<G::Action>>,
    outcomes: SampledOutcomes,
    /// The nodes of the present simulation.
    path: Vec<u32>,
    /// The simulations of this batch.
    batch: Vec<Simulation>,
    /// The least and the greatest mean value of a node, in a single-player game.
    range: [f64; 2],
}

impl<'a, G: Game> Tree<'a, G> {
    pub(super) fn new(settings: &'a Settings, rules: &'a G, start: &'a G::State, own_seed: u64) -> Self {
        // Checks that somebody is to act.
        mover(rules, start);
        let legal = rules.legal_actions(start);
        let any = legal.into_iter().next().expect("who acts has a legal action");
        Self {
            settings,
            rules,
            start,
            start_points: rules.points(start) as f64,
            is_single_player: rules.players() == 1,
            random: random_of::<G>(settings, start, own_seed),
            nodes: vec![Node::new(any, 1.0)],
            outcomes: SampledOutcomes::default(),
            path: Vec::new(),
            batch: Vec::new(),
            range: [f64::INFINITY, f64::NEG_INFINITY],
        }
    }

    /// Returns whether all simulations have been made.
    pub(super) fn is_done(&self) -> bool {
        self.nodes[ROOT].visits >= self.settings.simulations
    }

    /// Makes at most `most` simulations, which wait until the leaves that they add to `leaves` are evaluated.
    /// In a small tree fewer may wait, as virtual losses would decide where they go.
    pub(super) fn gather(&mut self, most: usize, leaves: &mut Vec<Leaf<G>>) {
        let visits = self.nodes[ROOT].visits;
        let left = (self.settings.simulations - visits) as usize;
        let most = most.min((visits / VISITS_FOR_WAITING).max(1) as usize).min(left);
        while self.batch.len() < most {
            let end = match self.descend() {
                Descent::End(value) => SimulationEnd::Known(value),
                Descent::Waiting => SimulationEnd::Collision,
                Descent::Leaf(state, side) => {
                    let points = self.points_won(&state);
                    let actions: Vec<G::Action> = self.rules.legal_actions(&state).into_iter().collect();
                    leaves.push(Leaf {
                        logits: vec![0.0; actions.len()],
                        value: 0.0,
                        state,
                        side,
                        actions,
                    });
                    SimulationEnd::Leaf(side, points)
                }
            };
            self.change_waiting(1);
            let path = std::mem::take(&mut self.path);
            self.batch.push(Simulation { path, end });
        }
    }

    /// Returns how many leaves of this tree wait.
    pub(super) fn leaves(&self) -> usize {
        let ends = self.batch.iter().map(|simulation| &simulation.end);
        ends.filter(|end| matches!(end, SimulationEnd::Leaf(..))).count()
    }

    /// Counts the simulations that wait, with the evaluations of their leaves, in the order in which they
    /// were gathered.
    pub(super) fn take_evaluations(&mut self, leaves: &[Leaf<G>]) {
        let mut leaves = leaves.iter();
        for simulation in std::mem::take(&mut self.batch) {
            self.path = simulation.path;
            self.change_waiting(-1);
            match simulation.end {
                SimulationEnd::Collision => {}
                SimulationEnd::Known(value) => self.count(value),
                SimulationEnd::Leaf(side, points) => {
                    let leaf = leaves.next().expect("every leaf has been evaluated");
                    let value = f64::from(leaf.value);
                    self.count(match (self.is_single_player, side) {
                        (true, _) => points + value,
                        (false, Side::One) => value.clamp(-1.0, 1.0),
                        (false, Side::Two) => -value.clamp(-1.0, 1.0),
                    });
                    let at = *self.path.last().expect("a path begins at the root") as usize;
                    self.grow(at, leaf);
                }
            }
        }
    }

    /// Follows the tree to a leaf or the end of the game; `path` has the nodes.
    fn descend(&mut self) -> Descent<G> {
        let mut state = self.start.clone();
        let mut at = ROOT;
        self.path.clear();
        loop {
            self.path.push(at as u32);
            let node = self.nodes[at];
            match self.rules.turn(&state) {
                Turn::Over(outcome) => {
                    return Descent::End(self.end_value(&state, outcome));
                }
                Turn::Chance => match self.meet_chance(at, &mut state) {
                    Some(next) => at = next,
                    // There is no room for another node: its position is evaluated each time.
                    None => match self.rules.turn(&state) {
                        Turn::Player(side) => return Descent::Leaf(state, side),
                        Turn::Over(outcome) => return Descent::End(self.end_value(&state, outcome)),
                        // Chance that comes to no end.
                        Turn::Chance => return Descent::End(self.points_won(&state)),
                    },
                },
                Turn::Player(side) => {
                    if node.first == NONE {
                        return if node.waiting > 0 {
                            Descent::Waiting
                        } else {
                            Descent::Leaf(state, side)
                        };
                    }
                    at = self.select(&node, side);
                    self.rules
                        .play_unchecked(&mut state, self.nodes[at].action, &mut ());
                }
            }
        }
    }

    /// Selects a child: the one with the greatest value and bonus.
    #[inline]
    fn select(&self, node: &Node<G::Action>, side: Side) -> usize {
        let through = (node.visits + node.waiting) as f32;
        let weight = self.settings.exploration * through.sqrt();
        let unvisited = self.mean(node, side) - FIRST_PLAY_REDUCTION;
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, child) in self.children(node).iter().enumerate() {
            let (visits, waiting) = (child.visits as f32, child.waiting as f32);
            let mut value = if child.visits == 0 {
                unvisited
            } else {
                self.mean(child, side)
            };
            if child.waiting > 0 {
                let known = visits.max(1.0);
                let lost = self.settings.virtual_loss * waiting;
                value = (value * known - lost) / (known + lost);
            }
            let bound = value + weight * child.prior / (1.0 + visits + waiting);
            if bound > best.0 {
                best = (bound, index);
            }
        }
        node.first as usize + best.1
    }

    /// Returns the mean value of a visited node for a side, from −1 to 1.
    #[inline]
    fn mean(&self, node: &Node<G::Action>, side: Side) -> f32 {
        let mean = node.sum / f64::from(node.visits);
        if self.is_single_player {
            let [least, most] = self.range;
            return if most > least {
                (2.0 * (mean - least) / (most - least) - 1.0) as f32
            } else {
                0.0
            };
        }
        match side {
            Side::One => mean as f32,
            Side::Two => -mean as f32,
        }
    }

    /// Counts the simulation of `path` with its value for the first player.
    fn count(&mut self, value: f64) {
        for &node in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += value;
            if self.is_single_player {
                let mean = node.sum / f64::from(node.visits);
                self.range = [self.range[0].min(mean), self.range[1].max(mean)];
            }
        }
    }

    /// Counts a simulation of `path` that waits, or no longer does.
    fn change_waiting(&mut self, change: i32) {
        for &node in &self.path {
            let waiting = &mut self.nodes[node as usize].waiting;
            *waiting = waiting.wrapping_add_signed(change);
        }
    }

    /// Gives a node its children, unless it has them or there is no room for them.
    fn grow(&mut self, at: usize, leaf: &Leaf<G>) {
        let first = self.nodes.len();
        let has_room = at == ROOT || first + leaf.actions.len() <= self.settings.max_positions as usize;
        if self.nodes[at].first != NONE || !has_room {
            return;
        }
        let most = leaf.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights = leaf.logits.iter().map(|logit| (logit - most).exp());
        let sum: f32 = weights.clone().sum();
        let children = leaf.actions.iter().zip(weights);
        self.nodes
            .extend(children.map(|(&action, weight)| Node::new(action, weight / sum)));
        let node = &mut self.nodes[at];
        node.first = u32::try_from(first).expect("the memory allowed is counted in 32 bits");
        node.count = u32::try_from(leaf.actions.len()).expect("a game has less than 2^32 actions");
        if let (ROOT, Some(noise)) = (at, self.settings.noise) {
            let count = leaf.actions.len();
            let concentration = noise.concentration.map_or(10.0 / count as f64, f64::from);
            let shares = dirichlet(count, concentration, &mut self.random);
            for (child, share) in self.nodes[first..].iter_mut().zip(shares) {
                child.prior = child.prior * (1.0 - noise.share) + share as f32 * noise.share;
            }
        }
    }

    /// Lets chance act and returns the node it leads to; `None` when there is no room for a new one.
    fn meet_chance(&mut self, at: usize, state: &mut G::State) -> Option<usize> {
        let node = self.nodes[at];
        let through = u64::from(node.visits) + u64::from(node.waiting);
        if u64::from(node.count).pow(2) <= through {
            let seed = self.random.next_word();
            settle(self.rules, state, &mut Random::new(seed), &mut ());
            let position = hash_of(state);
            if let Some(known) = self.outcomes.draw_again(node.first, position) {
                return Some(known as usize);
            }
            if self.nodes.len() >= self.settings.max_positions as usize {
                return None;
            }
            let next = self.nodes.len();
            self.nodes.push(Node::new(node.action, 1.0));
            self.nodes[at].first = self.outcomes.add(node.first, seed, position, next as u32);
            self.nodes[at].count += 1;
            return Some(next);
        }
        let visits_of = |node: u32| {
            let node = &self.nodes[node as usize];
            node.visits + node.waiting
        };
        let (seed, next) = self.outcomes.most_lagging(node.first, visits_of);
        settle(self.rules, state, &mut Random::new(seed), &mut ());
        Some(next as usize)
    }

    /// Returns the value of an ended game for the first player.
    fn end_value(&self, state: &G::State, outcome: Outcome) -> f64 {
        if self.is_single_player {
            self.points_won(state)
        } else {
            f64::from(outcome.value_for(Side::One))
        }
    }

    fn points_won(&self, state: &G::State) -> f64 {
        self.rules.points(state) as f64 - self.start_points
    }

    fn children(&self, node: &Node<G::Action>) -> &[Node<G::Action>] {
        if node.first == NONE {
            return &[];
        }
        &self.nodes[node.first as usize..(node.first + node.count) as usize]
    }

    /// Returns what has been found out, after at least one simulation.
    pub(super) fn found(&self) -> SearchResult<G::Action> {
        let root = self.nodes[ROOT];
        let side = mover(self.rules, self.start);
        let mean = |node: &Node<G::Action>| {
            let mean = node.sum / f64::from(node.visits.max(1));
            match (self.is_single_player, side) {
                (true, _) | (false, Side::One) => mean,
                (false, Side::Two) => -mean,
            }
        };
        let value = mean(&root);
        let found = |child: &Node<G::Action>| ActionStats {
            action: child.action,
            visits: child.visits,
            prior: child.prior,
            value: if child.visits == 0 { value } else { mean(child) },
        };
        SearchResult {
            actions: self.children(&root).iter().map(found).collect(),
            value,
            principal_variation: self.principal_variation(),
            simulations: root.visits,
        }
    }

    /// Returns the most visited actions until chance or the end of the tree.
    fn principal_variation(&self) -> Vec<G::Action> {
        let mut line = Vec::new();
        let mut state = self.start.clone();
        let mut node = &self.nodes[ROOT];
        while let Turn::Player(_) = self.rules.turn(&state) {
            let visited = self.children(node).iter().rev().filter(|child| child.visits > 0);
            let Some(next) = visited.max_by_key(|child| child.visits) else {
                break;
            };
            line.push(next.action);
            self.rules.play_unchecked(&mut state, next.action, &mut ());
            node = next;
        }
        line
    }
}
