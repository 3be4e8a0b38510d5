//! The cache of computer players, asked for those of a real game.

use quincunx_catalog::GAMES;
use quincunx_registry::{PlayerCache, Purpose};
use quincunx_search::AgentError;

#[test]
fn a_player_is_found_again_until_others_take_its_place() {
    let entry = GAMES[0];
    let session = entry.new_session(&entry.defaults(), 0).expect("a game");
    let mut cache = PlayerCache::new(2);
    let mut ask = |agent: &str, purpose| {
        let agent = agent.parse().expect("a specification");
        let player = cache.player(entry, session.as_ref(), &agent, purpose);
        std::ptr::from_ref(player.expect("a player")).cast::<()>()
    };
    // Levels that take memory, so that two players have two addresses.
    let first = ask("level:5", Purpose::Choose);
    let other = ask("level:5", Purpose::Judge);
    assert_ne!(first, other);
    assert_eq!(ask("level:5", Purpose::Choose), first);
    ask("level:4", Purpose::Choose);
    assert_eq!(
        ask("level:5", Purpose::Choose),
        first,
        "the one asked before it has gone"
    );
    assert_eq!(cache.len(), 2);
    cache.clear();
    assert!(cache.is_empty());
}

#[test]
fn no_player_is_made_of_a_wrong_specification() {
    let entry = GAMES[0];
    let session = entry.new_session(&entry.defaults(), 0).expect("a game");
    let mut cache = PlayerCache::new(2);
    let agent = "no-such-player".parse().expect("a specification");
    let refused = cache.player(entry, session.as_ref(), &agent, Purpose::Judge);
    assert!(matches!(refused.err(), Some(AgentError::Unknown { .. })));
    assert!(cache.is_empty());
}
