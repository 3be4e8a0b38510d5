//! The solver against plain negamax on the readable rules, and against what is known.

use std::collections::HashMap;

use proptest::prelude::*;
use quincunx_core::grid::bits::Geometry;
use quincunx_core::testkit::Symmetric;
use quincunx_core::{ActionSet, Game, Notation, Outcome, Random, RandomSource, Turn};
use quincunx_search::{Limits, SearchBudget, Value};

use super::bisection::Bisection;
use super::parallel::ParallelWord;
use super::{AnyEngine, Book, Bounds, Engine, ExactSolver as _, Solver, Strength};
use crate::packed::pack;
use crate::rules::{Column, ConnectFour, Position};
use crate::score::{self, value_of_score};

const MEGABYTE: usize = 1 << 20;

pub(super) fn rules(columns: u32, rows: u32) -> ConnectFour {
    ConnectFour::new(columns, rows).expect("a size in range")
}

fn unlimited() -> SearchBudget {
    SearchBudget::start(&Limits::default())
}

fn at_most(nodes: u64) -> SearchBudget {
    SearchBudget::start(&Limits::of_nodes(nodes))
}

/// The slow twin: negamax by the definition of the score, without a bound, an order or a bit; it remembers
/// positions only.
pub(crate) fn negamax(rules: &ConnectFour, position: &Position, seen: &mut HashMap<Position, i32>) -> i32 {
    if let Some(score) = seen.get(position) {
        return *score;
    }
    let score = match position.turn() {
        Turn::Over(Outcome::Draw) => 0,
        Turn::Over(_) => {
            let dropped_on = position.stones() - 1;
            -((rules.size().area() as i32 + 1 - dropped_on as i32) / 2)
        }
        _ => {
            let legal = rules.legal_actions(position).into_iter();
            let scores = legal.map(|column| -negamax(rules, &rules.after(position, column), seen));
            scores.max().expect("a player who acts has a legal action")
        }
    };
    seen.insert(position.clone(), score);
    score
}

/// Creates the two-word engine of a board that fits in one.
fn in_two_words(rules: ConnectFour) -> AnyEngine {
    let geometry = super::AnySize::new(rules.size()).expect("it fits in two words");
    AnyEngine::TwoWords(super::Engine::new(geometry, MEGABYTE))
}

/// Plays random drops until at most `empty` cells are; `None` when the game is over before.
pub(super) fn late_position(rules: &ConnectFour, seed: u64, empty: u32) -> Option<Position> {
    let mut random = Random::new(seed);
    let mut position = rules.initial();
    while position.turn().player().is_some() {
        if rules.size().area() as u32 - position.stones() <= empty {
            return Some(position);
        }
        let legal = rules.legal_actions(&position);
        let column = legal
            .get(random.index(legal.len()))
            .expect("an index below the length");
        rules.play_unchecked(&mut position, column, &mut ());
    }
    None
}

/// Every position of the 4×4 board, on each of the solver's searches.
#[test]
fn every_position_of_four_by_four_is_solved_as_by_plain_negamax() {
    let rules = rules(4, 4);
    let mut seen = HashMap::new();
    assert_eq!(negamax(&rules, &rules.initial(), &mut seen), 0, "4×4 is a draw");
    assert!(seen.len() > 100_000);
    let mut solver = Solver::with_memory(rules, MEGABYTE);
    let playable = |(position, _): &(&Position, &i32)| position.turn().player().is_some();
    for (number, (position, want)) in seen.iter().filter(playable).enumerate() {
        assert_eq!(
            solver.solve(position, Strength::Strong, &mut unlimited()),
            Bounds::exactly(*want),
            "{position:?}"
        );
        if number % 64 == 0 {
            let drops = solver.solve_columns(position, Strength::Strong, &mut unlimited());
            let best = drops.iter().flatten().filter_map(|bounds| bounds.exact()).max();
            assert_eq!(best, Some(*want), "a position scores what its best drop does");
            let (column, score) = solver.best(position, &mut unlimited()).expect("no limit");
            assert_eq!(score, *want);
            assert_eq!(
                drops[usize::from(column.0)],
                Some(Bounds::exactly(*want)),
                "the best column is one"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// One word, two words and the plain search, wherever a board fits; mirror images too.
    #[test]
    fn late_positions_are_solved_as_by_plain_negamax(seed: u64, columns in 4u32..=8, rows in 4u32..=8) {
        let rules = rules(columns, rows);
        if let Some(position) = late_position(&rules, seed, 11) {
            let want = Bounds::exactly(negamax(&rules, &position, &mut HashMap::new()));
            let mut solver = Solver::with_memory(rules, MEGABYTE);
            prop_assert_eq!(solver.solve(&position, Strength::Strong, &mut unlimited()), want);
            prop_assert_eq!(solver.solve(&rules.transform_state(&position, 1), Strength::Strong, &mut unlimited()), want);
            solver.engine = in_two_words(rules);
            prop_assert_eq!(solver.solve(&position, Strength::Strong, &mut unlimited()), want);
            solver.engine = AnyEngine::Plain;
            prop_assert_eq!(solver.solve(&position, Strength::Strong, &mut unlimited()), want);
        }
    }

    /// Whatever stops the search, the score lies within the bounds it leaves.
    #[test]
    fn a_limit_gives_honest_bounds(seed: u64, nodes in 0u64..3000) {
        let rules = ConnectFour::default();
        if let Some(position) = late_position(&rules, seed, 24) {
            let mut solver = Solver::with_memory(rules, MEGABYTE);
            let mut budget = at_most(nodes);
            let bounds = solver.solve(&position, Strength::Strong, &mut budget);
            prop_assert!(budget.nodes() <= nodes + 1);
            let score = solver.solve(&position, Strength::Strong, &mut unlimited()).exact().expect("no limit");
            prop_assert!(bounds.low <= score && score <= bounds.high, "{} in {:?}", score, bounds);
        }
    }
}

/// Too many positions for plain negamax: the searches in one word and in two are held to the same answer.
#[test]
fn empty_boards_little_larger_than_four_by_four_are_drawn() {
    for (columns, rows) in [(4, 5), (5, 4), (4, 6), (5, 5)] {
        let rules = rules(columns, rows);
        let mut solver = Solver::with_memory(rules, MEGABYTE);
        assert!(matches!(solver.engine, AnyEngine::OneWord(_)));
        let one_word = solver.solve(&rules.initial(), Strength::Strong, &mut unlimited());
        assert_eq!(one_word, Bounds::exactly(0), "{columns}×{rows}");
        solver.engine = in_two_words(rules);
        assert_eq!(
            solver.solve(&rules.initial(), Strength::Strong, &mut unlimited()),
            one_word
        );
    }
}

#[test]
fn the_quickest_win_and_the_longest_defence_are_found() {
    let rules = ConnectFour::default();
    let mut solver = Solver::with_memory(rules, MEGABYTE);
    // Three in column 1 with its top free; the mover wins with the seventh stone.
    let position = rules.parse_position("121212").expect("legal drops");
    assert_eq!(
        solver.best(&position, &mut unlimited()),
        Some((Column(0), score::win(42, 6)))
    );
    // Three in the bottom row with both ends free: the mover can take one, and the other wins.
    let position = rules.parse_position("33445").expect("legal drops");
    let mut budget = unlimited();
    assert_eq!(
        solver.solve(&position, Strength::Strong, &mut budget).exact(),
        Some(-score::win(42, 6))
    );
}

#[test]
fn boards_beyond_two_words_are_searched_on_the_readable_rules() {
    let rules = rules(64, 64);
    let mut solver = Solver::new(rules);
    let position = rules.parse_position("1 2 1 2 1 2").expect("legal drops");
    let win = score::win(64 * 64, 6);
    assert_eq!(
        solver.best(&position, &mut at_most(10_000)),
        Some((Column(0), win))
    );
    let open = solver.solve(&rules.initial(), Strength::Strong, &mut at_most(1_000));
    assert!(open.exact().is_none() && open.low < 0 && open.high > 0);
}

#[test]
fn the_same_question_takes_the_same_nodes() {
    let rules = ConnectFour::default();
    let nodes = || {
        let mut budget = unlimited();
        let mut solver = Solver::with_memory(rules, MEGABYTE);
        for position in (0..20).filter_map(|seed| late_position(&rules, seed, 24)) {
            solver.solve(&position, Strength::Strong, &mut budget);
        }
        budget.nodes()
    };
    let first = nodes();
    assert_eq!(first, nodes());
    // Nine stones: mirrored keys, a table that grows, and questions in turns that run out of nodes.
    let position = rules.parse_position("127265363").expect("legal drops");
    let mut budget = unlimited();
    let score = Solver::new(rules).solve(&position, Strength::Strong, &mut budget);
    assert_eq!(score, Bounds::exactly(3));
    assert_eq!(
        [first, budget.nodes()],
        SIGNATURE,
        "a change of the search that visits other nodes must update this signature"
    );
}

/// The nodes of the fixed searches above.
const SIGNATURE: [u64; 2] = [17_954, 7_624_615];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The weak question has the sign of the strong one's answer, and the line of perfect play keeps the
    /// score to its end.
    #[test]
    fn who_wins_and_how_play_goes_on_agree_with_the_score(seed: u64, columns in 5u32..=8, rows in 4u32..=7) {
        let rules = rules(columns, rows);
        if let Some(mut position) = late_position(&rules, seed, 16) {
            let score = Solver::with_memory(rules, MEGABYTE).solve(&position, Strength::Strong, &mut unlimited());
            let mut solver = Solver::with_memory(rules, MEGABYTE);
            let bounds = solver.solve(&position, Strength::Weak, &mut unlimited());
            prop_assert_eq!(bounds.outcome(), score.outcome());
            prop_assert!(bounds.low <= score.low && score.high <= bounds.high);
            let area = rules.size().area() as u32;
            let promised = value_of_score(area, position.stones(), score.exact().expect("no limit"));
            let line = solver.principal_variation(&position, &mut unlimited()).expect("no limit");
            let mover = position.turn().player().expect("it goes on");
            for column in &line {
                prop_assert!(rules.play(&mut position, *column, &mut ()).is_ok());
            }
            let plies = line.len() as u32;
            let kept = match position.turn() {
                Turn::Over(Outcome::Draw) => Value::Draw,
                Turn::Over(Outcome::Win(winner)) if winner == mover => Value::Win(plies),
                Turn::Over(_) => Value::Loss(plies),
                turn => panic!("the line ends with {turn:?}"),
            };
            prop_assert_eq!(kept, promised);
        }
    }
}

/// Questions of moderate difficulty, asked of two threads as only hard ones are outside tests. Some positions
/// have moves in common, and others are searched by each thread for itself.
#[test]
fn two_threads_find_what_one_finds() {
    let rules = ConnectFour::default();
    let AnyEngine::Standard(mut alone) = Solver::with_memory(rules, MEGABYTE).engine else {
        panic!("the standard board has its own search");
    };
    let stones = [16, 17, 18, 26];
    for position in (0..12).filter_map(|seed| late_position(&rules, seed, stones[seed as usize % 4])) {
        let score = Solver::with_memory(rules, MEGABYTE)
            .solve(&position, Strength::Strong, &mut unlimited())
            .exact()
            .expect("no limit");
        let board = pack(alone.geometry(), &position);
        if board.can_win_now() {
            continue;
        }
        for alpha in [score - 1, score] {
            let mut budget = unlimited();
            let bound = alone
                .search_on_threads(board, alpha, 2, &mut budget)
                .expect("no limit");
            assert_eq!(bound > alpha, score > alpha);
            assert!(if bound > alpha {
                score >= bound
            } else {
                score <= bound
            });
            assert!(budget.nodes() > 0);
        }
    }
}

/// Columns are searched at a time that are hard enough, whole and under limits.
#[test]
fn several_threads_find_the_scores_of_all_columns() {
    let rules = ConnectFour::default();
    let threads = std::num::NonZero::new(3).expect("not zero");
    let solver = || Solver::with_memory(rules, MEGABYTE);
    for position in (0..8).filter_map(|seed| late_position(&rules, seed, 29)) {
        let scores = solver().solve_columns(&position, Strength::Strong, &mut unlimited());
        let mut together = solver().with_threads(threads);
        let mut budget = unlimited();
        assert_eq!(
            together.solve_columns(&position, Strength::Strong, &mut budget),
            scores
        );
        assert!(budget.nodes() > 0);
        let nodes = budget.nodes() / 3;
        let mut budget = at_most(nodes);
        let bounds = solver()
            .with_threads(threads)
            .solve_columns(&position, Strength::Strong, &mut budget);
        assert!(budget.nodes() <= nodes + 16, "{} of {nodes}", budget.nodes());
        for (bounds, score) in bounds.iter().zip(&scores) {
            let (Some(bounds), Some(score)) = (bounds, score) else {
                assert_eq!(bounds, score);
                continue;
            };
            assert!(bounds.low <= score.low && score.high <= bounds.high);
        }
    }
}

/// Boards of two words are searched on one thread, however many there are.
#[test]
fn threads_change_nothing_on_boards_of_two_words() {
    let rules = ConnectFour::default();
    for position in (0..6).filter_map(|seed| late_position(&rules, seed, 24)) {
        let scores =
            Solver::with_memory(rules, MEGABYTE).solve_columns(&position, Strength::Strong, &mut unlimited());
        let mut solver = Solver::with_memory(rules, MEGABYTE);
        solver.engine = in_two_words(rules);
        let mut solver = solver.with_threads(std::num::NonZero::new(3).expect("not zero"));
        assert_eq!(
            solver.solve_columns(&position, Strength::Strong, &mut unlimited()),
            scores
        );
    }
}

/// Where the book knows a position and not its replies, what it knows bounds them.
#[test]
fn the_last_ply_of_the_book_is_analysed_as_without_it() {
    let rules = ConnectFour::default();
    for position in ["22222244", "12121234", "12122323"] {
        assert_eq!(position.len() as u32, Book::SHIPPED_PLIES);
        let position = rules.parse_position(position).expect("a position");
        for strength in [Strength::Strong, Strength::Weak] {
            let mut with = Solver::with_memory(rules, MEGABYTE);
            let with = with.solve_columns(&position, strength, &mut unlimited());
            let mut without = Solver::with_memory(rules, MEGABYTE).without_book();
            let without = without.solve_columns(&position, strength, &mut unlimited());
            let known = |bounds: &Option<Bounds>| match strength {
                Strength::Strong => bounds.and_then(Bounds::exact),
                Strength::Weak => bounds.and_then(Bounds::outcome).map(|outcome| outcome as i32),
            };
            let with: Vec<Option<i32>> = with.iter().map(known).collect();
            let without: Vec<Option<i32>> = without.iter().map(known).collect();
            assert!(with.iter().any(Option::is_some));
            assert_eq!(with, without);
        }
    }
}

/// With few nodes for all columns together, a hard one does not keep the others from being asked about.
#[test]
fn columns_take_turns_under_a_limit() {
    let rules = rules(9, 8);
    let position = rules.parse_position("4455").expect("a position");
    for threads in [1, 3] {
        let threads = std::num::NonZero::new(threads).expect("not zero");
        let mut solver = Solver::with_memory(rules, MEGABYTE).with_threads(threads);
        let bounds = solver.solve_columns(&position, Strength::Strong, &mut at_most(600_000));
        let wins = bounds.iter().flatten().filter(|bounds| bounds.low > 0).count();
        assert_eq!(wins, 2, "the third of three in a row, at either end: {bounds:?}");
    }
}

/// Bisects the replies to all first drops, none of which is settled soon, on two threads.
fn assert_that_all_get_a_turn<G: Geometry<Word: ParallelWord>, const WIDTH: usize>(
    rules: &ConnectFour,
    engine: &mut Engine<G, WIDTH>,
) {
    let (start, geometry) = (rules.initial(), engine.geometry());
    let drops = rules.legal_actions(&start).into_iter();
    let mut bisections: Vec<Bisection<G>> = drops
        .map(|column| pack(geometry, &rules.after(&start, column)))
        .map(|board| Bisection::new(board, Strength::Strong))
        .collect();
    let progress = |bisection: &Bisection<G>| (bisection.bounds, bisection.near_nodes, bisection.far);
    engine.grow_table();
    let before: Vec<(Bounds, u64, bool)> = bisections.iter().map(progress).collect();
    let needs_growth = engine.bisect_on_threads(bisections.iter_mut().collect(), 2, &mut at_most(2_000_000));
    assert!(!needs_growth);
    for (bisection, before) in bisections.iter().zip(before) {
        assert_ne!(progress(bisection), before);
    }
}

/// The nodes are enough for a window of each, but not to settle the first.
#[test]
fn positions_take_turns_on_several_threads() {
    let rules = rules(8, 7);
    let AnyEngine::OneWord(mut one) = Solver::with_memory(rules, MEGABYTE).engine else {
        panic!("the board fits in one word");
    };
    assert_that_all_get_a_turn(&rules, &mut one);
    let AnyEngine::TwoWords(mut two) = in_two_words(rules) else {
        unreachable!("it was made so");
    };
    assert_that_all_get_a_turn(&rules, &mut two);
}

/// Draws a board that is filled but for the tops of some columns, `xxoo…` and `ooxx…` in turns, which makes
/// no four.
fn nearly_full(rules: &ConnectFour, seed: u64) -> Option<Position> {
    let (columns, rows) = (rules.size().columns(), rules.size().rows());
    let mut random = Random::new(seed);
    let tops: Vec<u32> = (0..columns)
        .map(|_| {
            if random.index(columns as usize) < 5 {
                random.index(3) as u32
            } else {
                0
            }
        })
        .collect();
    let row = |row: u32| -> String {
        (0..columns)
            .map(|column| match (column / 2 + row) % 2 {
                _ if row >= rows - tops[column as usize] => '.',
                0 => 'x',
                _ => 'o',
            })
            .collect()
    };
    let drawn: Vec<String> = (0..rows).rev().map(row).collect();
    // Only every few of these boards have as many stones of one player as of the other, or one more.
    let position = rules.parse_position(&drawn.join("/")).ok()?;
    let empty = rules.size().area() as u32 - position.stones();
    (position.turn().player().is_some() && empty <= 10).then_some(position)
}

/// Boards whose keys fill one word or two, and the tallest and widest of either.
#[test]
fn boards_that_fill_their_words_are_solved_as_by_plain_negamax() {
    for (columns, rows) in [
        (8, 7),
        (4, 15),
        (12, 4),
        (9, 6),
        (16, 7),
        (4, 31),
        (25, 4),
        (11, 10),
    ] {
        let rules = rules(columns, rows);
        let mut solved = 0;
        for position in (0..400).filter_map(|seed| nearly_full(&rules, seed)).take(20) {
            let want = Bounds::exactly(negamax(&rules, &position, &mut HashMap::new()));
            let mut solver = Solver::with_memory(rules, MEGABYTE);
            assert_eq!(
                solver.solve(&position, Strength::Strong, &mut unlimited()),
                want,
                "{position:?}"
            );
            solved += 1;
        }
        assert!(solved >= 5, "{columns}×{rows}: {solved}");
    }
}

/// Threads share the nodes that are left.
#[test]
fn a_limit_of_nodes_is_kept_by_all_threads_together() {
    let rules = ConnectFour::default();
    for (threads, nodes) in [(2, 3_000_000), (4, 5_000_000)] {
        let mut solver = Solver::with_memory(rules, MEGABYTE)
            .without_book()
            .with_threads(std::num::NonZero::new(threads).expect("not zero"));
        let mut budget = at_most(nodes);
        let bounds = solver.solve(&rules.initial(), Strength::Strong, &mut budget);
        assert!(bounds.low <= 1 && 1 <= bounds.high);
        let spent = budget.nodes();
        assert!(
            nodes < spent && spent <= nodes + 2 * threads as u64 + 2,
            "{spent} of {nodes}"
        );
    }
}
