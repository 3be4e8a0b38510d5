//! What every move wins at once.

use quincunx_core::{Game as _, Size};
use quincunx_search::greedy_rollout;

use super::board::GridBoard;
use super::deltas::Deltas;
use super::game::points_of_sizes;
use super::matcher::{MaximumDeltaMatcher, UnionMatcher};
use super::rules::{MatchThree, State};
use super::token::TokenSet;
use crate::shariki::packed::{Layout, Packed, bit_of};
use crate::shariki::{Board, Colour, Element, Letter};

/// Prepares a matcher for packed boards, where boards of the size with the tokens can be packed.
pub(super) fn packed_matcher(
    size: Size,
    tokens: &TokenSet,
    matcher: &UnionMatcher<MaximumDeltaMatcher>,
) -> Option<Deltas> {
    let fits = size.area() <= Layout::MOST_SQUARES && tokens.as_slice().len() <= Colour::ALL.len();
    fits.then(|| Deltas::new(matcher, size))
}

/// Lists the points that each legal move of a position wins before chance acts, in their order, on packed boards if it can:
/// some fifty times as fast.
pub(super) fn points_of_moves(rules: &MatchThree, state: &State) -> Vec<u64> {
    let Some(deltas) = rules.packed_matcher() else {
        return greedy_rollout::immediate_points(rules, state);
    };
    let size = rules.size();
    let board = packed(rules, &state.board);
    let gain = |step: super::BasicMove| {
        let cycle = step.cycle(size);
        let touched = cycle.clone().fold(0, |mask, cell| mask | 1 << bit_of(size, cell));
        let mut after = board;
        after.turn(cycle);
        let matches = deltas.matches(&after, touched);
        points_of_sizes(1, matches.iter().map(|found| found.count_ones() as usize))
    };
    rules.legal_actions(state).into_iter().map(gain).collect()
}

/// Packs a full board: each token as an element of the colour of its place among the valid ones.
fn packed(rules: &MatchThree, board: &GridBoard) -> Packed {
    let mut elements = Board::empty(rules.size());
    for (cell, token) in board.fields().iter() {
        let place = token.and_then(|token| rules.tokens().index(token));
        elements.set(
            cell,
            place.map(|place| Element::new(Letter::Regular, Colour::ALL[place])),
        );
    }
    Packed::new(&elements)
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet as _, Random, RandomSource as _, perft::settle};

    use super::*;
    use quincunx_registry::RegisteredGame as _;

    /// Compares what is won on packed boards with what the rules give, along games at random.
    fn compare(options: &[(&str, &str)]) {
        let mut chosen = quincunx_core::Options::defaults(MatchThree::OPTIONS);
        for (name, value) in options {
            chosen.set(name, value).expect("an option");
        }
        let rules = MatchThree::from_options(&chosen).expect("a game");
        assert!(rules.packed_matcher().is_some(), "{options:?}");
        let mut random = Random::new(5);
        let mut state = rules.initial();
        settle(&rules, &mut state, &mut random, &mut ());
        for _ in 0..6 {
            let gains = points_of_moves(&rules, &state);
            assert_eq!(
                gains,
                greedy_rollout::immediate_points(&rules, &state),
                "{options:?}"
            );
            // What wins most is played as often as anything, for more than threes to come about.
            let best = (0..gains.len()).max_by_key(|&at| gains[at]).expect("a move");
            let at = [best, random.index(gains.len())][random.index(2)];
            let action = rules.legal_actions(&state).get(at).expect("a move");
            rules.play_unchecked(&mut state, action, &mut ());
            settle(&rules, &mut state, &mut random, &mut ());
        }
    }

    #[test]
    fn packed_boards_win_what_others_do() {
        compare(&[]);
        compare(&[("columns", "5"), ("rows", "7"), ("tokens", "ABCD")]);
        compare(&[("deltas", "1,1 | 1,-1 | 2,0 0,1")]);
        compare(&[("columns", "16"), ("rows", "8"), ("deltas", "1,0 0,1")]);
    }
}
