//! Bounds of actions, narrowed by the exact solver of Connect Four.

use quincunx_core::Game;
use quincunx_search::action_bounds::ActionBounds;
use quincunx_search::exact::{Bounds, Strength};
use quincunx_search::{Limits, SearchBudget};

use crate::solver::Solver;
use crate::{Column, ConnectFour};

const OPEN: Bounds = Bounds { low: -5, high: 5 };

#[test]
fn what_is_proved_of_one_bounds_all() {
    let rules = ConnectFour::default();
    let state = rules.initial();
    let mut findings = ActionBounds::new(&rules, &state, vec![Some(OPEN); 7]);
    assert!(!findings.keep_the_outcome());
    findings.note(Column(3), Bounds { low: 0, high: 5 });
    assert_eq!(findings.position(), Bounds { low: 0, high: 5 });
    assert!(!findings.keep_the_outcome(), "another one may win");
    findings.note_position(Bounds { low: -5, high: 0 });
    assert!(findings.keep_the_outcome());
    assert_eq!(findings.action(3), Some(Bounds::exactly(0)));
    assert_eq!(findings.action(0), Some(Bounds { low: -5, high: 0 }));
    assert!(!findings.are_settled(Strength::Weak));
}

#[test]
fn the_best_of_the_actions_is_what_the_position_is_worth() {
    let rules = ConnectFour::default();
    let state = rules.initial();
    let mut findings = ActionBounds::new(&rules, &state, vec![Some(OPEN); 7]);
    for column in 0..7 {
        assert_eq!(findings.position().high, 5);
        findings.note(Column(column), Bounds { low: -4, high: -2 });
    }
    assert_eq!(findings.position(), Bounds { low: -4, high: -2 });
    assert!(findings.keep_the_outcome(), "nothing is left to be kept");
    assert!(findings.are_settled(Strength::Weak) && !findings.are_settled(Strength::Strong));
}

#[test]
fn a_meter_bounds_all_questions_together() {
    // Without a book no column of the empty board can be proved in so few.
    let rules = ConnectFour::default();
    let mut solver = Solver::new(rules).without_book();
    let state = rules.initial();
    let limits = Limits {
        nodes: Some(5_000),
        ..Limits::default()
    };
    let mut budget = SearchBudget::start(&limits);
    let mut findings = ActionBounds::of_no_search(&rules, &state, &mut solver, &budget);
    findings.solve(&mut solver, Strength::Strong, &mut budget);
    assert!(budget.is_spent() && budget.nodes() <= 5_000, "{}", budget.nodes());
    assert_eq!(findings.actions().iter().flatten().count(), 7);
}
