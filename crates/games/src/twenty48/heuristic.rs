//! What a board is worth by its look: ordered lines, free fields, pairs ready to merge, few small pieces.

use std::fmt;
use std::sync::LazyLock;

use quincunx_core::{Evaluate, Player};

use super::packed::Packed;
use super::position::Position;
use super::rules::Twenty48;

/// Judges boards of any size, line by line: every row and every column by itself.
///
/// The features and their weights are those of nneonneo's 2048-ai (MIT licence), found there by CMA-ES: a line is worth
/// more for each free field and each pair that can merge, and less for every step against the order of its pieces and
/// for the pieces themselves. A piece counts by its rank, the logarithm of its value to base 2. A line without anything
/// is worth enough that a living board is always worth more than a dead one.
///
/// The sum is scaled so that it comes close to what the packed search still collects on 4×4; see [`LinesJudge::SCALE`].
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
