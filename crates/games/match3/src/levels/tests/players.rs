//! Players, and what moves are worth.

use quincunx_core::perft::settle;
use quincunx_core::{ActionSet, Game, Notation, Random, Session};
use quincunx_search::{AgentSpec, Limits, Player, Value};

use quincunx_search::one_ply::valued;

use super::super::objective::Objective;
use super::super::*;
use super::shipped;
use crate::engine::BasicMove;
use quincunx_registry::RegisteredGame;

/// Makes the player of a specification.
fn player(spec: &str, rules: &LevelGame) -> Box<dyn Player<LevelGame>> {
    let spec: AgentSpec = spec.parse().expect("a specification");
    let kind = spec.find(LevelGame::AGENTS.iter()).expect("a player of the game");
    let parameters = spec.parameters(kind).expect("parameters it takes");
    rules.player(kind.name, &parameters)
}

/// A move with its values.
pub(super) struct MoveValues {
    pub(super) action: BasicMove,
    /// The points that it wins before anything comes in.
    pub(super) points: u64,
    /// The mean points until the board is at rest.
    expected: f64,
    /// The mean gain for the goals until then.
    goals: f64,
}

/// Evaluates every legal move of a position, in their order.
pub(super) fn evaluate_moves(
    rules: &LevelGame,
    state: &Position,
    samples: u32,
    seed: u64,
) -> Vec<MoveValues> {
    let objectives = [Objective::Points, Objective::Goals].map(Objective::evaluation);
    let valued = valued(rules, state, objectives, None, samples, seed, &Limits::default());
    let values = valued.into_iter().map(|valued| {
        let [expected, goals] = valued.gains;
        MoveValues {
            action: valued.action,
            points: valued.points,
            expected,
            goals,
        }
    });
    values.collect()
}

#[test]
fn the_worth_of_a_move_is_what_comes_of_it() {
    for found in SHIPPED {
        let rules = shipped(found.name);
        let session = Session::new(rules, 5).expect("the board is dealt");
        let (rules, state) = (session.rules(), session.state());
        let valued = evaluate_moves(rules, state, 3, 9);
        assert_eq!(valued.len(), rules.legal_actions(state).len(), "{}", found.name);
        for worth in valued {
            let mut after = state.clone();
            rules
                .play(&mut after, worth.action, &mut ())
                .expect("a legal move");
            assert_eq!(worth.points, after.points);
            assert!(
                worth.expected >= worth.points as f64,
                "what comes in takes no points away"
            );
            assert!(worth.goals >= 0.0);
        }
    }
}

#[test]
fn moves_are_listed_by_what_is_reported_of_them() {
    let session = Session::new(shipped("red-harvest"), 5).expect("the board is dealt");
    let (rules, state) = (session.rules(), session.state());
    for (spec, plays_for_goals) in [
        ("noisy", false),
        ("noisy:aim=goals", true),
        ("special-first", false),
        ("goal-first", true),
        ("expectation", true),
        ("mcts", true),
    ] {
        let analysis = player(spec, rules).analyze(rules, state, &Limits::default(), &mut |_| {});
        let values = analysis.actions.iter().map(|judged| judged.value);
        assert!(
            values
                .clone()
                .all(|value| matches!(value, Value::Goals(_)) == plays_for_goals),
            "{spec}"
        );
        // A tree search lists first what it has tried most.
        assert!(
            spec == "mcts" || values.is_sorted_by(|a, b| a.compare(*b).is_ge()),
            "{spec}"
        );
    }
}

#[test]
fn samples_are_the_same_luck_behind_every_move() {
    let session = Session::new(shipped("red-harvest"), 5).expect("the board is dealt");
    let (rules, state) = (session.rules(), session.state());
    let seed = 9 ^ quincunx_core::hash::hash_of(state);
    for worth in evaluate_moves(rules, state, 1, 9) {
        let mut after = state.clone();
        rules
            .play(&mut after, worth.action, &mut ())
            .expect("a legal move");
        settle(rules, &mut after, &mut Random::stream(seed, 0), &mut ());
        assert_eq!(worth.expected, after.points as f64);
    }
}

#[test]
fn who_plays_for_the_goals_comes_nearer_than_who_plays_anything() {
    let rules = shipped("red-harvest");
    let reds = |name: &str| -> u64 {
        let games = (0..12).map(|seed| {
            let mut player = player(name, &rules);
            let mut session = Session::new(rules.clone(), seed).expect("the board is dealt");
            while session.turn().player().is_some() && session.ply() < 8 {
                let action = player.choose(&rules, session.state(), &Limits::default());
                session.play(action).expect("a legal move");
            }
            rules.goals(session.state())[0].progress().0
        });
        games.sum()
    };
    let [random, first, expectation] = ["random", "goal-first", "expectation:samples=4"].map(reds);
    assert!(
        random * 3 < first * 2 && random * 3 < expectation * 2,
        "{random} {first} {expectation}"
    );
}

#[test]
fn skill_is_the_share_of_moves_that_are_noticed() {
    let session = Session::new(shipped("red-harvest"), 5).expect("the board is dealt");
    let (rules, state) = (session.rules(), session.state());
    let chosen = |name: &str, seed: u64| {
        player(&format!("{name},seed={seed}"), rules).choose(rules, state, &Limits::default())
    };
    let worths = evaluate_moves(rules, state, 0, 0);
    let most = worths.iter().map(|worth| worth.points).max().expect("a move");
    let points = |action| {
        let worth = worths.iter().find(|worth| worth.action == action);
        worth.expect("a legal move").points
    };
    let is_best = |skill: &str| {
        (0..40)
            .filter(|&seed| points(chosen(skill, seed)) == most)
            .count()
    };
    assert_eq!(is_best("noisy:skill=1"), 40);
    let sometimes = is_best("noisy:skill=0.5");
    assert!((5..40).contains(&sometimes), "{sometimes} of 40");
    for seed in 0..5 {
        let mut random = quincunx_search::RandomPlayer { seed };
        let anything = random.choose(rules, state, &Limits::default());
        assert_eq!(chosen("noisy:skill=0", seed), anything);
    }
}

#[test]
fn what_is_in_store_counts_a_quarter() {
    let rules = super::game("columns = 4\nrows = 4\nlimit = 5\nmoves = [\"swap\"]\n[goals]\nscore = 1000\n");
    let store = |moves: u32, board: &str| {
        let text = format!(
            "moves {moves}; points 0; step 0; collected 0 0 0 0 0 0; specials 0 0; shuffles 0; marked; board {board}"
        );
        rules.specials_value(&rules.parse_position(&text).expect("a position"))
    };
    // One swap makes three in a row, and the column that a special would take is of four.
    let (three, and_special) = (
        "R1 R1 R3 R4 / R2 R3 R1 R4 / R3 R4 R2 R2 / R4 R1 R5 R3",
        "R1 R1 R3 R4 / V2 R3 R1 R4 / R3 R4 R2 R2 / R4 R1 R5 R3",
    );
    assert_eq!(store(0, three), 30 / 4);
    assert_eq!(store(0, and_special), (30 + 40) / 4);
    assert_eq!(store(5, three), 0, "no move is left");
}

#[test]
fn half_of_the_way_is_that_all_goals_are_reached() {
    for (limit, collected, wanted, gone) in [
        (60, 0, 6, 0.25),
        (60, 0, 10_000, 0.000_15),
        (1, 3, 6, 0.75),
        (1, 0, 3, 1.0),
        // So many moves are left over.
        (60, 0, 3, 1.0),
    ] {
        let rules = super::game(&format!(
            "columns = 4\nrows = 4\nlimit = {limit}\nmoves = [\"swap\"]\n[goals.collect]\nred = {wanted}\n"
        ));
        // One swap makes three reds in a row, and no other is legal.
        let board = "R1 R1 R3 R4 / R2 R3 R1 R4 / R3 R4 R2 R2 / R4 R1 R5 R3";
        let text = format!(
            "moves 0; points 0; step 0; collected {collected} 0 0 0 0 0; specials 0 0; shuffles 0; marked; board {board}"
        );
        let state = rules.parse_position(&text).expect("a position");
        for spec in ["noisy:aim=goals", "goal-first", "expectation:samples=0"] {
            let analysis = player(spec, &rules).analyze(&rules, &state, &Limits::default(), &mut |_| {});
            let Value::Goals(share) = analysis.actions[0].value else {
                panic!("{spec} plays for goals");
            };
            assert!(
                (share - gone).abs() < 1e-6 && share <= 1.0,
                "{spec}: {share} for {gone}"
            );
        }
    }
}

#[test]
fn who_notices_all_moves_and_plays_for_the_goals_does_the_most_for_them() {
    for found in SHIPPED {
        let session = Session::new(shipped(found.name), 5).expect("the board is dealt");
        let (rules, state) = (session.rules(), session.state());
        let chosen = player("noisy:skill=1,aim=goals", rules).choose(rules, state, &Limits::default());
        let worths = evaluate_moves(rules, state, 0, 0);
        let of_chosen = worths.iter().find(|worth| worth.action == chosen);
        let of_chosen = of_chosen.expect("a legal move").goals;
        assert!(
            worths.iter().all(|worth| worth.goals <= of_chosen),
            "{}",
            found.name
        );
    }
}

#[test]
fn who_weighs_what_may_come_in_sees_what_the_next_move_would_do() {
    let wins = |spec: &str| {
        let rules = shipped("turning-squares");
        let games = (0..24).filter(|&seed| {
            let mut player = player(spec, &rules);
            let mut session = Session::new(rules.clone(), seed).expect("the board is dealt");
            while session.turn().player().is_some() {
                let action = player.choose(&rules, session.state(), &Limits::default());
                session.play(action).expect("a legal move");
            }
            rules.is_reached(session.state())
        });
        games.count()
    };
    let [first, expectation] = ["greedy:samples=0", "expectation:samples=4"].map(wins);
    assert!(first < 18 && expectation >= 21, "{first} {expectation}");
}
