//! The exact solver: the score of a position under perfect play.
//!
//! A position's *score* says who wins and how soon. A draw scores 0. A win by the n-th piece placed scores 17
//! − n, so a sooner win scores higher. A loss is the negative of the winner's score.
//!
//! ```
//! use quincunx_quartet::solver::{ExactSolver, Limits, SearchBudget, Strength};
//! use quincunx_quartet::{Notation, Quartet, Solver, Topology};
//!
//! let rules = Quartet::new(Topology::Plane);
//! let position = rules.parse_position("b73.../....../....../....../....../...... 5")?;
//! let mut budget = SearchBudget::start(&Limits::of_nodes(1_000));
//! let (bounds, action) = Solver::new(rules).solve(&position, Strength::Strong, &mut budget);
//! assert_eq!(bounds.exact(), Some(13));
//! assert_eq!(action, Some(rules.parse_action("place 0;3")?));
//! # Ok::<(), quincunx_quartet::NotationError>(())
//! ```
//!
//! A null-window search (`search`) decides whether the score is more than some α, and searches with different
//! α close in on the score. Each technique is sound by itself:
//!
//! * *Bitboards* (`patterns`): shifts find for all eight property values at once the squares that complete a
//!   line, those that prepare one, and the lines that can still be made.
//! * *Safe gifts* (`node`): selecting a piece that completes a line loses at once, so such gifts are left out
//!   unless no other piece is left.
//! * *Safe answers*: a placement after which no safe piece is left loses at once. They are found by set
//!   operations without placing anything. A gift without a safe answer wins at once.
//! * *Static bounds*: with a safe piece, a loss comes with the third piece at the earliest; without a gift
//!   that wins at once, a win with the fourth.
//! * *Possible scores* (`score`): whoever selects next wins with the second, fourth … piece and loses with
//!   the first, third …; bounds are rounded over the scores between.
//! * *Dead lines*: a line is dead for a value when it has a piece without it or lacks more squares than there
//!   are pieces with the value. A position without a live line is drawn, and all squares in no live line are
//!   equivalent.
//! * *Move ordering*: placements that leave the fewest safe pieces come first, then those that refuted most
//!   gifts. Gifts that leave the most safe pieces come first. Without the first rule a position takes 26
//!   times the nodes on the plane and 136 times on the torus.
//! * *Transposition table*: entries hold proved bounds under the whole key.

mod node;
mod patterns;
mod search;
#[cfg(test)]
mod tests;

use quincunx_core::{ActionSet, Game, Outcome, Topology, Turn};
use quincunx_search::Value;

use crate::piece::{Action, Piece, Square};
use crate::rules::{Position, Quartet};
use crate::score;
use node::{Node, NodeAnalysis};
use patterns::{Edges, Plane, Torus};
use search::{Interrupted, Search};

use quincunx_search::action_bounds::solve_actions;
pub use quincunx_search::{Bounds, ExactSolver, Strength};
pub use quincunx_search::{Limits, SearchBudget};

/// An exact solver for one topology. What it learns from one position makes later ones cheaper.
///
/// Exact answers do not depend on earlier questions; only the number of nodes does.
pub struct Solver {
    rules: Quartet,
    search: Search,
}

impl Solver {
    /// The memory limit of a solver created by [`Solver::new`], in bytes. The table begins with 256 KiB and
    /// grows while positions are hard; a growing table briefly takes half as much again.
    pub const MEMORY: usize = 1 << 26;

    /// Creates a solver with [`Solver::MEMORY`].
    pub fn new(rules: Quartet) -> Self {
        Self::with_memory(rules, Self::MEMORY)
    }

    /// Creates a solver with a transposition table of at most so many bytes, but at least 256 KiB.
    #[must_use]
    pub fn with_memory(rules: Quartet, bytes: usize) -> Self {
        Self {
            rules,
            search: Search::new(bytes),
        }
    }

    /// Returns the exact score of a position for the player to move, however long the search takes.
    ///
    /// # Panics
    /// When the game is over.
    pub fn score(&mut self, position: &Position) -> i32 {
        let mut budget = SearchBudget::start(&Limits::default());
        let (bounds, _) = self.solve(position, Strength::Strong, &mut budget);
        bounds.exact().expect("no limit stops the search")
    }

    /// Narrows bounds as far as `strength` requires. Also returns an action that scores at least the lower
    /// bound if that was raised.
    fn bisect(
        &mut self,
        state: &Position,
        known: Bounds,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> (Bounds, Option<Action>) {
        let pieces = state.bag_bits().count_ones();
        let (mut bounds, mut action) = (known, None);
        while !bounds.is_settled(strength) {
            let alpha = next_alpha(bounds);
            match self.exceeding(state, alpha, budget) {
                Ok(None) => bounds.high = score::highest_up_to(alpha, pieces),
                Ok(exceeding) => {
                    bounds.low = score::next_above(alpha, pieces);
                    action = exceeding;
                }
                Err(Interrupted) => break,
            }
        }
        (bounds, action)
    }

    /// Returns an action that scores more than `alpha`, a possible score of the position but not the best;
    /// `None` when there is none.
    fn exceeding(
        &mut self,
        state: &Position,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<Option<Action>, Interrupted> {
        match self.rules.topology() {
            Topology::Plane => self.exceeding_on::<Plane>(state, alpha, budget),
            Topology::Torus => self.exceeding_on::<Torus>(state, alpha, budget),
        }
    }

    fn exceeding_on<E: Edges>(
        &mut self,
        state: &Position,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<Option<Action>, Interrupted> {
        let node = Node::of(state);
        let Some(selected) = state.selected() else {
            let piece = self.search.selection_exceeding::<E>(&node, alpha, budget)?;
            return Ok(piece.map(|piece| Action::Select(named(Piece::new, piece))));
        };
        if !budget.count() {
            return Err(Interrupted);
        }
        let (seen, piece) = (NodeAnalysis::new::<E>(&node), u32::from(selected.number()));
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

/// Converts a number of the search to a piece or square.
fn named<T>(of_number: impl Fn(u8) -> Option<T>, number: u32) -> T {
    let named = u8::try_from(number).ok().and_then(of_number);
    named.expect("the search returns existing pieces and squares")
}

impl ExactSolver<Quartet> for Solver {
    fn rules(&self) -> &Quartet {
        &self.rules
    }

    fn solve(
        &mut self,
        state: &Position,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> (Bounds, Option<Action>) {
        assert!(
            self.rules.turn(state).player().is_some(),
            "a game that is over has nothing to solve"
        );
        let (bounds, action) = self.bisect(state, score::bounds(state), strength, budget);
        // Every action scores at least the lowest possible score.
        (bounds, action.or_else(|| self.rules.legal_actions(state).get(0)))
    }

    fn narrow(
        &mut self,
        state: &Position,
        action: Action,
        known: Bounds,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Bounds {
        let mover = self.rules.turn(state).player();
        let after = self.rules.after(state, action);
        match self.rules.turn(&after) {
            Turn::Over(Outcome::Draw) => Bounds::exactly(0),
            // The last placement won.
            Turn::Over(_) => Bounds::exactly(score::win(after.placed())),
            next if next.player() == mover => {
                let known = known.intersect(score::bounds(&after));
                self.bisect(&after, known, strength, budget).0
            }
            _ => {
                let known = known.reversed().intersect(score::bounds(&after));
                self.bisect(&after, known, strength, budget).0.reversed()
            }
        }
    }

    fn best(&mut self, state: &Position, budget: &mut SearchBudget) -> Option<(Action, i32)> {
        let (bounds, action) = self.solve(state, Strength::Strong, budget);
        action.zip(bounds.exact())
    }

    /// No piece and no square is better by itself.
    fn solve_actions(
        &mut self,
        state: &Position,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Option<Bounds>> {
        solve_actions(self, state, strength, budget)
    }

    fn preferred(&self, state: &Position) -> Vec<Action> {
        self.rules.legal_actions(state).into_iter().collect()
    }

    fn value(&self, state: &Position, score: i32) -> Value {
        score::value_of_score(state, score)
    }

    fn max_plies_left(&self, state: &Position) -> u32 {
        2 * state.bag_bits().count_ones() + u32::from(state.selected().is_some())
    }
}

/// Returns the next α: first whether the position is lost, as most are, then who wins, then how soon, from
/// the quick ends on, whose proofs are shallow.
const fn next_alpha(Bounds { low, high }: Bounds) -> i32 {
    match (low, high) {
        (..0, 0..) => -1,
        (..1, 1..) => 0,
        (1.., _) => high - 1,
        _ => low,
    }
}
