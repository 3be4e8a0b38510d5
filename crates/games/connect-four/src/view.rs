//! The view of a position.

use quincunx_core::{Face, Gesture, Grid, Numbering, Shape, Side, Token, View, Visual};

use crate::rules::{Column, ConnectFour, Position, token};

impl Visual for ConnectFour {
    fn view(&self, position: &Position) -> View {
        let stone = |cell| self.stone(position, self.view_cell(cell)).map(token);
        let fours = self.fours(position);
        View {
            numbering: Numbering {
                first: 1,
                bottom_up: true,
            },
            lines: fours
                .into_iter()
                .map(|four| four.into_iter().map(|cell| self.view_cell(cell)).collect())
                .collect(),
            ..View::new(
                Grid::from_fn(self.size(), stone),
                &[("moves", u64::from(position.stones()))],
            )
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

    fn own_token(&self, player: Side) -> Option<Token> {
        Some(token(player))
    }

    fn gesture(&self, column: Column) -> Gesture {
        Gesture::Column {
            column: u32::from(column.0),
        }
    }
}
