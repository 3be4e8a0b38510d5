//! Puzzles at the terminal: chosen in the menu, tried, solved, followed by the next.

use std::time::Duration;

use quincunx_catalog::GAMES;
use quincunx_core::Seed;
use quincunx_registry::{DynGame, PuzzleError};
use quincunx_search::{Limits, StopToken};
use ratatui::crossterm::event::KeyCode;

use super::bench::{Bench, THEME};
use crate::tui::animation::Speed;
use crate::tui::menu::Row;
use crate::tui::messages;
use crate::tui::messages::Event;
use crate::tui::table::{Seat, Table};
use crate::tui::thinker;

/// Calls a test with a puzzle of each game that has them, to win in so many moves.
fn for_each_puzzle(wins_in: u32, mut test: impl FnMut(&'static dyn DynGame, Bench)) {
    let with_puzzles: Vec<_> = GAMES.iter().filter(|entry| entry.puzzles().is_some()).collect();
    assert!(!with_puzzles.is_empty());
    for entry in with_puzzles {
        let made = entry.puzzle(&entry.defaults(), wins_in, 3, &Limits::default());
        let made = made.expect("it has puzzles").expect("this one");
        let table = Table::of_puzzle(*entry, made, Speed::Off, Duration::ZERO);
        test(*entry, Bench::with(THEME, Speed::Off, Some(table)));
    }
}

/// Plays an action as a person types it.
fn play(bench: &mut Bench, action: usize) {
    let text = bench.table().session.action_text(action).expect("an action");
    bench.keys(":");
    bench.keys(&text);
    bench.key(KeyCode::Enter);
    bench.key(KeyCode::Esc);
    bench.wait(1000);
}

fn right(bench: &Bench) -> usize {
    let puzzle = bench.table().open_puzzle().expect("it is not solved");
    puzzle.next(bench.table().session.as_ref()).expect("it goes on")
}

#[test]
fn a_puzzle_takes_right_moves_alone_and_replies_by_itself() {
    for_each_puzzle(3, |entry, mut bench| {
        let from = bench.table().session.ply();
        assert!(
            bench.screen(100, 30).concat().contains("wins in 3"),
            "{}",
            entry.id()
        );
        for own in 0..3 {
            let right = right(&bench);
            let ply = bench.table().session.ply();
            let legal = bench.table().session.legal_actions();
            for wrong in legal.into_iter().filter(|&wrong| own < 2 && wrong != right) {
                play(&mut bench, wrong);
                assert_eq!(
                    bench.table().session.ply(),
                    ply,
                    "{}: nothing was played",
                    entry.id()
                );
            }
            bench.keys("h");
            assert_eq!(bench.table().hint, Some(right));
            play(&mut bench, right);
        }
        assert!(bench.jobs.is_empty(), "nobody had to think");
        assert_eq!(bench.table().session.ply(), from + 5);
        assert!(bench.table().session.turn().outcome().is_some());
        assert!(
            bench.screen(100, 30).concat().contains("Solved"),
            "{}",
            entry.id()
        );
    });
}

#[test]
fn what_led_to_a_puzzle_can_be_looked_at_and_not_changed() {
    for_each_puzzle(2, |_, mut bench| {
        let from = bench.table().session.ply();
        bench.keys("u");
        assert_eq!(bench.table().session.ply(), from, "there is nothing to take back");
        bench.key(KeyCode::Home);
        assert_eq!(bench.table().session.ply(), 0);
        let legal = bench.table().session.legal_actions();
        play(&mut bench, legal[0]);
        assert_eq!(bench.table().session.ply(), 0);
        let count = bench.table().session.ply_count();
        for _ in 0..from {
            bench.keys("p");
            bench.wait(1000);
            assert!(bench.jobs.is_empty(), "the computer does not play there");
            assert!(
                bench
                    .table()
                    .message
                    .as_ref()
                    .is_some_and(|(_, text)| text.contains("End"))
            );
            bench.keys("]");
        }
        assert_eq!(bench.table().session.ply_count(), count);
        bench.key(KeyCode::End);
        assert_eq!(bench.table().session.ply(), from);
        let first = right(&bench);
        play(&mut bench, first);
        assert_eq!(bench.table().session.ply(), from + 2);
        bench.keys("u");
        assert_eq!(bench.table().session.ply(), from);
        play(&mut bench, first);
        assert_eq!(bench.table().session.ply(), from + 2, "it is played on");
    });
}

#[test]
fn the_next_puzzle_has_the_next_seed() {
    for_each_puzzle(2, |_, mut bench| {
        let before = bench.table().session.position_text();
        bench.keys("n");
        assert_eq!(
            bench.table().session.position_text(),
            before,
            "nobody waits for it here"
        );
        bench.pose();
        let table = bench.table();
        assert_eq!(table.session.seed(), Seed::Number(4));
        assert!(table.open_puzzle().is_some_and(|puzzle| puzzle.wins_in == 2));
        assert_ne!(table.session.position_text(), before);
        assert!(
            table
                .record()
                .tags
                .contains(&("puzzle".into(), "win in 2".into()))
        );
    });
}

#[test]
fn a_seed_without_a_puzzle_is_passed_over() {
    for_each_puzzle(2, |entry, mut bench| {
        bench.keys("n");
        let order = bench.orders.pop().expect("a puzzle was ordered");
        bench.send(Event::Posed(messages::Posed {
            ticket: order.ticket,
            entry,
            made: Err(PuzzleError::NotFound { wins_in: 2, games: 9 }),
        }));
        assert!(bench.screen(100, 30).concat().contains("no puzzle"));
        assert_eq!(bench.table().session.seed(), Seed::Number(3), "the puzzle stays");
        bench.keys("n");
        let next = bench.orders.pop().expect("another puzzle was ordered");
        assert_eq!((order.seed, next.seed), (4, 5));
    });
}

#[test]
fn a_puzzle_in_the_making_is_reported_and_can_be_cancelled() {
    for_each_puzzle(2, |entry, mut bench| {
        bench.keys("a");
        assert_eq!(bench.jobs.len(), 1, "the analysis is on");
        let before = bench.table().session.position_text();
        for cancel in [KeyCode::Esc, KeyCode::Char('q')] {
            bench.keys("n");
            assert!(bench.screen(100, 30).concat().contains("making a puzzle"));
            bench.wait(1000);
            assert!(bench.jobs.is_empty(), "nothing comes in between");
            assert_eq!(bench.app.next_tick(bench.now), None, "and nothing moves");
            let order = bench.orders.pop().expect("a puzzle was ordered");
            bench.key(cancel);
            assert!(!bench.screen(100, 30).concat().contains("making a puzzle"));
            assert_eq!(bench.jobs.len(), 1, "the analysis goes on");
            // What was made all the same is not wanted any more.
            bench.send(Event::Posed(thinker::pose(&order, &StopToken::default())));
            assert_eq!(bench.table().session.position_text(), before, "{}", entry.id());
            assert!(bench.app.exit.is_none());
        }
    });
}

#[test]
fn a_search_for_a_puzzle_can_be_interrupted() {
    for_each_puzzle(2, |_, mut bench| {
        bench.keys("n");
        let order = bench.orders.pop().expect("a puzzle was ordered");
        let stop = StopToken::default();
        stop.stop();
        let posed = thinker::pose(&order, &stop);
        assert_eq!(posed.made.map(|_| ()), Err(PuzzleError::Stopped));
    });
}

#[test]
fn a_puzzle_is_chosen_in_the_menu() {
    for (number, entry) in GAMES.iter().enumerate() {
        let mut bench = Bench::at_menu();
        bench.app.menu.go_to(number);
        let rows = bench.app.menu.rows();
        let row = rows.iter().position(|row| *row == Row::Puzzle);
        assert_eq!(row.is_some(), entry.puzzles().is_some(), "{}", entry.id());
        let (Some(row), Some((least, _))) = (row, entry.puzzles()) else {
            continue;
        };
        bench.app.menu.go_to(row);
        bench.key(KeyCode::Right);
        bench.key(KeyCode::Enter);
        bench.pose();
        let table = bench.table();
        assert!(table.open_puzzle().is_some_and(|puzzle| puzzle.wins_in == least));
        assert_eq!(table.seat_to_act(), Some(&Seat::Person));
    }
}
