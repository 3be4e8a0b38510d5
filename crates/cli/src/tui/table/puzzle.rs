//! A puzzle: only right moves are played; replies and hints come from the solution.

use std::time::Duration;

use quincunx_registry::{DynGame, PosedPuzzle, Puzzle};
use quincunx_search::AgentSpec;

use super::{Mode, Seat, Table, Tone};
use crate::tui::animation::Speed;

impl Table {
    /// Creates the table of a puzzle: a person against the strongest level.
    pub(crate) fn of_puzzle(
        entry: &'static dyn DynGame,
        (session, puzzle): PosedPuzzle,
        speed: Speed,
        now: Duration,
    ) -> Self {
        let defender: AgentSpec = "level:5".parse().expect("every game has five levels");
        let mut seats = [Seat::Computer(defender.clone()), Seat::Computer(defender)];
        if let Some(solver) = session.turn().player() {
            seats[solver.index()] = Seat::Person;
        }
        let mut table = Self::new(entry, session, seats, speed, now);
        table.puzzle = Some(puzzle);
        table
    }

    /// Returns the puzzle until it is solved.
    pub(crate) fn open_puzzle(&self) -> Option<&Puzzle> {
        let is_open = self.mode == Mode::Game && self.session.turn().player().is_some();
        self.puzzle.as_ref().filter(|_| is_open)
    }

    pub(super) fn next_of_puzzle(&self) -> Option<usize> {
        self.open_puzzle()?.next(self.session.as_ref())
    }

    /// Returns whether a puzzle allows an action, or shows why not.
    pub(super) fn puzzle_lets(&mut self, action: usize) -> bool {
        let Some(puzzle) = self.open_puzzle() else {
            return true;
        };
        if puzzle.is_right(self.session.as_ref(), action) || !self.session.is_legal(action) {
            return true;
        }
        let left = puzzle.left(self.session.ply());
        if self.is_before_puzzle() {
            self.show_way_to_puzzle();
        } else {
            let text = format!("that does not win in {left}: try another move, or h for a hint");
            self.show(Tone::Bad, &text);
        }
        false
    }

    /// Returns whether the position comes before the puzzle: nothing is played there.
    pub(crate) fn is_before_puzzle(&self) -> bool {
        self.session.ply() < self.first_ply()
    }

    pub(super) fn show_way_to_puzzle(&mut self) {
        self.show(Tone::Plain, "this led to the puzzle: End goes back to it");
    }

    /// Shows the next move of the solution; false without a puzzle.
    pub(super) fn hint_of_puzzle(&mut self) -> bool {
        let Some(action) = self.next_of_puzzle() else {
            return false;
        };
        let text = self.session.action_text(action).unwrap_or_default();
        self.hint = Some(action);
        self.show(Tone::Good, &format!("the solution goes on with {text}"));
        true
    }
}
