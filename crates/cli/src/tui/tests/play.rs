//! Playing: keys, mouse and answers of the computer change the game as they should.

use std::time::Duration;

use quincunx_catalog::GAMES;
use quincunx_core::{Cell, Gesture, OptionKind, Random, RandomSource};
use quincunx_registry::DynGame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Rect;

use super::bench::{Bench, THEME, games_of_two, table};
use crate::tui::animation::Speed;
use crate::tui::app::Exit;
use crate::tui::draw::layout::Layout;
use crate::tui::menu::Row;
use crate::tui::messages;
use crate::tui::messages::Event;
use crate::tui::table::{Focus, Mode, Seat, Table};

#[test]
fn every_game_is_played_by_keys() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        let mut random = Random::new(7);
        for _ in 0..60 {
            if bench.table().session.turn().player().is_none() {
                break;
            }
            bench.play_by_keys(random.index(1000));
        }
        assert!(bench.table().session.ply() > 4, "{}", entry.id());
    }
}

#[test]
fn every_game_is_played_by_clicks_or_pushes() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        for choice in 0..12 {
            let table = bench.table();
            if table.session.turn().player().is_none() {
                break;
            }
            let legal = table.session.legal_actions();
            let action = legal[choice * 7 % legal.len()];
            let layout = Layout::of(table, &THEME, Rect::new(0, 0, 100, 30));
            let middle_of = |cell| {
                let field = layout.board.field_of(cell).expect("the board fits this screen");
                (field.x + field.width / 2, field.y + field.height / 2)
            };
            let clicks = match table.session.gesture(action).expect("it has a gesture") {
                Gesture::Column { column } => vec![middle_of(quincunx_core::Cell::new(column, 0))],
                Gesture::Point { cell } => vec![middle_of(cell)],
                Gesture::Swap { from: a, to: b } => vec![middle_of(a), middle_of(b)],
                Gesture::Take { token } => {
                    let at = table.tray().iter().position(|known| *known == token);
                    let tray = layout.tray.expect("a game with a tray shows it");
                    let place = tray.place_of(at.expect("it is in the tray"));
                    let place = place.expect("the tray fits this screen");
                    vec![(place.x + 1, place.y)]
                }
                Gesture::Push { .. } | Gesture::Rotate { .. } | Gesture::Shift { .. } => {
                    bench.play_by_keys(choice * 7);
                    continue;
                }
            };
            let ply = table.session.ply();
            for at in clicks {
                bench.mouse(MouseEventKind::Down(MouseButton::Left), at);
                bench.mouse(MouseEventKind::Up(MouseButton::Left), at);
            }
            let played = bench.table().session.action_of(ply + 1);
            assert_eq!(played.map(|(_, action)| action), Some(action), "{}", entry.id());
        }
    }
}

#[test]
fn a_swap_can_be_dragged() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        let table = bench.table();
        let swap = table.session.legal_actions().into_iter().find_map(|action| {
            match table.session.gesture(action) {
                Some(Gesture::Swap { from: a, to: b }) => Some((a, b)),
                _ => None,
            }
        });
        let Some((a, b)) = swap else {
            continue;
        };
        let layout = Layout::of(table, &THEME, Rect::new(0, 0, 100, 30));
        let [from, to] = [a, b].map(|cell| layout.board.field_of(cell).expect("it is seen"));
        bench.mouse(MouseEventKind::Down(MouseButton::Left), (from.x, from.y));
        bench.mouse(MouseEventKind::Up(MouseButton::Left), (to.x, to.y));
        assert_eq!(bench.table().session.ply(), 1, "{}", entry.id());
    }
}

#[test]
fn undo_goes_back_to_the_persons_own_turn() {
    for entry in games_of_two() {
        let mut bench = Bench::at_table(entry, ["h", "1"]);
        let persons_turn =
            |bench: &Bench| bench.table().seat_to_act() == Some(&Seat::Person) && bench.jobs.is_empty();
        // A person's actions until it is the computer's turn, and the computer's until it is the person's.
        for choice in 0..2 {
            while persons_turn(&bench) {
                bench.play_by_keys(choice);
            }
            bench.answer();
        }
        assert!(persons_turn(&bench), "{}", entry.id());
        let position = bench.table().session.position_text();
        let ply = bench.table().session.ply();
        bench.keys("u");
        assert!(bench.table().session.ply() < ply);
        assert!(
            persons_turn(&bench),
            "{}: the computer is not asked again",
            entry.id()
        );
        bench.keys("U");
        assert_eq!(bench.table().session.position_text(), position, "{}", entry.id());
        bench.keys("uuuuuuuuuuuu");
        assert!(persons_turn(&bench));
        assert_eq!(bench.table().session.ply(), 0);
        while persons_turn(&bench) {
            bench.play_by_keys(2);
            bench.wait(1000);
        }
        assert_eq!(bench.jobs.len(), 1, "{}: the computer plays on", entry.id());
    }
}

#[test]
fn undo_alone_is_unlimited_and_meets_the_same_luck() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        let start = bench.table().session.position_text();
        for choice in 0..5 {
            bench.play_by_keys(choice * 3);
        }
        let end = bench.table().session.position_text();
        bench.keys("uuuuu");
        assert_eq!(bench.table().session.position_text(), start, "{}", entry.id());
        bench.keys("u");
        assert!(
            bench.table().message.is_some(),
            "it is said that there is nothing more"
        );
        bench.keys("UUUUU");
        assert_eq!(bench.table().session.position_text(), end, "{}", entry.id());
        for (key, ply) in [
            (KeyCode::Home, 0),
            (KeyCode::Char(']'), 1),
            (KeyCode::Char('['), 0),
            (KeyCode::End, 5),
        ] {
            bench.key(key);
            assert_eq!(bench.table().session.ply(), ply, "{key:?}");
        }
    }
}

#[test]
fn the_computer_plays_its_side_and_waits_when_reported() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["1", "1"]);
        bench.wait(1);
        for _ in 0..4 {
            let ply = bench.table().session.ply();
            assert_eq!(bench.jobs.len(), 1, "{}: the computer is asked once", entry.id());
            bench.wait(1);
            bench.answer_once();
            assert_eq!(bench.table().session.ply(), ply + 1);
        }
        bench.keys("p");
        assert!(bench.jobs.is_empty(), "a paused computer does not think");
        bench.wait(1000);
        assert!(bench.jobs.is_empty());
        bench.keys("p");
        assert_eq!(bench.jobs.len(), 1);
    }
}

#[test]
fn an_answer_to_an_old_question_is_dropped() {
    for entry in games_of_two() {
        let mut bench = Bench::at_table(entry, ["h", "1"]);
        while bench.jobs.is_empty() {
            bench.play_by_keys(0);
        }
        let job = bench.jobs.pop().expect("the computer was asked");
        let ticket = job.ticket;
        bench.keys("u");
        let ply = bench.table().session.ply();
        let answer = messages::Answer::Chosen(job.session.legal_actions()[0], Duration::ZERO);
        bench.send(Event::Thought(ticket, answer));
        bench.wait(1000);
        assert_eq!(bench.table().session.ply(), ply, "{}", entry.id());
    }
}

#[test]
fn hint_and_analysis_tell_and_stay_on() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        bench.keys("h");
        bench.answer();
        let hint = bench.table().hint.expect("a hint is given");
        assert!(bench.table().session.is_legal(hint));
        let text = bench.screen(100, 30).concat();
        assert!(text.contains("hint: "), "{}: {text}", entry.id());
        bench.keys("a");
        bench.answer();
        let judged = |bench: &Bench| {
            let judgement = bench.table().judgement.as_ref().expect("it was analysed");
            judgement.analysis.actions.len()
        };
        assert_eq!(judged(&bench), bench.table().session.legal_actions().len());
        assert!(bench.screen(100, 40).concat().contains("Analysis"));
        bench.play_by_keys(0);
        assert!(bench.table().hint.is_none(), "a hint is for one position");
        bench.answer();
        assert_eq!(
            judged(&bench),
            bench.table().session.legal_actions().len(),
            "the analysis stays on across moves"
        );
        bench.keys("a");
        assert!(bench.table().judgement.is_none());
    }
}

#[test]
fn moves_are_typed_and_errors_stay_to_be_mended() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        bench.keys(":nonsense");
        bench.key(KeyCode::Enter);
        assert_eq!(bench.table().typed.as_deref(), Some("nonsense"));
        let screen = bench.screen(100, 30);
        assert!(screen[29].contains(":nonsense"), "{screen:#?}");
        assert!(screen[25..].concat().contains("is not"), "{screen:#?}");
        for _ in 0.."nonsense".len() {
            bench.key(KeyCode::Backspace);
        }
        let table = bench.table();
        let action = *table.session.legal_actions().last().expect("a legal action");
        let text = table.session.action_text(action).expect("it has a text");
        bench.keys(&text);
        bench.key(KeyCode::Enter);
        assert_eq!(bench.table().typed, None);
        let played = bench.table().session.action_of(1);
        assert_eq!(played.map(|(_, action)| action), Some(action), "{}", entry.id());
        bench.keys(":");
        bench.key(KeyCode::Esc);
        assert_eq!(bench.table().typed, None);
    }
}

#[test]
fn an_illegal_typed_move_is_refused() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        let session = &bench.table().session;
        let illegal = (0..session.action_count()).find(|&action| !session.is_legal(action));
        let Some(text) = illegal.and_then(|action| session.action_text(action)) else {
            continue;
        };
        bench.keys(&format!(":{text}"));
        bench.key(KeyCode::Enter);
        assert_eq!(bench.table().session.ply(), 0, "{}", entry.id());
        let (_, message) = bench.table().message.clone().expect("there is a message");
        assert!(message.contains(&text), "{message}");
    }
}

#[test]
fn a_game_under_way_is_left_only_when_asked_twice() {
    let entry = GAMES[0];
    let mut bench = Bench::at_table(entry, ["h", "h"]);
    bench.play_by_keys(0);
    bench.keys("q");
    assert_eq!(bench.app.exit, None);
    bench.keys("?");
    bench.key(KeyCode::Esc);
    bench.keys("q");
    assert_eq!(bench.app.exit, None, "another key in between disarms it");
    bench.mouse(MouseEventKind::Down(MouseButton::Left), (0, 0));
    bench.keys("q");
    assert_eq!(bench.app.exit, None, "as does a click");
    bench.key(KeyCode::Home);
    bench.keys("n");
    assert_eq!(bench.table().session.ply_count(), 1, "looking back loses no game");
    bench.keys("q");
    assert_eq!(bench.app.exit, None);
    bench.keys("q");
    assert_eq!(bench.app.exit, Some(Exit::Quit));
}

/// A question mark is part of a text that is typed in the menu.
#[test]
fn a_question_mark_can_be_typed_in_the_menu() {
    let has_text = |entry: &&'static dyn DynGame| {
        let mut options = entry.options().iter();
        options.any(|option| matches!(option.kind, OptionKind::Text | OptionKind::File))
    };
    let game = GAMES.iter().position(has_text).expect("there is such a game");
    let mut bench = Bench::at_menu();
    bench.app.menu.go_to(game);
    let is_text = |row: &Row| match row {
        Row::Option(index) => matches!(
            GAMES[game].options()[*index].kind,
            OptionKind::Text | OptionKind::File
        ),
        _ => false,
    };
    let row = bench
        .app
        .menu
        .rows()
        .iter()
        .position(is_text)
        .expect("it has a row");
    bench.app.menu.go_to(row);
    bench.keys("?a?");
    assert_eq!(bench.app.menu.editing.as_deref(), Some("?a?"));
    assert_eq!(bench.app.help, None);
    bench.key(KeyCode::Esc);
    bench.app.menu.go_to(0);
    bench.keys("?");
    assert_eq!(bench.app.help, Some(0));
}

#[test]
fn a_game_is_numbered_though_its_seed_is_that_of_another() {
    let mut bench = Bench::at_menu();
    let mut games = Vec::new();
    for _ in 0..2 {
        bench.key(KeyCode::Enter);
        bench.keys("h");
        games.push(bench.jobs.pop().expect("a hint is asked for").game);
        bench.keys("q");
    }
    assert_eq!(games, [1, 2]);
}

#[test]
fn a_message_does_not_outlive_the_computers_move() {
    let entry = games_of_two().next().expect("there is a game for two");
    let mut bench = Bench::at_table(entry, ["1", "h"]);
    bench.wait(1);
    bench.keys("h");
    assert!(bench.table().message.is_some(), "it is the computer's turn");
    bench.answer();
    assert_eq!(bench.table().seat_to_act(), Some(&Seat::Person));
    assert_eq!(bench.table().message, None);
}

#[test]
fn signals_and_control_c_end_the_program() {
    let mut bench = Bench::at_menu();
    bench.send(Event::Signal(15));
    assert_eq!(bench.app.exit, Some(Exit::Signal(15)));
    let mut bench = Bench::at_table(GAMES[0], ["h", "h"]);
    bench.send(Event::Key(KeyEvent::new(
        KeyCode::Char('c'),
        KeyModifiers::CONTROL,
    )));
    assert_eq!(bench.app.exit, Some(Exit::Signal(2)));
}

#[test]
fn a_game_is_begun_from_the_menu() {
    for (number, entry) in GAMES.iter().enumerate() {
        let mut bench = Bench::at_menu();
        let screen = bench.screen(80, 24).concat();
        assert!(screen.contains(entry.title()), "{screen}");
        for _ in 0..number {
            bench.key(KeyCode::Down);
        }
        bench.key(KeyCode::Enter);
        assert_eq!(bench.table().entry.id(), entry.id());
        bench.keys("q");
        assert!(bench.app.table.is_none());
    }
}

#[test]
fn a_replay_is_looked_at_and_played_on() {
    for entry in GAMES {
        let mut played = Bench::at_table(*entry, ["h", "h"]);
        for choice in 0..4 {
            played.play_by_keys(choice);
        }
        let record = played.table().record();
        let mut session = entry.replay(&record).expect("a record replays");
        session.go_to(0);
        let seats = [Seat::Person, Seat::Person];
        let mut table = Table::new(*entry, session, seats, Speed::Off, Duration::ZERO);
        table.mode = Mode::Replay { playing: false };
        let mut bench = Bench::with(THEME, Speed::Off, Some(table));
        bench.keys("]]");
        assert_eq!(bench.table().session.ply(), 2);
        let text = bench.table().session.legal_actions();
        let text = bench.table().session.action_text(text[0]).expect("it has a text");
        bench.keys(&format!(":{text}"));
        bench.key(KeyCode::Enter);
        assert_eq!(bench.table().session.ply_count(), 4, "a replay is not changed");
        bench.keys("p");
        bench.wait(10);
        assert_eq!(bench.table().session.ply(), 2, "each position is seen");
        for _ in 0..10 {
            bench.wait(1000);
        }
        assert_eq!(bench.table().session.ply(), 4, "it plays by itself");
        bench.keys("uuf");
        bench.play_by_keys(0);
        assert_eq!(bench.table().session.ply_count(), 3, "a fork goes its own way");
    }
}

#[test]
fn a_key_ends_an_animation_and_counts() {
    for entry in GAMES {
        let mut bench = Bench::with(THEME, Speed::Normal, Some(table(*entry, ["h", "h"])));
        bench.play_by_keys(0);
        bench.play_by_keys(0);
        assert_eq!(bench.table().session.ply(), 2, "{}: no key is lost", entry.id());
        let mut ticks = 0;
        while bench.app.next_tick(bench.now).is_some() {
            bench.wait(16);
            ticks += 1;
            assert!(ticks < 10_000, "{}: an animation ends", entry.id());
        }
        assert!(bench.table().animation.is_none());
    }
}

#[test]
fn a_loaded_board_is_shown_before_anything_happens_to_it() {
    let takes_board = |entry: &&&dyn DynGame| entry.options().iter().any(|option| option.name == "board");
    let entry = *GAMES.iter().find(takes_board).expect("there is such a game");
    let mut options = entry.defaults();
    let board = "R1 R1 R1\nR2 R3 R2\nR4 R5 R6";
    options.set("board", board).expect("any text is taken");
    let session = entry.new_session(&options, 1).expect("a board");
    let initial = session.initial_view().board;
    let seats = [Seat::Person, Seat::Person];
    let table = Table::new(entry, session, seats, Speed::Normal, Duration::from_secs(1));
    assert_ne!(table.view.board, initial);
    let mut bench = Bench::with(THEME, Speed::Normal, Some(table));
    let shown = |bench: &Bench| {
        let (mut board, sprites) = bench.table().animation.as_ref()?.frame(bench.now);
        for sprite in sprites.iter().filter(|sprite| sprite.scale >= 1.0) {
            let (column, row) = sprite.place;
            *board.get_mut(Cell::new(column as u32, row as u32))? = Some(sprite.token);
        }
        Some(board)
    };
    bench.wait(500);
    assert_eq!(shown(&bench), Some(initial.clone()));
    bench.wait(500);
    assert_ne!(shown(&bench), Some(initial));
    for _ in 0..100 {
        bench.wait(100);
    }
    assert_eq!(shown(&bench), None, "it comes to an end");
}

#[test]
fn the_focus_follows_the_next_action() {
    for entry in GAMES {
        let bench = Bench::at_table(*entry, ["h", "h"]);
        let table = bench.table();
        let takes = table.moves.ways().take;
        assert_eq!(table.focus == Focus::Tray, takes, "{}", entry.id());
    }
}
