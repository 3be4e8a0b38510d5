//! How a position is shown.

use quincunx_core::{
    Cell, Counter, Face, Gesture, Grid, Numbering, Player, Shape, Size, Token, Topology, View, Visual,
};

use super::rules::{Column, ConnectFour, Position};

/// Returns the token of a player's stones: 1 or 2.
pub(super) const fn token(player: Player) -> Token {
    Token(player.index() as u64 + 1)
}

/// Turns a cell whose rows count from the bottom into one of the picture, whose rows count from the top, and back.
pub(super) const fn in_picture(size: Size, cell: Cell) -> Cell {
    Cell::new(cell.column, size.rows() - 1 - cell.row)
}

impl Visual for ConnectFour {
    fn view(&self, position: &Position) -> View {
        let size = self.size();
        let stone = |cell| self.stone(position, in_picture(size, cell)).map(token);
        let fours = self.fours(position);
        View {
            board: Grid::from_fn(size, stone),
            topology: Topology::Plane,
            numbering: Numbering {
                first: 1,
                bottom_up: true,
            },
            tray: None,
            lines: fours
                .into_iter()
                .map(|four| four.into_iter().map(|cell| in_picture(size, cell)).collect())
                .collect(),
            holes: Vec::new(),
            marked: Vec::new(),
            counters: vec![Counter {
                name: "moves",
                value: u64::from(position.stones()),
            }],
        }
    }

    fn face(&self, token: Token) -> Face {
        let (name, tint, shape) = match token {
            Token(1) => ("red disc", 1, Shape::Disc),
            _ => ("yellow ring", 3, Shape::Ring),
        };
        Face {
            label: String::new(),
            name: name.to_owned(),
            tint,
            shape,
            large: true,
            solid: true,
        }
    }

    fn gesture(&self, column: Column) -> Gesture {
        Gesture::Column(u32::from(column.0))
    }
}
