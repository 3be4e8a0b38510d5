//! What learners see: which token lies where, and how many moves are left.

use quincunx_core::Side;
use quincunx_registry::environment::{ObservationShape, Observe};
use quincunx_registry::observe_dense_actions;

use super::rules::{MatchThree, Position};

impl Observe for MatchThree {
    fn observation_shape(&self) -> ObservationShape {
        ObservationShape {
            planes: 2,
            rows: self.size.rows() as usize,
            columns: self.size.columns() as usize,
            most: u8::MAX,
        }
    }

    observe_dense_actions!();

    /// Writes a plane of tokens, each by its index among the valid ones, from 1; all of a second plane is the
    /// number of moves left, 255 for more.
    fn observe(&self, state: &Position, _: Side, seen: &mut [u8]) {
        let (tokens, left) = seen.split_at_mut(self.size.area());
        for (field, token) in tokens.iter_mut().zip(state.board().fields().values()) {
            let place = token.and_then(|token| self.tokens.index(token));
            *field = place.map_or(0, |place| place as u8 + 1);
        }
        left.fill(state.moves_left.min(u8::MAX.into()) as u8);
    }

    fn unobservable_reason(&self) -> Option<String> {
        let tokens = self.tokens.as_slice().len();
        (tokens > usize::from(u8::MAX)).then(|| format!("there are {tokens} tokens"))
    }
}
