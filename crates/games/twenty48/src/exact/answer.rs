//! What a position of the readable rules is worth, told by the boards behind its slides.

use quincunx_core::Direction;

use super::board::{Packing, largest, layer_of};
use super::goals::Goals;
use super::shape::Pieces;
use crate::{Position, Scoring};

/// What a position is worth: the points still to come, then the chance of each goal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) values: Vec<f64>,
    /// What each possible slide gives and leads to.
    pub(super) slides: Vec<(Direction, Vec<f64>)>,
}

/// What positions are worth under some rules.
#[derive(Debug)]
pub(super) struct Judge {
    pub(super) packing: Packing,
    pub(super) pieces: Pieces,
    pub(super) scoring: Scoring,
    pub(super) goals: Goals,
}

/// The pieces that chance may add, by exponent, with their probabilities.
fn chances(pieces: &Pieces) -> impl Iterator<Item = (u64, f64)> {
    (1..).zip(*pieces).filter(|(_, probability)| *probability > 0.0)
}

/// Lists the boards behind slides on which the worth of a position rests, each with its layer; `None` for a
/// position that is not packed.
pub(super) fn seeds(packing: &Packing, pieces: &Pieces, position: &Position) -> Option<Vec<(usize, u64)>> {
    let board = packing.pack(position.cells())?;
    let seed = |board| (layer_of(board), packing.canonical(board));
    Some(match position.owed() {
        0 => {
            let slides = position.possible().into_iter();
            let slides = slides.filter_map(|direction| packing.slide(board, direction));
            slides.map(|(after, _)| (layer_of(after), after)).collect()
        }
        1 => vec![seed(board)],
        _ => first_pieces(packing, pieces, board, position)
            .map(|(next, _)| seed(next))
            .collect(),
    })
}

/// Lists the boards that the first of two pieces makes, with their probabilities.
fn first_pieces<'a>(
    packing: &'a Packing,
    pieces: &'a Pieces,
    board: u64,
    position: &'a Position,
) -> impl Iterator<Item = (u64, f64)> + 'a {
    let free = position.cells().iter().filter(|(_, value)| **value == 0);
    let share = 1.0 / f64::from(position.free());
    free.flat_map(move |(cell, _)| {
        chances(pieces)
            .map(move |(exponent, probability)| (packing.with(board, cell, exponent), share * probability))
    })
}

impl Judge {
    /// Judges a position by the values of boards behind slides, which `row` tells of a layer and a canonical
    /// board; `None` where one of them is not known or the position not packed.
    ///
    /// # Errors
    /// When `row` fails.
    pub(super) fn judge<E>(
        &self,
        position: &Position,
        row: &mut dyn FnMut(usize, u64) -> Result<Option<Vec<f64>>, E>,
    ) -> Result<Option<Answer>, E> {
        let Some(board) = self.packing.pack(position.cells()) else {
            return Ok(None);
        };
        let mut of_board = |board: u64| -> Result<Option<Vec<f64>>, E> {
            let values = row(layer_of(board), self.packing.canonical(board))?;
            // What a row leaves out is certain.
            Ok(values.map(|mut values| {
                values.resize(self.goals.values(), 1.0);
                values
            }))
        };
        let mut answer = Answer {
            values: self.at_the_end(board),
            slides: Vec::new(),
        };
        match position.owed() {
            0 => {
                for direction in position.possible() {
                    let (after, merges) = self
                        .packing
                        .slide(board, direction)
                        .expect("a possible slide changes the board");
                    let Some(mut values) = of_board(after)? else {
                        return Ok(None);
                    };
                    values[0] += f64::from(merges.points(self.scoring));
                    for (best, value) in answer.values.iter_mut().zip(&values) {
                        *best = best.max(*value);
                    }
                    answer.slides.push((direction, values));
                }
            }
            1 => {
                let Some(values) = of_board(board)? else {
                    return Ok(None);
                };
                answer.values = values;
            }
            _ => {
                answer.values.fill(0.0);
                for (next, probability) in first_pieces(&self.packing, &self.pieces, board, position) {
                    let Some(values) = of_board(next)? else {
                        return Ok(None);
                    };
                    for (sum, value) in answer.values.iter_mut().zip(values) {
                        *sum += probability * value;
                    }
                }
            }
        }
        Ok(Some(answer))
    }

    /// Returns what a board is worth on which the game is over: nothing, and what is reached.
    fn at_the_end(&self, board: u64) -> Vec<f64> {
        let largest = largest(board);
        let reached = self
            .goals
            .exponents()
            .iter()
            .map(|goal| f64::from(u8::from(*goal <= largest)));
        std::iter::once(0.0).chain(reached).collect()
    }
}
