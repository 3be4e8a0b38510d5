//! The report: every move of a game graded.
//!
//! Moves are graded from the last to the first. Late positions are settled soon, what a solver learns there
//! serves the earlier ones, and the time saved is theirs.

use std::time::{Duration, Instant};

use quincunx_registry::DynGame;
use quincunx_search::{DynPlayer, Limits, StopToken};
use quincunx_table::PlayedMove;
use quincunx_table::messages::ReportLine;
use tokio::sync::mpsc;
use tokio::time::timeout_at;

use super::pool::{Next, Work};
use super::queue::{Busy, Displaced};
use super::thinking::StopOnDrop;

/// How long all moves together are thought about, about.
pub(crate) const REPORT_TIME_LIMIT: Duration = Duration::from_secs(20);

/// How long a report takes at most, waiting for a thread included: what is graded by then is all there will
/// be.
pub(crate) const REPORT_DEADLINE: Duration = Duration::from_secs(40);

/// How long the last moves get when the time is used up.
const MIN_TIME_PER_MOVE: Duration = Duration::from_millis(10);

/// A report in progress, which ends when this is dropped.
pub(crate) struct Reporting {
    of: usize,
    lines: mpsc::UnboundedReceiver<ReportLine>,
    until: tokio::time::Instant,
    displaced: Displaced,
    has_begun: bool,
    _asked: StopOnDrop,
}

impl Reporting {
    pub(super) fn new(
        of: usize,
        lines: mpsc::UnboundedReceiver<ReportLine>,
        asked: StopOnDrop,
        displaced: Displaced,
    ) -> Self {
        Self {
            of,
            lines,
            until: tokio::time::Instant::now() + REPORT_DEADLINE,
            displaced,
            has_begun: false,
            _asked: asked,
        }
    }

    /// Returns how many moves are to be graded. Fewer lines come when the report is stopped, or time was too
    /// short to judge what was played.
    #[must_use]
    pub(crate) const fn of(&self) -> usize {
        self.of
    }

    /// Waits for the next line; they come in descending order of plies. `None` at the end, and after
    /// [`REPORT_DEADLINE`].
    pub(crate) async fn next(&mut self) -> Option<ReportLine> {
        let line = timeout_at(self.until, self.lines.recv()).await.ok().flatten();
        self.has_begun |= line.is_some();
        line
    }

    /// Returns why there was no line at all, after the end; `None` when there was one, or nothing to grade.
    #[must_use]
    pub(crate) fn refused(&self) -> Option<Busy> {
        (self.of > 0 && !self.has_begun).then(|| self.displaced.reason())
    }
}

/// The grading of a game between two of its moves.
pub(super) struct ReportJob {
    pub(super) entry: &'static dyn DynGame,
    pub(super) player: Option<Box<dyn DynPlayer>>,
    /// The moves that are still to be graded.
    pub(super) moves: Vec<PlayedMove>,
    pub(super) sender: mpsc::UnboundedSender<ReportLine>,
    /// How long has been thought so far.
    pub(super) spent: Duration,
}

impl ReportJob {
    /// Returns the work that is left, a move in each turn.
    pub(super) fn into_work(self) -> Work {
        Box::new(move |_, turn| self.grade_one(turn))
    }

    /// Grades the last move that is left.
    ///
    /// The judge is the report's own and has its own limits, so that a report is the same whenever it is
    /// asked for, as long as time does not end a search.
    fn grade_one(mut self, turn: &StopToken) -> Next {
        let Some(played) = self.moves.pop() else {
            return Next::Done;
        };
        let before = played.before();
        let entry = self.entry;
        let judge = match &mut self.player {
            Some(judge) => judge,
            none => match entry.player(before, &entry.strongest_agent()) {
                Ok(judge) => none.insert(judge),
                Err(error) => {
                    tracing::error!(game = entry.id(), %error, "no judge can be had");
                    return Next::Done;
                }
            },
        };
        let left = REPORT_TIME_LIMIT.saturating_sub(self.spent) / (self.moves.len() as u32 + 1);
        turn.stop_after(left.max(MIN_TIME_PER_MOVE));
        let limits = Limits::until(turn);
        let began = Instant::now();
        let analysis = judge.analyze(before, &limits, &mut |_| {});
        self.spent += began.elapsed();
        if let Some(line) = played.grade(&analysis) {
            // When nobody listens any more, the job's flag is raised and this was its last turn.
            let _ = self.sender.send(line);
        }
        if self.moves.is_empty() {
            Next::Done
        } else {
            Next::Again(self.into_work())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_report_that_nobody_has_time_for_ends_all_the_same() {
        let (sender, lines) = mpsc::unbounded_channel();
        let mut report = Reporting::new(9, lines, StopOnDrop(StopToken::default()), Displaced::default());
        let asked = tokio::time::Instant::now();
        assert_eq!(report.next().await, None);
        assert_eq!(asked.elapsed().as_secs(), REPORT_DEADLINE.as_secs());
        assert_eq!(report.refused(), Some(Busy::All));
        assert!(!sender.is_closed(), "whoever grades has not ended");
    }
}
