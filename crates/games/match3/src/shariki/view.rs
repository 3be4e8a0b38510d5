//! How Shariki is shown.

use quincunx_core::{Face, Gesture, Token, View, Visual};

use super::rules::{Position, Shariki};
use crate::engine::{Swap, view};

impl Visual for Shariki {
    fn view(&self, state: &Position) -> View {
        let swaps = match self.max_swaps {
            Some(most) => ("swaps left", u64::from(most - state.swaps)),
            None => ("swaps", u64::from(state.swaps)),
        };
        View::new(view::tokens(&state.board()), &[("points", state.points), swaps])
    }

    fn face(&self, token: Token) -> Face {
        view::face(token)
    }

    fn gesture(&self, swap: Swap) -> Gesture {
        let [a, b] = swap.cells();
        Gesture::Swap { from: a, to: b }
    }
}
