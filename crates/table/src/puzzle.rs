//! A puzzle at a table: only right moves are played, the replies are those of the solution, and the solution
//! is sent to nobody before it is found or asked for.

use quincunx_core::{DynSession, Options, Side};
use quincunx_registry::{DynGame, PosedPuzzle, Puzzle, PuzzleError};
use quincunx_search::{Limits, StopToken};

use crate::command::{Performed, over};
use crate::event::{Event, Millis, PuzzleSetup, Seat, Setup};
use crate::id::SeatTokenHash;
use crate::messages::{Code, PuzzleInfo, Reason, Refusal};
use crate::order::fresh_key;
use crate::table::Table;

/// The level that defends: the one that plays perfectly, as the replies of a solution do.
const DEFENDER: u8 = 5;

/// The seeds that are tried for a puzzle.
const PUZZLE_SEEDS: u64 = 4;

/// A puzzle that is to be made.
pub struct PuzzleOrder {
    /// The game.
    pub entry: &'static dyn DynGame,
    /// The options of its rules.
    pub options: Options,
    /// In how many of their own moves the solver is to win.
    pub wins_in: u32,
    /// The seed.
    pub seed: u64,
}

impl PuzzleOrder {
    /// Makes the puzzle; `None` where the game has none. Of some seeds from the one asked for the first that
    /// has a puzzle is taken.
    ///
    /// # Errors
    /// When no puzzle was found, or not before the search was stopped.
    pub fn pose(&self, stop: &StopToken) -> Option<Result<PosedPuzzle, PuzzleError>> {
        let limits = Limits::until(stop);
        let pose = |seed| self.entry.puzzle(&self.options, self.wins_in, seed, &limits);
        let mut posed = pose(self.seed)?;
        for further in 1..PUZZLE_SEEDS {
            match posed {
                Err(PuzzleError::NotFound { .. }) => posed = pose(self.seed.wrapping_add(further))?,
                _ => break,
            }
        }
        Some(posed)
    }
}

impl Setup {
    /// Sets up the table of a puzzle as it was [posed](PuzzleOrder::pose), at which the one with this secret
    /// solves it.
    ///
    /// # Errors
    /// When there is no puzzle.
    pub fn of_puzzle(
        entry: &dyn DynGame,
        posed: Option<Result<PosedPuzzle, PuzzleError>>,
        solver: SeatTokenHash,
    ) -> Result<Self, Refusal> {
        let without = || Reason::GameWithoutPuzzles {
            game: entry.title().to_owned(),
        };
        let (session, puzzle) = posed.ok_or_else(without)?.map_err(|error| refusal(&error))?;
        let to_act = session.turn().player().map(Side::index);
        let seat = |index| {
            if Some(index) == to_act {
                Seat::Person { token: solver }
            } else {
                Seat::Computer { level: DEFENDER }
            }
        };
        let seats = (0..usize::from(entry.players())).map(seat).collect();
        Ok(Self {
            record: Some(session.record(Vec::new()).to_text()),
            puzzle: Some(PuzzleSetup::of(&puzzle, session.as_ref())),
            ..Self::new(entry.id(), Default::default(), fresh_key().to_string(), seats)
        })
    }
}

/// Reports why there is no puzzle, in the error's own words.
///
/// Under these rules one may be so rare that none was found from several seeds; only a search that was
/// stopped is worth another try in a moment.
fn refusal(error: &PuzzleError) -> Refusal {
    let message = error.to_string();
    let reason = match *error {
        PuzzleError::WinsIn { asked, least, most } => Reason::PuzzleLength {
            least,
            most,
            found: asked,
        },
        PuzzleError::New(_) => Reason::NoGame { message },
        PuzzleError::NotFound { wins_in, .. } => Reason::PuzzleNotFound { wins_in, message },
        PuzzleError::Stopped => Reason::EngineBusy {},
    };
    reason.into()
}

impl PuzzleSetup {
    /// Writes a puzzle down, for a session that stands at its position.
    #[must_use]
    pub(crate) fn of(puzzle: &Puzzle, session: &dyn DynSession) -> Self {
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

    /// Reveals the solution, the moves of which are then played one by one.
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
            revealed: self.revealed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_search_that_was_stopped_is_to_be_tried_again() {
        let not_found = PuzzleError::NotFound {
            wins_in: 6,
            games: 400,
        };
        let refused = refusal(&not_found);
        assert_eq!(
            (refused.code, refused.message),
            (Code::Illegal, not_found.to_string())
        );
        assert_eq!(refusal(&PuzzleError::Stopped).code, Code::Busy);
    }
}
