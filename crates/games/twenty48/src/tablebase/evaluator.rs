//! The values of a position, from those of its afterstates.

use quincunx_core::Direction;

use super::goals::Goals;
use super::layer::SpawnRates;
use super::packing::{Packing, largest, layer_of};
use crate::position::{Position, Scoring};
use crate::rules::Twenty48;

/// The values of a position: the points still to come, then the chance of each goal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PositionValues {
    pub(super) values: Vec<f64>,
    /// The values of each possible slide, its points included.
    pub(super) slides: Vec<(Direction, Vec<f64>)>,
}

/// Evaluates positions under some rules.
pub(super) struct PositionEvaluator {
    pub(super) packing: Packing,
    pub(super) rates: SpawnRates,
    pub(super) scoring: Scoring,
    pub(super) goals: Goals,
}

impl PositionEvaluator {
    /// Creates the evaluator for some rules; `None` for boards that are too large.
    pub(super) fn new(rules: &Twenty48, goals: Goals) -> Option<Self> {
        Some(Self {
            packing: Packing::of(rules.size())?,
            rates: [1.0 - rules.four_rate(), rules.four_rate()],
            scoring: rules.scoring(),
            goals,
        })
    }

    /// Lists the afterstates that the values of a position depend on, each with its layer; `None` for a
    /// position that cannot be packed.
    pub(super) fn seeds(&self, position: &Position) -> Option<Vec<(usize, u64)>> {
        let board = self.packing.pack(position.cells())?;
        let seed = |board| (layer_of(board), self.packing.canonical(board));
        Some(match position.pending() {
            0 => {
                let slides = position.possible().into_iter();
                let slides = slides.filter_map(|direction| self.packing.slide(board, direction));
                slides.map(|(after, _)| (layer_of(after), after)).collect()
            }
            1 => vec![seed(board)],
            _ => self
                .first_pieces(board, position)
                .map(|(next, _)| seed(next))
                .collect(),
        })
    }

    /// Lists the boards after the first of two new pieces, with their probabilities.
    fn first_pieces<'a>(
        &'a self,
        board: u64,
        position: &'a Position,
    ) -> impl Iterator<Item = (u64, f64)> + 'a {
        let free = position.cells().iter().filter(|(_, value)| **value == 0);
        let share = 1.0 / f64::from(position.free());
        free.flat_map(move |(cell, _)| {
            let pieces = (1..)
                .zip(self.rates)
                .filter(|(_, probability)| *probability > 0.0);
            pieces.map(move |(exponent, probability)| {
                (self.packing.with(board, cell, exponent), share * probability)
            })
        })
    }

    /// Returns the values of a position. `row` returns those of a canonical afterstate of a layer. `None` if
    /// one of them is missing or the position cannot be packed.
    pub(super) fn values<E>(
        &self,
        position: &Position,
        row: &mut dyn FnMut(usize, u64) -> Result<Option<Vec<f64>>, E>,
    ) -> Result<Option<PositionValues>, E> {
        let Some(board) = self.packing.pack(position.cells()) else {
            return Ok(None);
        };
        let mut of_board = |board: u64| -> Result<Option<Vec<f64>>, E> {
            let values = row(layer_of(board), self.packing.canonical(board))?;
            // The chances that a row leaves out are certain.
            Ok(values.map(|mut values| {
                values.resize(self.goals.values(), 1.0);
                values
            }))
        };
        let mut result = PositionValues {
            values: self.at_the_end(board),
            slides: Vec::new(),
        };
        match position.pending() {
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
                    for (best, value) in result.values.iter_mut().zip(&values) {
                        *best = best.max(*value);
                    }
                    result.slides.push((direction, values));
                }
            }
            1 => match of_board(board)? {
                Some(values) => result.values = values,
                None => return Ok(None),
            },
            _ => {
                result.values.fill(0.0);
                for (next, probability) in self.first_pieces(board, position) {
                    let Some(values) = of_board(next)? else {
                        return Ok(None);
                    };
                    for (sum, value) in result.values.iter_mut().zip(values) {
                        *sum += probability * value;
                    }
                }
            }
        }
        Ok(Some(result))
    }

    /// Returns the values of a board on which the game is over: no points, and the goals that it has reached.
    fn at_the_end(&self, board: u64) -> Vec<f64> {
        let largest = largest(board);
        let goals = self.goals.exponents.iter();
        let reached = goals.map(|goal| f64::from(u8::from(*goal <= largest)));
        std::iter::once(0.0).chain(reached).collect()
    }
}
