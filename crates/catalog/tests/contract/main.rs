//! What every game of the list promises, asked through the faces that know no types: entries, sessions,
//! consoles.
//!
//! Nothing here names a game: a game that is added to [`GAMES`] is tested by being there.

mod consoles;
mod examinations;
mod list;
mod own_players;
mod player_cache;
mod players;
mod puzzles;
mod records;
mod sessions;
mod simulations;
mod solvers;

use std::path::{Path, PathBuf};

use quincunx_catalog::GAMES;
use quincunx_core::{DynSession, OptionKind, Options, Random, RandomSource};
use quincunx_registry::DynGame;

/// Lists the folders of games: those with a file that names a game's id.
fn folders() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../games")];
    while let Some(folder) = open.pop() {
        let items = std::fs::read_dir(&folder).expect("the sources are here");
        let paths = items.map(|item| item.expect("a readable folder").path());
        for path in paths {
            if path.is_dir() {
                open.push(path);
            } else if let Some(id) = id_in(&path) {
                found.push((id, folder.clone()));
            }
        }
    }
    found
}

/// Returns the id that a file of a game's sources defines.
fn id_in(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_str()?;
    let text = ["options.rs", "players.rs"]
        .contains(&name)
        .then(|| std::fs::read_to_string(file))?
        .expect("the sources are text");
    let (_, definition) = text.split_once(" const ID: &")?;
    let (_, id) = definition.lines().next()?.split_once('"')?;
    Some(id.strip_suffix("\";")?.to_owned())
}

/// Returns the folder of a game.
fn folder(id: &str) -> PathBuf {
    let found = folders().into_iter().find(|(of, _)| of == id);
    found.unwrap_or_else(|| panic!("{id} has no folder")).1
}

/// Lists the rules that are tried of a game: all defaults, and every word of every choice with the other
/// defaults.
fn variants(entry: &dyn DynGame) -> Vec<Options> {
    let mut variants = vec![entry.defaults()];
    for spec in entry.options() {
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
fn for_each_game(seeds: u64, mut test: impl FnMut(&'static dyn DynGame, &Options, u64)) {
    for &entry in GAMES {
        for options in variants(entry) {
            for seed in 0..seeds {
                test(entry, &options, seed);
            }
        }
    }
}

/// Starts a game.
fn begin(entry: &dyn DynGame, options: &Options, seed: u64) -> Box<dyn DynSession> {
    entry
        .new_session(options, seed)
        .unwrap_or_else(|error| panic!("{}: {error}", entry.id()))
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
