//! Random positions of 7×6 in the format of `quincunx solve --check`, `POSITION SCORE`.
//!
//! A second program, a plain alpha-beta search, found the same scores.

use std::collections::HashMap;
use std::fmt::Write as _;

use quincunx_core::testkit::check_golden;
use quincunx_core::{Game, Notation, Random, RandomSource};

use crate::solver::tests::negamax;
use crate::{Column, ConnectFour, Position, Solver};

const SCORED: &str = include_str!("../scored.txt");

/// Plays so many random drops that do not end the game; `None` when each would.
fn random_drops(rules: &ConnectFour, random: &mut Random, plies: u32) -> Option<(String, Position)> {
    let (mut text, mut position) = (String::new(), rules.initial());
    for _ in 0..plies {
        let after = |column: Column| {
            let after = rules.after(&position, column);
            after.turn().player().is_some().then_some((column, after))
        };
        let open: Vec<_> = rules
            .legal_actions(&position)
            .into_iter()
            .filter_map(after)
            .collect();
        let choice = (!open.is_empty()).then(|| random.index(open.len()))?;
        let (column, after) = open.into_iter().nth(choice)?;
        text.push_str(&rules.action_text(column));
        position = after;
    }
    Some((text, position))
}

#[test]
fn scored_positions_are_scored_as_they_were() {
    let rules = ConnectFour::default();
    let mut solver = Solver::new(rules);
    let mut random = Random::new(4);
    let mut scored = String::new();
    // Earlier positions take a test too long.
    for plies in 14..41 {
        let positions = std::iter::repeat_with(|| random_drops(&rules, &mut random, plies));
        for (text, position) in positions.flatten().take(12) {
            let score = solver.score(&position);
            writeln!(scored, "{text} {score}").expect("a string takes everything");
        }
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/scored.txt");
    check_golden(file, &scored);
}

#[test]
fn late_scored_positions_are_scored_as_by_plain_negamax() {
    let rules = ConnectFour::default();
    let mut late = 0;
    for line in SCORED.lines() {
        let (text, score) = line.split_once(' ').expect("a position and its score");
        let position = rules.parse_position(text).expect("a position to play on");
        if position.stones() >= 30 {
            let want = negamax(&rules, &position, &mut HashMap::new());
            assert_eq!(score.parse(), Ok(want), "{text}");
            late += 1;
        }
    }
    assert!(late > 100);
}
