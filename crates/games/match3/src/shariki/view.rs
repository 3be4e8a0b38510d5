//! How Shariki is shown.

use quincunx_core::{Counter, Face, Gesture, Grid, Numbering, Token, Topology, View, Visual};

use super::rules::{Position, Shariki};
use crate::engine::element::Element;
use crate::engine::swaps::Swap;
use crate::engine::view;

impl Visual for Shariki {
    fn view(&self, state: &Position) -> View {
        let board = state.board();
        let left = self.most_swaps().map(|most| Counter {
            name: "swaps left",
            value: u64::from(most - state.swaps()),
        });
        let swaps = Counter {
            name: "swaps",
            value: u64::from(state.swaps()),
        };
        View {
            board: Grid::from_fn(self.size(), |cell| board.element(cell).map(Element::token)),
            topology: Topology::Plane,
            numbering: Numbering::default(),
            tray: None,
            lines: Vec::new(),
            holes: Vec::new(),
            marked: Vec::new(),
            counters: vec![
                Counter {
                    name: "points",
                    value: state.points(),
                },
                left.unwrap_or(swaps),
            ],
        }
    }

    fn face(&self, token: Token) -> Face {
        view::face(token)
    }

    fn gesture(&self, swap: Swap) -> Gesture {
        let [a, b] = swap.cells();
        Gesture::Swap(a, b)
    }
}
