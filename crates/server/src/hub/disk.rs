//! What the log takes on disk: how much an address may have written, how much there may be in all, and how
//! long tables are kept.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use quincunx_table::messages::{Reason, Refusal};
use quincunx_table::{Millis, TableId, daily};
use tokio::time::{MissedTickBehavior, interval, interval_at};

use super::Hub;
use super::memory::Payer;
use crate::store::{LastEvent, StoreError};

/// How often the size of the log is looked at.
const SIZE_INTERVAL: Duration = Duration::from_secs(5);

/// How often tables that are too old are looked for.
const REMOVAL_INTERVAL: Duration = Duration::from_secs(3600);

/// How long after the start that begins: the system's clock may have to be set yet.
const REMOVAL_DELAY: Duration = Duration::from_secs(600);

/// How many events are removed at a time, if they are of several tables: moves wait meanwhile.
const REMOVED_AT_ONCE: u64 = 5_000;

impl Hub {
    /// Makes sure that an address may have another table written to the log.
    pub(super) fn check_disk(&self, payer: Payer) -> Result<(), Refusal> {
        if self.disk_full.load(Ordering::Relaxed) {
            return Err(Reason::DiskFull {}.into());
        }
        self.check_written(payer)
    }

    /// Makes sure that an address has not had too much written to the log.
    pub(super) fn check_written(&self, payer: Payer) -> Result<(), Refusal> {
        let checked = payer.map_or(Ok(()), |payer| self.written.check(payer, Instant::now()));
        checked.map_err(|spent| Reason::from(spent).into())
    }

    /// Charges an event that was written.
    pub(super) fn charge_written(&self, payer: Payer, bytes: usize) {
        if let Some(payer) = payer {
            self.written.charge(payer, bytes, Instant::now());
        }
    }

    /// Looks at the size of the log again and again.
    pub(super) async fn watch_size(&self) {
        let mut ticks = interval(SIZE_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.measure_log().await {
                tracing::warn!(%error, "the size of the log could not be read");
            }
        }
    }

    /// Notes whether the log is as large as it may be.
    pub(super) async fn measure_log(&self) -> Result<(), StoreError> {
        let bytes = self.store.size().await?;
        metrics::gauge!("quincunx_log_bytes").set(bytes as f64);
        let is_full = self.options.max_disk.is_some_and(|most| bytes >= most);
        if is_full && !self.disk_full.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                bytes,
                "the log is as large as it may be: no further tables are made"
            );
        } else if !is_full && self.disk_full.swap(false, Ordering::Relaxed) {
            tracing::info!(bytes, "there is room for tables in the log again");
        }
        Ok(())
    }

    /// Removes tables that are too old, again and again.
    pub(super) async fn remove_now_and_then(&self, keep: Duration) {
        let mut ticks = interval_at(tokio::time::Instant::now() + REMOVAL_DELAY, REMOVAL_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match self.remove_old(keep).await {
                Ok(0) => {}
                Ok(tables) => tracing::info!(tables, "tables of the log were too old and are removed"),
                Err(error) => tracing::warn!(%error, "old tables could not be looked for"),
            }
        }
    }

    /// Removes the tables whose last event is longer ago than this, but for those in memory and those whose
    /// clock runs, and returns how many there were. The last time without a server makes no table older.
    pub(super) async fn remove_old(&self, keep: Duration) -> Result<u64, StoreError> {
        let keep = Millis::try_from(keep.as_millis()).unwrap_or(Millis::MAX);
        let absence = self.time.absence().map_or(0, |absence| absence.to - absence.from);
        // The hub's time begins with the system's and is wrong for ever where that was wrong.
        let now = self.now().min((self.options.wall)());
        let before = now.saturating_sub(keep).saturating_sub(absence);
        let (mut after, mut removed) = (None, 0);
        loop {
            let tables = self.store.last_events(after).await?;
            after = tables.last().map(|last| last.table);
            if after.is_none() {
                break;
            }
            for batch in batches(tables.into_iter().filter(|last| last.at < before)) {
                let unused = |table: &TableId| self.known_room(*table).is_none();
                let batch: Vec<_> = batch.into_iter().filter(unused).collect();
                if batch.is_empty() {
                    continue;
                }
                match self.store.remove(&batch, before).await {
                    Ok(tables) => removed += tables,
                    // What is wrong with some tables is no reason to keep the others.
                    Err(error) => tracing::warn!(%error, "old tables could not be removed"),
                }
            }
        }
        metrics::counter!("quincunx_tables_removed_total").increment(removed);
        // Whoever enters the day's game does so on its day.
        self.store
            .forget_dailies(&daily::date(before).to_string())
            .await?;
        Ok(removed)
    }
}

/// Divides tables so that few events are removed at a time.
fn batches(tables: impl Iterator<Item = LastEvent>) -> Vec<Vec<TableId>> {
    let (mut batches, mut events) = (vec![Vec::new()], 0);
    for last in tables {
        events += last.seq + 1;
        if events > REMOVED_AT_ONCE {
            batches.push(Vec::new());
            events = last.seq + 1;
        }
        batches.last_mut().expect("there is always one").push(last.table);
    }
    batches
}
