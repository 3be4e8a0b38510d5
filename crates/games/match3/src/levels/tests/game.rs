//! The game: its contract, boards with holes, goals, and the two ways in which its cascades are carried out.

use std::path::Path;

use proptest::prelude::*;
use quincunx_core::perft::settle;
use quincunx_core::testkit::{Effort, check_game, check_golden, check_perft, playthrough};
use quincunx_core::{
    ActionSet, EffectSteps, Game, Notation, Outcome, Random, RandomSource, Seed, Session, Turn, Visual,
};

use super::super::*;
use super::players::evaluate_moves;
use super::{game, shipped};
use crate::engine::{Colour, Element, Letter};

#[test]
fn the_contract_holds_on_every_shipped_level() {
    for found in SHIPPED {
        check_game(&shipped(found.name), Effort { games: 2, plies: 12 });
    }
}

#[test]
fn paths_are_counted() {
    check_perft(&shipped("first-steps"), include_str!("../perft.txt"));
}

#[test]
fn the_golden_playthrough_is_unchanged() {
    let games = ["hourglass", "clearance", "carousel"].map(shipped);
    let text = games.map(|rules| playthrough(&rules, 7, 5)).join("\n");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/levels");
    check_golden(folder.join("playthrough.txt"), &text);
}

/// Begins a game at a position.
fn at(rules: &LevelGame, text: &str) -> Position {
    rules
        .parse_position(text)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn play(rules: &LevelGame, state: &mut Position, step: &str) {
    let step = rules.parse_action(step).expect("a move");
    rules.play(state, step, &mut ()).expect("a legal move");
}

fn board_of(rules: &LevelGame, state: &Position) -> String {
    let text = rules.position_text(state);
    text.split_once("; board ").expect("it has a board").1.to_owned()
}

const COUNTS: &str = "step 0; collected 0 0 0 0 0 0; specials 0 0; shuffles 0";

#[test]
fn elements_fall_past_holes_and_come_in_above() {
    let rules =
        game("limit = 3\nfields = \"\"\"\n...\n.#.\n.#.\n...\n...\n\"\"\"\n[goals]\ncollect = { red = 3 }\n");
    let mut state = at(
        &rules,
        &format!(
            "moves 0; points 0; {COUNTS}; marked; board R2 R3 R4 / R5 -- R6 / R3 -- R2 / R4 R1 R5 / R1 R2 R1"
        ),
    );
    play(&rules, &mut state, "flipDown 1,3");
    assert_eq!(
        board_of(&rules, &state),
        "-- -- -- / R2 -- R4 / R5 -- R6 / R3 R3 R2 / R4 R2 R5"
    );
    assert_eq!((state.points, state.collected[Colour::Red as usize]), (30, 3));
    assert_eq!(
        rules.turn(&state),
        Turn::Chance,
        "what is reached ends at rest only"
    );
    let chance = rules.parse_chance("R1 R4 R1").expect("elements");
    assert!(rules.is_possible(&state, &chance));
    assert!(!rules.is_possible(&state, &rules.parse_chance("R1 R4").expect("elements")));
    rules.resolve_chance(&mut state, &chance, &mut ());
    let over = Outcome::Goals {
        reached: true,
        points: 30,
    };
    assert_eq!(rules.turn(&state), Turn::Over(over));
}

#[test]
fn no_move_touches_a_hole_or_an_empty_field() {
    let rules = game(
        "limit = 9\nrefill = false\nmoves = [\"flipRight\", \"flipDown\", \"rotateSquareClockwise\", \"rotateColumnDown\", \"rotateRowRight\"]\n\
         fields = \"\"\"\n...\n.#.\n...\n\"\"\"\n[goals]\nscore = 300\n",
    );
    let state = at(
        &rules,
        &format!("moves 0; points 0; {COUNTS}; marked; board -- R2 R3 / R4 -- R5 / R6 R1 R2"),
    );
    let legal: Vec<String> = rules
        .legal_actions(&state)
        .into_iter()
        .map(|step| rules.action_text(step))
        .collect();
    assert_eq!(
        legal,
        [
            "flipRight 0,2",
            "flipRight 1,0",
            "flipRight 1,2",
            "flipDown 0,1",
            "flipDown 2,0",
            "flipDown 2,1",
            "rotateColumnDown 2",
            "reverse rotateColumnDown 2",
            "rotateRowRight 2",
            "reverse rotateRowRight 2"
        ]
    );
}

#[test]
fn marked_fields_are_cleared_by_what_goes_on_them() {
    let rules =
        game("limit = 3\nrefill = false\nfields = \"\"\"\n....\n*..*\n....\n\"\"\"\n[goals]\nclear = true\n");
    let counts = |state: &Position| {
        let view = rules.view(state);
        (
            view.marked.len(),
            view.counters[2].name.clone().into_owned(),
            view.counters[2].value,
        )
    };
    let mut state = at(
        &rules,
        &format!(
            "moves 0; points 0; {COUNTS}; marked 0,1 3,1; board R1 R2 R1 R3 / R4 R1 R2 R4 / R5 R6 R5 R6"
        ),
    );
    assert_eq!(counts(&state), (2, "fields to clear".to_owned(), 2));
    play(&rules, &mut state, "flipDown 1,0");
    assert_eq!(
        counts(&state),
        (2, "fields to clear".to_owned(), 2),
        "the first row is not marked"
    );
    let mut state = at(
        &rules,
        &format!(
            "moves 0; points 0; {COUNTS}; marked 0,1 3,1; board R4 R1 R2 R4 / R1 R2 R1 R3 / R5 R6 R5 R6"
        ),
    );
    play(&rules, &mut state, "flipDown 1,0");
    assert_eq!(counts(&state), (1, "fields to clear".to_owned(), 1));
}

#[test]
fn a_level_ends_when_the_moves_are_used_up_or_none_is_left() {
    let text = "limit = 1\nrefill = false\ncolumns = 4\nrows = 3\n[goals]\nscore = 300\n";
    let board = "R1 R2 R1 R3 / R4 R1 R2 R4 / R5 R6 R5 R6";
    let start = format!("moves 0; points 0; {COUNTS}; marked; board {board}");
    let missed = |points| {
        Turn::Over(Outcome::Goals {
            reached: false,
            points,
        })
    };
    let rules = game(text);
    let mut state = at(&rules, &start);
    play(&rules, &mut state, "flipDown 1,0");
    assert_eq!(rules.turn(&state), missed(30));
    assert!(!rules.position_text(&state).contains("stuck"));
    for (stuck, ends) in [("stuck = \"end\"\n", true), ("", false)] {
        let rules = game(&format!("{stuck}{}", text.replace("limit = 1", "limit = 9")));
        let mut state = at(&rules, &start);
        play(&rules, &mut state, "flipDown 1,0");
        if !ends {
            assert_eq!(rules.turn(&state), Turn::Chance);
            let chance = rules.sample_chance(&state, &mut Random::new(1));
            assert!(rules.is_possible(&state, &chance));
            rules.resolve_chance(&mut state, &chance, &mut ());
            assert_eq!(state.shuffles, 1);
        }
        assert_eq!(
            rules.turn(&state),
            missed(30),
            "nine elements of five colours have no order with a move"
        );
        let written = rules.position_text(&state);
        assert!(written.contains("; stuck; board"), "{written}");
        assert_eq!(rules.parse_position(&written), Ok(state));
    }
}

#[test]
fn specials_are_made_and_set_off_where_the_level_has_them() {
    for (specials, made) in [(true, 1), (false, 0)] {
        let rules = game(&format!(
            "limit = 5\nrefill = false\nspecials = {specials}\ncolumns = 4\nrows = 3\n[goals]\nscore = 300\n"
        ));
        let mut state = at(
            &rules,
            &format!("moves 0; points 0; {COUNTS}; marked; board R2 R3 R1 R2 / R1 R1 R4 R1 / R3 R2 R5 R3"),
        );
        play(&rules, &mut state, "flipDown 2,0");
        assert_eq!((state.specials_made, state.specials_used), (made, 0));
        assert_eq!(board_of(&rules, &state).contains("H1"), specials);
    }
    let rules = game("limit = 5\nrefill = false\ncolumns = 4\nrows = 3\n[goals]\nscore = 300\n");
    let mut state = at(
        &rules,
        &format!("moves 0; points 0; {COUNTS}; marked; board R2 R3 V1 R2 / R1 R1 R4 R3 / R3 R2 R5 R3"),
    );
    play(&rules, &mut state, "flipDown 2,0");
    assert_eq!(state.specials_used, 1);
    assert_eq!(
        (state.points, state.collected[Colour::Blue as usize]),
        (50, 1),
        "the column goes too"
    );
}

#[test]
fn only_the_kinds_that_are_named_match() {
    let text = "limit = 5\nrefill = false\ncolumns = 4\nrows = 3\n[goals]\nscore = 300\n";
    let position =
        format!("moves 0; points 0; {COUNTS}; marked; board R2 R3 R1 R2 / R1 R1 R4 R5 / R3 R2 R5 R3");
    let all = game(text);
    assert_eq!(all.legal_actions(&at(&all, &position)).len(), 1);
    let fours = game(&format!(
        "matchers = [\"four\"]\n{}",
        text.replace("columns = 4", "columns = 6")
    ));
    let state = at(
        &fours,
        &format!(
            "moves 0; points 0; {COUNTS}; marked; board R2 R3 R1 R2 R6 R6 / R1 R1 R4 R1 R4 R5 / R3 R2 R5 R3 R6 R6"
        ),
    );
    let legal: Vec<String> = fours
        .legal_actions(&state)
        .into_iter()
        .map(|step| step.to_string())
        .collect();
    assert_eq!(
        legal,
        ["flipDown 2,0"],
        "a three of sixes would be a match elsewhere"
    );
}

#[test]
fn matchers_of_match_three_count_by_their_own_points() {
    let rules = shipped("diagonals");
    let session = Session::new(rules, 3).expect("the board is dealt");
    let (rules, state) = (session.rules(), session.state());
    let valued = evaluate_moves(rules, state, 0, 0);
    assert!(
        !valued.is_empty()
            && valued
                .iter()
                .all(|worth| worth.points >= 3 && worth.points % 10 != 0 || worth.points >= 10)
    );
    assert!(
        valued.iter().any(|worth| worth.points == 3),
        "three on a diagonal are worth three"
    );
}

#[test]
fn a_level_s_own_seed_deals_the_same_board_to_all() {
    let first = |rules: &LevelGame, seed| {
        let session = Session::new(rules.clone(), seed).expect("the board is dealt");
        board_of(rules, session.state())
    };
    let fixed = game("columns = 8\nrows = 8\nlimit = 12\nseed = 3\n[goals]\nscore = 100\n");
    assert_eq!(first(&fixed, 1), first(&fixed, 2));
    let free = shipped("first-steps");
    assert_ne!(first(&free, 1), first(&free, 2));
}

#[test]
fn what_comes_into_a_column_hangs_on_no_other_column() {
    let text = |weights: &str| {
        game(&format!(
            "columns = 5\nrows = 5\ncolours = 4\nlimit = 5\n[goals]\nscore = 1000\n[spawn.columns]\n1 = {weights}\n"
        ))
    };
    let (one, other) = (text("[1, 1, 1, 1]"), text("[0, 0, 3, 4]"));
    let position = |rules: &LevelGame, board: &str| {
        at(
            rules,
            &format!(
                "moves 1; points 30; {}; marked; board {board}",
                COUNTS.replace("step 0", "step 1")
            ),
        )
    };
    let board = "-- -- -- -- R1 / -- -- R3 -- R2 / R1 -- R2 -- R1 / R3 R4 R3 R4 R3 / R1 R2 R1 R2 R1";
    let drawn = |rules: &LevelGame, seed| {
        let state = position(rules, board);
        assert_eq!(rules.chance_source(&state), 1);
        rules.sample_chance(&state, &mut Random::new(seed))
    };
    let mut differ = 0;
    for seed in 0..20 {
        // Two come into the first column, three into the next.
        let (one, other) = (drawn(&one, seed), drawn(&other, seed));
        assert_eq!((&one[..2], &one[5..]), (&other[..2], &other[5..]), "{seed}");
        differ += u32::from(one != other);
    }
    assert!(differ > 10, "the weights say what comes into theirs");
}

/// Plays games at random by sessions; returns how many reshuffles there were, each of which is asserted to be
/// what the source of reshuffles gives by itself, and how many of them came after a refill of the same move.
fn reshuffles(text: &str) -> (u32, u32) {
    let rules = game(text);
    let (mut all, mut after_refill) = (0, 0);
    for number in 0..20 {
        let seed = Seed::Number(number);
        let mut session = Session::new(rules.clone(), seed).expect("the board is dealt");
        let mut choice = Random::new(number);
        while session.turn().player().is_some() {
            let legal = rules.legal_actions(session.state());
            let step = legal
                .get(choice.index(legal.len()))
                .expect("an index below the length");
            let mut state = session.state().clone();
            let ply = session.play(step).expect("a legal move");
            rules.play(&mut state, step, &mut ()).expect("a legal move");
            for (before, chance) in ply.chances.iter().enumerate() {
                let source = rules.chance_source(&state);
                if source == 2 {
                    let stream = u64::from(state.moves) + (2 << 56);
                    assert_eq!(
                        *chance,
                        rules.sample_chance(&state, &mut seed.stream(stream)),
                        "{number}"
                    );
                    all += 1;
                    after_refill += u32::from(before > 0);
                }
                rules.resolve_chance(&mut state, chance, &mut ());
            }
        }
    }
    (all, after_refill)
}

#[test]
fn a_reshuffle_hangs_on_nothing_that_was_drawn_before_it() {
    let text = "columns = 3\nrows = 4\ncolours = 4\nlimit = 12\n[goals]\nscore = 1000000\n";
    for weights in ["", "[spawn]\nweights = [4, 3, 2, 1]\n"] {
        let (all, after_refill) = reshuffles(&format!("{text}{weights}"));
        assert!(
            after_refill >= 10,
            "{all} reshuffles, {after_refill} after a refill"
        );
    }
}

#[test]
fn weights_say_what_comes_into_a_column() {
    let rules = game(
        "columns = 4\nrows = 4\ncolours = 4\nlimit = 5\n[goals]\nscore = 1000\n[spawn]\nweights = [1, 1, 1, 0]\n[spawn.columns]\n2 = [0, 1, 1, 8]\n",
    );
    for seed in 0..20 {
        let session = Session::new(rules.clone(), seed).expect("the board is dealt");
        for (cell, token) in session.rules().view(session.state()).board.iter() {
            let name = session.rules().face(token.expect("a full board")).name;
            assert!(
                if cell.column == 2 {
                    name != "red"
                } else {
                    name != "green"
                },
                "{cell}: {name}"
            );
        }
    }
}

#[test]
fn damaged_positions_are_refused() {
    let rules = shipped("hourglass");
    let session = Session::new(rules.clone(), 1).expect("the board is dealt");
    let text = rules.position_text(session.state());
    assert_eq!(rules.parse_position(&text).as_ref(), Ok(session.state()));
    for (from, to) in [
        ("moves 0", "moves 36"),
        ("points 0", "points -1"),
        ("step 0", "step 1"),
        ("collected 0", "collected"),
        ("specials 0 0", "specials 0"),
        ("marked", "marked 0,0"),
        ("; board", "; stuck; board"),
        ("; shuffles 0", ""),
        ("--", "R1"),
        (" / ", " "),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text);
        assert!(rules.parse_position(&damaged).is_err(), "{damaged}");
    }
    let (head, _) = text.split_once("board ").expect("a board");
    let too_large = format!(
        "{head}board {}",
        ["R1 "; 13].concat().trim_end().to_owned() + &[" / "; 11].join(&"R2 ".repeat(13))
    );
    assert!(rules.parse_position(&too_large).is_err());
}

/// Texts of levels of many forms.
fn levels() -> impl Strategy<Value = String> {
    let cell = prop::sample::select(vec!['.', '.', '.', '.', '*', '#']);
    let moves = prop::sample::subsequence(
        vec!["swap", "flipRight", "rotateSquareClockwise", "rotateRowRight"],
        1..4,
    );
    let matchers = prop::sample::select(vec![
        "[\"three\", \"four\", \"corner\", \"five\"]",
        "[\"three\"]",
        "[\"four\", \"corner\"]",
        "[\"1,0\", \"0,1\"]",
        "[\"1,0 0,1\"]",
        "[\"1,1\"]",
    ]);
    (3usize..8, 3usize..8, 2u32..6, any::<bool>(), moves, matchers).prop_flat_map(
        move |(columns, rows, colours, refill, moves, matchers)| {
            prop::collection::vec(cell.clone(), columns * rows).prop_map(move |cells| {
                let lines: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
                let clear = cells.contains(&'*');
                format!(
                    "colours = {colours}\nrefill = {refill}\nmoves = {moves:?}\nmatchers = {matchers}\nlimit = 12\n\
                     fields = \"\"\"\n{}\n\"\"\"\n[goals]\nscore = 5000\nclear = {clear}\n",
                    lines.join("\n")
                )
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Cascades settle, whatever the holes; goals only come nearer; watched or not, all goes the same way;
    /// and what is
    /// written of a position is read again.
    #[test]
    fn any_level_plays_to_its_end(text in levels(), seed: u64) {
        let Ok(level) = Level::read(&text) else {
            return Ok(());
        };
        let rules = LevelGame::new(level);
        let mut choice = Random::new(seed);
        let mut state = rules.initial();
        loop {
            let mut watched = state.clone();
            let goals = rules.goals(&state);
            match rules.turn(&state) {
                Turn::Over(_) => break,
                Turn::Player(_) => {
                    let legal = rules.legal_actions(&state);
                    let step = legal.get(choice.index(legal.len())).expect("an index below the length");
                    rules.play_unchecked(&mut state, step, &mut ());
                    rules.play_unchecked(&mut watched, step, &mut EffectSteps::default());
                }
                Turn::Chance => {
                    let chance = rules.sample_chance(&state, &mut choice);
                    prop_assert!(rules.is_possible(&state, &chance));
                    rules.resolve_chance(&mut state, &chance, &mut ());
                    rules.resolve_chance(&mut watched, &chance, &mut EffectSteps::default());
                }
            }
            prop_assert_eq!(&watched, &state, "{}", text);
            for (before, after) in goals.into_iter().zip(rules.goals(&state)) {
                prop_assert!(after.left() <= before.left());
            }
            prop_assert_eq!(rules.parse_position(&rules.position_text(&state)), Ok(state.clone()), "{}", text);
        }
        prop_assert!(state.moves <= 12);
    }

    #[test]
    fn texts_never_panic(text in "[-0-9;,RVHWB/ a-z]{0,40}", tail in any::<String>()) {
        let rules = shipped("hourglass");
        for text in [text.clone(), tail.clone(), format!("moves 0; points {text}; board {tail}")] {
            let _ = rules.parse_action(&text);
            let _ = rules.parse_chance(&text);
            if let Ok(state) = rules.parse_position(&text) {
                prop_assert_eq!(rules.parse_position(&rules.position_text(&state)), Ok(state));
            }
        }
    }
}

#[test]
fn many_deals_are_at_rest_and_can_be_played() {
    for found in SHIPPED {
        let rules = shipped(found.name);
        for seed in 0..40 {
            let mut state = rules.initial();
            assert!(settle(&rules, &mut state, &mut Random::new(seed), &mut ()));
            assert!(rules.turn(&state).player().is_some(), "{} {seed}", found.name);
            assert_eq!((state.points, state.shuffles), (0, 0), "{} {seed}", found.name);
        }
    }
}

/// Plays games at random and asserts that the player always has a move on a full board until the moves are
/// used up.
fn never_gets_stuck(text: &str, games: u64) -> u32 {
    let rules = game(text);
    let mut longest = 0;
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut state = rules.initial();
        while !matches!(rules.turn(&state), Turn::Over(_)) {
            if rules.turn(&state) == Turn::Chance {
                longest = longest.max(state.step);
                let chance = rules.sample_chance(&state, &mut random);
                assert!(rules.is_possible(&state, &chance));
                assert_eq!(
                    rules.parse_position(&rules.position_text(&state)),
                    Ok(state.clone())
                );
                rules.resolve_chance(&mut state, &chance, &mut ());
                continue;
            }
            assert!(!board_of(&rules, &state).contains("--"), "{text} {seed}");
            let legal = rules.legal_actions(&state);
            let step = legal
                .get(random.index(legal.len()))
                .expect("an index below the length");
            rules.play_unchecked(&mut state, step, &mut ());
        }
        assert_eq!(rules.moves_left(&state), 0, "{text} {seed}");
    }
    longest
}

#[test]
fn a_level_with_refill_goes_on_after_the_longest_cascade() {
    for side in [3, 8, 11] {
        for colours in [2, 3] {
            let text = format!(
                "columns = {side}\nrows = {side}\ncolours = {colours}\nlimit = 6\n[goals]\nscore = 1000000000\n"
            );
            let longest = never_gets_stuck(&text, 5);
            let is_endless = colours == 2 && side > 3;
            assert!(
                !is_endless || longest >= LevelGame::MAX_REFILL_STEPS,
                "{text}: {longest}"
            );
        }
    }
}

#[test]
fn a_reshuffle_fills_the_empty_fields_of_a_level_with_refill() {
    let rules = game("columns = 4\nrows = 4\ncolours = 5\nlimit = 9\n[goals]\nscore = 100000\n");
    let mut state = at(
        &rules,
        &format!(
            "moves 1; points 0; {COUNTS}; marked; board -- -- -- -- / -- -- -- -- / R1 R2 R1 R2 / R3 R4 R3 R4"
        ),
    );
    let chance = rules.sample_chance(&state, &mut Random::new(1));
    assert!(chance.len() == 16 && rules.is_possible(&state, &chance));
    let foreign = rules
        .parse_chance("R6 R6 R6 R6 R6 R6 R6 R6 R6 R6 R6 R6 R6 R6 R6 R6")
        .expect("elements");
    assert!(!rules.is_possible(&state, &foreign));
    rules.resolve_chance(&mut state, &chance, &mut ());
    assert!(rules.turn(&state).player().is_some() && !board_of(&rules, &state).contains("--"));
}

#[test]
fn a_dealt_board_has_what_is_given_and_elsewhere_what_comes_in() {
    let rules = game(
        "columns = 4\nrows = 4\ncolours = 4\nlimit = 9\n\
         start = \"R1 -- -- -- / -- -- -- -- / -- -- -- -- / -- -- -- --\"\n[goals]\nscore = 100\n",
    );
    let dealt = rules.sample_chance(&rules.initial(), &mut Random::new(1));
    let with = |place: usize, colour: usize| {
        let mut dealt = dealt.to_vec();
        dealt[place] = Element::new(Letter::Regular, Colour::ALL[colour]);
        rules.prepared.can_deal(&dealt)
    };
    assert!(rules.prepared.can_deal(&dealt) && with(0, 0));
    assert!(!with(0, 1), "another is given there");
    assert!(with(15, 3) && !with(15, 4), "there are four colours");
    assert!(!rules.prepared.can_deal(&dealt[..15]));
}

#[test]
fn a_reshuffle_keeps_the_elements_or_brings_new_ones_in_place_of_all() {
    let text = "columns = 3\nrows = 3\ncolours = 3\nspecials = true\nlimit = 9\n";
    let full = "R1 R2 R3 / R2 R3 R1 / V3 H1 R2";
    let empty = "-- -- -- / R2 R3 R1 / V3 H1 R2";
    for (refill, before, after, is_possible) in [
        (true, full, "R1 R2 R3 R2 R3 R1 V3 H1 R2", true),
        (true, full, "R2 H1 V3 R1 R3 R2 R3 R2 R1", true),
        (true, full, "R1 R2 R3 R2 R3 R1 R3 R1 R2", true),
        (true, full, "R1 R2 R3 R2 R3 R1 V3 R1 R2", false),
        (true, full, "R1 R2 R3 R2 R3 R1 V3 H1", false),
        (true, full, "R1 R2 R3 R2 R3 R1 V3 H1 R2 R2", false),
        (true, empty, "R1 R1 R1 R2 R3 R1 V3 H1 R2", true),
        (true, empty, "R2 R3 R1 V3 H1 R2", true),
        (true, empty, "H2 R1 R1 R2 R3 R1 V3 H1 R2", false),
        (true, empty, "R1 R1 R2 R3 R1 V3 H1 R2", false),
        (false, full, "R2 H1 V3 R1 R3 R2 R3 R2 R1", true),
        (false, full, "R1 R2 R3 R2 R3 R1 R3 R1 R2", false),
        (false, empty, "R2 R3 R1 V3 H1 R2", true),
        (false, empty, "R1 R1 R1 R2 R3 R1 V3 H1 R2", false),
    ] {
        let rules = game(&format!("refill = {refill}\n{text}[goals]\nscore = 100\n"));
        let position = format!("moves 0; points 0; {COUNTS}; marked; board {before}");
        let elements = rules.parse_chance(after).expect("elements");
        assert_eq!(
            rules
                .prepared
                .can_reshuffle(&at(&rules, &position).board, &elements),
            is_possible,
            "{refill}: {before} to {after}"
        );
    }
}

#[test]
fn elements_that_leave_little_choice_are_reshuffled_too() {
    // Of two kinds in a chequered order: taking back one element at a time ends a fifth of the reshuffles
    // without a board.
    for side in [4, 5, 6] {
        let rules = game(&format!(
            "columns = {side}\nrows = {side}\ncolours = 3\nlimit = 9\nrefill = false\n[goals]\nscore = 100\n"
        ));
        let places = (0..side * side).map(|cell| (cell / side + cell % side) % 2);
        let elements: Vec<Element> = places
            .map(|kind| Element::new(Letter::Regular, Colour::ALL[kind]))
            .collect();
        let fields = rules.prepared.layout.fields;
        let board = rules.prepared.laid_out(fields, &elements);
        for seed in 0..100 {
            let new = rules.prepared.reshuffle(&board, &mut Random::new(seed));
            assert_ne!(new, elements, "{side} {seed}");
            assert!(rules.prepared.can_reshuffle(&board, &new), "{side} {seed}");
        }
    }
}
