//! How a level is shown: elements, holes, fields to clear, and what is left of the goals.

use quincunx_core::{Cell, Face, Gesture, Token, View, Visual};

use super::level::{Field, Goal, GoalKind};
use super::position::Position;
use super::rules::LevelGame;
use crate::engine::{BasicMove, Colour, Element, Letter, holds, view};

impl Visual for LevelGame {
    fn view(&self, state: &Position) -> View {
        let size = self.level().size();
        let cells_with = |is_one: &dyn Fn(Cell) -> bool| size.cells().filter(|&cell| is_one(cell)).collect();
        let moves_left = ("moves left", u64::from(self.moves_left(state)));
        let mut counters = vec![("points", state.points), moves_left];
        counters.extend(
            self.goals(state)
                .into_iter()
                .map(|goal| (left_of(goal), goal.left())),
        );
        View {
            holes: cells_with(&|cell| self.level().fields[cell] == Field::Hole),
            marked: cells_with(&|cell| holds(size, state.marked, cell)),
            ..View::new(view::tokens(&state.board.to_board()), &counters)
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
    match goal.kind {
        GoalKind::Score => "points to win",
        GoalKind::Clear => "fields to clear",
        GoalKind::Collect(colour) => match colour {
            Colour::Red => "red to collect",
            Colour::Orange => "orange to collect",
            Colour::Yellow => "yellow to collect",
            Colour::Green => "green to collect",
            Colour::Blue => "blue to collect",
            Colour::Purple => "purple to collect",
        },
    }
}
