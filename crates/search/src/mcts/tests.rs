//! Monte Carlo tree search on games small enough to know the truth.

use quincunx_core::{Game, Outcome, Turn};

use super::*;
use crate::limits::StopToken;
use quincunx_core::testkit::toys::{Board, DiceGame, Die, RandomTree, SeededEvaluation, TicTacToe, TreeNode};

fn simulations(nodes: u64) -> Limits {
    Limits::of_nodes(nodes)
}

fn think<G: Game, E: Evaluate<G> + Send>(
    mut player: Mcts<E>,
    rules: &G,
    state: &G::State,
    nodes: u64,
) -> Analysis<G::Action> {
    player.analyze(rules, state, &simulations(nodes), &mut |_| {})
}

#[test]
fn a_win_is_found_and_proved() {
    // x x .
    // o o .
    // . . .
    let board = Board::after(&[0, 3, 1, 4]);
    let analysis = think(Mcts::default(), &TicTacToe, &board, 1000);
    assert_eq!(analysis.actions[0].action, 2);
    assert_eq!(analysis.actions[0].value, Value::Win(1));
    assert!(
        analysis.nodes < 1000,
        "the search ends with the proof, not after {} simulations",
        analysis.nodes
    );
}

#[test]
fn a_threat_is_met_and_the_other_actions_are_proved_to_lose() {
    // x x .
    // . o .
    // . . .
    let board = Board::after(&[0, 4, 1]);
    let analysis = think(Mcts::default(), &TicTacToe, &board, 5000);
    assert_eq!(analysis.best(), 2);
    for judged in &analysis.actions[1..] {
        assert!(matches!(judged.value, Value::LossWithin(2)), "{judged:?}");
    }
}

#[test]
fn a_draw_is_proved() {
    // x . .
    // . o .
    // . . x
    let board = Board::after(&[0, 4, 8]);
    let analysis = think(Mcts::default(), &TicTacToe, &board, 100_000);
    assert_eq!(analysis.actions[0].value, Value::Draw);
    assert_eq!(
        analysis.nodes, PROOF_OF_THE_DRAW,
        "the signature of the search; change it knowingly"
    );
}

const PROOF_OF_THE_DRAW: u64 = 317;

#[test]
fn every_proof_is_right_where_players_do_not_alternate() {
    fn truth(rules: &RandomTree, place: &TreeNode) -> i32 {
        match rules.turn(place) {
            Turn::Over(outcome) => match outcome {
                Outcome::Win(side) => 1 - 2 * side.index() as i32,
                _ => 0,
            },
            Turn::Player(side) => {
                let sign = 1 - 2 * side.index() as i32;
                let legal = rules.legal_actions(place).into_iter();
                let values = legal.map(|action| sign * truth(rules, &rules.after(place, action)));
                sign * values.max().expect("a legal action")
            }
            Turn::Chance => unreachable!("no chance here"),
        }
    }
    for seed in 0..40 {
        let rules = RandomTree {
            seed,
            height: 7,
            actions: 3,
        };
        let start = rules.initial();
        let sign = match rules.turn(&start).player() {
            Some(side) => 1 - 2 * side.index() as i32,
            None => panic!("the game begins with a player"),
        };
        let analysis = think(
            Mcts {
                evaluator: SeededEvaluation,
                playout_plies: 2,
                ..settings(seed)
            },
            &rules,
            &start,
            200_000,
        );
        let proved = match analysis.actions[0].value.without_bound() {
            Value::Win(_) => 1,
            Value::Draw => 0,
            Value::Loss(_) => -1,
            open => panic!("seed {seed} is small enough to be proved, not {open}"),
        };
        assert_eq!(proved, sign * truth(&rules, &start), "seed {seed}");
        let mut place = start;
        for &action in &analysis.principal_variation {
            let of_mover = |outcome: i32| match rules.turn(&place).player() {
                Some(side) => (1 - 2 * side.index() as i32) * outcome,
                None => panic!("the line ends with the game"),
            };
            let next = rules.after(&place, action);
            if rules.turn(&next).outcome().is_some() && of_mover(truth(&rules, &next)) < 0 {
                let legal = rules.legal_actions(&place).into_iter();
                let mut values = legal.map(|action| of_mover(truth(&rules, &rules.after(&place, action))));
                assert!(
                    values.all(|value| value < 0),
                    "seed {seed}: the loss could be avoided"
                );
            }
            place = next;
        }
    }
}

fn settings(seed: u64) -> Mcts<SeededEvaluation> {
    Mcts {
        exploration: 1.0,
        seed,
        ..settings_of(SeededEvaluation)
    }
}

#[test]
fn the_dice_are_kept_when_that_is_best() {
    let rules = DiceGame { rolls: 3 };
    for (die, best, worth) in DiceGame::SOLVED {
        let analysis = think(Mcts::default(), &rules, &die, 20_000);
        assert_eq!(analysis.best(), best, "{die:?}");
        let Value::Points(points) = analysis.actions[0].value else {
            panic!("a single-player game is worth points")
        };
        assert!((points - worth).abs() < 0.1, "{points} for {worth}");
    }
}

#[test]
fn equal_seeds_answer_alike_and_others_search_otherwise() {
    let board = Board::after(&[0]);
    let of_seed = |seed| {
        think(
            Mcts {
                seed,
                ..Mcts::default()
            },
            &TicTacToe,
            &board,
            300,
        )
    };
    assert_eq!(of_seed(7), of_seed(7));
    assert_ne!(of_seed(7), of_seed(8));
}

#[test]
fn the_tightest_limits_still_give_a_legal_action() {
    let board = TicTacToe.initial();
    let stop = StopToken::default();
    stop.stop();
    for limits in [
        simulations(0),
        simulations(1),
        Limits {
            depth: Some(0),
            nodes: Some(50),
            ..Limits::default()
        },
        Limits::until(&stop),
    ] {
        let analysis = Mcts::default().analyze(&TicTacToe, &board, &limits, &mut |_| {});
        assert_eq!(analysis.actions.len(), 9);
        assert!(analysis.nodes <= 50, "{limits:?}: {}", analysis.nodes);
        if limits.nodes != Some(50) {
            assert_eq!(analysis.nodes, 1, "{limits:?}");
        }
    }
}

#[test]
fn a_full_memory_only_stops_the_tree_from_growing() {
    let player = Mcts {
        max_positions: 12,
        ..Mcts::default()
    };
    let analysis = think(player, &TicTacToe, &Board::after(&[0, 3, 1, 4]), 200);
    assert_eq!(analysis.actions[0].value, Value::Win(1));
    let rolls = DiceGame { rolls: 3 };
    let die = Die::on_table(4, 2);
    assert_eq!(
        think(
            Mcts {
                max_positions: 3,
                ..Mcts::default()
            },
            &rolls,
            &die,
            500
        )
        .nodes,
        500
    );
}

#[test]
fn reports_come_at_every_doubling() {
    let mut reported = Vec::new();
    let rules = DiceGame { rolls: 3 };
    let die = Die::on_table(4, 2);
    Mcts::default().analyze(&rules, &die, &simulations(5000), &mut |analysis| {
        reported.push(analysis.nodes);
    });
    assert_eq!(reported, [1024, 2048, 4096]);
}

/// Promises more of an action the higher its number is, and knows nothing else.
#[derive(Clone, Copy)]
struct Later;

impl<G: Game<Action = u8>> Evaluate<G> for Later {
    fn evaluate(&self, _: &G, _: &G::State, _: quincunx_core::Side) -> f64 {
        0.0
    }

    fn priors(&self, rules: &G, state: &G::State) -> Option<Vec<f64>> {
        let legal = rules.legal_actions(state);
        Some(legal.into_iter().map(f64::from).collect())
    }
}

#[test]
fn actions_are_tried_in_the_order_of_their_promise_and_more_the_longer_it_takes() {
    let board = TicTacToe.initial();
    for (widening, tried_after) in [
        (
            1.0,
            [
                (1, 1),
                (2, 2),
                (4, 2),
                (5, 3),
                (16, 4),
                (17, 5),
                (64, 8),
                (100, 9),
            ],
        ),
        (
            2.0,
            [(1, 1), (2, 2), (4, 4), (5, 5), (6, 5), (9, 6), (16, 8), (100, 9)],
        ),
    ] {
        let player = Mcts {
            widening,
            ..settings_of(Later)
        };
        for (simulations, tried) in tried_after {
            let mut tree = Tree::new(&player, &TicTacToe, &board, u32::MAX);
            let mut budget = SearchBudget::start(&Limits::default());
            for _ in 0..simulations {
                tree.simulate(&mut budget);
            }
            let visits: Vec<u32> = tree.root_actions().iter().map(|root| root.visits).collect();
            assert_eq!(visits.iter().sum::<u32>(), simulations);
            let expected: Vec<bool> = (0..9).map(|action| action >= 9 - tried).collect();
            let is_tried: Vec<bool> = visits.iter().map(|&visits| visits > 0).collect();
            assert_eq!(
                is_tried, expected,
                "{simulations} simulations, widening {widening}: {visits:?}"
            );
        }
    }
}

#[test]
fn where_all_that_promises_loses_the_next_is_looked_at() {
    // x x .    Field 2 saves the game, and promises the least of all.
    // . o .
    // . . .
    let board = Board::after(&[0, 4, 1]);
    let analysis = think(settings_of(Later), &TicTacToe, &board, 2000);
    assert_eq!(analysis.best(), 2);
}

fn settings_of<E>(evaluator: E) -> Mcts<E> {
    Mcts {
        simulations: 1000,
        exploration: 0.5,
        widening: 1.0,
        playout_plies: 1000,
        evaluator,
        max_positions: 1 << 16,
        seed: 3,
    }
}
