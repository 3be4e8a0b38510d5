//! From keys to actions on board and tray.

use quincunx_core::{Cell, Direction, Gesture, Offset};

use super::{Focus, Table, Tone};
use crate::tui::animation::Animation;

impl Table {
    /// Pushes, or moves the cursor of board or tray.
    pub(super) fn steer(&mut self, direction: Direction) {
        if self.ways.push {
            return self.gesture(Gesture::Push { towards: direction });
        }
        if self.focus == Focus::Tray {
            return self.steer_in_tray(direction);
        }
        if self.ways.column && !self.ways.has_cursor() {
            match direction {
                Direction::Up => {}
                Direction::Down => self.act(),
                Direction::Left | Direction::Right => self.move_cursor(direction),
            }
            return;
        }
        match self.selected {
            Some(from) => {
                if let Some(to) = self.neighbour(from, direction) {
                    self.swap(from, to);
                }
            }
            None => self.move_cursor(direction),
        }
    }

    pub(super) fn move_cursor(&mut self, direction: Direction) {
        if let Some(cell) = self.neighbour(self.cursor, direction) {
            self.cursor = cell;
        }
    }

    pub(super) fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let by = match direction {
            Direction::Up => Offset::new(0, -1),
            Direction::Down => Offset::new(0, 1),
            Direction::Left => Offset::new(-1, 0),
            Direction::Right => Offset::new(1, 0),
        };
        self.view.board.size().step(self.view.topology, cell, by)
    }

    pub(super) fn steer_in_tray(&mut self, direction: Direction) {
        let count = self.tray().len();
        if count == 0 {
            return;
        }
        let by = match direction {
            Direction::Left => count - 1,
            Direction::Right => 1,
            Direction::Up if self.tray_cursor >= Self::TRAY_COLUMNS => count - Self::TRAY_COLUMNS,
            Direction::Down if self.tray_cursor + Self::TRAY_COLUMNS < count => Self::TRAY_COLUMNS,
            Direction::Up | Direction::Down => 0,
        };
        self.tray_cursor = (self.tray_cursor + by) % count;
    }

    /// Shifts the row or column of the cursor; without shifts, moves the cursor.
    pub(super) fn shift(&mut self, towards: Direction) {
        if !self.ways.shift {
            return self.move_cursor(towards);
        }
        let action = self.moves.find_shift(self.cursor, towards);
        self.act_on(action, "the row or column cannot be shifted that way");
    }

    pub(super) fn rotate(&mut self, clockwise: bool) {
        let corner = self.cursor;
        let action = self.moves.find(Gesture::Rotate { corner, clockwise });
        self.act_on(action, "there is nothing to turn here");
    }

    /// Plays, selects or takes what is under the cursor.
    pub(super) fn act(&mut self) {
        if self.focus == Focus::Tray {
            if let Some(&token) = self.tray().get(self.tray_cursor) {
                self.gesture(Gesture::Take { token });
            }
        } else if self.ways.column {
            self.gesture(Gesture::Column {
                column: self.cursor.column,
            });
        } else if self.ways.point {
            self.gesture(Gesture::Point { cell: self.cursor });
        } else if self.ways.swap {
            self.select(self.cursor);
        }
    }

    /// Selects the first field of a swap, or swaps with the one selected before.
    pub(crate) fn select(&mut self, cell: Cell) {
        self.cursor = cell;
        match self.selected {
            Some(first) if first == cell => self.selected = None,
            Some(first) if self.are_neighbours(first, cell) => self.swap(first, cell),
            _ => self.selected = Some(cell),
        }
    }

    pub(crate) fn are_neighbours(&self, a: Cell, b: Cell) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| self.neighbour(a, direction) == Some(b))
    }

    /// Swaps two neighbours; an illegal swap is shown and taken back.
    pub(crate) fn swap(&mut self, a: Cell, b: Cell) {
        self.selected = None;
        self.cursor = b;
        match self.moves.find(Gesture::Swap { from: a, to: b }) {
            Some(action) => self.person_plays(action),
            None if self.person_may_act() => {
                let board = self.view.board.clone();
                self.animation = Animation::swap_and_back(board, (a, b), self.speed, self.now);
                self.show(Tone::Bad, "that swap makes nothing and is taken back");
            }
            None => {}
        }
    }

    /// Plays a column, or moves the tray's cursor to a number.
    pub(super) fn digit(&mut self, digit: u32) {
        if self.ways.column {
            let column = if digit == 0 { 10 } else { digit };
            self.cursor.column = (column - 1).min(self.view.board.size().columns() - 1);
            self.gesture(Gesture::Column { column: column - 1 });
        } else if self.view.tray.is_some() {
            if self.now > self.digits_at + Self::DIGIT_TIME {
                self.digits.clear();
            }
            self.digits_at = self.now;
            self.digits.push_str(&digit.to_string());
            let label_is = |text: &str| {
                self.tray()
                    .iter()
                    .position(|&token| self.session.face(token).label == text)
            };
            if let Some(found) = label_is(&self.digits).or_else(|| label_is(&digit.to_string())) {
                self.tray_cursor = found;
                self.focus = Focus::Tray;
            }
        }
    }
}
