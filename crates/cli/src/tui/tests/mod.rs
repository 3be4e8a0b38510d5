//! The player from outside: events go in, screens come out.

mod svg;

use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;

use quincunx_core::{Direction, DynSession, Gesture, Random, RandomSource};
use quincunx_games::{Entry, GAMES};
use quincunx_search::{Analysis, DynPlayer, Interrupt, Judged, Limits, Value};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};

use super::animation::Speed;
use super::app::{App, Event, Exit, Looks, Screen};
use super::draw::draw;
use super::draw::layout::Layout;
use super::keymap::Keys;
use super::menu::Menu;
use super::steering::Moves;
use super::table::{Focus, Mode, Request, Seat, Table};
use super::theme::{Depth, Palette, Theme};
use super::thinker::{self, Job};

const THEME: Theme = Theme {
    depth: Depth::True,
    palette: Palette::Default,
    dark: true,
    ascii: false,
};

/// The program under test with a clock of its own; the computer answers at once, and only when it is let.
struct Bench {
    app: App,
    now: Duration,
    jobs: Vec<Job>,
}

impl Bench {
    fn at_menu() -> Self {
        Self::with(THEME, Speed::Off, None)
    }

    fn at_table(entry: &'static Entry, players: [&str; 2]) -> Self {
        Self::with(THEME, Speed::Off, Some(table(entry, players)))
    }

    fn with(theme: Theme, speed: Speed, table: Option<Table>) -> Self {
        let looks = Looks {
            theme,
            speed,
            keys: Keys::ALL[0].0,
        };
        let menu = Menu::new([Seat::Person, Seat::Person], 0);
        let table = table.map(|mut table| {
            table.speed = speed;
            table
        });
        let read_file = |path: &str| Err(format!("cannot read {path}"));
        let mut bench = Self {
            app: App::new(looks, menu, table, None, read_file),
            now: Duration::from_secs(1),
            jobs: Vec::new(),
        };
        bench.send(Event::Resize(100, 30));
        bench
    }

    /// Sends an event and keeps what the computer is asked.
    fn send(&mut self, event: Event) {
        self.app.update(event, self.now);
        for request in self.app.take_requests() {
            match request {
                Request::Think(job) => self.jobs = vec![job],
                Request::Interrupt => self.jobs.clear(),
            }
        }
    }

    /// Lets time pass.
    fn wait(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
        self.send(Event::Tick);
    }

    fn keys(&mut self, text: &str) {
        for letter in text.chars() {
            self.key(KeyCode::Char(letter));
        }
    }

    fn key(&mut self, code: KeyCode) {
        self.send(Event::Key(code.into()));
    }

    fn mouse(&mut self, kind: MouseEventKind, at: (u16, u16)) {
        self.send(Event::Mouse(MouseEvent {
            kind,
            column: at.0,
            row: at.1,
            modifiers: KeyModifiers::NONE,
        }));
    }

    /// Lets the computer answer everything that it has been asked.
    fn answer(&mut self) {
        while !self.jobs.is_empty() {
            self.answer_once();
        }
    }

    /// Lets the computer answer one question.
    fn answer_once(&mut self) {
        let job = self.jobs.pop().expect("the computer was asked");
        let thoughts = RefCell::new(Vec::new());
        thinker::answer(&job, &mut Thoughtless, &Interrupt::default(), &|thought| {
            thoughts.borrow_mut().push(thought);
        });
        for thought in thoughts.into_inner() {
            self.send(Event::Thought(thought));
        }
    }

    fn table(&self) -> &Table {
        self.app.table().expect("a game is on the table")
    }

    /// Plays a legal action by the gesture's keys.
    fn play_by_keys(&mut self, choice: usize) {
        let table = self.table();
        let legal = table.session.legal_actions();
        let action = legal[choice % legal.len()];
        let ply = table.session.ply();
        let gesture = table
            .session
            .gesture(action)
            .expect("a legal action has a gesture");
        let steer = |direction: Direction, keys: &mut Vec<KeyEvent>, modifiers| {
            let code = match direction {
                Direction::Up => KeyCode::Up,
                Direction::Down => KeyCode::Down,
                Direction::Left => KeyCode::Left,
                Direction::Right => KeyCode::Right,
            };
            keys.push(KeyEvent::new(code, modifiers));
        };
        let mut keys = Vec::new();
        let go_to = |cell: quincunx_core::Cell, keys: &mut Vec<KeyEvent>| {
            let from = table.cursor;
            let mut go = |from: u32, to: u32, back, onward| {
                let direction = if to < from { back } else { onward };
                for _ in 0..from.abs_diff(to) {
                    steer(direction, keys, KeyModifiers::NONE);
                }
            };
            go(from.column, cell.column, Direction::Left, Direction::Right);
            go(from.row, cell.row, Direction::Up, Direction::Down);
        };
        match gesture {
            Gesture::Push(direction) => steer(direction, &mut keys, KeyModifiers::NONE),
            Gesture::Column(column) => {
                go_to(quincunx_core::Cell::new(column, table.cursor.row), &mut keys);
                keys.push(KeyCode::Enter.into());
            }
            Gesture::Point(cell) => {
                go_to(cell, &mut keys);
                keys.push(KeyCode::Enter.into());
            }
            Gesture::Take(token) => {
                let at = table.tray().iter().position(|known| *known == token);
                for _ in table.tray_cursor..at.expect("what can be taken is in the tray") {
                    steer(Direction::Right, &mut keys, KeyModifiers::NONE);
                }
                for _ in at.expect("as above")..table.tray_cursor {
                    steer(Direction::Left, &mut keys, KeyModifiers::NONE);
                }
                keys.push(KeyCode::Enter.into());
            }
            Gesture::Swap(a, b) => {
                go_to(a, &mut keys);
                keys.push(KeyCode::Enter.into());
                let direction = Direction::ALL.into_iter().find(|&direction| {
                    let (columns, rows) = match direction {
                        Direction::Up => (0, -1),
                        Direction::Down => (0, 1),
                        Direction::Left => (-1, 0),
                        Direction::Right => (1, 0),
                    };
                    let size = table.view.board.size();
                    let by = quincunx_core::Offset::new(columns, rows);
                    size.step(table.view.topology, a, by) == Some(b)
                });
                let direction = direction.expect("a swap is of neighbours");
                steer(direction, &mut keys, KeyModifiers::NONE);
            }
            Gesture::Rotate { corner, clockwise } => {
                go_to(corner, &mut keys);
                keys.push(KeyCode::Char(if clockwise { 'r' } else { 'R' }).into());
            }
            Gesture::Shift { cell, towards } => {
                go_to(cell, &mut keys);
                steer(towards, &mut keys, KeyModifiers::SHIFT);
            }
        }
        for key in keys {
            self.send(Event::Key(key));
        }
        let table = self.table();
        assert_eq!(table.session.ply(), ply + 1, "{gesture:?}: {:?}", table.message);
        assert_eq!(
            table.session.action_of(ply + 1).map(|(_, action)| action),
            Some(action),
            "{gesture:?}"
        );
    }

    /// Draws the screen and returns it line by line.
    fn screen(&mut self, width: u16, height: u16) -> Vec<String> {
        self.send(Event::Resize(width, height));
        let buffer = self.buffer(width, height);
        (0..height)
            .map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect())
            .collect()
    }

    fn buffer(&self, width: u16, height: u16) -> ratatui::buffer::Buffer {
        let mut terminal =
            Terminal::new(TestBackend::new(width, height)).expect("a test terminal has no failures");
        terminal
            .draw(|frame| draw(&self.app, frame))
            .expect("a test terminal has no failures");
        terminal.backend().buffer().clone()
    }
}

/// A computer player that takes no time: every action is as good as any other, the first is chosen.
struct Thoughtless;

impl DynPlayer for Thoughtless {
    fn analyze(
        &mut self,
        session: &dyn DynSession,
        _: &Limits,
        report: &mut dyn FnMut(&Analysis<usize>),
    ) -> Analysis<usize> {
        let judged = |action| Judged {
            action,
            value: Value::Estimate(0.25),
        };
        let analysis = Analysis::new(session.legal_actions().into_iter().map(judged).collect(), 1, 1);
        report(&analysis);
        analysis
    }

    fn choose(&mut self, session: &dyn DynSession, _: &Limits) -> usize {
        session.legal_actions()[0]
    }
}

fn table(entry: &'static Entry, players: [&str; 2]) -> Table {
    let session = entry
        .new_session(&entry.defaults(), 1)
        .expect("the defaults make a game");
    let seats = players.map(|text| Seat::parse(text, 1).expect("a seat"));
    Table::new(entry, session, seats, Mode::Game, Speed::Off, Duration::ZERO)
}

fn games_of_two() -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().copied().filter(|entry| entry.players == 2)
}

#[test]
fn every_game_is_played_by_keys() {
    for entry in GAMES {
        let mut bench = Bench::at_table(entry, ["h", "h"]);
        let mut random = Random::new(7);
        for _ in 0..60 {
            if bench.table().session.turn().player().is_none() {
                break;
            }
            bench.play_by_keys(random.index(1000));
        }
        assert!(bench.table().session.ply() > 5, "{}", entry.id);
    }
}

#[test]
fn every_game_is_played_by_clicks_or_pushes() {
    for entry in GAMES {
        let mut bench = Bench::at_table(entry, ["h", "h"]);
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
                Gesture::Column(column) => vec![middle_of(quincunx_core::Cell::new(column, 0))],
                Gesture::Point(cell) => vec![middle_of(cell)],
                Gesture::Swap(a, b) => vec![middle_of(a), middle_of(b)],
                Gesture::Take(token) => {
                    let at = table.tray().iter().position(|known| *known == token);
                    let tray = layout.tray.expect("a game with a tray shows it");
                    let place = tray.place_of(at.expect("it is in the tray"));
                    let place = place.expect("the tray fits this screen");
                    vec![(place.x + 1, place.y)]
                }
                Gesture::Push(_) | Gesture::Rotate { .. } | Gesture::Shift { .. } => {
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
            assert_eq!(played.map(|(_, action)| action), Some(action), "{}", entry.id);
        }
    }
}

#[test]
fn a_swap_can_be_dragged() {
    for entry in GAMES {
        let mut bench = Bench::at_table(entry, ["h", "h"]);
        let table = bench.table();
        let swap = table.session.legal_actions().into_iter().find_map(|action| {
            match table.session.gesture(action) {
                Some(Gesture::Swap(a, b)) => Some((a, b)),
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
        assert_eq!(bench.table().session.ply(), 1, "{}", entry.id);
    }
}

/// A field of the screen and the cell under it are found from each other, at every size of screen.
#[test]
fn pointing_and_drawing_agree() {
    for entry in GAMES {
        for (width, height) in [(20, 10), (40, 16), (80, 24), (200, 60)] {
            for ascii in [false, true] {
                let table = table(entry, ["h", "h"]);
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
                assert!(seen > 0, "{}: something is seen at {width}×{height}", entry.id);
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
            let mut bench = Bench::with(theme, Speed::Normal, Some(table(entry, ["h", "h"])));
            for choice in 0..6 {
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
        .map(|entry| Bench::with(theme, Speed::Off, Some(table(entry, ["h", "1"]))))
        .collect();
    benches.push(Bench::with(theme, Speed::Off, None));
    for bench in &mut benches {
        for help in ["", "?"] {
            bench.keys(help);
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

/// What every game shows at two sizes in plain characters, for people to look over; `UPDATE_SCREENS=1` writes it anew.
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
            let mut bench = Bench::with(theme, Speed::Off, Some(table(entry, ["h", "h"])));
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
        let path = folder.join(format!("{}.txt", entry.id));
        if std::env::var_os("UPDATE_SCREENS").is_some() {
            std::fs::write(&path, &text).expect("the folder of screens can be written");
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            known == text,
            "{} is now\n{text}\nUPDATE_SCREENS=1 cargo test -p quincunx accepts that",
            path.display()
        );
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
        assert!(persons_turn(&bench), "{}", entry.id);
        let position = bench.table().session.position_text();
        let ply = bench.table().session.ply();
        bench.keys("u");
        assert!(bench.table().session.ply() < ply);
        assert!(
            persons_turn(&bench),
            "{}: the computer is not asked again",
            entry.id
        );
        bench.keys("U");
        assert_eq!(bench.table().session.position_text(), position, "{}", entry.id);
        bench.keys("uuuuuuuuuuuu");
        assert!(persons_turn(&bench));
        assert_eq!(bench.table().session.ply(), 0);
    }
}

#[test]
fn undo_alone_is_unlimited_and_meets_the_same_luck() {
    for entry in GAMES {
        let mut bench = Bench::at_table(entry, ["h", "h"]);
        let start = bench.table().session.position_text();
        for choice in 0..5 {
            bench.play_by_keys(choice * 3);
        }
        let end = bench.table().session.position_text();
        bench.keys("uuuuu");
        assert_eq!(bench.table().session.position_text(), start, "{}", entry.id);
        bench.keys("u");
        assert!(
            bench.table().message.is_some(),
            "it is said that there is nothing more"
        );
        bench.keys("UUUUU");
        assert_eq!(bench.table().session.position_text(), end, "{}", entry.id);
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
fn the_computer_plays_its_side_and_waits_when_told() {
    for entry in GAMES {
        let mut bench = Bench::at_table(entry, ["1", "1"]);
        bench.wait(1);
        for _ in 0..4 {
            let ply = bench.table().session.ply();
            assert_eq!(bench.jobs.len(), 1, "{}: the computer is asked once", entry.id);
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
        bench.send(Event::Thought(thinker::Thought {
            ticket,
            answer: thinker::Answer::Chosen(job.session.legal_actions()[0]),
        }));
        bench.wait(1000);
        assert_eq!(bench.table().session.ply(), ply, "{}", entry.id);
    }
}

#[test]
fn hint_and_analysis_tell_and_stay_on() {
    for entry in GAMES {
        let mut bench = Bench::at_table(entry, ["h", "h"]);
        bench.keys("h");
        bench.answer();
        let hint = bench.table().hint.expect("a hint is given");
        assert!(bench.table().session.is_legal(hint));
        let text = bench.screen(100, 30).concat();
        assert!(text.contains("hint: "), "{}: {text}", entry.id);
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
        let mut bench = Bench::at_table(entry, ["h", "h"]);
        bench.keys(":nonsense");
        bench.key(KeyCode::Enter);
        assert_eq!(bench.table().typed.as_deref(), Some("nonsense"));
        let status = bench.screen(100, 30).pop().expect("a last line");
        assert!(
            status.contains(":nonsense") && status.contains("is not"),
            "{status}"
        );
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
        assert_eq!(played.map(|(_, action)| action), Some(action), "{}", entry.id);
        bench.keys(":");
        bench.key(KeyCode::Esc);
        assert_eq!(bench.table().typed, None);
    }
}

#[test]
fn an_illegal_typed_move_is_refused() {
    for entry in GAMES {
        let mut bench = Bench::at_table(entry, ["h", "h"]);
        let session = &bench.table().session;
        let illegal = (0..session.action_count()).find(|&action| !session.is_legal(action));
        let Some(text) = illegal.and_then(|action| session.action_text(action)) else {
            continue;
        };
        bench.keys(&format!(":{text}"));
        bench.key(KeyCode::Enter);
        assert_eq!(bench.table().session.ply(), 0, "{}", entry.id);
        let (_, message) = bench.table().message.clone().expect("it is told");
        assert!(message.contains(&text), "{message}");
    }
}

#[test]
fn the_end_is_told_in_words() {
    for entry in GAMES {
        let mut bench = Bench::at_table(entry, ["h", "h"]);
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
        assert!(status.contains("Game Over"), "{}: {status}", entry.id);
        assert!(
            status.contains(&format!("{moves} move")),
            "{}: {status}",
            entry.id
        );
        assert!(bench.app.farewell()[0].contains("Game Over"));
        bench.keys("n");
        assert_eq!(bench.table().session.ply(), 0);
        assert_eq!(bench.table().session.seed(), 2, "a new game has the next seed");
    }
}

#[test]
fn winning_lines_are_outlined() {
    let win = |entry: &'static Entry| {
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
        assert!(text.contains('║'), "{}", entry.id);
        assert!(text.contains(" wins with a"), "{}", entry.id);
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
    bench.keys("q");
    assert_eq!(bench.app.exit, Some(Exit::Quit));
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
        assert!(screen.contains(entry.title), "{screen}");
        for _ in 0..number {
            bench.key(KeyCode::Down);
        }
        bench.key(KeyCode::Enter);
        assert_eq!(bench.table().entry.id, entry.id);
        bench.keys("q");
        assert!(matches!(bench.app.screen, Screen::Menu));
    }
}

#[test]
fn a_replay_is_looked_at_and_played_on() {
    for entry in GAMES {
        let mut played = Bench::at_table(entry, ["h", "h"]);
        for choice in 0..4 {
            played.play_by_keys(choice);
        }
        let record = played.table().record();
        let mut session = entry.replay(&record).expect("a record replays");
        session.go_to(0);
        let seats = [Seat::Person, Seat::Person];
        let replay = Mode::Replay { playing: false };
        let table = Table::new(entry, session, seats, replay, Speed::Off, Duration::ZERO);
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
        let mut bench = Bench::with(THEME, Speed::Normal, Some(table(entry, ["h", "h"])));
        bench.play_by_keys(0);
        bench.play_by_keys(0);
        assert_eq!(bench.table().session.ply(), 2, "{}: no key is lost", entry.id);
        let mut ticks = 0;
        while bench.app.next_tick(bench.now).is_some() {
            bench.wait(16);
            ticks += 1;
            assert!(ticks < 10_000, "{}: an animation ends", entry.id);
        }
        assert!(bench.table().animation.is_none());
    }
}

#[test]
fn the_focus_follows_the_next_action() {
    for entry in GAMES {
        let bench = Bench::at_table(entry, ["h", "h"]);
        let table = bench.table();
        let takes = table.moves.ways().take;
        assert_eq!(table.focus == Focus::Tray, takes, "{}", entry.id);
    }
}

#[test]
fn the_cursor_is_seen_without_colour() {
    let theme = Theme {
        depth: Depth::Monochrome,
        ..THEME
    };
    for entry in GAMES {
        let mut bench = Bench::with(theme, Speed::Off, Some(table(entry, ["h", "h"])));
        if bench.table().ways.push {
            continue;
        }
        let before = bench.screen(80, 24);
        bench.key(KeyCode::Right);
        assert_ne!(before, bench.screen(80, 24), "{}", entry.id);
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
        let bench = Bench::with(theme, Speed::Off, Some(table(entry, ["h", "h"])));
        // Sixteen pieces that differ in four ways need a fourth channel that is not colour.
        let needs = bench.table().tray().len() == 16;
        assert_eq!(reversed(&bench) > 0, needs, "{}", entry.id);
    }
}

/// Draws the picture of the documentation, `docs/terminal.svg`, with what the strongest player thinks.
#[test]
#[ignore = "draws a picture; nothing is checked"]
fn draw_the_picture_of_the_documentation() {
    let entry = quincunx_games::find("connect-four").expect("the picture shows this game");
    let mut bench = Bench::at_table(entry, ["h", "h"]);
    bench.keys("4442233575");
    if let Screen::Table(table) = &mut bench.app.screen {
        table.seats[1] = Seat::parse("4", 4).expect("a level");
    }
    let session = bench.table().session.clone_box();
    let spec = "level:5".parse().expect("every game has a level 5");
    let mut player = entry.player(session.as_ref(), &spec).expect("it can be made");
    let limits = Limits {
        time: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    let analysis = player.analyze(session.as_ref(), &limits, &mut |_| {});
    bench.keys("a");
    let job = bench.jobs.pop().expect("it is asked");
    bench.send(Event::Thought(thinker::Thought {
        ticket: job.ticket,
        answer: thinker::Answer::Judged(analysis, true),
    }));
    bench.send(Event::Resize(94, 31));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/terminal.svg");
    std::fs::write(path, svg::picture(&bench.buffer(94, 31))).expect("the folder can be written");
}
