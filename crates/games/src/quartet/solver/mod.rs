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
//! | everything | 42 k | 7.3 k |
//! | answers not ordered by safe pieces | 834 k | 294 k |
//! | answers not ordered by past answers | 54 k | 7.7 k |
//! | gifts not ordered | 44 k | 7.3 k |
//! | no table | 46 k | 11.5 k |
//! | all squares tried | 43 k | 7.3 k |
//! | dead lines without the count of pieces | 44 k | 7.3 k |
//!
//! Tried and left out, as they save less than 1 %: one of several pieces that differ only in properties of which no line is
//! live, and a key of what still matters only. Symmetries of the board, translations of the torus and the 384 relabellings of
//! the properties (2^4 exchanges of values, 4! orders) serve in tests only: an image of a position has the pieces it began with
//! elsewhere, so that one search meets both only when it begins with hardly any.

mod key;
mod node;
mod patterns;
mod score;
mod search;
#[cfg(test)]
mod tests;

use quincunx_core::{DenseActions, Game, Outcome, Topology, Turn};
use quincunx_search::{Meter, Value};

use super::piece::Action;
use super::rules::{Quartet, State};
use node::{Node, Seen};
use patterns::{Edges, Plane, Torus};
use search::Search;

pub use crate::exact::{Bounds, ExactSolver, Strength};
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
/// use quincunx_games::quartet::{Quartet, solver::{ExactSolver, Solver, Strength}};
/// use quincunx_search::{Limits, Meter};
///
/// let rules = Quartet::new(Topology::Plane);
/// // Piece 5 is solid like the three of the first row.
/// let position = rules.parse_position("b73.../....../....../....../....../...... 5")?;
/// let mut solver = Solver::new(rules);
/// let bounds = solver.solve(&position, Strength::Strong, &mut Meter::start(&Limits::default()));
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

    /// Makes a solver as [`Solver::new`] does, with a transposition table of at most so many bytes.
    #[must_use]
    pub fn with_memory(rules: Quartet, bytes: usize) -> Self {
        Self {
            rules,
            search: Search::new(bytes),
        }
    }

    /// Decides whether a legal action scores at least so much; `None` when the meter stops the search before.
    fn reaches(&mut self, state: &State, action: Action, score: i32, meter: &mut Meter) -> Option<bool> {
        let mover = self.rules.turn(state).player();
        let mut after = *state;
        self.rules.play_unchecked(&mut after, action, &mut ());
        let known = match self.rules.turn(&after) {
            Turn::Over(Outcome::Draw) => Bounds::exactly(0),
            Turn::Over(_) => Bounds::exactly(score::worth(after.placed())),
            Turn::Player(next) if Some(next) == mover => {
                let known = score::bounds(&after);
                if known.low < score && score <= known.high {
                    return self.exceeds(&after, score - 1, meter).ok();
                }
                known
            }
            _ => {
                let known = score::bounds(&after).reversed();
                if known.low < score && score <= known.high {
                    return self.exceeds(&after, -score, meter).ok().map(|exceeds| !exceeds);
                }
                known
            }
        };
        Some(known.low >= score)
    }

    /// Decides whether a position scores more than `alpha`, one of the scores that are possible there but the best.
    fn exceeds(&mut self, state: &State, alpha: i32, meter: &mut Meter) -> Result<bool, Stopped> {
        match self.rules.topology() {
            Topology::Plane => self.exceeds_on::<Plane>(state, alpha, meter),
            Topology::Torus => self.exceeds_on::<Torus>(state, alpha, meter),
        }
    }

    fn exceeds_on<E: Edges>(
        &mut self,
        state: &State,
        alpha: i32,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        let node = Node::of(state);
        let Some(selected) = state.selected() else {
            return self.search.selecting_exceeds::<E>(&node, alpha, meter);
        };
        if !meter.count() {
            return Err(Stopped);
        }
        let (seen, piece) = (Seen::new::<E>(&node), u32::from(selected.number()));
        if seen.completes(piece) {
            Ok(true)
        } else if state.bag_bits() == 0 {
            Ok(0 > alpha)
        } else {
            self.search
                .placing_safe_piece_exceeds::<E>(&seen, piece, alpha, meter)
        }
    }
}

impl ExactSolver<Quartet> for Solver {
    fn solve(&mut self, state: &State, strength: Strength, meter: &mut Meter) -> Bounds {
        assert!(
            self.rules.turn(state).player().is_some(),
            "a game that is over has nothing to solve"
        );
        let mut bounds = score::bounds(state);
        while !bounds.is_settled(strength) {
            let alpha = question(bounds, strength);
            match self.exceeds(state, alpha, meter) {
                Ok(true) => bounds.low = alpha + 1,
                Ok(false) => bounds.high = alpha,
                Err(Stopped) => break,
            }
        }
        bounds
    }

    fn solve_actions(&mut self, state: &State, strength: Strength, meter: &mut Meter) -> Vec<Option<Bounds>> {
        (0..self.rules.action_count())
            .map(|index| {
                let action = self.rules.action_at(index)?;
                self.solve_action(state, action, strength, meter)
            })
            .collect()
    }

    fn solve_action(
        &mut self,
        state: &State,
        action: Action,
        strength: Strength,
        meter: &mut Meter,
    ) -> Option<Bounds> {
        let mover = self.rules.turn(state).player()?;
        if !self.rules.is_legal(state, action) {
            return None;
        }
        let mut after = *state;
        self.rules.play_unchecked(&mut after, action, &mut ());
        Some(match self.rules.turn(&after) {
            Turn::Over(Outcome::Draw) => Bounds::exactly(0),
            // Whoever has just placed has won.
            Turn::Over(_) => Bounds::exactly(score::worth(after.placed())),
            Turn::Player(next) if next == mover => self.solve(&after, strength, meter),
            _ => self.solve(&after, strength, meter).reversed(),
        })
    }

    /// Cheaper than solving every action: once the position's score is known, each need only be asked whether it reaches
    /// that.
    fn best(&mut self, state: &State, meter: &mut Meter) -> Option<(Action, i32)> {
        let score = self.solve(state, Strength::Strong, meter).exact()?;
        for action in self.preferred(state) {
            if self.reaches(state, action, score, meter)? {
                return Some((action, score));
            }
        }
        unreachable!("a position scores what its best action does")
    }

    /// The order of their numbers: no piece and no square is better by itself.
    fn preferred(&self, state: &State) -> Vec<Action> {
        self.rules.legal_actions(state).into_iter().collect()
    }

    fn principal_variation(&mut self, state: &State, meter: &mut Meter) -> Option<Vec<Action>> {
        let mut state = *state;
        let mut line = Vec::new();
        while self.rules.turn(&state).player().is_some() {
            let (action, _) = self.best(&state, meter)?;
            self.rules.play_unchecked(&mut state, action, &mut ());
            line.push(action);
        }
        Some(line)
    }

    fn value(&self, state: &State, score: i32) -> Value {
        value_of_score(state, score)
    }

    fn most_plies(&self, state: &State) -> u32 {
        2 * state.bag_bits().count_ones() + u32::from(state.selected().is_some())
    }
}

/// Chooses the α to ask about next: who wins first, and then how soon, from the quick ends on, whose proofs are shallow.
const fn question(bounds: Bounds, strength: Strength) -> i32 {
    let Bounds { low, high } = bounds;
    match strength {
        Strength::Strong => {
            if high > 0 && high >= -low {
                high - 1
            } else {
                low
            }
        }
        Strength::Weak => {
            if high > 0 && low <= 0 {
                0
            } else {
                -1
            }
        }
    }
}
