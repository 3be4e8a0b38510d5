//! What is seen, at every size and depth of colour.

use std::path::Path;
use std::time::Duration;

use quincunx_catalog::GAMES;
use quincunx_core::{Counter, OptionKind, Random, RandomSource, Seed};
use quincunx_registry::DynGame;
use quincunx_search::Limits;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};

use super::bench::{Bench, THEME, games_of_two, table};
use super::svg;
use crate::tui::animation::Speed;
use crate::tui::draw::layout::Layout;
use crate::tui::messages;
use crate::tui::messages::Event;
use crate::tui::steering::Moves;
use crate::tui::table::{Seat, Table};
use crate::tui::theme::{Depth, Theme};

/// A field of the screen and the cell under it are found from each other, at every size of screen.
#[test]
fn pointing_and_drawing_agree() {
    for entry in GAMES {
        for (width, height) in [(20, 10), (40, 16), (80, 24), (200, 60)] {
            for ascii in [false, true] {
                let table = table(*entry, ["h", "h"]);
                let theme = Theme { ascii, ..THEME };
                let layout = Layout::of(&table, &theme, Rect::new(0, 0, width, height));
                let mut seen = 0;
                for cell in table.view.board.size().cells() {
                    if let Some(field) = layout.board.field_of(cell) {
                        seen += 1;
                        assert_eq!(layout.board.cell_at(Position::new(field.x, field.y)), Some(cell));
                        let end = Position::new(field.right() - 1, field.bottom() - 1);
                        assert_eq!(layout.board.cell_at(end), Some(cell));
                    }
                }
                assert!(seen > 0, "{}: something is seen at {width}×{height}", entry.id());
            }
        }
    }
}

#[test]
fn every_screen_can_be_drawn_at_every_size() {
    let sizes = [
        (1, 1),
        (3, 2),
        (10, 4),
        (20, 10),
        (33, 12),
        (64, 16),
        (80, 24),
        (200, 60),
    ];
    let themes = [Depth::Monochrome, Depth::Sixteen, Depth::Many, Depth::True]
        .into_iter()
        .flat_map(|depth| {
            [false, true].map(|ascii| Theme {
                depth,
                ascii,
                ..THEME
            })
        });
    for theme in themes {
        let mut menu = Bench::with(theme, Speed::Off, None);
        for (width, height) in sizes {
            menu.screen(width, height);
            menu.keys("?");
            menu.screen(width, height);
            menu.keys("?");
        }
        for entry in GAMES {
            let mut bench = Bench::with(theme, Speed::Normal, Some(table(*entry, ["h", "h"])));
            for choice in 0..6 {
                // A level may end sooner.
                if bench.table().session.turn().player().is_none() {
                    break;
                }
                bench.play_by_keys(choice * 5);
                for (width, height) in sizes {
                    bench.wait(40);
                    bench.screen(width, height);
                }
                bench.wait(60_000);
            }
            bench.keys("a?");
            for (width, height) in sizes {
                bench.screen(width, height);
            }
        }
    }
}

#[test]
fn ascii_is_ascii_and_no_color_is_no_color() {
    let theme = Theme {
        depth: Depth::Monochrome,
        ascii: true,
        ..THEME
    };
    let mut benches: Vec<Bench> = GAMES
        .iter()
        .map(|entry| Bench::with(theme, Speed::Off, Some(table(*entry, ["h", "1"]))))
        .collect();
    benches.push(Bench::with(theme, Speed::Off, None));
    for bench in &mut benches {
        for keys in ["", "a", "?"] {
            bench.keys(keys);
            let text = bench.screen(100, 30).concat();
            // Notation may carry signs of its own; nothing of ours may.
            let foreign: String = text.chars().filter(|letter| !letter.is_ascii()).collect();
            assert_eq!(foreign, "", "{text}");
            for cell in bench.buffer(100, 30).content() {
                assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
            }
        }
    }
}

/// What every game shows at two sizes in plain characters, for people to look over; `QUINCUNX_REGENERATE=1`
/// writes it anew.
#[test]
fn screens_are_as_they_were() {
    for entry in GAMES {
        let mut text = String::new();
        for (theme, width, height) in [
            (THEME, 80, 24),
            (
                Theme {
                    depth: Depth::Monochrome,
                    ascii: true,
                    ..THEME
                },
                80,
                24,
            ),
            (THEME, 20, 10),
        ] {
            let mut bench = Bench::with(theme, Speed::Off, Some(table(*entry, ["h", "h"])));
            let mut random = Random::new(3);
            for _ in 0..7 {
                if bench.table().session.turn().player().is_some() {
                    bench.play_by_keys(random.index(1000));
                }
            }
            for line in bench.screen(width, height) {
                text.push_str(line.trim_end());
                text.push('\n');
            }
            text.push_str(&"~".repeat(usize::from(width)));
            text.push('\n');
        }
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
        let path = folder.join(format!("{}.txt", entry.id()));
        if std::env::var_os("QUINCUNX_REGENERATE").is_some() {
            std::fs::write(&path, &text).expect("the folder of screens can be written");
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            known == text,
            "{} is now\n{text}\nQUINCUNX_REGENERATE=1 cargo test -p quincunx accepts that",
            path.display()
        );
    }
}

#[test]
fn a_long_name_leaves_room_for_the_value() {
    let mut table = table(GAMES[0], ["h", "h"]);
    table.view.counters = vec![
        Counter {
            name: "moves".into(),
            value: 1234,
        },
        Counter {
            name: "purple to collect".into(),
            value: 10,
        },
    ];
    let mut bench = Bench::with(THEME, Speed::Off, Some(table));
    let screen = bench.screen(80, 24);
    for end in ["  moves                  1 234", "  purple to collect         10"] {
        assert!(
            screen.iter().any(|line| line.trim_end().ends_with(end)),
            "{screen:#?}"
        );
    }
}

#[test]
fn the_end_is_reported_in_words() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        let mut random = Random::new(11);
        for _ in 0..3000 {
            if bench.table().session.turn().player().is_none() {
                break;
            }
            let table = bench.table();
            let legal = table.session.legal_actions();
            let text = table.session.action_text(legal[random.index(legal.len())]);
            bench.keys(&format!(":{}", text.expect("it has a text")));
            bench.key(KeyCode::Enter);
        }
        if bench.table().session.turn().player().is_some() {
            continue;
        }
        let moves = bench.table().session.ply();
        let status = bench.screen(100, 30).pop().expect("a last line");
        let reported = |line: &str| {
            ["Game Over", "Goals reached", "Goals missed"]
                .iter()
                .any(|words| line.contains(words))
        };
        assert!(reported(&status), "{}: {status}", entry.id());
        assert!(
            status.contains(&format!("{moves} move")),
            "{}: {status}",
            entry.id()
        );
        bench.key(KeyCode::Home);
        assert!(reported(&bench.app.farewell()[0]), "after a look back, too");
        bench.keys("n");
        assert_eq!(bench.table().session.ply(), 0);
        assert_eq!(
            bench.table().session.seed(),
            Seed::Number(2),
            "a new game has the next seed"
        );
    }
}

#[test]
fn winning_lines_are_outlined() {
    let win = |entry: &'static dyn DynGame| {
        (0..40).find_map(|seed| {
            let mut table = table(entry, ["h", "h"]);
            let mut random = Random::new(seed);
            while table.session.turn().player().is_some() {
                let legal = table.session.legal_actions();
                table
                    .session
                    .play(legal[random.index(legal.len())])
                    .expect("a legal action");
            }
            table.view = table.session.view();
            table.moves = Moves::default();
            (!table.view.lines.is_empty()).then_some(table)
        })
    };
    for entry in games_of_two() {
        let Some(table) = win(entry) else {
            continue;
        };
        let mut bench = Bench::with(THEME, Speed::Off, Some(table));
        let text = bench.screen(100, 30).concat();
        assert!(text.contains('║'), "{}", entry.id());
        assert!(text.contains(" wins with a"), "{}", entry.id());
    }
}

#[test]
fn the_cursor_is_seen_without_colour() {
    let theme = Theme {
        depth: Depth::Monochrome,
        ..THEME
    };
    for entry in GAMES {
        let mut bench = Bench::with(theme, Speed::Off, Some(table(*entry, ["h", "h"])));
        if bench.table().ways.push {
            continue;
        }
        let before = bench.screen(80, 24);
        bench.key(KeyCode::Right);
        assert_ne!(before, bench.screen(80, 24), "{}", entry.id());
    }
    let reversed = |bench: &Bench| {
        let buffer = bench.buffer(80, 24);
        buffer
            .content()
            .iter()
            .filter(|cell| cell.modifier.contains(Modifier::REVERSED))
            .count()
    };
    for entry in GAMES {
        let bench = Bench::with(theme, Speed::Off, Some(table(*entry, ["h", "h"])));
        // Sixteen pieces that differ in four ways need a fourth channel that is not colour.
        let needs = bench.table().tray().len() == 16;
        assert_eq!(reversed(&bench) > 0, needs, "{}", entry.id());
    }
}

/// Draws the picture of the documentation, `docs/terminal.svg`, with what the strongest player thinks.
#[test]
#[ignore = "draws a picture; nothing is checked"]
fn draw_the_picture_of_the_documentation() {
    let entry = quincunx_catalog::find("connect-four").expect("the picture shows this game");
    let mut bench = Bench::at_table(entry, ["h", "h"]);
    bench.keys("4442233575");
    if let Some(table) = &mut bench.app.table {
        table.seats[1] = Seat::parse("4", 4).expect("a level");
    }
    let session = bench.table().session.clone_box();
    let spec = "level:5".parse().expect("every game has a level 5");
    let mut player = entry.player(session.as_ref(), &spec).expect("it can be made");
    let limits = Limits::of_time(Duration::from_secs(20));
    let analysis = player.analyze(session.as_ref(), &limits, &mut |_| {});
    bench.keys("a");
    let job = bench.jobs.pop().expect("it is asked");
    bench.send(Event::Thought(
        job.ticket,
        messages::Answer::Judged(analysis, true),
    ));
    bench.send(Event::Resize(94, 31));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/terminal.svg");
    std::fs::write(path, svg::picture(&bench.buffer(94, 31))).expect("the folder can be written");
}

/// On a board larger than the screen, what just happened is seen, wherever it was.
#[test]
fn a_large_board_follows_what_happens() {
    for entry in GAMES {
        let mut options = entry.defaults();
        for option in entry.options() {
            if let OptionKind::Integer(_, 64) = option.kind {
                options.set(option.name, "64").expect("the most is in range");
            }
        }
        let Ok(session) = entry.new_session(&options, 0) else {
            continue;
        };
        let seats = [Seat::Person, Seat::Person];
        let table = Table::new(*entry, session, seats, Speed::Off, Duration::ZERO);
        let screen = Rect::new(0, 0, 80, 24);
        let is_followed = table.view.board.size().area() == 64 * 64 && !table.ways.has_cursor();
        let mut bench = Bench::with(THEME, Speed::Off, Some(table));
        for (width, height) in [(1, 1), (4, 3), (20, 10), (70, 12), (200, 60)] {
            bench.screen(width, height);
        }
        if !is_followed {
            continue;
        }
        assert!(bench.screen(80, 24)[0].contains(" of 64"), "{}", entry.id());
        let mut random = Random::new(2);
        for _ in 0..20 {
            bench.play_by_keys(random.index(1000));
            let table = bench.table();
            let layout = Layout::of(table, &THEME, screen);
            let seen = |cell| layout.board.field_of(cell).is_some();
            assert!(table.last_fields().into_iter().any(seen), "{}", entry.id());
        }
    }
}

#[test]
fn every_key_is_explained_on_every_screen() {
    for entry in GAMES {
        let mut pages: Vec<String> = Vec::new();
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        bench.screen(20, 10);
        bench.keys("?");
        while bench.app.help.is_some() {
            pages.push(bench.screen(20, 10).join("\n"));
            assert!(pages.len() < 40, "{}: the pages end", entry.id());
            bench.keys(" ");
        }
        let text = pages.concat();
        for word in [
            "u U",
            "take back",
            "h H",
            "hint",
            "a A",
            "Home End",
            "new game",
            "leave",
        ] {
            assert!(text.contains(word), "{}: {word} in\n{text}", entry.id());
        }
        assert_eq!(bench.table().session.ply(), 0, "turning pages plays nothing");
    }
}

/// Moves are typed with the numbers at the edge, so these must be the notation's.
#[test]
fn rows_and_columns_are_numbered_where_moves_are_typed_with_them() {
    let quartet = quincunx_catalog::find("quartet").expect("it is in the list");
    let mut bench = Bench::at_table(quartet, ["h", "h"]);
    for line in [":select 13", ":place 1;4"] {
        bench.keys(line);
        bench.key(KeyCode::Enter);
    }
    let screen = bench.screen(80, 24);
    let row = screen
        .iter()
        .find(|line| line.contains("\u{258c}") && line.contains('1'));
    let row = row.expect("the piece's row has its number");
    assert!(row.trim_start().starts_with("1 "), "{row}");
    let column = row
        .chars()
        .position(|letter| letter == '\u{2590}')
        .expect("the piece's side");
    let numbers: Vec<char> = screen[1].chars().collect();
    assert_eq!(numbers[column + 1], '4', "{screen:#?}");
    // Stones are dropped by columns alone.
    let connect_four = quincunx_catalog::find("connect-four").expect("it is in the list");
    let screen = Bench::at_table(connect_four, ["h", "h"]).screen(80, 24);
    assert!(
        screen
            .iter()
            .any(|line| line.trim_start().starts_with("1     2     3"))
    );
}

/// A board whose edges are joined looks so, and a line that runs across an edge is seen to.
#[test]
fn joined_edges_and_lines_across_them_are_seen() {
    let entry = quincunx_catalog::find("quartet").expect("it is in the list");
    for (ascii, broken, crossing) in [(false, '┄', '═'), (true, ':', '=')] {
        let theme = Theme { ascii, ..THEME };
        let plain = Bench::with(theme, Speed::Off, Some(table(entry, ["h", "h"]))).screen(80, 24);
        let frame = |screen: &[String]| screen.concat().chars().filter(|&letter| letter == broken).count();
        let mut options = entry.defaults();
        options.set("topology", "torus").expect("a topology");
        let session = entry.new_session(&options, 0).expect("a game");
        let persons = [Seat::Person, Seat::Person];
        let torus = Table::new(entry, session, persons, Speed::Off, Duration::ZERO);
        let mut bench = Bench::with(theme, Speed::Off, Some(torus));
        assert!(frame(&bench.screen(80, 24)) > frame(&plain) + 10);
        // Solid pieces and pieces of one colour wherever they stand.
        for (piece, column) in [(8, 4), (9, 5), (10, 0), (11, 1)] {
            for line in [format!(":select {piece}"), format!(":place 2;{column}")] {
                bench.keys(&line);
                bench.key(KeyCode::Enter);
            }
        }
        let screen = bench.screen(80, 24);
        assert!(
            screen.concat().contains("a row of 4 across the edge"),
            "{screen:#?}"
        );
        let row = screen.iter().find(|line| line.trim_start().starts_with("2 "));
        let row = row.expect("the row has its number");
        let count = row.chars().filter(|&letter| letter == crossing).count();
        assert!(
            count >= 2,
            "it leaves on one side and comes in on the other: {row}"
        );
    }
}

/// What was wrong with a typed move is read whole, on screens of usual size at least.
#[test]
fn errors_of_typed_moves_are_not_cut_off() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        bench.keys(":nonsense");
        bench.key(KeyCode::Enter);
        let error = bench.table().message.clone().expect("there is a message").1;
        bench.screen(20, 10);
        let screen = bench.screen(80, 24);
        let last = error.split_whitespace().last().expect("errors have words");
        let end = screen[18..].concat();
        assert!(
            end.split_whitespace().any(|word| word == last),
            "{}: {screen:#?}",
            entry.id()
        );
    }
}

/// Whatever the size, the way to help and out of the game is shown.
#[test]
fn the_line_of_keys_has_the_most_needed_ones() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        for width in [30, 64, 80, 100] {
            let screen = bench.screen(width, 24);
            assert!(
                screen[22].contains("? help  q quit"),
                "{}: {screen:#?}",
                entry.id()
            );
        }
    }
    let entry = quincunx_catalog::find("match-three").expect("it is in the list");
    let mut options = entry.defaults();
    options.set("kinds", "rotateRowRight").expect("a kind of move");
    let session = entry.new_session(&options, 1).expect("a game");
    let persons = [Seat::Person, Seat::Person];
    let turned = Table::new(entry, session, persons, Speed::Off, Duration::ZERO);
    let screen = Bench::with(THEME, Speed::Off, Some(turned)).screen(80, 24);
    assert!(
        screen[22].contains("shift") && !screen[22].contains("swap"),
        "{screen:#?}"
    );
}

#[test]
fn the_piece_to_place_and_the_tray_are_seen_on_every_screen() {
    let entry = quincunx_catalog::find("quartet").expect("it is in the list");
    let mut bench = Bench::at_table(entry, ["h", "h"]);
    bench.keys(":select 13");
    bench.key(KeyCode::Enter);
    let token = bench.table().piece_to_place().expect("a piece was taken");
    let name = bench.table().session.face(token).name;
    for (width, height) in [(60, 20), (80, 12), (80, 16), (80, 24)] {
        let screen = bench.screen(width, height);
        assert!(screen.concat().contains(&name), "{width}x{height}: {screen:#?}");
        let layout = Layout::of(bench.table(), &THEME, Rect::new(0, 0, width, height));
        let tray = layout.tray.expect("a game with a tray shows it");
        for index in 0..bench.table().tray().len() {
            assert!(tray.place_of(index).is_some(), "{width}x{height}: {index}");
        }
    }
}

#[test]
fn columns_have_their_cursor_at_every_height() {
    let entry = quincunx_catalog::find("connect-four").expect("it is in the list");
    for rows in [6, 20, 21] {
        let mut options = entry.defaults();
        options.set("rows", &rows.to_string()).expect("a number of rows");
        let session = entry.new_session(&options, 1).expect("a game");
        let persons = [Seat::Person, Seat::Person];
        let table = Table::new(entry, session, persons, Speed::Off, Duration::ZERO);
        let mut bench = Bench::with(THEME, Speed::Off, Some(table));
        for height in 7..40 {
            let screen = bench.screen(80, height);
            assert!(
                screen.concat().contains('▼'),
                "{rows} rows, {height} lines: {screen:#?}"
            );
        }
    }
}

#[test]
fn the_analysis_is_seen_without_a_panel() {
    for entry in GAMES {
        let mut bench = Bench::at_table(*entry, ["h", "h"]);
        bench.keys("a");
        assert!(bench.screen(60, 20)[19].contains("analysis"), "{}", entry.id());
        bench.answer();
        assert!(bench.screen(60, 20)[19].contains("best: "), "{}", entry.id());
    }
}

#[test]
fn the_end_of_a_long_text_is_seen_while_it_is_typed() {
    let mut bench = Bench::at_table(GAMES[0], ["h", "h"]);
    bench.keys(&format!(":{}end", "long ".repeat(30)));
    assert!(bench.screen(80, 24)[23].trim_end().ends_with("long end▏"));
    let mut bench = Bench::at_menu();
    bench.app.menu.editing = Some(format!("{}end", "long ".repeat(30)));
    assert!(bench.screen(80, 24).concat().contains("long end▏"));
    bench.app.menu.editing = None;
    let reason = "no such file";
    bench.app.menu.error = Some(format!("cannot read /{}: {reason}", "folder/".repeat(20)));
    assert!(
        bench.screen(80, 24).concat().contains(reason),
        "an error is read whole"
    );
}

#[test]
fn the_list_of_keys_stays_on_a_page_that_exists() {
    let mut bench = Bench::at_table(GAMES[0], ["h", "h"]);
    bench.screen(20, 10);
    bench.keys("? ");
    assert_eq!(bench.app.help, Some(1));
    assert!(bench.screen(20, 10).concat().contains("Keys 2/"));
    let screen = bench.screen(100, 40).concat();
    assert!(screen.contains("Keys ") && screen.contains("leave"), "{screen}");
}
