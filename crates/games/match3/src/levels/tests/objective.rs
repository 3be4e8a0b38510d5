//! What positions are worth.

use quincunx_core::{Notation, Session};
use quincunx_search::Value;

use super::super::objective::Objective;
use super::super::*;
use super::game;

/// One swap makes three of red in a row, and the special would take a column of four.
const BOARD: &str = "R1 R1 R3 R4 / V2 R3 R1 R4 / R3 R4 R2 R2 / R4 R1 R5 R3";

/// A level of 4×4 in which three of red are wanted.
const THREE_RED: &str = "columns = 4\nrows = 4\nlimit = 9\n[goals.collect]\nred = 3\n";

/// Returns a position of a level of 4×4.
fn position(rules: &LevelGame, moves: u32, step: u32, red: u32, board: &str) -> Position {
    let counts = format!("collected {red} 0 0 0 0 0; specials 0 0; shuffles 0; marked");
    let text = format!("moves {moves}; points 7; step {step}; {counts}; board {board}");
    rules
        .parse_position(&text)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn half_of_the_next_move_and_a_quarter_of_each_special_are_held_out() {
    // One of the thousand points that are wanted is worth a thousand millions, besides itself.
    let rules = game("columns = 4\nrows = 4\nlimit = 5\nmoves = [\"swap\"]\n[goals]\nscore = 1000\n");
    let held_out = |moves: u32, board: &str| {
        let state = position(&rules, moves, 0, 0, board);
        Objective::prospect_of_goals(&rules, &state) / 1_000_000_000
    };
    let three = &BOARD.replace('V', "R");
    assert_eq!(held_out(0, three), 30 / 2);
    assert_eq!(held_out(0, BOARD), 30 / 2 + 40 / 4);
    assert_eq!(held_out(5, three), 0, "no move is left");
}

#[test]
fn a_step_towards_a_large_goal_outweighs_points() {
    let text =
        "columns = 8\nrows = 8\nlimit = 900\n[goals]\nscore = 1000000000\n[goals.collect]\nred = 10000\n";
    let rules = LevelGame::new(Level::read(text).expect("a level"));
    let session = Session::new(rules, 5).expect("the board is dealt");
    let (rules, state) = (session.rules(), session.state());
    let worth = |change: fn(&mut Position)| {
        let mut after = state.clone();
        change(&mut after);
        Objective::Goals.evaluation()(rules, &after)
    };
    let [before, red, points] = [
        worth(|_| {}),
        worth(|state| state.collected[0] += 1),
        worth(|state| state.points += 1000),
    ];
    assert!(
        before < points && points < red,
        "{before}, a thousand points {points}, a red {red}"
    );
}

/// The value of all goals.
const GOALS: u64 = 1_000_000_000_000;

#[test]
fn goals_count_by_their_shares_and_a_level_reached_by_the_moves_that_are_left() {
    let rules = game("columns = 4\nrows = 4\nlimit = 9\n[goals]\nscore = 70\n[goals.collect]\nred = 3\n");
    let evaluate = Objective::Goals.evaluation();
    let begun = position(&rules, 2, 0, 1, BOARD);
    assert_eq!(evaluate(&rules, &begun), (GOALS / 3 + GOALS / 10) / 2 + 7);
    assert_eq!(
        (rules.for_goals().score)(&rules, &begun),
        evaluate(&rules, &begun)
    );
    let rules = game(THREE_RED);
    let reached = position(&rules, 2, 0, 3, BOARD);
    assert_eq!(evaluate(&rules, &reached), 2 * GOALS + 7 * GOALS / 100 + 7);
    assert_eq!(Objective::value_for_goals(GOALS as f64), Value::Goals(0.5));
    assert_eq!(Objective::value_for_goals(3.0 * GOALS as f64), Value::Goals(1.0));
}

#[test]
fn specials_are_worth_a_quarter_of_what_they_and_the_next_move_would_win_while_moves_are_left() {
    let rules = game(THREE_RED);
    let begun = position(&rules, 2, 0, 1, BOARD);
    assert_eq!(rules.specials_value(&begun), (40 + 30) / 4);
    let evaluated = Objective::Goals.evaluation()(&rules, &begun);
    assert_eq!(Objective::goals_with_specials(&rules, &begun), evaluated + 17);
    assert_eq!(
        rules.specials_value(&position(&rules, 2, 0, 3, BOARD)),
        0,
        "it is reached"
    );
    let falling = "-- R1 R3 R4 / V2 R3 R1 R4 / R3 R4 R2 R2 / R4 R1 R5 R3";
    assert!(rules.specials_value(&position(&rules, 8, 1, 0, falling)) > 0);
    assert_eq!(
        rules.specials_value(&position(&rules, 9, 1, 0, falling)),
        0,
        "it was the last move"
    );
}

#[test]
fn a_move_that_reaches_the_level_is_held_out_with_the_moves_left_after_it() {
    let rules = game(THREE_RED);
    let begun = position(&rules, 2, 0, 0, &BOARD.replace('V', "R"));
    let gain = 2 * GOALS + 6 * GOALS / 100 + 30;
    assert_eq!(Objective::prospect_of_goals(&rules, &begun), gain / 2);
}
