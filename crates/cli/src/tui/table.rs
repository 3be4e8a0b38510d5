//! A game on the table: the session, who plays, what is pointed at, and what the computer is asked.
//!
//! Everything here changes by commands, clicks, answers of the computer and the passing of time only; nothing waits,
//! draws or reads a clock.

use std::fmt;
use std::time::Duration;

use quincunx_core::{Cell, Direction, DynSession, Gesture, Offset, Player, Record, Token, Topology, View};
use quincunx_games::Entry;
use quincunx_search::{AgentError, AgentSpec, Analysis};

use super::animation::{Animation, Speed};
use super::keymap::Command;
use super::steering::{Moves, Ways};
use super::thinker::{Answer, Job, Task, Thought};
use super::words;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    Person,
    Computer(AgentSpec),
}

impl Seat {
    /// Reads a seat as it is written on the command line: `h`, `c`, a level from 1 to 5, or a player's specification.
    ///
    /// # Errors
    /// When it is none of these.
    pub(crate) fn parse(text: &str, level: u8) -> Result<Self, AgentError> {
        Ok(match text {
            "h" => Self::Person,
            "c" => Self::Computer(format!("level:{level}").parse()?),
            "1" | "2" | "3" | "4" | "5" => Self::Computer(format!("level:{text}").parse()?),
            spec => Self::Computer(spec.parse()?),
        })
    }

    /// Returns the level from 1 to 5, when it is one that plays.
    pub(crate) fn level(&self) -> Option<usize> {
        let Self::Computer(spec) = self else {
            return None;
        };
        let level = spec.to_string();
        let level = level.strip_prefix("level:")?.trim_start_matches("n=");
        level.parse().ok().filter(|level| (1..=5).contains(level))
    }
}

impl fmt::Display for Seat {
    /// Writes `person`, `computer, level 3` or the player's specification.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.level()) {
            (_, Some(level)) => write!(f, "computer, level {level}"),
            (Self::Person, None) => f.write_str("person"),
            (Self::Computer(spec), None) => spec.fmt(f),
        }
    }
}

/// What is being done with the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It is played.
    Game,
    /// It is looked at; whether it goes on by itself.
    Replay { playing: bool },
}

/// The part of the table that keys go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Focus {
    Board,
    Tray,
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Bad,
}

/// Something that a table wants from the world.
pub(crate) enum Request {
    /// Ask the computer.
    Think(Job),
    /// Let the computer drop what it is at.
    Interrupt,
}

/// A question to the computer that has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Move,
    /// The worth of every action; whether only the best is shown, as a hint.
    Worth {
        hint: bool,
    },
}

/// What the computer thinks of the position.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    pub(crate) analysis: Analysis<usize>,
    /// Whether it goes no deeper.
    pub(crate) done: bool,
}

/// A game on the table.
pub(crate) struct Table {
    pub(crate) entry: &'static Entry,
    pub(crate) session: Box<dyn DynSession>,
    pub(crate) seats: [Seat; 2],
    pub(crate) mode: Mode,
    /// Whether computers wait although it is their turn, because a person looks at earlier positions.
    pub(crate) paused: bool,
    /// The position, kept because it is drawn often.
    pub(crate) view: View,
    /// What is legal, kept for the same reason.
    pub(crate) moves: Moves,
    /// The kinds of gestures seen so far in this game.
    pub(crate) ways: Ways,
    pub(crate) cursor: Cell,
    pub(crate) tray_cursor: usize,
    pub(crate) focus: Focus,
    /// The first field of a swap.
    pub(crate) selected: Option<Cell>,
    pub(crate) animation: Option<Animation>,
    pub(crate) hint: Option<usize>,
    pub(crate) analysis_on: bool,
    pub(crate) judgement: Option<Judgement>,
    /// The line that is being typed.
    pub(crate) typed: Option<String>,
    pub(crate) message: Option<(Tone, String)>,
    pub(crate) speed: Speed,
    pub(crate) now: Duration,
    pub(crate) requests: Vec<Request>,
    /// Whether something was played since the record was last saved.
    pub(crate) unsaved: bool,
    asked: Option<(u64, Asked)>,
    next_ticket: u64,
    /// The computer's action, waiting for the animation to end.
    ready: Option<usize>,
    /// Neither computers nor a replay go on before this moment.
    not_before: Duration,
    digits: String,
    digits_at: Duration,
}

impl Table {
    /// How many tokens of the tray stand in a row.
    pub(crate) const TRAY_COLUMNS: usize = 4;
    /// How long the computer thinks about a hint.
    const HINT_TIME: Duration = Duration::from_millis(1500);
    /// How long an analysis goes on.
    const ANALYSIS_TIME: Duration = Duration::from_secs(30);
    /// How long a digit waits for a second one.
    const DIGIT_TIME: Duration = Duration::from_millis(900);

    pub(crate) fn new(
        entry: &'static Entry,
        session: Box<dyn DynSession>,
        seats: [Seat; 2],
        mode: Mode,
        speed: Speed,
        now: Duration,
    ) -> Self {
        let view = session.view();
        let moves = Moves::of(session.as_ref());
        let size = view.board.size();
        let mut table = Self {
            entry,
            seats,
            mode,
            paused: false,
            ways: moves.ways(),
            view,
            moves,
            session,
            cursor: Cell::new((size.columns() - 1) / 2, (size.rows() - 1) / 2),
            tray_cursor: 0,
            focus: Focus::Board,
            selected: None,
            animation: None,
            hint: None,
            analysis_on: false,
            judgement: None,
            typed: None,
            message: None,
            speed,
            now,
            requests: Vec::new(),
            unsaved: true,
            asked: None,
            next_ticket: 0,
            ready: None,
            not_before: now,
            digits: String::new(),
            digits_at: now,
        };
        table.settle_focus();
        table
    }

    /// Returns the seat whose turn it is; `None` after the end.
    pub(crate) fn seat_to_act(&self) -> Option<&Seat> {
        let player = self.session.turn().player()?;
        Some(&self.seats[player.index()])
    }

    /// Tells whether the computer is choosing its action.
    pub(crate) fn is_thinking(&self) -> bool {
        matches!(self.asked, Some((_, Asked::Move)))
    }

    /// Tells whether the game has moves that a new one would throw away.
    pub(crate) fn is_under_way(&self) -> bool {
        self.mode == Mode::Game && self.session.ply() > 0 && self.session.turn().player().is_some()
    }

    /// Writes the record with the players' names.
    pub(crate) fn record(&self) -> Record {
        let tags = Player::BOTH
            .into_iter()
            .take(usize::from(self.session.players()))
            .map(|player| {
                let name = match &self.seats[player.index()] {
                    Seat::Person => "person".to_owned(),
                    Seat::Computer(spec) => spec.to_string(),
                };
                (format!("player-{}", player.index() + 1), name)
            })
            .collect();
        self.session.record(tags)
    }

    /// Carries out a command of the board; those of the program are none of the table's.
    pub(crate) fn command(&mut self, command: Command) {
        self.message = None;
        match command {
            Command::Steer(direction) => self.steer(direction),
            Command::Shift(direction) => self.shift(direction),
            Command::Rotate(clockwise) => self.rotate(clockwise),
            Command::Act => self.act(),
            Command::Digit(digit) => self.digit(digit),
            Command::Focus => {
                self.focus = match self.focus {
                    Focus::Board if self.view.tray.is_some() => Focus::Tray,
                    _ => Focus::Board,
                };
            }
            Command::Cancel => {
                self.selected = None;
                self.hint = None;
            }
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Hint => self.ask_hint(),
            Command::Analysis => self.toggle_analysis(),
            Command::First => self.browse(0),
            Command::Last => self.browse(self.session.ply_count()),
            Command::Back => match self.session.ply().checked_sub(1) {
                Some(ply) => self.browse(ply),
                None => self.say(Tone::Plain, "this is the beginning"),
            },
            Command::Forward => self.step_forward(),
            Command::Pause => self.pause(),
            Command::Fork => self.fork(),
            Command::Type => self.typed = Some(String::new()),
            Command::NewGame | Command::Help | Command::Motion | Command::Colours | Command::Quit => {}
        }
    }

    /// Pushes, or moves the cursor of board or tray.
    fn steer(&mut self, direction: Direction) {
        if self.ways.push {
            return self.gesture(Gesture::Push(direction));
        }
        if self.focus == Focus::Tray {
            return self.steer_in_tray(direction);
        }
        if self.ways.column && !self.ways.has_cursor() {
            match direction {
                Direction::Up => {}
                Direction::Down => self.act(),
                Direction::Left | Direction::Right => self.move_cursor(direction),
            }
            return;
        }
        match self.selected {
            Some(from) => {
                if let Some(to) = self.neighbour(from, direction) {
                    self.swap(from, to);
                }
            }
            None => self.move_cursor(direction),
        }
    }

    fn move_cursor(&mut self, direction: Direction) {
        if let Some(cell) = self.neighbour(self.cursor, direction) {
            self.cursor = cell;
        }
    }

    fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let by = match direction {
            Direction::Up => Offset::new(0, -1),
            Direction::Down => Offset::new(0, 1),
            Direction::Left => Offset::new(-1, 0),
            Direction::Right => Offset::new(1, 0),
        };
        self.view.board.size().step(self.view.topology, cell, by)
    }

    fn steer_in_tray(&mut self, direction: Direction) {
        let count = self.tray().len();
        if count == 0 {
            return;
        }
        let by = match direction {
            Direction::Left => count - 1,
            Direction::Right => 1,
            Direction::Up if self.tray_cursor >= Self::TRAY_COLUMNS => count - Self::TRAY_COLUMNS,
            Direction::Down if self.tray_cursor + Self::TRAY_COLUMNS < count => Self::TRAY_COLUMNS,
            Direction::Up | Direction::Down => 0,
        };
        self.tray_cursor = (self.tray_cursor + by) % count;
    }

    /// Shifts the cursor's row or column; where the game knows no shifts, moves the cursor alone.
    fn shift(&mut self, towards: Direction) {
        if !self.ways.shift {
            return self.move_cursor(towards);
        }
        let action = self.moves.find_shift(self.cursor, towards);
        self.act_on(action, "the row or column cannot be shifted that way");
    }

    fn rotate(&mut self, clockwise: bool) {
        let corner = self.cursor;
        let action = self.moves.find(Gesture::Rotate { corner, clockwise });
        self.act_on(action, "there is nothing to turn here");
    }

    /// Plays, selects or takes what the cursor is on.
    fn act(&mut self) {
        if self.focus == Focus::Tray {
            if let Some(&token) = self.tray().get(self.tray_cursor) {
                self.gesture(Gesture::Take(token));
            }
        } else if self.ways.column {
            self.gesture(Gesture::Column(self.cursor.column));
        } else if self.ways.point {
            self.gesture(Gesture::Point(self.cursor));
        } else if self.ways.swap {
            self.select(self.cursor);
        }
    }

    /// Selects the first field of a swap, or swaps with the one selected before.
    pub(crate) fn select(&mut self, cell: Cell) {
        self.cursor = cell;
        match self.selected {
            Some(first) if first == cell => self.selected = None,
            Some(first) if self.are_neighbours(first, cell) => self.swap(first, cell),
            _ => self.selected = Some(cell),
        }
    }

    /// Tells whether two fields share a side.
    pub(crate) fn are_neighbours(&self, a: Cell, b: Cell) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| self.neighbour(a, direction) == Some(b))
    }

    /// Swaps two neighbours; a swap that is not legal is shown and taken back.
    pub(crate) fn swap(&mut self, a: Cell, b: Cell) {
        self.selected = None;
        self.cursor = b;
        match self.moves.find(Gesture::Swap(a, b)) {
            Some(action) => self.person_plays(action),
            None if self.person_may_act() => {
                let board = self.view.board.clone();
                self.animation = Animation::swap_and_back(board, (a, b), self.speed, self.now);
                self.say(Tone::Bad, "that swap makes nothing and is taken back");
            }
            None => {}
        }
    }

    /// Plays a column, or moves the tray's cursor to a number.
    fn digit(&mut self, digit: u32) {
        if self.ways.column {
            let column = if digit == 0 { 10 } else { digit };
            self.cursor.column = (column - 1).min(self.view.board.size().columns() - 1);
            self.gesture(Gesture::Column(column - 1));
        } else if self.view.tray.is_some() {
            if self.now > self.digits_at + Self::DIGIT_TIME {
                self.digits.clear();
            }
            self.digits_at = self.now;
            self.digits.push_str(&digit.to_string());
            let label_is = |text: &str| {
                self.tray()
                    .iter()
                    .position(|&token| self.session.face(token).label == text)
            };
            if let Some(found) = label_is(&self.digits).or_else(|| label_is(&digit.to_string())) {
                self.tray_cursor = found;
                self.focus = Focus::Tray;
            }
        }
    }

    /// Returns the tokens beside the board.
    pub(crate) fn tray(&self) -> &[Token] {
        self.view.tray.as_ref().map_or(&[], |tray| &tray.tokens)
    }

    /// Plays the action that a gesture means.
    pub(crate) fn gesture(&mut self, gesture: Gesture) {
        let action = self.moves.find(gesture);
        let refusal = match gesture {
            Gesture::Push(_) => "nothing moves that way",
            Gesture::Column(_) => "that column cannot be played",
            Gesture::Point(_) if self.moves.ways().take => "choose a piece first",
            Gesture::Take(_) if self.moves.ways().point => "place the piece first",
            _ => "that is not possible here",
        };
        self.act_on(action, refusal);
    }

    fn act_on(&mut self, action: Option<usize>, refusal: &str) {
        match action {
            Some(action) => self.person_plays(action),
            None if self.person_may_act() => self.say(Tone::Bad, refusal),
            None => {}
        }
    }

    /// Plays an action in a person's name.
    fn person_plays(&mut self, action: usize) {
        if self.person_may_act() {
            self.play(action);
        }
    }

    /// Tells whether a person may act now, and says why not.
    fn person_may_act(&mut self) -> bool {
        let reason = match (self.mode, self.seat_to_act()) {
            (_, None) => "the game is over: n begins a new one, u takes back",
            (Mode::Replay { .. }, _) => "this is a replay: f plays on from here",
            (Mode::Game, Some(Seat::Computer(_))) => "it is the computer's turn",
            (Mode::Game, Some(Seat::Person)) => return true,
        };
        self.say(Tone::Plain, reason);
        false
    }

    fn play(&mut self, action: usize) {
        let before = self.view.board.clone();
        if let Err(error) = self.session.play(action) {
            return self.say(Tone::Bad, &error.to_string());
        }
        self.unsaved = true;
        self.animate(before);
        self.position_changed();
    }

    /// Reads an action in the game's notation and plays it; a refused line stays to be mended.
    pub(crate) fn play_typed(&mut self, text: &str) {
        match self.session.parse_action(text.trim()) {
            Err(error) => self.say(Tone::Bad, &error.to_string()),
            Ok(action) if self.session.is_legal(action) || self.seat_to_act() != Some(&Seat::Person) => {
                self.typed = None;
                self.person_plays(action);
            }
            Ok(_) => self.say(Tone::Bad, &format!("`{}` is not possible here", text.trim())),
        }
    }

    fn animate(&mut self, before: quincunx_core::Grid<Option<Token>>) {
        let waves = self.session.waves_of(self.session.ply());
        self.animation = Animation::start(before, waves, self.speed, self.now);
        let pause = match self.speed {
            Speed::Off => Duration::ZERO,
            Speed::Normal => Duration::from_millis(350),
            Speed::Fast => Duration::from_millis(120),
        };
        self.not_before = self.now + pause;
    }

    /// Brings everything that depends on the position up to date.
    fn position_changed(&mut self) {
        self.view = self.session.view();
        self.moves = Moves::of(self.session.as_ref());
        self.ways = self.ways.or(self.moves.ways());
        self.selected = None;
        self.hint = None;
        self.judgement = None;
        self.ready = None;
        if self.asked.take().is_some() {
            self.requests.push(Request::Interrupt);
        }
        self.tray_cursor = self.tray_cursor.min(self.tray().len().saturating_sub(1));
        self.settle_focus();
    }

    /// Puts the focus where the next action is.
    fn settle_focus(&mut self) {
        let ways = self.moves.ways();
        self.focus = if ways.take && !ways.point {
            Focus::Tray
        } else {
            Focus::Board
        };
    }

    /// Takes back to a person's own turn; where no person plays, one ply.
    fn undo(&mut self) {
        if let Mode::Replay { .. } = self.mode {
            return self.command(Command::Back);
        }
        let is_persons = |ply: &usize| {
            self.session
                .action_of(*ply)
                .is_some_and(|(player, _)| self.seats[player.index()] == Seat::Person)
        };
        let plays = (1..=self.session.ply()).rev();
        let target = if self.a_person_plays() {
            plays.clone().find(is_persons)
        } else {
            plays.clone().next()
        };
        match target {
            Some(ply) => self.browse(ply - 1),
            None => self.say(Tone::Plain, "there is nothing to take back"),
        }
    }

    fn redo(&mut self) {
        let now = self.session.ply();
        let last = self.session.ply_count();
        if now == last {
            return self.say(Tone::Plain, "there is nothing to play again");
        }
        let is_persons_turn = |ply: &usize| {
            self.session
                .action_of(*ply + 1)
                .is_none_or(|(player, _)| self.seats[player.index()] == Seat::Person)
        };
        let target = if self.a_person_plays() {
            (now + 1..=last).find(is_persons_turn).unwrap_or(last)
        } else {
            now + 1
        };
        self.browse(target);
    }

    fn a_person_plays(&self) -> bool {
        self.seats[..usize::from(self.session.players())].contains(&Seat::Person)
    }

    /// Goes to a position of the game without animation.
    fn browse(&mut self, ply: usize) {
        self.animation = None;
        if let Mode::Replay { playing } = &mut self.mode {
            *playing = false;
        }
        if self.session.go_to(ply) {
            self.unsaved = self.mode == Mode::Game;
            self.position_changed();
            self.paused = self.session.ply() < self.session.ply_count();
        }
    }

    fn step_forward(&mut self) {
        let before = self.view.board.clone();
        if !self.session.redo() {
            return self.say(Tone::Plain, "this is the end of the record");
        }
        self.unsaved = self.mode == Mode::Game;
        self.animate(before);
        self.position_changed();
        self.paused = self.session.ply() < self.session.ply_count();
    }

    fn pause(&mut self) {
        match &mut self.mode {
            Mode::Replay { playing } => {
                *playing = !*playing;
                if *playing && self.session.ply() == self.session.ply_count() {
                    self.session.go_to(0);
                    self.position_changed();
                }
            }
            Mode::Game => {
                self.paused = !self.paused;
                if self.paused && self.is_thinking() {
                    self.asked = None;
                    self.requests.push(Request::Interrupt);
                }
            }
        }
    }

    fn fork(&mut self) {
        if let Mode::Replay { .. } = self.mode {
            self.mode = Mode::Game;
            self.paused = false;
            self.unsaved = true;
            self.say(Tone::Good, "you play on from here; the record stays as it is");
        }
    }

    fn toggle_analysis(&mut self) {
        self.analysis_on = !self.analysis_on;
        if !self.analysis_on {
            self.judgement = None;
            if matches!(self.asked, Some((_, Asked::Worth { .. }))) {
                self.asked = None;
                self.requests.push(Request::Interrupt);
            }
        }
    }

    fn ask_hint(&mut self) {
        if self.seat_to_act().is_none() {
            return self.say(Tone::Plain, "the game is over");
        }
        if self.is_thinking() {
            return self.say(Tone::Plain, "it is the computer's turn");
        }
        if let Some(judgement) = &self.judgement {
            let analysis = judgement.analysis.clone();
            return self.show_hint(&analysis);
        }
        self.say(Tone::Plain, "looking for a good action …");
        self.ask(Asked::Worth { hint: true });
    }

    fn show_hint(&mut self, analysis: &Analysis<usize>) {
        let best = analysis.best();
        let value = analysis.actions[0].value;
        self.hint = Some(best);
        self.say(Tone::Good, &words::advice(self, best, value));
    }

    /// Asks the computer; an earlier question is dropped.
    fn ask(&mut self, question: Asked) {
        let strongest = || "level:5".parse().expect("every game has five levels");
        let (task, agent) = match question {
            Asked::Move => match self.seat_to_act() {
                Some(Seat::Computer(spec)) => (Task::Choose, spec.clone()),
                _ => return,
            },
            Asked::Worth { hint: true } => (Task::Judge(Self::HINT_TIME), strongest()),
            Asked::Worth { hint: false } => (Task::Judge(Self::ANALYSIS_TIME), strongest()),
        };
        self.next_ticket += 1;
        self.asked = Some((self.next_ticket, question));
        self.requests.push(Request::Think(Job {
            ticket: self.next_ticket,
            task,
            entry: self.entry,
            agent,
            session: self.session.clone_box(),
        }));
    }

    /// Takes an answer of the computer; answers to old questions are dropped.
    pub(crate) fn answer(&mut self, thought: Thought) {
        let Some((ticket, question)) = self.asked else {
            return;
        };
        if ticket != thought.ticket {
            return;
        }
        match (thought.answer, question) {
            (Answer::Chosen(action), _) => {
                self.asked = None;
                self.ready = Some(action);
            }
            (Answer::Judged(analysis, done), Asked::Worth { hint }) => {
                if done {
                    self.asked = None;
                }
                if hint && done {
                    self.show_hint(&analysis);
                }
                if self.analysis_on || hint {
                    self.judgement = Some(Judgement {
                        analysis,
                        // A hint's short look is gone over again when the analysis is on.
                        done: done && !hint,
                    });
                }
            }
            (Answer::Judged(..), Asked::Move) => {}
            (Answer::Failed(reason), _) => {
                self.asked = None;
                self.paused = true;
                self.analysis_on = false;
                self.say(Tone::Bad, &reason);
            }
        }
    }

    /// Lets time pass: animations go on, computers act, replays play.
    pub(crate) fn tick(&mut self, now: Duration) {
        self.now = now;
        if self
            .animation
            .as_mut()
            .is_some_and(|animation| !animation.advance(now))
        {
            self.animation = None;
        }
        if self.animation.is_some() {
            // The computer may think while the board is still moving.
            return self.ask_for_move();
        }
        if let Some(action) = self.ready
            && now >= self.not_before
        {
            self.ready = None;
            self.play(action);
        }
        if self.mode == (Mode::Replay { playing: true }) && now >= self.not_before {
            self.step_forward();
            if self.session.ply() == self.session.ply_count() {
                self.mode = Mode::Replay { playing: false };
            }
        }
        self.ask_for_move();
        let is_judged = self.judgement.as_ref().is_some_and(|judgement| judgement.done);
        let may_judge = self.asked.is_none() && self.ready.is_none() && self.seat_to_act().is_some();
        if self.analysis_on && may_judge && !is_judged {
            self.ask(Asked::Worth { hint: false });
        }
    }

    fn ask_for_move(&mut self) {
        let is_computers = self.mode == Mode::Game
            && !self.paused
            && self.ready.is_none()
            && matches!(self.seat_to_act(), Some(Seat::Computer(_)));
        if is_computers && !self.is_thinking() {
            self.ask(Asked::Move);
        }
    }

    /// Ends the animation at once: a person who acts does not wait.
    pub(crate) fn skip_animation(&mut self) {
        self.animation = None;
    }

    /// Returns the moment at which time must pass next; `None` when nothing moves by itself.
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        if self.animation.is_some() {
            return Some(self.now + Duration::from_millis(16));
        }
        let waits = self.ready.is_some() || self.mode == (Mode::Replay { playing: true });
        waits.then(|| self.not_before.max(self.now + Duration::from_millis(1)))
    }

    /// Lists the fields that the last action was about.
    pub(crate) fn last_fields(&self) -> Vec<Cell> {
        use quincunx_core::Effect;
        let ply = self.session.ply();
        let Some((_, action)) = self.session.action_of(ply) else {
            return Vec::new();
        };
        let effects = || self.session.waves_of(ply).iter().flatten();
        match self.session.gesture(action) {
            Some(Gesture::Point(cell)) => vec![cell],
            Some(Gesture::Swap(a, b)) => vec![a, b],
            Some(Gesture::Column(_)) => effects()
                .filter_map(|effect| match effect {
                    Effect::Enter { cell, .. } | Effect::Spawn { cell, .. } => Some(*cell),
                    _ => None,
                })
                .take(1)
                .collect(),
            Some(Gesture::Push(_)) => effects()
                .filter_map(|effect| match effect {
                    Effect::Spawn { cell, .. } => Some(*cell),
                    _ => None,
                })
                .collect(),
            Some(Gesture::Rotate { corner, .. }) => self.square(corner),
            _ => Vec::new(),
        }
    }

    /// Lists the fields that an action is about.
    pub(crate) fn fields_of(&self, action: usize) -> Vec<Cell> {
        match self.session.gesture(action) {
            Some(Gesture::Point(cell)) => vec![cell],
            Some(Gesture::Swap(a, b)) => vec![a, b],
            Some(Gesture::Rotate { corner, .. }) => self.square(corner),
            Some(Gesture::Column(column)) => {
                let column_cells = (0..self.view.board.size().rows()).map(|row| Cell::new(column, row));
                let is_empty = |cell: &Cell| self.view.board.get(*cell).is_some_and(Option::is_none);
                column_cells.rev().find(is_empty).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn square(&self, corner: Cell) -> Vec<Cell> {
        let size = self.view.board.size();
        [(0, 0), (1, 0), (0, 1), (1, 1)]
            .into_iter()
            .filter_map(|(columns, rows)| size.step(Topology::Plane, corner, Offset::new(columns, rows)))
            .collect()
    }

    fn say(&mut self, tone: Tone, text: &str) {
        self.message = Some((tone, text.to_owned()));
    }
}
