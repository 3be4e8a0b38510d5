//! Puzzles: positions in which the side to move wins in a given number of its own moves, in one way only but
//! for the last move. The opponent's replies are the longest defence.

use quincunx_core::{DynSession, Game, Outcome, Side, Turn};
use quincunx_search::Limits;
use thiserror::Error;

use crate::error::NewGameError;

/// The puzzles of a game.
pub trait PuzzleMaker<G: Game>: Sync {
    /// Returns in how many moves the solver can be asked to win, at least and at most.
    fn wins_in(&self) -> (u32, u32);

    /// Makes the puzzle of a seed under the rules, to be won in a number of moves.
    ///
    /// # Errors
    /// When `wins_in` is outside the range of [`PuzzleMaker::wins_in`], there are no puzzles under the rules,
    /// none is found, or the search is stopped.
    fn make(
        &self,
        rules: &G,
        wins_in: u32,
        seed: u64,
        limits: &Limits,
    ) -> Result<TypedPuzzle<G::Action>, PuzzleError>;
}

/// A puzzle in a game's own types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedPuzzle<A> {
    /// What was played from the beginning of the game to the position.
    pub past: Vec<A>,
    /// The solution from there: the solver's moves and the replies in turn, to the move that wins.
    pub line: Vec<A>,
    /// How hard it is, from 1 to [`MAX_DIFFICULTY`].
    pub difficulty: u8,
}

/// The greatest difficulty.
pub const MAX_DIFFICULTY: u8 = 5;

/// A puzzle that a session plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// In how many of their own moves the solver wins.
    pub wins_in: u32,
    /// How hard it is, from 1 to [`MAX_DIFFICULTY`].
    pub difficulty: u8,
    /// The ply after which the puzzle begins.
    pub from: usize,
    /// The solution from there, as numbers of actions.
    pub line: Vec<usize>,
}

/// Why no puzzle was made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum PuzzleError {
    /// The number of moves is out of range.
    #[error("expected a puzzle to win in {least} to {most} moves, found {asked}")]
    WinsIn { asked: u32, least: u32, most: u32 },
    /// The options make no game, or none that has puzzles.
    #[error(transparent)]
    New(#[from] NewGameError),
    /// None was found.
    #[error("no puzzle to win in {wins_in} was found in {games} games; another seed may have one")]
    NotFound { wins_in: u32, games: u32 },
    /// The search was stopped from outside.
    #[error("the search for a puzzle was stopped")]
    Stopped,
}

impl Puzzle {
    /// Writes the goal as people say it: `win in 3`.
    pub fn goal(&self) -> String {
        format!("win in {}", self.wins_in)
    }

    /// Returns how many moves of their own the solver still needs at a ply.
    pub fn left(&self, ply: usize) -> u32 {
        match ply.checked_sub(self.from) {
            Some(played) => (self.line.len().saturating_sub(played) as u32).div_ceil(2),
            None => 0,
        }
    }

    /// Returns the next action of the solution in a session that has followed it.
    pub fn next(&self, session: &dyn DynSession) -> Option<usize> {
        let played = session.ply().checked_sub(self.from)?;
        self.line.get(played).copied()
    }

    /// Returns whether an action is the solution's next one or another that wins at once.
    pub fn is_right(&self, session: &dyn DynSession, action: usize) -> bool {
        if self.next(session) == Some(action) {
            return true;
        }
        let Turn::Player(solver) = session.turn() else {
            return false;
        };
        self.left(session.ply()) == 1 && wins_at_once(session, solver, action)
    }

    /// Returns the puzzle's tags for a record, without the solution.
    pub fn tags(&self) -> Vec<(String, String)> {
        vec![
            ("puzzle".to_owned(), self.goal()),
            (
                "difficulty".to_owned(),
                format!("{} of {MAX_DIFFICULTY}", self.difficulty),
            ),
        ]
    }

    /// Returns the texts of the solution, for a session at the puzzle's position.
    pub fn line_texts(&self, session: &dyn DynSession) -> Vec<String> {
        let text = |&action: &usize| session.action_text(action).unwrap_or_default();
        self.line.iter().map(text).collect()
    }
}

/// Returns whether an action is legal and wins the game for the one who acts.
fn wins_at_once(session: &dyn DynSession, player: Side, action: usize) -> bool {
    session
        .begun_at(session.ply())
        .is_some_and(|mut copy| copy.play(action).is_ok() && copy.turn() == Turn::Over(Outcome::Win(player)))
}
