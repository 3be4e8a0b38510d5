//! The game on the contract that all games share.

use proptest::prelude::*;
use quincunx_core::testkit::{Effort, check_game, check_golden, check_perft, playthrough};
use quincunx_core::{
    ActionSet, Cell, DenseActions, Effect, EffectSteps, Game, Notation, Options, Outcome, Random,
    RandomSource, Session, Side, Size, Token as Shown, Turn, Visual,
};

use super::{deltas, lines, moves_of};
use crate::framework::{
    BasicMove, Board, CascadeGame, ColumnFilling, FillingStrategy, MatchThree, MatchThreeGame,
    MaximumDeltaMatcher, MoveKind, MoveSet, Position, Refill, RulesError, Token, TokenSet, UnionMatcher,
};
use quincunx_registry::RegisteredGame;
use quincunx_registry::environment::Observe;

fn rules(columns: u32, rows: u32, tokens: &str, moves: u32) -> MatchThree {
    let tokens = TokenSet::new(tokens).expect("two tokens");
    MatchThree::new(columns, rows, tokens, lines(), moves).expect("rules that make a game")
}

fn position(rules: &MatchThree, text: &str) -> Position {
    rules.parse_position(text).expect("a position")
}

fn refill(rules: &MatchThree, text: &str) -> Refill {
    rules.parse_chance(text).expect("a refill")
}

#[test]
fn the_contract_holds() {
    check_game(&MatchThree::default(), Effort { games: 3, plies: 20 });
    check_game(&rules(3, 2, "AB", 7), Effort::default());
    check_game(&rules(2, 5, "xyz*", 12), Effort::default());
}

#[test]
fn paths_are_counted() {
    check_perft(&MatchThree::default(), include_str!("../perft.txt"));
}

#[test]
fn a_game_plays_as_it_always_has() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/framework/playthrough.txt");
    check_golden(file, &playthrough(&rules(5, 4, "ABCD", 8), 1, 100));
}

#[test]
fn moves_are_numbered_in_order() {
    for (columns, rows) in [(2, 2), (2, 3), (5, 2), (8, 8)] {
        let size = quincunx_core::Size::new(columns, rows).expect("a possible size");
        let all = moves_of(columns, rows);
        assert!(all.is_sorted());
        assert_eq!(MoveSet::all(size).into_iter().collect::<Vec<_>>(), all);
        for (n, &step) in all.iter().enumerate() {
            assert_eq!(
                (MoveSet::all(size).get(n), MoveSet::index(size, step)),
                (Some(step), n)
            );
        }
        assert!(!MoveSet::none(size).contains(all[0]));
    }
    assert_eq!(MatchThree::default().action_count(), 242);
}

#[test]
fn only_the_moves_of_the_kinds_are_legal() {
    let options = |kinds| {
        let mut options = Options::defaults(MatchThree::OPTIONS);
        options.set("kinds", kinds).expect("a text");
        MatchThree::from_options(&options)
    };
    let rules = options("rotateRowRight  flipDown").expect("two kinds");
    let mut session = Session::new(rules, 1_u64).expect("it comes to rest");
    let legal: Vec<BasicMove> = session.legal_actions().into_iter().collect();
    assert_eq!((legal.len(), session.legal_actions().len()), (8 * 7 + 2 * 8, 72));
    for step in MoveSet::all(Size::new(8, 8).expect("a size")) {
        let of_kind = matches!(step.kind, MoveKind::FlipDown(_) | MoveKind::RotateRowRight(_));
        assert_eq!(legal.contains(&step), of_kind, "{step}");
        assert_eq!(session.legal_actions().contains(step), of_kind, "{step}");
    }
    let mut mask = vec![i8::MAX; session.rules().actions()];
    session.rules().write_mask(session.state(), &mut mask);
    for (number, &allowed) in mask.iter().enumerate() {
        let action = session.rules().legal_action(session.state(), number);
        assert_eq!(allowed, i8::from(action.is_some()), "{number}");
    }
    assert_eq!(mask.iter().filter(|&&allowed| allowed == 1).count(), 72);
    assert!(
        session
            .play(BasicMove::new(MoveKind::FlipRight(Cell::new(0, 0))))
            .is_err()
    );
    assert!(session.play(legal[71]).is_ok());
    for wrong in ["", "flipLeft", "flipRight,flipDown"] {
        let error = options(wrong).expect_err(wrong).to_string();
        assert!(
            error.contains("`kinds`") && error.contains("rotateColumnDown"),
            "{error}"
        );
    }
}

#[test]
fn a_move_is_reported_in_waves() {
    let rules = rules(3, 3, "ABC", 5);
    let mut state = position(&rules, "moves 5 points 0 board ABA;BAB;CCA");
    let mut steps = EffectSteps::default();
    let step = rules.parse_action("flipDown 1,0").expect("a move");
    rules.play(&mut state, step, &mut steps).expect("a legal move");
    assert_eq!(
        rules.position_text(&state),
        "moves 4 points 12 step 1 board    ;   ;CCA"
    );
    assert_eq!(rules.turn(&state), Turn::Chance);
    let [a, b, c] = [0, 1, 2].map(Shown);
    let at = Cell::new;
    let shift = |from, to, token| Effect::Move { from, to, token };
    let gone = |x, y, token| Effect::Remove {
        cell: at(x, y),
        token,
    };
    let points = Effect::Points { points: 12 };
    assert_eq!(
        steps.into_steps(),
        [
            vec![shift(at(1, 0), at(1, 1), b), shift(at(1, 1), at(1, 0), a)],
            vec![
                gone(0, 0, a),
                gone(0, 1, b),
                gone(1, 0, a),
                gone(1, 1, b),
                gone(2, 0, a),
                gone(2, 1, b),
                points
            ],
        ]
    );

    assert!(!rules.is_possible(&state, &refill(&rules, "ABCAB")));
    assert!(!rules.is_possible(&state, &Refill(vec![Token::new('X').expect("a token"); 6])));
    let new = refill(&rules, "ABCABC");
    assert!(rules.is_possible(&state, &new));
    let mut steps = EffectSteps::default();
    rules.resolve_chance(&mut state, &new, &mut steps);
    assert_eq!(rules.position_text(&state), "moves 4 points 12 board BAC;ACB;CCA");
    assert!(!rules.is_possible(&state, &new), "chance is not to act");
    let enter = |x, y, height, token| Effect::Enter {
        cell: at(x, y),
        height,
        token,
    };
    assert_eq!(
        steps.into_steps(),
        [[
            enter(0, 1, 1, a),
            enter(0, 0, 2, b),
            enter(1, 1, 1, c),
            enter(1, 0, 2, a),
            enter(2, 1, 1, b),
            enter(2, 0, 2, c),
        ]]
    );
}

#[test]
fn tokens_fall_between_steps() {
    let rules = rules(3, 3, "ABC", 5);
    let mut state = position(&rules, "moves 1 points 0 board BCA;AAC;CBB");
    let step = rules.parse_action("flipDown 2,0").expect("a move");
    rules.play(&mut state, step, &mut ()).expect("a legal move");
    assert_eq!(
        rules.position_text(&state),
        "moves 0 points 3 step 1 fallen 0,0 0,1 1,0 1,1 2,0 2,1 board    ;BCC;CBB"
    );
    // Three A match in the second step, with factor 2; C, A and A match nothing.
    let mut cascading = state.clone();
    rules.resolve_chance(&mut cascading, &refill(&rules, "AAA"), &mut ());
    assert_eq!(
        (rules.turn(&cascading), rules.points(&cascading)),
        (Turn::Chance, 9)
    );
    rules.resolve_chance(&mut state, &refill(&rules, "CAA"), &mut ());
    assert_eq!(rules.turn(&state), Turn::Over(Outcome::Score(3)));
    assert!(rules.legal_actions(&state).is_empty());
}

#[test]
fn a_cascade_without_end_ends_the_game() {
    let rules = rules(3, 2, "AB", 5);
    let mut state = rules.initial();
    let equal = refill(&rules, "AAAAAA");
    let mut fills = 0;
    while rules.turn(&state) == Turn::Chance {
        assert!(rules.is_possible(&state, &equal));
        if fills == MatchThree::MAX_CASCADE_STEPS {
            let mut rested = state.clone();
            rules.resolve_chance(&mut rested, &refill(&rules, "ABBAAB"), &mut ());
            assert_eq!(
                rules.turn(&rested),
                Turn::Player(Side::One),
                "it has come to rest"
            );
        }
        rules.resolve_chance(&mut state, &equal, &mut ());
        fills += 1;
    }
    assert_eq!(fills, MatchThree::MAX_CASCADE_STEPS + 1);
    // Two matches of three a step: the factor times 2 times 6, summed over 256 steps.
    assert_eq!(rules.turn(&state), Turn::Over(Outcome::Score(12 * 256 * 257 / 2)));
}

#[test]
fn rules_that_make_no_game_are_refused() {
    let tokens = TokenSet::new("AB").expect("two tokens");
    let new = |columns, rows, moves| MatchThree::new(columns, rows, tokens.clone(), lines(), moves).err();
    assert!(matches!(new(1, 5, 1), Some(RulesError::Dimension(_))));
    assert_eq!(new(3, 3, 0), Some(RulesError::NoMoves));
    let size = quincunx_core::Size::new(30, 30).expect("a possible size");
    assert_eq!(new(30, 30, 5), Some(RulesError::Restless { tokens: 2, size }));
    assert_eq!(new(3, 3, 5), None);
}

/// What a step costs is bounded: 300 overlapping matchers took minutes to begin a game on 32×32.
#[test]
fn more_deltas_than_a_game_looks_at_are_refused() {
    let with = |count: i32, per_matcher: usize| {
        let steps: Vec<_> = (0..count).map(|step| (1 + step % 31, step / 31)).collect();
        let matchers = steps.chunks(per_matcher).map(deltas);
        let tokens = TokenSet::new("ABCDEFGH").expect("tokens");
        MatchThree::new(4, 4, tokens, UnionMatcher::new(matchers.collect()), 1).err()
    };
    let most = MatchThree::MAX_DELTAS;
    for per_matcher in [1, 5, most + 1] {
        assert_eq!(with(most as i32, per_matcher), None);
        assert_eq!(
            with(most as i32 + 1, per_matcher),
            Some(RulesError::TooManyDeltas(most + 1))
        );
    }
    let mut options = quincunx_core::Options::defaults(MatchThree::OPTIONS);
    let text = vec!["1,0"; MatchThree::MAX_DELTAS + 1].join(" | ");
    options.set("deltas", &text).expect("any text is taken");
    let error = MatchThree::from_options(&options)
        .expect_err("too many")
        .to_string();
    assert!(
        error.contains("`deltas` takes what makes a game (the matchers have 65 deltas"),
        "{error}"
    );
    assert!(error.chars().count() < 250, "{error}");
}

#[test]
fn bad_text_is_refused() {
    let rules = rules(3, 2, "ABC", 5);
    for text in [
        "",
        "flipRight 2,0",
        "flipRight -1,0",
        "flip 0,0",
        "flipRight  0,0",
        "rotateRowRight 2",
    ] {
        assert!(rules.parse_action(text).is_err(), "{text}");
    }
    assert_eq!(
        rules.parse_action("reverse flipRight 0,0"),
        rules.parse_action("flipRight +0,00"),
        "a flip is its own reverse"
    );
    for text in ["AD", "A B", "A;B"] {
        assert!(rules.parse_chance(text).is_err(), "{text}");
    }
    for text in [
        "",
        "ABC;ABC",
        "moves 5 points 0 board ABC;AB ",
        "moves 5 points 0 board ABC;ABD",
        "moves 5 points 0 board AB;BC",
        "moves 6 points 0 board ABC;BCA",
        "moves 5 points -1 board ABC;BCA",
        "moves 5 points 0 step 1 board ABC;BCA",
        "moves 5 points 0 step 1 board ABC;B A",
        "moves 5 points 0 step 257 board    ;BCA",
        "moves 5 points 0 step 1 fallen board    ;BCA",
        "moves 5 points 0 step 1 fallen 3,0 board    ;BCA",
        "moves 5 points 0 step 1 fallen 1,0 0,0 board    ;BCA",
        "moves 5 points 0 step 1 fallen 0,0 0,0 board    ;BCA",
        "moves 5 points 0 fallen 0,0 board    ;BCA",
    ] {
        assert!(rules.parse_position(text).is_err(), "{text}");
    }
    for (board, cause) in [
        (
            "ABC;BX ",
            "(X is not a valid token of this board, which takes ABC)",
        ),
        (
            "ABC;BC",
            "(row 1 has 2 fields where row 0 has 3: all rows are equally long)",
        ),
        ("ABC;BCA;CAB", "(the board is 3×3)"),
    ] {
        let error = rules.parse_position(&format!("moves 5 points 0 board {board}"));
        let error = error.expect_err(board).to_string();
        assert!(
            error.contains(cause) && error.contains("fallen 0,1 board"),
            "{error}"
        );
    }
    for text in [
        "moves 5 points 0 step 1 fallen 0,0 1,0 board    ;BCA",
        "moves 5 points 0 step 1 board    ;BCA",
    ] {
        let state = rules.parse_position(text).expect(text);
        assert_eq!(rules.position_text(&state), text);
    }
}

#[test]
fn tokens_look_different() {
    let rules = rules(4, 4, "ABCDEFGHIJ", 5);
    let faces: Vec<_> = (0..10).map(|token| rules.face(Shown(token))).collect();
    assert_eq!(
        (faces[1].label.as_str(), faces[1].name.as_str()),
        ("B", "blue square B")
    );
    for (n, face) in faces.iter().enumerate() {
        assert!(
            faces[..n]
                .iter()
                .all(|other| (other.tint, other.shape) != (face.tint, face.shape))
        );
    }
    assert_eq!(rules.face(Shown(u64::MAX)).label, "");
}

/// Shares out a refill as sequences of columns, for the fields that a board has empty.
fn share_out(board: &dyn Board, tokens: &[Token], sequences: &mut [Vec<Token>]) {
    for (cell, &token) in crate::framework::empty_fields(board).iter().zip(tokens) {
        sequences[cell.column as usize].push(token);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// The game of the contract and that of the framework, fed with what chance gave, go the same way.
    #[test]
    fn the_framework_plays_the_same(seed in any::<u64>(), columns in 2..7u32, rows in 2..7u32) {
        let rules = rules(columns, rows, "ABCD", 6);
        let mut choice = Random::new(seed);
        let mut state = rules.initial();
        let mut twin = CascadeGame::new(state.board().clone(), lines());
        let mut step = None;
        loop {
            let mut sequences = vec![Vec::new(); columns as usize];
            while rules.turn(&state) == Turn::Chance {
                let refill = rules.sample_chance(&state, &mut choice);
                share_out(state.board(), &refill.0, &mut sequences);
                rules.resolve_chance(&mut state, &refill, &mut ());
            }
            let strategy: Box<dyn FillingStrategy> = Box::new(ColumnFilling::new(sequences));
            twin.board_mut().set_filling_strategy(strategy);
            match step {
                None => twin.start().expect("the sequences suffice"),
                Some(step) => twin.accept(&step).expect("the sequences suffice"),
            }
            prop_assert_eq!(
                (twin.board().to_string(), twin.score()),
                (state.board().to_string(), rules.points(&state))
            );
            let legal = rules.legal_actions(&state);
            if legal.is_empty() {
                break;
            }
            let next = legal.get(choice.index(legal.len())).expect("an index below the length");
            rules.play(&mut state, next, &mut ()).expect("a legal move");
            step = Some(next);
        }
        prop_assert_eq!(rules.turn(&state), Turn::Over(Outcome::Score(twin.score())));
    }

    #[test]
    fn any_text_is_a_position_or_is_not(text in "(moves [0-9] points [0-9] (step [0-9] )?board )?[AB ;]{0,12}") {
        let rules = rules(3, 2, "AB", 9);
        if let Ok(state) = rules.parse_position(&text) {
            prop_assert_eq!(rules.position_text(&state), text);
        }
    }
}

#[test]
fn a_session_meets_the_same_luck_again() {
    let mut session = Session::new(MatchThree::default(), 3).expect("the board comes to rest");
    let step = session.legal_actions().get(100).expect("there are 242 moves");
    let after = session.play(step).expect("a legal move").after.clone();
    assert!(session.undo());
    assert_eq!(session.play(step).expect("a legal move").after, after);
    assert_eq!(
        session.rules().matcher.matchers(),
        [MaximumDeltaMatcher::rows(), MaximumDeltaMatcher::columns()]
    );
}
