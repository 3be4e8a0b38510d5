//! Analysis and reports: what the computer thinks of positions and moves.

use std::sync::Arc;
use std::time::Duration;

use quincunx_core::DynSession;
use quincunx_registry::DynGame;
use quincunx_search::StopToken;
use quincunx_table::messages::{Judgement, Reason, Refusal, ReportLine};
use quincunx_table::{Table, TableId, judgement};

use super::Hub;
use crate::engine_pool::{Analysing, Reporting};

/// A position that is analysed, deeper and deeper; it ends when this is dropped.
pub struct Judging {
    table: TableId,
    ply: usize,
    entry: &'static dyn DynGame,
    session: Box<dyn DynSession>,
    analysing: Analysing,
}

impl Judging {
    /// Waits for the next word on the position; `None` after the last.
    pub async fn next(&mut self) -> Option<Judgement> {
        let thought = self.analysing.next().await?;
        Some(judgement(
            self.entry,
            self.session.as_ref(),
            self.table,
            self.ply,
            &thought.analysis,
            thought.done,
        ))
    }
}

/// A table whose moves are graded; it ends when this is dropped.
pub struct Grading(Reporting);

impl Grading {
    /// Returns how many moves are graded.
    #[must_use]
    pub const fn of(&self) -> usize {
        self.0.of()
    }

    /// Waits for the grade of another move, from the last to the first; `None` after them all.
    pub async fn next(&mut self) -> Option<ReportLine> {
        self.0.next().await
    }
}

impl Hub {
    /// Has the position after a ply analysed for at most this long.
    ///
    /// # Errors
    /// When there is no such table or ply, the game was over there, its analysis is closed, or too much is
    /// analysed already.
    pub async fn analyse(
        self: &Arc<Self>,
        table: TableId,
        ply: usize,
        time: Duration,
    ) -> Result<Judging, Refusal> {
        let room = self.entered(table).await?;
        let mut state = room.state.lock().await;
        let game = self.loaded(&room, &mut state).await?;
        check_open(game)?;
        let session = game.session().begun_at(ply).ok_or_else(|| {
            let plies = game.session().ply_count();
            Reason::UnknownPly { ply, plies }
        })?;
        let entry = game.entry();
        drop(state);
        if session.turn().player().is_none() {
            return Err(Reason::NothingToAnalyse {}.into());
        }
        let analysing = self
            .engines
            .analyse(entry, session.clone_box(), time, &StopToken::default())
            .map_err(|_| busy())?;
        Ok(Judging {
            table,
            ply,
            entry,
            session,
            analysing,
        })
    }

    /// Has the moves of a table graded that were played and not taken back.
    ///
    /// # Errors
    /// When there is no such table, nothing was played, its analysis is closed, or too much is analysed
    /// already.
    pub async fn report(self: &Arc<Self>, table: TableId) -> Result<Grading, Refusal> {
        let room = self.entered(table).await?;
        let mut state = room.state.lock().await;
        let game = self.loaded(&room, &mut state).await?;
        check_open(game)?;
        if game.session().ply() == 0 {
            return Err(Reason::NoMoveYet {}.into());
        }
        let reporting = self
            .engines
            .report(game.entry(), game.session(), &StopToken::default());
        reporting.map(Grading).map_err(|_| busy())
    }
}

/// Makes sure that a table's positions may be analysed, here or in a fork.
pub(super) fn check_open(table: &Table) -> Result<(), Refusal> {
    if table.may_analyse() {
        return Ok(());
    }
    Err(Reason::AnalysisClosed {}.into())
}

fn busy() -> Refusal {
    Refusal::from(Reason::EngineBusy {})
}
