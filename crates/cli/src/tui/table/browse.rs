//! Navigation in the game.

use super::{Mode, Seat, Table, Tone};
use crate::tui::keymap::Command;
use crate::tui::messages::Request;

impl Table {
    /// Takes back to a person's turn; without persons, one ply.
    pub(super) fn undo(&mut self) {
        if let Mode::Replay { .. } = self.mode {
            return self.command(Command::Back);
        }
        let is_persons = |ply: &usize| {
            self.session
                .action_of(*ply)
                .is_some_and(|(player, _)| self.seats[player.index()] == Seat::Person)
        };
        // What led to a puzzle stays.
        let first = 1 + self.first_ply();
        let plays = (first..=self.session.ply()).rev();
        let target = if self.a_person_plays() {
            plays.clone().find(is_persons)
        } else {
            plays.clone().next()
        };
        match target {
            Some(ply) => self.browse(ply - 1),
            None => self.show(Tone::Plain, "there is nothing to take back"),
        }
    }

    pub(super) fn redo(&mut self) {
        let now = self.session.ply();
        let last = self.session.ply_count();
        if now == last {
            return self.show(Tone::Plain, "there is nothing to play again");
        }
        let is_persons_turn = |ply: &usize| {
            self.session
                .action_of(*ply + 1)
                .is_none_or(|(player, _)| self.seats[player.index()] == Seat::Person)
        };
        let target = if self.a_person_plays() {
            (now + 1..=last).find(is_persons_turn).unwrap_or(last)
        } else {
            now + 1
        };
        self.browse(target);
    }

    pub(super) fn a_person_plays(&self) -> bool {
        self.seats[..usize::from(self.session.players())].contains(&Seat::Person)
    }

    /// Goes to a position of the game without animation.
    pub(super) fn browse(&mut self, ply: usize) {
        self.animation = None;
        if let Mode::Replay { playing } = &mut self.mode {
            *playing = false;
        }
        if self.session.go_to(ply) {
            self.unsaved = self.mode == Mode::Game;
            self.position_changed();
            self.paused = self.session.ply() < self.session.ply_count();
        }
    }

    pub(super) fn step_forward(&mut self) {
        let before = self.view.board.clone();
        if !self.session.redo() {
            return self.show(Tone::Plain, "this is the end of the record");
        }
        self.unsaved = self.mode == Mode::Game;
        self.animate(before);
        self.position_changed();
        self.paused = self.session.ply() < self.session.ply_count();
    }

    pub(super) fn pause(&mut self) {
        let is_before_puzzle = self.is_before_puzzle();
        match &mut self.mode {
            Mode::Replay { playing } => {
                *playing = !*playing;
                if *playing && self.session.ply() == self.session.ply_count() {
                    self.session.go_to(0);
                    self.position_changed();
                }
            }
            Mode::Game if is_before_puzzle => self.show_way_to_puzzle(),
            Mode::Game => {
                self.paused = !self.paused;
                if self.paused && self.is_thinking() {
                    self.asked = None;
                    self.requests.push(Request::Stop);
                }
            }
        }
    }

    pub(super) fn fork(&mut self) {
        if let Mode::Replay { .. } = self.mode {
            self.mode = Mode::Game;
            self.seats = Seat::PERSONS;
            self.paused = false;
            self.unsaved = true;
            self.show(Tone::Good, "you play on from here; the record stays as it is");
        }
    }
}
