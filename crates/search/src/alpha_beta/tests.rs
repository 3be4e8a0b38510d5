//! Alpha-beta search against plain negamax.

use quincunx_core::{Game, Outcome, Side, Turn};

use super::*;
use crate::analysis::Value;
use crate::limits::StopToken;
use crate::player::ZeroEvaluation;
use quincunx_core::testkit::toys::{Board, RandomTree, SeededEvaluation, TicTacToe, TreeNode};

fn to_depth(depth: u32) -> Limits {
    Limits::of_depth(depth)
}

/// The value of the position after an action, by brute force, as `side` sees it: a rank in which later losses
/// and sooner wins are better.
fn plain<G: Game<Chance = Infallible>, E: Evaluate<G>>(
    rules: &G,
    judge: &E,
    state: &G::State,
    side: Side,
    depth: u32,
) -> Value {
    match rules.turn(state) {
        Turn::Over(Outcome::Win(winner)) if winner == side => Value::Win(1),
        Turn::Over(Outcome::Win(_)) => Value::Loss(1),
        Turn::Over(_) => Value::Draw,
        Turn::Chance => unreachable!("no chance here"),
        Turn::Player(next) if depth == 0 => {
            let estimate = judge.evaluate(rules, state, next);
            Value::Estimate(if next == side { estimate } else { -estimate })
        }
        Turn::Player(next) => {
            let legal = rules.legal_actions(state).into_iter();
            let values =
                legal.map(|action| plain(rules, judge, &rules.after(state, action), next, depth - 1));
            let best = values.max_by(|a, b| a.compare(*b)).expect("a legal action");
            match best {
                Value::Win(plies) if next == side => Value::Win(plies + 1),
                Value::Win(plies) => Value::Loss(plies + 1),
                Value::Loss(plies) if next == side => Value::Loss(plies + 1),
                Value::Loss(plies) => Value::Win(plies + 1),
                Value::Estimate(value) if next != side => Value::Estimate(-value),
                other => other,
            }
        }
    }
}

/// Asserts that both values are the same; where one is a draw that was not proved the other may be an even
/// estimate.
fn assert_same(found: Value, truth: Value, context: &str) {
    let worth = |value| match value {
        Value::Draw => Value::Estimate(0.0),
        other => other,
    };
    match (worth(found), worth(truth)) {
        (Value::Estimate(a), Value::Estimate(b)) => {
            assert!((a - b).abs() < 1e-5, "{found} for {truth}: {context}");
        }
        (a, b) => assert_eq!(a, b, "{context}"),
    }
}

#[test]
fn every_action_has_the_value_of_plain_negamax_at_every_depth() {
    for seed in 0..60 {
        let rules = RandomTree {
            seed,
            height: 8,
            actions: 4,
        };
        let start = rules.initial();
        let side = rules.turn(&start).player().expect("it begins with a player");
        for depth in 1..=9 {
            let mut player = AlphaBeta::new(SeededEvaluation, 1).with_table(1 << 8);
            let analysis = player.analyze(&rules, &start, &to_depth(depth), &mut |_| {});
            for judged in &analysis.actions {
                let after = rules.after(&start, judged.action);
                // The search may have ended sooner, with proofs.
                let truth = plain(&rules, &SeededEvaluation, &after, side, depth - 1);
                let context = format!("seed {seed}, depth {depth}, action {}", judged.action);
                assert_same(judged.value, truth, &context);
            }
            let best = player.choose(&rules, &start, &to_depth(depth));
            assert_eq!(
                best,
                analysis.best(),
                "seed {seed}, depth {depth}: chosen as analyzed"
            );
        }
    }
}

#[test]
fn noughts_and_crosses_is_right_in_every_position() {
    fn check(
        board: &Board,
        player: &mut AlphaBeta<TicTacToe, ZeroEvaluation>,
        seen: &mut std::collections::HashSet<Board>,
    ) {
        let Turn::Player(side) = TicTacToe.turn(board) else {
            return;
        };
        if !seen.insert(*board) {
            return;
        }
        let analysis = player.analyze(&TicTacToe, board, &to_depth(9), &mut |_| {});
        for judged in &analysis.actions {
            let after = TicTacToe.after(board, judged.action);
            assert_eq!(
                judged.value,
                plain(&TicTacToe, &ZeroEvaluation, &after, side, 9),
                "{board:?}"
            );
            check(&after, player, seen);
        }
    }
    let mut seen = std::collections::HashSet::new();
    // Each position of six stones and more costs plain negamax little; those above are reached through them.
    check(
        &Board::after(&[0, 4, 8]),
        &mut AlphaBeta::new(ZeroEvaluation, 9).with_table(1 << 10),
        &mut seen,
    );
    assert_eq!(seen.len(), POSITIONS_BEHIND_THE_OPENING);
}

const POSITIONS_BEHIND_THE_OPENING: usize = 153;

#[test]
fn node_counts_of_fixed_searches_are_the_signature() {
    let mut player = AlphaBeta::new(ZeroEvaluation, 9);
    let analysis = player.analyze(&TicTacToe, &TicTacToe.initial(), &to_depth(9), &mut |_| {});
    assert_eq!(analysis.actions[0].value, Value::Draw);
    let rules = RandomTree {
        seed: 15,
        height: 30,
        actions: 5,
    };
    let mut other = AlphaBeta::new(SeededEvaluation, 12);
    let thicket = other.analyze(&rules, &rules.initial(), &to_depth(12), &mut |_| {});
    assert_eq!(
        (analysis.nodes, thicket.nodes),
        SIGNATURE,
        "the search has changed; change this knowingly"
    );
}

const SIGNATURE: (u64, u64) = (12_658, 1340);

#[test]
fn the_principal_variation_can_be_played_to_its_end() {
    let mut player = AlphaBeta::new(ZeroEvaluation, 9);
    // x x .
    // . o .
    // . . .
    let board = Board::after(&[0, 4, 1]);
    let analysis = player.analyze(&TicTacToe, &board, &to_depth(9), &mut |_| {});
    assert_eq!(analysis.best(), 2, "the threat is met");
    assert_eq!(analysis.principal_variation[0], 2);
    let mut state = board;
    for &action in &analysis.principal_variation {
        TicTacToe.play(&mut state, action, &mut ()).expect("a legal line");
    }
    assert!(analysis.principal_variation.len() > 2);
    for judged in &analysis.actions[1..] {
        assert_eq!(judged.value, Value::Loss(2));
    }
}

#[test]
fn the_tightest_limits_still_see_a_win_in_one() {
    // x x .
    // o o .
    // . . .
    let board = Board::after(&[0, 3, 1, 4]);
    let stop = StopToken::default();
    stop.stop();
    for limits in [Limits::of_nodes(1), Limits::until(&stop), to_depth(0)] {
        let mut player = AlphaBeta::new(ZeroEvaluation, 9);
        let analysis = player.analyze(&TicTacToe, &board, &limits, &mut |_| {});
        assert_eq!(analysis.actions[0].value, Value::Win(1));
        assert_eq!(analysis.best(), 2);
        assert_eq!((analysis.depth, analysis.nodes), (1, 5), "{limits:?}");
        assert_eq!(player.choose(&TicTacToe, &board, &limits), 2);
    }
}

#[test]
fn searches_are_independent_and_deep_games_are_cut_off() {
    let rules = RandomTree {
        seed: 1,
        height: 255,
        actions: 2,
    };
    let limits = Limits::of_nodes(20_000);
    let place = TreeNode { ply: 1, number: 3 };
    let mut player = AlphaBeta::new(SeededEvaluation, 6).with_table(1 << 12);
    let first = player.analyze(&rules, &place, &limits, &mut |_| {});
    player.analyze(&rules, &rules.initial(), &limits, &mut |_| {});
    assert_eq!(player.analyze(&rules, &place, &limits, &mut |_| {}), first);
    assert!(first.nodes <= 20_001);
}

#[test]
fn every_iteration_is_reported() {
    let mut depths = Vec::new();
    let rules = RandomTree {
        seed: 1,
        height: 30,
        actions: 4,
    };
    AlphaBeta::new(SeededEvaluation, 5).analyze(
        &rules,
        &rules.initial(),
        &Limits::default(),
        &mut |analysis| {
            depths.push(analysis.depth);
        },
    );
    assert_eq!(depths, [1, 2, 3, 4, 5]);
}
