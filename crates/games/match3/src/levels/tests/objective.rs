//! What positions are worth.

use quincunx_core::{Notation, Session};
use quincunx_search::Value;

use super::super::objective::Objective;
use super::super::*;
use super::game;

#[test]
fn half_of_the_next_move_and_a_quarter_of_each_special_are_held_out() {
    // One of the thousand points that are wanted is worth a thousand millions, besides itself.
    let rules = game("columns = 4\nrows = 4\nlimit = 5\nmoves = [\"swap\"]\n[goals]\nscore = 1000\n");
    let held_out = |moves: u32, board: &str| {
        let text = format!(
            "moves {moves}; points 0; step 0; collected 0 0 0 0 0 0; specials 0 0; shuffles 0; marked; board {board}"
        );
        let state = rules.parse_position(&text).expect("a position");
        Objective::prospect_of_goals(&rules, &state) / 1_000_000_000
    };
    // One swap makes three in a row, and the column that a special would take is of four.
    let (three, and_special) = (
        "R1 R1 R3 R4 / R2 R3 R1 R4 / R3 R4 R2 R2 / R4 R1 R5 R3",
        "R1 R1 R3 R4 / V2 R3 R1 R4 / R3 R4 R2 R2 / R4 R1 R5 R3",
    );
    assert_eq!(held_out(0, three), 30 / 2);
    assert_eq!(held_out(0, and_special), 30 / 2 + 40 / 4);
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

#[test]
fn a_level_reached_is_worth_its_goals_twice_and_moves_that_are_left() {
    let rules = game("columns = 4\nrows = 4\nlimit = 9\n[goals.collect]\nred = 3\n");
    let worth = |moves: u32, red: u32, phase: &str| {
        let board = "R1 R1 R3 R4 / V2 R3 R1 R4 / R3 R4 R2 R2 / R4 R1 R5 R3";
        let text = format!(
            "moves {moves}; points 7; step 0; collected {red} 0 0 0 0 0; specials 0 0; shuffles 0; marked; board {board}"
        );
        let state = rules
            .parse_position(&text)
            .unwrap_or_else(|error| panic!("{phase}: {error}"));
        (
            Objective::Goals.evaluation()(&rules, &state),
            Objective::goals_with_specials(&rules, &state),
            rules.specials_value(&state),
        )
    };
    let goals = 1_000_000_000_000;
    let (evaluated, with_specials, specials) = worth(2, 1, "one of three");
    assert_eq!(evaluated, goals / 3 + 7);
    assert!(specials > 0, "a special is on the board");
    assert_eq!(with_specials, evaluated + specials);
    assert_eq!(worth(2, 3, "reached").0, 2 * goals + 7 * goals / 100 + 7);
    let share = |gain: f64| Objective::value_for_goals(gain);
    assert_eq!(share(1e12), Value::Goals(0.5));
    assert_eq!(share(3e12), Value::Goals(1.0));
}
