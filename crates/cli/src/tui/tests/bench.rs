//! The program under test, with a clock and a computer that the test holds in its hands.

use std::cell::RefCell;
use std::time::Duration;

use quincunx_catalog::GAMES;
use quincunx_core::{Direction, DynSession, Gesture};
use quincunx_registry::DynGame;
use quincunx_search::{ActionValue, Analysis, DynPlayer, Limits, StopToken, Value};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};

use crate::files::record_file::Recorder;
use crate::tui::animation::Speed;
use crate::tui::app::{App, Looks};
use crate::tui::draw::draw;
use crate::tui::keymap::Keys;
use crate::tui::menu::Menu;
use crate::tui::messages::{Event, Job, Order, Request};
use crate::tui::table::{Seat, Table};
use crate::tui::theme::{Depth, Palette, Theme};
use crate::tui::thinker;

pub(super) const THEME: Theme = Theme {
    depth: Depth::True,
    palette: Palette::Default,
    dark: true,
    ascii: false,
};

/// The program under test with a clock of its own; the computer answers at once, and only when it is let.
pub(super) struct Bench {
    pub(super) app: App,
    pub(super) now: Duration,
    pub(super) jobs: Vec<Job>,
    pub(super) orders: Vec<Order>,
}

impl Bench {
    pub(super) fn at_menu() -> Self {
        Self::with(THEME, Speed::Off, None)
    }

    pub(super) fn at_table(entry: &'static dyn DynGame, players: [&str; 2]) -> Self {
        Self::with(THEME, Speed::Off, Some(table(entry, players)))
    }

    pub(super) fn with(theme: Theme, speed: Speed, table: Option<Table>) -> Self {
        Self::with_recorder(theme, speed, table, None)
    }

    pub(super) fn with_recorder(
        theme: Theme,
        speed: Speed,
        table: Option<Table>,
        recorder: Option<Recorder>,
    ) -> Self {
        let looks = Looks {
            theme,
            asks_background: false,
            speed,
            keys: Keys::ALL[0].0,
        };
        let menu = Menu::new(Seat::PERSONS, Seat::Person, 0);
        let table = table.map(|mut table| {
            table.speed = speed;
            table
        });
        let read_file = |path: &str| Err(format!("cannot read {path}"));
        let mut bench = Self {
            app: App::new(looks, menu, table, recorder, read_file),
            now: Duration::from_secs(1),
            jobs: Vec::new(),
            orders: Vec::new(),
        };
        bench.send(Event::Resize(100, 30));
        bench
    }

    /// Sends an event and keeps what the computer is asked.
    pub(super) fn send(&mut self, event: Event) {
        self.app.update(event, self.now);
        for request in self.app.take_requests() {
            // Whatever comes, the computer drops what it is at.
            self.jobs.clear();
            self.orders.clear();
            match request {
                Request::Think(job) => self.jobs.push(job),
                Request::Pose(order) => self.orders.push(order),
                Request::Stop => {}
            }
        }
    }

    /// Lets time pass.
    pub(super) fn wait(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
        self.send(Event::Tick);
    }

    pub(super) fn keys(&mut self, text: &str) {
        for letter in text.chars() {
            self.key(KeyCode::Char(letter));
        }
    }

    pub(super) fn key(&mut self, code: KeyCode) {
        self.send(Event::Key(code.into()));
    }

    pub(super) fn mouse(&mut self, kind: MouseEventKind, at: (u16, u16)) {
        self.send(Event::Mouse(MouseEvent {
            kind,
            column: at.0,
            row: at.1,
            modifiers: KeyModifiers::NONE,
        }));
    }

    /// Lets the computer answer everything that it has been asked.
    pub(super) fn answer(&mut self) {
        while !self.jobs.is_empty() {
            self.answer_once();
        }
    }

    /// Lets the computer answer one question.
    pub(super) fn answer_once(&mut self) {
        let job = self.jobs.pop().expect("the computer was asked");
        let answers = RefCell::new(Vec::new());
        thinker::answer(&job, &mut Thoughtless, &StopToken::default(), &|answer| {
            answers.borrow_mut().push(answer);
        });
        for answer in answers.into_inner() {
            self.send(Event::Thought(job.ticket, answer));
        }
    }

    /// Lets the computer make the puzzle that it was asked for.
    pub(super) fn pose(&mut self) {
        let order = self.orders.pop().expect("a puzzle was ordered");
        self.send(Event::Posed(thinker::pose(&order, &StopToken::default())));
    }

    pub(super) fn table(&self) -> &Table {
        self.app.table().expect("a game is on the table")
    }

    /// Plays a legal action by the gesture's keys.
    pub(super) fn play_by_keys(&mut self, choice: usize) {
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
            Gesture::Push { towards: direction } => steer(direction, &mut keys, KeyModifiers::NONE),
            Gesture::Column { column } => {
                go_to(quincunx_core::Cell::new(column, table.cursor.row), &mut keys);
                keys.push(KeyCode::Enter.into());
            }
            Gesture::Point { cell } => {
                go_to(cell, &mut keys);
                keys.push(KeyCode::Enter.into());
            }
            Gesture::Take { token } => {
                let at = table.tray().iter().position(|known| *known == token);
                for _ in table.tray_cursor..at.expect("what can be taken is in the tray") {
                    steer(Direction::Right, &mut keys, KeyModifiers::NONE);
                }
                for _ in at.expect("as above")..table.tray_cursor {
                    steer(Direction::Left, &mut keys, KeyModifiers::NONE);
                }
                keys.push(KeyCode::Enter.into());
            }
            Gesture::Swap { from: a, to: b } => {
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
    pub(super) fn screen(&mut self, width: u16, height: u16) -> Vec<String> {
        self.send(Event::Resize(width, height));
        let buffer = self.buffer(width, height);
        (0..height)
            .map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect())
            .collect()
    }

    pub(super) fn buffer(&self, width: u16, height: u16) -> ratatui::buffer::Buffer {
        let mut terminal =
            Terminal::new(TestBackend::new(width, height)).expect("a test terminal has no failures");
        terminal
            .draw(|frame| draw(&self.app, frame))
            .expect("a test terminal has no failures");
        terminal.backend().buffer().clone()
    }
}

/// A computer player that takes no time: every action is as good as any other, the first is chosen.
pub(super) struct Thoughtless;

impl DynPlayer for Thoughtless {
    fn analyze(
        &mut self,
        session: &dyn DynSession,
        _: &Limits,
        report: &mut dyn FnMut(&Analysis<usize>),
    ) -> Analysis<usize> {
        let judged = |action| ActionValue {
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

pub(super) fn table(entry: &'static dyn DynGame, players: [&str; 2]) -> Table {
    let session = entry
        .new_session(&entry.defaults(), 1)
        .expect("the defaults make a game");
    let seats = players.map(|text| Seat::parse(text, 1).expect("a seat"));
    Table::new(entry, session, seats, Speed::Off, Duration::ZERO)
}

pub(super) fn games_of_two() -> impl Iterator<Item = &'static dyn DynGame> {
    GAMES.iter().copied().filter(|entry| entry.players() == 2)
}
