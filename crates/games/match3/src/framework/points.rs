//! The points that moves win at once.

use quincunx_core::Game as _;
use quincunx_search::greedy_rollout;

use super::grid_board::GridBoard;
use super::rules::{MatchThree, Position};
use crate::engine::{BasicMove, Board, Colour, Element, Letter, PackedBoard, mask_of, match_points};

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
