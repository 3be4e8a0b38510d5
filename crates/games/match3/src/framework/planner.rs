//! The player that looks one move further than the greedy player.

use quincunx_core::hash::hash_of;
use quincunx_core::perft::settle;
use quincunx_core::{Game, Random, Turn};
use quincunx_search::{ActionValue, Analysis, Limits, Player, SearchBudget, Value};

use super::points::points_of_moves;
use super::rules::{MatchThree, Position};
use crate::engine::moves::BasicMove;

/// Plays for the points of this move, of its cascade, and of the best single move after it.
///
/// So it also finds moves that match nothing and prepare a double match. New tokens are sampled, and the
/// samples are allotted by halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed
/// bandits", 2013): all moves get a few, then the better quarter twice as many, and so on until one is left.
///
/// A node of [`Limits::nodes`] is one sample; a limit of depth is ignored. A move without samples is judged
/// by its own points and the best move of the present position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planner {
    /// The number of samples of each move in the first round.
    pub samples: u32,
    /// The seed of the samples.
    pub seed: u64,
}

/// A move with its statistics.
struct Candidate {
    action: BasicMove,
    /// The position after it, before chance has acted.
    after: Position,
    /// The value without samples.
    prior: f64,
    sum: f64,
    draws: u32,
}

impl Candidate {
    fn mean(&self) -> f64 {
        if self.draws == 0 {
            self.prior
        } else {
            self.sum / f64::from(self.draws)
        }
    }
}

impl Player<MatchThree> for Planner {
    fn analyze(
        &mut self,
        rules: &MatchThree,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<BasicMove>),
    ) -> Analysis<BasicMove> {
        let mut budget = SearchBudget::start(limits);
        let mut candidates = candidates(rules, state);
        let (mut active, mut samples) = (candidates.len(), self.samples);
        let seed = self.seed ^ hash_of(state);
        while active > 0 {
            let judged_all = candidates[..active]
                .iter_mut()
                .all(|candidate| judge(rules, state, candidate, samples, seed, &mut budget));
            candidates[..active].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            if !judged_all {
                break;
            }
            report(&analysis(&candidates, budget.nodes()));
            active = if active == 1 { 0 } else { active.div_ceil(4) };
            samples = samples.saturating_mul(2);
        }
        analysis(&candidates, budget.nodes())
    }
}

/// Plays every legal move and returns the moves with the points that they win at once, the best first.
fn candidates(rules: &MatchThree, state: &Position) -> Vec<Candidate> {
    let candidate = |action| {
        let mut after = state.clone();
        rules.play_unchecked(&mut after, action, &mut ());
        let gain = (rules.points(&after) - rules.points(state)) as f64;
        Candidate {
            action,
            after,
            prior: gain,
            sum: 0.0,
            draws: 0,
        }
    };
    let mut candidates: Vec<_> = rules.legal_actions(state).into_iter().map(candidate).collect();
    let best = candidates
        .iter()
        .map(|candidate| candidate.prior)
        .fold(0.0, f64::max);
    for candidate in candidates
        .iter_mut()
        .filter(|candidate| candidate.after.moves_left() > 0)
    {
        candidate.prior += best;
    }
    candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    candidates
}

/// Judges a move by more samples, or by one where chance has no part in it; returns false when the limits
/// ended that.
fn judge(
    rules: &MatchThree,
    before: &Position,
    candidate: &mut Candidate,
    samples: u32,
    seed: u64,
    budget: &mut SearchBudget,
) -> bool {
    let is_certain = rules.turn(&candidate.after) != Turn::Chance;
    let needed = if is_certain { 1 } else { samples };
    while candidate.draws < needed {
        let mut next = candidate.after.clone();
        // The stream depends on the position before the move, so that every move has the same random numbers.
        settle(
            rules,
            &mut next,
            &mut Random::stream(seed, candidate.draws.into()),
            &mut (),
        );
        candidate.sum += (rules.points(&next) - rules.points(before)) as f64 + best_gain(rules, &next);
        candidate.draws += 1;
        // A sample takes long enough to read the clock each time.
        if !(budget.count() && budget.check_limits()) {
            return false;
        }
    }
    true
}

/// Returns the points of the best single move from a position, before chance fills the gaps; 0 when none is
/// left.
fn best_gain(rules: &MatchThree, state: &Position) -> f64 {
    points_of_moves(rules, state).into_iter().max().unwrap_or(0) as f64
}

/// Returns the moves in the order of the rounds: those with the most samples first, whatever fewer samples
/// give for others.
fn analysis(candidates: &[Candidate], nodes: u64) -> Analysis<BasicMove> {
    let judged = |candidate: &Candidate| ActionValue {
        action: candidate.action,
        value: Value::Points(candidate.mean()),
    };
    Analysis {
        actions: candidates.iter().map(judged).collect(),
        principal_variation: vec![candidates[0].action],
        depth: 2,
        nodes,
    }
}
