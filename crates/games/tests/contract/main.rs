//! What every game of the list promises, asked through the faces that know no types: entries, sessions, consoles.
//!
//! Nothing here names a game: a game that is added to [`GAMES`] is tested by being there.

mod consoles;
mod list;
mod players;
mod puzzles;
mod records;
mod sessions;
mod simulations;
mod solvers;

use std::path::PathBuf;

use quincunx_core::{DynSession, OptionKind, Options, Random, RandomSource};
use quincunx_games::{Entry, GAMES};

/// Returns the folder of a game: its id as a module's name.
///
/// A module's name has no hyphen and begins with no digit; a leading `20` is spelled out.
fn folder(id: &str) -> PathBuf {
    let name = id.replace('-', "_");
    let name = name
        .strip_prefix("20")
        .map_or(name.clone(), |rest| format!("twenty{rest}"));
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src").join(name)
}

/// Lists the rules that are tried of a game: all defaults, and every word of every choice with the other defaults.
fn variants(entry: &Entry) -> Vec<Options> {
    let mut variants = vec![entry.defaults()];
    for spec in entry.options {
        let OptionKind::Choice(words) = spec.kind else {
            continue;
        };
        for word in words.iter().filter(|&&word| word != spec.default) {
            let mut options = entry.defaults();
            options
                .set(spec.name, word)
                .expect("a choice takes each of its words");
            variants.push(options);
        }
    }
    variants
}

/// Calls a test with every game, some rules of it and some seeds.
fn for_each_game(seeds: u64, mut test: impl FnMut(&'static Entry, &Options, u64)) {
    for &entry in GAMES {
        for options in variants(entry) {
            for seed in 0..seeds {
                test(entry, &options, seed);
            }
        }
    }
}

/// Starts a game.
fn begin(entry: &Entry, options: &Options, seed: u64) -> Box<dyn DynSession> {
    entry
        .new_session(options, seed)
        .unwrap_or_else(|error| panic!("{}: {error}", entry.id))
}

/// Plays random actions until the game is over or has this many plies.
fn play_on(session: &mut dyn DynSession, seed: u64, plies: usize) {
    let mut random = Random::new(seed);
    while session.ply() < plies && session.turn().player().is_some() {
        let legal = session.legal_actions();
        session
            .play(legal[random.index(legal.len())])
            .expect("a legal action can be played");
    }
}
