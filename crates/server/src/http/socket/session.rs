//! The conversation with a page, message by message, without a socket.

use std::future::pending;
use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};
use quincunx_table::messages::{ClientMessage, Command, Reason, Refusal, ServerMessage, VERSION};
use quincunx_table::{SeatToken, TableId};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use super::end::End;
use crate::engine_pool::{ANALYSIS_TIME_LIMIT, Reporting};
use crate::http::extract::malformed;
use crate::http::rate_limit::{Admission, Kind};
use crate::hub::{AnalysisStream, Hub, WatchId, Watcher, text_of};

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
    analysis: Messages,
    report: Messages,
}

struct Watching {
    table: TableId,
    token: Option<SeatToken>,
    id: WatchId,
}

/// The messages about what the computer thinks, until this is dropped. Waiting for the next may be given up
/// at any time and loses nothing.
type Messages = BoxStream<'static, Utf8Bytes>;

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
        let (request, table) = (message.request(), message.table());
        match self.answer(message).await {
            Ok(message) => message.as_ref().map_or_else(Answer::default, Answer::with),
            Err(refusal) => Answer::refused(request, table, refusal),
        }
    }

    /// Answers a message other than the greeting.
    async fn answer(&mut self, message: ClientMessage) -> Result<Option<ServerMessage>, Refusal> {
        // These are answered with a position or a whole table.
        if matches!(message, ClientMessage::Watch { .. } | ClientMessage::Look { .. }) {
            self.admission.check_answers().map_err(Reason::from)?;
        }
        if let Some(kind) = cost(&message) {
            self.admission.spend(kind).map_err(Reason::from)?;
        }
        let answer = match message {
            ClientMessage::Hello { .. } => unreachable!("it has been answered before"),
            ClientMessage::Watch { table, token, since } => {
                self.watch(table, token, since).await?;
                None
            }
            ClientMessage::Leave { table } => {
                self.leave(table).await;
                None
            }
            ClientMessage::Command {
                request,
                table,
                command,
            } => {
                let seq = self.command(table, command).await?;
                Some(ServerMessage::Done { request, seq })
            }
            ClientMessage::Look { request, table, ply } => {
                let looked = self.hub.look(table, ply, Some(self.admission.share())).await?;
                let looked = Box::new(looked);
                Some(ServerMessage::Looked { request, looked })
            }
            ClientMessage::Analyse { request, table, ply } => {
                self.analysis = nothing();
                let token = self.watched(table).and_then(|watched| watched.token);
                let requester = self.admission.requester(token);
                let judging = self
                    .hub
                    .analyse(table, ply, ANALYSIS_TIME_LIMIT, requester)
                    .await?;
                self.analysis = judgements(request, table, judging);
                None
            }
            ClientMessage::StopAnalysis {} => {
                self.analysis = nothing();
                None
            }
            ClientMessage::Report { request, table } => {
                self.report = nothing();
                let grading = self.hub.report(table, Some(self.admission.share())).await?;
                self.report = grades(request, table, grading);
                None
            }
            ClientMessage::Ping {} => Some(ServerMessage::Pong {}),
        };
        Ok(answer)
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
            analysis: nothing(),
            report: nothing(),
        }
    }

    /// Returns whether the page has said which version it speaks.
    pub(super) const fn has_greeted(&self) -> bool {
        self.greeted
    }

    /// Waits for what the computer has found out; for ever when it is asked nothing.
    pub(super) async fn judged(&mut self) -> Utf8Bytes {
        tokio::select! {
            Some(text) = self.analysis.next() => text,
            Some(text) = self.report.next() => text,
            else => pending().await,
        }
    }

    /// Waits until more was sent than the channel holds.
    pub(super) fn overrun(&self) -> WaitForCancellationFutureOwned {
        self.overrun.clone().cancelled_owned()
    }

    /// Ends everything.
    pub(super) async fn end(&mut self) {
        self.analysis = nothing();
        self.report = nothing();
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

/// Returns what a message costs beyond being one.
fn cost(message: &ClientMessage) -> Option<Kind> {
    match message {
        // A page whose last event is long ago is sent a snapshot.
        ClientMessage::Watch { .. } | ClientMessage::Analyse { .. } => Some(Kind::Heavy),
        ClientMessage::Report { .. } => Some(Kind::Costly),
        ClientMessage::Command { command, .. } => Kind::of(command),
        _ => None,
    }
}

/// Returns the findings of a computer that is asked nothing.
fn nothing() -> Messages {
    stream::empty().boxed()
}

/// Returns what comes of an analysis: judgements, or a refusal when others had the computer's time.
fn judgements(request: u64, table: TableId, analysis: AnalysisStream) -> Messages {
    let texts = stream::unfold(Some(analysis), move |analysis| async move {
        let mut analysis = analysis?;
        if let Some(judgement) = analysis.next().await {
            let judgement = Box::new(judgement);
            let text = text_of(&ServerMessage::Judged { request, judgement });
            return Some((text, Some(analysis)));
        }
        let refusal = analysis.refused()?;
        Some((refused(Some(request), Some(table), refusal), None))
    });
    texts.fuse().boxed()
}

/// Returns what comes of a report: grades and its end, or a refusal when others had the computer's time.
fn grades(request: u64, table: TableId, report: Reporting) -> Messages {
    let of = report.of();
    let texts = stream::unfold(Some(report), move |report| async move {
        let mut report = report?;
        let line = report.next().await;
        if line.is_none()
            && let Some(busy) = report.refused()
        {
            return Some((refused(Some(request), Some(table), busy.into()), None));
        }
        let rest = line.is_some().then_some(report);
        let graded = ServerMessage::Graded {
            request,
            table,
            of,
            line,
        };
        Some((text_of(&graded), rest))
    });
    texts.fuse().boxed()
}

impl Answer {
    fn with(message: &ServerMessage) -> Self {
        Self {
            text: Some(text_of(message)),
            end: None,
        }
    }

    fn refused(request: Option<u64>, table: Option<TableId>, refusal: Refusal) -> Self {
        Self {
            text: Some(refused(request, table, refusal)),
            end: None,
        }
    }
}

/// Writes a refusal.
fn refused(request: Option<u64>, table: Option<TableId>, refusal: Refusal) -> Utf8Bytes {
    text_of(&ServerMessage::Refused {
        request,
        table,
        refusal,
    })
}
