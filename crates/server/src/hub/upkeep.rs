//! Recovery at the start, the heartbeat, news of other processes, and tables that leave memory.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::Hub;
use crate::store::{News, StoreError};
use crate::table::Millis;

/// How often a server notes that it is alive.
const BEAT: Duration = Duration::from_secs(2);

/// How long no server was alive, in milliseconds, when clocks are given time back. Less may be the time between
/// two beats of a server that is there.
const AWAY: Millis = 3_000;

/// How often memory is tidied.
const TIDY: Duration = Duration::from_secs(15);

/// How often it is looked whether there are clocks that no process sees to, as the one that did has gone.
const ADOPT: Duration = Duration::from_secs(30);

impl Hub {
    /// Takes all tables into memory whose clock runs, and gives them back the time that no server was there.
    pub(super) async fn recover(self: &Arc<Self>) -> Result<(), StoreError> {
        let now = self.now();
        let away = match self.store.last_beat().await? {
            Some(last) => now.saturating_sub(last),
            None => 0,
        };
        for id in self.store.clocked().await? {
            let Ok(room) = self.room(id) else {
                return Ok(());
            };
            let mut state = room.state.lock().await;
            // What is wrong with one table has been logged and is no reason to leave the others alone.
            let Ok(table) = self.loaded(&room, &mut state).await else {
                continue;
            };
            if away >= AWAY
                && let Some((event, update)) = table.resume(away, now)
            {
                // Another server that starts at the same time may be faster.
                let _ = self.commit(&room, &mut state, &event, update, now).await;
                let _ = self.loaded(&room, &mut state).await;
            }
        }
        self.store.beat(now).await
    }

    /// Starts what goes on as long as the server runs.
    pub(super) fn keep_up(self: &Arc<Self>, news: Receiver<News>) {
        let hub = Arc::clone(self);
        self.tasks
            .spawn(async move { hub.stopping.run_until_cancelled(hub.hear(news)).await });
        let hub = Arc::clone(self);
        self.tasks
            .spawn(async move { hub.stopping.run_until_cancelled(hub.tend()).await });
    }

    /// Does what is done again and again.
    async fn tend(self: &Arc<Self>) {
        let every = |period| {
            let mut ticks = interval_at(Instant::now() + period, period);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        };
        let (mut beat, mut tidy, mut adopt) = (every(BEAT), every(TIDY), every(ADOPT));
        loop {
            tokio::select! {
                _ = beat.tick() => {
                    if let Err(error) = self.store.beat(self.now()).await {
                        tracing::warn!(%error, "the heartbeat has failed");
                    }
                }
                _ = tidy.tick() => self.tidy(),
                _ = adopt.tick() => self.adopt().await,
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
    async fn hear(self: &Arc<Self>, mut news: Receiver<News>) {
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
    async fn adopt(self: &Arc<Self>) {
        let tables = match self.store.clocked().await {
            Ok(tables) => tables,
            Err(error) => {
                tracing::warn!(%error, "clocks that run could not be looked for");
                return;
            }
        };
        for id in tables {
            if self.known_room(id).is_none()
                && let Ok(room) = self.room(id)
            {
                let mut state = room.state.lock().await;
                let _ = self.loaded(&room, &mut state).await;
            }
        }
    }
}
