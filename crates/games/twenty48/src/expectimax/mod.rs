//! The computer player of the 4×4 board: expectimax on packed boards.

mod search;
#[cfg(test)]
mod tests;
mod transposition_table;

use std::sync::Arc;

use quincunx_core::{Direction, Size};
use quincunx_search::{Analysis, Expectimax, Limits, Player};

use self::search::{Evaluator, MAX_RARE, Search};
use self::transposition_table::TranspositionTable;
use super::evaluation::{HeuristicEvaluation, HeuristicTable};
use super::network::TrainedNetwork;
use super::packed_board::PackedBoard;
use super::position::Position;
use super::rules::Twenty48;

/// Searches all moves and all new pieces, and evaluates the afterstates of the last move by the
/// [heuristic](HeuristicEvaluation) or a trained network.
///
/// A depth of `n` looks `n` moves ahead; the search deepens from 1. Under a limit of depth or nodes the
/// answer depends on the position alone. A node is a board on the player's turn.
///
/// If the rarer value of new pieces has a probability of at most 0.2, no line has more than two of them. Of
/// three new pieces at the usual rate that leaves out a thousandth. The count is part of the transposition
/// table's key, so no answer depends on the order in which boards are searched.
///
/// Boards that have no packed form, or whose packed form has other moves, are left to [`Expectimax`] on the
/// readable rules, with fewer nodes the larger the board is. There a value is rare that is less than half as
/// probable as the other.
///
/// A network counts points by the scoring that it was trained with. On a board with higher pieces than it
/// [knows](TrainedNetwork::known), it evaluates downgraded boards at the end of each line. The moves before,
/// and their points, are the board's own.
///
/// A board with 65536, or with two 32768s, has no packed form. The search uses one [that plays
/// alike](PackedBoard::scaled); only the points of the first move are the board's own. A line that makes a
/// second 32768 keeps both apart: it does not see the points of their merge.
pub struct PackedExpectimax {
    depth: u32,
    nodes: u64,
    network: Option<Arc<TrainedNetwork>>,
    table: TranspositionTable,
    others: Expectimax<Twenty48, HeuristicEvaluation>,
}

impl PackedExpectimax {
    /// The most moves to look ahead: the bound of the recursion.
    pub const MAX_DEPTH: u32 = 60;

    /// The nodes of the strongest level: about two milliseconds a move with a network.
    pub const NODES: u64 = 20_000;

    /// The transposition table's size for boards that have no packed form, in positions.
    const OTHER_POSITIONS: usize = 1 << 14;

    /// Creates the player, with the depth, up to [`MAX_DEPTH`](Self::MAX_DEPTH), and the nodes for when no
    /// other limits are given. A depth that would not fit into the nodes is not begun.
    pub fn new(depth: u32, nodes: u64) -> Self {
        Self {
            depth,
            nodes,
            network: None,
            table: TranspositionTable::new(),
            others: Expectimax::new(HeuristicEvaluation, depth)
                .with_rare(MAX_RARE as u8)
                .with_table(Self::OTHER_POSITIONS),
        }
    }

    /// Evaluates boards by a network.
    #[must_use]
    pub fn with_network(mut self, network: Arc<TrainedNetwork>) -> Self {
        self.network = Some(network);
        self
    }

    /// Returns the player's own limits for boards without a packed form, on which a node costs time in
    /// proportion to the cells.
    fn other_limits(&self, size: Size) -> (Option<u32>, Option<u64>) {
        let nodes = u128::from(self.nodes) * 16 / size.area() as u128;
        (Some(self.depth), Some(u64::try_from(nodes).unwrap_or(u64::MAX)))
    }
}

impl Default for PackedExpectimax {
    /// Creates the strongest level.
    fn default() -> Self {
        Self::new(Self::MAX_DEPTH, Self::NODES)
    }
}

impl Player<Twenty48> for PackedExpectimax {
    fn analyze(
        &mut self,
        rules: &Twenty48,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        // Two of the largest pieces, which cannot merge, may be packed as two that can.
        let plays_alike = |board: &PackedBoard| board.possible() == state.possible();
        let Some(board) = PackedBoard::scaled(state).ok().filter(plays_alike) else {
            let (depth, nodes) = self.other_limits(state.size());
            return self
                .others
                .analyze(rules, state, &limits.or_own(depth, nodes), report);
        };
        let limits = limits.or_own(Some(self.depth), Some(self.nodes));
        match &self.network {
            None => {
                let mut search = Search::new(
                    HeuristicTable::get(),
                    &mut self.table,
                    rules,
                    rules.scoring(),
                    &limits,
                );
                search.deepen(state, board, &limits, report)
            }
            Some(network) => {
                let evaluator = DowngradedNetwork {
                    network,
                    gaps: board.downgrading(network.known()),
                };
                let mut search = Search::new(&evaluator, &mut self.table, rules, network.scoring(), &limits);
                search.deepen(state, board, &limits, report)
            }
        }
    }
}

/// A network that evaluates boards with the pieces above some gaps halved.
///
/// The gaps are those of the position that is analyzed, the same for all boards of a search: their values are
/// compared. A board on which the search has made a piece that the network does not know is halved further.
struct DowngradedNetwork<'a> {
    network: &'a TrainedNetwork,
    gaps: Vec<u32>,
}

impl Evaluator for DowngradedNetwork<'_> {
    const IS_SLOW: bool = true;

    #[inline]
    fn evaluate(&self, board: PackedBoard) -> f32 {
        let gaps = self.gaps.iter();
        let board = gaps.fold(board, |board, &gap| board.halved_above(gap));
        self.network.evaluate(board.halved_to(self.network.known()))
    }
}
