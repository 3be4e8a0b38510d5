//! The tables of one visitor: what a server's hub does, without server.

mod requests;
#[cfg(test)]
mod tests;
mod turns;

use std::collections::{BTreeMap, HashMap};

use quincunx_table::messages::{
    ClientMessage, Command, Created, Reason, Refusal, ServerMessage, Update, VERSION,
};
use quincunx_table::{By, Event, Logged, Millis, Performed, SeatToken, Setup, Table, TableId, fresh_key};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::requests::{Day, written};
use self::turns::{Choice, ComputerMove};
use crate::engine::{EngineAnswer, Question};

/// What the page gives to the tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Input {
    /// A message about tables, as over a server's WebSocket.
    Message {
        /// The message.
        message: ClientMessage,
    },
    /// A request, as by a server's HTTP.
    Request {
        /// A number of the page's choice, which the answer carries.
        request: u64,
        /// What is behind `/api/v1/`.
        path: String,
        /// What is posted; none for what is only read.
        #[serde(default)]
        body: Option<Value>,
    },
    /// Nobody waits for the answer to a request any more.
    Abort {
        /// Its number.
        request: u64,
    },
    /// An answer of an engine.
    Answer {
        /// The number of the task.
        task: u64,
        /// The answer.
        answer: EngineAnswer,
    },
    /// An engine failed at a task and gives no more answers.
    EngineFailed {
        /// The number of the task.
        task: u64,
        /// The file for want of which it failed.
        #[serde(default)]
        file: Option<String>,
    },
    /// A table that the browser has stored; it comes before anything else about it.
    Restore {
        /// The table.
        table: TableId,
        /// All its events, each a [`Logged`].
        log: Vec<Value>,
    },
    /// Another page of this browser has stored an event.
    Follow {
        /// The table.
        table: TableId,
        /// The event, a [`Logged`].
        logged: Value,
    },
    /// This page is the one of this browser that moves for computer players and ends games on time.
    Lead {},
    /// The device slept; running clocks are given the time back.
    Slept {
        /// How long, in milliseconds.
        time: Millis,
    },
    /// The time has come that was last named.
    Wake {},
}

/// What the tables give back.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Output {
    /// A message about tables.
    Message {
        /// The message.
        message: Box<ServerMessage>,
    },
    /// The answer to a request.
    Answer {
        /// The number that the page gave.
        request: u64,
        /// A document, or a record's text.
        body: Value,
    },
    /// A request was refused. Nothing has changed.
    Refused {
        /// The number that the page gave.
        request: u64,
        /// Why.
        refusal: Refusal,
    },
    /// An event is to be stored.
    Log {
        /// The table.
        table: TableId,
        /// The event.
        logged: Logged,
    },
    /// An engine is to answer a question.
    Ask {
        /// The number of the task.
        task: u64,
        /// Which engine.
        engine: EngineUse,
        /// The question.
        question: Question,
    },
    /// Nobody waits for a task any more: the engine that works on it may be ended.
    Cancel {
        /// The number of the task.
        task: u64,
    },
    /// When the tables want to be woken, in the milliseconds that they are given; only the last one counts.
    Wake {
        /// The time; none when nothing is due.
        at: Option<Millis>,
    },
    /// A table is no longer what is stored of it: the tables are to be made again of that.
    Outdated {},
}

/// What an engine works on: moves do not wait for an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineUse {
    /// The moves of computer players.
    Moves,
    /// All else.
    Analysis,
}

/// All tables.
#[derive(Default)]
pub struct Tables {
    tables: HashMap<TableId, Seated>,
    tasks: BTreeMap<u64, Task>,
    last_task: u64,
    /// Whether this page leads: it moves for computer players and ends games on time.
    leads: bool,
    /// How far the last event of a stored table was ahead of the time that the page gives.
    ahead: Millis,
    /// The tasks of the page's one analysis and one report.
    analysis: Option<u64>,
    report: Option<u64>,
    /// The time of the last [`Output::Wake`].
    wake: Option<Millis>,
    outputs: Vec<Output>,
}

/// A table with what the page sees of it.
struct Seated {
    table: Table,
    /// The token of the page that watches, if one does.
    watched: Option<Option<SeatToken>>,
    turn: Option<ComputerMove>,
}

/// Why the engine thinks.
#[derive(Clone)]
enum Task {
    Move {
        table: TableId,
    },
    Analysis {
        request: u64,
        table: TableId,
    },
    Report {
        request: u64,
        table: TableId,
    },
    Puzzle {
        request: u64,
        token: SeatToken,
        day: Option<Day>,
    },
    LevelReport {
        request: u64,
    },
}

impl Tables {
    /// Takes in what the page gives at some moment, in milliseconds since 1970-01-01 UTC, and returns what
    /// comes of it, in its order.
    pub fn take(&mut self, input: Input, now: Millis) -> Vec<Output> {
        let given = now;
        let now = now.saturating_add(self.ahead);
        match input {
            Input::Message { message } => self.message(message, now),
            Input::Request { request, path, body } => match self.request(request, &path, body, given) {
                Ok(Some(body)) => self.outputs.push(Output::Answer { request, body }),
                Ok(None) => {}
                Err(refusal) => self.outputs.push(Output::Refused { request, refusal }),
            },
            Input::Abort { request } => self.abort(request),
            Input::Answer { task, answer } => self.take_answer(task, answer, now),
            Input::EngineFailed { task, file } => {
                let reason = file.map_or(Reason::ServerFailed {}, |file| Reason::FileUnreachable { file });
                let refusal = reason.into();
                self.take_answer(task, EngineAnswer::Refused { refusal }, now);
            }
            Input::Restore { table, log } => self.restore(table, log, now),
            Input::Follow { table, logged } => self.follow(table, logged, now),
            Input::Lead {} => self.lead(now),
            Input::Slept { time } => self.resume(time, now),
            // A timer may be early: the time is named again.
            Input::Wake {} => self.wake = None,
        }
        self.do_what_is_due(now);
        std::mem::take(&mut self.outputs)
    }

    fn message(&mut self, message: ClientMessage, now: Millis) {
        let (request, table) = (message.request(), message.table());
        match self.answer(message, now) {
            Ok(Some(message)) => self.send(message),
            Ok(None) => {}
            Err(refusal) => self.send(ServerMessage::Refused {
                request,
                table,
                refusal,
            }),
        }
    }

    fn answer(&mut self, message: ClientMessage, now: Millis) -> Result<Option<ServerMessage>, Refusal> {
        Ok(match message {
            ClientMessage::Hello { .. } => Some(ServerMessage::Welcome {
                version: VERSION,
                program: env!("CARGO_PKG_VERSION").to_owned(),
            }),
            ClientMessage::Ping {} => Some(ServerMessage::Pong {}),
            ClientMessage::Watch { table, token, .. } => {
                let seated = self.seated(table)?;
                let hash = token.map(|token| token.hash());
                seated.watched = Some(token);
                seated.table.set_present(|seat| Some(seat) == hash);
                let snapshot = Box::new(seated.table.snapshot(hash, now));
                self.schedule(table, now);
                Some(ServerMessage::Snapshot(snapshot))
            }
            ClientMessage::Leave { table } => {
                if let Some(seated) = self.tables.get_mut(&table) {
                    seated.watched = None;
                }
                None
            }
            ClientMessage::Command {
                request,
                table,
                command,
            } => {
                let watched = self.seated(table)?.watched;
                let token = watched.ok_or_else(|| Reason::malformed("watch the table first"))?;
                let by = By::Visitor(token.map(|token| token.hash()));
                let seq = self.carry_out(table, by, &command, now)?;
                Some(ServerMessage::Done { request, seq })
            }
            ClientMessage::Look { request, table, ply } => {
                let looked = Box::new(self.seated(table)?.table.look(ply)?);
                Some(ServerMessage::Looked { request, looked })
            }
            ClientMessage::Analyse { request, table, ply } => {
                let last = self.analysis.take();
                self.cancel(last);
                let session = self.seated(table)?.table.to_analyse(ply)?;
                let record = session.record(Vec::new()).to_text();
                let question = Question::Analyse { record, table, ply };
                self.analysis = Some(self.ask(Task::Analysis { request, table }, question));
                None
            }
            ClientMessage::StopAnalysis {} => {
                let last = self.analysis.take();
                self.cancel(last);
                None
            }
            ClientMessage::Report { request, table } => {
                let last = self.report.take();
                self.cancel(last);
                let session = self.seated(table)?.table.to_grade()?;
                let record = session.record(Vec::new()).to_text();
                self.report = Some(self.ask(Task::Report { request, table }, Question::Grade { record }));
                None
            }
        })
    }

    /// Sets a table up.
    fn add_table(&mut self, setup: Setup, now: Millis) -> Result<TableId, Refusal> {
        let id = TableId::random();
        let (table, event) = Table::create(id, setup)?;
        self.log(id, table.seq(), event, now);
        self.tables.insert(id, Seated::new(table));
        self.schedule(id, now);
        Ok(id)
    }

    /// Names an event of a table for storing.
    fn log(&mut self, table: TableId, seq: u64, event: Event, now: Millis) {
        let logged = Logged { seq, at: now, event };
        self.outputs.push(Output::Log { table, logged });
    }

    /// Takes a stored table up again; a damaged one is as good as lost.
    fn restore(&mut self, id: TableId, log: Vec<Value>, now: Millis) {
        let log: Result<Vec<Logged>, _> = log.into_iter().map(serde_json::from_value).collect();
        if let Ok(log) = log
            && let Ok(table) = Table::restore(id, log)
        {
            self.ahead += table.last_event_at().saturating_sub(now);
            self.wake = None;
            self.tables.insert(id, Seated::new(table));
        }
    }

    /// Takes in what another page did. What is not the next event is left: this page notices when its own
    /// next event cannot be stored. Where the next one does not fit, the table is [`Output::Outdated`].
    fn follow(&mut self, id: TableId, logged: Value, now: Millis) {
        let Some(seated) = self.tables.get_mut(&id) else {
            if logged["seq"] == 0 {
                self.restore(id, vec![logged], now);
                self.schedule(id, now);
            }
            return;
        };
        let update = match serde_json::from_value::<Logged>(logged) {
            Ok(logged) if logged.seq != seated.table.seq() + 1 => return,
            Ok(logged) => seated.table.follow(&logged).ok(),
            Err(_) => None,
        };
        if let Some(update) = update {
            self.send_update(id, update, now);
        } else {
            // It may be half changed, so nothing more of it is stored.
            self.tables.remove(&id);
            self.outputs.push(Output::Outdated {});
        }
    }

    /// Begins to lead. Nobody may have led before, so clocks are given back the time since the last event.
    fn lead(&mut self, now: Millis) {
        self.leads = true;
        self.resume(Millis::MAX, now);
        let ids: Vec<TableId> = self.tables.keys().copied().collect();
        for id in ids {
            self.schedule(id, now);
        }
    }

    /// Gives running clocks time back.
    fn resume(&mut self, time: Millis, now: Millis) {
        let ids: Vec<TableId> = self.tables.keys().filter(|_| self.leads).copied().collect();
        for id in ids {
            let table = self.tables.get_mut(&id).map(|seated| &mut seated.table);
            if let Some((event, update)) = table.and_then(|table| table.resume(time, now)) {
                self.happened(id, event, update, now);
            }
        }
    }

    /// Carries out a command and returns the number of the table's last event.
    fn carry_out(&mut self, id: TableId, by: By, command: &Command, now: Millis) -> Result<u64, Refusal> {
        let now = now.max(self.seated(id)?.table.last_event_at());
        self.flag(id, now);
        let table = &mut self.seated(id)?.table;
        let (event, update) = match table.perform(by, command, now)? {
            Performed::Already => return Ok(table.seq()),
            Performed::Done(event, update) => (event, *update),
            Performed::Rematch => {
                let setup = table.next_setup(fresh_key());
                let next = self.add_table(setup, now)?;
                self.seated(id)?.table.rematched(next, now)
            }
        };
        let seq = update.seq;
        self.happened(id, event, update, now);
        Ok(seq)
    }

    /// Ends a game whose time is up.
    fn flag(&mut self, id: TableId, now: Millis) {
        let ended = self.tables.get_mut(&id).and_then(|seated| seated.table.tick(now));
        if let Some((event, update)) = ended {
            self.happened(id, event, update, now);
        }
    }

    /// Names what happened at a table for storing, and sees to what follows.
    fn happened(&mut self, id: TableId, event: Event, update: Update, now: Millis) {
        self.log(id, update.seq, event, now);
        self.send_update(id, update, now);
    }

    fn send_update(&mut self, id: TableId, update: Update, now: Millis) {
        if self
            .tables
            .get(&id)
            .is_some_and(|seated| seated.watched.is_some())
        {
            self.send(ServerMessage::Update(Box::new(update)));
        }
        self.schedule(id, now);
    }

    /// Takes in what an engine answers; nothing that was cancelled.
    fn take_answer(&mut self, number: u64, answer: EngineAnswer, now: Millis) {
        let Some(task) = self.tasks.get(&number).cloned() else {
            return;
        };
        let is_last = match &answer {
            EngineAnswer::Judged { judgement } => judgement.done,
            EngineAnswer::Graded { line, .. } => line.is_none(),
            _ => true,
        };
        if is_last {
            self.tasks.remove(&number);
        }
        match (task, answer) {
            (Task::Move { table }, EngineAnswer::Chosen { action }) => {
                if let Some(turn) = self
                    .tables
                    .get_mut(&table)
                    .and_then(|seated| seated.turn.as_mut())
                {
                    turn.choice = Choice::Made { action };
                }
            }
            (Task::Analysis { request, .. }, EngineAnswer::Judged { judgement }) => {
                self.send(ServerMessage::Judged { request, judgement });
            }
            (Task::Report { request, table }, EngineAnswer::Graded { of, line }) => {
                self.send(ServerMessage::Graded {
                    request,
                    table,
                    of,
                    line,
                });
            }
            (Task::Puzzle { request, token, day }, EngineAnswer::Posed { setup }) => {
                // A second request for the day's puzzle may have been on its way.
                let begun = day
                    .as_ref()
                    .and_then(|day| self.begun(day, &setup.game, token.hash()));
                let setup = match day {
                    Some(day) => day.of(*setup),
                    None => *setup,
                };
                let output = match begun.map_or_else(|| self.add_table(setup, now), Ok) {
                    Ok(table) => Output::Answer {
                        request,
                        body: written(Created::for_one(table, token)),
                    },
                    Err(refusal) => Output::Refused { request, refusal },
                };
                self.outputs.push(output);
            }
            (Task::LevelReport { request }, EngineAnswer::LevelReport { report }) => {
                self.outputs.push(Output::Answer {
                    request,
                    body: report,
                });
            }
            (
                Task::Puzzle { request, .. } | Task::LevelReport { request },
                EngineAnswer::Refused { refusal },
            ) => {
                self.outputs.push(Output::Refused { request, refusal });
            }
            (
                Task::Analysis { request, table } | Task::Report { request, table },
                EngineAnswer::Refused { refusal },
            ) => {
                self.send(ServerMessage::Refused {
                    request: Some(request),
                    table: Some(table),
                    refusal,
                });
            }
            (Task::Move { table }, EngineAnswer::Refused { refusal }) => {
                self.fail_turn(table, now);
                self.send(ServerMessage::Refused {
                    request: None,
                    table: Some(table),
                    refusal,
                });
            }
            (Task::Move { table }, _) => self.fail_turn(table, now),
            // The engine answers what it is asked.
            _ => {}
        }
    }

    /// Passes a question to an engine and returns the number of the task.
    fn ask(&mut self, task: Task, question: Question) -> u64 {
        let engine = match task {
            Task::Move { .. } => EngineUse::Moves,
            _ => EngineUse::Analysis,
        };
        self.last_task += 1;
        self.tasks.insert(self.last_task, task);
        self.outputs.push(Output::Ask {
            task: self.last_task,
            engine,
            question,
        });
        self.last_task
    }

    fn abort(&mut self, aborted: u64) {
        let is_aborted = |task: &Task| match task {
            Task::Puzzle { request, .. } | Task::LevelReport { request } => *request == aborted,
            _ => false,
        };
        let mut tasks = self.tasks.iter();
        let task = tasks.find_map(|(&number, task)| is_aborted(task).then_some(number));
        self.cancel(task);
    }

    fn cancel(&mut self, task: Option<u64>) {
        if let Some(task) = task.filter(|task| self.tasks.remove(task).is_some()) {
            self.outputs.push(Output::Cancel { task });
        }
    }

    fn send(&mut self, message: ServerMessage) {
        let message = Box::new(message);
        self.outputs.push(Output::Message { message });
    }

    fn seated(&mut self, table: TableId) -> Result<&mut Seated, Refusal> {
        let unknown = || Refusal::from(Reason::UnknownTable { table });
        self.tables.get_mut(&table).ok_or_else(unknown)
    }
}

impl Seated {
    const fn new(table: Table) -> Self {
        Self {
            table,
            watched: None,
            turn: None,
        }
    }
}
