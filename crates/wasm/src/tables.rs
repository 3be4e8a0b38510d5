//! The tables of one visitor: what a server's hub does, without server.

mod requests;
#[cfg(test)]
mod tests;
mod turns;

use std::collections::{BTreeMap, HashMap};

use quincunx_table::messages::{
    ClientMessage, Command, Created, Reason, Refusal, ServerMessage, Update, VERSION,
};
use quincunx_table::{By, Millis, Performed, SeatToken, Setup, Table, TableId, fresh_key};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::requests::{Day, written};
use self::turns::{Choice, Turn};
use crate::engine::{Question, Thought};

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
    /// What the engine thinks.
    Thought {
        /// The number of its task.
        task: u64,
        /// A [`Thought`] as text.
        thought: String,
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
    /// The engine is to think.
    Think {
        /// The number of the task.
        task: u64,
        /// A [`Question`] as text.
        question: String,
    },
    /// Nobody waits for a task any more: the engine may be ended if it thinks about it.
    Forget {
        /// The number of the task.
        task: u64,
    },
    /// When the tables want to be woken, in the milliseconds that they are given; only the last one counts.
    Wake {
        /// The time; none when nothing is due.
        at: Option<Millis>,
    },
}

/// All tables, which nothing keeps when the page is closed.
#[derive(Default)]
pub struct Tables {
    tables: HashMap<TableId, Seated>,
    tasks: BTreeMap<u64, Task>,
    last_task: u64,
    /// The tasks of the page's one analysis and one report.
    analysis: Option<u64>,
    report: Option<u64>,
    /// When it was last said that something is due.
    wake: Option<Millis>,
    outputs: Vec<Output>,
}

/// A table with what the page sees of it.
struct Seated {
    table: Table,
    /// The token of the page that watches, if one does.
    watched: Option<Option<SeatToken>>,
    turn: Option<Turn>,
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
    Showcase {
        request: u64,
    },
}

impl Tables {
    /// Takes in what the page gives at some moment, in milliseconds since 1970-01-01 UTC, and returns what
    /// comes of it, in its order.
    pub fn take(&mut self, input: Input, now: Millis) -> Vec<Output> {
        match input {
            Input::Message { message } => self.message(message, now),
            Input::Request { request, path, body } => match self.request(request, &path, body, now) {
                Ok(Some(body)) => self.outputs.push(Output::Answer { request, body }),
                Ok(None) => {}
                Err(refusal) => self.outputs.push(Output::Refused { request, refusal }),
            },
            Input::Thought { task, thought } => self.thought(task, &thought, now),
            // A timer may be early: it is said again when to wake.
            Input::Wake {} => self.wake = None,
        }
        self.do_what_is_due(now);
        std::mem::take(&mut self.outputs)
    }

    fn message(&mut self, message: ClientMessage, now: Millis) {
        let (request, table) = (request_of(&message), table_of(&message));
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
                self.forget(last);
                let session = self.seated(table)?.table.to_analyse(ply)?;
                let record = session.record(Vec::new()).to_text();
                let question = Question::Analyse { record, table, ply };
                self.analysis = Some(self.think(Task::Analysis { request, table }, &question));
                None
            }
            ClientMessage::StopAnalysis {} => {
                let last = self.analysis.take();
                self.forget(last);
                None
            }
            ClientMessage::Report { request, table } => {
                let last = self.report.take();
                self.forget(last);
                let session = self.seated(table)?.table.to_grade()?;
                let record = session.record(Vec::new()).to_text();
                self.report = Some(self.think(Task::Report { request, table }, &Question::Grade { record }));
                None
            }
        })
    }

    /// Sets a table up.
    fn found(&mut self, setup: Setup, now: Millis) -> Result<TableId, Refusal> {
        let id = TableId::random();
        let (table, _) = Table::create(id, setup)?;
        let seated = Seated {
            table,
            watched: None,
            turn: None,
        };
        self.tables.insert(id, seated);
        self.schedule(id, now);
        Ok(id)
    }

    /// Carries out a command and returns the number of the table's last event.
    fn carry_out(&mut self, id: TableId, by: By, command: &Command, now: Millis) -> Result<u64, Refusal> {
        let now = now.max(self.seated(id)?.table.last_event_at());
        self.flag(id, now);
        let table = &mut self.seated(id)?.table;
        let update = match table.perform(by, command, now)? {
            Performed::Already => return Ok(table.seq()),
            Performed::Done(_, update) => *update,
            Performed::Rematch => {
                let setup = table.next_setup(fresh_key());
                let next = self.found(setup, now)?;
                self.seated(id)?.table.rematched(next, now).1
            }
        };
        let seq = update.seq;
        self.happened(id, update, now);
        Ok(seq)
    }

    /// Ends a game whose time is up.
    fn flag(&mut self, id: TableId, now: Millis) {
        let ended = self.tables.get_mut(&id).and_then(|seated| seated.table.tick(now));
        if let Some((_, update)) = ended {
            self.happened(id, update, now);
        }
    }

    /// Sends what has happened at a table to the page, and sees to what follows.
    fn happened(&mut self, id: TableId, update: Update, now: Millis) {
        if self
            .tables
            .get(&id)
            .is_some_and(|seated| seated.watched.is_some())
        {
            self.send(ServerMessage::Update(Box::new(update)));
        }
        self.schedule(id, now);
    }

    /// Takes in what the engine thinks; nothing that was forgotten.
    fn thought(&mut self, number: u64, thought: &str, now: Millis) {
        let Some(task) = self.tasks.get(&number).cloned() else {
            return;
        };
        let thought = serde_json::from_str(thought).unwrap_or_else(|error| Thought::Refused {
            refusal: Reason::malformed(format!("a thought of the engine: {error}")).into(),
        });
        let is_last = match &thought {
            Thought::Judged { judgement } => judgement.done,
            Thought::Graded { line, .. } => line.is_none(),
            _ => true,
        };
        if is_last {
            self.tasks.remove(&number);
        }
        match (task, thought) {
            (Task::Move { table }, Thought::Chosen { action }) => {
                if let Some(turn) = self
                    .tables
                    .get_mut(&table)
                    .and_then(|seated| seated.turn.as_mut())
                {
                    turn.choice = Choice::Made { action };
                }
            }
            (Task::Analysis { request, .. }, Thought::Judged { judgement }) => {
                self.send(ServerMessage::Judged { request, judgement });
            }
            (Task::Report { request, table }, Thought::Graded { of, line }) => {
                self.send(ServerMessage::Graded {
                    request,
                    table,
                    of,
                    line,
                });
            }
            (Task::Puzzle { request, token, day }, Thought::Posed { setup }) => {
                // A second request for the day's puzzle may have been on its way.
                let begun = day
                    .as_ref()
                    .and_then(|day| self.begun(day, &setup.game, token.hash()));
                let setup = match day {
                    Some(day) => day.of(*setup),
                    None => *setup,
                };
                let output = match begun.map_or_else(|| self.found(setup, now), Ok) {
                    Ok(table) => Output::Answer {
                        request,
                        body: written(Created::for_one(table, token)),
                    },
                    Err(refusal) => Output::Refused { request, refusal },
                };
                self.outputs.push(output);
            }
            (Task::Showcase { request }, Thought::Shown { showcase }) => {
                let body = written(showcase);
                self.outputs.push(Output::Answer { request, body });
            }
            (Task::Puzzle { request, .. } | Task::Showcase { request }, Thought::Refused { refusal }) => {
                self.outputs.push(Output::Refused { request, refusal });
            }
            (
                Task::Analysis { request, table } | Task::Report { request, table },
                Thought::Refused { refusal },
            ) => {
                self.send(ServerMessage::Refused {
                    request: Some(request),
                    table: Some(table),
                    refusal,
                });
            }
            (Task::Move { table }, _) => self.fail_turn(table, now),
            // The engine answers what it is asked.
            _ => {}
        }
    }

    /// Has the engine think and returns the number of the task.
    fn think(&mut self, task: Task, question: &Question) -> u64 {
        self.last_task += 1;
        self.tasks.insert(self.last_task, task);
        self.outputs.push(Output::Think {
            task: self.last_task,
            question: serde_json::to_string(question).expect("questions are plain values"),
        });
        self.last_task
    }

    fn forget(&mut self, task: Option<u64>) {
        if let Some(task) = task.filter(|task| self.tasks.remove(task).is_some()) {
            self.outputs.push(Output::Forget { task });
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

/// Returns the number that a message's answer is to carry.
const fn request_of(message: &ClientMessage) -> Option<u64> {
    match *message {
        ClientMessage::Command { request, .. }
        | ClientMessage::Look { request, .. }
        | ClientMessage::Analyse { request, .. }
        | ClientMessage::Report { request, .. } => Some(request),
        _ => None,
    }
}

/// Returns the table that a message is about.
const fn table_of(message: &ClientMessage) -> Option<TableId> {
    match *message {
        ClientMessage::Watch { table, .. }
        | ClientMessage::Leave { table }
        | ClientMessage::Command { table, .. }
        | ClientMessage::Look { table, .. }
        | ClientMessage::Analyse { table, .. }
        | ClientMessage::Report { table, .. } => Some(table),
        _ => None,
    }
}
