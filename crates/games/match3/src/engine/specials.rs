//! What specials remove.

use quincunx_core::{Cell, Size};

use super::board::Board;
use super::element::{Colour, Element, Letter};

/// The effect of a removed special, as far as it has run.
pub(super) struct SpecialEffect {
    letter: Letter,
    colour: Colour,
    at: Cell,
    next: u32,
}

/// Empties a cell; returns the element that stood there and its effect, if it has one.
pub(super) fn empty(board: &mut Board, cell: Cell) -> Option<(Element, Option<SpecialEffect>)> {
    let element = board.element(cell)?;
    board.set(cell, None);
    let Element { letter, colour } = element;
    let effect = SpecialEffect {
        letter,
        colour,
        at: cell,
        next: 0,
    };
    Some((element, letter.is_special().then_some(effect)))
}

impl SpecialEffect {
    /// Returns the next cell that the effect empties, and goes on behind it.
    pub(super) fn next_cell(&mut self, board: &Board) -> Option<Cell> {
        let size = board.size();
        while self.next < self.reach(size) {
            let cell = self.cell(self.next, size);
            self.next += 1;
            let hit = cell.and_then(|cell| board.element(cell));
            if hit.is_some_and(|element| self.letter != Letter::Bomb || element.colour == self.colour) {
                return cell;
            }
        }
        None
    }

    /// Returns the number of cells that the effect looks at.
    fn reach(&self, size: Size) -> u32 {
        match self.letter {
            Letter::Regular => 0,
            Letter::Vertical => size.rows(),
            Letter::Horizontal => size.columns(),
            Letter::Wrapped => 9,
            Letter::Bomb => size.columns() * size.rows(),
        }
    }

    /// Returns the cell of a number; `None` for one above or to the left of the board.
    fn cell(&self, number: u32, size: Size) -> Option<Cell> {
        let Cell { column, row } = self.at;
        Some(match self.letter {
            Letter::Vertical => Cell::new(column, number),
            Letter::Horizontal => Cell::new(number, row),
            Letter::Wrapped => Cell::new(
                (column + number % 3).checked_sub(1)?,
                (row + number / 3).checked_sub(1)?,
            ),
            Letter::Regular | Letter::Bomb => size.cell(number as usize),
        })
    }
}
