//! A game worked out: from a position forward to the end, and back.

use quincunx_core::{Notation, Size};

use super::answer::{Answer, Judge, seeds};
use super::board::Packing;
use super::evaluate::{Keep, evaluate};
use super::goals::{Goals, LEAST};
use super::reach::Reach;
use super::shape::LARGEST;
use super::work::Work;
use crate::{Position, Twenty48};
use quincunx_registry::tablebase::SolveError;

/// A game on its way: what can be met is found, what it is worth is not.
#[derive(Debug)]
pub(super) struct Solving {
    reach: Reach,
    pub(super) judge: Judge,
    position: Position,
}

impl Solving {
    /// Finds all that can be met from a position.
    ///
    /// # Errors
    /// When the board is too large, the position has pieces that no game makes, a goal is none, or the flag
    /// is raised.
    pub(super) fn begin(
        rules: &Twenty48,
        position: &Position,
        goals: Option<&[u64]>,
        work: &Work<'_>,
    ) -> Result<Self, SolveError> {
        let goals: Option<Vec<u32>> = goals
            .map(|goals| goals.iter().map(|goal| exponent(*goal)).collect())
            .transpose()?;
        let size = rules.size();
        let packing = Packing::of(size).ok_or_else(|| too_large(size))?;
        let pieces = [1.0 - rules.four_rate(), rules.four_rate()];
        let seeds = seeds(&packing, &pieces, position).ok_or_else(|| unlike(rules, position))?;
        let reach = Reach::from(&seeds, &*packing.kernel, &pieces, work)?;
        // What stands there already is reached, also where the game is over and nothing else can be met.
        let there = position
            .cells()
            .iter()
            .filter_map(|(_, piece)| piece.checked_ilog2());
        let largest = there.fold(reach.largest, u32::max);
        let goals = goals.unwrap_or_else(|| (LEAST..=largest).collect());
        let judge = Judge {
            goals: Goals::new(packing.cells(), goals),
            packing,
            pieces,
            scoring: rules.scoring(),
        };
        Ok(Self {
            reach,
            judge,
            position: position.clone(),
        })
    }

    /// Returns how many boards can be met behind a slide, of those that are alike by symmetry one.
    pub(super) fn boards(&self) -> u64 {
        self.reach.boards()
    }

    /// Values all of them, hands each layer on, and tells what the position is worth.
    ///
    /// # Errors
    /// When the flag is raised or a layer cannot be kept.
    pub(super) fn finish(&self, work: &Work<'_>, keep: &mut Keep<'_>) -> Result<Answer, SolveError> {
        let Judge {
            packing,
            pieces,
            scoring,
            goals,
        } = &self.judge;
        let first = evaluate(
            &self.reach,
            &*packing.kernel,
            goals,
            (*pieces, *scoring),
            work,
            keep,
        )?;
        let mut row = |layer: usize, board| -> Result<_, SolveError> {
            let valued = layer.checked_sub(self.reach.first).and_then(|at| first.get(at));
            Ok(valued.and_then(|valued| valued.row(board)).map(<[f64]>::to_vec))
        };
        let answer = self.judge.judge(&self.position, &mut row)?;
        Ok(answer.expect("the boards that the position rests on are those of the first layers"))
    }
}

/// Returns the exponent of a goal.
fn exponent(goal: u64) -> Result<u32, SolveError> {
    let exponent = goal.checked_ilog2().filter(|_| goal.is_power_of_two());
    exponent
        .filter(|exponent| (LEAST..=LARGEST + 1).contains(exponent))
        .ok_or(SolveError::Goal {
            goal,
            reason: "it takes a power of two from 8 to 32768",
        })
}

/// Says that a position has pieces that no game makes, by its rows.
pub(super) fn unlike(rules: &Twenty48, position: &Position) -> SolveError {
    let text = rules.position_text(position);
    SolveError::Unlike(text.split(' ').next().unwrap_or_default().to_owned())
}

fn too_large(size: Size) -> SolveError {
    SolveError::TooLarge {
        board: format!("a {size} board"),
        magnitude: magnitude(size),
        possible: "boards of up to 10 fields can be worked out",
    }
}

/// Estimates the logarithm to base 10 of how many boards can be met behind a slide, of those that are alike
/// one.
///
/// Counted were 68 on 2×2, 14,885 on 2×3, 3,406,688 on 2×4 and 31,431,378 on 3×3; times the symmetries each
/// further field multiplies them by about 2.2 for each that is there and 0.85.
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
            let told = too_large(size).to_string();
            assert!(told.contains(positions) && told.contains(room), "{told}");
        }
    }
}
