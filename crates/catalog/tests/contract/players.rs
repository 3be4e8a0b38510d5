//! Computer players: every level and every kind plays, within its limits, the same each time.

use std::collections::BTreeSet;

use quincunx_catalog::GAMES;
use quincunx_core::DynSession;
use quincunx_registry::DynGame;
use quincunx_search::{AgentSpec, DynPlayer, Limits, Value};

use crate::{begin, for_each_game, play_on};

fn player(entry: &dyn DynGame, session: &dyn DynSession, text: &str) -> Box<dyn DynPlayer> {
    let spec: AgentSpec = text
        .parse()
        .unwrap_or_else(|error| panic!("{}: {error}", entry.id()));
    entry
        .player(session, &spec)
        .unwrap_or_else(|error| panic!("{}: {error}", entry.id()))
}

/// Limits that a debug build keeps within moments.
fn small() -> Limits {
    Limits::of_nodes(60)
}

#[test]
fn levels_play_legally_and_the_same_each_time() {
    for_each_game(1, |entry, options, seed| {
        for level in 1..=5 {
            let text = format!("level:{level}");
            let mut session = begin(entry, options, seed);
            let mut players = [(); 2].map(|()| player(entry, &*session, &text));
            for plies in [1, 6, 14] {
                play_on(&mut *session, seed, plies);
                if session.turn().player().is_none() {
                    break;
                }
                let before = session.position_text();
                let [one, other] = players
                    .each_mut()
                    .map(|player| player.choose(&*session, &small()));
                assert!(session.is_legal(one), "{} {text}: {one} is not legal", entry.id());
                assert_eq!(
                    one,
                    other,
                    "{} {text}: the same player plays the same",
                    entry.id()
                );
                assert_eq!(
                    session.position_text(),
                    before,
                    "{}: thinking changes nothing",
                    entry.id()
                );
            }
        }
    });
}

#[test]
fn who_shows_a_game_plays_it_by_a_seed() {
    for &entry in GAMES {
        let mut session = begin(entry, &entry.defaults(), 7);
        let showing = |seed| {
            let showing = entry.player(&*session, &entry.showcase(seed));
            showing.unwrap_or_else(|error| panic!("{}: {error}", entry.id()))
        };
        let mut players = [1, 2].map(showing);
        while session.ply() < 12
            && let Some(side) = session.turn().player()
        {
            let action = players[side.index()].choose(&*session, &small());
            assert!(session.is_legal(action), "{}: {action} is not legal", entry.id());
            session.play(action).expect("a legal action");
        }
    }
}

#[test]
fn the_seed_of_a_level_is_that_of_its_agent() {
    for &entry in GAMES {
        let mut session = begin(entry, &entry.defaults(), 1);
        play_on(&mut *session, 1, 2);
        let chosen = |text: &str| player(entry, &*session, text).choose(&*session, &small());
        let actions: BTreeSet<usize> = (0..30)
            .map(|seed| chosen(&format!("level:1,seed={seed}")))
            .collect();
        assert!(
            actions.len() > 1,
            "{}: level 1 plays {actions:?} whatever its seed",
            entry.id()
        );
        assert_eq!(chosen("level:1"), chosen("level:1,seed=0"), "{}", entry.id());
    }
}

#[test]
fn every_kind_judges_legal_actions_wins_first_and_losses_last() {
    for &entry in GAMES {
        let mut session = begin(entry, &entry.defaults(), 1);
        play_on(&mut *session, 1, 4);
        for kind in entry.agents() {
            let analysis = player(entry, &*session, kind.name).analyze(&*session, &small(), &mut |_| {});
            assert!(!analysis.actions.is_empty(), "{} {}", entry.id(), kind.name);
            for judged in &analysis.actions {
                assert!(
                    session.is_legal(judged.action),
                    "{} {}: {} is not legal",
                    entry.id(),
                    kind.name,
                    judged.action
                );
            }
            assert!(
                analysis
                    .actions
                    .is_sorted_by(|a, b| standing(a.value) >= standing(b.value)),
                "{} {}: proved wins come first, proved losses last",
                entry.id(),
                kind.name
            );
        }
    }
}

/// Returns what every player's order agrees on, however it ranks what is open.
fn standing(value: Value) -> u8 {
    match value.without_bound() {
        Value::Win(_) => 2,
        Value::Loss(_) => 0,
        _ => 1,
    }
}

#[test]
fn levels_are_named_and_bad_names_are_reported() {
    for &entry in GAMES {
        let session = begin(entry, &entry.defaults(), 0);
        for level in entry.levels() {
            assert!(!level.name.is_empty(), "{}", entry.id());
            let spec: AgentSpec = level.agent.parse().expect("a level stands for an agent");
            assert!(
                entry.agents().any(|kind| kind.name == spec.name),
                "{}: {} is a kind of the game",
                entry.id(),
                level.agent
            );
        }
        for right in ["level:2", "level:n=2", "level:2,seed=7", "level:seed=7"] {
            player(entry, &*session, right);
        }
        for wrong in [
            "level:0",
            "level:6",
            "level:n=x",
            "no-such-player",
            "level:depth=1",
            "level:2,seed=x",
        ] {
            let spec: AgentSpec = wrong.parse().expect("well formed");
            assert!(entry.player(&*session, &spec).is_err(), "{}: {wrong}", entry.id());
        }
    }
}
