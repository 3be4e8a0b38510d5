//! The readable rules of resolving a board, the reference of the fast boards, and the effects of specials.

use quincunx_core::{Cell, Size};

use super::board::Board;
use super::combination::Combination;
use super::element::{Element, Letter};

/// Receives the boards while one is resolved; `()` ignores them.
pub trait Trace {
    /// Reports that gravity has moved something.
    fn settled(&mut self, board: &Board);

    /// Reports that a special has been emptied and that its effect is about to run.
    fn special_emptied(&mut self, board: &Board);

    /// Reports that a combination has been removed, with the special that it makes on its first cell.
    fn combination_removed(&mut self, board: &Board);
}

impl Trace for () {
    fn settled(&mut self, _: &Board) {}
    fn special_emptied(&mut self, _: &Board) {}
    fn combination_removed(&mut self, _: &Board) {}
}

/// Resolves a board: gravity, then one combination after the other, each followed by gravity, until none is
/// left.
///
/// Every combination scans the whole board; [`resolve_fast`](super::columns::resolve_fast) has the same
/// result.
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

/// Removes a combination with all that its specials remove, then puts the special that it makes on its first
/// cell. Effects run depth first, on a stack of their own, as a chain may be as long as the board is large.
pub(crate) fn remove(board: &mut Board, combination: Combination, trace: &mut impl Trace) {
    let made = combination.special(board);
    let mut empty_next = |board: &mut Board, cell| {
        let effect = empty(board, cell).and_then(|(_, effect)| effect);
        if effect.is_some() {
            trace.special_emptied(board);
        }
        effect
    };
    for cell in combination.removal_order() {
        let mut running: Vec<SpecialEffect> = empty_next(board, cell).into_iter().collect();
        while let Some(effect) = running.last_mut() {
            match effect.next_cell(board) {
                Some(cell) => running.extend(empty_next(board, cell)),
                None => {
                    running.pop();
                }
            }
        }
    }
    if let Some((cell, element)) = made {
        board.set(cell, Some(element));
    }
}

/// The effect of a removed special, with the number of the cell at which it continues.
pub(super) struct SpecialEffect {
    element: Element,
    at: Cell,
    next: u32,
}

/// Empties a cell; returns the element that stood there and its effect, if it has one.
pub(super) fn empty(board: &mut Board, at: Cell) -> Option<(Element, Option<SpecialEffect>)> {
    let element = board.element(at)?;
    board.set(at, None);
    let effect = SpecialEffect { element, at, next: 0 };
    Some((element, element.letter.is_special().then_some(effect)))
}

impl SpecialEffect {
    /// Returns the next cell that the effect empties.
    pub(super) fn next_cell(&mut self, board: &Board) -> Option<Cell> {
        let Element { letter, colour } = self.element;
        let size = board.size();
        while self.next < self.cell_count(size) {
            let cell = self.cell(self.next, size);
            self.next += 1;
            let hit = cell.and_then(|cell| board.element(cell));
            if hit.is_some_and(|element| letter != Letter::Bomb || element.colour == colour) {
                return cell;
            }
        }
        None
    }

    fn cell_count(&self, size: Size) -> u32 {
        match self.element.letter {
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
        Some(match self.element.letter {
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

/// Runs the steps of a cascade until nothing matches or new elements come in.
///
/// `next_step` carries out the step of a number and returns whether there was one. New elements come in after
/// every step whose number is below `refills_below`. Returns the number of the last step, and whether the
/// cascade waits for elements.
pub(crate) fn run_steps(
    mut step: u32,
    refills_below: u32,
    mut next_step: impl FnMut(u32) -> bool,
) -> (u32, bool) {
    while next_step(step.saturating_add(1)) {
        step = step.saturating_add(1);
        if step < refills_below {
            return (step, true);
        }
    }
    (step, false)
}
