//! The exact solver: the score of a position under perfect play.
//!
//! A position's *score* says who wins and how soon. A draw scores 0. A win scores half the cells that are
//! free when its last stone drops, `(area + 1 − stones) / 2` rounded down, so a sooner win scores higher. A
//! loss is the negative of the winner's score. Pascal Pons' solver and its test sets use the same convention.
//!
//! ```
//! use quincunx_connect_four::{ConnectFour, Notation, Solver};
//! use quincunx_connect_four::solver::{Limits, SearchBudget, Strength};
//!
//! let rules = ConnectFour::default();
//! let position = rules.parse_position("4557146376176147672424763164551222")?;
//! let mut solver = Solver::new(rules);
//! let mut budget = SearchBudget::start(&Limits::of_nodes(1_000_000));
//! let columns = solver.solve_columns(&position, Strength::Strong, &mut budget);
//! // Columns 4, 6 and 7 are full; column 3 wins at once.
//! let scores: Vec<Option<i32>> = columns.iter().map(|bounds| bounds.and_then(|bounds| bounds.exact())).collect();
//! assert_eq!(scores, [Some(-4), Some(-4), Some(4), None, Some(3), None, None]);
//! # Ok::<(), quincunx_connect_four::NotationError>(())
//! ```
//!
//! A null-window search (`search`) decides whether the score is more than some α, and searches with different
//! α close in on the score (`bisection`). Each technique is sound by itself:
//!
//! * *Bitboards* ([`BitBoard`]) find all lines at once by shifts.
//! * *Non-losing moves*: a move after which the opponent completes a four scores the worst that is still
//!   possible. Such moves are left out unless no other is left.
//! * *Static bounds*: if the next two stones complete no four, a win comes with the third at the earliest.
//! * *Double threats*: a move that leaves two fours to complete at once, or one and another right above it,
//!   wins.
//! * *Dead lines*: a player without a line free of the opponent's stones cannot win.
//! * *Follow-up proofs* (`follow_up`): a player who answers every stone by one on top of it knows which cells
//!   the opponent gets. If these hold no four the opponent cannot win; with a threat of the right parity the
//!   player wins.
//! * *Move ordering* (`order`) and *forced replies* without a search of alternatives.
//! * *Transposition table*: entries hold proved bounds under the whole key. Mirror images share one near the
//!   root.
//! * *Enhanced transposition cut-offs*: a reply that a static proof or a stored bound refutes needs no
//!   search.
//! * *Threads* (`parallel`) share the table, which holds nothing but proved bounds.
//!
//! The score of every position of the first plies on 7×6 is looked up in a [book](crate::book). Boards that
//! fit in 64 bits use one word, up to 128 bits two. Larger ones are searched on the readable rules (`plain`),
//! which settles nearly full boards and quick wins.

mod abdada;
mod bisection;
mod engine;
mod follow_up;
mod order;
mod parallel;
mod plain;
mod search;
#[cfg(test)]
pub(super) mod tests;

use std::num::NonZero;

use quincunx_core::grid::bits::AnySize;
use quincunx_core::{Game, Outcome, Turn};
use quincunx_search::Value;

use crate::bitboard::{BitBoard, Standard};
use crate::book::Book;
use crate::packed::pack;
use crate::rules::{Column, ConnectFour, Position};
use crate::score;
use engine::Engine;

pub use quincunx_search::{Bounds, ExactSolver, Strength};
pub use quincunx_search::{Limits, SearchBudget};

/// An exact solver for one size of board. What it learns from one position makes later ones cheaper.
///
/// Exact answers do not depend on earlier questions; only the number of nodes does.
pub struct Solver {
    rules: ConnectFour,
    engine: AnyEngine,
    uses_book: bool,
}

/// The engine for a size of board.
enum AnyEngine {
    Standard(Engine<Standard, 7>),
    /// 64 bits hold twelve columns of four rows and a sentinel.
    OneWord(Engine<AnySize<u64>, 12>),
    /// 128 bits hold twenty-five.
    TwoWords(Engine<AnySize<u128>, 25>),
    Plain,
}

/// Evaluates an expression on the engine of the solver's board, or another for the plain search.
macro_rules! with_engine {
    ($any:expr, $engine:ident => $packed:expr, plain => $plain:expr) => {
        match $any {
            AnyEngine::Standard($engine) => $packed,
            AnyEngine::OneWord($engine) => $packed,
            AnyEngine::TwoWords($engine) => $packed,
            AnyEngine::Plain => $plain,
        }
    };
}

impl Solver {
    /// The memory limit of a solver created by [`Solver::new`], in bytes. The table begins with 128 KiB and
    /// grows while positions are hard; a growing table briefly takes half as much again.
    pub const MEMORY: usize = 1 << 26;

    /// Creates a solver with [`Solver::MEMORY`] and, on 7×6, the shipped book.
    pub fn new(rules: ConnectFour) -> Self {
        Self::with_memory(rules, Self::MEMORY)
    }

    /// Creates a solver with a transposition table of at most so many bytes. The initial table, up to 2 MiB
    /// on boards beyond 7×6, is allocated in any case.
    #[must_use]
    pub fn with_memory(rules: ConnectFour, bytes: usize) -> Self {
        let engine = if rules == ConnectFour::default() {
            AnyEngine::Standard(Engine::new(Standard::default(), bytes))
        } else if let Some(geometry) = AnySize::new(rules.size()) {
            AnyEngine::OneWord(Engine::new(geometry, bytes))
        } else if let Some(geometry) = AnySize::new(rules.size()) {
            AnyEngine::TwoWords(Engine::new(geometry, bytes))
        } else {
            AnyEngine::Plain
        };
        let uses_book = matches!(engine, AnyEngine::Standard(_));
        Self {
            rules,
            engine,
            uses_book,
        }
    }

    /// Searches the positions that the book contains as well.
    #[must_use]
    pub fn without_book(mut self) -> Self {
        self.uses_book = false;
        self
    }

    /// Searches hard positions on so many threads, which share a table. Boards of two words are searched on
    /// one thread.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        with_engine!(&mut self.engine, engine => engine.set_threads(threads.get()), plain => {});
        self
    }

    /// Returns how many 64-bit words a board takes; `None` beyond two words, where the search is some hundred
    /// times slower.
    pub(crate) fn words(rules: &ConnectFour) -> Option<u32> {
        let one = AnySize::<u64>::new(rules.size()).map(|_| 1);
        one.or_else(|| AnySize::<u128>::new(rules.size()).map(|_| 2))
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &ConnectFour {
        &self.rules
    }

    /// Returns the exact score of a position for the player to move, however long the search takes.
    ///
    /// # Panics
    /// When the game is over; on boards beyond two words also when the search does not settle the score. With
    /// a position of another board size it panics or the score is meaningless.
    pub fn score(&mut self, position: &Position) -> i32 {
        let bounds = self.solve(
            position,
            Strength::Strong,
            &mut SearchBudget::start(&Limits::default()),
        );
        bounds.exact().expect("no limit stops the search")
    }

    /// Bounds the score of a position for the player to move. The bounds are as tight as `strength` requires
    /// unless the budget runs out.
    ///
    /// # Panics
    /// When the game is over. With a position of another board size it panics or the bounds are meaningless.
    pub fn solve(&mut self, position: &Position, strength: Strength, budget: &mut SearchBudget) -> Bounds {
        assert!(
            position.turn().player().is_some(),
            "a game that is over has nothing to solve"
        );
        if let Some(score) = self.score_by_book(position) {
            return Bounds::exactly(score);
        }
        with_engine!(
            &mut self.engine,
            engine => engine.solve(pack(engine.geometry(), position), strength, budget),
            plain => plain::solve(&self.rules, position, strength, budget)
        )
    }

    /// Bounds the score of a drop for the player who drops; `None` when the column cannot be played.
    /// The position has the board size of the solver.
    pub fn solve_column(
        &mut self,
        position: &Position,
        column: Column,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Option<Bounds> {
        let mut after = position.clone();
        self.rules.play(&mut after, column, &mut ()).ok()?;
        let bounds = self.without_search(&after);
        Some(
            bounds
                .unwrap_or_else(|| self.solve(&after, strength, budget))
                .reversed(),
        )
    }

    /// Bounds the score of each drop, from the left; `None` for columns that cannot be played.
    ///
    /// The columns share the table, and several threads search several columns at a time.
    /// The position has the board size of the solver.
    pub fn solve_columns(
        &mut self,
        position: &Position,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Option<Bounds>> {
        let columns = (0..self.rules.size().columns() as u8).map(Column);
        let replies: Vec<Option<(Position, Option<Bounds>)>> = columns
            .map(|column| {
                let mut after = position.clone();
                self.rules.play(&mut after, column, &mut ()).ok()?;
                let known = self.without_search(&after);
                Some((after, known))
            })
            .collect();
        let is_open = |(_, known): &&(Position, Option<Bounds>)| known.is_none();
        let open = replies.iter().flatten().filter(is_open).map(|(reply, _)| reply);
        // For the opponent no reply scores less than the best drop's.
        let least = self.score_by_book(position).map_or(i32::MIN, |best| -best);
        let mut searched = with_engine!(
            &mut self.engine,
            engine => {
                let geometry = engine.geometry();
                engine.solve_all(open.map(|reply| pack(geometry, reply)), least, strength, budget)
            },
            plain => open.map(|reply| plain::solve(&self.rules, reply, strength, budget)).collect()
        )
        .into_iter();
        let bounds = |reply: &Option<(Position, Option<Bounds>)>| {
            let (_, known) = reply.as_ref()?;
            let bounds = known.or_else(|| searched.next());
            Some(bounds.expect("every other reply is searched").reversed())
        };
        replies.iter().map(bounds).collect()
    }

    /// Returns the score of a position that is over, for the loser, or in the book.
    fn without_search(&self, position: &Position) -> Option<Bounds> {
        let score = match position.turn() {
            Turn::Over(Outcome::Draw) => Some(0),
            // The last stone decided the game.
            Turn::Over(_) => Some(-score::win(self.area(), position.stones() - 1)),
            _ => self.score_by_book(position),
        };
        score.map(Bounds::exactly)
    }

    /// Returns a column with the best score, and that score; `None` when the budget runs out. Of equal
    /// columns it is the one nearest to the middle.
    ///
    /// This is cheaper than [`Solver::solve_columns`]: once the position's score is known, each column is
    /// only compared with it.
    ///
    /// # Panics
    /// When the game is over. With a position of another board size it panics or the answer is meaningless.
    pub fn best(&mut self, position: &Position, budget: &mut SearchBudget) -> Option<(Column, i32)> {
        let best = self.solve(position, Strength::Strong, budget).exact()?;
        for column in central_first(&self.rules) {
            let mut after = position.clone();
            if self.rules.play(&mut after, column, &mut ()).is_err() {
                continue;
            }
            let reached = match after.turn() {
                Turn::Over(Outcome::Draw) => best == 0,
                Turn::Over(_) => true,
                _ => !self.exceeds(&after, -best, budget)?,
            };
            if reached {
                return Some((column, best));
            }
        }
        unreachable!("a position scores what its best column does")
    }

    /// Decides whether a position scores more than `alpha`; `None` when the budget runs out.
    pub(crate) fn exceeds(
        &mut self,
        position: &Position,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Option<bool> {
        if let Some(score) = self.score_by_book(position) {
            return Some(score > alpha);
        }
        with_engine!(
            &mut self.engine,
            engine => engine.exceeds(pack(engine.geometry(), position), alpha, budget),
            plain => plain::exceeds(&self.rules, position, alpha, budget)
        )
    }

    /// Looks up a position that is not over.
    fn score_by_book(&self, position: &Position) -> Option<i32> {
        // The book is decompressed when it is first needed.
        let may_contain = self.uses_book && position.stones() <= Book::SHIPPED_PLIES;
        may_contain.then(|| Book::shipped().score(&pack(Standard::default(), position)))?
    }

    fn area(&self) -> u32 {
        self.rules.size().area() as u32
    }
}

impl ExactSolver<ConnectFour> for Solver {
    fn rules(&self) -> &ConnectFour {
        Self::rules(self)
    }

    fn solve(
        &mut self,
        position: &Position,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> (Bounds, Option<Column>) {
        (Self::solve(self, position, strength, budget), None)
    }

    fn narrow(
        &mut self,
        position: &Position,
        column: Column,
        known: Bounds,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Bounds {
        let bounds = self.solve_column(position, column, strength, budget);
        known.intersect(bounds.expect("the column is not full"))
    }

    fn solve_actions(
        &mut self,
        position: &Position,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Option<Bounds>> {
        self.solve_columns(position, strength, budget)
    }

    fn best(&mut self, position: &Position, budget: &mut SearchBudget) -> Option<(Column, i32)> {
        Self::best(self, position, budget)
    }

    /// Columns nearer to the middle come first.
    fn preferred(&self, position: &Position) -> Vec<Column> {
        let mut columns: Vec<Column> = central_first(Self::rules(self)).collect();
        columns.retain(|&column| Self::rules(self).is_legal(position, column));
        columns
    }

    fn value(&self, position: &Position, score: i32) -> Value {
        score::value_of_score(Self::rules(self).size().area() as u32, position.stones(), score)
    }

    fn max_plies_left(&self, position: &Position) -> u32 {
        Self::rules(self).size().area() as u32 - position.stones()
    }
}

/// A single-threaded solver of many related positions of the standard board, with a table of full size from
/// the start.
pub(crate) struct BoardSolver(Engine<Standard, 7>);

impl BoardSolver {
    pub(crate) fn new(bytes: usize) -> Self {
        let mut engine = Engine::new(Standard::default(), bytes);
        engine.grow_table();
        Self(engine)
    }

    /// Returns the score of a position that is not over; `None` when the budget runs out.
    pub(crate) fn score(&mut self, board: BitBoard<Standard>, budget: &mut SearchBudget) -> Option<i32> {
        self.0.solve(board, Strength::Strong, budget).exact()
    }
}

/// Iterates over the columns from the middle outwards, the left of two first.
pub(crate) fn central_first(rules: &ConnectFour) -> impl Iterator<Item = Column> + use<> {
    let columns = rules.size().columns() as u8;
    let mut central: Vec<u8> = (0..columns).collect();
    central.sort_by_key(|column| (2 * column + 1).abs_diff(columns));
    central.into_iter().map(Column)
}
