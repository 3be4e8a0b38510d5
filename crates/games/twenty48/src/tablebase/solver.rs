//! The solution of a game: forward from a position to the end, and back.

use quincunx_core::{Notation, Size};
use quincunx_registry::tablebase::SolveError;

use super::backward::{Sink, evaluate};
use super::evaluator::{PositionEvaluator, PositionValues};
use super::goals::{Goals, MIN_EXPONENT};
use super::kernel::LARGEST;
use super::reachability::ReachableBoards;
use super::worker_pool::WorkerPool;
use crate::position::Position;
use crate::rules::Twenty48;

/// A game whose reachable boards are found but not yet evaluated.
pub(super) struct Solver {
    reachable: ReachableBoards,
    pub(super) evaluator: PositionEvaluator,
    position: Position,
}

impl Solver {
    /// Finds all boards that are reachable from a position.
    pub(super) fn begin(
        rules: &Twenty48,
        position: &Position,
        goals: Option<&[u64]>,
        work: &WorkerPool<'_>,
    ) -> Result<Self, SolveError> {
        let goals: Option<Vec<u32>> = goals
            .map(|goals| goals.iter().map(|goal| exponent(*goal)).collect())
            .transpose()?;
        let size = rules.size();
        let cells = size.area() as u32;
        let none = Goals::new(cells, []);
        let mut evaluator = PositionEvaluator::new(rules, none).ok_or_else(|| too_large(size))?;
        let seeds = evaluator
            .seeds(position)
            .ok_or_else(|| unsupported_pieces(rules, position))?;
        let reachable = ReachableBoards::from(&seeds, &*evaluator.packing.kernel, &evaluator.rates, work)?;
        // Tiles of the position count as reached, also when the game is over.
        let there = position
            .cells()
            .iter()
            .filter_map(|(_, piece)| piece.checked_ilog2());
        let largest = there.fold(reachable.largest, u32::max);
        evaluator.goals = Goals::new(cells, goals.unwrap_or_else(|| (MIN_EXPONENT..=largest).collect()));
        Ok(Self {
            reachable,
            evaluator,
            position: position.clone(),
        })
    }

    /// Returns the number of reachable afterstates, of those equal by symmetry one.
    pub(super) fn boards(&self) -> u64 {
        self.reachable.boards()
    }

    /// Evaluates all boards, passes each layer to the sink and returns the values of the position.
    pub(super) fn finish(
        &self,
        work: &WorkerPool<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<PositionValues, SolveError> {
        let first = evaluate(&self.reachable, &self.evaluator, work, sink)?;
        let mut row = |layer: usize, board| -> Result<_, SolveError> {
            let evaluated = layer
                .checked_sub(self.reachable.first)
                .and_then(|at| first.get(at));
            Ok(evaluated.and_then(|layer| layer.row(board)).map(<[f64]>::to_vec))
        };
        let values = self.evaluator.values(&self.position, &mut row)?;
        Ok(values.expect("the first layers have the boards that the position depends on"))
    }
}

fn exponent(goal: u64) -> Result<u32, SolveError> {
    let exponent = goal.checked_ilog2().filter(|_| goal.is_power_of_two());
    exponent
        .filter(|exponent| (MIN_EXPONENT..=LARGEST + 1).contains(exponent))
        .ok_or(SolveError::Goal {
            goal,
            reason: "it takes a power of two from 8 to 32768",
        })
}

/// Returns the error for a position with pieces that cannot be packed.
pub(super) fn unsupported_pieces(rules: &Twenty48, position: &Position) -> SolveError {
    let text = rules.position_text(position);
    SolveError::UnsupportedPieces(text.split(' ').next().unwrap_or_default().to_owned())
}

fn too_large(size: Size) -> SolveError {
    SolveError::TooLarge {
        board: format!("a {size} board"),
        magnitude: magnitude(size),
        possible: "boards of up to 10 fields can be worked out",
    }
}

/// Estimates the logarithm to base 10 of the number of reachable afterstates, of those equal by symmetry one.
///
/// There are 68 on 2×2, 14,885 on 2×3, 3,406,688 on 2×4 and 31,431,378 on 3×3. Times the symmetries, each
/// further cell multiplies the number by about 2.2 for each cell before it, and 0.85.
fn magnitude(size: Size) -> f64 {
    let counted = (31_431_378.0f64 * 8.0).log10();
    let factors = (9..size.area()).map(|fields| (2.2 * fields as f64 + 0.85).log10());
    let symmetries: f64 = if size.columns() == size.rows() { 8.0 } else { 4.0 };
    counted + factors.sum::<f64>() - symmetries.log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_large_boards_are_refused_with_their_size() {
        for (columns, rows, positions, room) in [
            (3, 4, "10^12", "4 TB"),
            (4, 4, "10^18", "10^6 TB"),
            (64, 64, "10^14419", "10^14408 TB"),
        ] {
            let size = Size::new(columns, rows).expect("a possible size");
            let text = too_large(size).to_string();
            assert!(text.contains(positions) && text.contains(room), "{text}");
        }
    }
}
