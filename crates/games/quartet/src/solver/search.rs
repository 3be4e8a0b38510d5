//! The null-window search: is the score of a position more than α?

use std::cmp::Reverse;

use quincunx_search::{Bounds, SearchBudget};

use super::node::{KEY_BITS, Node, NodeAnalysis, bits};
use super::patterns::Edges;
use crate::piece::{Piece, Square};
use crate::score::{
    MAX_SCORE, best_of, best_without_win_at_once, highest_up_to, next_above, worst_of, worst_with_safe_piece,
};
use quincunx_search::transposition_table::TranspositionTable;

/// With fewer pieces in the bag a position is searched again faster than looked up.
const MIN_PIECES_STORED: u32 = 5;

/// The search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interrupted;

/// The search of one board, with its transposition table and move-ordering statistics.
pub(super) struct Search {
    table: TranspositionTable<u128>,
    /// Entries written since the table last grew.
    written: u64,
    /// For each number of pieces in the bag and each square, how often placing there was the answer to a
    /// gift.
    answers: [[u32; Square::COUNT as usize]; Piece::COUNT as usize + 1],
}

/// A piece to give, with the squares where it can be placed without losing at once.
#[derive(Clone, Copy, Default)]
struct Gift {
    piece: u32,
    /// The squares behind which some piece of the bag is safe, but only one of those in no live line.
    squares: u64,
    /// How many pieces are safe behind each square, in binary: word `i` has the bits of 2^i.
    safe: [u64; 4],
}

impl Search {
    /// Creates a search with an empty table of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(KEY_BITS, MAX_SCORE, bytes),
            written: 0,
            answers: [[0; Square::COUNT as usize]; Piece::COUNT as usize + 1],
        }
    }

    /// Decides whether a position scores more than `alpha` for the player who selects.
    pub(super) fn selecting_exceeds<E: Edges>(
        &mut self,
        node: &Node,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<bool, Interrupted> {
        let (gifts, known) = match analyze::<E>(node, alpha, budget)? {
            StaticResult::Answer(gift) => return Ok(gift.is_some()),
            StaticResult::Gifts(gifts, known) => (gifts, known),
        };
        let pieces = node.bag.count_ones();
        if pieces < MIN_PIECES_STORED {
            let gift = self.gift_exceeding::<E>(node, &gifts, alpha, budget)?;
            return Ok(gift.is_some());
        }
        let key = node.key();
        let known = self.table.get(key).unwrap_or(known);
        if known.low > alpha || known.high <= alpha {
            return Ok(known.low > alpha);
        }
        let before = budget.nodes();
        let gift = self.gift_exceeding::<E>(node, &gifts, alpha, budget)?;
        let Bounds { mut low, mut high } = known;
        match gift {
            Some(_) => low = next_above(alpha, pieces),
            None => high = highest_up_to(alpha, pieces),
        }
        self.store(key, Bounds { low, high }, budget.nodes() - before);
        Ok(gift.is_some())
    }

    /// Finds a piece whose selection scores more than `alpha`; `None` when there is none.
    pub(super) fn selection_exceeding<E: Edges>(
        &mut self,
        node: &Node,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<Option<u32>, Interrupted> {
        match analyze::<E>(node, alpha, budget)? {
            StaticResult::Answer(gift) => Ok(gift),
            StaticResult::Gifts(gifts, _) => self.gift_exceeding::<E>(node, &gifts, alpha, budget),
        }
    }

    /// Finds a square on which a piece of the bag, that completes no line, scores more than `alpha` for the
    /// player who places it; `None` when there is none. Alpha must not be below the score of who loses with
    /// the piece after this one.
    pub(super) fn placement_exceeding<E: Edges>(
        &mut self,
        seen: &NodeAnalysis<'_>,
        piece: u32,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<Option<u32>, Interrupted> {
        self.answer_exceeding::<E>(seen.node, &Gift::new(seen, piece), alpha, budget)
    }

    /// Finds a gift that scores more than `alpha` for the player who selects.
    fn gift_exceeding<E: Edges>(
        &mut self,
        node: &Node,
        gifts: &Gifts,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<Option<u32>, Interrupted> {
        let mut order = [(Reverse(0), 0); Piece::COUNT as usize];
        let order = &mut order[..gifts.count];
        for (nth, (place, gift)) in order.iter_mut().zip(&gifts.list).enumerate() {
            *place = (Reverse(gift.mean_safe()), nth);
        }
        order.sort_unstable();
        for &(_, nth) in &*order {
            let gift = &gifts.list[nth];
            if self
                .answer_exceeding::<E>(node, gift, -alpha - 1, budget)?
                .is_none()
            {
                return Ok(Some(gift.piece));
            }
        }
        Ok(None)
    }

    /// Finds a square where a gift scores more than `alpha` for the player who places it.
    fn answer_exceeding<E: Edges>(
        &mut self,
        node: &Node,
        gift: &Gift,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<Option<u32>, Interrupted> {
        let answers = node.bag.count_ones() as usize;
        let mut squares = [(0, Reverse(0), 0); Square::COUNT as usize];
        let mut count = 0;
        for square in bits(gift.squares) {
            squares[count] = (
                gift.safe_behind(square),
                Reverse(self.answers[answers][square as usize]),
                square,
            );
            count += 1;
        }
        let squares = &mut squares[..count];
        squares.sort_unstable();
        for &(.., square) in &*squares {
            if self.selecting_exceeds::<E>(&node.after(gift.piece, square), alpha, budget)? {
                self.answers[answers][square as usize] += 1;
                return Ok(Some(square));
            }
        }
        Ok(None)
    }

    fn store(&mut self, key: u128, known: Bounds, nodes: u64) {
        self.table.set(key, known, nodes);
        self.written += 1;
        if self.written > self.table.growth_threshold() {
            self.table.grow();
            self.written = 0;
        }
    }
}

/// What is known of a position before the search.
#[expect(
    clippy::large_enum_variant,
    reason = "it is on the stack for a moment, a box would be an allocation a node"
)]
enum StaticResult {
    /// Whether it scores more than α, and a piece that does.
    Answer(Option<u32>),
    /// The safe pieces, of which none wins at once, and what the score lies between.
    Gifts(Gifts, Bounds),
}

/// The pieces that may be given.
struct Gifts {
    list: [Gift; Piece::COUNT as usize],
    count: usize,
}

/// Compares the score of a position with `alpha` without placing anything.
#[inline]
fn analyze<E: Edges>(
    node: &Node,
    alpha: i32,
    budget: &mut SearchBudget,
) -> Result<StaticResult, Interrupted> {
    if !budget.count() {
        return Err(Interrupted);
    }
    let pieces = node.bag.count_ones();
    let any = |set: u16, exceeds: bool| Ok(StaticResult::Answer(exceeds.then(|| set.trailing_zeros())));
    if pieces == 0 {
        // A draw without a piece to name.
        return any(node.bag, 0 > alpha);
    }
    let seen = NodeAnalysis::new::<E>(node);
    let safe = seen.safe();
    if safe == 0 {
        return any(node.bag, worst_of(pieces) > alpha);
    }
    let low = worst_with_safe_piece(pieces);
    if low > alpha || alpha >= best_of(pieces) {
        return any(safe, low > alpha);
    }
    if seen.is_dead() {
        return any(safe, 0 > alpha);
    }
    let mut gifts = Gifts {
        list: [Gift::default(); Piece::COUNT as usize],
        count: 0,
    };
    for piece in bits(safe.into()) {
        let gift = Gift::new(&seen, piece);
        if gift.squares == 0 {
            // Wherever the opponent places this piece, every piece left to select wins.
            return Ok(StaticResult::Answer(Some(piece)));
        }
        gifts.list[gifts.count] = gift;
        gifts.count += 1;
    }
    let high = best_without_win_at_once(pieces);
    if alpha >= high {
        return Ok(StaticResult::Answer(None));
    }
    Ok(StaticResult::Gifts(gifts, Bounds { low, high }))
}

impl Gift {
    /// Creates the gift of a safe piece of the bag.
    fn new(seen: &NodeAnalysis<'_>, piece: u32) -> Self {
        let mut safe = [0; 4];
        for other in bits((seen.node.bag & !(1 << piece)).into()) {
            let mut carry = seen.keeping_safe(piece, other);
            for word in &mut safe {
                (*word, carry) = (*word ^ carry, *word & carry);
            }
        }
        let squares = safe.iter().fold(0, |squares, word| squares | word);
        Self {
            piece,
            squares: squares & seen.different_squares(),
            safe,
        }
    }

    /// Returns how many pieces of the bag are safe once the piece stands on a square.
    fn safe_behind(&self, square: u32) -> u32 {
        (0..).zip(self.safe).fold(0, |count, (bit, word)| {
            count | ((word >> square & 1) as u32) << bit
        })
    }

    /// Returns how many pieces are safe behind a square in the mean, in 64ths.
    fn mean_safe(&self) -> u32 {
        let sum: u32 = (0..)
            .zip(self.safe)
            .map(|(bit, word)| (word & self.squares).count_ones() << bit)
            .sum();
        64 * sum / self.squares.count_ones().max(1)
    }
}
