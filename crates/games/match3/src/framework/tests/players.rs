//! The planner.

use quincunx_core::{Game, Notation, Session, Turn};
use quincunx_search::{Limits, Player, Value};

use super::lines;
use crate::framework::{MatchThree, Planner, TokenSet};

const PLANNER: Planner = Planner { samples: 4, seed: 0 };

/// Rows and columns on a small board with tokens enough to keep cascades short.
fn rules(moves: u32) -> MatchThree {
    let tokens = TokenSet::new("ABCDEFGH").expect("eight tokens");
    MatchThree::new(4, 4, tokens, lines(), moves).expect("rules that make a game")
}

fn best(rules: &MatchThree, position: &str) -> (String, Value) {
    let state = rules.parse_position(position).expect("a position");
    let analysis = PLANNER
        .clone()
        .analyze(rules, &state, &Limits::default(), &mut |_| {});
    assert_eq!(analysis.actions.len(), 4 * 3 * 2 + 3 * 3 * 2 + 4 * 2 + 4 * 2);
    assert_eq!(analysis.principal_variation, [analysis.best()]);
    (rules.action_text(analysis.best()), analysis.actions[0].value)
}

#[test]
fn the_last_move_takes_the_most_points() {
    // One flip makes a row of four; every other move makes three at most.
    let (step, value) = best(&rules(5), "moves 1 points 7 board AABA;CDAE;EFGH;HGFE");
    assert_eq!(step, "flipDown 2,0");
    let Value::Points(points) = value else {
        panic!("{value} is not in points")
    };
    assert!(points >= 5.0, "{points}");
}

#[test]
fn a_move_that_matches_nothing_prepares_the_next() {
    // No single move makes three; two A are in place, and the third needs two steps.
    let position = "moves 2 points 0 board AABC;DEFG;HBEA;CDGF";
    let (_, value) = best(&rules(5), position);
    let Value::Points(points) = value else {
        panic!("{value} is not in points")
    };
    assert!(points >= 3.0, "{points}");
}

#[test]
fn limits_are_kept_and_every_move_is_judged_all_the_same() {
    let rules = MatchThree::default();
    let session = Session::new(rules.clone(), 1).expect("the board comes to rest");
    let within = |nodes| {
        let limits = Limits::of_nodes(nodes);
        PLANNER
            .clone()
            .analyze(&rules, session.state(), &limits, &mut |_| {})
    };
    let (few, more) = (within(3), within(50));
    assert_eq!((few.nodes, more.nodes), (4, 51));
    assert_eq!((few.actions.len(), more.actions.len()), (242, 242));
    assert_eq!(within(50), more, "the same limits give the same answer");
    let raised = Limits::default();
    raised.stop.stop();
    assert_eq!(
        PLANNER
            .clone()
            .analyze(&rules, session.state(), &raised, &mut |_| {})
            .nodes,
        1
    );
}

#[test]
fn it_plays_a_game_to_its_end() {
    let rules = rules(3);
    let mut session = Session::new(rules.clone(), 5).expect("the board comes to rest");
    while let Turn::Player(_) = session.turn() {
        let step = PLANNER
            .clone()
            .choose(&rules, session.state(), &Limits::default());
        session.play(step).expect("a legal move");
    }
    assert_eq!(
        (
            session.ply(),
            rules.legal_actions(session.state()).into_iter().len()
        ),
        (3, 0)
    );
}
