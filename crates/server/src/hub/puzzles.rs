//! Tables at which puzzles are solved.

use std::sync::Arc;

use quincunx_table::messages::{Created, Day, NewPuzzle, Refusal};
use quincunx_table::{
    PuzzleOrder, SeatToken, SeatTokenHash, Setup, TableId, daily, entry_of, options_of, random_bytes,
};

use super::{Hub, payer};
use crate::engine_pool::Share;

impl Hub {
    /// Makes a puzzle and the table at which it is solved.
    ///
    /// # Errors
    /// When there is no such game, it has no such puzzles, none was found, or too much is thought about
    /// already.
    pub(crate) async fn puzzle(
        self: &Arc<Self>,
        game: &str,
        order: NewPuzzle,
        share: Option<Share>,
    ) -> Result<Created, Refusal> {
        let entry = entry_of(game)?;
        let order = PuzzleOrder {
            entry,
            options: options_of(entry, &order.options)?,
            wins_in: order.wins_in,
            seed: u64::from_le_bytes(random_bytes()),
        };
        self.check_disk(payer(share))?;
        let (hub, token) = (Arc::clone(self), SeatToken::random());
        let make = async move {
            let setup = hub.puzzle_setup(order, token.hash(), share).await?;
            hub.found(TableId::random(), setup, payer(share)).await
        };
        Ok(Created::for_one(self.run_to_end(make).await?, token))
    }

    /// Reports what is the day's.
    #[must_use]
    pub(crate) fn day(&self) -> Day {
        daily::day(self.date())
    }

    /// Reports how the table of a puzzle is set up, at which the one with this secret solves it.
    pub(super) async fn puzzle_setup(
        &self,
        order: PuzzleOrder,
        solver: SeatTokenHash,
        share: Option<Share>,
    ) -> Result<Setup, Refusal> {
        let entry = order.entry;
        let posed = self.engines.puzzle(order, share).await?;
        Setup::of_puzzle(entry, posed, solver)
    }
}
