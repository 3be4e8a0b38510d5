//! The rules of resolving a board, written to be read: the slow twin of the packed engines.

use quincunx_core::{Cell, Size};

use super::Board;
use super::combination::Combination;
use super::element::{Colour, Element, Letter};

/// Hears what happens while a board is resolved; `()` hears nothing.
pub trait Trace {
    /// Gravity has moved something.
    fn settled(&mut self, board: &Board);

    /// A special has been emptied and its effect is about to run.
    fn special_emptied(&mut self, board: &Board);

    /// A combination has been removed, and the special that it makes, if any, stands on its first cell.
    fn combination_removed(&mut self, board: &Board);
}

impl Trace for () {
    fn settled(&mut self, _: &Board) {}
    fn special_emptied(&mut self, _: &Board) {}
    fn combination_removed(&mut self, _: &Board) {}
}

/// Resolves a board: gravity, then one combination after the other, each followed by gravity, until none is left.
///
/// A combination costs a look at the whole board; [`resolve_fast`](super::resolve_fast) does the same faster.
pub fn resolve(board: &mut Board, trace: &mut impl Trace) {
    settle(board, trace);
    while let Some(combination) = Combination::find(board) {
        remove(board, combination, trace);
        trace.combination_removed(board);
        settle(board, trace);
    }
}

fn settle(board: &mut Board, trace: &mut impl Trace) {
    if board.settle() {
        trace.settled(board);
    }
}

/// Removes a combination with all that its specials take along, then puts the special that it makes on its first cell.
///
/// Effects run depth first. They are kept on a stack of our own, as a chain may be as long as the board is large.
pub fn remove(board: &mut Board, combination: Combination, trace: &mut impl Trace) {
    let start = combination.start();
    let made = board.element(start).zip(combination.creates());
    for cell in combination.removal_order() {
        let mut running: Vec<Running> = empty(board, cell, trace).into_iter().collect();
        while let Some(effect) = running.last_mut() {
            match effect.next_cell(board) {
                Some(cell) => running.extend(empty(board, cell, trace)),
                None => {
                    running.pop();
                }
            }
        }
    }
    if let Some((element, letter)) = made {
        board.set(start, Some(Element { letter, ..element }));
    }
}

/// Empties a cell; returns the effect of the special that stood there.
fn empty(board: &mut Board, cell: Cell, trace: &mut impl Trace) -> Option<Running> {
    let element = board.element(cell)?;
    board.set(cell, None);
    let effect = Running::of(element, cell)?;
    trace.special_emptied(board);
    Some(effect)
}

/// The effect of a special, run as far as `next` tells.
pub(super) struct Running {
    letter: Letter,
    colour: Colour,
    at: Cell,
    next: u32,
}

impl Running {
    /// Begins the effect of an element that was removed from a cell, if it has one.
    pub(super) fn of(element: Element, at: Cell) -> Option<Self> {
        let Element { letter, colour } = element;
        letter.is_special().then_some(Self {
            letter,
            colour,
            at,
            next: 0,
        })
    }

    /// Returns the next cell that the effect empties, and goes on behind it.
    pub(super) fn next_cell(&mut self, board: &Board) -> Option<Cell> {
        let size = board.size();
        while self.next < self.places(size) {
            let place = self.next;
            self.next += 1;
            let Some(cell) = self.place(place, size) else {
                continue;
            };
            let hit = board.element(cell);
            if hit.is_some_and(|element| self.letter != Letter::Bomb || element.colour == self.colour) {
                return Some(cell);
            }
        }
        None
    }

    /// Returns the number of places that the effect looks at.
    fn places(&self, size: Size) -> u32 {
        match self.letter {
            Letter::Regular => 0,
            Letter::Vertical => size.rows(),
            Letter::Horizontal => size.columns(),
            Letter::Wrapped => 9,
            Letter::Bomb => size.columns() * size.rows(),
        }
    }

    /// Returns the cell of a place; `None` for one above or to the left of the board.
    fn place(&self, place: u32, size: Size) -> Option<Cell> {
        let Cell { column, row } = self.at;
        Some(match self.letter {
            Letter::Vertical => Cell::new(column, place),
            Letter::Horizontal => Cell::new(place, row),
            Letter::Wrapped => Cell::new(
                (column + place % 3).checked_sub(1)?,
                (row + place / 3).checked_sub(1)?,
            ),
            Letter::Regular | Letter::Bomb => size.cell(place as usize),
        })
    }
}
