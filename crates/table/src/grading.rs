//! The moves of a table that a report grades.

use quincunx_core::{DynSession, Side};
use quincunx_search::Analysis;

use crate::analysis::report_line;
use crate::messages::ReportLine;

/// How many moves are graded at most; of a longer game these are spread evenly over it.
pub const MAX_GRADED_MOVES: usize = 200;

/// A move that is to be graded.
pub struct PlayedMove {
    ply: usize,
    player: Side,
    action: usize,
    before: Box<dyn DynSession>,
}

/// Lists the moves of a session that are to be graded, in their order: those played and not taken back, at
/// most [`MAX_GRADED_MOVES`].
#[must_use]
pub fn moves_to_grade(session: &dyn DynSession) -> Vec<PlayedMove> {
    sample(session.ply())
        .filter_map(|ply| {
            let (player, action) = session.action_of(ply)?;
            Some(PlayedMove {
                ply,
                player,
                action,
                before: session.begun_at(ply - 1)?,
            })
        })
        .collect()
}

/// Spreads [`MAX_GRADED_MOVES`] plies evenly over a game of so many, or lists them all; the last one is
/// always among them.
fn sample(plies: usize) -> impl Iterator<Item = usize> {
    let graded = plies.min(MAX_GRADED_MOVES);
    (1..=graded).map(move |number| number * plies / graded)
}

impl PlayedMove {
    /// Returns a session that begins at the position before the move.
    #[must_use]
    pub fn before(&self) -> &dyn DynSession {
        self.before.as_ref()
    }

    /// Returns the grade of the move; `None` when the analysis of the position before does not evaluate it.
    #[must_use]
    pub fn grade(&self, analysis: &Analysis<usize>) -> Option<ReportLine> {
        report_line(self.before(), self.ply, self.player, self.action, analysis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_are_sampled_to_their_end() {
        assert_eq!(sample(3).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(sample(0).count(), 0);
        for plies in [MAX_GRADED_MOVES, MAX_GRADED_MOVES + 1, 999, 100_000] {
            let sampled: Vec<_> = sample(plies).collect();
            assert_eq!((sampled.len(), sampled.last()), (MAX_GRADED_MOVES, Some(&plies)));
            assert!(sampled[0] >= 1 && sampled.is_sorted_by(|a, b| a < b));
        }
    }
}
