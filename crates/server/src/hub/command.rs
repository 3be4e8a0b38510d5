//! Commands: perform, commit, broadcast.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use quincunx_table::messages::{Command, Reason, Refusal, ServerMessage, Update};
use quincunx_table::{By, Event, Logged, Millis, Performed, RestoreError, SeatTokenHash, Table, TableId};
use tokio::sync::MutexGuard;
use tokio::task::spawn_blocking;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::memory::Payer;
use super::room::{Room, State, WatchId, Watcher, text_of};
use super::{Hub, Requester, failed, payer};
use crate::store::AppendError;

/// How often a command is tried again when other processes are faster.
const TRIES: usize = 8;

/// Why an event that a table has taken in is not known to be in the log.
pub(super) enum Lost {
    /// Another process has logged another event in its place.
    Overtaken,
    /// The log has failed. It may be there, or not.
    Failed(Refusal),
}

impl Hub {
    /// Carries out a command and returns the number of the table's last event. When this returns, the event
    /// is in the log and has been sent to all watchers. It completes even if whoever waits for this
    /// goes away.
    ///
    /// # Errors
    /// When it is refused; nothing has changed then. [`Code::Failed`](quincunx_table::messages::Code::Failed)
    /// is the exception: the log has failed, and a page has to look whether the event is in it.
    pub(crate) async fn command(
        self: &Arc<Self>,
        table: TableId,
        requester: Requester,
        command: Command,
    ) -> Result<u64, Refusal> {
        let room = self.room(table)?;
        let (hub, here) = (Arc::clone(self), Arc::clone(&room));
        let by = By::Visitor(requester.token.map(|token| token.hash()));
        let payer = payer(requester.share);
        self.check_written(payer)?;
        let work = async move {
            let mut state = hub.entered_room(&here, payer).await?;
            hub.carry_out(&here, &mut state, by, &command, payer).await
        };
        self.run_to_end(Arc::clone(self).guarded(room, work)).await
    }

    /// Begins to watch a table: the watcher is sent what it missed since an event, or a snapshot, and all
    /// that comes.
    ///
    /// # Errors
    /// When there is no such table, or the watcher's channel has no room.
    pub(crate) async fn watch(
        self: &Arc<Self>,
        table: TableId,
        requester: Requester,
        since: Option<u64>,
        watcher: Watcher,
    ) -> Result<WatchId, Refusal> {
        let room = self.entered(table, payer(requester.share)).await?;
        let mut state = room.state.lock().await;
        let token = requester.token.map(|token| token.hash());
        let known = self.loaded(&room, &mut state).await?.seq();
        if since.is_some_and(|seq| seq > known) {
            // The page has seen events of another process.
            self.catch_up(&room, &mut state).await;
            self.loaded(&room, &mut state).await?;
        }
        let id = state.enter(token, watcher.clone());
        state.count_present();
        let missed = since.and_then(|seq| state.since(seq));
        let messages = match missed.filter(|missed| missed.len() < watcher.room()) {
            // With nothing missed, presence confirms that the page is watching again.
            Some(missed) if missed.is_empty() => vec![presence_of(&room, &state)],
            Some(missed) => missed,
            None => vec![self.snapshot_for(&state, token)],
        };
        if !messages.into_iter().all(|message| watcher.send(message)) {
            state.leave(id);
            state.count_present();
            return Err(Reason::SlowPage {}.into());
        }
        self.schedule_presence(&room, &mut state);
        self.schedule(&room, &mut state, true);
        Ok(id)
    }

    /// Ends watching a table.
    pub(crate) async fn leave(self: &Arc<Self>, table: TableId, id: WatchId) {
        let Some(room) = self.known_room(table) else {
            return;
        };
        let mut state = room.state.lock().await;
        state.leave(id);
        state.touch();
        state.count_present();
        self.schedule_presence(&room, &mut state);
    }

    /// Carries out a command at a table; what is written counts for an address.
    pub(super) async fn carry_out(
        self: &Arc<Self>,
        room: &Arc<Room>,
        state: &mut State,
        by: By,
        command: &Command,
        payer: Payer,
    ) -> Result<u64, Refusal> {
        let known = self.loaded(room, state).await?.position();
        if let Command::Play { at, .. } | Command::Undo { at } | Command::Redo { at } = command
            && *at > known
        {
            // Whoever asks has seen events of another process.
            self.catch_up(room, state).await;
        }
        for _ in 0..TRIES {
            let now = self.now();
            let table = self.loaded(room, state).await?;
            // The clocks of two servers may differ a little, and nobody's time is to run backwards.
            let now = now.max(table.last_event_at());
            // A side whose time is up has lost before its command counts.
            let deed = match table.tick(now) {
                Some((event, update)) => Performed::Done(event, Box::new(update)),
                None => table.perform(by, command, now)?,
            };
            let (event, update) = match deed {
                Performed::Already => return Ok(table.seq()),
                Performed::Done(event, update) => (event, *update),
                Performed::Rematch => {
                    let setup = table.next_setup(quincunx_table::fresh_key());
                    let next = self.create_table(TableId::random(), setup, payer, None).await?;
                    let table = self.loaded(room, state).await?;
                    table.rematched(next, now)
                }
            };
            let is_flag = matches!(
                event,
                Event::Ended {
                    ending: quincunx_table::messages::Ending::Time,
                    ..
                }
            );
            let seq = update.seq;
            match self.commit(room, state, &event, update, now, payer).await {
                Ok(()) if is_flag => {}
                Ok(()) => return Ok(seq),
                Err(Lost::Overtaken) => {}
                Err(Lost::Failed(refusal)) => return Err(refusal),
            }
        }
        Err(Reason::TableBusy {}.into())
    }

    /// Writes an event that the table has taken in to the log, then sends it to all watchers. When it cannot
    /// be written, the table is forgotten and made again of its log when it is next needed.
    pub(super) async fn commit(
        self: &Arc<Self>,
        room: &Arc<Room>,
        state: &mut State,
        event: &Event,
        update: Update,
        now: Millis,
        payer: Payer,
    ) -> Result<(), Lost> {
        let deadline = state.table.as_ref().and_then(Table::deadline);
        let begun = Instant::now();
        match self.store.append(room.id, update.seq, now, event, deadline).await {
            Ok(bytes) => {
                self.charge_written(payer, bytes);
                metrics::histogram!("quincunx_commit_seconds").record(begun.elapsed().as_secs_f64());
                metrics::counter!("quincunx_events_total").increment(1);
                self.broadcast(room, state, update);
                self.schedule(room, state, true);
                Ok(())
            }
            Err(error) => {
                self.drop_table(state);
                Err(match error {
                    // Or the table was removed, which shows when it is loaded again.
                    AppendError::Conflict | AppendError::Gap => Lost::Overtaken,
                    error => {
                        self.look_again(room);
                        Lost::Failed(failed(error, room.id))
                    }
                })
            }
        }
    }

    /// Returns the table of a room, made of its log where it is not in memory, with the time given back in
    /// which no server was there. Watchers are sent what they missed.
    pub(super) async fn loaded<'a>(
        self: &Arc<Self>,
        room: &Arc<Room>,
        state: &'a mut State,
    ) -> Result<&'a mut Table, Refusal> {
        state.touch();
        loop {
            if state.table.is_none() {
                self.load(room, state).await?;
            }
            if self.give_back(room, state).await? {
                break;
            }
        }
        Ok(state.table.as_mut().expect("it has just been loaded"))
    }

    /// Returns the room of a table, which has been loaded. The loading goes on when whoever waits for it goes
    /// away, so that it is not begun again and again.
    pub(super) async fn entered(
        self: &Arc<Self>,
        table: TableId,
        payer: Payer,
    ) -> Result<Arc<Room>, Refusal> {
        let room = self.room(table)?;
        let (hub, here) = (Arc::clone(self), Arc::clone(&room));
        let work = async move { hub.entered_room(&here, payer).await.map(|_| ()) };
        self.run_to_end(Arc::clone(self).guarded(Arc::clone(&room), work))
            .await?;
        Ok(room)
    }

    /// Locks a room and has its table loaded, when it is the address's turn if that takes long.
    async fn entered_room<'a>(
        self: &Arc<Self>,
        room: &'a Arc<Room>,
        payer: Payer,
    ) -> Result<MutexGuard<'a, State>, Refusal> {
        // Whoever has locked the room is loading the table, or has done so.
        let must_load = room.state.try_lock().is_ok_and(|state| state.table.is_none());
        let turn = if must_load {
            self.replays.turn(payer).await?
        } else {
            None
        };
        let mut state = room.state.lock().await;
        self.count_for(&mut state, payer);
        self.loaded(room, &mut state).await?;
        drop(turn);
        Ok(state)
    }

    /// Does something to its end, whether or not whoever waits for it goes away.
    pub(super) async fn run_to_end<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.tasks.spawn(work).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a task has ended badly");
            Err(broken())
        })
    }

    /// Does something at a room. Should that panic, the table may be half changed: it is forgotten, and made
    /// again of its log.
    pub(super) async fn guarded<T>(
        self: Arc<Self>,
        room: Arc<Room>,
        work: impl Future<Output = Result<T, Refusal>>,
    ) -> Result<T, Refusal> {
        let Ok(done) = AssertUnwindSafe(work).catch_unwind().await else {
            tracing::error!(table = %room.id, "the work at a table has panicked");
            self.drop_table(&mut *room.state.lock().await);
            self.look_again(&room);
            return Err(broken());
        };
        done
    }

    /// Takes in what other processes have logged at a table that is in memory, up to this event at least.
    pub(super) async fn follow(self: &Arc<Self>, room: &Arc<Room>, seq: u64) {
        let mut state = room.state.lock().await;
        match &state.table {
            Some(table) if table.seq() < seq => self.catch_up(room, &mut state).await,
            // Whoever loads it reads all there is.
            None if state.is_watched() => drop(self.loaded(room, &mut state).await),
            _ => {}
        }
    }

    /// Takes in what the log has beyond a table in memory. When that cannot be, the table is forgotten and
    /// made again of its log, so that none stays behind.
    async fn catch_up(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        let Some(from) = state.table.as_ref().map(|table| table.seq() + 1) else {
            return;
        };
        let log = match self.store.events(room.id, from).await {
            Ok(log) => log,
            Err(error) => {
                failed(error, room.id);
                self.drop_table(state);
                self.look_again(room);
                return;
            }
        };
        for logged in log {
            let table = state.table.as_mut().expect("the room is locked");
            match table.follow(&logged) {
                Ok(update) => self.broadcast(room, state, update),
                Err(error) => {
                    tracing::warn!(table = %room.id, %error, "the log does not fit the table in memory");
                    self.drop_table(state);
                    let _ = self.loaded(room, state).await;
                    return;
                }
            }
        }
        self.schedule(room, state, false);
    }

    /// Forgets a table that may differ from its log.
    pub(super) fn drop_table(&self, state: &mut State) {
        state.table = None;
        state.thinking = None;
        state.timer = None;
        self.count(state, 0);
    }

    async fn load(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) -> Result<(), Refusal> {
        let id = room.id;
        let place = self.replays.place().await?;
        let room_made = self.make_room(state.payer);
        if state.sent.is_none() {
            // A game that runs is loaded again, whatever there is to put away for it.
            room_made?;
        }
        let log = self
            .store
            .events(id, 0)
            .await
            .map_err(|error| failed(error, id))?;
        if log.is_empty() {
            return Err(Reason::UnknownTable { table: id }.into());
        }
        let (sent, here) = (state.sent, state.tokens());
        let restore = move || {
            let _place = place;
            restore(id, log, sent, &here)
        };
        let restored = spawn_blocking(restore).await;
        let (table, missed) = restored
            .map_err(|error| failed(error, id))?
            .map_err(|error| failed(error, id))?;
        state.sent = Some(missed.first().map_or(table.seq(), |update| update.seq - 1));
        state.table = Some(table);
        for update in missed {
            self.broadcast(room, state, update);
        }
        self.charge(state);
        state.count_present();
        self.schedule_presence(room, state);
        // Where this process was at work on the table already, another was just faster.
        self.schedule(room, state, sent.is_none());
        Ok(())
    }

    /// Takes into a room a table that has just been made.
    pub(super) async fn move_in(self: &Arc<Self>, table: Table, payer: Payer) -> Result<(), Refusal> {
        let room = self.room(table.id())?;
        let mut state = room.state.lock().await;
        if state.table.is_none() {
            self.count_for(&mut state, payer);
            state.sent = Some(table.seq());
            state.table = Some(table);
            state.touch();
            self.charge(&mut state);
            self.schedule(&room, &mut state, true);
        }
        Ok(())
    }

    fn broadcast(self: &Arc<Self>, room: &Arc<Room>, state: &mut State, update: Update) {
        if state.send_update(update) {
            state.count_present();
            self.schedule_presence(room, state);
        }
        self.charge(state);
        // A game that runs goes on, whatever there is to put away for it.
        let _ = self.make_room(state.payer);
    }

    fn snapshot_for(&self, state: &State, token: Option<SeatTokenHash>) -> Utf8Bytes {
        let table = state.table.as_ref().expect("the table has been loaded");
        text_of(&ServerMessage::Snapshot(Box::new(
            table.snapshot(token, self.now()),
        )))
    }
}

/// Writes who is there.
pub(super) fn presence_of(room: &Room, state: &State) -> Utf8Bytes {
    text_of(&ServerMessage::Presence {
        table: room.id,
        present: state
            .table
            .as_ref()
            .map(|table| table.present().to_vec())
            .unwrap_or_default(),
        spectators: state.spectators(),
    })
}

/// Makes a table of its log, with the players whose tokens these are present; the events after the last one
/// sent last give the updates that were missed.
fn restore(
    id: TableId,
    mut log: Vec<Logged>,
    sent: Option<u64>,
    here: &[SeatTokenHash],
) -> Result<(Table, Vec<Update>), RestoreError> {
    let known = sent.map_or(log.len(), |seq| {
        log.iter().take_while(|logged| logged.seq <= seq).count()
    });
    let missed = log.split_off(known);
    let mut table = Table::restore(id, log)?;
    table.set_present(|token| here.contains(&token));
    let updates = missed
        .iter()
        .map(|logged| table.follow(logged))
        .collect::<Result<_, _>>()?;
    Ok((table, updates))
}

/// Refuses because a task of ours has panicked.
fn broken() -> Refusal {
    Reason::ServerFailed {}.into()
}
