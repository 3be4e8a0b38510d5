//! The solver against plain minimax: on the readable rules, and on small boards cut out of the large one.

use std::collections::HashMap;
use std::time::Duration;

use proptest::prelude::*;
use quincunx_core::testkit::Symmetric;
use quincunx_core::{ActionSet, DenseActions, Game, Notation, Outcome, Random, RandomSource, Topology, Turn};
use quincunx_search::{AlphaBeta, Limits, Player, SearchBudget, StopToken, Value, ZeroEvaluation};

use super::node::{Node, bits};
use super::patterns::{Edges, Patterns, Plane, Torus};
use super::search::Search;
use super::{Bounds, ExactSolver, Solver, Strength};
use crate::lines::Lines;
use crate::piece::{Action, Piece, Square};
use crate::rules::{Position, Quartet};
use crate::score::{self, score_of_value, value_of_score};

const MEGABYTE: usize = 1 << 20;

const TOPOLOGIES: [Topology; 2] = [Topology::Plane, Topology::Torus];

fn unlimited() -> SearchBudget {
    SearchBudget::start(&Limits::default())
}

fn at_most(nodes: u64) -> SearchBudget {
    SearchBudget::start(&Limits::of_nodes(nodes))
}

/// Plays at random until so many pieces are placed and, if asked for, one more is selected; a piece that wins
/// is selected only where there is no other. `None` when the game is over before.
fn late_position(rules: &Quartet, seed: u64, placed: u32, selected: bool) -> Option<Position> {
    let mut random = Random::new(seed);
    let mut state = rules.initial();
    while rules.turn(&state).player().is_some() {
        if (state.placed(), state.selected().is_some()) == (placed, selected) {
            return Some(state);
        }
        let completing = crate::evaluation::completing_pieces(rules, &state);
        let is_safe = |action: &Action| match action {
            Action::Select(piece) => completing >> piece.number() & 1 == 0,
            Action::Place(_) => true,
        };
        let legal = rules.legal_actions(&state);
        let safe: Vec<Action> = legal.into_iter().filter(is_safe).collect();
        let action = match safe.len() {
            0 => legal.get(random.index(legal.len())),
            many => safe.get(random.index(many)).copied(),
        };
        rules.play_unchecked(&mut state, action.expect("an index below the length"), &mut ());
    }
    None
}

/// The slow twin: minimax by the definition of the score on the readable rules, without a bound, an order or
/// a bit; it remembers positions only.
fn minimax(rules: &Quartet, state: &Position, seen: &mut HashMap<Position, i32>) -> i32 {
    if let Some(score) = seen.get(state) {
        return *score;
    }
    let mover = rules.turn(state).player().expect("the game goes on");
    let of_action = |action| {
        let next = rules.after(state, action);
        match rules.turn(&next) {
            Turn::Over(Outcome::Draw) => 0,
            Turn::Over(_) => 17 - next.placed() as i32,
            Turn::Player(player) if player == mover => minimax(rules, &next, seen),
            _ => -minimax(rules, &next, seen),
        }
    };
    let scores = rules.legal_actions(state).into_iter().map(of_action);
    let score = scores.max().expect("a player who acts has a legal action");
    seen.insert(*state, score);
    score
}

#[test]
fn late_positions_and_their_actions_are_solved_as_by_minimax() {
    let mut met = [0; 3];
    for topology in TOPOLOGIES {
        let rules = Quartet::new(topology);
        let mut solver = Solver::with_memory(rules, MEGABYTE);
        for seed in 0..1500 {
            let placed = [16, 15, 14, 14, 14][seed as usize % 5] - u32::from(seed % 2 == 0);
            let Some(state) = late_position(&rules, seed, placed, seed % 2 == 0) else {
                continue;
            };
            let mut seen = HashMap::new();
            let want = minimax(&rules, &state, &mut seen);
            let text = rules.position_text(&state);
            assert_eq!(
                solver.solve(&state, Strength::Strong, &mut unlimited()).0,
                Bounds::exactly(want),
                "{text}"
            );
            met[(want.signum() + 1) as usize] += 1;
            let (weak, keeping) = Solver::new(rules).solve(&state, Strength::Weak, &mut unlimited());
            assert_eq!(weak.outcome(), Some(want.cmp(&0)), "{text}");
            let scores = solver.solve_actions(&state, Strength::Strong, &mut unlimited());
            let (best, _) = solver.best(&state, &mut unlimited()).expect("no limit");
            assert!(
                keeping.is_some_and(|action| rules.is_legal(&state, action)),
                "{text}"
            );
            for (index, bounds) in scores.into_iter().enumerate() {
                let action = rules.action_at(index).expect("an index below the count");
                assert_eq!(
                    bounds.is_some(),
                    rules.is_legal(&state, action),
                    "{text}: {action:?}"
                );
                let Some(bounds) = bounds else { continue };
                let after = rules.after(&state, action);
                let want_after = match (rules.turn(&after), rules.turn(&state)) {
                    (Turn::Over(Outcome::Draw), _) => 0,
                    (Turn::Over(_), _) => 17 - after.placed() as i32,
                    (next, now) if next == now => minimax(&rules, &after, &mut seen),
                    _ => -minimax(&rules, &after, &mut seen),
                };
                assert_eq!(bounds, Bounds::exactly(want_after), "{text}: {action:?}");
                assert!(action != best || want_after == want, "{text}: {action:?} is best");
                assert!(
                    Some(action) != keeping || want_after >= weak.low,
                    "{text}: {action:?} scores at least {}",
                    weak.low
                );
            }
        }
    }
    assert!(
        met.iter().all(|&count| count > 20),
        "{met:?}: all outcomes are met"
    );
}

/// Another program than minimax for positions that are too early for it: the general alpha-beta search.
#[test]
fn earlier_positions_are_solved_as_by_alpha_beta() {
    let mut met = [0; 3];
    for topology in TOPOLOGIES {
        let rules = Quartet::new(topology);
        let mut solver = Solver::with_memory(rules, MEGABYTE);
        let mut other = AlphaBeta::new(ZeroEvaluation, 60);
        for seed in 0..60 {
            let Some(state) = late_position(&rules, 1000 + seed, 12, seed % 3 == 0) else {
                continue;
            };
            let analysis = other.analyze(&rules, &state, &Limits::of_nodes(400_000), &mut |_| {});
            let Some(want) = score_of_value(&state, analysis.actions[0].value) else {
                continue;
            };
            met[(want.signum() + 1) as usize] += 1;
            let found = solver.solve(&state, Strength::Strong, &mut unlimited()).0;
            assert_eq!(found, Bounds::exactly(want), "{}", rules.position_text(&state));
        }
    }
    assert!(
        met.iter().all(|&count| count >= 3),
        "{met:?}: all outcomes are met"
    );
}

/// A board cut out of the large one, with lines as lists of squares: the slow twin of nodes.
struct Small<'a> {
    lines: &'a [u64],
    seen: HashMap<(Vec<Option<u32>>, u16), i32>,
}

impl Small<'_> {
    /// Returns the score of a position for the player who selects.
    fn minimax(&mut self, pieces: &mut Vec<Option<u32>>, empty: u64, bag: u16) -> i32 {
        let key = (pieces.clone(), bag);
        if let Some(score) = self.seen.get(&key) {
            return *score;
        }
        let left = bag.count_ones() as i32;
        let mut best = if left == 0 { 0 } else { i32::MIN };
        for piece in bits(bag.into()) {
            let mut answer = i32::MIN;
            for square in bits(empty) {
                pieces[square as usize] = Some(piece);
                answer = answer.max(if self.has_line(pieces, square) {
                    left
                } else {
                    self.minimax(pieces, empty & !(1 << square), bag & !(1 << piece))
                });
                pieces[square as usize] = None;
            }
            best = best.max(-answer);
        }
        self.seen.insert(key, best);
        best
    }

    fn has_line(&self, pieces: &[Option<u32>], square: u32) -> bool {
        self.lines
            .iter()
            .filter(|line| *line >> square & 1 == 1)
            .any(|&line| {
                let four: Option<Vec<u32>> = bits(line).map(|square| pieces[square as usize]).collect();
                four.is_some_and(|four| {
                    let (all, any) = four
                        .iter()
                        .fold((15, 0), |(all, any), piece| (all & piece, any | piece));
                    all != 0 || any != 15
                })
            })
    }
}

/// Few squares and many pieces: long games that minimax can still follow.
fn small_boards_are_solved<E: Edges>(topology: Topology) {
    let (rules, lines) = (Quartet::new(topology), Lines::of(topology));
    let (mut random, mut met) = (Random::new(7), [0; 3]);
    for _ in 0..200 {
        // Four rows and five columns, anywhere.
        let corner = match topology {
            Topology::Plane => (random.index(3) as i64, random.index(2) as i64),
            Topology::Torus => (random.index(6) as i64, random.index(6) as i64),
        };
        let mut squares: Vec<u32> = (0..20)
            .filter_map(|number| rules.square(corner.0 + number / 5, corner.1 + number % 5))
            .map(|square| u32::from(square.number()))
            .collect();
        let mut numbers: Vec<u32> = (0..16).collect();
        random.shuffle(&mut squares);
        random.shuffle(&mut numbers);
        let (placed, left) = (11, 4 + random.index(2));
        let mut pieces = vec![None; 36];
        let mut node = Node {
            values: [0; 8],
            empty: (1 << 36) - 1,
            bag: 0,
        };
        let mut small = Small {
            lines: &lines.all,
            seen: HashMap::new(),
        };
        for (&square, &piece) in squares.iter().zip(&numbers[..placed]) {
            pieces[square as usize] = Some(piece);
            if small.has_line(&pieces, square) {
                pieces[square as usize] = None;
            } else {
                node.bag |= 1 << piece;
                node = node.after(piece, square);
            }
        }
        // As many squares as there are pieces, so that every one is needed.
        let empty = squares[placed..placed + left]
            .iter()
            .fold(0, |set, square| set | 1 << square);
        let bag = numbers[placed..placed + left]
            .iter()
            .fold(0, |set, piece| set | 1 << piece);
        (node.empty, node.bag) = (empty, bag);
        let want = small.minimax(&mut pieces, empty, bag);
        let mut search = Search::new(MEGABYTE);
        for alpha in -6..=5 {
            assert_eq!(
                search.selecting_exceeds::<E>(&node, alpha, &mut unlimited()),
                Ok(want > alpha),
                "{pieces:?} {empty:o} {bag:b}: {want} and {alpha}"
            );
        }
        met[(want.signum() + 1) as usize] += 1;
    }
    assert!(
        met.iter().all(|&count| count > 3),
        "{met:?}: all outcomes are met"
    );
}

#[test]
fn small_planes_are_solved_as_by_minimax() {
    small_boards_are_solved::<Plane>(Topology::Plane);
}

#[test]
fn small_tori_are_solved_as_by_minimax() {
    small_boards_are_solved::<Torus>(Topology::Torus);
}

/// Patterns line by line, as they are defined.
fn patterns_by_lines(lines: &Lines, node: &Node, supply: u32) -> Patterns {
    let mut found = Patterns {
        completing: [0; 8],
        preparing: [0; 8],
        live: [0; 8],
    };
    for (value, taken) in node.values.into_iter().enumerate() {
        for line in lines.all.iter().filter(|&&line| line & !taken & !node.empty == 0) {
            let missing = line & node.empty;
            if missing.count_ones() <= supply {
                found.live[value] |= line;
                match missing.count_ones() {
                    1 => found.completing[value] |= missing,
                    2 => found.preparing[value] |= missing,
                    _ => {}
                }
            }
        }
    }
    found
}

#[test]
fn shifts_find_the_patterns_of_all_lines() {
    for seed in 0..400 {
        for topology in TOPOLOGIES {
            let Some(state) = late_position(&Quartet::new(topology), seed, 1 + seed as u32 % 15, false)
            else {
                continue;
            };
            let node = Node::of(&state);
            let supply = seed as u32 % 6;
            let found = match topology {
                Topology::Plane => Patterns::of::<Plane>(&node.values, node.empty, &[supply; 8]),
                Topology::Torus => Patterns::of::<Torus>(&node.values, node.empty, &[supply; 8]),
            };
            assert_eq!(
                found,
                patterns_by_lines(Lines::of(topology), &node, supply),
                "{state:?}"
            );
        }
    }
}

/// Renames every piece: exchanges the values of some properties, then the properties.
fn relabelled(rules: &Quartet, state: &Position, flip: u8, order: &[u8; 4]) -> Position {
    let rename = |piece: Piece| {
        let flipped = piece.number() ^ flip;
        let number = (0..)
            .zip(order)
            .fold(0, |number, (to, from)| number | (flipped >> from & 1) << to);
        Piece::new(number).expect("four bits are a piece")
    };
    let pieces = Square::all().filter_map(|square| Some((square, rename(state.piece_on(square)?))));
    rules
        .position(pieces, state.selected().map(rename))
        .expect("it is the same position")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The symmetries of the board and the 384 relabellings of the properties.
    #[test]
    fn symmetries_change_no_score(
        seed: u64, on_torus: bool, selected: bool, symmetry: usize, flip in 0u8..16,
        order in Just([0u8, 1, 2, 3]).prop_shuffle(),
    ) {
        let rules = Quartet::new(TOPOLOGIES[usize::from(on_torus)]);
        let Some(state) = late_position(&rules, seed, 10, selected) else {
            return Ok(());
        };
        let symmetry = symmetry % rules.symmetry_count();
        let mut image = rules.transform_state(&state, symmetry);
        image = relabelled(&rules, &image, flip, &order);
        let solve = |state: &Position| {
            Solver::with_memory(rules, MEGABYTE).solve(state, Strength::Strong, &mut unlimited()).0
        };
        prop_assert_eq!(solve(&state), solve(&image));
    }

    /// What has been solved before changes no answer.
    #[test]
    fn knowledge_changes_no_answer(seed: u64, on_torus: bool) {
        let rules = Quartet::new(TOPOLOGIES[usize::from(on_torus)]);
        let mut experienced = Solver::with_memory(rules, 0);
        for number in 0..6 {
            if let Some(state) = late_position(&rules, seed.wrapping_add(number / 2), 11, number % 2 == 0) {
                let fresh = Solver::new(rules).solve(&state, Strength::Strong, &mut unlimited()).0;
                prop_assert!(fresh.exact().is_some());
                prop_assert_eq!(experienced.solve(&state, Strength::Strong, &mut unlimited()).0, fresh);
            }
        }
    }
}

#[test]
fn limits_and_interrupts_stop_the_search_which_stays_honest() {
    let rules = Quartet::new(Topology::Plane);
    let raised = StopToken::default();
    raised.stop();
    let early = rules.initial();
    for limits in [
        Limits::of_nodes(500),
        Limits::of_time(Duration::ZERO),
        Limits::until(&raised),
    ] {
        let (mut solver, mut budget) = (Solver::new(rules), SearchBudget::start(&limits));
        let (bounds, _) = solver.solve(&early, Strength::Weak, &mut budget);
        assert!(
            bounds.low <= 0 && bounds.high >= 0 && bounds.outcome().is_none(),
            "{bounds:?}"
        );
        assert!(
            budget.is_stopped() && budget.nodes() <= 1024,
            "{}",
            budget.nodes()
        );
        assert_eq!(solver.best(&early, &mut budget), None);
        assert_eq!(solver.principal_variation(&early, &mut budget), None);
    }
    // A stopped search leaves nothing wrong behind.
    let state = late_position(&rules, 3, 10, false).expect("the game goes on");
    let exact = Solver::new(rules)
        .solve(&state, Strength::Strong, &mut unlimited())
        .0;
    let mut solver = Solver::new(rules);
    for nodes in [1, 10, 100, 1000, u64::MAX] {
        let (bounds, _) = solver.solve(&state, Strength::Strong, &mut at_most(nodes));
        assert!(
            bounds.low <= exact.low && exact.high <= bounds.high,
            "{bounds:?} after {nodes} nodes"
        );
    }
    assert_eq!(solver.solve(&state, Strength::Strong, &mut unlimited()).0, exact);
}

/// Where a score is impossible, whoever selects there and whatever is in hand, no position has it; and
/// rounding skips it.
#[test]
fn only_possible_scores_are_asked_about() {
    let mut met = [[false; 40]; 6];
    for seed in 0..3000 {
        let rules = Quartet::new(TOPOLOGIES[seed as usize % 2]);
        let Some(state) = late_position(&rules, seed, 11 + seed as u32 % 5, seed % 3 == 0) else {
            continue;
        };
        let pieces = state.bag_bits().count_ones();
        let found = Solver::with_memory(rules, 0).solve(&state, Strength::Strong, &mut unlimited());
        let score = found.0.exact().expect("no limit");
        met[pieces as usize][(score + 20) as usize] = true;
        assert_eq!(score::highest_up_to(score, pieces), score);
        assert_eq!(score::next_above(score - 1, pieces), score);
    }
    // With four pieces in the bag: whoever places wins with the one in hand, or selects and wins with the
    // second or the fourth, or loses with the first or the third.
    let of_four: Vec<i32> = (-20..20).filter(|score| met[4][(score + 20) as usize]).collect();
    assert_eq!(of_four, [-4, -2, 0, 1, 3, 5]);
}

#[test]
fn scores_convert_to_plies_and_back() {
    let rules = Quartet::new(Topology::Plane);
    for (placed, selected) in [(9, false), (9, true), (12, false), (12, true)] {
        let state = (0..).find_map(|seed| late_position(&rules, seed, placed, selected));
        let state = state.expect("some game goes on so long");
        // The next piece takes two plies, or one if it has been selected.
        let to_next = if selected { 1 } else { 2 };
        for more in 0..4 {
            let (score, plies) = (score::win(placed + 1 + more), to_next + 2 * more);
            for (score, value) in [(score, Value::Win(plies)), (-score, Value::Loss(plies))] {
                assert_eq!(value_of_score(&state, score), value);
                assert_eq!(score_of_value(&state, value), Some(score));
            }
        }
        assert_eq!(value_of_score(&state, 0), Value::Draw);
        assert_eq!(score_of_value(&state, Value::Draw), Some(0));
        assert_eq!(score_of_value(&state, Value::Estimate(0.5)), None);
    }
}

/// The signature of the search: a change that is to cost or save nothing leaves these as they are.
#[test]
fn fixed_positions_take_so_many_nodes() {
    let nodes = TOPOLOGIES.map(|topology| {
        let rules = Quartet::new(topology);
        let solve = |seed| {
            let mut budget = unlimited();
            if let Some(state) = late_position(&rules, seed, 9, false) {
                Solver::with_memory(rules, MEGABYTE).solve(&state, Strength::Strong, &mut budget);
            }
            budget.nodes()
        };
        (0..30).map(solve).sum::<u64>()
    });
    assert_eq!(nodes, SIGNATURE, "change it knowingly");
}

const SIGNATURE: [u64; 2] = [73_192, 817];
