//! One table in memory: the game, those who watch it, and the last updates.

use std::collections::VecDeque;
use std::time::Duration;

use quincunx_search::StopToken;
use quincunx_table::messages::{ServerMessage, Update};
use quincunx_table::{Millis, SeatTokenHash, Table, TableId};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Mutex, mpsc};
use tokio::task::AbortHandle;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;

use super::memory::Payer;

/// A page's end of a table: where its messages go. A page that does not read them is dropped, so that nobody
/// waits for it.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    messages: mpsc::Sender<Utf8Bytes>,
    overrun: CancellationToken,
}

/// Somebody who watches a table, among all who do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct WatchId(u64);

impl Watcher {
    /// Makes a watcher: messages go to the channel, and when that is full, `overrun` is cancelled and the
    /// page dropped.
    #[must_use]
    pub(crate) const fn new(messages: mpsc::Sender<Utf8Bytes>, overrun: CancellationToken) -> Self {
        Self { messages, overrun }
    }

    /// Sends a message; false when there is nobody to send to any more.
    pub(super) fn send(&self, message: Utf8Bytes) -> bool {
        match self.messages.try_send(message) {
            Ok(()) => true,
            Err(TrySendError::Closed(_)) => false,
            Err(TrySendError::Full(_)) => {
                self.overrun.cancel();
                metrics::counter!("quincunx_watchers_overrun_total").increment(1);
                false
            }
        }
    }

    /// Returns how many messages the page can take now.
    pub(super) fn room(&self) -> usize {
        self.messages.capacity()
    }
}

/// A table in memory.
pub(super) struct Room {
    pub(super) id: TableId,
    pub(super) state: Mutex<State>,
}

/// What a room holds.
pub(super) struct State {
    /// The game; none before it is asked for, and after it may differ from its log.
    pub(super) table: Option<Table>,
    /// The last event that was sent to watchers.
    pub(super) sent: Option<u64>,
    /// What the room takes in memory, as it was last counted.
    pub(super) bytes: usize,
    /// Whom that counts for.
    pub(super) payer: Payer,
    recent: VecDeque<SentUpdate>,
    watchers: Vec<Watching>,
    last_id: u64,
    /// The computer's thinking, and about which position.
    pub(super) thinking: Option<Thinking>,
    /// What ends the game when the time is up.
    pub(super) timer: Option<Timer>,
    /// When presence was last sent, and whether it is scheduled.
    pub(super) presence: Presence,
    used: Instant,
}

/// A computer's thinking; it ends when this is dropped.
pub(super) struct Thinking {
    pub(super) position: u64,
    pub(super) stop: StopToken,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// A timer; it ends when this is dropped.
pub(super) struct Timer {
    pub(super) deadline: Millis,
    pub(super) sleep: AbortHandle,
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.sleep.abort();
    }
}

#[derive(Default)]
pub(super) struct Presence {
    pub(super) sent: Option<Instant>,
    pub(super) due: bool,
}

struct Watching {
    id: WatchId,
    token: Option<SeatTokenHash>,
    watcher: Watcher,
}

/// An update as it was sent.
struct SentUpdate {
    seq: u64,
    at: Instant,
    message: Utf8Bytes,
}

/// What a room takes beside its game's plies and the updates that are kept, about.
const ROOM_BYTES: usize = 4 * 1024;

/// How many updates are kept for pages that come back.
const MAX_RECENT: usize = 64;

/// How many bytes of them.
const MAX_RECENT_BYTES: usize = 32 * 1024;

/// How long they are kept.
const RECENT_TIME: Duration = Duration::from_secs(120);

impl Room {
    pub(super) fn new(id: TableId) -> Self {
        let state = State {
            table: None,
            sent: None,
            bytes: 0,
            payer: None,
            recent: VecDeque::new(),
            watchers: Vec::new(),
            last_id: 0,
            thinking: None,
            timer: None,
            presence: Presence::default(),
            used: Instant::now(),
        };
        Self {
            id,
            state: Mutex::new(state),
        }
    }
}

impl State {
    /// Returns whether the table is to stay in memory.
    pub(super) fn is_wanted(&self, idle: Duration) -> bool {
        let busy = !self.watchers.is_empty() || self.timer.is_some() || self.thinking.is_some();
        busy || self.table.is_some() && self.used.elapsed() < idle
    }

    /// Takes the game out of memory. Who watches is served again when it is loaded.
    pub(super) fn put_away(&mut self) {
        self.table = None;
        self.recent = VecDeque::new();
    }

    /// Notes that the table was used.
    pub(super) fn touch(&mut self) {
        self.used = Instant::now();
    }

    /// Returns when the table was last used.
    pub(super) const fn used(&self) -> Instant {
        self.used
    }

    /// Returns what the room takes in memory, about.
    pub(super) fn weigh(&self) -> usize {
        let recent = self.recent.iter().map(|sent| sent.message.len());
        let table = self.table.as_ref().map(|table| ROOM_BYTES + table.bytes());
        table.map_or(0, |table| table + recent.sum::<usize>())
    }

    /// Returns whether anybody watches.
    pub(super) fn is_watched(&self) -> bool {
        !self.watchers.is_empty()
    }

    /// Returns how many watch without a seat.
    pub(super) fn spectators(&self) -> usize {
        let seated = |watching: &&Watching| match &self.table {
            Some(table) => !table.sides_of(watching.token).is_empty(),
            None => false,
        };
        self.watchers.len() - self.watchers.iter().filter(seated).count()
    }

    /// Adds somebody who watches.
    pub(super) fn enter(&mut self, token: Option<SeatTokenHash>, watcher: Watcher) -> WatchId {
        self.last_id += 1;
        let id = WatchId(self.last_id);
        self.watchers.push(Watching { id, token, watcher });
        id
    }

    /// Takes somebody away who watched.
    pub(super) fn leave(&mut self, id: WatchId) {
        self.watchers.retain(|watching| watching.id != id);
    }

    /// Returns the tokens of those who watch.
    pub(super) fn tokens(&self) -> Vec<SeatTokenHash> {
        self.watchers
            .iter()
            .filter_map(|watching| watching.token)
            .collect()
    }

    /// Sets which players have a page here; returns whether that changed anything.
    pub(super) fn count_present(&mut self) -> bool {
        let watchers = &self.watchers;
        let is_here = |token| watchers.iter().any(|watching| watching.token == Some(token));
        self.table
            .as_mut()
            .is_some_and(|table| table.set_present(is_here))
    }

    /// Sends an update to all watchers, serialised once. Watchers that cannot take it are dropped;
    /// true when somebody was.
    pub(super) fn send_update(&mut self, update: Update) -> bool {
        let seq = update.seq;
        self.sent = Some(seq);
        let message = text_of(&ServerMessage::Update(Box::new(update)));
        let dropped = self.send_all(&message);
        self.recent.push_back(SentUpdate {
            seq,
            at: Instant::now(),
            message,
        });
        let mut bytes: usize = self.recent.iter().map(|sent| sent.message.len()).sum();
        while self.recent.len() > MAX_RECENT || bytes > MAX_RECENT_BYTES {
            bytes -= self.recent.pop_front().map_or(0, |sent| sent.message.len());
        }
        dropped
    }

    /// Sends a message to all who watch; true when somebody could not take it and was dropped.
    pub(super) fn send_all(&mut self, message: &Utf8Bytes) -> bool {
        let before = self.watchers.len();
        self.watchers
            .retain(|watching| watching.watcher.send(message.clone()));
        self.watchers.len() < before
    }

    /// Returns the updates after an event, when all of them are still there.
    pub(super) fn since(&self, seq: u64) -> Option<Vec<Utf8Bytes>> {
        let missed = self.sent?.checked_sub(seq)?;
        let missed = usize::try_from(missed).ok()?;
        let first = self.recent.len().checked_sub(missed)?;
        let messages: Vec<_> = self.recent.iter().skip(first).collect();
        let whole = messages.first().is_none_or(|sent| sent.seq == seq + 1);
        whole.then(|| messages.into_iter().map(|sent| sent.message.clone()).collect())
    }

    /// Forgets updates that are too long ago for anybody to come back to.
    pub(super) fn forget(&mut self) {
        while self
            .recent
            .front()
            .is_some_and(|sent| sent.at.elapsed() > RECENT_TIME)
        {
            self.recent.pop_front();
        }
        if self.recent.is_empty() {
            self.recent.shrink_to_fit();
        }
    }
}

/// Writes a message.
pub(crate) fn text_of(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("messages have text keys alone")
        .into()
}
