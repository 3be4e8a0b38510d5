//! Search with an evaluator on games small enough to know the truth.

use quincunx_core::Turn;
use quincunx_core::testkit::toys::{Board, DiceGame, Die, TicTacToe};

use super::*;
use crate::limits::Limits;

/// Has no opinion, and counts what it is asked.
#[derive(Default)]
struct Uniform {
    batches: Vec<usize>,
}

impl<G: Game> BatchEvaluator<G> for Uniform {
    fn evaluate(&mut self, rules: &G, leaves: &mut [Leaf<G>]) {
        for leaf in leaves.iter() {
            assert_eq!(rules.turn(&leaf.state), Turn::Player(leaf.side));
            assert!(leaf.actions.is_sorted() && leaf.actions.len() == leaf.logits.len());
        }
        self.batches.push(leaves.len());
    }
}

fn settings(simulations: u32, batch: usize) -> Settings {
    Settings {
        simulations,
        batch,
        ..Settings::default()
    }
}

fn find<G: Game>(settings: &Settings, rules: &G, state: &G::State) -> SearchResult<G::Action> {
    let found = search(
        settings,
        rules,
        &[(state, 0)],
        &mut Uniform::default(),
        &Limits::default(),
    );
    found.into_iter().next().expect("one for each position")
}

fn best<A: Copy>(found: &SearchResult<A>) -> A {
    found.choose(0.0, &mut Random::new(0))
}

#[test]
fn wins_are_found_and_threats_are_met_whatever_the_batch() {
    for batch in [1, 7, 64] {
        // x x .      x x .
        // o o .      . o .
        // . . .      . . .
        let win = find(&settings(400, batch), &TicTacToe, &Board::after(&[0, 3, 1, 4]));
        assert_eq!(best(&win), 2, "batch {batch}");
        assert!(win.value > 0.8, "batch {batch}: {}", win.value);
        let threat = find(&settings(400, batch), &TicTacToe, &Board::after(&[0, 4, 1]));
        assert_eq!(best(&threat), 2, "batch {batch}");
        assert_eq!(threat.principal_variation[0], 2);
        // Perfect play draws.
        let draw = find(&settings(20_000, batch), &TicTacToe, &TicTacToe.initial());
        assert!(draw.value.abs() < 0.1, "batch {batch}: {}", draw.value);
    }
}

#[test]
fn every_simulation_is_counted_once() {
    for (simulations, batch) in [(1, 64), (2, 1), (100, 64), (777, 8)] {
        let found = find(&settings(simulations, batch), &TicTacToe, &TicTacToe.initial());
        assert_eq!(found.simulations, simulations);
        // The first simulation is that of the position itself.
        let visits: u32 = found.actions.iter().map(|found| found.visits).sum();
        assert_eq!(visits, simulations - 1);
    }
}

#[test]
fn batches_fill_and_never_hold_more() {
    let mut evaluator = Uniform::default();
    let start = TicTacToe.initial();
    search(
        &settings(2000, 32),
        &TicTacToe,
        &[(&start, 0)],
        &mut evaluator,
        &Limits::default(),
    );
    assert!(evaluator.batches.iter().all(|&size| (1..=32).contains(&size)));
    assert!(
        evaluator.batches.iter().filter(|&&size| size == 32).count() > 20,
        "{:?}",
        evaluator.batches
    );
}

#[test]
fn many_positions_share_batches_and_find_what_each_finds_alone() {
    let boards: Vec<Board> = [&[0, 3, 1, 4][..], &[0, 4, 1], &[4], &[], &[8, 4]]
        .map(Board::after)
        .to_vec();
    let starts: Vec<(&Board, u64)> = boards.iter().map(|board| (board, 5)).collect();
    // One leaf a batch for each position: no simulation waits for another.
    let mut evaluator = Uniform::default();
    let together = search(
        &settings(300, 5),
        &TicTacToe,
        &starts,
        &mut evaluator,
        &Limits::default(),
    );
    let alone = boards
        .iter()
        .map(|board| find(&settings(300, 1), &TicTacToe, board));
    assert_eq!(together, alone.collect::<Vec<_>>());
    assert!(evaluator.batches.iter().all(|&size| size <= 5));
    // A batch that is too small for all of them changes nothing.
    let in_turn = search(
        &settings(300, 1),
        &TicTacToe,
        &starts,
        &mut Uniform::default(),
        &Limits::default(),
    );
    assert_eq!(together, in_turn);
}

#[test]
fn the_best_choice_with_dice_is_found() {
    let rules = DiceGame { rolls: 3 };
    for (die, best_action, value) in DiceGame::SOLVED {
        for batch in [1, 64] {
            let found = find(&settings(20_000, batch), &rules, &die);
            assert_eq!(best(&found), best_action, "{die:?}, batch {batch}");
            assert!(
                (found.value - value).abs() < 0.15,
                "{die:?}: {} for {value}",
                found.value
            );
        }
    }
}

#[test]
fn equal_seeds_give_equal_answers_and_noise_differs_by_seed() {
    let noise = Some(Noise {
        share: 0.25,
        concentration: Some(1.0),
    });
    let noisy = Settings {
        noise,
        ..settings(200, 16)
    };
    let start = TicTacToe.initial();
    let found = |own_seed| {
        let starts = [(&start, own_seed)];
        let found = search(
            &noisy,
            &TicTacToe,
            &starts,
            &mut Uniform::default(),
            &Limits::default(),
        );
        found.into_iter().next().expect("one position")
    };
    assert_eq!(found(1), found(1));
    assert_ne!(found(1), found(2));
    let priors: f32 = found(1).actions.iter().map(|found| found.prior).sum();
    assert!((priors - 1.0).abs() < 1e-5);
}

#[test]
fn priors_are_those_of_the_logits() {
    struct Last;
    impl BatchEvaluator<TicTacToe> for Last {
        fn evaluate(&mut self, _: &TicTacToe, leaves: &mut [Leaf<TicTacToe>]) {
            for leaf in leaves {
                *leaf.logits.last_mut().expect("an action") = 3.0_f32.ln();
            }
        }
    }
    let board = Board::after(&[0, 1, 2, 4, 3, 5, 7]);
    let found = search(
        &settings(1, 1),
        &TicTacToe,
        &[(&board, 0)],
        &mut Last,
        &Limits::default(),
    );
    let priors: Vec<f32> = found[0].actions.iter().map(|found| found.prior).collect();
    assert!(
        (priors[0] - 0.25).abs() < 1e-6 && (priors[1] - 0.75).abs() < 1e-6,
        "{priors:?}"
    );
}

#[test]
fn little_memory_and_a_stop_still_give_an_answer() {
    let small = Settings {
        max_positions: 1,
        ..settings(500, 16)
    };
    assert_eq!(
        find(&small, &TicTacToe, &Board::after(&[0, 3, 1, 4])).simulations,
        500
    );
    let die = Die::on_table(4, 2);
    assert_eq!(find(&small, &DiceGame { rolls: 3 }, &die).simulations, 500);
    let limits = Limits::default();
    limits.stop.stop();
    let start = TicTacToe.initial();
    let found = search(
        &settings(1000, 4),
        &TicTacToe,
        &[(&start, 0)],
        &mut Uniform::default(),
        &limits,
    );
    assert!(found[0].simulations < 10);
    assert_eq!(found[0].actions.len(), 9);
}

#[test]
fn temperature_draws_in_proportion_to_visits() {
    let action = |action, visits, value| ActionStats {
        action,
        visits,
        prior: 0.25,
        value,
    };
    let found = SearchResult {
        actions: vec![
            action(0, 10, 0.0),
            action(1, 0, 0.0),
            action(2, 30, 0.1),
            action(3, 30, 0.2),
        ],
        value: 0.0,
        principal_variation: vec![3],
        simulations: 71,
    };
    let mut random = Random::new(7);
    assert_eq!(
        found.choose(0.0, &mut random),
        3,
        "of equally visited ones that of the greater value"
    );
    let mut share = |temperature: f64, action: u8| {
        let drawn = (0..10_000).filter(|_| found.choose(temperature, &mut random) == action);
        drawn.count() as f64 / 10_000.0
    };
    assert!((share(1.0, 0) - 1.0 / 7.0).abs() < 0.02);
    assert!((share(0.5, 0) - 1.0 / 19.0).abs() < 0.02);
    assert!(share(1.0, 1) == 0.0);
    assert!(share(0.01, 0) == 0.0, "powers beyond all numbers");
}
