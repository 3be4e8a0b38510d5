//! Path counts: how many sequences of actions there are, the field's check of move generators.

use thiserror::Error;

use crate::effects::EffectSink;
use crate::game::{EnumerableChance, Game};
use crate::random::Random;
use crate::session::MAX_CHANCES;
use crate::side::Turn;

/// More paths than the limit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there are more than {0} paths at this depth")]
pub struct PerftLimitExceeded(pub u64);

/// Counts the sequences of exactly `depth` actions from a position; games that end sooner, or that chance
/// never gives back to a player, do not count. Chance is drawn from the seed, a new stream for every path.
///
/// # Errors
/// When there are more than `limit` paths, the most that are counted.
pub fn perft<G: Game>(
    rules: &G,
    state: &G::State,
    depth: u32,
    seed: u64,
    limit: u64,
) -> Result<u64, PerftLimitExceeded> {
    let mut count = 0;
    sampled(rules, state, depth, seed, limit, &mut count)?;
    Ok(count)
}

fn sampled<G: Game>(
    rules: &G,
    state: &G::State,
    depth: u32,
    seed: u64,
    limit: u64,
    count: &mut u64,
) -> Result<(), PerftLimitExceeded> {
    let mut state = state.clone();
    let settled = settle(rules, &mut state, &mut Random::new(seed), &mut ());
    if depth == 0 && settled {
        return add_one(count, limit);
    }
    if let Turn::Player(_) = rules.turn(&state) {
        for (number, action) in (1..).zip(rules.legal_actions(&state)) {
            let next = rules.after(&state, action);
            let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number);
            sampled(rules, &next, depth - 1, seed, limit, count)?;
        }
    }
    Ok(())
}

/// Counts the sequences of exactly `depth` actions and of all chance outcomes between and after them.
///
/// # Errors
/// When there are more than `limit` paths, the most that are counted.
pub fn perft_with_chance<G: EnumerableChance>(
    rules: &G,
    state: &G::State,
    depth: u32,
    limit: u64,
) -> Result<u64, PerftLimitExceeded> {
    let mut count = 0;
    enumerated(rules, state, depth, limit, &mut count)?;
    Ok(count)
}

fn enumerated<G: EnumerableChance>(
    rules: &G,
    state: &G::State,
    depth: u32,
    limit: u64,
    count: &mut u64,
) -> Result<(), PerftLimitExceeded> {
    match rules.turn(state) {
        Turn::Chance => {
            let mut result = Ok(());
            rules.for_each_chance(state, |chance, _| {
                if result.is_ok() {
                    let mut next = state.clone();
                    rules.resolve_chance(&mut next, chance, &mut ());
                    result = enumerated(rules, &next, depth, limit, count);
                }
            });
            result
        }
        _ if depth == 0 => add_one(count, limit),
        Turn::Over(_) => Ok(()),
        Turn::Player(_) => {
            for action in rules.legal_actions(state) {
                enumerated(rules, &rules.after(state, action), depth - 1, limit, count)?;
            }
            Ok(())
        }
    }
}

fn add_one(count: &mut u64, limit: u64) -> Result<(), PerftLimitExceeded> {
    if *count == limit {
        return Err(PerftLimitExceeded(limit));
    }
    *count += 1;
    Ok(())
}

/// Lets chance act until a player can or the game is over; false when that did not happen within
/// [`MAX_CHANCES`] outcomes.
pub fn settle<G: Game, S: EffectSink>(
    rules: &G,
    state: &mut G::State,
    random: &mut Random,
    sink: &mut S,
) -> bool {
    for _ in 0..MAX_CHANCES {
        if rules.turn(state) != Turn::Chance {
            return true;
        }
        let chance = rules.sample_chance(state, random);
        rules.resolve_chance(state, &chance, sink);
        sink.end_step();
    }
    rules.turn(state) != Turn::Chance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::tests::river::{Boat, Fault, RiverGame};

    const MIDDLE: Boat = Boat {
        at: 3,
        gust_due: false,
        plies: 0,
    };

    #[test]
    fn paths_without_chance_are_actions_with_drawn_luck() {
        let count = |depth, seed| perft(&RiverGame::default(), &MIDDLE, depth, seed, 1000).expect("few");
        assert_eq!((count(0, 0), count(1, 0)), (1, 4));
        assert_eq!(count(3, 0), count(3, 0), "the same seed counts the same");
        let counts: Vec<u64> = (0..32).map(|seed| count(3, seed)).collect();
        assert!(
            counts.iter().any(|&other| other != counts[0]),
            "the seed decides: {counts:?}"
        );
    }

    #[test]
    fn paths_with_chance_are_all_paths() {
        // Drawn out in the test of the kit's tables: 12 after one action, 92 after two.
        let count = |depth, limit| perft_with_chance(&RiverGame::default(), &MIDDLE, depth, limit);
        assert_eq!((count(0, 9), count(1, 99), count(2, 99)), (Ok(1), Ok(12), Ok(92)));
    }

    #[test]
    fn paths_that_never_settle_are_none() {
        let endless = RiverGame::with(Fault::EndlessGusts);
        let gusty = Boat {
            gust_due: true,
            ..MIDDLE
        };
        assert_eq!(perft(&endless, &gusty, 0, 0, 9), Ok(0));
    }

    #[test]
    fn the_limit_is_the_most_that_is_counted() {
        let drawn = |limit| perft(&RiverGame::default(), &MIDDLE, 1, 0, limit);
        assert_eq!((drawn(4), drawn(3)), (Ok(4), Err(PerftLimitExceeded(3))));
        let all = |limit| perft_with_chance(&RiverGame::default(), &MIDDLE, 2, limit);
        assert_eq!((all(92), all(91)), (Ok(92), Err(PerftLimitExceeded(91))));
    }

    #[test]
    fn chance_settles_or_is_given_up() {
        let gusty = || Boat {
            gust_due: true,
            ..MIDDLE
        };
        let mut state = gusty();
        assert!(settle(
            &RiverGame::default(),
            &mut state,
            &mut Random::new(0),
            &mut ()
        ));
        assert!(!state.gust_due);
        let endless = RiverGame::with(Fault::EndlessGusts);
        assert!(!settle(&endless, &mut gusty(), &mut Random::new(0), &mut ()));
    }
}
