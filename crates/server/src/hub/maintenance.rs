//! Recovery at the start, the heartbeat, news of other processes, and tables that leave memory.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use quincunx_table::{Event, Logged, Millis};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep};

use super::Hub;
use crate::store::{News, StoreError};

/// How often a server notes that it is alive.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(2);

/// How long no server was alive, in milliseconds, when clocks are given time back. Less may be the time
/// between two beats of a server that is there.
const MIN_ABSENCE: Millis = 3_000;

/// How often memory is tidied.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(15);

/// How often it is looked whether there are clocks that no process sees to, as the one that did has gone.
const ADOPTION_INTERVAL: Duration = Duration::from_secs(30);

/// A time in which no server was alive: from the last sign of life to the start of this one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Absence {
    pub(super) from: Millis,
    pub(super) to: Millis,
}

impl Absence {
    /// Returns how much of it a table of this log has yet to be given back. What was given back before, by a
    /// server that then went away before it gave a sign of life, is not given again.
    pub(super) fn owed_by(self, log: &[Logged]) -> Option<Millis> {
        if log.last()?.at >= self.to {
            return None;
        }
        let resumed = log
            .iter()
            .rfind(|logged| matches!(logged.event, Event::Resumed { .. }));
        let from = resumed.map_or(self.from, |resumed| resumed.at.max(self.from));
        Some(self.to.saturating_sub(from)).filter(|&away| away >= MIN_ABSENCE)
    }
}

impl Hub {
    /// Takes all tables into memory whose clock runs, the most urgent first; they are given back the time
    /// that no server was there when they are loaded. Only then this server gives a sign of life, so that
    /// another knows what is left to do if this one does not get there.
    async fn recover(self: &Arc<Self>) {
        while let Err(error) = self.adopt().await {
            tracing::warn!(%error, "clocks that run could not be looked for");
            sleep(HEARTBEAT_INTERVAL).await;
        }
        self.recovered.store(true, Ordering::Relaxed);
        self.beat().await;
    }

    /// Notes that this server is alive, unless it has yet to see to the clocks of those before it.
    pub(super) async fn beat(&self) {
        if self.recovered.load(Ordering::Relaxed)
            && let Err(error) = self.store.beat(self.now()).await
        {
            tracing::warn!(%error, "the heartbeat has failed");
        }
    }

    /// Starts what goes on as long as the server runs.
    pub(super) fn start_maintenance(self: &Arc<Self>, news: Receiver<News>) {
        let hub = Arc::clone(self);
        self.tasks
            .spawn(async move { hub.stopping.run_until_cancelled(hub.follow_news(news)).await });
        let hub = Arc::clone(self);
        self.tasks
            .spawn(async move { hub.stopping.run_until_cancelled(hub.maintain()).await });
    }

    /// Does what is done again and again.
    async fn maintain(self: &Arc<Self>) {
        self.recover().await;
        let every = |period| {
            let mut ticks = interval_at(Instant::now() + period, period);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        };
        let (mut beat, mut tidy, mut adopt) = (
            every(HEARTBEAT_INTERVAL),
            every(CLEANUP_INTERVAL),
            every(ADOPTION_INTERVAL),
        );
        loop {
            tokio::select! {
                _ = beat.tick() => self.beat().await,
                _ = tidy.tick() => self.tidy(),
                _ = adopt.tick() => {
                    if let Err(error) = self.adopt().await {
                        tracing::warn!(%error, "clocks that run could not be looked for");
                    }
                }
            }
        }
    }

    fn tidy(&self) {
        for room in self.all_rooms() {
            if let Ok(mut state) = room.state.try_lock() {
                state.forget();
            }
        }
        self.evict(self.options.idle);
    }

    /// Follows what other processes log.
    async fn follow_news(self: &Arc<Self>, mut news: Receiver<News>) {
        loop {
            match news.recv().await {
                Ok(News::Appended { table, seq }) => {
                    if let Some(room) = self.known_room(table) {
                        let hub = Arc::clone(self);
                        self.tasks.spawn(async move { hub.follow(&room, seq).await });
                    }
                }
                Ok(News::Missed) | Err(RecvError::Lagged(_)) => {
                    for room in self.all_rooms() {
                        self.follow(&room, u64::MAX).await;
                    }
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Takes tables into memory whose clock runs and is seen to by nobody here.
    async fn adopt(self: &Arc<Self>) -> Result<(), StoreError> {
        for table in self.store.clocked().await? {
            if self.known_room(table).is_none() {
                // What is wrong with one table has been logged and is no reason to leave the others alone.
                let _ = self.entered(table).await;
            }
        }
        Ok(())
    }
}
