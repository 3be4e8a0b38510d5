//! The short games that play themselves in the lobby.

use quincunx_catalog::GAMES;
use quincunx_core::DynSession;
use quincunx_registry::DynGame;
use quincunx_search::Limits;

use crate::messages::Showcase;
use crate::shown;

/// How many plies are shown at most: a whole game of Connect Four.
const SHOWN: usize = 42;

/// How many plies are played before; of a game that goes on much longer the middle is shown, not the
/// beginning.
const PLAYED: usize = 6 * SHOWN;

/// How large a showcase may be as JSON, its faces not counted, in bytes. What is beyond goes from the front.
const MAX_BYTES: usize = 48 * 1024;

/// Plays the showcases of all games, in their order: always the same ones.
///
/// # Panics
/// When the defaults of a game make no game.
#[must_use]
pub fn showcases() -> Vec<Showcase> {
    GAMES.iter().map(|entry| showcase(*entry)).collect()
}

/// Plays the showcase of a game.
fn showcase(entry: &'static dyn DynGame) -> Showcase {
    let mut session = entry
        .new_session(&entry.defaults(), SEED)
        .expect("the defaults make a game");
    let mut players = [1, 2].map(|seed| {
        entry
            .player(session.as_ref(), &entry.showcase(seed))
            .expect("the game has this player")
    });
    while session.ply() < PLAYED
        && let Some(side) = session.turn().player()
    {
        let action = players[side.index()].choose(session.as_ref(), &Limits::default());
        session.play(action).expect("players choose legal actions");
    }
    show(session.as_ref())
}

/// A seed with which every game is worth looking at.
const SEED: u64 = 7;

/// Writes the last plies of a session as scenes.
fn show(session: &dyn DynSession) -> Showcase {
    let (mut bytes, mut scenes) = (0, Vec::new());
    for ply in (session.ply().saturating_sub(SHOWN)..=session.ply()).rev() {
        let scene = shown::scene(session, ply);
        bytes += serde_json::to_vec(&scene)
            .expect("a scene is of plain values")
            .len();
        if bytes > MAX_BYTES && !scenes.is_empty() {
            break;
        }
        scenes.push(scene);
    }
    scenes.reverse();
    let faces = shown::faces_in(session, &scenes);
    // Nothing leads to where the showcase begins.
    scenes[0].steps.clear();
    Showcase {
        game: session.game().to_owned(),
        faces,
        scenes,
    }
}

#[cfg(test)]
mod tests {
    use quincunx_catalog::GAMES;

    use super::*;

    #[test]
    fn every_game_shows_itself_shortly_and_always_alike() {
        for &entry in GAMES {
            let showcase = showcase(entry);
            assert_eq!(showcase.game, entry.id());
            let json = serde_json::to_string(&showcase).expect("plain values");
            assert!(json.len() <= 60_000, "{}: {} bytes", entry.id(), json.len());
            let scenes = showcase.scenes.len();
            // A level may be over soon.
            assert!(
                (4..=SHOWN + 1).contains(&scenes),
                "{}: {scenes} scenes",
                entry.id()
            );
            assert!(showcase.scenes[0].steps.is_empty());
            assert!(showcase.scenes[1..].iter().all(|scene| !scene.steps.is_empty()));
            for scene in &showcase.scenes {
                for token in scene.board.tokens() {
                    assert!(showcase.faces.contains_key(&token), "{}: {token:?}", entry.id());
                }
                for step in scene.steps.iter().flatten() {
                    if let Some(token) = step.token() {
                        assert!(showcase.faces.contains_key(&token), "{}: {token:?}", entry.id());
                    }
                }
            }
            assert_eq!(super::showcase(entry), showcase, "{}", entry.id());
        }
    }
}
