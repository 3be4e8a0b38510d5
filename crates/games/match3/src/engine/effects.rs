//! Changes of the readable board, reported step by step.

use quincunx_core::{Cell, Effect, EffectSink};

use super::board::Board;
use super::cascade::{SpecialEffect, empty};
use super::element::Element;

/// Removes cells step by step: first these, then all that their specials hit, then all that the specials
/// among those hit. Then puts the special that is made, and lets the rest fall.
///
/// `points` returns the points of a number of elements removed in one step. Returns the number of elements
/// removed.
pub(crate) fn remove<S: EffectSink>(
    board: &mut Board,
    cells: impl Iterator<Item = Cell>,
    made: Option<(Cell, Element)>,
    points: impl Fn(u32) -> u64,
    is_field: impl Fn(Cell) -> bool,
    sink: &mut S,
) -> u32 {
    let mut removed = 0;
    let mut step: Vec<Cell> = cells.collect();
    while !step.is_empty() {
        let mut effects: Vec<SpecialEffect> = Vec::new();
        let before = removed;
        for cell in step.drain(..) {
            if let Some((element, effect)) = empty(board, cell) {
                let token = element.token();
                removed += 1;
                sink.effect(Effect::Remove { cell, token });
                effects.extend(effect);
            }
        }
        // There were elements on all cells, so some are removed in every step.
        let points = points(removed - before);
        sink.effect(Effect::Points { points });
        sink.end_step();
        for mut effect in effects {
            step.extend(std::iter::from_fn(|| effect.next_cell(board)));
        }
    }
    if let Some((cell, element)) = made {
        board.set(cell, Some(element));
        let token = element.token();
        sink.effect(Effect::Spawn { cell, token });
        sink.end_step();
    }
    settle(board, is_field, sink);
    removed
}

/// Lets every element fall as far as it can, in one step.
pub(crate) fn settle<S: EffectSink>(board: &mut Board, is_field: impl Fn(Cell) -> bool, sink: &mut S) {
    board.settle_with(is_field, |from, to, element| report_move(from, to, element, sink));
    sink.end_step();
}

pub(crate) fn report_move<S: EffectSink>(from: Cell, to: Cell, element: Element, sink: &mut S) {
    let token = element.token();
    sink.effect(Effect::Move { from, to, token });
}

/// Drops elements onto the empty fields, column by column from the left and each from the top, in one step.
pub(crate) fn fill<S: EffectSink>(
    board: &mut Board,
    is_field: impl Fn(Cell) -> bool,
    elements: &[Element],
    sink: &mut S,
) {
    let mut elements = elements.iter();
    for column in 0..board.size().columns() {
        let cells = (0..board.size().rows()).map(|row| Cell::new(column, row));
        let is_empty = |&cell: &Cell| is_field(cell) && board.element(cell).is_none();
        let empty: Vec<Cell> = cells.filter(is_empty).collect();
        let heights = (1..=empty.len() as u32).rev();
        for ((cell, &element), height) in empty.into_iter().zip(&mut elements).zip(heights) {
            board.set(cell, Some(element));
            let token = element.token();
            sink.effect(Effect::Enter { cell, height, token });
        }
    }
    sink.end_step();
}

/// Reports the changes of a reshuffle as one step.
pub(crate) fn report_changes<S: EffectSink>(before: &Board, after: &Board, sink: &mut S) {
    for ((cell, old), (_, new)) in before.squares().zip(after.squares()) {
        if let Some(element) = new.0.filter(|_| new != old) {
            let token = element.token();
            sink.effect(Effect::Become { cell, token });
        }
    }
    sink.end_step();
}
