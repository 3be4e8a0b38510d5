//! The exact solver: what a position is worth when both sides play perfectly.
//!
//! A position's *score* says who wins and how soon: 0 is a draw, a win by the n-th piece placed is worth 17 − n, so a
//! sooner win scores higher; a loss is the negative of the winner's score (`score`).
//!
//! A search asks one question, "is the score more than α?" (`search`), and questions with different α catch the score
//! between them. Each technique is sound by itself:
//!
//! * *Bit boards* (`patterns`): for each of the eight property values a set of squares. Shifts find for all values at once
//!   the squares that complete a line, those that prepare one, and the lines that can still be made.
//! * *Safe gifts* (`node`): who selects a piece that completes a line loses at once, so unless no other piece is left such
//!   gifts change nothing; and if none is left, that is the score.
//! * *Safe answers*: who places a piece selects next, so a square behind which no safe piece is left loses at once. For
//!   every safe gift the safe answers are found by a few operations on sets, without placing anything. A gift without one
//!   wins at once.
//! * *Static bounds*: with a safe piece, a loss comes with the third piece from here at the earliest; without a gift that
//!   wins at once, a win with the fourth. So positions with two pieces left, and half the questions about three, need no
//!   search.
//! * *Possible scores* (`score`): whoever selects next wins with the second piece from then on, the fourth and so on, and loses
//!   with the first, the third and so on. The scores between are nobody's, and bounds are rounded over them.
//! * *Dead lines*: a line is dead for a value when it has a piece without it or lacks more squares than there are pieces
//!   with the value. Without a live line a position is drawn.
//! * *Equal squares*: all squares in no live line are worth the same, so one of them is tried.
//! * *Order*: answers that leave the fewest safe pieces come first, as these decide who must give a winning piece; of equal
//!   ones those that have answered most. Gifts that leave the most safe pieces come first. Order changes only how soon a
//!   refutation is found, never whether there is one.
//! * *Transposition table* (`bound_table`): a key tells the whole position (`key`), and entries hold proved bounds.
//!
//! What each is worth, in nodes for the exact score when it alone is left out, on average over careful positions (the
//! example `quartet` says what those are), 20 with 8 pieces on the plane and 100 with 7 on the torus:
//!
//! | | plane | torus |
//! | --- | ---: | ---: |
//! | everything | 28.5 k | 5.3 k |
//! | answers not ordered by safe pieces | 749 k | 721 k |
//! | answers not ordered by past answers | 40.8 k | 5.5 k |
//! | gifts not ordered | 31.7 k | 5.4 k |
//! | no table | 28.9 k | 6.1 k |
//! | all squares tried | 30.0 k | 5.3 k |
//! | dead lines without the count of pieces | 30.0 k | 5.3 k |
//! | bounds not rounded | 28.7 k | 6.2 k |
//!
//! Tried and left out, as they save less than 1 %: one of several pieces that differ only in properties of which no line is
//! live, and a key of what still matters only; less than 2 %: gifts with the fewest answers first; less than 3 %: answers
//! looked up in the table before any is searched, past answers counted for each piece. Symmetries of the board, translations of
//! the torus and the 384 relabellings of the properties (2^4 exchanges of values, 4! orders) serve in tests only. A search meets
//! a position and its image only where both have the pieces it began with in the same places. Symmetries and translations move
//! these, so hardly ever. Relabellings that exchange two properties leave 8 of the 16 pieces as they are, and where all placed
//! pieces are such, about half of the positions from there on are images of the others. So are 44 % of the sets of 4 pieces, 15 % of
//! 5, 4.2 % of 6, 0.84 % of 7, 0.09 % of 8 and none of 9: that is counted; how many nodes it would save is not measured.

mod key;
mod node;
mod patterns;
mod score;
mod search;
#[cfg(test)]
mod tests;

use quincunx_core::{ActionSet, Game, Outcome, Topology, Turn};
use quincunx_search::{SearchBudget, Value};

use super::piece::{Action, Piece, Square};
use super::rules::{Quartet, State};
use node::{Node, Seen};
use patterns::{Edges, Plane, Torus};
use search::Search;

pub use quincunx_search::exact::{Bounds, ExactSolver, Strength};
pub(super) use score::{score_of_value, value_of_score};

/// The search was stopped before it could tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stopped;

/// An exact solver for one topology, with the knowledge that it gathers.
///
/// One solver answers about any number of positions in any order; what one question taught makes the next cheaper. Only how
/// long it takes, never an exact answer, depends on the questions before.
///
/// ```
/// use quincunx_core::{Notation, Topology};
/// use crate::Quartet;
/// use crate::solver::{ExactSolver, Solver, Strength};
/// use quincunx_search::{Limits, Meter};
///
/// let rules = Quartet::new(Topology::Plane);
/// // Piece 5 is solid like the three of the first row.
/// let position = rules.parse_position("b73.../....../....../....../....../...... 5")?;
/// let mut solver = Solver::new(rules);
/// let (bounds, _) = solver.solve(&position, Strength::Strong, &mut Meter::start(&Limits::default()));
/// // It is the fourth piece, and 17 − 4 = 13.
/// assert_eq!(bounds.exact(), Some(13));
/// # Ok::<(), quincunx_core::NotationError>(())
/// ```
pub struct Solver {
    rules: Quartet,
    search: Search,
}

impl Solver {
    /// The memory that a solver made by [`Solver::new`] may take, in bytes. It begins with some 256 KiB and takes more as
    /// positions prove hard; while it does, for a moment half as much again.
    pub const MEMORY: usize = 1 << 26;

    /// Makes a solver with a transposition table of [`Solver::MEMORY`].
    #[must_use]
    pub fn new(rules: Quartet) -> Self {
        Self::with_memory(rules, Self::MEMORY)
    }

    /// Makes a solver as [`Solver::new`] does, with a transposition table of at most so many bytes; the first 256 KiB it takes
    /// in any case.
    #[must_use]
    pub fn with_memory(rules: Quartet, bytes: usize) -> Self {
        Self {
            rules,
            search: Search::new(bytes),
        }
    }

    /// Narrows bounds of a position's score as far as asked for, with an action that scores at least the lower one if that
    /// has been raised.
    fn catch(
        &mut self,
        state: &State,
        known: Bounds,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> (Bounds, Option<Action>) {
        let pieces = state.bag_bits().count_ones();
        let (mut bounds, mut action) = (known, None);
        while !bounds.is_settled(strength) {
            let alpha = question(bounds);
            match self.exceeding(state, alpha, budget) {
                Ok(None) => bounds.high = score::highest_up_to(alpha, pieces),
                Ok(exceeding) => {
                    bounds.low = score::next_above(alpha, pieces);
                    action = exceeding;
                }
                Err(Stopped) => break,
            }
        }
        (bounds, action)
    }

    /// Finds an action that scores more than `alpha`, one of the scores that are possible in the position but the best; `None`
    /// when there is none.
    fn exceeding(
        &mut self,
        state: &State,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<Option<Action>, Stopped> {
        match self.rules.topology() {
            Topology::Plane => self.exceeding_on::<Plane>(state, alpha, budget),
            Topology::Torus => self.exceeding_on::<Torus>(state, alpha, budget),
        }
    }

    fn exceeding_on<E: Edges>(
        &mut self,
        state: &State,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<Option<Action>, Stopped> {
        let node = Node::of(state);
        let Some(selected) = state.selected() else {
            let piece = self.search.selection_exceeding::<E>(&node, alpha, budget)?;
            return Ok(piece.map(|piece| Action::Select(named(Piece::new, piece))));
        };
        if !budget.count() {
            return Err(Stopped);
        }
        let (seen, piece) = (Seen::new::<E>(&node), u32::from(selected.number()));
        let square = match seen.completing_squares(piece) {
            0 if state.bag_bits() == 0 => (0 > alpha).then(|| node.empty.trailing_zeros()),
            0 => self
                .search
                .placement_exceeding::<E>(&seen, piece, alpha, budget)?,
            squares => Some(squares.trailing_zeros()),
        };
        Ok(square.map(|square| Action::Place(named(Square::new, square))))
    }
}

/// Returns the piece or square of a number that the search has named.
fn named<T>(of_number: impl Fn(u8) -> Option<T>, number: u32) -> T {
    let named = u8::try_from(number).ok().and_then(of_number);
    named.expect("the search names pieces and squares that there are")
}

impl ExactSolver<Quartet> for Solver {
    fn rules(&self) -> &Quartet {
        &self.rules
    }

    fn solve(
        &mut self,
        state: &State,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> (Bounds, Option<Action>) {
        assert!(
            self.rules.turn(state).player().is_some(),
            "a game that is over has nothing to solve"
        );
        let (bounds, action) = self.catch(state, score::bounds(state), strength, budget);
        // Every action scores the least that is possible.
        (bounds, action.or_else(|| self.rules.legal_actions(state).get(0)))
    }

    fn narrow(
        &mut self,
        state: &State,
        action: Action,
        known: Bounds,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Bounds {
        let mover = self.rules.turn(state).player();
        let mut after = *state;
        self.rules.play_unchecked(&mut after, action, &mut ());
        match self.rules.turn(&after) {
            Turn::Over(Outcome::Draw) => Bounds::exactly(0),
            // Whoever has just placed has won.
            Turn::Over(_) => Bounds::exactly(score::worth(after.placed())),
            next if next.player() == mover => {
                let known = known.and(score::bounds(&after));
                self.catch(&after, known, strength, budget).0
            }
            _ => {
                let known = known.reversed().and(score::bounds(&after));
                self.catch(&after, known, strength, budget).0.reversed()
            }
        }
    }

    fn best(&mut self, state: &State, budget: &mut SearchBudget) -> Option<(Action, i32)> {
        let (bounds, action) = self.solve(state, Strength::Strong, budget);
        action.zip(bounds.exact())
    }

    /// The order of their numbers: no piece and no square is better by itself.
    fn preferred(&self, state: &State) -> Vec<Action> {
        self.rules.legal_actions(state).into_iter().collect()
    }

    fn value(&self, state: &State, score: i32) -> Value {
        value_of_score(state, score)
    }

    fn most_plies(&self, state: &State) -> u32 {
        2 * state.bag_bits().count_ones() + u32::from(state.selected().is_some())
    }
}

/// Chooses the α to ask about next: who wins first, beginning with whether it is lost, for most positions are; and then how
/// soon, from the quick ends on, whose proofs are shallow.
const fn question(Bounds { low, high }: Bounds) -> i32 {
    match (low, high) {
        (..0, 0..) => -1,
        (..1, 1..) => 0,
        (1.., _) => high - 1,
        _ => low,
    }
}
