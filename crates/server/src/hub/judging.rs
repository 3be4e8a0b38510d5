//! Analysis and reports: what the computer thinks of positions and moves.

use std::sync::Arc;
use std::time::Duration;

use quincunx_core::DynSession;
use quincunx_registry::DynGame;
use quincunx_search::StopToken;
use quincunx_table::messages::{Judgement, Reason, Refusal};
use quincunx_table::{TableId, judgement};

use super::{Hub, Requester, payer};
use crate::engine_pool::{Analysing, Busy, Question, Reporting, Share};

/// A position that is analysed, deeper and deeper; it ends when this is dropped.
pub(crate) struct AnalysisStream {
    table: TableId,
    ply: usize,
    entry: &'static dyn DynGame,
    session: Box<dyn DynSession>,
    analysing: Analysing,
}

impl AnalysisStream {
    /// Waits for the next word on the position; `None` after the last.
    pub(crate) async fn next(&mut self) -> Option<Judgement> {
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

    /// Returns the refusal of a position that was not analysed at all, after the end.
    #[must_use]
    pub(crate) fn refused(&self) -> Option<Refusal> {
        self.analysing.refused().map(Refusal::from)
    }
}

impl Hub {
    /// Queues an analysis of the position after a ply, for at most this long. Who is to move there comes
    /// before others.
    ///
    /// # Errors
    /// When there is no such table or ply, the game was over there, its analysis is closed, or too much is
    /// analysed already.
    pub(crate) async fn analyse(
        self: &Arc<Self>,
        table: TableId,
        ply: usize,
        time: Duration,
        requester: Requester,
    ) -> Result<AnalysisStream, Refusal> {
        let room = self.entered(table, payer(requester.share)).await?;
        let mut state = room.state.lock().await;
        let game = self.loaded(&room, &mut state).await?;
        let session = game.to_analyse(ply)?;
        let entry = game.entry();
        let token = requester.token.map(|token| token.hash());
        let is_hint = ply == game.session().ply() && game.is_to_move(token);
        drop(state);
        let question = Question {
            entry,
            session: session.clone_box(),
            time,
            share: requester.share,
            is_hint,
        };
        let analysing = self.engines.analyse(question, &StopToken::default())?;
        Ok(AnalysisStream {
            table,
            ply,
            entry,
            session,
            analysing,
        })
    }

    /// Queues the grading of the moves of a table that were played and not taken back.
    ///
    /// # Errors
    /// When there is no such table, nothing was played, its analysis is closed, or too much is analysed
    /// already.
    pub(crate) async fn report(
        self: &Arc<Self>,
        table: TableId,
        share: Option<Share>,
    ) -> Result<Reporting, Refusal> {
        let room = self.entered(table, payer(share)).await?;
        let mut state = room.state.lock().await;
        let game = self.loaded(&room, &mut state).await?;
        let report = self
            .engines
            .report(game.entry(), game.to_grade()?, share, &StopToken::default())?;
        Ok(report)
    }
}

/// Refuses whoever asks too much of the computer, or asks when others do.
impl From<Busy> for Refusal {
    fn from(busy: Busy) -> Self {
        Self::from(match busy {
            Busy::All => Reason::EngineBusy {},
            Busy::Address => Reason::RateLimit { seconds: 5 },
        })
    }
}
