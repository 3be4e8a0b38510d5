//! Playing a game by its packed twin: readable rules outside, bit boards inside the search.

use quincunx_core::Game;

use crate::analysis::Analysis;
use crate::limits::Limits;
use crate::player::Player;

/// Rules that play the same game as `G` on a faster board.
///
/// The two agree in everything but the shape of their values: `pack` commutes with play, and each legal action has one
/// counterpart, in the same order.
pub trait Twin<G: Game>: Game {
    /// Packs a position.
    fn pack(&self, state: &G::State) -> Self::State;

    /// Returns the action of `G` that this is.
    fn unpack_action(&self, action: Self::Action) -> G::Action;
}

/// A player of a game that thinks on the game's packed twin.
#[derive(Clone, Debug)]
pub struct Via<T, P> {
    twin: T,
    player: P,
}

impl<T, P> Via<T, P> {
    /// Makes the player for the rules whose twin this is.
    pub const fn new(twin: T, player: P) -> Self {
        Self { twin, player }
    }
}

impl<G: Game, T: Twin<G>, P: Player<T>> Player<G> for Via<T, P> {
    fn analyze(
        &mut self,
        _: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let twin = &self.twin;
        let unpack = |analysis: &Analysis<T::Action>| analysis.map(|action| twin.unpack_action(action));
        unpack(
            &self
                .player
                .analyze(twin, &twin.pack(state), limits, &mut |analysis| {
                    report(&unpack(analysis));
                }),
        )
    }

    fn choose(&mut self, _: &G, state: &G::State, limits: &Limits) -> G::Action {
        let action = self.player.choose(&self.twin, &self.twin.pack(state), limits);
        self.twin.unpack_action(action)
    }
}
