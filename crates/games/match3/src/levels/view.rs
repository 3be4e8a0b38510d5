//! How a level is shown: Shariki's elements, the goals as what is left of them, holes and fields to clear.

use quincunx_core::{Cell, Counter, Face, Gesture, Grid, Numbering, Token, Topology, View, Visual};

use super::level::{Field, Goal};
use super::rules::{LevelGame, State};
use crate::framework::BasicMove;
use crate::shariki::packed::bit_of;
use crate::shariki::squares::token;
use crate::shariki::{Colour, Element, Letter};

impl Visual for LevelGame {
    fn view(&self, state: &State) -> View {
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
            board: Grid::from_fn(size, |cell| board.element(cell).map(token)),
            topology: Topology::Plane,
            numbering: Numbering::default(),
            tray: None,
            lines: Vec::new(),
            holes: cells_with(&|cell| self.level().fields[cell] == Field::Hole),
            marked: cells_with(&|cell| state.marked >> bit_of(size, cell) & 1 == 1),
            counters,
        }
    }

    fn face(&self, token: Token) -> Face {
        crate::shariki::view::face(token)
    }

    fn gesture(&self, step: BasicMove) -> Gesture {
        crate::framework::view::gesture(step)
    }
}

/// Lists what can stand on the board of a level, with how it looks: the regular elements of all colours first.
pub fn elements() -> impl Iterator<Item = (Element, Face)> {
    Letter::ALL
        .into_iter()
        .flat_map(|letter| Colour::ALL.map(|colour| Element::new(letter, colour)))
        .map(|element| (element, crate::shariki::view::face(token(element))))
}

/// Names what is left of a goal, as it is counted beside the board.
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
