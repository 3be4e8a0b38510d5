//! Exact solvers: what they answer fits together and is borne out by play.

use std::collections::BTreeMap;

use quincunx_catalog::GAMES;
use quincunx_core::DynSession;
use quincunx_search::{DynExactSolver, Limits, SearchBudget, SolverSettings, Strength, Value};

use crate::{begin, for_each_game, play_on};

/// Nodes that a debug build visits within moments, and that settle some positions near the end of any game.
const ENOUGH: u64 = 50_000;

fn at_most(nodes: u64) -> SearchBudget {
    SearchBudget::start(&Limits::of_nodes(nodes))
}

/// Calls a test with the solver of each game that has one and positions near the end of random games, whose
/// exact score it finds soon; some there must be.
fn for_each_solved(mut test: impl FnMut(&mut dyn DynExactSolver, Box<dyn DynSession>, i32)) {
    let mut solved = BTreeMap::new();
    for_each_game(40, |entry, options, seed| {
        let Some(solver) = entry.solver(options, &SolverSettings::default()) else {
            return;
        };
        let mut solver = solver.expect("the options make a game");
        let mut session = begin(entry, options, seed);
        play_on(&mut *session, seed, usize::MAX);
        let back = 1 + seed as usize % 12;
        assert!(session.go_to(session.ply().saturating_sub(back)));
        let bounds = solver.solve(&*session, Strength::Strong, &mut at_most(ENOUGH));
        if let Some(score) = bounds.exact() {
            *solved.entry(entry.id()).or_insert(0) += 1;
            test(&mut *solver, session, score);
        }
    });
    for entry in GAMES.iter().filter(|entry| entry.has_solver()) {
        assert!(
            solved.get(entry.id()).is_some_and(|&count| count >= 10),
            "{solved:?}"
        );
    }
}

#[test]
fn some_game_has_a_solver() {
    assert!(GAMES.iter().any(|entry| entry.has_solver()));
    for entry in GAMES {
        assert_eq!(
            entry
                .solver(&entry.defaults(), &SolverSettings::default())
                .is_some(),
            entry.has_solver()
        );
    }
}

#[test]
fn answers_of_a_solver_fit_together() {
    for_each_solved(|solver, mut session, score| {
        let weak = solver.solve(&*session, Strength::Weak, &mut at_most(ENOUGH));
        assert_eq!(weak.outcome(), Some(score.cmp(&0)));
        assert!(weak.low <= score && score <= weak.high, "{score} in {weak:?}");

        let of_actions = solver.solve_actions(&*session, Strength::Strong, &mut at_most(10 * ENOUGH));
        assert_eq!(of_actions.len(), session.action_count());
        for (action, bounds) in of_actions.iter().enumerate() {
            assert_eq!(bounds.is_some(), session.is_legal(action), "{action}");
        }
        let known = || of_actions.iter().flatten();
        assert!(known().all(|bounds| bounds.low <= score));
        assert!(known().any(|bounds| bounds.high >= score));
        if known().all(|bounds| bounds.exact().is_some()) {
            assert_eq!(known().map(|bounds| bounds.low).max(), Some(score));
        }

        // The line of perfect play ends the game when and as the score promises.
        let Some(line) = solver.principal_variation(&*session, &mut at_most(10 * ENOUGH)) else {
            return;
        };
        let mover = session.turn().player().expect("the game goes on");
        let value = solver.value(&*session, score);
        for &action in &line {
            session.play(action).expect("perfect play is legal");
        }
        let outcome = session.turn().outcome().expect("the line goes to the end");
        assert_eq!(outcome.value_for(mover).cmp(&0), score.cmp(&0));
        match value {
            Value::Win(plies) | Value::Loss(plies) => assert_eq!(plies as usize, line.len()),
            other => assert_eq!((other, score), (Value::Draw, 0)),
        }
    });
}

#[test]
fn a_solver_that_is_stopped_is_honest() {
    for_each_solved(|_, session, score| {
        let entry = quincunx_catalog::find(session.game()).expect("it is in the list");
        for nodes in [0, 1, 30] {
            let fresh = entry
                .solver(session.options(), &SolverSettings::default())
                .expect("it has solved the position");
            let mut fresh = fresh.expect("the options make a game");
            let bounds = fresh.solve(&*session, Strength::Strong, &mut at_most(nodes));
            assert!(
                bounds.low <= score && score <= bounds.high,
                "{}: {score} in {bounds:?} after {nodes} nodes",
                session.position_text()
            );
        }
    });
}
