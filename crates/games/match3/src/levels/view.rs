//! How a level is shown: elements, holes, fields to clear, and what is left of the goals.

use quincunx_core::{Cell, Counter, Face, Gesture, Grid, Numbering, Token, Topology, View, Visual};

use super::level::{Field, Goal};
use super::position::Position;
use super::rules::LevelGame;
use crate::engine::element::{Colour, Element, Letter};
use crate::engine::mask::holds;
use crate::engine::moves::BasicMove;
use crate::engine::view;

impl Visual for LevelGame {
    fn view(&self, state: &Position) -> View {
        let size = self.level().size();
        let board = state.board.to_board();
        let cells_with = |is_one: &dyn Fn(Cell) -> bool| size.cells().filter(|&cell| is_one(cell)).collect();
        let mut counters = vec![
            Counter {
                name: "points",
                value: state.points(),
            },
            Counter {
                name: "moves left",
                value: u64::from(self.moves_left(state)),
            },
        ];
        counters.extend(self.goals(state).into_iter().map(|goal| Counter {
            name: left_of(goal),
            value: goal.left(),
        }));
        View {
            board: Grid::from_fn(size, |cell| board.element(cell).map(Element::token)),
            topology: Topology::Plane,
            numbering: Numbering::default(),
            tray: None,
            lines: Vec::new(),
            holes: cells_with(&|cell| self.level().fields[cell] == Field::Hole),
            marked: cells_with(&|cell| holds(size, state.marked, cell)),
            counters,
        }
    }

    fn face(&self, token: Token) -> Face {
        view::face(token)
    }

    fn gesture(&self, step: BasicMove) -> Gesture {
        view::gesture(step)
    }
}

/// Iterates over the elements of a board with their faces: the regular ones of all colours first.
pub fn elements() -> impl Iterator<Item = (Element, Face)> {
    Letter::ALL
        .into_iter()
        .flat_map(|letter| Colour::ALL.map(|colour| Element::new(letter, colour)))
        .map(|element| (element, view::face(element.token())))
}

/// Returns the name of the counter of what is left of a goal.
#[must_use]
pub const fn left_of(goal: Goal) -> &'static str {
    match goal {
        Goal::Score { .. } => "points to win",
        Goal::Clear { .. } => "fields to clear",
        Goal::Collect { colour, .. } => match colour {
            Colour::Red => "red to collect",
            Colour::Orange => "orange to collect",
            Colour::Yellow => "yellow to collect",
            Colour::Green => "green to collect",
            Colour::Blue => "blue to collect",
            Colour::Purple => "purple to collect",
        },
    }
}
