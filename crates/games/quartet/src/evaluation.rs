//! A heuristic evaluation by safe pieces.

use quincunx_core::{Evaluate, Game, Side, Turn};

use crate::piece::PIECES_WITH_BIT;
use crate::rules::{Position, Quartet};

/// Evaluates a position by its safe pieces: those in the bag that would not complete a line at once.
///
/// A player who must select without a safe piece loses at once. While no new lines of three arise, the
/// players use up safe pieces in turn, so whoever selects from an odd number of them gives the last. The
/// fewer are left, the more this counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SafePieces;

/// The value of a certain win; estimates are below 1.
pub(crate) const DECIDED: f64 = 0.99;

/// The value of the parity when one safe piece is left.
const PARITY: f64 = 0.5;

impl Evaluate<Quartet> for SafePieces {
    fn evaluate(&self, rules: &Quartet, state: &Position, player: Side) -> f64 {
        let Turn::Player(mover) = rules.turn(state) else {
            return 0.0;
        };
        let completing = completing_pieces(rules, state);
        let for_mover = match state.selected() {
            Some(piece) if completing >> piece.number() & 1 == 1 => DECIDED,
            selected => value_to_selector(state.bag_bits(), completing, selected.is_some()),
        };
        if mover == player { for_mover } else { -for_mover }
    }
}

/// Evaluates a bag for the player who selects next, at once or after a placement.
fn value_to_selector(bag: u16, completing: u16, places_first: bool) -> f64 {
    let safe = (bag & !completing).count_ones();
    match safe {
        // All pieces are safe: the bag is emptied first.
        _ if bag & completing == 0 => 0.0,
        0 if !places_first => -DECIDED,
        _ => {
            let sign = if safe % 2 == 1 { 1.0 } else { -1.0 };
            sign * PARITY / f64::from(safe.max(1))
        }
    }
}

/// Returns the pieces, wherever they are, that would complete a line if they were placed now.
pub(crate) fn completing_pieces(rules: &Quartet, state: &Position) -> u16 {
    let mut completing = 0;
    for &line in &rules.lines.all {
        let three = line & state.occupied();
        if three.count_ones() == 3 {
            for (plane, pieces) in state.planes().into_iter().zip(PIECES_WITH_BIT) {
                let with = plane & line;
                if with == three {
                    completing |= pieces;
                } else if with == 0 {
                    completing |= !pieces;
                }
            }
        }
    }
    completing
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet, Outcome, Random, RandomSource, Topology};

    use super::*;
    use crate::Action;

    /// Returns whether the player to place can complete a line.
    fn can_win(rules: &Quartet, state: &Position) -> bool {
        rules.legal_actions(state).into_iter().any(|action| {
            matches!(
                rules.turn(&rules.after(state, action)),
                Turn::Over(Outcome::Win(_))
            )
        })
    }

    #[test]
    fn immediate_wins_and_losses_and_no_others_are_decided() {
        let mut decided = [0; 2];
        for topology in [Topology::Plane, Topology::Torus] {
            let rules = Quartet::new(topology);
            for seed in 0..300 {
                let (mut random, mut state) = (Random::new(seed), rules.initial());
                while let Turn::Player(mover) = rules.turn(&state) {
                    let legal = rules.legal_actions(&state);
                    let value = SafePieces.evaluate(&rules, &state, mover);
                    let wins = state.selected().is_some() && can_win(&rules, &state);
                    let loses = state.selected().is_none()
                        && legal
                            .into_iter()
                            .all(|action| can_win(&rules, &rules.after(&state, action)));
                    assert_eq!(value == DECIDED, wins, "{state:?}");
                    assert_eq!(value == -DECIDED, loses, "{state:?}");
                    assert!(value.abs() < 1.0, "{value}");
                    assert!((SafePieces.evaluate(&rules, &state, mover.opponent()) + value).abs() < 1e-12);
                    decided[0] += u32::from(wins);
                    decided[1] += u32::from(loses);
                    let action = legal
                        .get(random.index(legal.len()))
                        .expect("an index below the length");
                    assert_eq!(matches!(action, Action::Select(_)), state.selected().is_none());
                    rules.play_unchecked(&mut state, action, &mut ());
                }
            }
        }
        assert!(decided.iter().all(|&count| count > 20), "{decided:?}: both occur");
    }

    #[test]
    fn whoever_gives_the_last_safe_piece_is_ahead() {
        let all_but = |safe: u16| !safe;
        let values: Vec<f64> = [0b0001, 0b0011, 0b0111, 0b1111]
            .map(|safe| value_to_selector(u16::MAX, all_but(safe), false))
            .to_vec();
        assert_eq!(values, [0.5, -0.25, 0.5 / 3.0, -0.125]);
        assert_eq!(
            value_to_selector(0b11, 0, false),
            0.0,
            "nothing is unsafe: the bag runs out"
        );
    }
}
