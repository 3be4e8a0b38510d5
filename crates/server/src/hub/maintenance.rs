//! Recovery at the start, the heartbeat, news of other processes, and tables that leave memory.

use std::sync::Arc;
use std::time::Duration;

use quincunx_table::Table;
use quincunx_table::messages::Refusal;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep};

use super::command::Lost;
use super::room::{Room, State};
use super::time::Absence;
use super::{Hub, failed};
use crate::store::{StoreError, StoreNotification};

/// How often a server notes that it is alive.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(2);

/// How often the time is looked at, so that a pause is noticed.
const WATCH_INTERVAL: Duration = Duration::from_secs(1);

/// How often memory is tidied.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(15);

/// How often it is looked whether there are clocks that no process sees to, as the one that did has gone.
const ADOPTION_INTERVAL: Duration = Duration::from_secs(30);

impl Hub {
    /// Takes all tables into memory whose clock runs, the most urgent first; they are given back the time
    /// that no server was there when they are loaded. Only then this server gives a sign of life, so that
    /// another knows what is left to do if this one does not get there.
    pub(super) async fn recover(self: &Arc<Self>) {
        while let Err(error) = self.give_back_to_all().await {
            tracing::warn!(%error, "clocks that run could not be looked for");
            sleep(HEARTBEAT_INTERVAL).await;
        }
        self.beat().await;
    }

    async fn give_back_to_all(self: &Arc<Self>) -> Result<(), StoreError> {
        let absence = self.absence().await?;
        for room in self.all_rooms() {
            let mut state = room.state.lock().await;
            // One that was put away has a timer still.
            let has_clock = |table: &Table| table.deadline().is_some();
            if state.timer.is_some() || state.table.as_ref().is_some_and(has_clock) {
                // What is wrong with one table has been logged and is no reason to leave the others alone.
                let _ = self.loaded(&room, &mut state).await;
            }
        }
        self.adopt().await?;
        self.time.recover(absence);
        Ok(())
    }

    /// Returns the last time in which no server was alive, this one or another that shares the log.
    async fn absence(&self) -> Result<Option<Absence>, StoreError> {
        self.now();
        if let Some(pause) = self.time.pause() {
            self.time.settle(pause, self.store.last_beat().await?);
        }
        Ok(self.time.absence())
    }

    /// Gives a table back the time in which no server was there, if it is owed any; false when another
    /// process was faster and the table has to be loaded again.
    pub(super) async fn give_back(
        self: &Arc<Self>,
        room: &Arc<Room>,
        state: &mut State,
    ) -> Result<bool, Refusal> {
        let absence = match self.absence().await {
            Ok(absence) => absence,
            Err(error) => {
                self.drop_table(state);
                self.look_again(room);
                return Err(failed(error, room.id));
            }
        };
        let now = self.now();
        let resumed = state.table.as_mut().zip(absence).and_then(|(table, absence)| {
            let away = absence.owed_to(table)?;
            table.resume(away, now)
        });
        let Some((event, update)) = resumed else {
            return Ok(true);
        };
        match self.commit(room, state, &event, update, now, None).await {
            Ok(()) => Ok(true),
            Err(Lost::Overtaken) => Ok(false),
            Err(Lost::Failed(refusal)) => Err(refusal),
        }
    }

    /// Notes that this server is alive, unless it has yet to see to the clocks of a time without any, and
    /// follows another server whose time is ahead.
    pub(super) async fn beat(&self) {
        let now = self.now();
        if !self.time.is_recovered() {
            return;
        }
        let beaten = async {
            self.store.beat(now).await?;
            self.store.last_beat().await
        };
        match beaten.await {
            Ok(last) => self.time.follow(last.unwrap_or(now)),
            Err(error) => tracing::warn!(%error, "the heartbeat has failed"),
        }
    }

    /// Starts what goes on as long as the server runs.
    pub(super) fn start_maintenance(self: &Arc<Self>, news: Receiver<StoreNotification>) {
        let hub = Arc::clone(self);
        self.tasks
            .spawn(async move { hub.stopping.run_until_cancelled(hub.follow_news(news)).await });
        let hub = Arc::clone(self);
        self.tasks
            .spawn(async move { hub.stopping.run_until_cancelled(hub.maintain()).await });
        let hub = Arc::clone(self);
        self.tasks
            .spawn(async move { hub.stopping.run_until_cancelled(hub.watch_time()).await });
        let hub = Arc::clone(self);
        self.tasks
            .spawn(async move { hub.stopping.run_until_cancelled(hub.watch_size()).await });
        if let Some(keep) = self.options.keep {
            let hub = Arc::clone(self);
            self.tasks.spawn(async move {
                hub.stopping
                    .run_until_cancelled(hub.remove_now_and_then(keep))
                    .await
            });
        }
    }

    /// Looks at the time again and again, whatever else takes long.
    async fn watch_time(&self) {
        loop {
            self.now();
            sleep(WATCH_INTERVAL).await;
        }
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
                _ = beat.tick() => {
                    if self.time.is_recovered() {
                        self.beat().await;
                    } else {
                        self.recover().await;
                    }
                }
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
                self.charge(&mut state);
            }
        }
        self.evict(self.options.idle);
        self.written.tidy(std::time::Instant::now());
        self.replays.tidy();
    }

    /// Follows what other processes log.
    async fn follow_news(self: &Arc<Self>, mut news: Receiver<StoreNotification>) {
        loop {
            match news.recv().await {
                Ok(StoreNotification::Appended { table, seq }) => {
                    if let Some(room) = self.known_room(table) {
                        let hub = Arc::clone(self);
                        self.tasks.spawn(async move { hub.follow(&room, seq).await });
                    }
                }
                Ok(StoreNotification::Missed) | Err(RecvError::Lagged(_)) => {
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
        for table in self.store.tables_with_clocks().await? {
            if self.known_room(table).is_none() {
                // What is wrong with one table has been logged and is no reason to leave the others alone.
                let _ = self.entered(table, None).await;
            }
        }
        Ok(())
    }
}
