//! A game: its session, players, cursor and questions to the engine.
//!
//! It changes by commands, clicks, answers and time only; nothing waits, draws or reads a clock.

mod advice;
mod browse;
mod marks;
mod puzzle;
mod seat;
mod steer;

use std::time::Duration;

use quincunx_core::{Cell, DynSession, Gesture, Grid, Record, Seed, Token, View};
use quincunx_registry::{DynGame, Puzzle};
use quincunx_search::{Analysis, GameClock, TimeControl};

use super::animation::{Animation, Speed};
use super::keymap::Command;
use super::messages::Request;
use super::steering::{Moves, Ways};
pub(crate) use seat::Seat;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Game,
    /// A replay, which may play by itself.
    Replay {
        playing: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Focus {
    Board,
    Tray,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Bad,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Move,
    /// The value of every action; for a hint only the best is shown.
    Worth {
        hint: bool,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    pub(crate) analysis: Analysis<usize>,
    /// Whether it is complete.
    pub(crate) done: bool,
}

pub(crate) struct Table {
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) session: Box<dyn DynSession>,
    pub(crate) seats: [Seat; 2],
    /// The clocks of both sides, if computers play by the clock.
    clocks: Option<[GameClock; 2]>,
    pub(crate) puzzle: Option<Puzzle>,
    pub(crate) next_seed: Seed,
    pub(crate) mode: Mode,
    /// Whether computers wait while a person looks back.
    pub(crate) paused: bool,
    pub(crate) view: View,
    pub(crate) moves: Moves,
    /// All kinds of gestures so far.
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
    pub(crate) typed: Option<String>,
    pub(crate) message: Option<(Tone, String)>,
    pub(crate) speed: Speed,
    pub(crate) now: Duration,
    pub(crate) requests: Vec<Request>,
    /// The number of the game of this session, from 1.
    pub(crate) game: usize,
    /// Whether the record has changed since it was saved.
    pub(crate) unsaved: bool,
    asked: Option<(u64, Asked)>,
    next_ticket: u64,
    /// The computer's action, which waits for the animation.
    ready: Option<usize>,
    /// Computers and replays wait until this time.
    not_before: Duration,
    digits: String,
    digits_at: Duration,
}

impl Table {
    pub(crate) const TRAY_COLUMNS: usize = 4;
    const HINT_TIME: Duration = Duration::from_millis(1500);
    const ANALYSIS_TIME: Duration = Duration::from_secs(30);
    /// The time for a second digit.
    const DIGIT_TIME: Duration = Duration::from_millis(900);

    pub(crate) fn new(
        entry: &'static dyn DynGame,
        session: Box<dyn DynSession>,
        seats: [Seat; 2],
        speed: Speed,
        now: Duration,
    ) -> Self {
        let view = session.view();
        let moves = Moves::of(session.as_ref());
        let size = view.board.size();
        let mut table = Self {
            entry,
            seats,
            clocks: None,
            puzzle: None,
            next_seed: session.seed().next(),
            mode: Mode::Game,
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
            game: 1,
            unsaved: true,
            asked: None,
            next_ticket: 0,
            ready: None,
            not_before: now,
            digits: String::new(),
            digits_at: now,
        };
        if table.session.ply() == 0 {
            let initial = table.session.initial_view().board;
            table.animation = Animation::opening(initial, &table.session.steps_of(0), speed, now);
        }
        table.cursor = table.first_sight();
        table.settle_focus();
        table
    }

    /// Sets the clocks of computers, which puzzles do not have.
    pub(crate) fn set_time_control(&mut self, time_control: Option<TimeControl>) {
        if self.puzzle.is_none() {
            self.clocks = time_control.map(|time_control| [GameClock::start(time_control); 2]);
        }
    }

    /// Returns the first cursor: where stones fall, on the first tile, or in the middle.
    fn first_sight(&self) -> Cell {
        let occupied = self.view.board.iter().find(|(_, token)| token.is_some());
        match occupied {
            _ if self.ways.column => Cell::new(self.cursor.column, self.view.board.size().rows() - 1),
            Some((cell, _)) if self.ways.push => cell,
            _ => self.cursor,
        }
    }

    /// Returns the seat to act; `None` after the end.
    pub(crate) fn seat_to_act(&self) -> Option<&Seat> {
        let player = self.session.turn().player()?;
        Some(&self.seats[player.index()])
    }

    /// Returns the piece that was taken from the tray and must be placed.
    pub(crate) fn piece_to_place(&self) -> Option<Token> {
        self.view.tray.as_ref()?.selected
    }

    pub(crate) fn is_thinking(&self) -> bool {
        matches!(self.asked, Some((_, Asked::Move)))
    }

    /// Returns whether a new game would lose moves.
    pub(crate) fn is_under_way(&self) -> bool {
        self.mode == Mode::Game
            && self.session.ply_count() > self.first_ply()
            && self.session.turn().player().is_some()
    }

    /// Returns whether moves, taken back or not, have changed the record since it was saved.
    pub(crate) fn has_unsaved_moves(&self) -> bool {
        self.unsaved && self.session.ply_count() > self.first_ply()
    }

    /// Returns the ply in which the players begin.
    fn first_ply(&self) -> usize {
        self.puzzle.as_ref().map_or(0, |puzzle| puzzle.from)
    }

    pub(crate) fn record(&self) -> Record {
        let players = usize::from(self.session.players());
        let players = (1..).zip(&self.seats[..players]).map(|(number, seat)| {
            let name = match seat {
                Seat::Person => Seat::PERSON.to_owned(),
                Seat::Computer(spec) => spec.to_string(),
            };
            (format!("player-{number}"), name)
        });
        let puzzle = self.puzzle.iter().flat_map(Puzzle::tags);
        self.session.record(players.chain(puzzle).collect())
    }

    /// Returns the record with the moves behind the position that is looked at.
    pub(crate) fn whole_record(&mut self) -> Record {
        let shown = self.session.ply();
        self.session.go_to(self.session.ply_count());
        let record = self.record();
        self.session.go_to(shown);
        record
    }

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
                None => self.show(Tone::Plain, "this is the beginning"),
            },
            Command::Forward => self.step_forward(),
            Command::Pause => self.pause(),
            Command::Fork => self.fork(),
            Command::Type => self.typed = Some(String::new()),
            Command::NewGame | Command::Help | Command::Motion | Command::Colours | Command::Quit => {}
        }
    }

    pub(crate) fn tray(&self) -> &[Token] {
        self.view.tray.as_ref().map_or(&[], |tray| &tray.tokens)
    }

    pub(crate) fn gesture(&mut self, gesture: Gesture) {
        let action = self.moves.find(gesture);
        let refusal = match gesture {
            Gesture::Push { .. } => "nothing moves that way",
            Gesture::Column { .. } => "that column cannot be played",
            Gesture::Point { .. } if self.moves.ways().take => "choose a piece first",
            Gesture::Take { .. } if self.moves.ways().point => "place the piece first",
            _ => "that is not possible here",
        };
        self.act_on(action, refusal);
    }

    fn act_on(&mut self, action: Option<usize>, refusal: &str) {
        match action {
            Some(action) => self.person_plays(action),
            None if self.person_may_act() => self.show(Tone::Bad, refusal),
            None => {}
        }
    }

    fn person_plays(&mut self, action: usize) {
        if self.person_may_act() && self.puzzle_lets(action) {
            // Who plays on has looked back enough.
            self.paused = false;
            self.play(action);
        }
    }

    /// Returns whether a person may act, or shows why not.
    fn person_may_act(&mut self) -> bool {
        let reason = match (self.mode, self.seat_to_act()) {
            (_, None) => "the game is over: n begins a new one, u takes back",
            (Mode::Replay { .. }, _) => "this is a replay: f plays on from here",
            (Mode::Game, Some(Seat::Computer(_))) => "it is the computer's turn",
            (Mode::Game, Some(Seat::Person)) => return true,
        };
        self.show(Tone::Plain, reason);
        false
    }

    fn play(&mut self, action: usize) {
        let before = self.view.board.clone();
        if let Err(error) = self.session.play(action) {
            return self.show(Tone::Bad, &error.to_string());
        }
        self.unsaved = true;
        self.animate(before);
        self.position_changed();
    }

    /// Plays an action in the game's notation; an invalid line stays.
    pub(crate) fn play_typed(&mut self, text: &str) {
        match self.session.parse_action(text.trim()) {
            Err(error) => self.show(Tone::Bad, &error.to_string()),
            Ok(action) if self.session.is_legal(action) || self.seat_to_act() != Some(&Seat::Person) => {
                self.typed = None;
                self.person_plays(action);
            }
            Ok(_) => self.show(Tone::Bad, &format!("`{}` is not possible here", text.trim())),
        }
    }

    fn animate(&mut self, before: Grid<Option<Token>>) {
        let steps = self.session.steps_of(self.session.ply());
        self.animation = Animation::start(before, &steps, self.speed, self.now);
        let pause = match self.speed {
            Speed::Off if self.mode == Mode::Game => Duration::ZERO,
            Speed::Off | Speed::Normal => Duration::from_millis(350),
            Speed::Fast => Duration::from_millis(120),
        };
        self.not_before = self.now + pause;
    }

    /// Updates everything that depends on the position.
    fn position_changed(&mut self) {
        self.view = self.session.view();
        self.moves = Moves::of(self.session.as_ref());
        self.moves.add_ways(&mut self.ways);
        self.selected = None;
        self.hint = None;
        self.judgement = None;
        self.ready = None;
        if self.asked.take().is_some() {
            self.requests.push(Request::Stop);
        }
        if let Some(last) = self.last_fields().first()
            && !self.ways.has_cursor()
        {
            // Without a cursor, the visible part of a large board follows the moves.
            self.cursor = match self.ways.column {
                true => Cell::new(self.cursor.column, last.row),
                false => *last,
            };
        }
        self.tray_cursor = self.tray_cursor.min(self.tray().len().saturating_sub(1));
        self.settle_focus();
    }

    /// Focuses on the part of the next action.
    fn settle_focus(&mut self) {
        let ways = self.moves.ways();
        self.focus = match ways.take && !ways.point {
            true => Focus::Tray,
            false => Focus::Board,
        };
    }

    /// Advances animations, computers and replays.
    pub(crate) fn tick(&mut self, now: Duration) {
        self.now = now;
        self.animation.take_if(|animation| !animation.advance(now));
        if self.animation.is_some() {
            // The computer may think during an animation.
            return self.ask_for_move();
        }
        if let Some(action) = self.ready
            && now >= self.not_before
        {
            self.ready = None;
            self.message.take_if(|(tone, _)| *tone != Tone::Bad);
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
            && !self.is_before_puzzle()
            && self.ready.is_none()
            && matches!(self.seat_to_act(), Some(Seat::Computer(_)));
        if is_computers && !self.is_thinking() {
            match self.next_of_puzzle() {
                Some(reply) => self.ready = Some(reply),
                None => self.ask(Asked::Move),
            }
        }
    }

    pub(crate) fn skip_animation(&mut self) {
        self.animation = None;
    }

    /// Returns the time of the next tick; `None` if nothing moves by itself.
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        if self.animation.is_some() {
            return Some(self.now + Duration::from_millis(16));
        }
        let waits = self.ready.is_some() || self.mode == (Mode::Replay { playing: true });
        waits.then(|| self.not_before.max(self.now + Duration::from_millis(1)))
    }

    fn show(&mut self, tone: Tone, text: &str) {
        self.message = Some((tone, text.to_owned()));
    }
}
