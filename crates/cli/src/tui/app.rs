//! The state of the terminal player and its changes by events, without input, output or clock.

use std::time::Duration;

use quincunx_core::{Gesture, Options, Seed};
use quincunx_registry::{DynGame, PuzzleError};
use quincunx_search::TimeControl;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::animation::Speed;
use super::draw::help;
use super::draw::layout::Layout;
use super::draw::menu::row_at;
use super::keymap::{Command, Keys};
use super::menu::{Menu, MenuOutcome, Row};
use super::messages::{Event, Order, Posed, Request};
use super::table::{Focus, Mode, Seat, Table, Tone};
use super::theme::Theme;
use super::words;
use crate::files::record_file::Recorder;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Quit,
    Signal(i32),
    Broken,
}

/// The looks on the command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looks {
    pub(crate) theme: Theme,
    /// Whether the terminal is asked if its background is dark.
    pub(crate) asks_background: bool,
    pub(crate) speed: Speed,
    pub(crate) keys: Keys,
}

pub(crate) struct App {
    pub(crate) looks: Looks,
    pub(crate) menu: Menu,
    /// The table on the screen, or else the menu is.
    pub(crate) table: Option<Box<Table>>,
    pub(crate) area: Rect,
    /// The shown page of the list of keys.
    pub(crate) help: Option<usize>,
    pub(crate) exit: Option<Exit>,
    /// Whether the program is to stop until a shell continues it.
    pub(crate) is_suspended: bool,
    /// The time control of computers, by default their own limits.
    time_control: Option<TimeControl>,
    recorder: Option<Recorder>,
    /// The number of the game of this session, from 1.
    games: usize,
    /// When records were last saved, or could not be.
    last_saved: Duration,
    /// Whether Quit goes back to the menu.
    has_menu: bool,
    /// The command to confirm by repeating it.
    armed: Option<Command>,
    /// The field on which the mouse button was pressed.
    dragged: Option<quincunx_core::Cell>,
    read_file: ReadFile,
    /// The ticket of the puzzle that is being created; all else waits.
    making: Option<u64>,
    orders: u64,
    /// Requests besides those of the table.
    requests: Vec<Request>,
}

/// Reads the text file of an option.
pub(crate) type ReadFile = fn(&str) -> Result<String, String>;

/// The signal of a closed terminal.
const SIGHUP: i32 = 1;

/// The signal of Ctrl-C.
const SIGINT: i32 = 2;

impl App {
    /// The least time between two saves of records.
    const SAVE_EVERY: Duration = Duration::from_secs(2);

    pub(crate) fn new(
        looks: Looks,
        menu: Menu,
        table: Option<Table>,
        recorder: Option<Recorder>,
        read_file: ReadFile,
    ) -> Self {
        Self {
            looks,
            menu,
            has_menu: table.is_none(),
            games: usize::from(table.is_some()),
            table: table.map(Box::new),
            area: Rect::default(),
            help: None,
            exit: None,
            is_suspended: false,
            time_control: None,
            recorder,
            last_saved: Duration::ZERO,
            armed: None,
            dragged: None,
            read_file,
            making: None,
            orders: 0,
            requests: Vec::new(),
        }
    }

    /// Sets the time control of computers, in this game and all later ones.
    pub(crate) fn with_time_control(mut self, time_control: Option<TimeControl>) -> Self {
        self.time_control = time_control;
        if let Some(table) = &mut self.table {
            table.set_time_control(time_control);
        }
        self
    }

    pub(crate) fn table(&self) -> Option<&Table> {
        self.table.as_deref()
    }

    /// Handles an event at a time since the start.
    pub(crate) fn update(&mut self, event: Event, now: Duration) {
        if let Some(table) = &mut self.table {
            table.now = now;
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, now),
            Event::Key(_) | Event::Tick => {}
            Event::Mouse(mouse) => self.mouse(mouse, now),
            Event::Resize(width, height) => {
                self.area = Rect::new(0, 0, width, height);
                let last = self.help_pages().saturating_sub(1);
                self.help = self.help.map(|page| page.min(last));
            }
            Event::Thought(ticket, answer) => {
                if let Some(table) = &mut self.table {
                    table.answer(ticket, answer);
                }
            }
            Event::Posed(posed) => self.sit_at_puzzle(posed, now),
            Event::Signal(signal) => self.exit = Some(Exit::Signal(signal)),
            Event::Suspend => self.is_suspended = true,
            Event::Closed => self.exit = Some(Exit::Signal(SIGHUP)),
            Event::Broken => self.exit = Some(Exit::Broken),
        }
        if let Some(table) = &mut self.table
            && self.making.is_none()
        {
            table.tick(now);
        }
    }

    fn key(&mut self, key: KeyEvent, now: Duration) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => {
                    self.exit = Some(Exit::Signal(SIGINT));
                    return;
                }
                KeyCode::Char('z') => {
                    self.is_suspended = true;
                    return;
                }
                _ => {}
            }
        }
        if let Some(page) = self.help {
            return self.turn_page(page, key.code == KeyCode::Esc);
        }
        if self.is_making() {
            if matches!(key.code, KeyCode::Esc | KeyCode::Char('q')) {
                self.cancel_puzzle();
            }
            return;
        }
        match &mut self.table {
            None => match self.menu.key(key) {
                MenuOutcome::Stay if key.code == KeyCode::Char('?') && self.menu.editing.is_none() => {
                    self.help = Some(0);
                }
                MenuOutcome::Stay => {}
                MenuOutcome::Start => self.start_from_menu(now),
                MenuOutcome::Quit => self.exit = Some(Exit::Quit),
            },
            Some(table) if table.typed.is_some() => type_key(table, key),
            Some(_) => {
                if let Some(command) = self.looks.keys.command(key) {
                    self.command(command, now);
                }
            }
        }
    }

    /// Shows the next page of the list of keys; after the last one, none.
    fn turn_page(&mut self, page: usize, close: bool) {
        self.help = (!close && page + 1 < self.help_pages()).then_some(page + 1);
    }

    fn help_pages(&self) -> usize {
        help::pages(self.table().map(|table| table.ways), self.looks.keys, self.area)
    }

    fn command(&mut self, command: Command, now: Duration) {
        let Some(table) = &mut self.table else {
            return;
        };
        let was_armed = self.armed.take() == Some(command);
        match command {
            Command::Help => self.help = Some(0),
            Command::Motion => {
                self.looks.speed = self.looks.speed.next();
                table.speed = self.looks.speed;
                table.skip_animation();
                table.message = Some((Tone::Plain, format!("animation: {}", table.speed.name())));
            }
            Command::Colours => {
                self.looks.theme.palette = self.looks.theme.palette.next();
                table.message = Some((
                    Tone::Plain,
                    format!("colours: {}", self.looks.theme.palette.name()),
                ));
            }
            Command::NewGame | Command::Quit
                if table.is_under_way() && self.recorder.is_none() && !was_armed =>
            {
                self.armed = Some(command);
                let (key, what) = if command == Command::Quit {
                    ("q", "leave this game")
                } else {
                    ("n", "begin a new game")
                };
                table.message = Some((Tone::Plain, format!("{key} again to {what}")));
            }
            Command::NewGame => self.new_game(now),
            Command::Quit if self.has_menu => {
                self.requests.push(Request::Stop);
                self.queue_record();
                self.table = None;
            }
            Command::Quit => self.exit = Some(Exit::Quit),
            other => {
                table.skip_animation();
                table.command(other);
            }
        }
    }

    fn start_from_menu(&mut self, now: Duration) {
        let entry = self.menu.entry();
        if let Some(wins_in) = self.menu.puzzle() {
            match self.menu.options(self.read_file) {
                Err(error) => self.menu.error = Some(error),
                Ok(options) => self.order_puzzle(entry, options, wins_in, self.menu.seed),
            }
            return;
        }
        let session = self.menu.options(self.read_file).and_then(|options| {
            entry
                .new_session(&options, self.menu.seed)
                .map_err(|error| error.to_string())
        });
        match session {
            Err(error) => self.menu.error = Some(error),
            Ok(session) => {
                let seats = self.menu.seats();
                self.sit_at(Table::new(entry, session, seats, self.looks.speed, now));
            }
        }
    }

    /// Starts the next game.
    fn sit_at(&mut self, mut table: Table) {
        self.queue_record();
        table.set_time_control(self.time_control);
        self.games += 1;
        table.game = self.games;
        self.table = Some(Box::new(table));
    }

    pub(crate) const fn is_making(&self) -> bool {
        self.making.is_some()
    }

    /// Requests a puzzle, which may take long on a large board.
    fn order_puzzle(&mut self, entry: &'static dyn DynGame, options: Options, wins_in: u32, seed: u64) {
        self.orders += 1;
        self.making = Some(self.orders);
        self.requests.push(Request::Pose(Order {
            ticket: self.orders,
            entry,
            options,
            wins_in,
            seed,
        }));
    }

    /// Gives up the puzzle that is being created.
    fn cancel_puzzle(&mut self) {
        self.making = None;
        self.requests.push(Request::Stop);
        if let Some(table) = &mut self.table {
            table.message = None;
        }
    }

    /// Starts the requested puzzle, or shows why there is none.
    fn sit_at_puzzle(&mut self, posed: Posed, now: Duration) {
        if self.making != Some(posed.ticket) {
            return;
        }
        self.making = None;
        match (posed.made, &mut self.table) {
            (Err(error), None) => self.menu.error = Some(error.to_string()),
            (Err(error), Some(table)) => {
                // This seed has none: the next request tries another.
                if let PuzzleError::NotFound { .. } = error {
                    table.next_seed = table.next_seed.next();
                }
                table.message = Some((Tone::Bad, error.to_string()));
            }
            (Ok(made), before) => {
                let is_next = before.is_some();
                let mut table = Table::of_puzzle(posed.entry, made, self.looks.speed, now);
                table.message = is_next.then(|| {
                    (
                        Tone::Plain,
                        format!("a new puzzle with seed {}", table.session.seed()),
                    )
                });
                self.sit_at(table);
            }
        }
    }

    /// Starts another game or puzzle of the same kind with the next seed.
    fn new_game(&mut self, now: Duration) {
        let Some(table) = &mut self.table else {
            return;
        };
        let seed = table.next_seed;
        if let (Some(puzzle), Seed::Number(seed)) = (&table.puzzle, seed) {
            let (entry, wins_in) = (table.entry, puzzle.wins_in);
            let options = table.session.options().clone();
            table.skip_animation();
            table.forget_question();
            table.message = Some((Tone::Plain, words::MAKING.to_owned()));
            return self.order_puzzle(entry, options, wins_in, seed);
        }
        match table.entry.new_session(table.session.options(), seed) {
            Err(error) => table.message = Some((Tone::Bad, error.to_string())),
            Ok(session) => {
                // Nobody asked the players of a record to play.
                let seats = match table.mode {
                    Mode::Replay { .. } => Seat::PERSONS,
                    Mode::Game => table.seats.clone(),
                };
                let analysis_on = table.analysis_on;
                let mut next = Table::new(table.entry, session, seats, self.looks.speed, now);
                next.analysis_on = analysis_on;
                next.message = Some((Tone::Plain, format!("a new game with seed {seed}")));
                next.requests.push(Request::Stop);
                self.sit_at(next);
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, now: Duration) {
        if let MouseEventKind::Down(_) = mouse.kind {
            self.armed = None;
        }
        if self.is_making() {
            return;
        }
        let at = Position::new(mouse.column, mouse.row);
        if let Some(page) = self.help {
            if let MouseEventKind::Down(_) = mouse.kind {
                self.turn_page(page, false);
            }
            return;
        }
        match &mut self.table {
            None => {
                if mouse.kind == MouseEventKind::Down(MouseButton::Left)
                    && let Some(row) = row_at(&self.menu, self.area, at)
                {
                    let again = self.menu.row == row;
                    self.menu.go_to(row);
                    match self.menu.present() {
                        Row::Start => self.start_from_menu(now),
                        Row::Game(_) if again => self.start_from_menu(now),
                        Row::Seat(_) | Row::Option(_) | Row::Puzzle => {
                            self.menu.change(quincunx_core::Direction::Right);
                        }
                        _ => {}
                    }
                }
            }
            Some(table) => {
                let layout = Layout::of(table, &self.looks.theme, self.area);
                match mouse.kind {
                    MouseEventKind::Moved => hover(table, &layout, at),
                    MouseEventKind::Down(MouseButton::Left) => {
                        table.skip_animation();
                        self.dragged = layout.board.cell_at(at);
                        click(table, &layout, at);
                    }
                    MouseEventKind::Up(MouseButton::Left) => {
                        if let (Some(from), Some(to)) = (self.dragged.take(), layout.board.cell_at(at))
                            && table.ways.swap
                            && table.selected == Some(from)
                            && table.are_neighbours(from, to)
                        {
                            table.swap(from, to);
                        }
                    }
                    MouseEventKind::Down(MouseButton::Right) => {
                        table.command(Command::Cancel);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Shows a message about a failure.
    pub(crate) fn show_failure(&mut self, text: String) {
        match &mut self.table {
            Some(table) => table.message = Some((Tone::Bad, text)),
            None => self.menu.error = Some(text),
        }
    }

    /// Takes the requests; the table's come last, as it has none while a puzzle is created.
    pub(crate) fn take_requests(&mut self) -> Vec<Request> {
        let mut requests = std::mem::take(&mut self.requests);
        if let Some(table) = &mut self.table {
            requests.append(&mut table.requests);
        }
        requests
    }

    /// Queues the record of the table to be saved, if it has changed.
    fn queue_record(&mut self) {
        if let (Some(recorder), Some(table)) = (&mut self.recorder, &mut self.table)
            && table.has_unsaved_moves()
        {
            table.unsaved = false;
            recorder.queue(self.games, table.whole_record().to_text());
        }
    }

    /// Returns the recorder if it has records to save and it is time, as it always is without `now`.
    pub(crate) fn recorder_to_save(&mut self, now: Option<Duration>) -> Option<&mut Recorder> {
        if now.is_some_and(|now| now < self.last_saved + Self::SAVE_EVERY) {
            return None;
        }
        self.queue_record();
        let recorder = self.recorder.as_mut().filter(|recorder| recorder.has_unsaved())?;
        self.last_saved = now.unwrap_or(self.last_saved);
        Some(recorder)
    }

    /// Returns the time of the next tick; `None` if nothing moves by itself.
    pub(crate) fn next_tick(&self, now: Duration) -> Option<Duration> {
        let has_unsaved = |recorder: &Recorder| {
            recorder.has_unsaved() || self.table().is_some_and(Table::has_unsaved_moves)
        };
        let has_unsaved = self.recorder.as_ref().is_some_and(has_unsaved);
        let save = has_unsaved.then(|| (self.last_saved + Self::SAVE_EVERY).max(now));
        let moving = self
            .table()
            .and_then(Table::next_tick)
            .filter(|_| !self.is_making());
        [moving, save].into_iter().flatten().min()
    }

    /// Describes the end of the session, for the screen after the program.
    pub(crate) fn farewell(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(table) = &mut self.table {
            // A look back changes nothing.
            table.command(Command::Last);
            let title = table.entry.title();
            let seed = table.session.seed();
            lines.push(match words::ending(table) {
                Some(ending) => format!("{title}, seed {seed}. {ending}."),
                None => format!("{title}, seed {seed}: left after {}.", words::so_far(table)),
            });
        }
        let files = self.recorder.iter().flat_map(Recorder::files);
        let files: Vec<String> = files.map(|file| file.display().to_string()).collect();
        match files.as_slice() {
            [] => {}
            [file] => lines.push(format!("The record is in {file}.")),
            files => lines.push(format!("The records are in {}.", files.join(", "))),
        }
        lines
    }
}

fn type_key(table: &mut Table, key: KeyEvent) {
    let Some(text) = &mut table.typed else {
        return;
    };
    match key.code {
        KeyCode::Char(letter) if (key.modifiers - KeyModifiers::SHIFT).is_empty() && text.len() < 200 => {
            text.push(letter);
        }
        KeyCode::Backspace if !text.is_empty() => {
            text.pop();
        }
        KeyCode::Esc | KeyCode::Backspace => {
            table.typed = None;
            table.message = None;
        }
        KeyCode::Enter => {
            let text = text.clone();
            table.play_typed(&text);
        }
        _ => {}
    }
}

/// Moves the cursor with the pointer where that shows what a click does.
fn hover(table: &mut Table, layout: &Layout, at: Position) {
    if table.ways.column {
        if let Some(column) = layout.board.column_at(at) {
            table.cursor.column = column;
        }
    } else if table.selected.is_none()
        && let Some(cell) = layout.board.cell_at(at)
        && table.ways.has_cursor()
        && table.focus == Focus::Board
        && layout.board.shown == (table.view.board.size().columns(), table.view.board.size().rows())
    {
        table.cursor = cell;
    }
}

fn click(table: &mut Table, layout: &Layout, at: Position) {
    table.message = None;
    if let Some(tray) = &layout.tray
        && let Some(index) = tray.index_at(at, table.tray().len())
    {
        table.tray_cursor = index;
        let token = table.tray()[index];
        return table.gesture(Gesture::Take { token });
    }
    if table.ways.column {
        if let Some(column) = layout.board.column_at(at) {
            table.cursor.column = column;
            table.gesture(Gesture::Column { column });
        }
        return;
    }
    if let Some(cell) = layout.board.cell_at(at) {
        table.cursor = cell;
        if table.ways.point || table.ways.take {
            table.gesture(Gesture::Point { cell });
        } else if table.ways.swap {
            table.select(cell);
        }
    }
}
