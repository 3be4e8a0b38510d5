//! The null-window search: is the score of a position more than α?

use quincunx_core::grid::bits::{Geometry, Word};
use quincunx_search::transposition_table::{Stored, TranspositionTable};
use quincunx_search::{Bounds, SearchBudget};

use super::abdada::{CurrentlySearched, Worker};
use super::follow_up::FollowUp;
use super::order::Moves;
use crate::bitboard::{BitBoard, has_four};
use crate::score;

/// With fewer empty cells a position is searched again faster than looked up.
const MIN_EMPTY_STORED: u32 = 7;

/// With fewer empty cells the replies are not looked up before they are searched.
const MIN_EMPTY_CUT_OFFS: u32 = 11;

/// With fewer empty cells threads share neither a position's bounds nor the moves that lead to it.
const MIN_EMPTY_SHARED: u32 = 22;

/// A shared table grows so many times sooner, as it lacks the many positions with few empty cells.
const SHARED_GROWTH_FACTOR: u64 = 4;

/// The search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interrupted;

/// What all searches on a size of board share.
pub(super) struct SearchContext<G: Geometry<Word: Stored>> {
    pub(super) geometry: G,
    pub(super) table: TranspositionTable<G::Word>,
    pub(super) follow_up: FollowUp<G>,
    /// Positions with fewer stones are looked up together with their mirror images.
    pub(super) canonical_below: u32,
}

/// Creates an empty table for boards of a geometry that may grow to so many bytes.
pub(super) fn empty_table<G: Geometry<Word: Stored>>(
    geometry: G,
    bytes: usize,
) -> TranspositionTable<G::Word> {
    let max_score = (geometry.area() as i32 + 1) / 2;
    TranspositionTable::new(geometry.columns() * geometry.stride(), max_score, bytes)
}

/// One thread's null-window search.
pub(super) struct Search<'a, G: Geometry<Word: Stored>, const WIDTH: usize> {
    context: &'a SearchContext<G>,
    budget: &'a mut SearchBudget,
    /// What other threads are searching; `None` when there are none.
    searched: Option<&'a CurrentlySearched>,
    /// The table for positions that are not shared; a single thread uses the context's.
    own: &'a TranspositionTable<G::Word>,
    nodes: u64,
    /// The node at which limits are checked next.
    next_check: u64,
    /// Nodes already counted in the budget.
    reported: u64,
    max_nodes: u64,
    written: u64,
    max_written: u64,
}

/// A position, and what its parent has found out about it.
#[derive(Clone, Copy)]
pub(super) struct Node<G: Geometry> {
    board: BitBoard<G>,
    stones: u32,
    /// The empty cells where the opponent of the mover would complete a four.
    threats: G::Word,
    /// Whether the static proofs have been tried with the α of its search.
    proofs_tried: bool,
}

impl<G: Geometry> Node<G> {
    pub(super) fn root(board: BitBoard<G>) -> Self {
        Self {
            board,
            stones: board.stones(),
            threats: board.opponent_threats(),
            proofs_tried: false,
        }
    }

    /// Returns whether the mover, who cannot win with the next stone, loses to the one after: the opponent
    /// threatens two reachable cells, or one and the cell right above it.
    #[inline]
    fn is_lost(&self) -> bool {
        let forced = self.board.landings() & self.threats;
        forced.without_lowest() != G::Word::ZERO || (forced << 1) & self.threats != G::Word::ZERO
    }

    #[inline]
    fn after(&self, landing: G::Word, threats: G::Word, proofs_tried: bool) -> Self {
        Self {
            board: self.board.after(landing),
            stones: self.stones + 1,
            threats,
            proofs_tried,
        }
    }
}

impl<'a, G: Geometry<Word: Stored>, const WIDTH: usize> Search<'a, G, WIDTH> {
    /// Creates a search that ends with the budget or after `max_nodes`; one of several threads has a table of
    /// its own.
    pub(super) fn new(
        context: &'a SearchContext<G>,
        budget: &'a mut SearchBudget,
        max_nodes: u64,
        worker: Option<Worker<'a, G::Word>>,
    ) -> Self {
        let max_written = match &worker {
            Some(_) => context.table.growth_threshold() / SHARED_GROWTH_FACTOR,
            None => context.table.growth_threshold(),
        };
        let mut search = Self {
            context,
            budget,
            searched: worker.map(|(searched, _)| searched),
            own: worker.map_or(&context.table, |(_, own)| own),
            nodes: 0,
            next_check: 0,
            reported: 0,
            max_nodes,
            written: 0,
            max_written,
        };
        search.schedule_check();
        search
    }

    /// Returns whether the search ended because the table should grow.
    pub(super) fn needs_growth(&self) -> bool {
        self.written > self.max_written
    }

    /// Counts all nodes in the budget; returns false when it has run out.
    pub(super) fn report_nodes(&mut self) -> bool {
        let unreported = self.nodes - self.reported;
        self.reported = self.nodes;
        self.budget.count_many(unreported)
    }

    /// Bounds the score of a position on one side of `alpha`.
    ///
    /// Returns r ≤ alpha when score ≤ r, and r > alpha when score ≥ r. The mover must not be able to win with
    /// the next stone; below the root this holds because moves that allow such a win are left out.
    pub(super) fn bound(&mut self, node: &Node<G>, alpha: i32) -> Result<i32, Interrupted> {
        let context = self.context;
        let (geometry, board, stones) = (context.geometry, &node.board, node.stones);
        debug_assert!(!board.can_win_now());
        self.nodes += 1;
        if self.nodes >= self.next_check && !self.check_limits() {
            return Err(Interrupted);
        }
        let area = geometry.area();
        let landings = board.landings();
        let forced = landings & node.threats;
        let moves = non_losing_moves(landings, node.threats);
        if moves == G::Word::ZERO {
            return Ok(-score::win(area, stones + 1));
        }
        if stones + 2 >= area {
            return Ok(0);
        }
        // Neither player can win with their next stone, which bounds the score.
        let mut known = Bounds {
            low: -score::win(area, stones + 3),
            high: score::win(area, stones + 2),
        };
        if known.high <= alpha {
            return Ok(known.high);
        }
        if known.low > alpha {
            return Ok(known.low);
        }
        // Dead lines: a player without a line free of the opponent's stones cannot win.
        let empty = geometry.cells() ^ board.mask();
        let attacker = if alpha >= 0 {
            board.mover()
        } else {
            board.opponent()
        };
        if !has_four(geometry, attacker | empty) {
            return Ok(0);
        }
        if !node.proofs_tried
            && forced == G::Word::ZERO
            && let Some(bound) = context.follow_up.at_most(board, node.threats, stones, alpha)
        {
            return Ok(bound);
        }
        // A forced reply needs no look-up, order or cut-off.
        if moves.without_lowest() == G::Word::ZERO {
            let after = node.after(moves, board.threats_after(moves) & !moves, false);
            if after.is_lost() {
                return Ok(score::win(area, stones + 2));
            }
            return Ok(-self.bound(&after, -alpha - 1)?);
        }
        let stored = area - stones >= MIN_EMPTY_STORED;
        let key = context.key(board, stones);
        let table = self.table(area - stones);
        if stored && let Some(found) = table.get(key) {
            if found.high <= alpha {
                return Ok(found.high);
            }
            if found.low > alpha {
                return Ok(found.low);
            }
            known = found;
        }
        let list = Moves::<G::Word, WIDTH>::new(board, moves);
        let children = list
            .iter(geometry, moves)
            .map(|mv| node.after(mv.landing, mv.threats, true));
        if children.clone().any(|child| child.is_lost()) {
            return Ok(score::win(area, stones + 2));
        }
        // A reply that a static proof or a stored bound refutes spares the search of others.
        for child in children.clone() {
            if child.threats & child.board.landings() == G::Word::ZERO
                && let Some(bound) =
                    context
                        .follow_up
                        .at_most(&child.board, child.threats, stones + 1, -alpha - 1)
            {
                return Ok(-bound);
            }
        }
        if area - stones >= MIN_EMPTY_CUT_OFFS {
            let table = self.table(area - stones - 1);
            for child in children.clone() {
                if let Some(found) = table.get(context.key(&child.board, stones + 1))
                    && -found.high > alpha
                {
                    return Ok(-found.high);
                }
            }
        }
        let before = self.nodes;
        let score = if self.searched.is_some() && context.shares_moves_of(node) {
            self.best_shared(children, alpha, known.low)?
        } else {
            self.best(children, alpha, known.low)?
        };
        if stored {
            let known = if score > alpha {
                Bounds { low: score, ..known }
            } else {
                Bounds { high: score, ..known }
            };
            table.set(key, known, self.nodes - before);
            // Entries of a thread's own table do not fill the shared one.
            self.written += u64::from(self.searched.is_none() || area - stones >= MIN_EMPTY_SHARED);
        }
        Ok(score)
    }

    #[inline]
    fn table(&self, empty: u32) -> &'a TranspositionTable<G::Word> {
        if empty >= MIN_EMPTY_SHARED {
            &self.context.table
        } else {
            self.own
        }
    }

    /// Returns the best of the replies' scores and `lower`, or the first score above `alpha`.
    #[inline]
    fn best(
        &mut self,
        children: impl Iterator<Item = Node<G>>,
        alpha: i32,
        lower: i32,
    ) -> Result<i32, Interrupted> {
        let mut best = lower;
        for child in children {
            let score = -self.bound(&child, -alpha - 1)?;
            if score > alpha {
                return Ok(score);
            }
            best = best.max(score);
        }
        Ok(best)
    }

    /// Does the same as [`Search::best`], but defers moves that another thread is searching.
    #[cold]
    fn best_shared(
        &mut self,
        children: impl Iterator<Item = Node<G>>,
        alpha: i32,
        lower: i32,
    ) -> Result<i32, Interrupted> {
        let searched = self.searched.expect("called with other threads only");
        let mut best = lower;
        let mut deferred = Vec::new();
        for (number, child) in children.enumerate() {
            let key = child.board.key().low();
            if number > 0 && searched.contains(key) {
                deferred.push(child);
                continue;
            }
            let score = {
                let _mark = searched.mark(key);
                -self.bound(&child, -alpha - 1)?
            };
            if score > alpha {
                return Ok(score);
            }
            best = best.max(score);
        }
        self.best(deferred.into_iter(), alpha, best)
    }

    /// Checks the limits; returns false when the search must end.
    #[cold]
    fn check_limits(&mut self) -> bool {
        if !self.report_nodes() || self.nodes > self.max_nodes || self.needs_growth() {
            return false;
        }
        if self.searched.is_some_and(CurrentlySearched::has_ended) {
            return false;
        }
        self.schedule_check();
        true
    }

    fn schedule_check(&mut self) {
        let next = self.nodes.saturating_add(self.budget.nodes_until_check());
        self.next_check = next.min(self.max_nodes.saturating_add(1));
    }
}

impl<G: Geometry<Word: Stored>> SearchContext<G> {
    /// Returns whether threads share what they prove about a position's replies.
    #[inline]
    pub(super) fn shares_moves_of(&self, node: &Node<G>) -> bool {
        self.geometry.area() - node.stones > MIN_EMPTY_SHARED
    }

    /// Returns the key of a position in the table, shared by mirror images while there are few stones.
    #[inline]
    fn key(&self, board: &BitBoard<G>, stones: u32) -> G::Word {
        if stones < self.canonical_below {
            board.canonical_key()
        } else {
            board.key()
        }
    }
}

/// Returns the landing cells after which the opponent, who threatens the cells `threats`, cannot win at once.
///
/// A threatened landing cell must be taken; two, or one with another threat right above it, cannot be met. No
/// stone may go right below a threat.
#[inline]
fn non_losing_moves<W: Word>(landings: W, threats: W) -> W {
    let mut moves = landings;
    let forced = landings & threats;
    if forced != W::ZERO {
        if forced.without_lowest() != W::ZERO {
            return W::ZERO;
        }
        moves = forced;
    }
    moves & !(threats >> 1)
}
