//! The packed search against the readable rules, and its limits.

use quincunx_core::{ActionSet, Direction, EnumerableChance, Game, Notation, Size};
use quincunx_search::{Analysis, Limits, Player, StopToken, Value};
use std::sync::Arc;

use super::PackedExpectimax;
use super::search::Search;
use crate::evaluation::{HeuristicEvaluation, HeuristicTable};
use crate::network::TrainedNetwork;
use crate::packed_board::PackedBoard;
use crate::position::{LARGEST, Position, Scoring};
use crate::rules::Twenty48;

fn rules(scoring: Scoring, four_rate: f64) -> Twenty48 {
    Twenty48::new(Size::new(4, 4).expect("a size"), scoring, four_rate).expect("rules")
}

fn position(rows: &str) -> Position {
    Twenty48::default()
        .parse_position(&format!("{rows} 0 0 0"))
        .expect("a position")
}

fn analyze(
    player: &mut PackedExpectimax,
    rules: &Twenty48,
    state: &Position,
    limits: &Limits,
) -> Analysis<Direction> {
    player.analyze(rules, state, limits, &mut |_| {})
}

fn to_depth(depth: u32) -> Limits {
    Limits::of_depth(depth)
}

/// An evaluation of positions at the end of a line.
type Slow<'a> = &'a dyn Fn(&Position) -> f32;

/// Searches by the readable rules, without table, scaling or limit of rare pieces.
fn value_after(rules: &Twenty48, evaluator: Slow<'_>, before: u128, state: &Position, depth: u32) -> f64 {
    let points = (state.points() - before) as f64;
    if depth == 0 {
        return points + f64::from(evaluator(state));
    }
    let mut sum = 0.0;
    rules.for_each_chance(state, |piece, probability| {
        let mut next = state.clone();
        rules.resolve_chance(&mut next, piece, &mut ());
        let values = values(rules, evaluator, &next, depth);
        sum += probability
            * values
                .into_iter()
                .fold(0.0, |best, (_, value)| f64::max(best, value));
    });
    points + sum
}

fn values(rules: &Twenty48, evaluator: Slow<'_>, state: &Position, depth: u32) -> Vec<(Direction, f64)> {
    let value_of = |direction| {
        let after = rules.after(state, direction);
        let value = value_after(rules, evaluator, state.points(), &after, depth - 1);
        (direction, value)
    };
    rules.legal_actions(state).into_iter().map(value_of).collect()
}

fn value_of(analysis: &Analysis<Direction>, direction: Direction) -> f64 {
    let judged = analysis.actions.iter().find(|judged| judged.action == direction);
    match judged.map(|judged| judged.value) {
        Some(Value::Points(value)) => value,
        other => panic!("{direction:?} is valued in points, not by {other:?}"),
    }
}

fn assert_values(analysis: &Analysis<Direction>, want: &[(Direction, f64)], what: &str) {
    assert_eq!(analysis.actions.len(), want.len(), "{what}");
    for &(direction, want) in want {
        let value = value_of(analysis, direction);
        assert!(
            (value - want).abs() <= 1e-5 * want.abs(),
            "{what} {direction:?}: {value}, {want}"
        );
    }
}

#[test]
fn values_are_those_of_the_readable_rules() {
    let mut player = PackedExpectimax::default();
    for (rows, depth) in [
        ("0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0", 2),
        ("2,4,8,16/32,64,128,256/512,1024,0,2/2,8,2,2", 3),
        ("2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,4", 3),
        ("1024,1024,16,2/512,256,16,4/128,64,32,8/2,4,4,2", 3),
    ] {
        let state = position(rows);
        for rules in [
            rules(Scoring::Standard, 0.1),
            rules(Scoring::Contest, 0.75),
            rules(Scoring::Contest, 1.0),
        ] {
            let analysis = analyze(&mut player, &rules, &state, &to_depth(depth));
            assert_values(
                &analysis,
                &values(&rules, &HeuristicEvaluation::evaluate_board, &state, depth),
                rows,
            );
        }
    }
}

/// One move ends the game whatever chance adds; the heuristic's sum for what follows the other is below 0.
#[test]
fn certain_death_is_the_last_choice() {
    for (side, rows, alive) in [
        (4, "2,32,16,8/4,256,64,4/512,128,8,2/4096,8,4,0", Direction::Right),
        (4, "4,8,2048,2/4,16,64,8/32,128,8,4/1024,512,4,2", Direction::Up),
        (
            5,
            "1048576,524288,262144,131072,65536/2048,4096,8192,16384,32768/1024,512,256,128,64/4,8,16,32,2/\
             8,64,2,128,0",
            Direction::Right,
        ),
    ] {
        let size = Size::new(side, side).expect("a size");
        let rules = Twenty48::new(size, Scoring::Standard, 0.1).expect("rules");
        let state = rules.parse_position(rows).expect("a position");
        for depth in [2, 3] {
            let analysis = analyze(&mut PackedExpectimax::default(), &rules, &state, &to_depth(depth));
            assert_eq!(analysis.best(), alive, "{rows}: {analysis:?}");
        }
    }
}

/// The network evaluates halved pieces, but they do not merge before: 8192 would be 4096 beside a merge of
/// two 2048s.
#[test]
fn boards_beyond_a_network_are_searched_as_they_are() {
    let evaluator = TrainedNetwork::read(quincunx_contest::NETWORK).expect("it is whole");
    let evaluator = Arc::new(evaluator.with_known(13));
    let mut player = PackedExpectimax::default().with_network(evaluator.clone());
    let rules = rules(Scoring::Contest, 0.1);
    let packed = |state: &Position| PackedBoard::try_from(state).expect("it fits");
    for (rows, depth) in [
        ("16384,8192,2048,2048/64,32,4,2/8,2,4,2/2,4,2,0", 2),
        ("16384,16384,8192,8192/64,32,4,2/8,2,4,2/2,4,2,0", 2),
        ("8192,8192,4096,1024/64,32,4,2/8,2,4,2/2,4,2,4", 3),
        ("8192,2048,4096,1024/64,32,4,2/8,2,4,2/2,4,2,4", 3),
        ("8192,4096,4096,1024/64,32,4,2/8,2,4,2/2,4,2,4", 3),
    ] {
        let state = position(rows);
        let gaps = packed(&state).downgrading(evaluator.known());
        let is_known = ["8192,2048", "8192,4096"]
            .iter()
            .any(|begin| rows.starts_with(begin));
        assert_eq!(gaps.is_empty(), is_known, "{rows}");
        let slow = |state: &Position| {
            let gaps = gaps.iter();
            let board = gaps.fold(packed(state), |board, &gap| board.halved_above(gap));
            // In the last of the boards two moves make a 16384.
            let board = match board.above(evaluator.known()) {
                0 => board,
                _ => board.halved_above(board.downgrading(evaluator.known())[0]),
            };
            evaluator.evaluate(board)
        };
        let analysis = analyze(&mut player, &rules, &state, &to_depth(depth));
        assert_values(&analysis, &values(&rules, &slow, &state, depth), rows);
    }
}

/// The points to come are those of the packed board.
#[test]
fn the_points_of_a_move_are_those_of_the_position() {
    let rules = rules(Scoring::Standard, 0.1);
    let rows = |highest: u64| format!("{highest},{highest},0,0/0,0,0,0/0,0,0,0/2,0,0,4");
    let mut player = PackedExpectimax::default();
    let mut value = |highest| {
        let analysis = analyze(&mut player, &rules, &position(&rows(highest)), &to_depth(1));
        value_of(&analysis, Direction::Left)
    };
    assert!((value(131_072) - value(16_384) - f64::from(262_144 - 32_768)).abs() < 0.5);
}

/// The nodes of fixed searches; a commit that changes the total gives the reason.
#[test]
fn signature() {
    let mut player = PackedExpectimax::default();
    let mut total = 0;
    for rows in [
        "0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0",
        "2,4,8,16/32,64,128,256/512,1024,0,2/2,8,2,2",
        "1024,512,16,2/512,256,16,4/128,64,32,8/2,4,4,2",
    ] {
        total += analyze(
            &mut player,
            &rules(Scoring::Standard, 0.1),
            &position(rows),
            &to_depth(4),
        )
        .nodes;
    }
    assert_eq!(total, 17_751);
}

#[test]
fn earlier_searches_change_nothing() {
    let rules = rules(Scoring::Standard, 0.1);
    let boards = [
        "0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0",
        "2,4,2,4/4,2,4,2/2,4,2,4/4,0,4,4",
    ]
    .map(position);
    let limits = Limits::of_nodes(5000);
    let alone = boards
        .clone()
        .map(|board| analyze(&mut PackedExpectimax::default(), &rules, &board, &limits));
    let mut player = PackedExpectimax::default();
    for _ in 0..2 {
        for (board, alone) in boards.iter().zip(&alone) {
            assert_eq!(analyze(&mut player, &rules, board, &limits), *alone);
            assert!(alone.nodes <= 5000 && alone.depth > 1, "{alone:?}");
        }
    }
}

#[test]
fn the_tightest_limits_leave_an_answer() {
    let rules = rules(Scoring::Standard, 0.1);
    let state = position("0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0");
    let stop = StopToken::default();
    stop.stop();
    for limits in [
        to_depth(0),
        Limits::of_nodes(0),
        Limits {
            stop,
            depth: Some(5),
            ..Limits::default()
        },
    ] {
        let analysis = analyze(&mut PackedExpectimax::default(), &rules, &state, &limits);
        assert_eq!(analysis.actions.len(), 4);
        assert!(analysis.depth < 5);
    }
}

/// Holds for the first depth too, for which there is no earlier one to estimate from.
#[test]
fn a_depth_that_does_not_fit_is_not_begun() {
    let rules = rules(Scoring::Standard, 0.1);
    let state = position("0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0");
    let board = PackedBoard::try_from(&state).expect("it fits");
    let mut player = PackedExpectimax::default();
    // Four moves with 14 free cells each, and two values: at most 112 boards.
    for (nodes, depth) in [(111, 1), (112, 2), (20_000, 3)] {
        let limits = Limits::of_nodes(nodes);
        let mut search = Search::new(
            HeuristicTable::get(),
            &mut player.table,
            &rules,
            Scoring::Standard,
            &limits,
        );
        let analysis = search.deepen(&state, board, &limits, &mut |_| {});
        assert_eq!(analysis.depth, depth);
        assert_eq!(search.budget.nodes(), analysis.nodes, "{nodes}");
    }
    // A board that has no packed form takes 692 nodes to depth 2, and many more than its 16,000 to depth 3.
    let rules = Twenty48::new(Size::new(5, 4).expect("a size"), Scoring::Standard, 0.1).expect("rules");
    let state = rules
        .parse_position("0,2,0,0,0/0,0,0,0,0/0,0,4,0,0/0,0,0,0,0")
        .expect("a position");
    let own = analyze(&mut player, &rules, &state, &Limits::default());
    assert_eq!(own, analyze(&mut player, &rules, &state, &to_depth(2)));
}

#[test]
fn each_depth_is_reported() {
    let rules = rules(Scoring::Standard, 0.1);
    let state = position("2,4,8,16/32,64,128,256/512,1024,0,2/2,8,2,2");
    let mut depths = Vec::new();
    let last = PackedExpectimax::default().analyze(&rules, &state, &to_depth(3), &mut |analysis| {
        depths.push(analysis.depth);
    });
    assert_eq!((depths.as_slice(), last.depth), ([1, 2, 3].as_slice(), 3));
}

#[test]
fn boards_without_a_packed_form_are_played() {
    for (columns, rows, text) in [
        (4, 4, "3,3,0,0/0,0,0,0/0,0,0,0/1,0,0,7"),
        (4, 4, "131072,131072,0,0/0,0,0,0/0,0,0,0/2,0,0,4"),
        (3, 2, "2,2,0/0,4,0"),
        (5, 2, "2,2,0,0,0/0,4,0,0,0"),
    ] {
        let size = Size::new(columns, rows).expect("a size");
        let rules = Twenty48::new(size, Scoring::Standard, 0.1).expect("rules");
        let state = rules
            .parse_position(&format!("{text} 0 0 0"))
            .expect("a position");
        let analysis = analyze(
            &mut PackedExpectimax::default(),
            &rules,
            &state,
            &Limits::default(),
        );
        assert_eq!(
            analysis.actions.len(),
            state.possible().into_iter().count(),
            "{text}"
        );
        assert!(analysis.depth > 1, "{text}");
    }
}

/// Two of the largest pieces do not merge; their packed stand-ins would.
#[test]
fn the_largest_pieces_are_not_merged() {
    let largest = LARGEST;
    let rules = rules(Scoring::Standard, 0.1);
    for rows in [
        format!("4,8,0,2/{largest},{largest},0,0/8,0,0,0/8,0,0,0"),
        format!("{largest},{largest},8,4/2,4,2,8/4,2,4,2/2,4,2,2"),
    ] {
        let state = position(&rows);
        let analysis = analyze(
            &mut PackedExpectimax::default(),
            &rules,
            &state,
            &Limits::default(),
        );
        assert_eq!(analysis.actions.len(), state.possible().into_iter().count());
        for judged in &analysis.actions {
            assert!(state.possible().contains(judged.action), "{rows}: {judged:?}");
        }
    }
}

/// The pieces below the gap stay as they are.
#[test]
fn pieces_beyond_a_network_are_evaluated_as_their_halves() {
    let evaluator = TrainedNetwork::shipped(Scoring::Standard).expect("memory for it");
    let rules = rules(Scoring::Standard, 0.1);
    let next: u64 = 2 << evaluator.known();
    let analysis = |highest: u64| {
        let rows = format!("{highest},{},64,2/16,32,4,2/8,2,0,0/2,0,0,0", highest / 2);
        let mut player = PackedExpectimax::new(2, u64::MAX).with_network(evaluator.clone());
        analyze(&mut player, &rules, &position(&rows), &to_depth(2))
    };
    let (beyond, known) = (analysis(next), analysis(next / 2));
    assert_eq!(beyond, known);
    assert_ne!(known, analysis(next / 4));
}

#[test]
fn a_contest_is_played_for_its_points() {
    // Two pairs that merge at once give 2 × (4 + 4) instead of 4 + 4 points.
    let state = position("2,2,2,2/0,0,0,0/0,0,0,0/0,0,0,0");
    let value = |scoring| {
        let analysis = analyze(
            &mut PackedExpectimax::default(),
            &rules(scoring, 0.1),
            &state,
            &to_depth(1),
        );
        value_of(&analysis, Direction::Left)
    };
    assert!((value(Scoring::Contest) - value(Scoring::Standard) - 8.0).abs() < 0.1);
}
