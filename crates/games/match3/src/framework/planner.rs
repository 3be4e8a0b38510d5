//! The player that looks one move further than the greedy player, and the points that moves win at once.

use quincunx_core::hash::hash_of;
use quincunx_core::perft::settle;
use quincunx_core::{Game, Random, Turn};
use quincunx_search::greedy_rollout;
use quincunx_search::{ActionValue, Analysis, Limits, Player, SearchBudget, Value};

use super::grid_board::GridBoard;
use super::rules::{MatchThree, Position};
use crate::engine::{BasicMove, Board, Colour, Element, Letter, PackedBoard, mask_of, match_points};

/// Plays for the points of this move, of its cascade, and of the best single move after it.
///
/// So it also finds moves that match nothing and prepare a double match. Samples of new tokens are allotted
/// by halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013): all
/// moves get a few, then the better quarter twice as many, and so on until one is left.
///
/// A node of [`Limits::nodes`] is one sample; a limit of depth is ignored.
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
        let after = rules.after(state, action);
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
    let priors = candidates.iter().map(|candidate| candidate.prior);
    let best = priors.fold(0.0, f64::max);
    for candidate in &mut candidates {
        if candidate.after.moves_left > 0 {
            candidate.prior += best;
        }
    }
    candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    candidates
}

/// Evaluates a move by more samples, or by one where chance has no part in it; returns false when the limits
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
        let mut random = Random::stream(seed, candidate.draws.into());
        settle(rules, &mut next, &mut random, &mut ());
        // The best single move afterwards, before chance fills the gaps.
        let best_next = points_of_moves(rules, &next).into_iter().max().unwrap_or(0);
        candidate.sum += (rules.points(&next) - rules.points(before)) as f64 + best_next as f64;
        candidate.draws += 1;
        // A sample takes long enough to read the clock each time.
        if !(budget.count() && budget.check_limits()) {
            return false;
        }
    }
    true
}

/// Returns the moves in the order of the rounds: those with the most samples first.
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

/// Returns the points that each legal move of a position wins before chance acts, in their order; on packed
/// boards where possible, which is fifty times as fast.
pub(super) fn points_of_moves(rules: &MatchThree, state: &Position) -> Vec<u64> {
    let Some(matcher) = &rules.packed_matcher else {
        return greedy_rollout::immediate_points(rules, state);
    };
    let size = rules.size;
    let board = packed(rules, &state.board);
    let points = |step: BasicMove| {
        let cycle = step.cycle(size);
        let touched = mask_of(size, cycle.clone());
        let mut after = board;
        after.rotate(cycle);
        let matches = matcher.matches(&after, touched);
        match_points(1, matches.iter().map(|found| found.count_ones() as usize))
    };
    rules.legal_actions(state).into_iter().map(points).collect()
}

/// Packs a full board: each token as an element whose colour has its index among the valid ones.
fn packed(rules: &MatchThree, board: &GridBoard) -> PackedBoard {
    let mut elements = Board::empty(rules.size);
    for (cell, token) in board.fields().iter() {
        let place = token.and_then(|token| rules.tokens.index(token));
        let element = place.map(|place| Element::new(Letter::Regular, Colour::ALL[place]));
        elements.set(cell, element);
    }
    PackedBoard::new(&elements)
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet as _, Random, RandomSource as _, perft::settle};

    use quincunx_registry::RegisteredGame as _;

    use super::*;

    /// Compares the points on packed boards with those of the rules, along random games.
    fn compare(options: &[(&str, &str)]) {
        let mut chosen = quincunx_core::Options::defaults(MatchThree::OPTIONS);
        for (name, value) in options {
            chosen.set(name, value).expect("an option");
        }
        let rules = MatchThree::from_options(&chosen).expect("a game");
        assert!(rules.packed_matcher.is_some(), "{options:?}");
        let mut random = Random::new(5);
        let mut state = rules.initial();
        settle(&rules, &mut state, &mut random, &mut ());
        for _ in 0..6 {
            let points = points_of_moves(&rules, &state);
            assert_eq!(
                points,
                greedy_rollout::immediate_points(&rules, &state),
                "{options:?}"
            );
            // The best move is played as often as any other, so that larger matches come about.
            let best = (0..points.len()).max_by_key(|&at| points[at]).expect("a move");
            let at = [best, random.index(points.len())][random.index(2)];
            let action = rules.legal_actions(&state).get(at).expect("a move");
            rules.play_unchecked(&mut state, action, &mut ());
            settle(&rules, &mut state, &mut random, &mut ());
        }
    }

    #[test]
    fn packed_boards_give_the_same_points() {
        compare(&[]);
        compare(&[("columns", "5"), ("rows", "7"), ("tokens", "ABCD")]);
        compare(&[("deltas", "1,1 | 1,-1 | 2,0 0,1")]);
        compare(&[("columns", "16"), ("rows", "8"), ("deltas", "1,0 0,1")]);
    }
}
