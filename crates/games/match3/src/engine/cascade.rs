//! The rules of resolving a board, written to be read: the reference of the fast boards.

use super::board::Board;
use super::combination::Combination;
use super::specials::{SpecialEffect, empty};

/// Receives what happens while a board is resolved; `()` ignores it.
pub trait Trace {
    /// Reports that gravity has moved something.
    fn settled(&mut self, board: &Board);

    /// Reports that a special has been emptied and that its effect is about to run.
    fn special_emptied(&mut self, board: &Board);

    /// Reports that a combination has been removed, and that the special that it makes stands on its first
    /// cell.
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
/// A combination costs a look at the whole board; [`resolve_fast`](super::columns::resolve_fast) ends alike.
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

/// Removes a combination with all that its specials take along, then puts the special that it makes on its
/// first cell.
///
/// Effects run depth first, on a stack in memory, as a chain may be as long as the board is large.
pub fn remove(board: &mut Board, combination: Combination, trace: &mut impl Trace) {
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
