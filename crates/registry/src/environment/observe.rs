//! What learners see of a game.

use quincunx_core::{Game, Side};

use super::ObservationShape;

/// Rules that learners play: observations as small numbers, and actions by number. Together with who acts,
/// the observation determines the rest of the game, unless the docs of [`Observe::observe`] name an
/// exception.
pub trait Observe: Game {
    /// Returns the form of what is seen.
    fn observation_shape(&self) -> ObservationShape;

    /// Returns how many actions there are, legal or not.
    fn actions(&self) -> usize;

    /// Returns the action of a number if it is legal; asked only on a player's turn.
    fn legal_action(&self, state: &Self::State, number: usize) -> Option<Self::Action>;

    /// Writes what a side sees, plane after plane, row by row from the top.
    ///
    /// `seen` has [`ObservationShape::len`] numbers. Each of them is written, as a number from 0 to
    /// [`ObservationShape::most`].
    fn observe(&self, state: &Self::State, side: Side, seen: &mut [u8]);

    /// Returns why a position under these rules cannot be observed, if so; positions of games that begin as
    /// the rules say always can.
    fn unobservable_position(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// Writes 1 for each action that is legal and 0 for the others; asked only on a player's turn. `mask` has
    /// one number for each of [`Observe::actions`].
    fn write_mask(&self, state: &Self::State, mask: &mut [i8]);

    /// Returns whether a game ends with goals reached or missed.
    fn has_goals(&self) -> bool {
        false
    }

    /// Returns why games under these rules cannot be observed, if so.
    fn unobservable_reason(&self) -> Option<String> {
        None
    }
}

/// Implements the methods of [`Observe`](crate::environment::Observe) about actions, inside an implementation
/// for rules of [dense actions](quincunx_core::DenseActions); all but `write_mask` with `without_mask`.
#[macro_export]
macro_rules! observe_dense_actions {
    () => {
        $crate::observe_dense_actions!(without_mask);

        #[inline]
        fn write_mask(&self, state: &Self::State, mask: &mut [i8]) {
            mask.fill(0);
            for action in ::quincunx_core::Game::legal_actions(self, state) {
                mask[::quincunx_core::DenseActions::action_index(self, action)] = 1;
            }
        }
    };
    (without_mask) => {
        #[inline]
        fn actions(&self) -> usize {
            ::quincunx_core::DenseActions::action_count(self)
        }

        #[inline]
        fn legal_action(&self, state: &Self::State, number: usize) -> Option<Self::Action> {
            ::quincunx_core::DenseActions::action_at(self, number)
                .filter(|&action| ::quincunx_core::Game::is_legal(self, state, action))
        }
    };
}
