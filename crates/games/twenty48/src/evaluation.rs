//! The heuristic evaluation: ordered lines, free cells, pairs ready to merge, few small pieces.

use std::sync::LazyLock;

use quincunx_core::{Evaluate, Side};

use super::packed_board::PackedBoard;
use super::position::Position;
use super::rules::Twenty48;

/// Evaluates boards of any size by their rows and columns, each by itself.
///
/// Features and weights are those of nneonneo's 2048-ai (MIT licence), found there by CMA-ES. A line gains
/// for each free cell and each pair that can merge. It loses for every step against the order of its pieces
/// and for the pieces themselves. A piece counts by its rank, the binary logarithm of its value.
///
/// The sum is scaled to the points that the packed search still makes on 4×4 boards. Every line has a
/// constant, and a sum below that of one line is bent to stay above 0, in the same order: a board on which
/// the game continues is always better than a finished one, which has no points to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeuristicEvaluation;

impl HeuristicEvaluation {
    /// The points of one unit of the heuristic.
    pub(crate) const SCALE: f32 = 0.06;

    const LIVING: f32 = 200_000.0;
    const FREE: f32 = 270.0;
    const MERGE: f32 = 700.0;
    const DISORDER: f32 = 47.0;
    const PIECES: f32 = 11.0;

    /// The sum below which it is bent: the constant of one line.
    const BEND: f32 = Self::SCALE * Self::LIVING;

    /// Evaluates a line by the ranks of its cells, 0 for a free one.
    fn line(ranks: impl Iterator<Item = f32>) -> f32 {
        let (mut free, mut merges, mut pieces) = (0.0, 0.0, 0.0);
        // How far the line falls and rises; the lesser of the two is against its order.
        let (mut falls, mut rises) = (0.0, 0.0);
        let (mut before, mut last_piece, mut run) = (None, 0.0, 0.0);
        for rank in ranks {
            let fourth = rank * rank * rank * rank;
            pieces += rank * rank * rank * rank.sqrt();
            if rank == 0.0 {
                free += 1.0;
            } else {
                if rank == last_piece {
                    // The first pair of a run counts double, for both of its pieces.
                    merges += if run == 0.0 { 2.0 } else { 1.0 };
                    run += 1.0;
                } else {
                    run = 0.0;
                }
                last_piece = rank;
            }
            if let Some(before) = before {
                if before > fourth {
                    falls += before - fourth;
                } else {
                    rises += fourth - before;
                }
            }
            before = Some(fourth);
        }
        let sum = Self::LIVING + Self::FREE * free + Self::MERGE * merges
            - Self::DISORDER * f32::min(falls, rises)
            - Self::PIECES * pieces;
        Self::SCALE * sum
    }

    /// Returns the points of a sum over lines: the sum itself, or where it is low a value above 0 that grows
    /// with it.
    #[inline]
    fn points(sum: f32) -> f32 {
        if sum >= Self::BEND {
            sum
        } else {
            Self::BEND * Self::BEND / (2.0 * Self::BEND - sum)
        }
    }

    /// Estimates the points still to come.
    pub(crate) fn evaluate_board(position: &Position) -> f32 {
        let (columns, rows) = (position.size().columns() as usize, position.size().rows());
        let ranks: Vec<f32> = position
            .cells()
            .values()
            .iter()
            .map(|&value| rank(value))
            .collect();
        let across = ranks.chunks(columns).map(|row| Self::line(row.iter().copied()));
        let down = (0..columns)
            .map(|column| Self::line((0..rows as usize).map(|row| ranks[row * columns + column])));
        Self::points(across.chain(down).sum())
    }
}

impl Evaluate<Twenty48> for HeuristicEvaluation {
    fn evaluate(&self, _: &Twenty48, state: &Position, _: Side) -> f64 {
        f64::from(Self::evaluate_board(state))
    }
}

/// Returns the binary logarithm of a value: 0 for a free cell, at least 0.5 for a piece.
fn rank(value: u64) -> f32 {
    match value {
        0 => 0.0,
        1 => 0.5,
        value if value.is_power_of_two() => value.ilog2() as f32,
        value => (value as f32).log2(),
    }
}

/// The heuristic evaluation of each of the 65,536 packed rows.
pub(super) struct HeuristicTable(Box<[f32; 1 << 16]>);

impl HeuristicTable {
    /// Returns the table. The first call makes it.
    pub(super) fn get() -> &'static Self {
        static TABLE: LazyLock<HeuristicTable> = LazyLock::new(HeuristicTable::new);
        &TABLE
    }

    fn new() -> Self {
        let line = |row: u64| {
            HeuristicEvaluation::line((0..4).map(|column| PackedBoard(row).exponent(column) as f32))
        };
        let lines: Vec<f32> = (0..1 << 16).map(line).collect();
        let lines = lines.into_boxed_slice().try_into();
        Self(lines.expect("the length is that of the type"))
    }

    #[inline]
    pub(super) fn evaluate(&self, board: PackedBoard) -> f32 {
        HeuristicEvaluation::points(self.rows(board) + self.rows(board.transpose()))
    }

    #[inline]
    fn rows(&self, board: PackedBoard) -> f32 {
        let row = |number: u32| self.0[usize::from((board.0 >> (16 * number)) as u16)];
        row(0) + row(1) + row(2) + row(3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::packed_board::readable;
    use quincunx_core::{Random, RandomSource, Size};

    /// Evaluates a board with one row of values above an empty one.
    fn evaluate(row: &[u64]) -> f32 {
        let size = Size::new(row.len() as u32, 2).expect("a possible size");
        let cells = [row, &vec![0; row.len()]].concat();
        let cells = quincunx_core::Grid::from_values(size, cells).expect("two rows");
        HeuristicEvaluation::evaluate_board(
            &Position::from_parts(cells, 0, 0, 0).expect("nothing is pending"),
        )
    }

    #[test]
    fn the_table_agrees_with_the_readable_evaluation() {
        let mut random = Random::new(3);
        // Sums of low pieces are seldom bent.
        for exponents in [10, 16].repeat(250) {
            let board = (0..16).fold(PackedBoard::default(), |board, index| {
                board.with(index, random.below(exponents))
            });
            let position = readable(board);
            let (fast, slow) = (
                HeuristicTable::get().evaluate(board),
                HeuristicEvaluation::evaluate_board(&position),
            );
            assert!((fast - slow).abs() <= 1e-5 * slow.abs().max(1e4), "{fast} {slow}");
        }
    }

    #[test]
    fn a_low_sum_stays_above_0_in_its_order() {
        let bend = HeuristicEvaluation::BEND;
        let sums = [-1e9, -131_122.0, -1.0, 0.0, 0.999 * bend, bend, 2.0 * bend];
        let points = sums.map(HeuristicEvaluation::points);
        assert!(points[0] > 0.0 && points.is_sorted_by(|a, b| a < b), "{points:?}");
        assert_eq!(points[5..], sums[5..]);
        assert!((points[4] - sums[4]).abs() < 1.0, "it has no step");
    }

    #[test]
    fn order_free_cells_and_pairs_gain() {
        assert!(evaluate(&[64, 32, 8, 2]) > evaluate(&[64, 8, 32, 2]));
        assert!(evaluate(&[64, 0, 0, 0]) > evaluate(&[64, 2, 0, 0]));
        assert!(evaluate(&[2, 8, 8, 64]) > evaluate(&[2, 4, 8, 64]));
        // Values between powers of two and the largest value are ranked as well.
        assert!(evaluate(&[3, 0, 0, 0]) > evaluate(&[5, 0, 0, 0]));
        assert!(evaluate(&[1 << 62, 1, 0, 0]).is_finite());
    }
}
