//! The conversation with a page, message by message, without a socket.

use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;

use quincunx_table::messages::{
    ClientMessage, Command, Judgement, Reason, Refusal, ReportLine, ServerMessage, VERSION,
};
use quincunx_table::{SeatToken, TableId};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use super::end::End;
use crate::engine_pool::ANALYSIS_TIME_LIMIT;
use crate::http::extract::malformed;
use crate::http::rate_limit::{Admission, Kind};
use crate::hub::{AnalysisStream, Hub, ReportStream, WatchId, Watcher};

/// How many tables a page may watch at a time: five living boards of a lobby and some more.
const MAX_WATCHED: usize = 16;

/// What a page has going on.
pub(super) struct Session {
    hub: Arc<Hub>,
    /// Whose budgets pay for what costs more than a message.
    admission: Arc<Admission>,
    /// Where tables put messages for the page.
    watcher: Watcher,
    overrun: CancellationToken,
    greeted: bool,
    watching: Vec<Watching>,
    analysis: Option<StopOnDrop<AnalysisStream>>,
    report: Option<Report>,
}

struct Watching {
    table: TableId,
    token: Option<SeatToken>,
    id: WatchId,
}

/// A table whose moves are graded.
struct Report {
    /// How many moves there are.
    of: usize,
    asked: StopOnDrop<ReportStream>,
}

/// A question that the computer thinks about, until it is dropped. Waiting for the next word on it may be
/// given up at any time and loses nothing: what waits is kept here.
struct StopOnDrop<T: Thinking> {
    request: u64,
    table: TableId,
    next: Waiting<(T, Option<T::Word>)>,
}

/// What comes of waiting for the next word.
enum Heard<W> {
    Word(W),
    End,
    /// There was no word at all: others had the computer's time.
    Refused(Refusal),
}

type Waiting<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A computation that reports again and again.
trait Thinking: Sized + Send + 'static {
    type Word: Send;

    /// Returns why there was not a single word, after the end.
    fn refused(&self) -> Option<Refusal>;

    fn next_word(self) -> impl Future<Output = (Self, Option<Self::Word>)> + Send;
}

impl<T: Thinking> StopOnDrop<T> {
    fn new(request: u64, table: TableId, thinking: T) -> Self {
        let next = Box::pin(thinking.next_word());
        Self { request, table, next }
    }

    /// Waits for the next word. Nothing comes after the end.
    async fn word(&mut self) -> Heard<T::Word> {
        let (thinking, word) = self.next.as_mut().await;
        match word {
            Some(word) => {
                self.next = Box::pin(thinking.next_word());
                Heard::Word(word)
            }
            None => thinking.refused().map_or(Heard::End, Heard::Refused),
        }
    }

    /// Refuses the request.
    fn refused(&self, refusal: Refusal) -> ServerMessage {
        ServerMessage::Refused {
            request: Some(self.request),
            table: Some(self.table),
            refusal,
        }
    }
}

impl Thinking for AnalysisStream {
    type Word = Judgement;

    fn refused(&self) -> Option<Refusal> {
        Self::refused(self)
    }

    async fn next_word(mut self) -> (Self, Option<Judgement>) {
        let word = self.next().await;
        (self, word)
    }
}

impl Thinking for ReportStream {
    type Word = ReportLine;

    fn refused(&self) -> Option<Refusal> {
        Self::refused(self)
    }

    async fn next_word(mut self) -> (Self, Option<ReportLine>) {
        let word = self.next().await;
        (self, word)
    }
}

/// What comes of a message.
#[derive(Default)]
pub(super) struct Answer {
    /// The message for the page.
    pub(super) text: Option<Utf8Bytes>,
    /// Whether that was all.
    pub(super) end: Option<End>,
}

impl Session {
    /// Answers a message.
    pub(super) async fn take(&mut self, text: &str) -> Answer {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return Answer::refused(None, None, malformed(&error)),
        };
        if let ClientMessage::Hello { version } = message {
            return self.greet(version);
        }
        if !self.greeted {
            return Answer {
                text: None,
                end: Some(End::NotOurs),
            };
        }
        if let Some((request, table)) = large_answer(&message)
            && let Err(spent) = self.admission.check_answers()
        {
            return Answer::refused(request, Some(table), Reason::from(spent).into());
        }
        if let Some((kind, request, table)) = cost(&message)
            && let Err(spent) = self.admission.spend(kind)
        {
            return Answer::refused(request, Some(table), Reason::from(spent).into());
        }
        match message {
            ClientMessage::Hello { .. } => unreachable!("it has been answered above"),
            ClientMessage::Watch { table, token, since } => {
                let watched = self.watch(table, token, since).await;
                Answer::of(None, Some(table), watched.map(|()| None))
            }
            ClientMessage::Leave { table } => {
                self.leave(table).await;
                Answer::default()
            }
            ClientMessage::Command {
                request,
                table,
                command,
            } => {
                let done = self.command(table, command).await;
                let done = done.map(|seq| Some(ServerMessage::Done { request, seq }));
                Answer::of(Some(request), Some(table), done)
            }
            ClientMessage::Look { request, table, ply } => {
                let looked = self.hub.look(table, ply, Some(self.admission.share())).await;
                let looked = looked.map(|looked| {
                    Some(ServerMessage::Looked {
                        request,
                        looked: Box::new(looked),
                    })
                });
                Answer::of(Some(request), Some(table), looked)
            }
            ClientMessage::Analyse { request, table, ply } => {
                self.analysis = None;
                let token = self.watched(table).and_then(|watched| watched.token);
                let requester = self.admission.requester(token);
                let judging = self.hub.analyse(table, ply, ANALYSIS_TIME_LIMIT, requester).await;
                let begun = judging.map(|judging| {
                    self.analysis = Some(StopOnDrop::new(request, table, judging));
                    None
                });
                Answer::of(Some(request), Some(table), begun)
            }
            ClientMessage::StopAnalysis {} => {
                self.analysis = None;
                Answer::default()
            }
            ClientMessage::Report { request, table } => {
                self.report = None;
                let share = Some(self.admission.share());
                let grading = self.hub.report(table, share).await;
                let begun = grading.map(|grading| {
                    self.report = Some(Report {
                        of: grading.of(),
                        asked: StopOnDrop::new(request, table, grading),
                    });
                    None
                });
                Answer::of(Some(request), Some(table), begun)
            }
            ClientMessage::Ping {} => Answer::with(&ServerMessage::Pong {}),
        }
    }

    /// Starts a session; messages of tables go into the channel.
    pub(super) fn new(hub: Arc<Hub>, admission: Arc<Admission>, sender: mpsc::Sender<Utf8Bytes>) -> Self {
        let overrun = CancellationToken::new();
        Self {
            hub,
            admission,
            watcher: Watcher::new(sender, overrun.clone()),
            overrun,
            greeted: false,
            watching: Vec::new(),
            analysis: None,
            report: None,
        }
    }

    /// Returns whether the page has said which version it speaks.
    pub(super) const fn has_greeted(&self) -> bool {
        self.greeted
    }

    /// Waits for what the computer has found out; for ever when it is asked nothing.
    pub(super) async fn judged(&mut self) -> Utf8Bytes {
        tokio::select! {
            text = judgement(&mut self.analysis) => text,
            text = grade(&mut self.report) => text,
        }
    }

    /// Waits until more was sent than the channel holds.
    pub(super) fn overrun(&self) -> WaitForCancellationFutureOwned {
        self.overrun.clone().cancelled_owned()
    }

    /// Ends everything.
    pub(super) async fn end(&mut self) {
        self.analysis = None;
        self.report = None;
        for watched in self.watching.drain(..) {
            self.hub.leave(watched.table, watched.id).await;
        }
    }

    fn greet(&mut self, version: u32) -> Answer {
        if version != VERSION {
            let (server, page) = (VERSION, version);
            return Answer {
                end: Some(End::Version),
                ..Answer::refused(None, None, Reason::PageOutdated { server, page }.into())
            };
        }
        self.greeted = true;
        Answer::with(&ServerMessage::Welcome {
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    async fn watch(
        &mut self,
        table: TableId,
        token: Option<SeatToken>,
        since: Option<u64>,
    ) -> Result<(), Refusal> {
        self.leave(table).await;
        if self.watching.len() >= MAX_WATCHED {
            return Err(Reason::TooManyTables { most: MAX_WATCHED }.into());
        }
        let requester = self.admission.requester(token);
        let id = self
            .hub
            .watch(table, requester, since, self.watcher.clone())
            .await?;
        self.watching.push(Watching { table, token, id });
        Ok(())
    }

    async fn leave(&mut self, table: TableId) {
        if let Some(index) = self.watching.iter().position(|watched| watched.table == table) {
            let watched = self.watching.swap_remove(index);
            self.hub.leave(table, watched.id).await;
        }
    }

    fn watched(&self, table: TableId) -> Option<&Watching> {
        self.watching.iter().find(|watched| watched.table == table)
    }

    async fn command(&mut self, table: TableId, command: Command) -> Result<u64, Refusal> {
        let Some(watched) = self.watched(table) else {
            return Err(Reason::malformed("watch the table first").into());
        };
        let requester = self.admission.requester(watched.token);
        self.hub.command(table, requester, command).await
    }
}

/// Returns what a refusal names of a message that is answered with a position or a whole table.
const fn large_answer(message: &ClientMessage) -> Option<(Option<u64>, TableId)> {
    match *message {
        ClientMessage::Watch { table, .. } => Some((None, table)),
        ClientMessage::Look { request, table, .. } => Some((Some(request), table)),
        _ => None,
    }
}

/// Returns what a message costs beyond being one, with what a refusal of it names.
fn cost(message: &ClientMessage) -> Option<(Kind, Option<u64>, TableId)> {
    match *message {
        // A page whose last event is long ago is sent a snapshot.
        ClientMessage::Watch { table, .. } => Some((Kind::Heavy, None, table)),
        ClientMessage::Analyse { request, table, .. } => Some((Kind::Heavy, Some(request), table)),
        ClientMessage::Report { request, table } => Some((Kind::Costly, Some(request), table)),
        ClientMessage::Command {
            request,
            table,
            ref command,
        } => Kind::of(command).map(|kind| (kind, Some(request), table)),
        _ => None,
    }
}

/// Waits for the next word on the position that is analysed.
async fn judgement(analysis: &mut Option<StopOnDrop<AnalysisStream>>) -> Utf8Bytes {
    if let Some(asked) = analysis {
        let request = asked.request;
        match asked.word().await {
            Heard::Word(judgement) => {
                let judgement = Box::new(judgement);
                return written(&ServerMessage::Judged { request, judgement });
            }
            Heard::Refused(refusal) => {
                let message = asked.refused(refusal);
                *analysis = None;
                return written(&message);
            }
            Heard::End => *analysis = None,
        }
    }
    pending().await
}

/// Waits for the next grade of a report, or for its end.
async fn grade(report: &mut Option<Report>) -> Utf8Bytes {
    let Some(Report { of, asked }) = report else {
        return pending().await;
    };
    let graded = |line, asked: &StopOnDrop<ReportStream>| ServerMessage::Graded {
        request: asked.request,
        table: asked.table,
        of: *of,
        line,
    };
    let message = match asked.word().await {
        Heard::Word(line) => return written(&graded(Some(line), asked)),
        Heard::End => graded(None, asked),
        Heard::Refused(refusal) => asked.refused(refusal),
    };
    *report = None;
    written(&message)
}

impl Answer {
    fn with(message: &ServerMessage) -> Self {
        Self {
            text: Some(written(message)),
            end: None,
        }
    }

    fn refused(request: Option<u64>, table: Option<TableId>, refusal: Refusal) -> Self {
        Self::with(&ServerMessage::Refused {
            request,
            table,
            refusal,
        })
    }

    /// Makes the answer to a request, if there is one.
    fn of(
        request: Option<u64>,
        table: Option<TableId>,
        done: Result<Option<ServerMessage>, Refusal>,
    ) -> Self {
        match done {
            Ok(message) => message.as_ref().map_or_else(Self::default, Self::with),
            Err(refusal) => Self::refused(request, table, refusal),
        }
    }
}

/// Writes a message.
pub(super) fn written(message: &ServerMessage) -> Utf8Bytes {
    let text = serde_json::to_string(message).expect("messages are plain values");
    text.into()
}
