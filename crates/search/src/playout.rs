//! Random play to the end: the sampling on which Monte Carlo search rests, and the field's measure of speed.

use quincunx_core::session::MOST_CHANCES;
use quincunx_core::{Game, Outcome, RandomSource, Turn};

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The outcome; `None` when it was cut off.
    pub outcome: Option<Outcome>,
    /// Actions played.
    pub plies: u32,
}

/// Plays uniformly random legal actions until the game is over or `most_plies` actions have been played.
///
/// It is cut off also when chance goes on for [`MOST_CHANCES`] outcomes between two actions. The state is left where it
/// ended. Nothing is allocated but what the rules allocate.
#[inline]
pub fn playout<G: Game, R: RandomSource>(
    rules: &G,
    state: &mut G::State,
    random: &mut R,
    most_plies: u32,
) -> Playout {
    let mut plies = 0;
    let mut chances = 0;
    loop {
        if plies < most_plies && rules.play_sampled(state, random) {
            plies += 1;
            chances = 0;
            continue;
        }
        match rules.turn(state) {
            Turn::Player(_) => break,
            Turn::Chance => {
                if chances == MOST_CHANCES {
                    break;
                }
                let chance = rules.sample_chance(state, random);
                rules.resolve_chance(state, &chance, &mut ());
                chances += 1;
            }
            Turn::Over(outcome) => {
                return Playout {
                    outcome: Some(outcome),
                    plies,
                };
            }
        }
    }
    Playout { outcome: None, plies }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiny::{Keep, Noughts, Thicket};
    use quincunx_core::Random;

    #[test]
    fn a_playout_ends_where_the_game_does() {
        let mut random = Random::new(1);
        let mut lengths = [0; 10];
        for _ in 0..2000 {
            let mut board = Noughts.initial();
            let end = playout(&Noughts, &mut board, &mut random, u32::MAX);
            assert_eq!(end.outcome, Noughts.turn(&board).outcome());
            lengths[end.plies as usize] += 1;
        }
        assert!(
            lengths[..5].iter().all(|&games| games == 0) && lengths[5..].iter().all(|&games| games > 0),
            "a game takes five to nine plies: {lengths:?}"
        );
    }

    #[test]
    fn a_playout_is_cut_off_when_asked() {
        let rules = Thicket {
            seed: 1,
            height: 200,
            actions: 1,
        };
        let mut place = rules.initial();
        let end = playout(&rules, &mut place, &mut Random::new(1), 2);
        assert_eq!(
            end,
            Playout {
                outcome: None,
                plies: 2
            }
        );
        assert_eq!(place.ply, 2);
    }

    #[test]
    fn chance_acts_in_a_playout() {
        let rules = Keep { rolls: 3 };
        let mut random = Random::new(1);
        let points: u64 = (0..6000)
            .map(|_| {
                let mut die = rules.initial();
                playout(&rules, &mut die, &mut random, 10);
                rules.points(&die)
            })
            .sum();
        // A kept die is worth 3.5 whenever it is kept; the deviation of the sum is 132.
        assert!(points.abs_diff(21_000) < 800, "{points}");
    }
}
