//! A puzzle at a table: only right moves are played, the replies are those of the solution, and the solution
//! is sent to nobody before it is found or asked for.

use quincunx_core::{DynSession, Effect, Token};
use quincunx_registry::Puzzle;

use crate::command::{Performed, over};
use crate::event::{Event, Millis, PuzzleSetup, Seat};
use crate::messages::{Code, PuzzleInfo, Reason, Refusal};
use crate::table::Table;

impl PuzzleSetup {
    /// Writes a puzzle down, for a session that stands at its position.
    #[must_use]
    pub fn of(puzzle: &Puzzle, session: &dyn DynSession) -> Self {
        Self {
            wins_in: puzzle.wins_in,
            difficulty: puzzle.difficulty,
            line: puzzle.line_texts(session),
        }
    }

    /// Makes the puzzle that begins where a session stands.
    pub(crate) fn at(&self, session: &dyn DynSession) -> Result<Puzzle, Refusal> {
        let action = |text: &String| {
            let action = session.parse_action(text);
            action.map_err(|error| Reason::UnreadableAction {
                text: text.clone(),
                message: format!("the puzzle's solution: {error}"),
            })
        };
        Ok(Puzzle {
            wins_in: self.wins_in,
            difficulty: self.difficulty,
            from: session.ply(),
            line: self.line.iter().map(action).collect::<Result<_, _>>()?,
        })
    }
}

impl Table {
    /// Returns the action that is played without anybody choosing it: at a puzzle the reply, and the solver's
    /// own moves too once the solution has been asked for.
    #[must_use]
    pub fn scripted(&self) -> Option<usize> {
        let puzzle = self.puzzle.as_ref()?;
        let seat = &self.seats[self.to_act()?.index()];
        let is_played = self.revealed || matches!(seat, Seat::Computer { .. });
        puzzle
            .next(self.session())
            .filter(|_| is_played && self.check_room().is_ok())
    }

    /// Returns whether the solution of a puzzle is being played.
    #[must_use]
    pub const fn is_revealed(&self) -> bool {
        self.revealed
    }

    /// Refuses a legal move that does not solve the puzzle, where there is one.
    pub(crate) fn check_right(&self, action: usize) -> Result<(), Refusal> {
        let Some(puzzle) = &self.puzzle else {
            return Ok(());
        };
        if self.revealed {
            return Err(Reason::SolutionShown {}.into());
        }
        if puzzle.is_right(self.session(), action) || !self.session.is_legal(action) {
            return Ok(());
        }
        let left = puzzle.left(self.session.ply());
        Err(Reason::NotTheSolution { left }.into())
    }

    /// Has the solution played.
    pub(crate) fn reveal(&mut self, now: Millis) -> Result<Performed, Refusal> {
        if self.puzzle.is_none() {
            return Err(Reason::NoPuzzle {}.into());
        }
        self.to_act().ok_or_else(over)?;
        if self.revealed {
            return Err(Refusal {
                code: Code::Nothing,
                ..Reason::SolutionShown {}.into()
            });
        }
        Ok(self.done(Event::Revealed {}, now))
    }

    /// Refuses what makes no sense at a puzzle.
    pub(crate) fn check_no_puzzle(&self, reason: Reason) -> Result<(), Refusal> {
        match self.puzzle {
            None => Ok(()),
            Some(_) => Err(reason.into()),
        }
    }

    /// Reports how the puzzle stands.
    pub(crate) fn puzzle_info(&self) -> Option<PuzzleInfo> {
        let puzzle = self.puzzle.as_ref()?;
        Some(PuzzleInfo {
            wins_in: puzzle.wins_in,
            left: if self.is_over() {
                0
            } else {
                puzzle.left(self.session.ply())
            },
            difficulty: puzzle.difficulty,
            from: puzzle.from,
            token: token_before(self.session(), puzzle.from),
            revealed: self.revealed,
        })
    }
}

/// Returns the token that the last move before a ply, but for the opponent's reply, brought onto the board.
fn token_before(session: &dyn DynSession, ply: usize) -> Option<Token> {
    let (opponent, _) = session.action_of(ply)?;
    let is_solvers = |ply: &usize| {
        session
            .action_of(*ply)
            .is_some_and(|(player, _)| player != opponent)
    };
    let ply = (1..ply).rev().find(is_solvers)?;
    session
        .steps_of(ply)
        .iter()
        .flatten()
        .find_map(|effect| match *effect {
            Effect::Enter { token, .. } | Effect::Spawn { token, .. } => Some(token),
            _ => None,
        })
}
