//! The cases that the rules and their source draw, and others worked out by hand.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use quincunx_core::{Cell, Size};

use super::{board, deltas, lines, text};
use crate::framework::game::{Activity, MAX_COMPARISONS, WINDOW, patient_steps};
use crate::framework::{
    BasicMove, Board, BoardError, CascadeGame, ColumnFilling, DeltaError, DimensionError, FillError,
    GameError, GridBoard, InvalidToken, Match, MatchThreeGame, Matcher, MaximumDeltaMatcher, Move, MoveKind,
    RandomFilling, Token, TokenSet, TokenStringError, UnionMatcher, combinations, step_points,
};

fn tokens(characters: &str) -> TokenSet {
    TokenSet::new(characters).expect("two tokens")
}

fn columns(text: &str) -> Box<ColumnFilling> {
    Box::new(text.parse().expect("sequences"))
}

/// Makes a game on a token string with sequences for its columns.
fn game(text: &str, more: &str, sequences: &str, matcher: impl Matcher + 'static) -> CascadeGame {
    let mut board = board(text, more);
    board.set_filling_strategy(columns(sequences));
    CascadeGame::new(board, matcher)
}

#[test]
fn a_token_string_is_read_and_printed() {
    for text in ["A*s;OX ;+Y=", "  ;  ", "ab;ab;ab", "🍒🍋;🍋 "] {
        assert_eq!(board(text, "AB").to_string(), text);
    }
}

#[test]
fn what_is_no_token_string_is_refused() {
    let parse = |text| GridBoard::parse(text, tokens("AB")).expect_err("no token string");
    for text in ["", ";", "A", "AB", "A;B", "A;BB"] {
        assert!(
            matches!(
                parse(text),
                TokenStringError::Dimension(DimensionError::TooSmall(..))
            ),
            "{text:?}"
        );
    }
    for (text, row, found) in [
        ("AB;A", 1, 1),
        ("AB;BA;", 2, 0),
        ("AB;;AB", 1, 0),
        ("AB;ABA", 1, 3),
    ] {
        assert_eq!(
            parse(text),
            TokenStringError::UnequalRows {
                row,
                found,
                expected: 2
            },
            "{text:?}"
        );
    }
    assert!(matches!(
        parse("AC;BA"),
        TokenStringError::Token(InvalidToken { .. })
    ));
    assert!(matches!(parse("A\t;BA"), TokenStringError::NotAToken(_)));
}

#[test]
fn impossible_sizes_are_refused_before_allocation() {
    let new = |columns, rows| GridBoard::new(columns, rows, tokens("AB"));
    for (columns, rows) in [(1, 2), (2, 1), (0, 0), (1, u32::MAX)] {
        assert_eq!(new(columns, rows), Err(DimensionError::TooSmall(columns, rows)));
    }
    for (columns, rows) in [(1 << 12, (1 << 12) + 1), (1 << 20, 1 << 20), (u32::MAX, u32::MAX)] {
        assert!(matches!(new(columns, rows), Err(DimensionError::TooLarge(..))));
    }
    assert_eq!(new(2, 2).map(|board| board.to_string()), Ok("  ;  ".to_owned()));
}

#[test]
fn the_operations_of_a_board_refuse_what_lies_off_it_and_change_nothing() {
    let mut board = board("AB;CD", "");
    let (before, off, on) = (board.clone(), Cell::new(2, 0), Cell::new(0, 0));
    let error = DimensionError::OffBoard {
        cell: off,
        size: board.size(),
    };
    assert_eq!(board.get(off), Err(error));
    assert_eq!(board.set(off, None), Err(error.into()));
    assert_eq!(board.swap(on, off), Err(error));
    assert_eq!(board.swap(off, on), Err(error));
    assert_eq!(board.remove(&[on, off]), Err(error));
    assert!(!board.contains(off) && board.contains(on));
    let foreign = Token::new('X').expect("a token");
    assert_eq!(
        board.set(on, Some(foreign)),
        Err(BoardError::Token(InvalidToken {
            token: foreign,
            valid: board.tokens().clone()
        }))
    );
    assert_eq!(board.fill(), Err(FillError::NoStrategy));
    assert_eq!(board, before);
}

#[test]
fn a_swap_moves_a_token_onto_an_empty_field() {
    let mut board = board("A ; B", "");
    board
        .swap(Cell::new(0, 0), Cell::new(1, 0))
        .expect("both on the board");
    assert_eq!(board.to_string(), " A; B");
    board
        .swap(Cell::new(0, 0), Cell::new(0, 1))
        .expect("both on the board");
    assert_eq!(board.to_string(), " A; B");
}

#[test]
fn a_fall_names_the_fields_left_and_reached() {
    // The upper A falls onto the lower one: its old field and its new one have moved, where an A was before.
    let mut board = board("AB;A ; C", "");
    let moved = board.move_to_bottom();
    assert_eq!(board.to_string(), "  ;AB;AC");
    assert_eq!(
        moved,
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)].map(|(x, y)| Cell::new(x, y))
    );
    assert_eq!(board.move_to_bottom(), []);
}

#[test]
fn matches_grow_by_every_delta_both_ways() {
    let find = |deltas: MaximumDeltaMatcher, board: &GridBoard, x, y| {
        text(&deltas.matches(board, Cell::new(x, y)).expect("on the board"))
    };
    let letters = board("OXO;OOX;XOO", "");
    assert_eq!(find(deltas(&[(0, 1)]), &letters, 0, 0), "0,0 0,1");
    assert_eq!(find(deltas(&[(0, -1)]), &letters, 0, 1), "0,0 0,1");
    assert_eq!(find(deltas(&[(1, 0)]), &letters, 0, 0), "0,0");
    assert_eq!(
        find(deltas(&[(1, 0), (0, 1)]), &letters, 0, 0),
        "0,0 0,1 1,1 1,2 2,2"
    );
    assert_eq!(find(deltas(&[(1, 1)]), &letters, 2, 2), "0,0 1,1 2,2");
    assert_eq!(find(deltas(&[(2, 0), (0, 2)]), &letters, 0, 0), "0,0 2,0 2,2");
    assert_eq!(
        find(deltas(&[(i32::MIN, i32::MIN), (i32::MAX, 0)]), &letters, 0, 0),
        "0,0"
    );
    assert_eq!(find(deltas(&[(1, 0)]), &board("  ;AB", ""), 0, 0), "");
}

#[test]
fn equal_matches_of_several_positions_count_once() {
    let board = board("AAB;BBA;AAA", "");
    let all: Vec<_> = board.size().cells().collect();
    assert_eq!(
        text(&lines().match_all(&board, &all).expect("on the board")),
        "0,0 | 0,0 1,0 | 0,1 | 0,1 1,1 | 0,2 | 0,2 1,2 2,2 | 1,0 | 1,1 | 1,2 | 2,0 | 2,1 | 2,1 2,2"
    );
    assert_eq!(
        text(
            &MaximumDeltaMatcher::rows()
                .match_all(&board, &all)
                .expect("on the board")
        ),
        "0,0 1,0 | 0,1 1,1 | 0,2 1,2 2,2 | 2,0 | 2,1"
    );
}

#[test]
fn a_matcher_needs_deltas_that_lead_somewhere_and_positions_on_the_board() {
    assert_eq!(MaximumDeltaMatcher::new([]), Err(DeltaError::NoDelta));
    let zero = [quincunx_core::Offset::new(1, 0), quincunx_core::Offset::new(0, 0)];
    assert_eq!(MaximumDeltaMatcher::new(zero), Err(DeltaError::Zero));
    let (board, off) = (board("AB;BA", ""), Cell::new(0, 2));
    let error = Err(DimensionError::OffBoard {
        cell: off,
        size: board.size(),
    });
    assert_eq!(deltas(&[(1, 0)]).matches(&board, off), error);
    assert_eq!(lines().match_all(&board, &[Cell::new(0, 0), off]), error);
    assert_eq!(
        UnionMatcher::<MaximumDeltaMatcher>::new(vec![]).matches(&board, off),
        error
    );
}

#[test]
fn each_move_carries_tokens_along_its_cycle() {
    let kinds = [
        (MoveKind::FlipRight(Cell::new(1, 0)), "ACB;DEF;GHI", "ACB;DEF;GHI"),
        (MoveKind::FlipDown(Cell::new(0, 1)), "ABC;GEF;DHI", "ABC;GEF;DHI"),
        (
            MoveKind::RotateSquareClockwise(Cell::new(1, 1)),
            "ABC;DHE;GIF",
            "ABC;DFI;GEH",
        ),
        (MoveKind::RotateColumnDown(2), "ABI;DEC;GHF", "ABF;DEI;GHC"),
        (MoveKind::RotateRowRight(0), "CAB;DEF;GHI", "BCA;DEF;GHI"),
    ];
    for (kind, after, after_reverse) in kinds {
        let step = BasicMove::new(kind);
        for (step, after) in [(step, after), (step.reversed(), after_reverse)] {
            let mut board = board("ABC;DEF;GHI", "");
            step.apply(&mut board).expect("the move fits");
            assert_eq!(board.to_string(), after, "{step}");
        }
    }
}

#[test]
fn a_move_that_does_not_fit_is_refused() {
    let size = Size::new(3, 2).expect("a possible size");
    let off = [
        MoveKind::FlipRight(Cell::new(2, 0)),
        MoveKind::FlipRight(Cell::new(0, 2)),
        MoveKind::FlipDown(Cell::new(0, 1)),
        MoveKind::FlipDown(Cell::new(3, 0)),
        MoveKind::FlipDown(Cell::new(u32::MAX, 0)),
        MoveKind::RotateSquareClockwise(Cell::new(2, 0)),
        MoveKind::RotateSquareClockwise(Cell::new(0, 1)),
        MoveKind::RotateColumnDown(3),
        MoveKind::RotateRowRight(2),
    ];
    for step in off
        .map(BasicMove::new)
        .into_iter()
        .flat_map(|step| [step, step.reversed()])
    {
        let mut board = board("ABC;DEF", "");
        let before = board.clone();
        let error = DimensionError::MoveDoesNotFit { size };
        assert!(!step.fits(&board), "{step}");
        assert_eq!(step.affected(&board), Err(error));
        assert_eq!(step.apply(&mut board), Err(error.into()));
        assert_eq!(board, before);
    }
}

#[test]
fn points_grow_with_size_number_and_factor() {
    let line = |size| Match::new((0..size).map(|column| Cell::new(column, 0)).collect());
    assert_eq!(step_points(1, &[line(3)]), 3);
    assert_eq!(step_points(1, &[line(5)]), 7);
    assert_eq!(step_points(2, &[line(3)]), 6);
    assert_eq!(step_points(1, &[line(3), line(4)]), 16);
    assert_eq!(step_points(1, &[line(4), line(4)]), 20);
    assert_eq!(step_points(u64::MAX, &[line(3), line(3)]), u64::MAX);
}

#[test]
fn a_three_and_a_four_give_sixteen_points() {
    // The row of B and the column of A are apart.
    let mut game = game("ACDA;BBBA;CDCA;DCDA", "X", "X;C;X;XDXD", lines());
    game.start().expect("the sequences suffice");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (16, "XCXD;ACDX;CDCD;DCDX".to_owned())
    );
}

#[test]
fn two_fours_that_cross_give_twenty_points() {
    // Row 1 and column 3 share the A at 3,1; both count, its field goes once.
    let mut game = game("BCBA;AAAA;CBDA;DCBA", "X", "X;B;X;XDXD", lines());
    game.start().expect("the sequences suffice");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (20, "XBXD;BCBX;CBDD;DCBX".to_owned())
    );
}

#[test]
fn a_cascade_of_three_steps_gives_49_points() {
    let mut game = game("O*O;***;O*O;O*O", "AX", "AOA**;AXAXA;A**A*", lines());
    game.start().expect("the sequences suffice");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (49, "*A*;*XA;AA*;OX*".to_owned())
    );
}

#[test]
fn a_match_within_another_is_dropped() {
    // The union of the row matcher and of the matcher of all neighbours: the row lies within the area.
    let both = UnionMatcher::new(vec![MaximumDeltaMatcher::rows(), deltas(&[(1, 0), (0, 1)])]);
    let mut game = game("AAA;BAC", "DE", "D;DE;D", both);
    game.start().expect("the sequences suffice");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (5, "DED;BDC".to_owned())
    );
}

#[test]
fn a_move_resolves_only_from_the_fields_it_touched() {
    let mut game = game("AAB;BCA;AAA", "DE", "D;E;D", MaximumDeltaMatcher::rows());
    // Nothing has been started: the row of three at the bottom stays until a move touches it.
    game.accept(&BasicMove::new(MoveKind::FlipRight(Cell::new(0, 0))))
        .expect("the move fits");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (0, "AAB;BCA;AAA".to_owned())
    );
    game.accept(&BasicMove::new(MoveKind::FlipDown(Cell::new(2, 0))))
        .expect("the move fits");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (3, "DED;BCB;AAA".to_owned())
    );
}

#[test]
fn a_new_start_counts_from_zero() {
    let mut game = game("AAA;BCB", "", "BCAB;CACC;BBAB", MaximumDeltaMatcher::rows());
    game.start().expect("the sequences suffice");
    assert_eq!(game.score(), 3);
    game.start().expect("nothing is to be filled");
    assert_eq!(game.score(), 0);
}

/// A start or a move that is refused leaves board, points and strategy as they were.
fn assert_unchanged_by_refusal(
    game: &mut CascadeGame,
    error: &GameError,
    act: impl Fn(&mut dyn MatchThreeGame) -> Result<(), GameError>,
) {
    let before = (game.board().to_string(), game.score());
    // The second time the strategy would be further on if it had not been put back.
    for _ in 0..2 {
        assert_eq!(act(game).as_ref(), Err(error));
        assert_eq!((game.board().to_string(), game.score()), before);
    }
}

#[test]
fn a_sequence_that_ends_in_a_cascade_undoes_the_start() {
    // The first step takes row 1, the second one the A that come in; then column 1 has nothing left.
    let mut game = game(" CB;AAA", "", "BAB;A;AC", MaximumDeltaMatcher::rows());
    let error = FillError::Exhausted {
        column: 1,
        needed: 1,
        left: 0,
    };
    assert_unchanged_by_refusal(&mut game, &error.into(), |game| game.start());
}

#[test]
fn a_sequence_that_ends_in_a_cascade_undoes_the_move() {
    let mut game = game("AAB;BCA;CBC", "", "AC;A;AB", MaximumDeltaMatcher::rows());
    let error = FillError::Exhausted {
        column: 1,
        needed: 1,
        left: 0,
    };
    let step = BasicMove::new(MoveKind::FlipDown(Cell::new(2, 0)));
    assert_unchanged_by_refusal(&mut game, &error.into(), |game| game.accept(&step));
    game.board_mut().set_filling_strategy(columns("A;A"));
    let error = FillError::MissingSequence { column: 2 };
    assert_unchanged_by_refusal(&mut game, &error.into(), |game| game.accept(&step));
    game.board_mut().set_filling_strategy(columns("A;A;X"));
    let token = Token::new('X').expect("a token");
    let error = BoardError::Token(InvalidToken {
        token,
        valid: game.board().tokens().clone(),
    });
    assert_unchanged_by_refusal(&mut game, &FillError::Board(error).into(), |game| {
        game.accept(&step)
    });
    let wide = BasicMove::new(MoveKind::RotateRowRight(3));
    let error = DimensionError::MoveDoesNotFit {
        size: game.board().size(),
    };
    assert_unchanged_by_refusal(&mut game, &error.into(), |game| game.accept(&wide));
}

#[test]
fn a_strategy_is_asked_for_only_where_it_is_needed() {
    let mut game = CascadeGame::new(board("AAB;BCA", ""), MaximumDeltaMatcher::rows());
    assert_unchanged_by_refusal(&mut game, &FillError::NoStrategy.into(), |game| game.start());
    let step = BasicMove::new(MoveKind::FlipDown(Cell::new(2, 0)));
    assert_unchanged_by_refusal(&mut game, &FillError::NoStrategy.into(), |game| {
        game.accept(&step)
    });
    game.accept(&BasicMove::new(MoveKind::FlipRight(Cell::new(0, 0))))
        .expect("nothing is to be filled");
}

#[test]
fn a_cascade_without_end_is_refused() {
    // Two tokens on a wide board: some three are always equal.
    let mut endless = GridBoard::new(150, 150, tokens("AB")).expect("a possible size");
    endless.set_filling_strategy(Box::new(RandomFilling::new(1)));
    let patient = patient_steps(endless.size());
    assert_eq!(patient, 256);
    let mut game = CascadeGame::new(endless, lines());
    let before = game.board().to_string();
    let refused = game.start();
    assert!(
        matches!(refused, Err(GameError::Endless { steps }) if (patient..2 * patient).contains(&steps)),
        "{refused:?}"
    );
    assert_eq!(game.board().to_string(), before);
}

#[test]
fn a_cascade_of_equal_steps_ends_when_patience_does() {
    // Three tokens match at the top, and so do those that come in for them.
    let rows = (0..1 << 13).map(|row| match row {
        0 | 2 => "AB",
        1 => "AC",
        _ if row % 2 == 0 => "BB",
        _ => "CC",
    });
    let mut columns = board(&rows.collect::<Vec<&str>>().join(";"), "");
    let patient = patient_steps(columns.size());
    let sequences = format!("{};B", "AAA".repeat(1 + patient as usize));
    columns.set_filling_strategy(Box::new(sequences.parse::<ColumnFilling>().expect("tokens")));
    let refused = CascadeGame::new(columns, MaximumDeltaMatcher::columns()).start();
    assert!(
        matches!(refused, Err(GameError::Endless { steps }) if steps == patient),
        "{refused:?}"
    );
}

#[test]
fn boards_are_equal_if_their_fields_and_their_valid_tokens_are() {
    let hash = |board: &GridBoard| BuildHasherDefault::<DefaultHasher>::default().hash_one(board);
    let one = board("AB;BA", "");
    let mut filled = one.clone();
    filled.set_filling_strategy(Box::new(RandomFilling::new(1)));
    assert!(one == filled && hash(&one) == hash(&filled));
    let other = board("AB;AB", "");
    assert!(one != other && hash(&one) != hash(&other));
    assert_ne!(one, board("AB;BA", "C"));
}

#[test]
fn the_matcher_of_a_game_is_replaced_by_any_other() {
    let mut game = game("AAB;CDB;EFB", "", "A;B;C", MaximumDeltaMatcher::rows());
    game.start().expect("nothing is to be filled");
    assert_eq!(game.score(), 0);
    game.set_matcher(Box::new(MaximumDeltaMatcher::columns()));
    assert!(
        game.start().is_err(),
        "three B match, and only one token comes in"
    );
}

#[test]
fn a_long_cascade_that_calms_down_comes_to_rest() {
    // The first ends after 71 steps that look at 30 boards, the other after more than the patient ones.
    for (valid, points) in [("ABCDEF", 14_641_409_161), ("ABCD", 0)] {
        let mut board = GridBoard::new(400, 400, tokens(valid)).expect("a possible size");
        board.set_filling_strategy(Box::new(RandomFilling::new(1)));
        let mut game = CascadeGame::new(board, lines());
        game.start().expect("it comes to rest");
        assert!(points == 0 || game.score() == points, "{}", game.score());
        let all: Vec<Cell> = game.board().size().cells().collect();
        let matches = combinations(game.board(), &lines(), &all).expect("all on the board");
        assert!(matches.is_empty(), "{valid}");
    }
}

#[test]
fn the_patience_with_a_cascade_falls_with_the_board() {
    let steps = |columns, rows| patient_steps(Size::new(columns, rows).expect("a possible size"));
    assert_eq!(
        (steps(8, 8), steps(128, 128), steps(1000, 1000)),
        (65_536, 256, 256)
    );
}

/// Returns the step at which a cascade of rows counts as endless, by the positions that each step looks at.
fn endless_after(side: u32, positions: impl IntoIterator<Item = usize>) -> Option<u64> {
    endless_with(&MaximumDeltaMatcher::rows(), side, positions)
}

fn endless_with(matcher: &dyn Matcher, side: u32, positions: impl IntoIterator<Item = usize>) -> Option<u64> {
    let size = Size::new(side, side).expect("a possible size");
    let mut activity = Activity::new(size, matcher.comparisons());
    let mut steps = (0..).zip(positions);
    steps.find_map(|(steps, positions)| activity.count(steps, positions).then_some(steps))
}

#[test]
fn only_the_last_steps_say_whether_a_cascade_settles() {
    let patient = patient_steps(Size::new(150, 150).expect("a possible size"));
    assert_eq!(endless_after(150, [1000; 300]), Some(patient));
    assert_eq!(endless_after(150, (0..300).map(|step| 100 + step)), Some(patient));
    assert_eq!(endless_after(150, (0..300).map(|step| 10_000 - 30 * step)), None);
    // It settles from the last window before the patient steps on, and comes to a halt in the next but one.
    let first = patient as usize - WINDOW;
    let late = (0..2000).map(|step| if step < first { 1000 } else { 500 });
    assert_eq!(endless_after(150, late), Some(patient + WINDOW as u64 - 1));
}

#[test]
fn a_cascade_that_looks_at_too_many_positions_is_endless() {
    let board = 4096 * 4096;
    let steps = MAX_COMPARISONS / board as u64;
    for positions in [board, 2 * board] {
        assert_eq!(
            endless_after(4096, vec![positions; 300]),
            Some(steps),
            "{positions}"
        );
    }
    assert_eq!(endless_after(4096, vec![1; 2000]), Some(256));
    // Every delta of every matcher is looked at from each position.
    let (both, area) = (lines(), deltas(&[(1, 0), (0, 1)]));
    for matcher in [&both as &dyn Matcher, &area, &Box::new(both.clone())] {
        assert_eq!(endless_with(matcher, 4096, vec![board; 300]), Some(steps / 2));
    }
}

#[test]
fn a_cascade_of_whole_boards_ends_with_its_sequences() {
    // Every step empties the board, and there are tokens for twenty steps.
    let (side, steps) = (600, 20);
    let mut board = board(&vec!["A".repeat(side); side].join(";"), "B");
    let sequences = vec!["A".repeat(side * steps); side].join(";");
    board.set_filling_strategy(Box::new(sequences.parse::<ColumnFilling>().expect("tokens")));
    let mut game = CascadeGame::new(board, deltas(&[(1, 0), (0, 1)]));
    let before = game.board().to_string();
    let refused = game.start();
    assert!(
        matches!(
            refused,
            Err(GameError::Fill(FillError::Exhausted { left: 0, .. }))
        ),
        "{refused:?}"
    );
    assert_eq!((game.score(), game.board().to_string()), (0, before));
}

#[test]
fn a_million_equal_tokens_are_matched_from_everywhere() {
    let side = 1000;
    let row = "A".repeat(side);
    let board = board(&vec![row; side].join(";"), "B");
    let all: Vec<_> = board.size().cells().collect();
    let area = deltas(&[(1, 0), (0, 1)])
        .match_all(&board, &all)
        .expect("on the board");
    assert_eq!(area.iter().map(Match::size).collect::<Vec<_>>(), [side * side]);
    let found = crate::framework::combinations(&board, &lines(), &all).expect("on the board");
    assert_eq!(found.len(), 2 * side);
}
