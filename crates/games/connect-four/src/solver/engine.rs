//! The search engine for boards of one geometry.

use quincunx_core::grid::bits::Geometry;
use quincunx_search::transposition_table::TranspositionTable;
use quincunx_search::{Bounds, SearchBudget, Strength};

use super::bisection::{Attempt, Bisection, NODE_GROWTH, NullWindow};
use super::follow_up::FollowUp;
use super::parallel::{ParallelWord, search_alone};
use super::search::{Node, SearchContext, empty_table};
use crate::bitboard::BitBoard;
use crate::score;

/// Positions that take so few nodes for each window are searched on one thread before any others are started.
const QUICK_NODES: u64 = 10_000;

/// A window with more nodes is searched on several threads.
const MIN_PARALLEL_NODES: u64 = 150_000;

/// Each thread that is started gets at least so many nodes.
const MIN_NODES_PER_THREAD: u64 = 20_000;

/// An exact solver for boards of one geometry, of at most `WIDTH` columns.
pub(super) struct Engine<G: Geometry<Word: ParallelWord>, const WIDTH: usize> {
    context: SearchContext<G>,
    threads: usize,
    /// The threads' own tables, created when a window is searched on several.
    own: Vec<TranspositionTable<G::Word>>,
}

impl<G: Geometry<Word: ParallelWord>, const WIDTH: usize> Engine<G, WIDTH> {
    /// Creates an engine with a table of at most so many bytes; see [`TranspositionTable::new`].
    pub(super) fn new(geometry: G, bytes: usize) -> Self {
        Self {
            context: SearchContext {
                geometry,
                table: empty_table(geometry, bytes),
                follow_up: FollowUp::new(geometry),
                canonical_below: geometry.area() / 3,
            },
            threads: 1,
            own: Vec::new(),
        }
    }

    /// Grows the table to its full size.
    pub(super) fn grow_table(&mut self) {
        self.context.table.grow_fully();
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    pub(super) fn geometry(&self) -> G {
        self.context.geometry
    }

    /// Bounds the score of a position that is not over, as tightly as `strength` requires and the budget
    /// allows.
    pub(super) fn solve(
        &mut self,
        board: BitBoard<G>,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Bounds {
        let mut bisection = Bisection::new(board, strength);
        self.bisect(&mut bisection, u64::MAX, budget);
        bisection.bounds
    }

    /// Does for several positions what [`Engine::solve`] does for one. All of them are known to score `low`
    /// or more.
    ///
    /// Quick ones come first. Then they take turns, so that none uses up the budget before the others are
    /// searched. Several threads search several positions at a time, which keeps them busy with windows too
    /// easy to share.
    pub(super) fn solve_all(
        &mut self,
        boards: impl Iterator<Item = BitBoard<G>>,
        low: i32,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Bounds> {
        let bisections = boards.map(|board| Bisection::new(board, strength).with_lower_bound(low));
        let mut bisections: Vec<Bisection<G>> = bisections.collect();
        for bisection in &mut bisections {
            self.bisect(bisection, QUICK_NODES, budget);
        }
        loop {
            let open = bisections.iter_mut().filter(|bisection| !bisection.is_settled());
            let mut open: Vec<&mut Bisection<G>> = open.collect();
            if open.is_empty() || !budget.check_limits() {
                break;
            }
            if self.threads > 1 && open.len() > 1 {
                let (context, own) = (&self.context, &mut self.own);
                if G::Word::bisect_all::<G, WIDTH>(context, open, self.threads, own, budget) {
                    self.context.table.grow();
                }
            } else {
                for bisection in &mut open {
                    self.search_next(bisection, u64::MAX, budget);
                }
            }
        }
        bisections.into_iter().map(|bisection| bisection.bounds).collect()
    }

    /// Continues a bisection until it is settled, the budget runs out, or a window takes more than
    /// `max_nodes`.
    fn bisect(&mut self, bisection: &mut Bisection<G>, max_nodes: u64, budget: &mut SearchBudget) {
        while !bisection.is_settled() && self.search_next(bisection, max_nodes, budget) {}
    }

    /// Searches a bisection's next window with at most `max_nodes`; returns false when it got fewer nodes
    /// than it should and had no result.
    fn search_next(
        &mut self,
        bisection: &mut Bisection<G>,
        max_nodes: u64,
        budget: &mut SearchBudget,
    ) -> bool {
        let window = bisection.window();
        let is_whole = window.max_nodes <= max_nodes;
        let max_nodes = window.max_nodes.min(max_nodes);
        match self.search(NullWindow { max_nodes, ..window }, budget) {
            Attempt::Stopped => return false,
            Attempt::OutOfNodes if !is_whole => return false,
            attempt => bisection.update(attempt),
        }
        true
    }

    /// Decides whether a position that is not over scores more than `alpha`; `None` when the budget runs out.
    pub(super) fn exceeds(
        &mut self,
        board: BitBoard<G>,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Option<bool> {
        if board.can_win_now() {
            return Some(score::win(self.context.geometry.area(), board.stones()) > alpha);
        }
        let root = &Node::root(board);
        let mut max_nodes = MIN_PARALLEL_NODES;
        loop {
            let window = NullWindow {
                root,
                alpha,
                max_nodes,
            };
            match self.search(window, budget) {
                Attempt::Bound(bound) => return Some(bound > alpha),
                Attempt::Stopped => return None,
                Attempt::OutOfNodes => max_nodes = max_nodes.saturating_mul(NODE_GROWTH),
            }
        }
    }

    /// Searches a window, again whenever the table had to grow.
    fn search(&mut self, window: NullWindow<'_, G>, budget: &mut SearchBudget) -> Attempt {
        loop {
            let threads = self.threads_for(&window, budget.nodes_left());
            let result = if threads > 1 {
                G::Word::search_together::<G, WIDTH>(&self.context, window, threads, &mut self.own, budget)
            } else {
                search_alone::<G, WIDTH>(&self.context, window, None, budget)
            };
            match result.bound {
                Some(bound) => return Attempt::Bound(bound),
                None if !budget.check_limits() => return Attempt::Stopped,
                // The table holds what has been proved, so the next search soon reaches the same point.
                None if result.needs_growth => self.context.table.grow(),
                None => return Attempt::OutOfNodes,
            }
        }
    }

    /// Returns the number of threads for a window: one if it is easy, or if they would share nothing.
    fn threads_for(&self, window: &NullWindow<'_, G>, nodes_left: u64) -> usize {
        let nodes = window.max_nodes.min(nodes_left);
        if nodes <= MIN_PARALLEL_NODES || !self.context.shares_moves_of(window.root) {
            return 1;
        }
        let useful = usize::try_from(nodes / MIN_NODES_PER_THREAD).unwrap_or(usize::MAX);
        self.threads.min(useful)
    }

    /// Continues bisections on several threads, however few nodes they have had.
    #[cfg(test)]
    pub(super) fn bisect_on_threads(
        &mut self,
        bisections: Vec<&mut Bisection<G>>,
        threads: usize,
        budget: &mut SearchBudget,
    ) -> bool {
        G::Word::bisect_all::<G, WIDTH>(&self.context, bisections, threads, &mut self.own, budget)
    }

    /// Searches a window on several threads, however easy it is.
    #[cfg(test)]
    pub(super) fn search_on_threads(
        &mut self,
        board: BitBoard<G>,
        alpha: i32,
        threads: usize,
        budget: &mut SearchBudget,
    ) -> Option<i32> {
        let window = NullWindow {
            root: &Node::root(board),
            alpha,
            max_nodes: u64::MAX,
        };
        G::Word::search_together::<G, WIDTH>(&self.context, window, threads, &mut self.own, budget).bound
    }
}
