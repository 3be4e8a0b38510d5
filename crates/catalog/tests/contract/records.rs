//! Records: they replay for ever, and an error in a damaged one has its line.

use proptest::prelude::*;
use quincunx_catalog::GAMES;
use quincunx_core::{DynSession, Event, OptionKind, Record, RecordError, Seed};
use quincunx_registry::DynGame;

use crate::{begin, for_each_game, play_on};

/// Plays a game and returns its record.
fn record_of(entry: &dyn DynGame, seed: u64, plies: usize) -> (Box<dyn DynSession>, Record) {
    let mut session = begin(entry, &entry.defaults(), seed);
    play_on(&mut *session, seed, plies);
    let record = session.record(vec![("player-1".to_owned(), "level:5".to_owned())]);
    (session, record)
}

/// Asserts that a record is refused with the number of a line that the text has or just lacks.
fn assert_refused(entry: &dyn DynGame, record: &Record) {
    let lines = record.to_text().lines().count();
    let error = entry
        .replay(record)
        .err()
        .unwrap_or_else(|| panic!("{}: replayed\n{}", entry.id(), record.to_text()))
        .to_string();
    let line: usize = error
        .strip_prefix("line ")
        .and_then(|rest| rest.split_once(':'))
        .and_then(|(number, _)| number.parse().ok())
        .unwrap_or_else(|| panic!("{}: `{error}` begins with its line", entry.id()));
    assert!((1..=lines).contains(&line), "{}: {error}", entry.id());
}

#[test]
fn records_replay_from_their_text() {
    for_each_game(2, |entry, options, seed| {
        let mut session = begin(entry, options, seed);
        play_on(&mut *session, seed, 60);
        let text = session.record(Vec::new()).to_text();
        let record = Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", entry.id()));
        let again = entry
            .replay(&record)
            .unwrap_or_else(|error| panic!("{}: {error}\n{text}", entry.id()));
        assert_eq!(again.record(Vec::new()).to_text(), text, "{}", entry.id());
        assert_eq!(again.options(), session.options(), "{}", entry.id());
        for ply in 0..=session.ply_count() {
            assert_eq!(
                again.view_at(ply),
                session.view_at(ply),
                "{} ply {ply}",
                entry.id()
            );
            assert_eq!(
                again.steps_of(ply),
                session.steps_of(ply),
                "{} ply {ply}",
                entry.id()
            );
            assert_eq!(
                again.action_of(ply),
                session.action_of(ply),
                "{} ply {ply}",
                entry.id()
            );
        }
    });
}

#[test]
fn a_log_replays_ply_by_ply_whatever_the_seed() {
    for_each_game(1, |entry, options, seed| {
        let mut session = begin(entry, options, seed);
        play_on(&mut *session, seed, 30);
        let mut opening = session.record(Vec::new());
        opening.seed = Seed::Number(seed + 1);
        opening.events = session.chances_of(0).into_iter().map(Event::Chance).collect();
        let mut again = entry.replay(&opening).expect("the opening happened");
        for ply in 1..=session.ply_count() {
            let (_, action) = session.action_of(ply).expect("a ply");
            let text = session.action_text(action).expect("an action");
            again
                .play_recorded(&text, &session.chances_of(ply))
                .expect("it happened");
            assert_eq!(
                again.steps_of(ply),
                session.steps_of(ply),
                "{} ply {ply}",
                entry.id()
            );
        }
        assert_eq!(
            again.record(Vec::new()).events,
            session.record(Vec::new()).events,
            "{}",
            entry.id()
        );
    });
}

#[test]
fn a_record_can_be_played_on_with_the_luck_of_its_seed() {
    for &entry in GAMES {
        let (mut session, record) = record_of(entry, 3, 10);
        let mut again = entry.replay(&record).expect("a record replays");
        for session in [&mut session, &mut again] {
            play_on(&mut **session, 9, 20);
        }
        assert_eq!(session.position_text(), again.position_text(), "{}", entry.id());
    }
}

#[test]
fn a_record_holds_what_chance_decided_and_a_key_as_well_as_a_number() {
    for &entry in GAMES {
        let key = Seed::Key([0xb7; 32]);
        let mut session = entry.new_session(&entry.defaults(), key).expect("a game");
        play_on(&mut *session, 5, 20);
        let record = session.record(Vec::new());
        assert_eq!(
            Record::parse(&record.to_text()).as_ref(),
            Ok(&record),
            "{}",
            entry.id()
        );
        assert_eq!(record.seed, key, "{}", entry.id());
        let mut events = Vec::new();
        for ply in 0..=session.ply() {
            let action = session
                .action_of(ply)
                .and_then(|(_, action)| session.action_text(action));
            events.extend(action.map(Event::Action));
            events.extend(session.chances_of(ply).into_iter().map(Event::Chance));
        }
        assert_eq!(events, record.events, "{}", entry.id());
        let mut again = entry.replay(&record).expect("a record replays");
        for session in [&mut session, &mut again] {
            play_on(&mut **session, 6, 30);
        }
        assert_eq!(session.position_text(), again.position_text(), "{}", entry.id());
    }
}

#[test]
fn events_that_could_not_have_happened_are_reported_with_their_line() {
    for &entry in GAMES {
        let (_, record) = record_of(entry, 5, 12);
        for index in 0..record.events.len() {
            let mut wrong = record.clone();
            wrong.events[index] = match &record.events[index] {
                Event::Action(_) => Event::Action("no such action".to_owned()),
                Event::Chance(_) => Event::Chance("no such outcome".to_owned()),
            };
            assert_refused(entry, &wrong);
            wrong.events[index] = match record.events[index].clone() {
                Event::Action(text) => Event::Chance(text),
                Event::Chance(text) => Event::Action(text),
            };
            assert_refused(entry, &wrong);
        }
    }
}

#[test]
fn options_that_make_no_game_are_reported_with_their_line() {
    for &entry in GAMES {
        let (_, record) = record_of(entry, 5, 2);
        let mut wrong = record.clone();
        wrong.options.push(("no-such-option".to_owned(), "1".to_owned()));
        assert_refused(entry, &wrong);
        for (index, spec) in entry.options().iter().enumerate() {
            let mut wrong = record.clone();
            wrong.options[index].1 = "no such value".to_owned();
            let Some(error) = entry.replay(&wrong).err() else {
                let any_text = matches!(spec.kind, OptionKind::Text | OptionKind::File);
                assert!(any_text, "{}: {} takes no such value", entry.id(), spec.name);
                continue;
            };
            let line = format!("line {}: ", record.line_of_option(index));
            assert!(error.to_string().starts_with(&line), "{}: {error}", entry.id());
        }
        let mut foreign = record;
        foreign.game = "no-such-game".to_owned();
        assert_refused(entry, &foreign);
    }
}

#[test]
fn every_cut_is_noticed() {
    for &entry in GAMES {
        let text = record_of(entry, 5, 4).1.to_text();
        for end in (0..text.len() - 1).filter(|&end| text.is_char_boundary(end)) {
            let error = Record::parse(&text[..end]).expect_err("a cut record is no record");
            assert!(error.to_string().starts_with("line "), "{}: {error}", entry.id());
        }
    }
}

proptest! {
    #[test]
    fn a_changed_character_is_noticed(seed in 0..4u64, at: prop::sample::Index, new: char) {
        for &entry in GAMES {
            let text = record_of(entry, seed, 6).1.to_text();
            let characters: Vec<char> = text.chars().collect();
            // The last line's end may be missing or of any system.
            let at = at.index(characters.len() - 1);
            let mut changed = characters.clone();
            changed[at] = new;
            prop_assume!(changed != characters);
            let changed: String = changed.into_iter().collect();
            if let Err(error) = Record::parse(&changed) {
                prop_assert!(error.to_string().starts_with("line "), "{}: {}", entry.id(), error);
            } else {
                prop_assert!(false, "{}: read\n{}", entry.id(), changed);
            }
        }
    }

    #[test]
    fn any_events_replay_or_are_told_with_their_line(
        seed in 0..4u64,
        kept in 0..8usize,
        foreign in prop::collection::vec((any::<bool>(), "[ -~]{0,12}"), 0..3),
        moved: prop::sample::Index,
    ) {
        for &entry in GAMES {
            let (_, mut record) = record_of(entry, seed, 8);
            let after = record.events.split_off(kept.min(record.events.len()));
            record.events.extend(foreign.iter().map(|(action, text)| match action {
                true => Event::Action(text.clone()),
                false => Event::Chance(text.clone()),
            }));
            if !after.is_empty() {
                record.events.push(after[moved.index(after.len())].clone());
            }
            let read = Record::parse(&record.to_text());
            prop_assert_eq!(read.as_ref(), Ok(&record));
            match entry.replay(&record) {
                Ok(session) => prop_assert_eq!(session.record(record.tags.clone()), record),
                Err(RecordError::Event { line, .. }) => prop_assert!(line <= record.to_text().lines().count()),
                Err(error) => prop_assert!(false, "{}: {}", entry.id(), error),
            }
        }
    }

    #[test]
    fn any_text_is_a_record_or_a_clear_error(text in "(quincunx-record 1\n)?(game quartet\n)?(.{0,30}\n){0,5}") {
        if let Err(error) = Record::parse(&text) {
            prop_assert!(error.to_string().starts_with("line "), "{}", error);
        }
    }
}
