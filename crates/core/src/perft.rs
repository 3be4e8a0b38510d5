//! Path counts: how many sequences of actions there are, the field's check of move generators.

use thiserror::Error;

use crate::effects::EffectSink;
use crate::game::{EnumerableChance, Game};
use crate::player::Turn;
use crate::random::Random;

/// More paths than the limit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there are more than {0} paths at this depth")]
pub struct PerftLimit(pub u64);

/// Counts the sequences of exactly `depth` actions from a position; games that end sooner do not count.
///
/// Chance is drawn from the seed, a new stream for every path, so that the same seed counts the same.
///
/// # Errors
/// When there are more than `limit`.
pub fn perft<G: Game>(
    rules: &G,
    state: &G::State,
    depth: u32,
    seed: u64,
    limit: u64,
) -> Result<u64, PerftLimit> {
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
) -> Result<(), PerftLimit> {
    let mut state = state.clone();
    settle(rules, &mut state, &mut Random::new(seed), &mut ());
    if depth == 0 {
        return add_one(count, limit);
    }
    if let Turn::Player(_) = rules.turn(&state) {
        for (number, action) in (1..).zip(rules.legal_actions(&state)) {
            let mut next = state.clone();
            rules.play_unchecked(&mut next, action, &mut ());
            let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number);
            sampled(rules, &next, depth - 1, seed, limit, count)?;
        }
    }
    Ok(())
}

/// Counts the sequences of exactly `depth` actions and of all chance outcomes between and after them.
///
/// # Errors
/// When there are more than `limit`.
pub fn perft_with_chance<G: EnumerableChance>(
    rules: &G,
    state: &G::State,
    depth: u32,
    limit: u64,
) -> Result<u64, PerftLimit> {
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
) -> Result<(), PerftLimit> {
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
                let mut next = state.clone();
                rules.play_unchecked(&mut next, action, &mut ());
                enumerated(rules, &next, depth - 1, limit, count)?;
            }
            Ok(())
        }
    }
}

fn add_one(count: &mut u64, limit: u64) -> Result<(), PerftLimit> {
    if *count == limit {
        return Err(PerftLimit(limit));
    }
    *count += 1;
    Ok(())
}

/// Lets chance act until a player can or the game is over, at most [`crate::session::MOST_CHANCES`] times.
pub fn settle<G: Game, S: EffectSink>(rules: &G, state: &mut G::State, random: &mut Random, sink: &mut S) {
    for _ in 0..crate::session::MOST_CHANCES {
        if rules.turn(state) != Turn::Chance {
            return;
        }
        let chance = rules.sample_chance(state, random);
        rules.resolve_chance(state, &chance, sink);
        sink.end_wave();
    }
}
