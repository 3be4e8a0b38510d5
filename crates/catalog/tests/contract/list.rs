//! The list itself: names, folders and options.

use std::collections::BTreeSet;

use quincunx_catalog::{GAMES, find};
use quincunx_core::perft::PerftLimitExceeded;

use crate::{begin, folder, folders, variants};

#[test]
fn folders_and_list_are_the_same() {
    let folders: BTreeSet<String> = folders().into_iter().map(|(id, _)| id).collect();
    let listed: BTreeSet<String> = GAMES.iter().map(|entry| entry.id().to_owned()).collect();
    assert_eq!(folders, listed);
}

#[test]
fn every_folder_has_the_same_files() {
    for entry in GAMES {
        for file in [
            "rules.rs",
            "notation.rs",
            "view.rs",
            "console.rs",
            "players.rs",
            "perft.txt",
            "playthrough.txt",
        ] {
            assert!(folder(entry.id()).join(file).exists(), "{}: {file}", entry.id());
        }
    }
}

#[test]
fn games_are_found_by_ids_that_fit_everywhere() {
    for entry in GAMES {
        assert!(std::ptr::eq(*entry, find(entry.id()).expect("it is in the list")));
        assert!(is_name(entry.id()), "{}", entry.id());
        for text in [entry.title(), entry.summary()] {
            assert!(
                !text.is_empty() && text.lines().count() == 1,
                "{}: `{text}` is one line",
                entry.id()
            );
        }
        assert!((1..=2).contains(&entry.players()), "{}", entry.id());
    }
    let ids: BTreeSet<&str> = GAMES.iter().map(|entry| entry.id()).collect();
    assert_eq!(ids.len(), GAMES.len(), "every game has an id of its own");
    assert!(find("no-such-game").is_none());
}

#[test]
fn options_take_their_own_defaults_and_choices_begin_a_game() {
    for entry in GAMES {
        let mut options = entry.defaults();
        for spec in entry.options() {
            assert!(is_name(spec.name), "{}: {}", entry.id(), spec.name);
            assert_eq!(spec.help.lines().count(), 1, "{}: {}", entry.id(), spec.name);
            options
                .set(spec.name, spec.default)
                .unwrap_or_else(|error| panic!("{}: {error}", entry.id()));
        }
        for options in variants(*entry) {
            let session = begin(*entry, &options, 0);
            assert_eq!(session.game(), entry.id());
            assert_eq!(session.players(), entry.players());
            assert_eq!(session.options(), &options);
        }
        assert!(options.set("no-such-option", "1").is_err(), "{}", entry.id());
    }
}

#[test]
fn consoles_take_flags_that_look_like_flags() {
    for entry in GAMES {
        for (flag, help) in entry.console().flags {
            assert!(
                flag.starts_with('-') && !flag.contains(' '),
                "{}: `{flag}`",
                entry.id()
            );
            assert_eq!(help.lines().count(), 1, "{}: {flag}", entry.id());
        }
    }
}

#[test]
fn paths_are_counted_up_to_a_limit() {
    for entry in GAMES {
        let options = entry.defaults();
        assert_eq!(entry.perft(&options, 0, 0, 1), Ok(1), "{}", entry.id());
        let count = entry
            .perft(&options, 1, 0, u64::MAX)
            .unwrap_or_else(|error| panic!("{}: {error}", entry.id()));
        assert!(count > 0, "{}", entry.id());
        assert_eq!(entry.perft(&options, 1, 0, count), Ok(count), "{}", entry.id());
        assert_eq!(
            entry.perft(&options, 1, 0, count - 1),
            Err(PerftLimitExceeded(count - 1).into()),
            "{}",
            entry.id()
        );
    }
}

/// Returns whether a word fits command lines, addresses and file names.
fn is_name(word: &str) -> bool {
    !word.is_empty()
        && !word.starts_with('-')
        && word
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}
