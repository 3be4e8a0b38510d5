//! Random play to the end: the sampling on which Monte Carlo search rests, and the field's measure of speed.

use quincunx_core::session::MOST_CHANCES;
use quincunx_core::{ActionSet, Game, Outcome, RandomSource, Turn};

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
        match rules.turn(state) {
            Turn::Player(_) => {
                if plies == most_plies {
                    break;
                }
                let legal = rules.legal_actions(state);
                let action = legal
                    .get(random.index(legal.len()))
                    .expect("an index below the length");
                rules.play_unchecked(state, action, &mut ());
                plies += 1;
                chances = 0;
            }
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
