//! What a question gives back while the computer thinks about it.

use std::time::Duration;

use quincunx_search::{Analysis, StopToken};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::queue::{Busy, Displaced};

/// What is known so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EngineAnalysis {
    /// All that has been found out.
    pub analysis: Analysis<usize>,
    /// Whether nothing more will come.
    pub done: bool,
}

/// A question; the thinking about it ends when it is dropped.
pub(super) struct StopOnDrop(pub(super) StopToken);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// An analysis in progress, which ends when this is dropped.
pub(crate) struct Analysing {
    updates: watch::Receiver<Option<EngineAnalysis>>,
    /// When the last thought was handed out.
    last: Option<Instant>,
    done: bool,
    displaced: Displaced,
    _asked: StopOnDrop,
}

/// Thoughts are handed out no more often than this.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

impl Analysing {
    pub(super) const fn new(
        updates: watch::Receiver<Option<EngineAnalysis>>,
        asked: StopOnDrop,
        displaced: Displaced,
    ) -> Self {
        Self {
            updates,
            last: None,
            done: false,
            displaced,
            _asked: asked,
        }
    }

    /// Waits for the next better thought, the latest where several came within a tenth of a second; `None`
    /// after the last one. When none of them was [`done`](EngineAnalysis::done), the analysis was stopped
    /// or failed.
    pub(crate) async fn next(&mut self) -> Option<EngineAnalysis> {
        if self.done || self.updates.changed().await.is_err() {
            return None;
        }
        if let Some(last) = self.last {
            let is_done =
                |thought: &Option<EngineAnalysis>| thought.as_ref().is_some_and(|thought| thought.done);
            // Whether the last thought comes before or the pause is over, it is time to hand out what there
            // is.
            let _ = timeout_at(last + UPDATE_INTERVAL, self.updates.wait_for(is_done)).await;
        }
        self.last = Some(Instant::now());
        let thought = self.updates.borrow_and_update().clone();
        self.done = thought.as_ref().is_some_and(|thought| thought.done);
        thought
    }

    /// Returns why there was no thought at all, after the end; `None` when there was one.
    #[must_use]
    pub(crate) fn refused(&self) -> Option<Busy> {
        self.last.is_none().then(|| self.displaced.reason())
    }

    /// Waits for the end and returns the last thought; `None` when there was none.
    #[cfg(test)]
    pub(crate) async fn finish(mut self) -> Option<EngineAnalysis> {
        let mut last = None;
        while let Some(thought) = self.next().await {
            last = Some(thought);
        }
        last
    }
}
