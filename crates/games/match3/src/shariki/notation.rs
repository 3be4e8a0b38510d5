//! Text for people: `2;3 2;4`, dropped elements, and positions on one line.

use quincunx_core::{Cell, Notation, NotationError};

use super::rules::{Position, Shariki};
use crate::engine::{Board, Element, Swap, elements_text, parse_elements};

/// A swap is its two squares as `row;column`, counted from 0 at the upper left. An outcome of chance is the
/// elements that come onto the empty squares, column by column from the left and each from the top. A
/// position is the rows of the board, then what has been counted: `R1 V2 R3 / -- R5 R6 / R1 R2 R3; points 90;
/// swaps 1; step 2`.
impl Notation for Shariki {
    fn action_text(&self, swap: Swap) -> String {
        let [a, b] = swap.cells();
        format!("{};{} {};{}", a.row, a.column, b.row, b.column)
    }

    fn parse_action(&self, text: &str) -> Result<Swap, NotationError> {
        self.read_swap(text).ok_or_else(|| {
            let (rows, columns) = (self.size.rows() - 1, self.size.columns() - 1);
            let expected = format!(
                "two neighbouring squares as in `2;3 2;4`, rows from 0 to {rows} and columns from 0 to {columns}"
            );
            NotationError::new(text, expected)
        })
    }

    fn chance_text(&self, chance: &Vec<Element>) -> String {
        elements_text(chance)
    }

    fn parse_chance(&self, text: &str) -> Result<Vec<Element>, NotationError> {
        parse_elements(text)
    }

    fn position_text(&self, state: &Position) -> String {
        let board = state.board().on_one_line();
        let Position {
            points, swaps, step, ..
        } = state;
        format!("{board}; points {points}; swaps {swaps}; step {step}")
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.read_position(text).ok_or_else(|| {
            let (rows, columns) = (self.size.rows(), self.size.columns());
            let most = self.max_swaps.map_or(String::new(), |most| format!(", at most {most} swaps"));
            let expected = format!(
                "a position: {rows} rows of {columns} squares joined by ` / `, then `; points 0; swaps 0; step 0` with \
                 their numbers{most}; at a step above 0 squares are empty at the top only"
            );
            NotationError::new(text, expected)
        })
    }
}

impl Shariki {
    fn read_swap(&self, text: &str) -> Option<Swap> {
        let (a, b) = text.split_once(' ')?;
        let cell = |text: &str| {
            let (row, column) = text.split_once(';')?;
            let cell = Cell::new(column.parse().ok()?, row.parse().ok()?);
            self.size.contains(cell).then_some(cell)
        };
        Swap::of(cell(a)?, cell(b)?)
    }

    fn read_position(&self, text: &str) -> Option<Position> {
        let mut parts = text.split("; ");
        let board: Board = parts.next()?.parse().ok()?;
        let mut number = |name: &str| {
            let (found, number) = parts.next()?.split_once(' ')?;
            (found == name).then_some(number)
        };
        let points = number("points")?.parse().ok()?;
        let swaps = number("swaps")?.parse().ok()?;
        let step = number("step")?.parse().ok()?;
        if parts.next().is_some() {
            return None;
        }
        self.position(&board, points, swaps, step)
    }
}
