//! Playing a game by its packed twin: readable rules outside, bit boards inside the search.

use quincunx_core::Game;

use crate::analysis::Analysis;
use crate::limits::Limits;
use crate::player::Player;

/// Rules that play the same game as `G` on a faster board: `pack` commutes with play, and each legal action
/// has one counterpart, in the same order.
pub trait PackedRules<G: Game>: Game {
    /// Packs a position.
    fn pack(&self, state: &G::State) -> Self::State;

    /// Returns the action of `G` that this is.
    fn unpack_action(&self, action: Self::Action) -> G::Action;
}

/// A player of a game that thinks on the game's packed twin.
#[derive(Clone, Debug)]
pub struct PackedPlayer<T, P> {
    packed: T,
    player: P,
}

impl<T, P> PackedPlayer<T, P> {
    /// Makes the player for the rules whose twin this is.
    pub const fn new(packed: T, player: P) -> Self {
        Self { packed, player }
    }
}

impl<G: Game, T: PackedRules<G>, P: Player<T>> Player<G> for PackedPlayer<T, P> {
    fn analyze(
        &mut self,
        _: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let packed = &self.packed;
        let unpack = |analysis: &Analysis<T::Action>| analysis.map(|action| packed.unpack_action(action));
        unpack(
            &self
                .player
                .analyze(packed, &packed.pack(state), limits, &mut |analysis| {
                    report(&unpack(analysis));
                }),
        )
    }

    fn choose(&mut self, _: &G, state: &G::State, limits: &Limits) -> G::Action {
        let action = self.player.choose(&self.packed, &self.packed.pack(state), limits);
        self.packed.unpack_action(action)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::alpha_beta::AlphaBeta;
    use crate::player::ZeroEvaluation;
    use quincunx_core::testkit::toys::{Board, TicTacToe};
    use quincunx_core::{ActionList, EffectSink, Outcome, RandomSource, Turn};

    /// Fifteen: the sides take different numbers from 1 to 9 in turn; three that sum to 15 win. It is noughts
    /// and crosses on a magic square in disguise; a field's action is its place, numbered from 10 on.
    #[derive(Clone, Debug)]
    struct Fifteen;

    /// The numbers that each side has taken, as bits of fields.
    type Taken = [u16; 2];

    const MAGIC: [u32; 9] = [2, 7, 6, 9, 5, 1, 4, 3, 8];

    impl Game for Fifteen {
        type State = Taken;
        type Action = u32;
        type Actions = ActionList<u32>;
        type Chance = Infallible;

        fn players(&self) -> u8 {
            2
        }

        fn initial(&self) -> Taken {
            [0, 0]
        }

        fn turn(&self, taken: &Taken) -> Turn {
            let side = quincunx_core::Side::BOTH[(taken[0] | taken[1]).count_ones() as usize % 2];
            let last = taken[side.opponent().index()];
            let sums_to_15 = (0..1u16 << 9).any(|three| {
                let fields = (0..9).filter(|field| three >> field & 1 == 1);
                three & last == three
                    && three.count_ones() == 3
                    && fields.map(|field| MAGIC[field]).sum::<u32>() == 15
            });
            if sums_to_15 {
                Turn::Over(Outcome::Win(side.opponent()))
            } else if taken[0] | taken[1] == 0o777 {
                Turn::Over(Outcome::Draw)
            } else {
                Turn::Player(side)
            }
        }

        fn legal_actions(&self, taken: &Taken) -> ActionList<u32> {
            let free = !(taken[0] | taken[1]);
            ActionList::from_sorted(
                (0..9)
                    .filter(|field| free >> field & 1 == 1)
                    .map(|field| field + 10)
                    .collect(),
            )
        }

        fn play_unchecked<S: EffectSink>(&self, taken: &mut Taken, action: u32, _: &mut S) {
            let side = (taken[0] | taken[1]).count_ones() as usize % 2;
            taken[side] |= 1 << (action - 10);
        }

        fn sample_chance<R: RandomSource>(&self, _: &Taken, _: &mut R) -> Infallible {
            unreachable!("no chance here")
        }

        fn is_possible(&self, _: &Taken, _: &Infallible) -> bool {
            false
        }

        fn resolve_chance<S: EffectSink>(&self, _: &mut Taken, chance: &Infallible, _: &mut S) {
            match *chance {}
        }
    }

    impl PackedRules<TicTacToe> for Fifteen {
        fn pack(&self, board: &Board) -> Taken {
            board.by_side()
        }

        fn unpack_action(&self, action: u32) -> u8 {
            (action - 10) as u8
        }
    }

    #[test]
    fn the_twin_gives_the_same_answers() {
        let limits = Limits::default();
        for fields in [&[4][..], &[0, 4, 8], &[0, 4, 1], &[2, 0, 4]] {
            let board = Board::after(fields);
            let mut direct = AlphaBeta::new(ZeroEvaluation, 9);
            let mut via = PackedPlayer::new(Fifteen, AlphaBeta::new(ZeroEvaluation, 9));
            let mut reports = 0;
            let by_twin = via.analyze(&TicTacToe, &board, &limits, &mut |_| reports += 1);
            assert_eq!(
                by_twin.actions,
                direct.analyze(&TicTacToe, &board, &limits, &mut |_| {}).actions
            );
            assert_eq!(reports, by_twin.depth);
            assert_eq!(
                via.choose(&TicTacToe, &board, &limits),
                direct.choose(&TicTacToe, &board, &limits)
            );
        }
    }
}
