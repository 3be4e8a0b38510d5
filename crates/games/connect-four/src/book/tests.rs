//! The shipped book, building others, and every error of the file format.

use std::num::NonZero;
use std::sync::Mutex;

use quincunx_core::{Game, Notation, Outcome, Side, Turn};
use quincunx_registry::opening::BookBuilder as _;
use quincunx_registry::opening::{CheckedPosition, OpeningBook, Tally};
use quincunx_search::{Limits, SearchBudget, StopToken};

use super::*;
use crate::BookBuilder;
use crate::book_builder::MEMORY;
use crate::packed::pack;
use crate::rules::{ConnectFour, Position};
use crate::solver::BoardSolver;

/// Arbitrary scores for books of which only the building is tested.
fn made_up(positions: usize) -> Vec<Option<i8>> {
    (0..positions).map(|at| Some((at * 7 % 37) as i8 - 18)).collect()
}

/// A book of made-up scores of the last ply.
fn book(plies: u32) -> Book {
    let bytes = file::write(plies, &made_up(positions::layers(plies)[plies as usize].len()));
    Book::from_bytes(&bytes).expect("a whole book")
}

#[test]
fn the_shipped_book_is_right() {
    let book = Book::shipped();
    let (layer, scores) = book.layers.last().expect("a book has a layer");
    // Positions spread evenly, of which so many nodes settle some; `quincunx book verify` has the time for
    // others.
    let nodes = 300_000;
    let mut solver = BoardSolver::new(MEMORY);
    let places = (0..48).map(|at| (2 * at + 1) * layer.len() / 96);
    let settled = places.filter(|&at| {
        let mut budget = SearchBudget::start(&Limits::of_nodes(nodes));
        let solved = solver.score(layer.board(at), &mut budget);
        solved.is_some_and(|score| {
            assert_eq!(score, i32::from(scores[at]), "{:?}", layer.board(at));
            true
        })
    });
    let settled = settled.count();
    assert!(settled >= 8, "only {settled} are settled");
}

#[test]
fn the_first_player_wins_by_the_middle_column_only() {
    let book = Book::shipped();
    assert_eq!(book.plies(), Book::SHIPPED_PLIES);
    let empty = BitBoard::new(Standard::default());
    assert_eq!(book.score(&empty), Some(1));
    let drops: Vec<Option<i32>> = positions::replies(&empty)
        .map(|reply| book.score(&reply))
        .collect();
    // From the left, for the second player.
    assert_eq!(drops, [2, 1, 0, -1, 0, 1, 2].map(Some));
}

#[test]
fn a_book_knows_every_position_that_play_reaches_and_no_other() {
    let rules = ConnectFour::default();
    let book = book(4);
    for (position, score) in [("4444", true), ("44444", false), ("1234567", false)] {
        let position = rules.parse_position(position).expect("a position");
        assert_eq!(book.score(&pack(Standard::default(), &position)).is_some(), score);
    }
    let known: Vec<usize> = book.tallies().into_iter().map(Tally::positions).collect();
    assert_eq!(known, [1, 4, 25, 121, 568]);
    assert_eq!(book.plies(), 4);
}

/// The score by a full search of the readable rules down to the book's last ply.
fn by_rules(rules: &ConnectFour, position: &Position, book: &Book) -> i32 {
    if let Turn::Over(outcome) = position.turn() {
        let Outcome::Win(_) = outcome else { return 0 };
        // The game was lost by the last stone, for whoever would be next.
        return -score::win(42, position.stones() - 1);
    }
    let board = pack(Standard::default(), position);
    if position.stones() == book.plies() {
        return book.score(&board).expect("the last ply is known");
    }
    let score = |column| -by_rules(rules, &rules.after(position, column), book);
    rules
        .legal_actions(position)
        .into_iter()
        .map(score)
        .max()
        .expect("the first plies fill no board")
}

#[test]
fn earlier_plies_follow_from_the_last_as_the_rules_have_it() {
    let rules = ConnectFour::default();
    let book = book(7);
    // From the fourth ply on, below which there is less to go through; wins by the seventh stone are among
    // it.
    for line in ["1212", "12121", "121212", "445362", "1122", "4444", "123321"] {
        let position = rules.parse_position(line).expect("a position");
        let known = book.score(&pack(Standard::default(), &position));
        assert_eq!(known, Some(by_rules(&rules, &position, &book)), "{line}");
    }
    let wins_now = rules.parse_position("121212").expect("a position");
    let wins_now = pack(Standard::default(), &wins_now);
    assert_eq!(book.score(&wins_now), Some(18));
    let mut budget = SearchBudget::start(&Limits::default());
    let mut solver = BoardSolver::new(MEMORY);
    assert_eq!(solver.score(wins_now, &mut budget), Some(18));
}

#[test]
fn a_file_reads_as_it_was_written() {
    for plies in 0..=4 {
        let book = book(plies);
        assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
    }
}

#[test]
fn damage_of_every_kind_is_an_error() {
    let scores = made_up(25);
    let bytes = file::write(2, &scores);
    let changed = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        Book::from_bytes(&bytes)
    };
    assert_eq!(Book::from_bytes(b""), Err(FileError::Magic));
    assert_eq!(Book::from_bytes(&bytes[..8]), Err(FileError::Magic));
    assert_eq!(changed(7, b'2'), Err(FileError::Magic));
    assert_eq!(changed(8, 13), Err(FileError::Plies(13)));
    assert_eq!(changed(8, 255), Err(FileError::Plies(255)));
    assert_eq!(Book::from_bytes(&bytes[..12]), Err(FileError::Checksum));
    assert_eq!(changed(12, bytes[12] ^ 1), Err(FileError::Checksum));
    // Fewer, more, and none of what was packed.
    assert_eq!(changed(8, 3), Err(FileError::Length(121)));
    assert_eq!(changed(8, 1), Err(FileError::Length(4)));
    // A block of the kind that is reserved.
    assert_eq!(changed(13, 0xff), Err(FileError::Length(25)));
    for end in 13..bytes.len() {
        assert_eq!(
            Book::from_bytes(&bytes[..end]),
            Err(FileError::Length(25)),
            "{end}"
        );
    }
    let more = [&bytes[..], b"xyz"].concat();
    assert_eq!(Book::from_bytes(&more), Err(FileError::Trailing(3)));
    for (score, value) in [(22, 86), (-22, 42)] {
        let mut scores = scores.clone();
        scores[3] = Some(score);
        let wrong = Book::from_bytes(&file::write(2, &scores));
        assert_eq!(wrong, Err(FileError::Score { at: 3, value }));
    }
    let mut scores = scores;
    scores[7] = None;
    let open = Book::from_bytes(&file::write(2, &scores));
    assert_eq!(open, Err(FileError::Unfinished(1)));
}

#[test]
fn the_numbers_of_positions_are_known_before_they_are_found() {
    for (plies, layer) in positions::layers(8).iter().enumerate() {
        assert_eq!(file::POSITIONS[plies], layer.len(), "{plies}");
    }
}

#[test]
fn an_interrupted_book_keeps_what_is_known_and_goes_on_with_the_rest() {
    // Three positions are left that are won by the next stone, at once even in a test.
    let layers = positions::layers(7);
    let layer = layers.last().expect("the seventh ply");
    let quick: Vec<usize> = (0..layer.len())
        .filter(|at| layer.board(*at).can_win_now())
        .take(3)
        .collect();
    let mut scores = made_up(layer.len());
    for at in &quick {
        scores[*at] = None;
    }
    let mut builder = BookBuilder::from_bytes(&file::write(7, &scores)).expect("a book in the making");
    let open = builder.progress();
    assert_eq!((open.positions - open.solved, open.is_finished()), (3, false));

    let one = NonZero::<usize>::MIN;
    let raised = StopToken::default();
    raised.stop();
    builder.run(one, &raised, &|_| panic!("nothing is solved"));
    assert_eq!(builder.progress(), open);

    // The first report ends the run, after one position.
    let stop = StopToken::default();
    builder.run(one, &stop, &|_| stop.stop());
    assert_eq!(builder.progress().solved, open.solved + 1);
    let Err(builder) = builder.finish() else {
        panic!("two positions are not solved");
    };

    let left = BookBuilder::from_bytes(&builder.to_bytes());
    let mut builder = left.expect("a book in the making");
    let two = NonZero::new(2).expect("two");
    builder.run(two, &StopToken::default(), &|_| ());
    assert!(builder.progress().is_finished());
    let Ok(book) = builder.finish() else {
        panic!("all positions are solved");
    };
    let expected = scores.iter().map(|score| score.unwrap_or(18));
    assert!(book.layers[7].1.iter().copied().eq(expected));
}

#[test]
fn a_check_finds_wrong_scores() {
    let layers = positions::layers(7);
    let layer = layers.last().expect("the seventh ply");
    let quick: Vec<usize> = (0..layer.len())
        .filter(|at| layer.board(*at).can_win_now())
        .take(4)
        .collect();
    let mut scores = made_up(layer.len());
    for at in &quick {
        scores[*at] = Some(18);
    }
    scores[quick[2]] = Some(17);
    let book = Book::from_bytes(&file::write(7, &scores)).expect("a whole book");
    let checked = Mutex::new(Vec::new());
    let report = |position: CheckedPosition| checked.lock().expect("no thread panics").push(position);
    let two = NonZero::new(2).expect("two");
    book.check_at(&quick, two, &StopToken::default(), &report);
    let checked = checked.into_inner().expect("no thread panics");
    assert_eq!(checked.len(), 4);
    let wrong: Vec<&CheckedPosition> = checked.iter().filter(|checked| !checked.is_right()).collect();
    assert_eq!((wrong.len(), wrong[0].in_book, wrong[0].solved), (1, 17, 18));
    // Its text is that position and no other.
    let rules = ConnectFour::default();
    let position = rules.parse_position(&wrong[0].position).expect("a position");
    assert_eq!(position.turn(), Turn::Player(Side::Two));
    assert_eq!(layer.find(&pack(Standard::default(), &position)), Some(quick[2]));

    let raised = StopToken::default();
    raised.stop();
    book.check(9, 0, two, &raised, &|_| panic!("nothing is solved"));
}
