//! The exact solver: what a position is worth when both sides play perfectly.
//!
//! A position's *score* says who wins and how soon: 0 is a draw; a win is worth half the cells still free when its
//! last stone drops, `(area + 1 − stones) / 2` rounded down, so a sooner win scores higher; a loss is the negative
//! of the winner's score. These are the conventions of Pascal Pons' solver and its test sets.
//!
//! A search asks one question, "is the score more than α?" (`search`), and questions with different α catch the score
//! between them (`engine`). Each technique is sound by itself:
//!
//! * *Bit boards* ([`super::bits`]) find all lines at once by shifts; the sentinel row keeps lines on the board.
//! * *Non-losing moves*: a move after which the opponent completes a four is worth exactly the worst that is still
//!   possible, so leaving such moves out changes nothing unless no other is left, and then that is the score.
//! * *Static bounds*: with no four completed by the next two stones, a win can come with the third at the earliest.
//! * *Double threats*: after a move that leaves two fours to complete at once, or one and another right above it, the
//!   opponent, who cannot win first, stops one of them only.
//! * *Dead lines*: who has no line left without a stone of the other's cannot win, whatever is played.
//! * *Follow-up proofs* (`follow_up`): who answers every stone by one on top of it knows which cells the other gets. Where
//!   these hold no four there is nothing to fear, and with a threat of the right parity a win is certain.
//! * *Order* (`order`) changes only how soon a refutation is found, never whether there is one.
//! * *Forced replies* are followed at once: with one move left the score is that of the position after it, reversed.
//! * *Transposition table* (`bound_table`): entries are told apart by their whole keys and hold proved bounds.
//! * *Mirror images* score alike, so near the root both share an entry.
//! * *Enhanced cut-offs*: a reply that a static proof or a noted bound already refutes needs no search.
//! * *Far and near questions* take turns with growing budgets: what is asked changes how soon the score is caught, not
//!   which one it is.
//! * *Threads* (`parallel`) share the table, in which stands nothing but what is proved: whichever has an answer, it is right.
//!
//! What each is worth, in nodes a position (the five public sets of Pons' protocol from the middle on, and a sample of
//! the hardest), added one after another:
//!
//! | | L2_R1 | L1_R1 | L2_R2 | L1_R2 | L1_R3 |
//! | --- | ---: | ---: | ---: | ---: | ---: |
//! | bit boards, non-losing moves, order, table of two entries a place | 430 | 3,747 | 40,478 | 1,079,275 | 42.9 M |
//! | follow-up proofs | 325 | 3,078 | 23,837 | 735,003 | 21.1 M |
//! | dead lines, cut-offs by the table | 301 | 2,824 | 20,134 | 592,577 | 15.5 M |
//! | cut-offs by static proofs of the replies | 279 | 2,603 | 16,337 | 493,294 | 11.7 M |
//! | far and near questions in turns | 279 | 3,035 | 16,486 | 497,693 | 8.4 M |
//! | no table for the last six plies, no cut-offs for the last ten | 281 | 3,063 | 17,466 | 538,000 | 9.0 M |
//!
//! The last line costs nodes and saves time. Double threats and a better order of questions came later: `BENCHMARKS.md` has
//! what whole sets take now. Pons' solver takes 29 M on the first fifteen of L1_R3, this one 6.4 M.
//!
//! The first plies of the standard board are not searched at all: their scores stand in a [book](super::book).
//!
//! Boards that fit in 64 bits use one word, up to 128 bits two; the 7×6 board has its shifts compiled in. Larger
//! ones are searched on the readable rules (`plain`), which settles nearly full boards and quick wins.

mod engine;
mod follow_up;
mod order;
mod parallel;
mod plain;
mod score;
mod search;
#[cfg(test)]
pub(super) mod tests;

use std::num::NonZero;

use quincunx_core::{Game, Outcome, Turn};
use quincunx_search::SearchBudget;

use super::bits::{BitBoard, Standard};
use super::book::Book;
use super::packed::pack;
use super::rules::{Column, ConnectFour, Position};
use engine::Engine;
use quincunx_core::grid::bits::AnySize;

pub use quincunx_search::exact::{Bounds, Strength};
pub(super) use score::win;
pub use score::{score_of_value, value_of_score};

/// The search was stopped before it could tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// An exact solver for one size of board, with the knowledge that it gathers.
///
/// One solver answers about any number of positions in any order; what one question taught makes the next cheaper.
/// Only how long it takes, never an exact answer, depends on the questions before.
///
/// ```
/// use quincunx_core::Notation;
/// use crate::ConnectFour;
/// use crate::solver::{Solver, Strength};
/// use quincunx_search::{Limits, Meter};
///
/// let rules = ConnectFour::default();
/// let position = rules.parse_position("4557146376176147672424763164551222")?;
/// let mut solver = Solver::new(rules);
/// let mut budget = Meter::start(&Limits::default());
/// let scores = solver.solve_drops(&position, Strength::Strong, &mut budget);
/// // Columns 4, 6 and 7 are full; column 3 wins at once.
/// let exact: Vec<Option<i32>> = scores.iter().map(|bounds| bounds.and_then(|bounds| bounds.exact())).collect();
/// assert_eq!(exact, [Some(-4), Some(-4), Some(4), None, Some(3), None, None]);
/// # Ok::<(), quincunx_core::NotationError>(())
/// ```
pub struct Solver {
    rules: ConnectFour,
    engine: AnyEngine,
    /// Whether the shipped book is asked first.
    book: bool,
}

/// The engines for boards of different sizes.
enum AnyEngine {
    Standard(Engine<Standard, 7>),
    /// With a sentinel above four rows, 64 bits hold twelve columns.
    OneWord(Engine<AnySize<u64>, 12>),
    /// And 128 bits twenty-five.
    TwoWords(Engine<AnySize<u128>, 25>),
    Plain,
}

/// Carries out an expression with the engine for the solver's board, or another one for the plain search.
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
    /// The memory that a solver made by [`Solver::new`] may take, in bytes. It begins with some 100 KiB and takes more as
    /// positions prove hard; while it does, for a moment half as much again.
    pub const MEMORY: usize = 1 << 26;

    /// Makes a solver with a transposition table of [`Solver::MEMORY`], and the book that is shipped for the size, if any.
    #[must_use]
    pub fn new(rules: ConnectFour) -> Self {
        Self::with_memory(rules, Self::MEMORY)
    }

    /// Makes a solver as [`Solver::new`] does, with a transposition table of at most so many bytes; the first, up
    /// to 2 MiB on boards beyond 7×6, it takes in any case.
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
        let book = matches!(engine, AnyEngine::Standard(_));
        Self { rules, engine, book }
    }

    /// Searches even what the book knows.
    #[must_use]
    pub fn without_book(mut self) -> Self {
        self.book = false;
        self
    }

    /// Searches hard positions on so many threads, which share what they find. Exact answers stay the same; a board of
    /// more than one word is searched on one thread whatever is said here.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        with_engine!(&mut self.engine, engine => engine.set_threads(threads.get()), plain => {});
        self
    }

    /// Returns how many 64-bit words a board of the rules takes; `None` for one beyond two words, which is searched on
    /// the readable rules, some hundred times as slowly.
    #[must_use]
    pub fn words(rules: &ConnectFour) -> Option<u32> {
        let one = AnySize::<u64>::new(rules.size()).map(|_| 1);
        one.or_else(|| AnySize::<u128>::new(rules.size()).map(|_| 2))
    }

    /// Returns the rules it solves positions of.
    #[must_use]
    pub const fn rules(&self) -> &ConnectFour {
        &self.rules
    }

    /// Bounds the score of a position for its mover: as exactly as asked for, unless the meter stops the search.
    ///
    /// # Panics
    /// When the game is over.
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

    /// Bounds the score of dropping into a column, for the player who drops; `None` when it cannot be played.
    pub fn solve_drop(
        &mut self,
        position: &Position,
        column: Column,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Option<Bounds> {
        let mut after = position.clone();
        self.rules.play(&mut after, column, &mut ()).ok()?;
        let bounds = self.at_once(&after);
        Some(
            bounds
                .unwrap_or_else(|| self.solve(&after, strength, budget))
                .reversed(),
        )
    }

    /// Bounds the score of dropping into each column, from the left; `None` for those that cannot be played.
    ///
    /// What is found out about one column serves the others, and several threads search several columns at a time.
    pub fn solve_drops(
        &mut self,
        position: &Position,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Option<Bounds>> {
        let columns = (0..self.rules.size().columns() as u8).map(Column);
        // Each with its score, if that need not be searched.
        let replies: Vec<Option<(Position, Option<Bounds>)>> = columns
            .map(|column| {
                let mut after = position.clone();
                self.rules.play(&mut after, column, &mut ()).ok()?;
                let known = self.at_once(&after);
                Some((after, known))
            })
            .collect();
        let is_open = |(_, known): &&(Position, Option<Bounds>)| known.is_none();
        let open = replies.iter().flatten().filter(is_open).map(|(reply, _)| reply);
        // No reply scores less for the other player than the best one.
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
            Some(bounds.expect("what is not known at once is searched").reversed())
        };
        replies.iter().map(bounds).collect()
    }

    /// Returns the score of a position for whoever would be next when it need not be searched: the game is over, or the book
    /// knows it.
    fn at_once(&self, position: &Position) -> Option<Bounds> {
        let score = match position.turn() {
            Turn::Over(Outcome::Draw) => Some(0),
            // The game was lost by the last stone.
            Turn::Over(_) => Some(-score::win(self.area(), position.stones() - 1)),
            _ => self.score_by_book(position),
        };
        score.map(Bounds::exactly)
    }

    /// Finds a column with the best score and that score; `None` when the meter stops the search before.
    ///
    /// Cheaper than solving every drop: once the position's score is known, each column need only be asked whether
    /// it reaches that. Of equals it is the one nearest the middle.
    ///
    /// # Panics
    /// When the game is over.
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

    /// Finds how perfect play goes on to the end of the game, with the quickest win and the longest defence; of equal
    /// columns the one nearest the middle. `None` when the meter stops the search before.
    ///
    /// # Panics
    /// When the game is over.
    pub fn principal_variation(
        &mut self,
        position: &Position,
        budget: &mut SearchBudget,
    ) -> Option<Vec<Column>> {
        let mut position = position.clone();
        let mut line = Vec::new();
        loop {
            let (column, _) = self.best(&position, budget)?;
            self.rules.play_unchecked(&mut position, column, &mut ());
            line.push(column);
            if position.turn().player().is_none() {
                return Some(line);
            }
        }
    }

    /// Decides whether a position scores more than `alpha`; `None` when the meter stops the search before.
    pub(super) fn exceeds(
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
        .ok()
    }

    /// Looks a position up that is not over.
    fn score_by_book(&self, position: &Position) -> Option<i32> {
        // A book is opened only for a position that may be in it.
        let asked = self.book && position.stones() <= Book::SHIPPED_PLIES;
        let board = asked.then(|| pack(Standard::default(), position))?;
        Book::shipped().score(&board)
    }

    fn area(&self) -> u32 {
        self.rules.size().area() as u32
    }
}

/// A solver of many related positions of the standard board, on one thread: its table is as large as it may be from the
/// beginning, for what one position teaches helps with the next.
pub(super) struct BoardSolver(Engine<Standard, 7>);

impl BoardSolver {
    pub(super) fn for_many(bytes: usize) -> Self {
        let mut engine = Engine::new(Standard::default(), bytes);
        engine.grow_table();
        Self(engine)
    }

    /// Returns the score of a position that is not over; `None` when the meter stops the search before.
    pub(super) fn score(&mut self, board: BitBoard<Standard>, budget: &mut SearchBudget) -> Option<i32> {
        self.0.solve(board, Strength::Strong, budget).exact()
    }
}

/// Lists the columns from the middle outwards, of two alike the left one first.
pub(super) fn central_first(rules: &ConnectFour) -> impl Iterator<Item = Column> + use<> {
    let columns = rules.size().columns() as u8;
    let mut central: Vec<u8> = (0..columns).collect();
    central.sort_by_key(|column| (2 * column + 1).abs_diff(columns));
    central.into_iter().map(Column)
}
