//! What a board is worth by its look: ordered lines, free fields, pairs ready to merge, few small pieces.

use std::fmt;
use std::sync::LazyLock;

use quincunx_core::{Evaluate, Player};

use super::packed::Packed;
use super::position::Position;
use super::rules::Twenty48;

/// Judges boards of any size, line by line: every row and every column by itself.
///
/// The features and their weights are those of nneonneo's 2048-ai (MIT licence), found there by CMA-ES: a
/// line is worth more for each free field and each pair that can merge, and less for every step against the
/// order of its pieces and for the pieces themselves. A piece counts by its rank, the logarithm of its value
/// to base 2. A line without anything is worth enough that a living board is always worth more than a dead
/// one.
///
/// The sum is scaled so that it comes close to what the packed search still collects on 4×4; see
/// [`LinesJudge::SCALE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinesJudge;

impl LinesJudge {
    /// Points for a unit of the heuristic.
    pub const SCALE: f32 = 0.06;

    const LIVING: f32 = 200_000.0;
    const FREE: f32 = 270.0;
    const MERGE: f32 = 700.0;
    const DISORDER: f32 = 47.0;
    const PIECES: f32 = 11.0;

    /// Judges a line by the ranks of its fields, 0 for a free one.
    fn line(ranks: impl Iterator<Item = f32>) -> f32 {
        let (mut free, mut merges, mut pieces) = (0.0, 0.0, 0.0);
        // How far the line falls and how far it rises; the lesser of the two is against its order.
        let (mut falls, mut rises) = (0.0, 0.0);
        let (mut before, mut last_piece, mut run) = (None, 0.0, 0.0);
        for rank in ranks {
            let fourth = rank * rank * rank * rank;
            pieces += rank * rank * rank * rank.sqrt();
            if rank == 0.0 {
                free += 1.0;
            } else {
                if rank == last_piece {
                    // The first pair of a run counts double: both pieces are in it.
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
        let worth = Self::LIVING + Self::FREE * free + Self::MERGE * merges
            - Self::DISORDER * f32::min(falls, rises)
            - Self::PIECES * pieces;
        Self::SCALE * worth
    }

    /// Judges a board: the points that are expected still to come.
    #[must_use]
    pub fn judge(position: &Position) -> f32 {
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
        across.chain(down).sum()
    }
}

impl Evaluate<Twenty48> for LinesJudge {
    fn evaluate(&self, _: &Twenty48, state: &Position, _: Player) -> f64 {
        f64::from(Self::judge(state))
    }
}

/// Returns the logarithm of a value to base 2; 0 for a free field, and at least 0.5 for a piece.
fn rank(value: u64) -> f32 {
    match value {
        0 => 0.0,
        1 => 0.5,
        value if value.is_power_of_two() => value.ilog2() as f32,
        value => (value as f32).log2(),
    }
}

/// What [`LinesJudge`] makes of each of the 65,536 packed rows.
pub(super) struct LineTable(Box<[f32; 1 << 16]>);

impl LineTable {
    /// Returns the table, which is made at the first call.
    pub(super) fn get() -> &'static Self {
        static TABLE: LazyLock<LineTable> = LazyLock::new(LineTable::new);
        &TABLE
    }

    fn new() -> Self {
        let line = |row: u64| LinesJudge::line((0..4).map(|column| Packed(row).exponent(column) as f32));
        let lines: Vec<f32> = (0..1 << 16).map(line).collect();
        let lines = lines.into_boxed_slice().try_into();
        Self(lines.expect("the length is that of the type"))
    }

    /// Judges a packed board as [`LinesJudge::judge`] does.
    #[inline]
    pub(super) fn judge(&self, board: Packed) -> f32 {
        self.rows(board) + self.rows(board.transpose())
    }

    #[inline]
    fn rows(&self, board: Packed) -> f32 {
        let row = |number: u32| self.0[usize::from((board.0 >> (16 * number)) as u16)];
        row(0) + row(1) + row(2) + row(3)
    }
}

impl fmt::Debug for LineTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineTable").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::{Random, RandomSource, Size};

    /// Judges a board with one row of values above an empty one.
    fn judge(row: &[u64]) -> f32 {
        let size = Size::new(row.len() as u32, 2).expect("a possible size");
        let cells = [row, &vec![0; row.len()]].concat();
        let cells = quincunx_core::Grid::from_values(size, cells).expect("two rows");
        LinesJudge::judge(&Position::from_parts(cells, 0, 0, 0).expect("nothing is owed"))
    }

    #[test]
    fn the_table_judges_as_the_readable_judge_does() {
        let mut random = Random::new(3);
        for _ in 0..500 {
            let board = (0..16).fold(Packed::default(), |board, index| {
                board.with(index, random.below(16))
            });
            let position = Position::from_parts(board.to_cells(), 0, 0, 0).expect("nothing is owed");
            let (fast, slow) = (LineTable::get().judge(board), LinesJudge::judge(&position));
            assert!((fast - slow).abs() <= 1e-5 * slow.abs().max(1e4), "{fast} {slow}");
        }
    }

    #[test]
    fn order_room_and_pairs_are_worth_something() {
        assert!(judge(&[64, 32, 8, 2]) > judge(&[64, 8, 32, 2]));
        assert!(judge(&[64, 0, 0, 0]) > judge(&[64, 2, 0, 0]));
        assert!(judge(&[2, 8, 8, 64]) > judge(&[2, 4, 8, 64]));
        // Values between powers of two, and the largest, are judged and not only survived.
        assert!(judge(&[3, 0, 0, 0]) > judge(&[5, 0, 0, 0]));
        assert!(judge(&[1 << 62, 1, 0, 0]).is_finite());
    }
}
