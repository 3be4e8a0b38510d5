//! Which null windows lead to a score, and in what order.

use quincunx_core::grid::bits::Geometry;
use quincunx_search::{Bounds, Strength};

use super::search::Node;
use crate::bitboard::BitBoard;
use crate::score;

/// Nodes for the first attempt at a near window.
const FIRST_NEAR_NODES: u64 = 160_000;

/// Nodes for the first attempt at a far window: quick wins take few.
const FIRST_FAR_NODES: u64 = 80_000;

/// A far window gets one part in so many of a near window's nodes, after the first attempt.
const FAR_PART: u64 = 32;

/// The next attempt gets so many times as many nodes.
pub(super) const NODE_GROWTH: u64 = 8;

/// A position, the α to compare its score with, and a node limit.
#[derive(Clone, Copy)]
pub(super) struct NullWindow<'a, G: Geometry> {
    pub(super) root: &'a Node<G>,
    pub(super) alpha: i32,
    /// The node limit of all threads together.
    pub(super) max_nodes: u64,
}

/// How an attempt at a null window ended.
#[derive(Clone, Copy)]
pub(super) enum Attempt {
    /// With a bound; see [`Search::bound`](super::search::Search::bound).
    Bound(i32),
    OutOfNodes,
    Stopped,
}

/// Closes in on a position's score by null windows.
///
/// Two kinds of α take turns: *far* ones, about quick wins and losses, whose proofs are shallow if there are
/// any, and *near* ones, about who wins at all, which settle most hard positions. Whenever one kind runs out
/// of its nodes, which grow from turn to turn, the other goes on; what has been proved is in the table.
/// Against far windows alone this saves 28 % of the nodes of Test_L1_R3; near ones alone take ten times the
/// nodes of Test_L1_R1. A weak solution begins with the near ones.
pub(super) struct Bisection<G: Geometry> {
    root: Node<G>,
    strength: Strength,
    pub(super) bounds: Bounds,
    pub(super) near_nodes: u64,
    /// Whether the next window is a far one.
    pub(super) far: bool,
}

impl<G: Geometry> Bisection<G> {
    pub(super) fn new(board: BitBoard<G>, strength: Strength) -> Self {
        let (area, stones) = (board.geometry().area(), board.stones());
        debug_assert!(stones < area && !board.has_won(), "the game is not over");
        let bounds = if board.can_win_now() {
            Bounds::exactly(score::win(area, stones))
        } else {
            Bounds {
                low: -score::win(area, stones + 1),
                high: score::win(area, stones + 2),
            }
        };
        Self {
            root: Node::root(board),
            strength,
            bounds,
            near_nodes: FIRST_NEAR_NODES,
            far: strength == Strength::Strong,
        }
    }

    pub(super) fn is_settled(&self) -> bool {
        self.bounds.is_settled(self.strength)
    }

    /// Raises the lower bound to a known one.
    pub(super) fn with_lower_bound(mut self, low: i32) -> Self {
        self.bounds.low = self.bounds.low.max(low);
        self
    }

    /// Returns the next window to search until the score is settled.
    pub(super) fn window(&self) -> NullWindow<'_, G> {
        let (alpha, max_nodes) = if self.far {
            (
                far_alpha(self.bounds),
                FIRST_FAR_NODES.max(self.near_nodes / FAR_PART),
            )
        } else {
            (near_alpha(self.bounds), self.near_nodes)
        };
        NullWindow {
            root: &self.root,
            alpha,
            max_nodes,
        }
    }

    /// Updates the bounds by the result of the window.
    pub(super) fn update(&mut self, attempt: Attempt) {
        match attempt {
            Attempt::Bound(bound) if bound <= self.window().alpha => self.bounds.high = bound,
            Attempt::Bound(bound) => self.bounds.low = bound,
            Attempt::OutOfNodes => {
                if !self.far {
                    self.near_nodes = self.near_nodes.saturating_mul(NODE_GROWTH);
                }
                self.far = !self.far;
            }
            Attempt::Stopped => {}
        }
    }
}

/// Returns an α about quick wins and losses: half-way to the ends, ever nearer.
fn far_alpha(bounds: Bounds) -> i32 {
    let middle = bounds.low + (bounds.high - bounds.low).div_euclid(2);
    if middle <= 0 && bounds.low / 2 < middle {
        bounds.low / 2
    } else if middle >= 0 && bounds.high / 2 > middle {
        bounds.high / 2
    } else {
        middle
    }
}

/// Returns an α about who wins, and then about how soon, from the latest end of the game on.
fn near_alpha(bounds: Bounds) -> i32 {
    if bounds.low > 0 {
        bounds.low
    } else if bounds.high > 0 {
        0
    } else {
        bounds.high - 1
    }
}
