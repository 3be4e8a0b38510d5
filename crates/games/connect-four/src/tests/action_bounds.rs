//! Bounds of actions, narrowed by the exact solver of Connect Four.

use quincunx_core::Game;
use quincunx_search::action_bounds::ActionBounds;
use quincunx_search::{Bounds, Limits, SearchBudget, Strength};

use crate::solver::Solver;
use crate::{Column, ConnectFour};

const OPEN: Bounds = Bounds { low: -5, high: 5 };

#[test]
fn a_proved_action_bounds_all() {
    let rules = ConnectFour::default();
    let state = rules.initial();
    let mut bounds = ActionBounds::new(&rules, &state, vec![Some(OPEN); 7]);
    assert!(!bounds.secures_outcome());
    bounds.note(Column(3), Bounds { low: 0, high: 5 });
    assert_eq!(bounds.position(), Bounds { low: 0, high: 5 });
    assert!(!bounds.secures_outcome(), "another one may win");
    bounds.note_position(Bounds { low: -5, high: 0 });
    assert!(bounds.secures_outcome());
    assert_eq!(bounds.action(3), Some(Bounds::exactly(0)));
    assert_eq!(bounds.action(0), Some(Bounds { low: -5, high: 0 }));
    assert!(!bounds.are_settled(Strength::Weak));
}

#[test]
fn the_best_action_is_the_score_of_the_position() {
    let rules = ConnectFour::default();
    let state = rules.initial();
    let mut bounds = ActionBounds::new(&rules, &state, vec![Some(OPEN); 7]);
    for column in 0..7 {
        assert_eq!(bounds.position().high, 5);
        bounds.note(Column(column), Bounds { low: -4, high: -2 });
    }
    assert_eq!(bounds.position(), Bounds { low: -4, high: -2 });
    assert!(bounds.secures_outcome(), "nothing is left to be kept");
    assert!(bounds.are_settled(Strength::Weak) && !bounds.are_settled(Strength::Strong));
}

#[test]
fn a_budget_limits_all_searches_together() {
    // Without a book no column of the empty board can be proved in so few.
    let rules = ConnectFour::default();
    let mut solver = Solver::new(rules).without_book();
    let state = rules.initial();
    let limits = Limits::of_nodes(5_000);
    let mut budget = SearchBudget::start(&limits);
    let mut bounds = ActionBounds::of_no_search(&rules, &state, &mut solver, &budget);
    bounds.solve(&mut solver, Strength::Strong, &mut budget);
    assert!(budget.is_spent() && budget.nodes() <= 5_000, "{}", budget.nodes());
    assert_eq!(bounds.actions().iter().flatten().count(), 7);
}
